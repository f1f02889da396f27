from rag.retrieval.referred import left_to
from tests.rag.history.shown_values import a_trace


def test_without_an_office_the_trace_stays() -> None:
    assert left_to(None, a_trace(), ("town",)) == a_trace()


def test_what_is_left_to_an_office_is_refused_and_its_cards_are_links_to_read_on() -> None:
    trace = left_to("parcel", a_trace(), ())
    assert (trace.verdict.status, trace.verdict.passed) == ("referred", False)
    assert trace.verdict.threshold == a_trace().verdict.threshold
    assert trace.evidence
    assert {item.role for item in trace.evidence} == {"further"}


def test_only_cards_of_bundles_that_know_such_an_office_stay_numbered_from_one() -> None:
    trace = a_trace()
    bundles = {item.card.bundle for item in trace.evidence}
    kept = left_to("parcel", trace, sorted(bundles)[:1]).evidence
    assert {item.card.bundle for item in kept} == {sorted(bundles)[0]}
    assert [item.number for item in kept] == list(range(1, len(kept) + 1))
    assert left_to("parcel", trace, ("elsewhere",)).evidence == ()
