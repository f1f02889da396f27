"""Builds that are killed, or that meet."""

import random
import time

import pytest

from rag.errors import IndexBusy
from rag.index import versions
from rag.index.build import EMBED_BATCH
from tests.fakes.corpus import FERRY, PARKING, Site, write_card
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.other_process import building

ROUNDS = 20


def ferry_card_says(site: Site) -> str:
    """Open the serving version as a fresh app does, ask it, and return the body of the ferry's card."""
    embedder = HashingEmbedder()
    index = site.open(embedder)
    found = index.vectors.search(embedder.embed_question("the first ferry leaves"), rows=None, limit=1, exact_limit=100)
    card = index.cards.at(int(found.rows[found.scores.argmax()]))
    words = index.lexical.search(["ferri"], bundles=["harbour"])
    assert [index.cards.ids[row] for row in words.rows] == [card.card_id] == [FERRY]
    return card.body.strip()


def seconds_of_a_build(site: Site) -> float:
    """Build in another process; return how long it took from the first report to its end."""
    with building(site.corpus, site.index, delay_s=0.05) as whole:
        whole.wait_for("read")
        started = time.monotonic()
        assert whole.finish() == 0
        return time.monotonic() - started


def test_twenty_builds_killed_at_any_moment_leave_a_version_that_answers(site: Site) -> None:
    rng = random.Random(20)
    site.build(HashingEmbedder())
    write_card(site.corpus, FERRY, "Day 0: the first ferry leaves at 6:10.")
    duration_s = seconds_of_a_build(site)
    serving, killed = 0, 0
    for day in range(1, ROUNDS + 1):
        write_card(site.corpus, FERRY, f"Day {day}: the first ferry leaves at 6:10.")
        with building(site.corpus, site.index, delay_s=0.05) as build:
            build.wait_for("read")
            time.sleep((day - rng.random()) / ROUNDS * duration_s)
            killed += build.kill()
        says = ferry_card_says(site)
        assert says in {f"Day {served}: the first ferry leaves at 6:10." for served in (serving, day)}
        serving = day if says.startswith(f"Day {day}:") else serving
    assert killed >= ROUNDS / 4, f"only {killed} of {ROUNDS} builds were killed before their end"

    last = site.build(HashingEmbedder(), keep=1)
    assert ferry_card_says(site) == f"Day {ROUNDS}: the first ferry leaves at 6:10."
    names = {path.name for path in site.index.iterdir()}
    assert names == {last.version, "CURRENT", ".lock", "embeddings.sqlite"}


def test_a_build_goes_on_from_the_vectors_that_a_killed_one_made(site: Site) -> None:
    for number in range(3 * EMBED_BATCH):
        write_card(site.corpus, f"city/rooms/room-{number}", f"Room {number} is open.")
    with building(site.corpus, site.index, delay_s=0.005) as build:
        build.wait_for("vectors", done=EMBED_BATCH)
        assert build.kill()
    embedder = HashingEmbedder()
    built = site.build(embedder)
    assert built.embedded == len(embedder.card_texts)
    # 5 texts of the small corpus and 192 rooms; one batch was made for sure, and surely not all
    assert 0 < built.embedded <= 5 + 3 * EMBED_BATCH - EMBED_BATCH


def test_a_second_builder_is_told_to_wait_and_the_first_one_finishes(site: Site) -> None:
    first = site.build(HashingEmbedder())
    write_card(site.corpus, FERRY, "The first ferry leaves at 7:10.")
    with building(site.corpus, site.index, delay_s=1.0) as other:
        other.wait_for("vectors")
        with pytest.raises(IndexBusy, match="Another process is building the index; wait for it or stop it"):
            site.build(HashingEmbedder())
        assert versions.current_version(site.index) == first.version
        assert other.finish() == 0
    assert ferry_card_says(site) == "The first ferry leaves at 7:10."


def test_the_right_of_a_killed_builder_lapses(site: Site) -> None:
    with building(site.corpus, site.index, delay_s=10) as other:
        other.wait_for("vectors")
        assert other.kill()
    assert site.build(HashingEmbedder()).cards == 3
    assert site.open(HashingEmbedder()).cards.get(PARKING) is not None
