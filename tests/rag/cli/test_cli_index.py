import shutil

from rag.index import versions
from rag.index.build import Built, Progress
from rag.index.build_lines import from_line
from tests.fakes.corpus import write_card
from tests.fakes.other_process import building
from tests.rag.cli.shell import EAST, EAST_QUESTION, NORTH, Outcome, Shell


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
