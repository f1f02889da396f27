import numpy as np
import pytest

from rag.inspection.placing import Placing, place
from rag.inspection.why_not import Attempt
from rag.types import Trace
from tests.fakes.town import BUS, DEPRECATED, DOG, EMPTY, PASSPORT, PERMIT
from tests.rag.inspection.conftest import Town

QUESTION = "What does a parking permit cost?"


def placed(town: Town, card_id: str, trace: Trace) -> Placing:
    assert trace.applied is not None
    return place(card_id, trace, trace.applied, town.tools.index, town.embedder.embed_question(trace.normalised))


def test_a_found_card_has_the_ranks_and_scores_of_the_trace(town: Town) -> None:
    trace = town.ask(QUESTION)
    for hit in trace.fused:
        found = placed(town, hit.card_id, trace)
        assert found.fused_rank == hit.rank
        assert found.lexical.rank == (hit.bm25.rank if hit.bm25 else None)
        assert found.lexical.score == (pytest.approx(hit.bm25.score) if hit.bm25 else None)
        assert hit.vector is not None
        assert found.vector.rank == hit.vector.rank
        assert found.vector.score == pytest.approx(hit.vector.score)
        assert found.vector.of == len(town.tools.index.cards.ids)


def test_a_card_beyond_the_candidates_still_has_a_rank(town: Town) -> None:
    settings, rerun = town.rerun({"fusion": {"candidates": 5}})
    trace = rerun(Attempt(QUESTION, "all"))
    handed_on = {hit.card_id for hit in trace.vector.hits}
    assert len(handed_on) == settings.fusion.candidates
    ranks: list[int | None] = []
    for card_id in town.tools.index.cards.ids:
        found = placed(town, card_id, trace).vector
        assert (found.fate == "kept") == (card_id in handed_on)
        ranks.append(found.rank)
    assert set(ranks) == set(range(1, len(ranks) + 1))


def test_a_card_of_another_bundle_or_topic_is_outside(town: Town) -> None:
    trace = town.ask(QUESTION, "town")
    found = placed(town, PASSPORT, trace)
    assert (found.lexical.fate, found.vector.fate, found.standing) == ("outside-bundle", "outside-bundle", "not-fused")


def test_a_card_without_a_shared_token_says_so(town: Town) -> None:
    found = placed(town, BUS, town.ask(QUESTION)).lexical
    assert (found.fate, found.rank) == ("no-shared-token", None)


def test_standings_are_those_of_the_trace(town: Town) -> None:
    trace = town.ask(QUESTION)
    assert placed(town, PERMIT, trace).standing == "evidence"
    assert placed(town, DEPRECATED, trace).standing == "deprecated"
    assert placed(town, EMPTY, trace).standing == "empty"


def test_a_leg_that_is_off_or_has_no_tokens_says_so(town: Town) -> None:
    _, rerun = town.rerun({"fusion": {"vector_weight": 0}})
    assert placed(town, DOG, rerun(Attempt(QUESTION, "all"))).vector.fate == "off"
    empty = town.ask("?!")
    assert {placed(town, DOG, empty).lexical.fate, placed(town, DOG, empty).vector.fate} == {"no-tokens"}


def test_an_unknown_card_is_a_mistake(town: Town) -> None:
    trace = town.ask(QUESTION)
    assert trace.applied is not None
    with pytest.raises(ValueError, match=r"no card 'town/x'"):
        place("town/x", trace, trace.applied, town.tools.index, np.zeros(64, np.float32))
