"""What Chroma 1.5.9 does that our design rests on; one that fails here was changed by an upgrade."""

import math
import multiprocessing
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import chromadb
import numpy as np
import pytest
from chromadb.api import ClientAPI
from chromadb.api.models.Collection import Collection
from chromadb.config import Settings

from rag.index.vectors import CHROMA_BATCH, COLLECTION, fill_chroma, open_collection
from tests.fakes.corpus import make_card

EAST, NORTH, WEST = np.array([[1, 0], [0, 1], [-1, 0]], dtype=np.float32)


def start(folder: Path) -> ClientAPI:
    return chromadb.PersistentClient(str(folder), settings=Settings(anonymized_telemetry=False))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[ClientAPI]:
    client = start(tmp_path / "chroma")
    yield client
    client.close()  # type: ignore[attr-defined]  # the type of PersistentClient hides it


def distance_of_a_right_angle(collection: Collection) -> float:
    found = collection.query(query_embeddings=[NORTH], n_results=1, include=["distances"])
    assert found["distances"] is not None
    return float(found["distances"][0][0])


def test_the_default_space_is_l2_so_ours_is_set_to_cosine(client: ClientAPI, tmp_path: Path) -> None:
    plain = client.create_collection("plain", embedding_function=None)
    plain.add(ids=["0"], embeddings=[EAST])
    assert distance_of_a_right_angle(plain) == pytest.approx(1**2 + 1**2)
    fill_chroma(tmp_path / "ours", [make_card("city/a/b")], EAST[np.newaxis])
    ours, collection = open_collection(tmp_path / "ours")
    assert distance_of_a_right_angle(collection) == pytest.approx(1 - 0)
    ours.close()  # type: ignore[attr-defined]


def test_cosine_distance_is_one_minus_the_similarity(client: ClientAPI) -> None:
    collection = client.create_collection("cards", embedding_function=None, configuration={"hnsw": {"space": "cosine"}})
    collection.add(ids=["0", "1", "2"], embeddings=[EAST, NORTH, WEST])
    found = collection.query(query_embeddings=[EAST], n_results=3, include=["distances"])
    assert found["ids"] == [["0", "1", "2"]]
    assert found["distances"] is not None
    np.testing.assert_allclose(found["distances"][0], [0, 1, 2], atol=1e-6)


def test_an_existing_collection_keeps_its_old_metadata_so_ours_is_made_anew(client: ClientAPI) -> None:
    client.create_collection("cards", embedding_function=None, metadata={"embedder": "old"})
    again = client.get_or_create_collection("cards", embedding_function=None, metadata={"embedder": "new"})
    assert again.metadata == {"embedder": "old"}


def test_vectors_of_another_model_are_not_noticed_at_the_same_dimensions(client: ClientAPI) -> None:
    collection = client.create_collection("cards", embedding_function=None, metadata={"embedder": "old"})
    collection.add(ids=["0"], embeddings=[EAST])
    collection.add(ids=["1"], embeddings=[NORTH], metadatas=[{"embedder": "new"}])
    assert collection.count() == 2


@pytest.mark.parametrize("value", [[], {}, {"by": "x"}, date(2026, 11, 3), [1, "a"]])
def test_metadata_that_is_no_scalar_is_refused_so_frontmatter_is_one_string(client: ClientAPI, value: Any) -> None:
    collection = client.create_collection("cards", embedding_function=None)
    with pytest.raises((ValueError, TypeError)):
        collection.add(ids=["0"], embeddings=[EAST], metadatas=[{"frontmatter": value}])


def test_our_store_holds_the_frontmatter_and_the_filter_keys(tmp_path: Path) -> None:
    card = make_card("city/a/b", "The body.", frontmatter='{"type": "Fact", "tags": []}')
    fill_chroma(tmp_path / "ours", [card], EAST[np.newaxis])
    client, collection = open_collection(tmp_path / "ours")
    held = collection.get(ids=["0"], include=["metadatas", "documents"])
    assert held["documents"] == ["The body."]
    assert held["metadatas"] == [
        {
            "card_id": "city/a/b",
            "bundle": "city",
            "topic": "a",
            "type": "Fact",
            "trust": "unverified",
            "status": "stable",
            "frontmatter": card.frontmatter,
        }
    ]
    client.close()  # type: ignore[attr-defined]


def test_an_id_added_again_is_silently_ignored(client: ClientAPI) -> None:
    collection = client.create_collection("cards", embedding_function=None)
    collection.add(ids=["0"], embeddings=[EAST], documents=["old"])
    collection.add(ids=["0"], embeddings=[NORTH], documents=["new"])
    assert collection.get(ids=["0"])["documents"] == ["old"]


def test_our_batches_stay_below_what_a_client_takes(client: ClientAPI) -> None:
    assert client.get_max_batch_size() >= CHROMA_BATCH


def test_more_than_one_batch_arrives_whole(tmp_path: Path) -> None:
    count = CHROMA_BATCH + 1
    angles = np.linspace(0, 3, count)
    whole = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    fill_chroma(tmp_path / "ours", [make_card(f"city/a/{row}") for row in range(count)], whole)
    client, collection = open_collection(tmp_path / "ours")
    assert collection.count() == count
    assert collection.get(ids=[str(count - 1)])["metadatas"][0]["card_id"] == f"city/a/{count - 1}"  # type: ignore[index]
    client.close()  # type: ignore[attr-defined]


def test_a_question_that_is_no_number_raises_nothing(client: ClientAPI) -> None:
    collection = client.create_collection("cards", embedding_function=None)
    collection.add(ids=["0"], embeddings=[EAST])
    found = collection.query(query_embeddings=[EAST * math.nan], n_results=1, include=["distances"])
    assert found["distances"] is not None
    assert math.isnan(found["distances"][0][0])


def _delete_a_card(folder: Path) -> None:
    start(folder).get_collection(COLLECTION, embedding_function=None).delete(ids=["0"])


def test_a_query_does_not_see_what_another_process_deleted_so_versions_are_never_written_again(
    tmp_path: Path,
) -> None:
    cards = [make_card("city/a/east"), make_card("city/a/north")]
    fill_chroma(tmp_path / "ours", cards, np.stack([EAST, NORTH]))
    client, collection = open_collection(tmp_path / "ours")
    assert collection.query(query_embeddings=[EAST], n_results=1)["ids"] == [["0"]]
    other = multiprocessing.get_context("forkserver").Process(target=_delete_a_card, args=(tmp_path / "ours",))
    other.start()
    other.join(30)
    assert other.exitcode == 0
    assert collection.count() == 1
    assert collection.query(query_embeddings=[EAST], n_results=1)["ids"] == [["0"]]
    client.close()  # type: ignore[attr-defined]
