import re
from dataclasses import replace

import numpy as np
import pytest

from rag.errors import IndexDamaged, IndexMismatch, IndexMissing
from rag.index import versions
from rag.index.card_text import CARD_TEXT_VERSION
from rag.index.opening import check_fit, open_index
from rag.protocols import EmbedderIdentity
from tests.fakes.corpus import FERRY, LIBRARY, PARKING, Site
from tests.fakes.embedder import IDENTITY, HashingEmbedder


def test_before_the_first_build_the_command_is_named(site: Site) -> None:
    with pytest.raises(IndexMissing, match="run: python -m rag index"):
        open_index(site.index, IDENTITY)


def test_the_embedder_it_was_built_with_opens_it(built_site: Site) -> None:
    version = versions.current_version(built_site.index)
    assert open_index(built_site.index, IDENTITY).manifest.version == version


@pytest.mark.parametrize(
    "configured",
    [
        replace(IDENTITY, name="another"),  # of the same dimensions: Chroma would notice nothing
        replace(IDENTITY, revision="2"),
        replace(IDENTITY, dimensions=384),
    ],
)
def test_another_embedder_is_refused_with_both_names_and_the_command(
    built_site: Site, configured: EmbedderIdentity
) -> None:
    with pytest.raises(IndexMismatch) as caught:
        open_index(built_site.index, configured)
    words = str(caught.value)
    assert "embedder hashing revision 1 (64 dimensions)" in words
    assert f"embedder {configured.name} revision {configured.revision} ({configured.dimensions} dimensions)" in words
    assert "Run: python -m rag index" in words


def test_another_text_pipeline_is_refused_with_both_versions_and_the_command(built_site: Site) -> None:
    older = replace(built_site.open(HashingEmbedder()).manifest, card_text="0.9")
    words = f"text pipeline 0.9, but this program has {CARD_TEXT_VERSION}. Run: python -m rag index"
    with pytest.raises(IndexMismatch, match=re.escape(words)):
        check_fit(older, IDENTITY)


@pytest.mark.parametrize(
    "name",
    ["cards.sqlite", "vectors.npy", "vector_starts.npy", "lengths.npy", "sub_indexes.json", "open_questions.json"],
)
def test_a_file_that_cannot_be_read_is_damage_even_at_its_size(built_site: Site, name: str) -> None:
    version = versions.current_version(built_site.index)
    path = built_site.index / version / name
    path.write_bytes(b"x" * path.stat().st_size)
    with pytest.raises(IndexDamaged, match=rf"'{version}' cannot be read .*run: python -m rag index --rebuild"):
        open_index(built_site.index, IDENTITY)


def test_rows_are_those_of_the_bundles_and_topics_asked(built_site: Site) -> None:
    index = built_site.open(HashingEmbedder())
    assert index.cards.ids == (LIBRARY, PARKING, FERRY)
    assert index.bundles == ("city", "harbour")
    assert index.rows(["city", "harbour"], None) is None
    wanted = {
        ("city",): [0, 1],
        ("harbour",): [2],
        (): [],
    }
    for bundles, rows in wanted.items():
        np.testing.assert_array_equal(index.rows(bundles, None), rows)
    np.testing.assert_array_equal(index.rows(["city"], [("city", "parking")]), [1])
    np.testing.assert_array_equal(index.rows(["harbour"], [("city", "parking")]), [])


def test_an_index_that_is_open_goes_on_after_its_version_is_pruned(built_site: Site) -> None:
    index = built_site.open(HashingEmbedder())
    (built_site.corpus / f"{FERRY}.md").unlink()
    built_site.build(HashingEmbedder(), keep=1)
    assert not index.folder.exists()
    card = index.cards.get(FERRY)
    assert card is not None
    assert card.body.strip() == "The first ferry leaves at 6:10."
    found = index.vectors.search(HashingEmbedder().embed_question("ferry"), rows=None, limit=3, exact_limit=100)
    assert found.rows.tolist() == [0, 1, 2]
    index.close()
