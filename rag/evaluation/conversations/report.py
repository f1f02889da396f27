"""Says what a conversation folder measured, for people and, a line a question, for programs."""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from rag.errors import CorpusError
from rag.evaluation.conversations.outcomes import Outcome
from rag.evaluation.conversations.scores import ConversationScores, asks_back, missed
from rag.evaluation.metrics import Interval
from rag.types import ANSWERED

OUTCOMES = "outcomes.jsonl"


def to_lines(name: str, scores: ConversationScores) -> Iterator[str]:
    """Yield the tables in Markdown."""
    yield f"## {name}"
    yield ""
    yield "| asked | with documents | in the budget | presented | may be cited | hit@1 | hit@5 | wrong agency |"
    yield "|---|---|---|---|---|---|---|---|"
    for row in scores.found:
        yield (
            f"| {row.kind} | {row.questions} | {_interval(row.budget)} | {_share(row.presented)} | {_share(row.cited)} "
            f"| {_share(row.hit_1)} | {_share(row.hit_5)} | {row.strangers} |"
        )
    yield ""
    yield "| labelled | questions | what became of them |"
    yield "|---|---|---|"
    for kind in scores.verdicts:
        said = ", ".join(f"{count} {status}" for status, count in kind.statuses)
        yield f"| {kind.answerability} | {kind.questions} | {said or '-'} |"
    yield ""
    yield "| decision | share |"
    yield "|---|---|"
    yield f"| AUROC answerable against unanswerable | {_interval(scores.unanswerable)} |"
    yield f"| AUROC, underspecified too | {_interval(scores.not_answerable)} |"
    yield f"| AUROC, underspecified too, other refusals and asking back as confidence 0 | {_interval(scores.decided)} |"
    yield f"| unanswerable refused or asked back | {_interval(scores.refused)} |"
    yield f"| answerable refused | {_interval(scores.answerable_refused)} |"
    yield f"| underspecified asked back | {_interval(scores.asked_back)} |"
    yield f"| answerable asked back | {_interval(scores.answerable_asked_back)} |"
    yield f"| asking back decided right, unanswerable left out | {_interval(scores.rightly)} |"
    if scores.carried[1]:
        yield ""
        carried = f"{scores.carried[0]} of {scores.carried[1]} carried"
        yield f"| follow-ups, {carried} | hit@1 | hit@5 | recall@5 | nDCG@10 |"
        yield "|---|---|---|---|---|"
        for way in scores.carrying:
            yield (
                f"| {way.way} | {_interval(way.hit_1)} | {_share(way.hit_5)} | {_share(way.recall_5)} "
                f"| {_share(way.ndcg_10)} |"
            )


def to_misses(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield a line for each question that lost a document, was cited wrongly or was decided wrongly."""
    for one in outcomes:
        faults = [
            *(f"loses {document}" for document in missed(one)),
            *(f"cites {document}" for document in one.strangers),
            *_wrong_verdict(one),
        ]
        if faults:
            carried = f" [carried: {one.carried}]" if one.carried else ""
            yield f"{one.id} ({one.confidence:.2f}, {one.status}): {'; '.join(faults)}: {one.question}{carried}"


def write_outcomes(folder: Path, outcomes: Sequence[Outcome]) -> Path:
    """Write a JSON line a question, the same on every run, and return the file. Raises `CorpusError`."""
    path = folder / OUTCOMES
    text = "".join(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in outcomes)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as exc:
        raise CorpusError(f"{OUTCOMES} cannot be written to {folder.name!r}: {exc}.") from exc
    return path


def _wrong_verdict(outcome: Outcome) -> list[str]:
    if outcome.answerability == "underspecified":
        return [] if asks_back(outcome) else ["should be asked back"]
    answered = outcome.status in ANSWERED
    if outcome.answerability == "unanswerable":
        return ["should be refused"] if answered else []
    if asks_back(outcome):
        return ["should not be asked back"]
    return [] if answered else ["should be answered"]


def _interval(found: Interval) -> str:
    if math.isnan(found.mean):
        return "-"
    return f"{_share(found.mean)} ({_share(found.low)}-{_share(found.high)}, {found.count})"


def _share(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3f}"
