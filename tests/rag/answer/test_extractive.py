import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rag.answer.extractive import MOST_LINES, NEAR, extract, quoted_cards
from rag.cards.reader import read_corpus
from rag.retrieval.evidence import Budget, present
from rag.types import Card, Evidence, FusedHit, Hit, Role
from tests.fakes.corpus import make_card

NOW = datetime(2026, 11, 30, tzinfo=UTC)
OKF = Path(__file__).parents[3] / "okf"


def item(number: int, *quotes: str, role: Role = "evidence") -> Evidence:
    card = make_card(f"town/fees/{number}", "\n\n".join(quotes))
    return Evidence(number, card, 1 / number, quotes, card.body, role, False)


def hit(number: int, *, bm25: float | None = None, cosine: float | None = None) -> FusedHit:
    card_id = f"town/fees/{number}"
    return FusedHit(
        card_id,
        number,
        1 / (60 + number),
        1 / (60 + number),
        None if bm25 is None else Hit(card_id, number, bm25, "bm25"),
        None if cosine is None else Hit(card_id, number, cosine, "vector"),
    )


def numbers(evidence: Sequence[Evidence], fused: Sequence[FusedHit]) -> list[int]:
    return [found.number for found in quoted_cards(evidence, fused)]


THREE = (item(1, "One."), item(2, "Two."), item(3, "Three."))


def test_the_best_card_is_always_quoted_and_others_only_when_nearly_as_good() -> None:
    # standing of each card: place between lowest and highest raw score, mean of both legs
    fused = [hit(1, bm25=10, cosine=0.9), hit(2, bm25=8, cosine=0.88), hit(3, bm25=4, cosine=0.8)]
    # card 1: (1 + 1) / 2; card 2: ((8 - 4) / 6 + (0.88 - 0.8) / 0.1) / 2 = 0.733; card 3: 0
    assert numbers(THREE, fused) == [1]
    fused[1] = hit(2, bm25=8.5, cosine=0.88)
    # card 2: ((8.5 - 4) / 6 + 0.8) / 2 = 0.775
    assert numbers(THREE, fused) == [1, 2]


def test_reciprocal_ranks_do_not_make_every_card_nearly_as_good() -> None:
    fused = [hit(1, cosine=0.9), hit(2, cosine=0.82), hit(3, cosine=0.8)]
    assert fused[1].score / fused[0].score > NEAR
    assert numbers(THREE, fused) == [1]


def test_cards_that_no_leg_tells_apart_are_quoted_together() -> None:
    assert numbers(THREE, [hit(number, cosine=0.9) for number in (1, 2, 3)]) == [1, 2, 3]


def test_further_cards_and_cards_without_a_quote_are_never_quoted() -> None:
    evidence = (item(1), item(2, "Two."), item(3, "Three.", role="further"))
    assert numbers(evidence, [hit(number, cosine=0.9) for number in (1, 2, 3)]) == [2]
    assert numbers((item(1, role="further"),), [hit(1, cosine=0.9)]) == []
    assert list(extract((), ())) == []


def test_lines_stay_with_their_card_in_order_and_end_at_the_most_that_is_read() -> None:
    evidence = (item(1, "a.", "b.", "c."), item(2, "d.", "e.", "f."), item(3, "g."))
    lines = list(extract(evidence, [hit(number, cosine=0.9) for number in (1, 2, 3)]))
    assert lines == [("a.", 1), ("b.", 1), ("c.", 1), ("d.", 2), ("e.", 2)]
    assert len(lines) == MOST_LINES


def bare(text: str) -> str:
    """The text without markdown marks and white space, links reduced to their words."""
    linked = re.sub(r"\[([^\]^]*)\]\([^)]*\)", r"\1", re.sub(r"\[\^[^\]]*\]", "", text))
    return re.sub(r"[\s*_`|\\#>-]", "", linked)


def occurs(line: str, card: Card) -> bool:
    """Tell whether a line, or each cell of a table's row, stands in the card word for word."""
    body = bare(card.body)
    return bare(line) in body or all(bare(part) in body for cell in line.split(" | ") for part in re.split(": ", cell))


def test_every_line_of_an_extractive_answer_occurs_word_for_word_in_its_card() -> None:
    cards = [card for bundle in read_corpus(OKF, {}).bundles for card in bundle.cards]
    assert len(cards) > 200
    budget = Budget(top_k=1, evidence=1, card_chars=4000, total_chars=16_000)
    quoted = 0
    for card in cards:
        found = hit(1, bm25=1.0)
        shown = [FusedHit(card.card_id, 1, found.score, found.rrf, Hit(card.card_id, 1, 1.0, "bm25"), None)]
        for question in (card.title, card.description, *card.phrases[:3], "?"):
            evidence = present(shown, {card.card_id: card}.get, question, budget, now=NOW)
            lines = list(extract(evidence, shown))
            assert lines or card.status == "deprecated", card.card_id
            for line, _ in lines:
                assert occurs(line, card), (card.card_id, line)
                quoted += 1
    assert quoted > 1000
