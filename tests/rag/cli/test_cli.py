import io
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from rag.index import versions
from tests.fakes.corpus import write_card
from tests.fakes.other_process import building
from tests.rag.cli.shell import EAST, EAST_QUESTION, NORTH, Outcome, Shell, start


def test_check_reads_the_configured_corpus(shell: Shell) -> None:
    outcome = shell.run("check")
    assert (outcome.code, outcome.out) == (
        0,
        "city: 2 cards, no okf_version, 0 errors, 0 warnings, 0 notes, 0 skipped\n",
    )


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--strict",), 1)])
def test_check_lists_an_error_and_fails_only_when_strict(shell: Shell, options: tuple[str, ...], code: int) -> None:
    (shell.folder / "cards" / "city" / "bad.md").write_text("no frontmatter")
    outcome = shell.run("check", *options)
    assert outcome.code == code
    assert outcome.out.startswith("city/bad.md:1: error no-frontmatter: ")


def test_check_of_a_folder_that_is_not_there_could_not_run(shell: Shell) -> None:
    assert shell.run("check", str(shell.folder / "nowhere")).code == 2


def test_search_prints_the_verdict_and_a_line_a_card(indexed: Shell) -> None:
    outcome = indexed.run("search", EAST_QUESTION)
    assert (outcome.code, outcome.err) == (0, "")
    verdict, first, *_ = outcome.out.splitlines()
    assert re.fullmatch(r"answerable  route LIGHT_RAG  confidence \d\.\d{3} \(threshold 0\.5\)", verdict)
    assert first.startswith(f"  1  {EAST}  ")
    assert "bm25 #1" in first
    assert "vector #1 1.000" in first


def test_search_json_is_one_object_with_the_hits(indexed: Shell) -> None:
    outcome = indexed.run("search", EAST_QUESTION, "--json", "--bundle", "city")
    (result,) = outcome.lines
    assert (result["question"], result["bundle"], result["status"]) == (EAST_QUESTION, "city", "answerable")
    assert result["index_version"] == versions.current_version(indexed.index)
    assert [hit["card_id"] for hit in result["hits"]] == [EAST, NORTH]
    assert (result["hits"][0]["title"], result["hits"][0]["rank"]) == ("east", 1)
    assert result["hits"][0]["vector"] == {"rank": 1, "score": 1.0}


def test_ask_prints_the_answer_and_its_source(indexed: Shell) -> None:
    outcome = indexed.run("ask", EAST_QUESTION)
    assert (outcome.code, outcome.err) == (0, "")
    answer, blank, decided, source, *_ = outcome.out.splitlines()
    assert (answer, blank, source) == ("The east gate opens at nine. [1]", "", f"[1] east  {EAST}")
    assert decided.startswith("answerable  route LIGHT_RAG  confidence ")


def test_a_greeting_is_answered_without_a_card_and_its_route_is_said(indexed: Shell) -> None:
    outcome = indexed.run("ask", "good morning!")
    assert outcome.out.startswith("Hello. I answer from cards")
    assert "direct  route DIRECT\n" in outcome.out
    assert "[1]" not in outcome.out


def test_ask_prints_a_refusal_and_the_nearest_cards(indexed: Shell) -> None:
    text = indexed.config.read_text(encoding="utf-8")
    indexed.config.write_text(text.replace("threshold: 0.5", "threshold: 1.0"), encoding="utf-8")
    outcome = indexed.run("ask", "may I go in at the north")
    assert outcome.code == 0
    assert "[1]" not in outcome.out.splitlines()[0]
    assert "[1] north  city/gates/north" in outcome.out


def test_ask_prints_what_a_card_says_without_its_control_characters(shell: Shell) -> None:
    write_card(shell.folder / "cards", EAST, "The east gate \x1b]0;owned\x07opens at nine.", phrases=[EAST_QUESTION])
    shell.run("index")
    outcome = shell.run("ask", EAST_QUESTION)
    assert "\x1b" not in outcome.out
    assert "opens at nine. [1]" in outcome.out


def test_ask_json_prints_an_event_a_line(indexed: Shell) -> None:
    events = indexed.run("ask", EAST_QUESTION, "--json").lines
    assert [event["event"] for event in events] == ["meta", "citation", "citation", "delta", "done"]
    assert events[0]["question"] == EAST_QUESTION
    assert (events[1]["card_id"], events[1]["quoted_text"]) == (EAST, ["The east gate opens at nine."])
    assert events[-1]["status"] == "answerable"
    assert events[-1]["cited"] == [1]


def test_a_dash_answers_each_line_with_a_line_blank_ones_included(indexed: Shell) -> None:
    outcome = indexed.run("search", "-", stdin=io.StringIO(f"{EAST_QUESTION}\n\n  \r\nopen the north\r\n여권"))
    assert outcome.code == 0
    assert [line["question"] for line in outcome.lines] == [EAST_QUESTION, "", "  ", "open the north", "여권"]
    assert [line["status"] for line in outcome.lines[:3]] == ["answerable", "empty_question", "empty_question"]


def test_a_dash_asks_each_line(indexed: Shell) -> None:
    events = indexed.run("ask", "-", stdin=io.StringIO(f"{EAST_QUESTION}\n\n")).lines
    assert [event["event"] for event in events if event["event"] in ("meta", "done")] == ["meta", "done"] * 2
    assert [event["status"] for event in events if event["event"] == "done"] == ["answerable", "empty_question"]


class _LinesThatTakeTheModelAway(io.StringIO):
    """Two questions; before the second the model's folder is gone, so that no second engine could be opened."""

    def __init__(self, model: Path) -> None:
        super().__init__()
        self._model = model

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]  # a generator is all that reading lines needs
        yield f"{EAST_QUESTION}\n"
        shutil.rmtree(self._model)
        yield "open the north\n"


def test_the_engine_is_opened_once_for_all_lines(indexed: Shell) -> None:
    outcome = indexed.run("search", "-", stdin=_LinesThatTakeTheModelAway(indexed.folder / "data" / "models" / "tiny"))
    assert (outcome.code, len(outcome.lines)) == (0, 2)


def test_a_closed_standard_input_holds_no_questions(indexed: Shell) -> None:
    assert indexed.run("search", "-", stdin=None) == Outcome(0, "", "")


def test_a_question_of_25_000_characters_is_cut_and_answered(indexed: Shell) -> None:
    long = (EAST_QUESTION + " ") * 900
    assert len(long) > 25_000
    for question, stdin in ((long, None), ("-", io.StringIO(long + "\n"))):
        outcome = indexed.run("search", question, "--json", stdin=stdin)
        assert (outcome.code, outcome.lines[0]["question"]) == (0, long[:2000])


def test_one_word_of_5_000_letters_is_answered(indexed: Shell) -> None:
    assert indexed.run("search", "e" * 5000).code == 0


def test_an_unknown_bundle_is_named_with_the_known_ones(indexed: Shell) -> None:
    for command in ("search", "ask"):
        outcome = indexed.run(command, EAST_QUESTION, "--bundle", "nowhere")
        assert outcome.code == 2
        assert outcome.err == "rag: There is no bundle 'nowhere'; there are: city (or all).\n"


def test_without_an_index_the_command_is_named(shell: Shell) -> None:
    for command in ("search", "ask"):
        outcome = shell.run(command, EAST_QUESTION)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == "rag: There is no index yet; run: python -m rag index\n"


def test_an_index_of_another_embedder_is_refused_with_the_command(indexed: Shell) -> None:
    with building(indexed.folder / "cards", indexed.index) as other:
        assert other.finish() == 0
    outcome = indexed.run("search", EAST_QUESTION)
    assert outcome.code == 2
    assert "Run: python -m rag index" in outcome.err


def test_a_wrong_setting_is_named(shell: Shell) -> None:
    text = shell.config.read_text(encoding="utf-8")
    shell.config.write_text(text.replace("rrf_k: 60", "rrf_k: 0"), encoding="utf-8")
    outcome = shell.run("search", EAST_QUESTION)
    assert outcome.code == 2
    assert outcome.err.startswith("rag: config.yaml is not valid. fusion.rrf_k: ")


@pytest.mark.parametrize("arguments", [(), ("dance",), ("search",), ("index", "--keep", "many")])
def test_a_command_that_is_none_is_refused_by_the_parser(shell: Shell, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as caught:
        shell.run(*arguments)
    assert caught.value.code == 2


def test_a_reader_that_goes_away_ends_an_endless_search_quietly(indexed: Shell) -> None:
    with start(indexed, "search", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{EAST_QUESTION}\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["status"] == "answerable"
        process.stdout.close()
        process.stdin.write(f"{EAST_QUESTION}\n" * 3)
        process.stdin.flush()
        assert (process.wait(20), process.stderr.read()) == (0, "")


def test_a_reader_that_goes_away_before_the_first_word_is_no_error(shell: Shell) -> None:
    with start(shell, "check") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert (process.wait(20), process.stderr.read()) == (0, "")
