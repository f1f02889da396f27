import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from rag.history.store import HistoryStore, open_history
from tests.rag.history.shown_values import META

ROOT = Path(__file__).parents[3]

WRITER = """
import sys
from rag.history.store import open_history

url, conversation_id, name = sys.argv[1:]
sys.stdin.readline()
with open_history(url) as store:
    store.ensure_conversation(conversation_id, "all")
    for n in range(50):
        store.add_question(conversation_id, f"{name}-{n}")
"""

ANSWERER = """
import sys, time
from rag.history.store import open_history
from tests.rag.history.shown_values import META, a_citation

url, conversation_id = sys.argv[1:]
store = open_history(url)
answer_id = store.begin_answer(conversation_id, store.add_question(conversation_id, "Second?"), meta=META)
store.save_citations(answer_id, (a_citation(),))
store.save_progress(answer_id, "Half an ans")
print("shown", flush=True)
time.sleep(60)
"""


def started(script: str, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def url_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'history.sqlite'}"


def test_eight_threads_of_a_hundred_writes_lose_nothing(tmp_path: Path) -> None:
    def write(store: HistoryStore, conversation_id: str, thread: int) -> None:
        for n in range(100):
            store.add_question(conversation_id, f"{thread}-{n}")

    with open_history(url_in(tmp_path)) as store:
        conversation_id = store.start_conversation("all")
        with ThreadPoolExecutor(8) as threads:
            for writing in [threads.submit(write, store, conversation_id, thread) for thread in range(8)]:
                writing.result()
        messages = store.messages(conversation_id)
    assert [message.position for message in messages] == list(range(1, 801))
    assert {message.text for message in messages} == {f"{t}-{n}" for t in range(8) for n in range(100)}


def test_two_processes_make_and_fill_one_history_together(tmp_path: Path) -> None:
    url, conversation_id = url_in(tmp_path), "c" * 22
    writers = [started(WRITER, url, conversation_id, name) for name in ("one", "two")]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        writer.communicate(timeout=60)
    assert [writer.returncode for writer in writers] == [0, 0]
    with open_history(url) as store:
        messages = store.messages(conversation_id)
    assert [message.position for message in messages] == list(range(1, 101))
    assert {message.text for message in messages} == {f"{w}-{n}" for w in ("one", "two") for n in range(50)}


def test_a_kill_in_the_middle_of_an_answer_leaves_it_labelled(tmp_path: Path) -> None:
    url = url_in(tmp_path)
    with open_history(url) as store:
        conversation_id = store.start_conversation("all")
        store.begin_answer(conversation_id, store.add_question(conversation_id, "First?"), meta=META)
        earlier = store.messages(conversation_id)
    with started(ANSWERER, url, conversation_id) as answerer:
        assert answerer.stdout is not None
        assert answerer.stdout.readline() == "shown\n"
        os.kill(answerer.pid, signal.SIGKILL)
    with open_history(url) as store:
        messages = store.messages(conversation_id)
    assert messages[:2] == earlier
    assert [message.text for message in messages[2:]] == ["Second?", "Half an ans"]
    assert (messages[3].ending, messages[3].status, len(messages[3].citations)) == ("stopped", None, 1)
