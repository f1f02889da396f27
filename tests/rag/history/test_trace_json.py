import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from rag.errors import HistoryError
from rag.history.trace_json import from_json, to_json, trace_from_json, trace_to_json
from rag.types import Citation, Preferred, RouteChoice, Trace, Verdict
from tests.rag.history.shown_values import a_card, a_citation, a_trace


def changed(**fields: object) -> str:
    return json.dumps(json.loads(trace_to_json(a_trace())) | fields)


def test_a_trace_comes_back_equal_with_its_whole_cards() -> None:
    trace = trace_from_json(trace_to_json(a_trace()))
    assert trace == a_trace()
    assert trace.evidence[0].card == a_card()


def test_route_and_moved_cards_come_back_and_are_nothing_in_an_older_trace() -> None:
    routed = replace(
        a_trace(),
        route=RouteChoice("STRONG_RAG", "model", "The router said so.", escalated=True),
        preferred=(Preferred("consular/passport/renewal", ranked=3, placed=1),),
    )
    stored = trace_to_json(routed)
    assert trace_from_json(stored) == routed
    older = {key: value for key, value in json.loads(stored).items() if key not in ("route", "preferred")}
    assert trace_from_json(json.dumps(older)) == replace(routed, route=None, preferred=())


def test_the_zone_of_an_instant_comes_back() -> None:
    stale_after = trace_from_json(trace_to_json(a_trace())).evidence[0].card.stale_after
    assert stale_after is not None
    assert stale_after.isoformat() == "2027-01-01T09:30:00.123456+09:00"
    # 09:30 in Seoul is 00:30 in UTC.
    assert stale_after == datetime(2027, 1, 1, 0, 30, 0, 123456, tzinfo=UTC)


def test_a_citation_comes_back_equal() -> None:
    assert from_json(Citation, to_json(a_citation())) == a_citation()


def test_korean_stays_readable_in_the_text() -> None:
    assert "여권" in trace_to_json(a_trace())


def test_nul_and_lone_surrogates_come_back_through_valid_utf8() -> None:
    odd = a_trace("a\x00b\ud800c\udfff")
    text = trace_to_json(odd)
    assert "\x00" not in text
    assert trace_from_json(text.encode().decode()) == odd


def test_an_integer_where_a_float_belongs_is_read_as_a_float() -> None:
    whole = replace(a_trace(), timings_ms={"lexical": 1})
    value = trace_from_json(trace_to_json(whole)).timings_ms["lexical"]
    assert isinstance(value, float)


def test_unknown_keys_are_passed_over() -> None:
    assert trace_from_json(changed(colour="blue")) == a_trace()


def test_a_field_that_was_not_written_takes_its_default() -> None:
    stored = json.loads(trace_to_json(a_trace()))
    del stored["timings_ms"]
    assert trace_from_json(json.dumps(stored)) == replace(a_trace(), timings_ms={})


def test_a_missing_field_without_default_is_named() -> None:
    with pytest.raises(HistoryError, match=r"Verdict lacks a field .*'reason'"):
        from_json(Verdict, '{"status": "answerable", "threshold": 0.5}')


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"language": "tlh"}, r"Trace\.language is 'tlh'"),
        ({"reachable": "12"}, r"Trace\.reachable is '12'"),
        ({"reachable": True}, r"Trace\.reachable is True"),
        ({"tokens": "ab"}, r"Trace\.tokens is 'ab'"),
        ({"tokens": ["a", 1]}, r"Trace\.tokens\[1\] is 1"),
        ({"verdict": []}, r"Trace\.verdict is \[\]"),
        ({"timings_ms": {"all": "long"}}, r"Trace\.timings_ms\['all'\] is 'long'"),
        (
            {"confidence": {"value": 0.5, "band": "low", "parts": [["cosine", 0.9]]}},
            r"Trace\.confidence\.parts\[0\] holds 2 items instead of 3",
        ),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_its_place(fields: dict[str, object], message: str) -> None:
    with pytest.raises(HistoryError, match=message):
        trace_from_json(changed(**fields))


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "3"])
def test_text_that_is_no_record_is_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(HistoryError, match="ask the question again"):
        trace_from_json(text)


def test_a_bad_date_is_refused() -> None:
    stored = json.loads(trace_to_json(a_trace()))
    stored["evidence"][0]["card"]["stale_after"] = "soon"
    with pytest.raises(HistoryError, match=r"stale_after is 'soon', which is no date"):
        trace_from_json(json.dumps(stored))


def test_what_json_cannot_hold_is_a_callers_mistake() -> None:
    with pytest.raises(TypeError, match="a set cannot be kept"):
        to_json({"tags": {"a"}})


def test_the_type_named_is_the_type_given_back() -> None:
    assert isinstance(trace_from_json(trace_to_json(a_trace())), Trace)
