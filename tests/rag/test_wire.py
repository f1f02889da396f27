import json
from dataclasses import replace

import pytest

from rag.types import Delta, Event, Failed, FusedHit, Hit
from rag.wire import citation_to_json, event_to_json, search_to_json
from tests.fakes.corpus import make_card
from tests.rag.history.shown_values import META, a_citation, a_done, a_trace

CARD = make_card("consular/passport/renewal", title="Renewal", link="https://www.example.org/a")


@pytest.mark.parametrize("event", [META, a_citation(), Delta("[1]"), Failed("timeout", "No."), a_done()])
def test_every_event_is_plain_json_that_names_itself(event: Event) -> None:
    value = event_to_json(event)
    names = {"Meta": "meta", "Citation": "citation", "Delta": "delta", "Failed": "error", "Done": "done"}
    assert value["event"] == names[type(event).__name__]
    assert json.loads(json.dumps(value)) == value


def test_a_citation_carries_quotes_and_the_safe_address_only() -> None:
    value = citation_to_json(a_citation())
    assert value["quoted_text"] == ["It takes 7 days.", "둘째 문장."]
    assert value["resource"] == "https://www.example.org/a?b=1"
    assert (value["number"], value["score"]) == (1, 0.333333)
    assert citation_to_json(replace(a_citation(), link=None))["resource"] is None


def test_done_carries_the_decision_and_the_closing_words() -> None:
    value = event_to_json(a_done(ending="cut-off"))
    assert (value["status"], value["ending"], value["answerer"]) == ("answerable", "cut-off", "model")
    assert (value["confidence"], value["threshold"]) == (0.875, 0.5)
    assert (value["cited"], value["unknown_markers"]) == ([1], 2)
    assert value["closing"] == {
        "disclaimer": "Not legal advice.",
        "contact": "02-0000-0000",
        "official_site": "https://www.example.org",
    }


def test_a_search_lists_its_best_hits_with_what_each_leg_said() -> None:
    value = search_to_json(a_trace(), "consular", {CARD.card_id: CARD}.get)
    assert value["hits"] == [
        {
            "card_id": "consular/passport/renewal",
            "title": "Renewal",
            "resource": "https://www.example.org/a",
            "rank": 1,
            "score": 1.0,
            "bm25": {"rank": 1, "score": 3.25},
            "vector": None,
        }
    ]
    assert (value["status"], value["confidence"], value["bundle"]) == ("answerable", 0.875, "consular")


def test_a_search_gives_at_most_the_limit_and_survives_a_card_that_is_gone() -> None:
    hits = tuple(
        FusedHit(f"town/fees/{rank}", rank, 1 / rank, 0.0, None, Hit("", rank, 0.5, "vector")) for rank in range(1, 5)
    )
    value = search_to_json(replace(a_trace(), fused=hits), "all", lambda card_id: None, limit=2)
    found = value["hits"]
    assert isinstance(found, list)
    assert len(found) == 2
    assert found[0] == {
        "card_id": "town/fees/1",
        "title": "",
        "resource": None,
        "rank": 1,
        "score": 1.0,
        "bm25": None,
        "vector": {"rank": 1, "score": 0.5},
    }
