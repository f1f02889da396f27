"""What must hold of the cards that ship in okf/; of the dialogues there, see test_shipped_dialogues.py."""

import json
import re
import string
from collections import Counter
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml

from rag.cards.check import run_check
from rag.cards.dialogue import DIALOGUE
from rag.cards.reader import Corpus, read_corpus
from rag.compute.contract import Contract, read_contract
from rag.compute.registry import REGISTRY
from rag.compute.run import contract_problems
from rag.text.normalise import normalise
from rag.types import Card

OKF = Path(__file__).parents[2] / "okf"
RULES_CHANGED = datetime(2026, 11, 3, tzinfo=UTC)
"""From this day on, other CRS points are given than the cards say."""

PREFIXES = {"consular": "con-", "immigration": "imm-", "postal": "pst-", "procurement": "rfp-"}
REQUIRED = {
    "type", "title", "description", "tags", "language", "topic", "aliases", "answers", "phrases",
    "generated", "sources",
}  # fmt: skip
TENDER = "Tender"


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return read_corpus(OKF, {})


@pytest.fixture(scope="module")
def cards(corpus: Corpus) -> tuple[Card, ...]:
    """The cards that state a fact or describe a tender: no dialogues, no computations."""
    return tuple(card for card in corpus.cards if card.type != DIALOGUE and not card.computes)


@pytest.fixture(scope="module")
def computations(corpus: Corpus) -> tuple[Card, ...]:
    return tuple(card for card in corpus.cards if card.computes)


def frontmatter(card: Card) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(card.frontmatter)
    return fields


def blocks(card: Card) -> list[str]:
    """Return the blocks of a body above its list of related cards, without the footnote that names the source."""
    above = re.split(r"^## ", card.body, flags=re.MULTILINE)[0]
    return [block for block in above.strip().split("\n\n") if not block.startswith("[^")]


def test_the_strict_check_passes_without_a_finding(corpus: Corpus) -> None:
    out = StringIO()
    assert run_check(OKF, strict=True, out=out) == 0
    assert corpus.findings == ()
    assert "consular: 103 cards, OKF 0.2, 0 errors, 0 warnings, 0 notes, 12 skipped" in out.getvalue()


def test_the_bundles_hold_99_92_70_30_and_65_facts_and_four_subjects_the_clock(corpus: Corpus) -> None:
    counts = {
        bundle.name: Counter("computation" if card.computes else "fact" for card in bundle.cards)
        for bundle in corpus.bundles
    }
    assert counts == {
        "postal-service": {"fact": 30},
        "consular": {"fact": 99, "computation": 4},
        "immigration": {"fact": 92, "computation": 4 + 1},  # and the CRS score
        "postal": {"fact": 70, "computation": 4},
        "procurement": {"fact": 65, "computation": 4},
    }


def test_every_computation_fits_the_code_it_names_and_lets_in_all_that_the_code_takes(
    computations: tuple[Card, ...],
) -> None:
    for card in computations:
        contract = read_contract(card)
        assert isinstance(contract, Contract), card.path
        assert contract_problems(contract) == ()
        assert set(contract.parameters) == set(REGISTRY[contract.executor].parameters), card.path


def test_a_computation_lies_in_its_topics_folder_and_says_where_its_rule_stands(
    computations: tuple[Card, ...],
) -> None:
    for card in computations:
        assert card.path.split("/") == [card.bundle, card.topic, Path(card.path).name]
        assert frontmatter(card).keys() >= REQUIRED - {"phrases"}
        (source,) = frontmatter(card)["sources"]
        assert f"[^{source['id']}]" in card.body
    assert {card.topic for card in computations} == {"clock", "crs"}


@pytest.mark.parametrize("bundle", [*PREFIXES, "postal-service"])
def test_the_root_index_declares_the_okf_version_and_nothing_else(bundle: str) -> None:
    _, head, body = (OKF / bundle / "index.md").read_text(encoding="utf-8").split("---\n", 2)
    assert yaml.safe_load(head) == {"okf_version": "0.2"}
    assert body.startswith("\n# ")


def test_every_other_index_has_no_frontmatter_and_lists_each_card_of_its_folder() -> None:
    indexes = list(OKF.glob("*/*/**/index.md"))
    assert len(indexes) == 10 + 18 + 12 + 1 + 10 + 4
    for path in indexes:
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# ")
        listed = re.findall(r"^\* \[.+\]\(([^)]+)\) - .+$", text, re.MULTILINE)
        assert sorted(listed) == sorted(card.name for card in path.parent.glob("*.md") if card.name != "index.md")


def test_only_index_files_are_left_out(corpus: Corpus) -> None:
    assert {skip.path.rpartition("/")[2] for skip in corpus.skipped} == {"index.md"}


def test_file_names_are_ids_that_no_other_bundle_has(corpus: Corpus, cards: tuple[Card, ...]) -> None:
    names = Counter(card.card_id.rpartition("/")[2] for card in corpus.cards)
    assert max(names.values()) == 1
    for card in cards:
        name = Path(card.path).stem
        assert card.path == f"{card.card_id}.md"
        assert name.startswith(PREFIXES[card.bundle])
        assert set(name) <= set(string.ascii_lowercase + string.digits + "-")


def test_a_card_lies_in_the_folder_of_its_topic(cards: tuple[Card, ...]) -> None:
    for card in cards:
        assert card.path.split("/") == [card.bundle, card.topic, Path(card.path).name]
        assert frontmatter(card)["topic"] == card.topic


def test_every_card_has_the_required_frontmatter_and_none_of_it_is_empty(cards: tuple[Card, ...]) -> None:
    for card in cards:
        fields = frontmatter(card)
        assert fields.keys() >= REQUIRED, card.path
        assert all(fields[key] for key in REQUIRED), card.path
        if card.type != TENDER:
            assert fields["read_from"] in {"official-text-copy", "official-page", "third-party"}, card.path


def test_a_bundle_speaks_one_language(cards: tuple[Card, ...]) -> None:
    languages = {(card.bundle, frontmatter(card)["language"]) for card in cards}
    assert languages == {("consular", "ko"), ("immigration", "en"), ("postal", "zh"), ("procurement", "ko")}


def test_a_card_is_one_fact_in_one_paragraph_with_one_source(cards: tuple[Card, ...]) -> None:
    for card in cards:
        (source,) = frontmatter(card)["sources"]
        assert len(re.findall(rf"^\[\^{source['id']}\]: ", card.body, re.MULTILINE)) == 1, card.path
        assert len(re.findall(r"^#", card.body, re.MULTILINE)) <= 1, card.path
        if card.type != TENDER:
            (fact,) = blocks(card)
            assert fact.endswith(f"[^{source['id']}]"), card.path
            assert len(fact) <= 420, card.path


def test_titles_are_unique_in_a_bundle(corpus: Corpus) -> None:
    titles = Counter((card.bundle, card.title) for card in corpus.cards)
    assert [title for title, count in titles.items() if count > 1] == []


def test_no_two_cards_share_a_phrase(corpus: Corpus, cards: tuple[Card, ...]) -> None:
    phrases = Counter(normalise(phrase) for card in corpus.cards for phrase in card.phrases)
    assert [phrase for phrase, count in phrases.items() if count > 1] == []
    assert all(len(card.phrases) >= 6 for card in cards)


def test_nobody_has_reviewed_a_card_and_none_says_so(cards: tuple[Card, ...]) -> None:
    assert {card.trust for card in cards} == {"unverified", "machine-confirmed"}
    assert not any("human:" in card.frontmatter for card in cards)


def test_what_was_read_from_third_parties_is_unverified(cards: tuple[Card, ...]) -> None:
    third = [card for card in cards if frontmatter(card).get("read_from") == "third-party"]
    assert len(third) == 46 + 14 + 9 + 3
    assert {card.trust for card in third} == {"unverified"}


def test_only_what_was_compared_with_an_official_text_is_machine_confirmed(cards: tuple[Card, ...]) -> None:
    confirmed = [card for card in cards if card.trust == "machine-confirmed"]
    assert {frontmatter(card)["read_from"] for card in confirmed} <= {"official-text-copy", "official-page"}


def test_tenders_are_fictional_and_say_so_in_frontmatter_body_and_source(cards: tuple[Card, ...]) -> None:
    tenders = [card for card in cards if card.type == TENDER]
    assert len(tenders) == 40
    assert tenders == [card for card in cards if card.fictional] == [card for card in cards if card.topic == "tenders"]
    for card in tenders:
        (source,) = frontmatter(card)["sources"]
        assert blocks(card)[0] == "> 가상의 예시입니다. 실제로 있는 사업이 아닙니다."
        assert "가상" in source["title"]
        assert "실제 사업이나 기관이 아님" in source["resource"]
        assert (card.resource, card.link, card.trust) == (None, None, "unverified")


def test_ranking_points_are_stale_from_3_november_2026(cards: tuple[Card, ...]) -> None:
    points = [card for card in cards if card.bundle == "immigration" and card.topic == "crs"]
    assert len(points) == 10
    for card in points:
        assert card.stale_after == RULES_CHANGED, card.path
        assert not card.stale(RULES_CHANGED.replace(day=2))
        assert card.stale(RULES_CHANGED)


def test_every_link_between_cards_leads_to_a_card(cards: tuple[Card, ...]) -> None:
    known = {card.card_id for card in cards}
    assert all(set(card.links) <= known for card in cards)
    assert sum(len(card.links) for card in cards) > len(cards)


def test_every_address_is_clickable(cards: tuple[Card, ...]) -> None:
    for card in cards:
        assert (card.resource is None) == (card.link is None), card.path
        assert card.link is None or re.match(r"https?://[^/@]+(/|$)", card.link), card.path


def test_a_fact_without_an_official_address_says_so_in_its_source(cards: tuple[Card, ...]) -> None:
    without = [card for card in cards if card.link is None and card.type != TENDER]
    assert len(without) == 3
    for card in without:
        assert "공식 주소 없음" in frontmatter(card)["sources"][0]["title"]
        assert card.trust == "unverified"
