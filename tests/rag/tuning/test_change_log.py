from dataclasses import replace
from datetime import UTC, datetime, timedelta

from rag.tuning.change_log import ChangeLog, Entry
from rag.tuning.diff import Change

ENTRY = Entry(
    entry_id="a1",
    at=datetime(2026, 11, 30, 9, 15, tzinfo=UTC),
    who="김민지",
    changes=(Change("confidence.threshold", 0.5, 0.35), Change("topics.mode", "off", "both")),
    undoes="",
    file_after="sha-of-a1",
)


def test_nothing_was_changed_before_the_first_save(log: ChangeLog) -> None:
    assert log.entries("any") == ()


def test_who_when_from_and_to_are_read_back(log: ChangeLog) -> None:
    log.open(ENTRY)
    log.close("a1", saved=True)
    assert log.entries("any") == (replace(ENTRY, state="saved"),)


def test_the_newest_comes_first(log: ChangeLog) -> None:
    for number in range(3):
        log.open(replace(ENTRY, entry_id=str(number), at=ENTRY.at + timedelta(hours=number)))
        log.close(str(number), saved=True)
    assert [entry.entry_id for entry in log.entries("any")] == ["2", "1", "0"]


def test_what_was_written_is_never_touched_again(log: ChangeLog) -> None:
    log.open(ENTRY)
    log.close("a1", saved=True)
    before = log.path.read_bytes()
    log.open(replace(ENTRY, entry_id="b2"))
    log.close("b2", saved=True)
    assert log.path.read_bytes().startswith(before)


def test_an_open_entry_counts_as_saved_when_the_file_is_the_one_it_made(log: ChangeLog) -> None:
    log.open(ENTRY)
    assert log.entries("sha-of-a1")[0].state == "saved"
    assert log.entries("sha-of-another")[0].state == "broken-off"


def test_settling_writes_down_how_an_open_entry_ended(log: ChangeLog) -> None:
    log.open(ENTRY)
    log.settle("sha-of-another")
    log.settle("sha-of-a1")  # settled already: a later look changes nothing
    assert log.entries("sha-of-a1")[0].state == "broken-off"


def test_a_line_that_a_killed_process_tore_hides_no_other(log: ChangeLog) -> None:
    log.open(ENTRY)
    log.close("a1", saved=True)
    with log.path.open("ab") as handle:
        handle.write(b'{"id": "torn", "at": "2026-')
    log.open(replace(ENTRY, entry_id="b2"))
    log.close("b2", saved=True)
    assert [entry.entry_id for entry in log.entries("any")] == ["b2", "a1"]


def test_lines_that_are_no_entries_are_passed_over(log: ChangeLog) -> None:
    log.open(ENTRY)
    with log.path.open("ab") as handle:
        handle.write(b'[1]\n7\n"x"\nnull\n{"saved": true}\n{"id": "z", "at": "then"}\n\xff\xfe\n\n')
    assert [entry.entry_id for entry in log.entries("sha-of-a1")] == ["a1"]


def test_a_line_separator_inside_a_name_does_not_split_an_entry(log: ChangeLog) -> None:
    log.open(replace(ENTRY, who="a\u2028b\x85c\nd"))
    assert log.entries("sha-of-a1")[0].who == "a\u2028b\x85c\nd"
