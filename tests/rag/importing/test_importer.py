import json
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rag.cards.body import quotable_units
from rag.cards.reader import read_corpus
from rag.errors import CorpusError
from rag.importing.files import bundle_folder
from rag.importing.importer import Order, Outcome, import_file

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "postal-dialogues.jsonl"
AT = datetime(2026, 11, 30, tzinfo=UTC)
LATER = datetime(2026, 12, 1, tzinfo=UTC)
RECORDS = 6_400
SECONDS = 60
"""Generous: an idle machine needs about 6."""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return tmp_path / "in.jsonl"


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return tmp_path / "cards" / "talk"


def line_of(index: int, answer: str = "请先查询。") -> str:
    said = f"用户[0]: 第{index}件丢了怎么办？ 客服[1]: {answer}"
    return json.dumps({"split": "train", "index": index, "dialogue": said}, ensure_ascii=False)


def take(source: Path, bundle: Path, *lines: str, at: datetime = AT, dry: bool = False) -> Outcome:
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return import_file(Order(source, bundle, "zh", at, dry))


def files_in(folder: Path) -> Mapping[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_importing_again_changes_no_byte(source: Path, bundle: Path) -> None:
    assert take(source, bundle, line_of(1), line_of(2)).counts == {"new": 2}
    before = files_in(bundle)
    assert take(source, bundle, line_of(2), "", line_of(1), at=LATER).counts == {"unchanged": 2}
    assert files_in(bundle) == before


def test_a_changed_record_replaces_its_card_and_a_missing_one_leaves_it(source: Path, bundle: Path) -> None:
    take(source, bundle, line_of(1), line_of(2))
    assert take(source, bundle, line_of(1, "已经找到。"), at=LATER).counts == {"changed": 1}
    assert "已经找到。" in (bundle / "dialogues/train-i1.md").read_text(encoding="utf-8")
    assert (bundle / "dialogues/train-i2.md").exists()


@pytest.mark.parametrize("edit", ["verified:\n- by: human:kim\n", "# a comment\n", "phrases:\n- 信没了怎么办\n"])
def test_a_card_edited_by_hand_is_never_overwritten_and_is_told(source: Path, bundle: Path, edit: str) -> None:
    take(source, bundle, line_of(1))
    card = bundle / "dialogues/train-i1.md"
    card.write_text(card.read_text(encoding="utf-8").replace("type:", f"{edit}type:", 1), encoding="utf-8")
    edited = card.read_bytes()
    outcome = take(source, bundle, line_of(1, "新的。"))
    assert outcome.counts == {"kept": 1}
    assert [(problem.line, problem.broken) for problem in outcome.problems] == [(1, False)]
    assert card.read_bytes() == edited


def test_another_s_card_and_a_link_at_the_place_stay(source: Path, bundle: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("mine", encoding="utf-8")
    (bundle / "dialogues").mkdir(parents=True)
    (bundle / "dialogues/train-i1.md").symlink_to(outside)
    (bundle / "dialogues/train-i2.md").write_text("---\ntype: X\n---\n", encoding="utf-8")
    assert take(source, bundle, line_of(1), line_of(2)).counts == {"kept": 2}
    assert outside.read_text(encoding="utf-8") == "mine"


def test_each_broken_line_is_told_with_its_number_and_the_others_are_imported(source: Path, bundle: Path) -> None:
    outcome = take(source, bundle, "\ufeff" + line_of(1), "{", "", '{"dialogue": "在吗"}', line_of(2))
    assert outcome.counts == {"new": 2}
    assert [problem.line for problem in outcome.problems if problem.broken] == [2, 4]


def test_bytes_that_are_no_text_and_endless_lines_break_only_their_line(source: Path, bundle: Path) -> None:
    source.write_bytes(b"\xff\xfe\n" + b"x" * 9_000_000 + b"\n" + line_of(1).encode() + b"\n" + b"y" * 4_000_001)
    outcome = import_file(Order(source, bundle, "zh", AT))
    assert outcome.counts == {"new": 1}
    assert [problem.line for problem in outcome.problems] == [1, 2, 4]


def test_two_lines_of_one_id_are_one_card_and_the_second_is_told(source: Path, bundle: Path) -> None:
    outcome = take(source, bundle, line_of(1), line_of(1), line_of(1, "另一个。"))
    assert (outcome.counts, outcome.repeated, outcome.broken) == ({"new": 1}, 1, 1)
    assert [(problem.line, problem.broken) for problem in outcome.problems] == [(2, False), (3, True)]


def test_a_card_too_large_to_be_read_is_a_broken_line(source: Path, bundle: Path) -> None:
    tags = {"title": "t", "summary": "s", "policy_categories": [f"tag {number}" for number in range(9_000)]}
    outcome = take(source, bundle, line_of(1, "长" * 400_000), json.dumps(tags))
    assert (outcome.counts, outcome.broken) == ({}, 2)


def test_a_dry_run_tells_the_same_and_writes_nothing(source: Path, bundle: Path) -> None:
    assert take(source, bundle, line_of(1), line_of(1), "{", dry=True).counts == {"new": 1}
    assert not bundle.exists()


def test_a_bundle_that_leads_out_of_the_corpus_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "away").symlink_to(tmp_path)
    with pytest.raises(CorpusError, match="leads out of the corpus"):
        bundle_folder(tmp_path / "cards", "away")
    with pytest.raises(CorpusError, match="leads out of the corpus"):
        bundle_folder(tmp_path / "cards", "..")
    assert bundle_folder(tmp_path / "cards", "new") == (tmp_path / "cards" / "new").resolve()


def test_a_folder_that_cannot_be_written_is_told_with_the_remedy(source: Path, bundle: Path) -> None:
    bundle.mkdir(parents=True)
    (bundle / "dialogues").write_text("a file", encoding="utf-8")
    with pytest.raises(CorpusError, match="Check the folder's permissions"):
        take(source, bundle, line_of(1))


def test_a_source_that_is_missing_is_told(source: Path, bundle: Path) -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        import_file(Order(source, bundle, "zh", AT))


def test_the_shipped_dialogues_become_unverified_cards_of_turns_without_personal_data(bundle: Path) -> None:
    assert import_file(Order(EXAMPLE, bundle, "zh", AT)).counts == {"new": 30}
    corpus = read_corpus(bundle.parent, {})
    cards = [card for part in corpus.bundles for card in part.cards]
    assert corpus.findings == ()
    assert len(cards) == 30
    assert {(card.type, card.trust, card.fictional) for card in cards} == {("Dialogue", "unverified", True)}
    assert all(card.link and card.tags for card in cards)
    for card in cards:
        sides = {unit.split(": ")[0] for unit in quotable_units(card.body)}
        assert sides == {"客户", "客服"}
    said = "".join(card.title + card.body for card in cards)
    assert not any(word in said for word in ("李小满", "周小禾", "林晓梅", "138", "EA0", "1101011", "@"))


def test_6400_records_are_imported_and_imported_again_in_time(source: Path, bundle: Path) -> None:
    lines = [line_of(index, "请拨打13812345678查询。" * 10) for index in range(RECORDS)]
    start = time.monotonic()
    assert take(source, bundle, *lines).counts == {"new": RECORDS}
    assert take(source, bundle, *lines).counts == {"unchanged": RECORDS}
    assert time.monotonic() - start < SECONDS
    assert len(list((bundle / "dialogues").iterdir())) == RECORDS  # no temporary file is left
