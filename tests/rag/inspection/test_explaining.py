import pytest

from rag.inspection.explaining import Explanation, explain
from tests.fakes.town import BUS, DOG, PASSPORT, PERMIT
from tests.rag.inspection.conftest import Town

QUESTION = "What does a parking permit cost?"


def explained(town: Town, card_id: str, text: str = QUESTION, bundle: str = "all") -> Explanation:
    trace, card = town.ask(text, bundle), town.tools.index.cards.get(card_id)
    assert card is not None
    assert trace.applied is not None
    return explain(card, trace, trace.applied, town.tools.index, town.embedder.embed_question(trace.normalised))


def test_the_tokens_parts_sum_to_the_card_s_bm25(town: Town) -> None:
    trace = town.ask(QUESTION)
    for hit in trace.fused:
        found = explained(town, hit.card_id)
        assert found.bm25 == pytest.approx(hit.bm25.score if hit.bm25 else 0.0)
        assert [part.token for part in found.parts] == list(trace.tokens)
        assert {part.token for part in found.parts if part.frequency} == set(found.words.shared)


def test_the_nearest_vector_is_named_with_the_text_it_was_made_from(town: Town) -> None:
    near = explained(town, PERMIT, "what does it cost to leave my car outside").nearness
    assert near is not None
    assert (near.view, near.text, near.views) == (1, "what does it cost to leave my car outside", 2)
    assert near.cosine == pytest.approx(1.0, abs=1e-5)
    assert near.whole < near.cosine


def test_a_card_without_phrases_is_near_by_its_whole_text(town: Town) -> None:
    near = explained(town, DOG).nearness
    assert near is not None
    assert (near.view, near.views) == (0, 1)
    assert near.text.startswith("Dog licence\nA dog licence costs")
    assert near.whole == pytest.approx(near.cosine)


def test_the_cosine_is_that_of_the_trace(town: Town) -> None:
    hits = {hit.card_id: hit.vector for hit in town.ask(QUESTION).fused}
    for card_id in (PERMIT, BUS):
        near, hit = explained(town, card_id).nearness, hits[card_id]
        assert near is not None
        assert hit is not None
        assert near.cosine == pytest.approx(hit.score)


def test_a_card_of_a_bundle_that_was_not_searched_can_be_explained(town: Town) -> None:
    found = explained(town, PASSPORT, "수수료", "town")
    assert found.bm25 > 0


def test_without_a_question_vector_there_is_no_nearness(town: Town) -> None:
    trace, card = town.ask(QUESTION), town.tools.index.cards.get(DOG)
    assert card is not None
    assert trace.applied is not None
    assert explain(card, trace, trace.applied, town.tools.index, None).nearness is None
