import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Timer

import pytest

from rag.errors import HistoryError
from rag.history.store import open_history
from tests.rag.history.shown_values import META


def url_of(path: Path) -> str:
    return f"sqlite:///{path}"


def filled(path: Path) -> None:
    with open_history(url_of(path)) as store:
        conversation_id = store.start_conversation("all")
        for _ in range(50):
            store.add_question(conversation_id, META.question * 40)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def test_the_folder_is_made_and_the_journal_is_wal(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "history.sqlite"
    open_history(url_of(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("SELECT version FROM touchstone_history").fetchall() == [(2,)]


def test_an_empty_file_becomes_a_history(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    path.touch()
    with open_history(url_of(path)) as store:
        assert store.conversations() == ()


def test_closing_leaves_no_journal_behind(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    with open_history(url_of(path)) as store:
        store.start_conversation("all")
    assert [found.name for found in tmp_path.iterdir()] == ["history.sqlite"]


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    content = b"not a database, but somebody's letter\n" * 100
    path.write_bytes(content)
    with pytest.raises(HistoryError, match=r"history\.sqlite' is damaged .* move it away"):
        open_history(url_of(path))
    assert path.read_bytes() == content
    assert [found.name for found in tmp_path.iterdir()] == ["history.sqlite"]


def test_a_history_with_an_overwritten_page_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    filled(path)
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 12] = b"\xff" * 4096 * 10
    path.write_bytes(content)
    with pytest.raises(HistoryError, match=r"history\.sqlite' is damaged .*Nothing was overwritten"):
        open_history(url_of(path))
    assert path.read_bytes() == bytes(content)


def test_a_history_cut_short_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    filled(path)
    content = path.read_bytes()[: 4096 * 3 + 100]
    path.write_bytes(content)
    with pytest.raises(HistoryError, match=r"history\.sqlite' is damaged"):
        open_history(url_of(path))
    assert path.read_bytes() == content


def test_damage_met_after_opening_is_an_error_for_users_too(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    with open_history(url_of(path)) as store:
        conversation_id = store.start_conversation("all")
        # More than the 2 MB of pages that SQLite keeps in memory.
        store.add_question(conversation_id, "long " * 1_000_000)
    with open_history(url_of(path)) as store:
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (path.stat().st_size - 4096))
        with pytest.raises(HistoryError, match=r"history\.sqlite' is damaged"):
            store.messages(conversation_id)


def test_a_writer_that_does_not_let_go_is_reported_after_five_seconds(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    with open_history(url_of(path)) as store, closing(sqlite3.connect(path)) as other:
        conversation_id = store.start_conversation("all")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(HistoryError, match=r"history\.sqlite' was held by another writer for over 5 s"):
            store.add_question(conversation_id, "Hello")
        other.rollback()
        store.add_question(conversation_id, "Hello again")
        assert [message.text for message in store.messages(conversation_id)] == ["Hello again"]


def test_opening_waits_for_a_reader_to_switch_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    filled(path)
    with closing(sqlite3.connect(path, check_same_thread=False)) as reader:
        reader.execute("PRAGMA journal_mode = DELETE")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM messages").fetchall()
        release = Timer(0.2, reader.rollback)
        release.start()
        open_history(url_of(path)).close()
        release.join()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_newer_schema_is_refused_with_both_versions_and_a_remedy(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    filled(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE touchstone_history SET version = 7")
        connection.commit()
    with pytest.raises(HistoryError, match=r"schema version 7; this release reads version 2\. .* new file"):
        open_history(url_of(path))
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version FROM touchstone_history").fetchone() == (7,)
        assert connection.execute("SELECT count(*) FROM messages").fetchone() == (50,)


def test_another_programs_tables_are_not_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "chat.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE messages (id)")
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(HistoryError, match=r"another program's: it has messages .* new file"):
        open_history(url_of(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_history_in_memory_is_refused(url: str) -> None:
    with pytest.raises(HistoryError, match="names no file"):
        open_history(url)


@pytest.mark.parametrize("url", ["", "history.sqlite", "nosuchdb://x/y", "postgresql+nosuch://x/y"])
def test_what_is_no_url_is_refused_with_an_example(url: str) -> None:
    with pytest.raises(HistoryError, match=r"sqlite:///folder/history\.sqlite"):
        open_history(url)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HistoryError, match=r"file/data' of the history cannot be made"):
        open_history(url_of(tmp_path / "file" / "data" / "history.sqlite"))


def test_a_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(HistoryError, match=r"cannot be used: unable to open database file"):
        open_history(url_of(tmp_path))


def test_a_missing_driver_is_named_and_the_password_is_not() -> None:
    with pytest.raises(HistoryError, match=r"'postgresql\+pg8000', whose driver 'pg8000' is not") as caught:
        open_history("postgresql+pg8000://app:s3cret@127.0.0.1/history")
    assert "s3cret" not in str(caught.value)
