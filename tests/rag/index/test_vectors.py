import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from rag.errors import IndexDamaged
from rag.index.vectors import VectorIndex, fill_chroma, open_collection
from rag.protocols import Vectors
from tests.fakes.corpus import make_card

Ints = NDArray[np.int64]
CARDS = 60
DIMENSIONS = 16
EXACT = 1000
"""An exact limit over any number of cards here."""


def unit(rows: NDArray[np.float64]) -> Vectors:
    return np.asarray(rows / np.linalg.norm(rows, axis=-1, keepdims=True), dtype=np.float32)


def flat(*angles: float) -> Vectors:
    """Return unit vectors in the plane, by their angles in degrees."""
    radians = np.radians(angles)
    return np.stack([np.cos(radians), np.sin(radians)], axis=1).astype(np.float32)


@pytest.fixture(scope="module")
def views() -> list[Vectors]:
    """Random vectors of 60 cards: each its whole text and 0 to 3 phrases."""
    rng = np.random.default_rng(7)
    return [unit(rng.normal(size=(1 + rng.integers(0, 4), DIMENSIONS))) for _ in range(CARDS)]


@pytest.fixture(scope="module")
def questions() -> Vectors:
    return unit(np.random.default_rng(8).normal(size=(20, DIMENSIONS)))


def starts_of(views: list[Vectors]) -> Ints:
    return np.cumsum([0, *(len(view) for view in views)]).astype(np.int64)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, views: list[Vectors]) -> Path:
    """The saved index with a real Chroma store; read only."""
    folder = tmp_path_factory.mktemp("version")
    VectorIndex(np.concatenate(views), starts_of(views)).save(folder)
    cards = [make_card(f"city/rooms/room-{row:02}") for row in range(CARDS)]
    fill_chroma(folder / "chroma", cards, np.stack([view[0] for view in views]))
    return folder


@pytest.fixture(scope="module")
def index(folder: Path) -> VectorIndex:
    return VectorIndex.open(folder)


def brute_force(views: list[Vectors], question: Vectors, rows: list[int]) -> list[float]:
    return [max(float(np.dot(view, question)) for view in views[row]) for row in rows]


def test_an_exact_search_scores_every_card_by_its_best_vector(
    index: VectorIndex, views: list[Vectors], questions: Vectors
) -> None:
    for question in questions:
        found = index.search(question, rows=None, limit=5, exact_limit=EXACT)
        assert found.exact
        assert found.rows.tolist() == list(range(CARDS))
        np.testing.assert_allclose(found.scores, brute_force(views, question, list(range(CARDS))), atol=1e-6)
        np.testing.assert_allclose(found.whole, [float(view[0] @ question) for view in views], atol=1e-6)


@pytest.mark.parametrize("rows", [[], [0], [CARDS - 1], [3, 4, 17, 42], list(range(9, 31)), list(range(CARDS))])
def test_a_filtered_search_equals_brute_force_on_the_subset(
    index: VectorIndex, views: list[Vectors], questions: Vectors, rows: list[int]
) -> None:
    for question in questions:
        found = index.search(question, rows=np.array(rows, np.int64), limit=5, exact_limit=EXACT)
        assert found.rows.tolist() == rows
        np.testing.assert_allclose(found.scores, brute_force(views, question, rows), atol=1e-6)


def test_a_card_has_one_similarity_whatever_cards_are_searched_with_it(index: VectorIndex, questions: Vectors) -> None:
    for question in questions:
        everywhere = index.search(question, rows=None, limit=5, exact_limit=EXACT)
        for rows in ([5], [3, 4, 17, 42], list(range(9, 31))):
            found = index.search(question, rows=np.array(rows, np.int64), limit=5, exact_limit=EXACT)
            np.testing.assert_array_equal(found.scores, everywhere.scores[rows])
            np.testing.assert_array_equal(found.whole, everywhere.whole[rows])


def test_a_phrase_lifts_a_card_over_one_whose_whole_text_is_nearer() -> None:
    # question at 0 degrees; card 0: whole text at 80, a phrase at 10; card 1: whole text at 40
    index = VectorIndex(flat(80, 10, 40), np.array([0, 2, 3]))
    found = index.search(flat(0)[0], rows=None, limit=2, exact_limit=EXACT)
    np.testing.assert_allclose(found.scores, np.cos(np.radians([10, 40])), atol=1e-6)
    np.testing.assert_allclose(found.whole, np.cos(np.radians([80, 40])), atol=1e-6)
    view, similarity = index.best_view(flat(0)[0], 0)
    assert view == 1
    assert similarity == pytest.approx(np.cos(np.radians(10)), abs=1e-6)


def test_a_similarity_may_be_negative() -> None:
    found = VectorIndex(flat(180), np.array([0, 1])).search(flat(0)[0], rows=None, limit=1, exact_limit=EXACT)
    assert found.scores.tolist() == [-1]


def test_an_index_of_no_cards_finds_nothing() -> None:
    empty = VectorIndex(np.zeros((0, 2), np.float32), np.array([0]))
    assert len(empty.search(flat(0)[0], rows=None, limit=3, exact_limit=EXACT).rows) == 0


def test_beyond_the_limit_hnsw_chooses_and_the_array_scores(
    index: VectorIndex, views: list[Vectors], questions: Vectors
) -> None:
    for question in questions:
        found = index.search(question, rows=None, limit=5, exact_limit=CARDS - 1)
        assert not found.exact
        # 5 cards wanted, 4 times as many asked for
        nearest = np.argsort([-float(view[0] @ question) for view in views], kind="stable")[:20]
        assert found.rows.tolist() == sorted(nearest.tolist())
        np.testing.assert_allclose(found.scores, brute_force(views, question, found.rows.tolist()), atol=1e-6)


def test_up_to_the_limit_hnsw_is_not_asked(views: list[Vectors], questions: Vectors) -> None:
    without_chroma = VectorIndex(np.concatenate(views), starts_of(views))
    assert without_chroma.search(questions[0], rows=None, limit=5, exact_limit=CARDS).exact
    with pytest.raises(IndexDamaged, match="no Chroma collection; run: python -m rag index --rebuild"):
        without_chroma.search(questions[0], rows=None, limit=5, exact_limit=CARDS - 1)


def test_an_exact_search_may_be_asked_for_beyond_the_limit(index: VectorIndex, questions: Vectors) -> None:
    assert index.search(questions[0], rows=None, limit=5, exact_limit=0, exact=True).exact


def test_a_filter_that_hides_what_hnsw_found_falls_back_to_the_array(
    index: VectorIndex, views: list[Vectors], questions: Vectors
) -> None:
    farthest = np.sort(np.argsort([float(view[0] @ questions[0]) for view in views])[:10])
    found = index.search(questions[0], rows=farthest, limit=5, exact_limit=0)
    assert found.exact
    np.testing.assert_allclose(found.scores, brute_force(views, questions[0], farthest.tolist()), atol=1e-6)


def test_a_filter_that_leaves_enough_keeps_what_hnsw_found(
    index: VectorIndex, views: list[Vectors], questions: Vectors
) -> None:
    nearest = np.sort(np.argsort([-float(view[0] @ questions[0]) for view in views])[:10])
    found = index.search(questions[0], rows=nearest, limit=5, exact_limit=0)
    assert not found.exact
    assert found.rows.tolist() == nearest.tolist()


def test_hnsw_alone_gives_the_order_of_whole_texts(
    index: VectorIndex, views: list[Vectors], questions: Vectors
) -> None:
    for question in questions:
        exact = np.argsort([-float(view[0] @ question) for view in views], kind="stable")
        assert index.nearest_rows(question, 10).tolist() == exact[:10].tolist()


def test_asking_for_more_than_there_are_gives_all(index: VectorIndex, questions: Vectors) -> None:
    assert sorted(index.nearest_rows(questions[0], 10 * CARDS).tolist()) == list(range(CARDS))


def test_threads_that_need_chroma_first_open_it_once(folder: Path, questions: Vectors) -> None:
    index = VectorIndex.open(folder)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda question: index.nearest_rows(question, 3).tolist(), questions))
    assert found == [index.nearest_rows(question, 3).tolist() for question in questions]


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    """A copy of the Chroma store, to be damaged."""
    return shutil.copytree(folder / "chroma", tmp_path / "abc123" / "chroma")


def test_a_graph_larger_than_its_data_is_damage_and_never_opened(copy: Path) -> None:
    graph = next(copy.glob("*/link_lists.bin"))
    graph.write_bytes(b"\1" * (graph.with_name("data_level0.bin").stat().st_size + 1))
    with pytest.raises(IndexDamaged, match="Chroma store of abc123 is damaged; run: python -m rag index --rebuild"):
        open_collection(copy)


def test_a_graph_without_its_data_is_damage(copy: Path) -> None:
    next(copy.glob("*/data_level0.bin")).unlink()
    with pytest.raises(IndexDamaged, match="abc123 is damaged"):
        open_collection(copy)


def test_a_missing_store_is_damage_and_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(IndexDamaged, match="abc123 is damaged"):
        open_collection(tmp_path / "abc123" / "chroma")
    assert list(tmp_path.iterdir()) == []


def test_a_store_without_the_collection_is_damage(tmp_path: Path) -> None:
    import chromadb

    chromadb.PersistentClient(str(tmp_path / "abc123" / "chroma")).close()  # type: ignore[attr-defined]
    with pytest.raises(IndexDamaged, match=r"abc123 cannot be opened \(NotFoundError\)"):
        open_collection(tmp_path / "abc123" / "chroma")


def test_a_damaged_store_is_refused_each_time_it_is_opened(copy: Path) -> None:
    database = copy / "chroma.sqlite3"
    database.write_bytes(b"x" * database.stat().st_size)
    for _ in range(2):
        with pytest.raises(IndexDamaged, match=r"abc123 cannot be opened .*--rebuild and start the app again"):
            open_collection(copy)
