import io
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from rag.cli import main
from rag.config import load_settings
from rag.engine import build
from rag.index import versions
from rag.index.build import KEEP, Built, Progress
from rag.index.build_lines import from_line
from rag.index.embedding.local import open_local_embedder
from rag.index.embedding.model_folder import ModelSettings
from tests.fakes.corpus import write_card
from tests.fakes.other_process import building
from tests.rag.index.embedding.tiny_model import write_tiny_model

ROOT = Path(__file__).parents[2]
MODEL = ModelSettings(name="tiny", revision="1", dimensions=2, max_tokens=64, pooling="mean")
WORDS = {"[UNK]": (1.0, 1.0), "east": (9.0, 0.0), "north": (0.0, 9.0)}
"""Two words have a direction; all others stand in the middle."""

EAST, NORTH = "city/gates/east", "city/gates/north"
EAST_QUESTION = "when does the east gate open"


@dataclass(frozen=True)
class Outcome:
    """What a command left."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The output, one JSON value a line."""
        return [json.loads(line) for line in self.out.splitlines()]


@dataclass(frozen=True)
class Shell:
    """The command line over a folder of its own: the shipped config.yaml with other places and the tiny model."""

    folder: Path
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    @property
    def config(self) -> Path:
        return self.folder / "config.yaml"

    @property
    def index(self) -> Path:
        return self.folder / "data" / "index"

    def run(self, *arguments: str, stdin: io.TextIOBase | None = None) -> Outcome:
        """Run a command in this process."""
        self.monkeypatch.setattr(sys, "stdin", stdin)
        code = main(["--config", str(self.config), *arguments])
        written = self.capsys.readouterr()
        return Outcome(code, written.out, written.err)


@pytest.fixture(scope="module")
def built_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two cards, a model, config.yaml and an index, to be copied."""
    folder = tmp_path_factory.mktemp("built")
    raw: dict[str, Any] = yaml.load((ROOT / "config.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    raw["embedder"] |= {"name": MODEL.name, "revision": MODEL.revision, "dimensions": MODEL.dimensions}
    raw |= {"corpus": {"path": "cards"}, "data": {"path": "data"}}
    (folder / "config.yaml").write_text(yaml.safe_dump(raw, allow_unicode=True), encoding="utf-8")
    write_tiny_model(folder / "data" / "models" / MODEL.name, MODEL, words=WORDS)
    write_card(folder / "cards", EAST, "The east gate opens at nine.", phrases=[EAST_QUESTION])
    write_card(folder / "cards", NORTH, "The north gate is closed.", phrases=["may I go in at the north"])
    settings = load_settings(folder / "config.yaml")
    build(settings, open_local_embedder(folder / "data" / "models", settings.embedder), keep=KEEP)
    return folder


@pytest.fixture
def indexed(
    built_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Shell:
    """A folder with two cards and their index."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    return Shell(Path(shutil.copytree(built_folder, tmp_path / "work")), capsys, monkeypatch)


@pytest.fixture
def shell(indexed: Shell) -> Shell:
    """The same before anything was indexed."""
    shutil.rmtree(indexed.index)
    return indexed


def start(shell: Shell, *arguments: str) -> subprocess.Popen[str]:
    """Run a command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "rag", "--config", str(shell.config), *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


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


def test_index_says_what_it_did_and_again_that_nothing_changed(shell: Shell) -> None:
    first, second = shell.run("index"), shell.run("index")
    version = versions.current_version(shell.index)
    assert (first.code, second.code) == (0, 0)
    assert first.out.startswith(
        f"Index {version}: 2 cards (2 new, 0 changed, 0 deleted, 0 unchanged), 4 texts embedded, "
    )
    assert second.out.startswith(
        f"Index {version}: 2 cards (0 new, 0 changed, 0 deleted, 2 unchanged), 0 texts embedded, "
    )


def test_index_tells_its_progress_a_line_a_step_where_there_is_no_terminal(shell: Shell) -> None:
    lines = shell.run("index").err.splitlines()
    assert "vectors: 0/4" in lines
    assert "vectors: 4/4" in lines
    assert lines[-1] == "publish: 1/1"


def test_index_mentions_findings_and_where_to_read_them(shell: Shell) -> None:
    (shell.folder / "cards" / "city" / "bad.md").write_text("no frontmatter")
    outcome = shell.run("index")
    assert outcome.code == 0
    assert outcome.out.endswith("1 findings; see: python -m rag check\n")


def test_index_check_lists_the_difference_and_changes_nothing(indexed: Shell) -> None:
    assert indexed.run("index", "--check") == Outcome(0, "2 unchanged; the index is up to date.\n", "")
    write_card(indexed.folder / "cards", EAST, "The east gate opens at ten.")
    write_card(indexed.folder / "cards", "city/gates/west", "There is no west gate.")
    (indexed.folder / "cards" / f"{NORTH}.md").unlink()
    before = versions.current_version(indexed.index)
    outcome = indexed.run("index", "--check")
    assert outcome.code == 1
    assert outcome.out == (
        f"new city/gates/west\nchanged {EAST}\ndeleted {NORTH}\n0 unchanged; run: python -m rag index\n"
    )
    assert versions.current_version(indexed.index) == before


def test_index_check_without_an_index_finds_every_card_new(shell: Shell) -> None:
    outcome = shell.run("index", "--check")
    assert outcome.code == 1
    assert outcome.out == f"new {EAST}\nnew {NORTH}\n0 unchanged; run: python -m rag index\n"


def test_index_check_does_not_call_an_index_of_another_embedder_up_to_date(indexed: Shell) -> None:
    text = indexed.config.read_text(encoding="utf-8")
    indexed.config.write_text(text.replace("revision: '1'", "revision: '2'"), encoding="utf-8")
    outcome = indexed.run("index", "--check")
    assert outcome.code == 1
    assert "embedder tiny revision 1 (2 dimensions), but config.yaml names embedder tiny revision 2" in outcome.out


def test_index_check_notices_what_stands_beside_the_cards(indexed: Shell) -> None:
    (indexed.folder / "cards" / "city" / "bad.md").write_text("no frontmatter")
    assert indexed.run("index", "--check") == Outcome(1, "2 unchanged; run: python -m rag index\n", "")


def test_index_json_tells_progress_and_outcome_a_line_each(shell: Shell) -> None:
    outcome = shell.run("index", "--json")
    reports = [from_line(line) for line in outcome.out.splitlines()]
    assert outcome.code == 0
    assert reports[0] == Progress("read", 0, 1, None)
    assert isinstance(reports[-1], Built)
    assert reports[-1].version == versions.current_version(shell.index)
    assert shell.run("index", "--json", "--check").lines == [
        {"difference": {"new": [], "changed": [], "deleted": [], "unchanged": 2, "beside": False}}
    ]


def test_index_json_tells_a_failure_as_a_line(shell: Shell) -> None:
    shutil.rmtree(shell.folder / "cards")
    outcome = shell.run("index", "--json")
    assert outcome.code == 2
    assert outcome.lines[-1]["failure"]["kind"] == "CorpusError"


def test_index_keeps_as_many_versions_as_asked(shell: Shell) -> None:
    for hour in ("nine", "ten", "eleven"):
        write_card(shell.folder / "cards", EAST, f"The east gate opens at {hour}.", phrases=[EAST_QUESTION])
        assert shell.run("index", "--keep", "2").code == 0
    assert len(versions.versions(shell.index)) == 2


def test_keeping_no_version_could_not_run(shell: Shell) -> None:
    outcome = shell.run("index", "--keep", "0")
    assert (outcome.code, outcome.err) == (2, "rag: keep must be at least 1, got 0\n")


def test_index_rebuild_writes_the_same_version_anew(indexed: Shell) -> None:
    before = versions.versions(indexed.index)[0]
    assert indexed.run("index", "--rebuild").code == 0
    after = versions.versions(indexed.index)[0]
    assert after.version == before.version
    assert after.built_at > before.built_at


def test_index_of_an_empty_corpus_could_not_run_and_the_old_index_answers(indexed: Shell) -> None:
    shutil.rmtree(indexed.folder / "cards")
    (indexed.folder / "cards").mkdir()
    outcome = indexed.run("index")
    assert outcome.code == 2
    assert "rag: No card in 'cards'; corpus.path in config.yaml must name a folder of OKF cards." in outcome.err
    assert indexed.run("search", EAST_QUESTION).code == 0


def test_index_while_another_process_builds_could_not_run(shell: Shell) -> None:
    with building(shell.folder / "cards", shell.index, delay_s=10) as other:
        other.wait_for("vectors")
        outcome = shell.run("index")
    assert outcome.code == 2
    assert "rag: Another process is building the index; wait for it or stop it." in outcome.err


def test_search_prints_the_verdict_and_a_line_a_card(indexed: Shell) -> None:
    outcome = indexed.run("search", EAST_QUESTION)
    assert (outcome.code, outcome.err) == (0, "")
    verdict, first, *_ = outcome.out.splitlines()
    assert re.fullmatch(r"answerable  confidence \d\.\d{3} \(threshold 0\.5\)", verdict)
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
    assert outcome.out.startswith(f"The east gate opens at nine. [1]\n\n[1] east  {EAST}\n")


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
