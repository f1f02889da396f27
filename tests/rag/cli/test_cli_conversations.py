from tests.fakes.conversations import write_conversations
from tests.rag.cli.shell import Shell


def test_eval_measures_a_folder_with_conversations_without_touching_the_index(indexed: Shell) -> None:
    before = (indexed.index / "CURRENT").read_bytes()
    folder = write_conversations(indexed.folder / "talks")
    done = indexed.run("eval", "--conversations", str(folder), "--misses")
    assert done.code == 0
    assert done.out.startswith("## talks\n")
    assert "| follow-ups, 1 of 1 carried |" in done.out
    assert "outcomes.jsonl" in done.err
    assert (indexed.folder / "data" / "conversations" / "talks" / "outcomes.jsonl").exists()
    assert (indexed.index / "CURRENT").read_bytes() == before
    assert indexed.run("eval", "--conversations", str(folder), "--misses").out == done.out


def test_eval_of_a_broken_folder_says_which_line(indexed: Shell) -> None:
    folder = write_conversations(indexed.folder / "talks", questions=[{"id": "q"}])
    done = indexed.run("eval", "--conversations", str(folder))
    assert done.code == 2
    assert "queries.jsonl:1: a line needs `id` and `text`" in done.err
