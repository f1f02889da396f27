"""What an answer shows, small and whole: values for the tests of the history."""

from datetime import UTC, datetime, timedelta, timezone

from rag.types import (
    Card,
    Citation,
    Closing,
    Confidence,
    Done,
    Ending,
    Evidence,
    FusedHit,
    Hit,
    Leg,
    Meta,
    TopicMatch,
    Trace,
    Verdict,
)

SEOUL = timezone(timedelta(hours=9))
META = Meta(
    question="여권은 어떻게 갱신하나요?",
    bundle="consular",
    index_version="v-1",
    settings_hash="abc123def456",
    route="LIGHT_RAG",
    use_sft=True,
)
CLOSING = Closing(disclaimer="Not legal advice.", contact="02-0000-0000", official_site="https://www.example.org")


def a_card(card_id: str = "consular/passport/renewal") -> Card:
    return Card(
        card_id=card_id,
        bundle="consular",
        path="consular/passport/renewal.md",
        type="fact",
        title="여권 갱신 'renewal'",
        description="How to renew.",
        body="Renew at the mission.\n\nIt takes 7 days.\n",
        body_line=9,
        resource="https://www.example.org/여권",
        link=None,
        language="ko",
        topic="passport",
        tags=("passport",),
        aliases=(),
        phrases=("여권을 갱신", "renew passport"),
        status="stable",
        trust="human-reviewed",
        stale_after=datetime(2027, 1, 1, 9, 30, 0, 123456, tzinfo=SEOUL),
        fictional=False,
        content_hash="0" * 64,
        links=("consular/passport/fees",),
        frontmatter='{"title": "여권"}',
    )


def a_trace(question: str = META.question) -> Trace:
    bm25 = Hit(card_id=a_card().card_id, rank=1, score=3.25, ranker="bm25")
    fused = FusedHit(card_id=bm25.card_id, rank=1, score=1.0, rrf=1 / 61, bm25=bm25, vector=None)
    evidence = Evidence(
        number=1,
        card=a_card(),
        score=1.0,
        quotes=("It takes 7 days.",),
        text=a_card().body,
        role="evidence",
        stale=False,
    )
    return Trace(
        question=question,
        cut=False,
        normalised=question.casefold(),
        tokens=("여권", "갱신"),
        language="ko",
        bundles=("consular",),
        topics=(TopicMatch(bundle="consular", topic="passport", keyword="여권"),),
        topic_mode="lexical",
        reachable=12,
        lexical=Leg(hits=(bm25,), candidates=1),
        vector=Leg(hits=(), candidates=0, note="off"),
        fused=(fused,),
        confidence=Confidence(value=0.875, band="high", parts=(("intercept", -51.7, 1.0), ("cosine", 0.9, 56.4))),
        verdict=Verdict(status="answerable", threshold=0.5, reason="Confidence 0.88 is over 0.50."),
        evidence=(evidence,),
        index_version=META.index_version,
        settings_hash=META.settings_hash,
        timings_ms={"lexical": 0.1, "vector": 12.0},
    )


def a_citation(number: int = 1, card_id: str = "consular/passport/renewal") -> Citation:
    return Citation(
        number=number,
        role="evidence",
        card_id=card_id,
        title="여권 갱신",
        score=1 / 3,
        link="https://www.example.org/a?b=1",
        trust="human-reviewed",
        stale=False,
        stale_after=None,
        fictional=True,
        quotes=("It takes 7 days.", "둘째 문장."),
        text="Renew at the mission.\n\nIt takes 7 days.\n",
        content_hash="0" * 64,
    )


def a_done(*, ending: Ending = "complete", cited: tuple[int, ...] = (1,)) -> Done:
    return Done(
        status="answerable",
        answerer="model",
        ending=ending,
        cited=cited,
        unknown_markers=2,
        failure="",
        closing=CLOSING,
        trace=a_trace(),
    )


class SteppingClock:
    """Gives instants one second apart, from 2026-11-30 00:00:01 UTC on."""

    def __init__(self) -> None:
        self._at = datetime(2026, 11, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._at += timedelta(seconds=1)
        return self._at
