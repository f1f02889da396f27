from pathlib import Path

import pytest

from rag.config import Settings, load_settings
from rag.index.opening import OpenIndex
from rag.retrieval.legs import Legs, Reach, search
from rag.text.tokens import unique_tokens
from rag.types import Leg, TopicMatch
from tests.fakes.corpus import FERRY, LIBRARY, PARKING, Site, write_card
from tests.fakes.embedder import HashingEmbedder

ROOT = Path(__file__).parents[3]
BOTH = ("city", "harbour")
PARKING_TOPIC = TopicMatch("city", "parking", "park")


@pytest.fixture(scope="module")
def shipped() -> Settings:
    return load_settings(ROOT / "config.yaml")


@pytest.fixture
def index(built_site: Site) -> OpenIndex:
    return built_site.open(HashingEmbedder())


def with_fusion(settings: Settings, **changes: float) -> Settings:
    return settings.model_copy(update={"fusion": settings.fusion.model_copy(update=changes)})


def run(index: OpenIndex, settings: Settings, question: str, reach: Reach | None = None) -> Legs:
    reach = reach or Reach.of(BOTH, (), "off", index)
    return search(unique_tokens(question), HashingEmbedder().embed_question(question), reach, index, settings)


def ids(leg: Leg) -> list[str]:
    return [hit.card_id for hit in leg.hits]


def test_a_lexical_hit_shares_a_word_and_a_vector_hit_need_not(index: OpenIndex, shipped: Settings) -> None:
    legs = run(index, shipped, "ferry")
    assert ids(legs.lexical) == [FERRY]
    assert (legs.lexical.candidates, legs.lexical.note) == (1, "")
    assert sorted(ids(legs.vector)) == [LIBRARY, PARKING, FERRY]
    assert (legs.vector.candidates, legs.vector.note, legs.vector.exact) == (3, "", True)
    assert [hit.rank for hit in legs.vector.hits] == [1, 2, 3]
    assert {hit.ranker for hit in legs.lexical.hits} == {"bm25"}
    assert {hit.ranker for hit in legs.vector.hits} == {"vector"}


def test_a_lexical_leg_that_finds_nothing_says_so(index: OpenIndex, shipped: Settings) -> None:
    assert run(index, shipped, "zeppelin").lexical == Leg((), 0, "no-candidates")


def test_ties_go_to_the_lower_card_id_in_both_legs(site: Site, shipped: Settings) -> None:
    for name in ("b", "a", "c"):
        write_card(site.corpus, f"city/twins/{name}", "The tower is tall.", title="tower")
    site.build(HashingEmbedder())
    legs = run(site.open(HashingEmbedder()), shipped, "tower tall")
    for leg in (legs.lexical, legs.vector):
        assert ids(leg)[:3] == ["city/twins/a", "city/twins/b", "city/twins/c"]
        assert len({hit.score for hit in leg.hits[:3]}) == 1


def test_among_more_ties_than_are_wanted_the_lower_card_ids_are_kept(site: Site, shipped: Settings) -> None:
    for name in "fbdaec":
        write_card(site.corpus, f"city/twins/{name}", "The tower is tall.", title="tower")
    write_card(site.corpus, "city/twins/z", "The tower tower is tall, tall.", title="tower tall")
    site.build(HashingEmbedder())
    legs = run(site.open(HashingEmbedder()), with_fusion(shipped, candidates=5), "tower tall")
    assert ids(legs.lexical) == [f"city/twins/{name}" for name in "zabcd"]


@pytest.mark.parametrize(("off", "on"), [("bm25", "vector"), ("vector", "bm25")])
def test_a_leg_of_no_weight_is_off_and_the_other_unchanged(
    index: OpenIndex, shipped: Settings, off: str, on: str
) -> None:
    settings = with_fusion(shipped, **{f"{off}_weight": 0.0})
    vector = None if off == "vector" else HashingEmbedder().embed_question("ferry")
    found = search(("ferri",), vector, Reach.of(BOTH, (), "off", index), index, settings)
    legs = {"bm25": found.lexical, "vector": found.vector}
    whole = run(index, shipped, "ferry")
    assert legs[off] == Leg((), 0, "off")
    assert legs[on] == {"bm25": whole.lexical, "vector": whole.vector}[on]


def test_a_leg_hands_over_no_more_than_the_candidates_set(site: Site, shipped: Settings) -> None:
    for number in range(8):
        write_card(site.corpus, f"city/rooms/room-{number}", "This room is open.")
    site.build(HashingEmbedder())
    legs = run(site.open(HashingEmbedder()), with_fusion(shipped, candidates=5), "room open")
    assert (len(legs.lexical.hits), legs.lexical.candidates) == (5, 8)
    assert (len(legs.vector.hits), legs.vector.candidates) == (5, 11)


@pytest.mark.parametrize(
    ("mode", "lexical", "vector", "cards"),
    [
        ("off", [LIBRARY, PARKING], [LIBRARY, PARKING, FERRY], 3),
        ("lexical", [PARKING], [LIBRARY, PARKING, FERRY], 3),
        ("both", [PARKING], [PARKING], 1),
    ],
)
def test_the_topic_gate_closes_the_legs_its_mode_names(
    index: OpenIndex, shipped: Settings, mode: str, lexical: list[str], vector: list[str], cards: int
) -> None:
    reach = Reach.of(BOTH, (PARKING_TOPIC,), mode, index)
    assert reach.cards == cards
    legs = run(index, shipped, "library card, parking permit", reach)
    assert sorted(ids(legs.lexical)) == lexical
    assert sorted(ids(legs.vector)) == vector


@pytest.mark.parametrize("topics", [(), (TopicMatch("city", "zeppelins", "zeppelin"),)])
def test_no_topic_and_a_topic_without_cards_are_no_gate(index: OpenIndex, topics: tuple[TopicMatch, ...]) -> None:
    reach = Reach.of(BOTH, topics, "both", index)
    assert (reach.lexical_topics, reach.vector_topics, reach.cards) == (None, None, 3)


def test_one_bundle_reaches_its_own_cards(index: OpenIndex, shipped: Settings) -> None:
    reach = Reach.of(("city",), (), "off", index)
    assert reach.cards == 2
    legs = run(index, shipped, "ferry card", reach)
    assert ids(legs.lexical) == [LIBRARY]
    assert sorted(ids(legs.vector)) == [LIBRARY, PARKING]


def test_a_question_without_tokens_has_two_legs_that_say_so() -> None:
    assert Legs.empty() == Legs(Leg((), 0, "no-tokens"), Leg((), 0, "no-tokens"), 0.0)
