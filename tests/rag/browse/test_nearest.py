import pytest

from rag.browse.nearest import nearest_cards
from tests.fakes.corpus import LIBRARY, PARKING, Site, write_card
from tests.fakes.embedder import HashingEmbedder


@pytest.mark.parametrize("exact_limit", [100, 0])
def test_the_nearest_other_cards_come_first(site: Site, exact_limit: int) -> None:
    embedder = HashingEmbedder()
    write_card(site.corpus, "city/parking/copy", "A parking permit costs 30 euros a year.", title="permit fee")
    site.build(embedder)
    index = site.open(embedder)
    found = nearest_cards(index, PARKING, limit=2, exact_limit=exact_limit)
    assert found[0][0] == "city/parking/copy"
    assert found[0][1] >= found[1][1]
    assert PARKING not in dict(found)


def test_an_unknown_card_has_no_neighbours(site: Site) -> None:
    embedder = HashingEmbedder()
    site.build(embedder)
    assert nearest_cards(site.open(embedder), "gone", limit=2, exact_limit=100) == ()
    assert LIBRARY in dict(nearest_cards(site.open(embedder), PARKING, limit=9, exact_limit=100))
