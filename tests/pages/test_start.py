import shutil
import threading
import time
from pathlib import Path

import pytest

from pages.components.words import words
from rag.index.versions import CURRENT, builder_lock
from tests.fakes.openai_server import Embeddings, OpenAIServer, error
from tests.pages.conftest import Site
from tests.pages.seen import seen

EN = words("en")


@pytest.fixture
def fresh(site: Site, tmp_path: Path) -> Site:
    """The town before its first start: cards and a model, no index."""
    shutil.copytree(site.data / "models", tmp_path / "data" / "models")
    found = Site(site.settings, site.corpus, tmp_path / "data")
    found.change({})
    return found


def test_without_an_index_the_first_start_builds_one_and_opens(fresh: Site) -> None:
    app = fresh.open()
    assert seen(app)[0] == "Touchstone"
    assert (fresh.data / "index" / CURRENT).exists()
    assert not app.exception


def test_a_build_says_what_it_is_doing_and_what_failed(fresh: Site, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    nowhere = Site(fresh.settings, tmp_path / "empty", fresh.data)
    nowhere.change({})
    shown = seen(nowhere.open())
    assert shown[0] == EN.building
    assert shown[-2] == EN.cannot_start
    assert "corpus.path in config.yaml" in shown[-1]


def test_while_another_process_builds_the_page_waits_and_goes_on_by_itself(fresh: Site) -> None:
    def hold() -> None:
        with builder_lock(fresh.data / "index"):
            held.set()
            time.sleep(1)

    held = threading.Event()
    other = threading.Thread(target=hold)
    other.start()
    held.wait()
    app = fresh.open()
    other.join()
    assert seen(app)[0] == "Touchstone"


def test_another_embedder_than_the_indexs_is_named_with_the_command_that_mends_it(site: Site) -> None:
    site.change({"embedder": {"revision": "2"}})
    shown = seen(site.open())
    assert shown[0] == EN.cannot_start
    assert "embedder tiny revision 1" in shown[1]
    assert "config.yaml names embedder tiny revision 2" in shown[1]
    assert "python -m rag index" in shown[1]


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"fusion": {"rrf_k": 0}}, ("fusion.rrf_k", "greater than or equal to 1", "got 0")),
        ({"confidence": {"threshold": 2}}, ("confidence.threshold", "less than or equal to 1", "got 2")),
        ({"lexical": {"k9": 1}}, ("lexical.k9", "Extra inputs are not permitted")),
        ({"chat_model": {"name": ""}}, ("chat_model.name", "at least 1 character")),
    ],
)
def test_a_value_out_of_range_names_key_range_and_value(
    site: Site, changes: dict[str, dict[str, object]], named: tuple[str, ...]
) -> None:
    site.change(changes)
    heading, message = seen(site.open())
    assert heading == EN.cannot_start
    assert all(part in message for part in named)


@pytest.mark.parametrize("text", ["", "- a list", "a: [", "\tx"])
def test_a_file_that_is_no_settings_file_is_named(site: Site, text: str) -> None:
    site.settings.write_text(text)
    heading, message = seen(site.open(locale="ko"))
    assert heading == words("ko").cannot_start
    assert "config.yaml" in message


def test_a_missing_settings_file_is_named(site: Site) -> None:
    site.settings.unlink()
    assert "config.yaml not found" in seen(site.open())[1]


def test_once_the_settings_are_mended_the_next_session_opens(site: Site) -> None:
    site.change({"fusion": {"rrf_k": 0}})
    assert seen(site.open())[0] == EN.cannot_start
    site.change({})
    assert seen(site.open())[0] == "Touchstone"


def test_an_embedder_that_cannot_be_opened_names_the_remedy(fresh: Site) -> None:
    shutil.rmtree(fresh.data / "models")
    shown = seen(fresh.open())
    assert shown[-2] == EN.cannot_start
    assert "There is no model folder" in shown[-1]


def test_an_embedder_that_fails_during_a_question_leaves_a_failed_answer_that_can_be_asked_again(
    fresh: Site, chat_server: OpenAIServer
) -> None:
    chat_server.embeddings(Embeddings(dimensions=8))
    service = {"provider": "openai", "name": "fake", "revision": "1", "dimensions": 8, "timeout_s": 1, "retries": 0}
    fresh.change({"embedder": service})
    app = fresh.open()
    chat_server.embeddings(error(500, "server_error"))
    app.chat_input[0].set_value("What does a parking permit cost?").run()
    shown = seen(app)
    assert shown[-2] == EN.cannot_start
    assert "embedd" in shown[-1]
    again = seen(fresh.open(c=app.query_params["c"]))
    assert again[2] == f"{EN.endings['failed']} {EN.cause.format(cause=EN.failures['embedder'])} {EN.not_checked}"
    assert again[3] == EN.retry


def test_a_history_that_cannot_be_opened_is_named(site: Site) -> None:
    site.change({"history": {"url": "nonsense://x"}})
    app = site.open(c="some-conversation")
    assert seen(app)[-2] == EN.cannot_start
    assert "history.url" in seen(app)[-1]
