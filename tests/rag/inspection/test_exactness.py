from rag.inspection.exactness import Overlap, against_exact
from tests.fakes.town import PERMIT
from tests.rag.inspection.conftest import Town


def test_overlap_is_the_share_of_the_exact_list_that_hnsw_found() -> None:
    assert Overlap(("a", "b", "c", "d"), ("d", "a", "x", "b")).share == 3 / 4
    assert Overlap((), ()).share == 1.0


def test_a_small_index_is_found_whole(town: Town) -> None:
    vector = town.embedder.embed_question("parking permit costs 30 euros a year residents over 70 pay nothing")
    found = against_exact(vector, town.tools.index, k=3)
    assert found.exact[0] == PERMIT
    assert len(found.exact) == len(found.approximate) == 3
    assert found.share == 1.0


def test_more_neighbours_than_cards_are_all_cards(town: Town) -> None:
    found = against_exact(town.embedder.embed_question("x"), town.tools.index, k=500)
    assert set(found.exact) == set(found.approximate) == set(town.tools.index.cards.ids)
