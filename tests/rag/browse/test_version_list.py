import pytest

from rag.browse.version_list import building, list_versions, switch_version
from rag.errors import IndexBusy, IndexDamaged, IndexMismatch
from rag.index.versions import builder_lock, current_version
from rag.protocols import EmbedderIdentity
from tests.fakes.corpus import FERRY, Site, write_card
from tests.fakes.embedder import IDENTITY, HashingEmbedder

OTHER = EmbedderIdentity("other", "1", 64)


def two_versions(site: Site) -> tuple[str, str]:
    first = site.build(HashingEmbedder()).version
    write_card(site.corpus, FERRY, "The first ferry leaves at 7:10.")
    return first, site.build(HashingEmbedder()).version


def test_versions_are_listed_newest_first_with_the_serving_one_marked(site: Site) -> None:
    first, second = two_versions(site)
    lines = list_versions(site.index, IDENTITY)
    assert [(line.version, line.serving, line.fits, line.cards) for line in lines] == [
        (second, True, True, 3),
        (first, False, True, 3),
    ]
    assert lines[0].bundles == (("city", 2), ("harbour", 1))


def test_switching_back_makes_the_older_version_serve(site: Site) -> None:
    first, _ = two_versions(site)
    switch_version(site.index, first, IDENTITY)
    assert current_version(site.index) == first
    card = site.open(HashingEmbedder()).cards.get(FERRY)
    assert card is not None
    assert "6:10" in card.body


def test_a_version_of_another_embedder_is_marked_and_refused(site: Site) -> None:
    first, second = two_versions(site)
    assert not any(line.fits for line in list_versions(site.index, OTHER))
    with pytest.raises(IndexMismatch):
        switch_version(site.index, first, OTHER)
    assert current_version(site.index) == second


def test_an_unknown_version_is_refused(site: Site) -> None:
    two_versions(site)
    with pytest.raises(IndexDamaged):
        switch_version(site.index, "0123456789abcdef", IDENTITY)


def test_while_somebody_builds_no_version_is_switched(site: Site) -> None:
    first, _ = two_versions(site)
    assert not building(site.index)
    with builder_lock(site.index):
        assert building(site.index)
        with pytest.raises(IndexBusy):
            switch_version(site.index, first, IDENTITY)
