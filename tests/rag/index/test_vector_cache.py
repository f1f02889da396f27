import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from rag.errors import EmbedderError, IndexUnusable
from rag.index.vector_cache import embed_cached
from rag.protocols import EmbedderIdentity, Vectors
from tests.fakes.embedder import IDENTITY, HashingEmbedder


def embed(path: Path, embedder: HashingEmbedder, texts: list[str], *, batch: int = 2) -> tuple[Vectors, int]:
    return embed_cached(path, embedder, texts, batch=batch, progress=lambda done, total: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "embeddings.sqlite"


def test_vectors_come_in_the_order_of_the_texts(path: Path) -> None:
    texts = ["a longer text comes first", "short", "of middle length"]
    vectors, made = embed(path, HashingEmbedder(), texts)
    assert made == 3
    np.testing.assert_array_equal(vectors, HashingEmbedder().embed_cards(texts))
    assert vectors.dtype == np.float32


def test_known_texts_are_not_made_again_and_come_back_bit_for_bit(path: Path) -> None:
    first, _ = embed(path, HashingEmbedder(), ["a", "b"])
    embedder = HashingEmbedder()
    again, made = embed(path, embedder, ["b", "c", "a"])
    assert (made, embedder.card_texts) == (1, ["c"])
    np.testing.assert_array_equal(again[[2, 0]], first)


def test_equal_texts_are_made_once(path: Path) -> None:
    embedder = HashingEmbedder()
    vectors, made = embed(path, embedder, ["a", "b", "a", "a"])
    assert (made, embedder.card_texts) == (2, ["a", "b"])
    np.testing.assert_array_equal(vectors[0], vectors[3])


def test_no_texts_give_no_rows(path: Path) -> None:
    vectors, made = embed(path, HashingEmbedder(), [])
    assert (vectors.shape, made) == ((0, IDENTITY.dimensions), 0)


@pytest.mark.parametrize(
    "other",
    [EmbedderIdentity("other", "1", 64), EmbedderIdentity("hashing", "2", 64), EmbedderIdentity("hashing", "1", 8)],
)
def test_another_embedder_shares_no_vector(path: Path, other: EmbedderIdentity) -> None:
    embed(path, HashingEmbedder(), ["a"])
    vectors, made = embed(path, HashingEmbedder(other), ["a"])
    assert (made, vectors.shape) == (1, (1, other.dimensions))


def test_batches_are_short_texts_first_and_progress_counts_what_is_made(path: Path) -> None:
    counts: list[tuple[int, int]] = []
    embedder = HashingEmbedder()
    texts = ["four", "7 chars", "12"]
    embed_cached(path, embedder, texts, batch=2, progress=lambda done, total: counts.append((done, total)))
    assert embedder.card_texts == ["12", "four", "7 chars"]
    assert counts == [(0, 3), (2, 3), (3, 3)]


def test_what_was_made_before_a_failure_stays(path: Path) -> None:
    with pytest.raises(EmbedderError):
        embed(path, HashingEmbedder(fails_after=2), ["a", "b", "c"])
    embedder = HashingEmbedder()
    embed(path, embedder, ["a", "b", "c"])
    assert embedder.card_texts == ["c"]


def test_a_stored_vector_of_another_length_is_made_anew(path: Path) -> None:
    embed(path, HashingEmbedder(), ["a", "b"])
    with closing(sqlite3.connect(path)) as cache:
        cache.execute("update vector set value = x'00' where key = (select min(key) from vector)")
        cache.commit()
    vectors, made = embed(path, HashingEmbedder(), ["a", "b"])
    assert made == 1
    np.testing.assert_array_equal(vectors, HashingEmbedder().embed_cards(["a", "b"]))


def test_a_damaged_file_is_named_with_the_remedy(path: Path) -> None:
    path.write_bytes(b"no database" * 100)
    with pytest.raises(IndexUnusable, match=r"embeddings\.sqlite: file is not a database.*delete that file"):
        embed(path, HashingEmbedder(), ["a"])


def test_more_texts_than_one_statement_can_ask_for_are_found(path: Path) -> None:
    texts = [f"text {number}" for number in range(1201)]
    embed(path, HashingEmbedder(), texts, batch=2000)
    assert embed(path, HashingEmbedder(), texts)[1] == 0
