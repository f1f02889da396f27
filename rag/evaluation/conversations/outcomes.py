"""Asks every question of a conversation folder through the product's own path and keeps what came of it."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rag.evaluation.cases import presented_first
from rag.evaluation.conversations.bundle import BUNDLE, Bundle
from rag.evaluation.conversations.folder import Answerability, Asked, ConversationSet, Metadata
from rag.pipeline import Question
from rag.query.spellings import spelling
from rag.text.normalise import normalise
from rag.types import Trace


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question as the product treated it. Everything found is told as documents, a place a card."""

    id: str
    kind: str
    answerability: Answerability
    question: str
    carried: str
    """What the product took over from the conversation; empty when nothing."""
    follows: bool
    """Whether there is a conversation."""
    expected: tuple[str, ...]
    status: str
    confidence: float
    ranked: tuple[str, ...]
    """Best first, at most ten; a document that stands further up already is an empty text."""
    alone: tuple[str, ...]
    """The same for the question without its conversation; empty unless it has one and expects documents."""
    joined: tuple[str, ...]
    """The same for the question with the last user turn put before it."""
    budget: tuple[str, ...]
    """Of the cards that the plan's budget holds, whatever the verdict."""
    presented: tuple[str, ...]
    """Of all cards presented, whatever the verdict."""
    cited: tuple[str, ...]
    """Of the cards that may be cited; empty unless the question is answered."""
    strangers: tuple[str, ...]
    """Cited documents of agencies that neither question, conversation nor labels name."""


def ask_conversations(
    found: ConversationSet, bundle: Bundle, *, progress: Callable[[int, int], None] = lambda done, total: None
) -> tuple[Outcome, ...]:
    """Return an outcome for each question, in order. Raises like `rag.pipeline.retrieve`."""
    agencies = Agencies(found.metadata)
    outcomes: list[Outcome] = []
    for done, asked in enumerate(found.questions):
        progress(done, len(found.questions))
        outcomes.append(_outcome(asked, bundle, agencies))
    progress(len(found.questions), len(found.questions))
    return tuple(outcomes)


def _outcome(asked: Asked, bundle: Bundle, agencies: "Agencies") -> Outcome:
    trace = _ask(asked.text, bundle, asked)
    compared = bool(asked.history and asked.expected)
    last = next((turn.text for turn in reversed(asked.history) if turn.role == "user"), "")
    presented = tuple(bundle.documents[item.card.card_id] for item in trace.evidence)
    cited = tuple(bundle.documents[item.card.card_id] for item in trace.evidence if item.role == "evidence")
    meant = agencies.meant(asked)
    return Outcome(
        id=asked.id,
        kind=asked.kind,
        answerability=asked.answerability,
        question=asked.text,
        carried=trace.carried,
        follows=bool(asked.history),
        expected=asked.expected,
        status=trace.verdict.status,
        confidence=round(trace.confidence.value, 6),
        ranked=_ranked(trace, bundle),
        alone=_ranked(_ask(asked.text, bundle), bundle) if compared else (),
        joined=_ranked(_ask(f"{last}\n{asked.text}", bundle), bundle) if compared else (),
        budget=cited if trace.verdict.passed else presented[: _citable(trace, bundle)],
        presented=presented,
        cited=cited,
        strangers=tuple(document for document in dict.fromkeys(cited) if agencies.strange(document, meant)),
    )


def _ask(text: str, bundle: Bundle, asked: Asked | None = None) -> Trace:
    """Ask in the conversation of `asked`, or in none."""
    question = Question(text, BUNDLE, asked.history) if asked else Question(text, BUNDLE, alone=True)
    return bundle.engine.retrieve(question, bundle.settings)


def _citable(trace: Trace, bundle: Bundle) -> int:
    """Return how many cards an answer might have cited; a trace keeps roles only of what was answered."""
    comparing = trace.plan is not None and trace.plan.query_type == "comparison"
    return len(trace.evidence) if comparing else bundle.settings.context.evidence


def _ranked(trace: Trace, bundle: Bundle) -> tuple[str, ...]:
    seen: set[str] = set()
    places: list[str] = []
    for card_id in presented_first(trace):
        document = bundle.documents[card_id]
        places.append("" if document in seen else document)
        seen.add(document)
    return tuple(places)


class Agencies:
    """Which agencies a question means, found without the product's own resolution."""

    def __init__(self, metadata: Mapping[str, Metadata]) -> None:
        self._agency = {document: meta.agency for document, meta in metadata.items()}
        self._patterns = [(meta.agency, _patterns(meta)) for meta in metadata.values()]

    def strange(self, document: str, meant: Collection[str]) -> bool:
        """Tell whether a document is of an agency that is not meant; False where none is known to be meant."""
        agency = self._agency.get(document, "")
        return bool(meant and agency) and agency not in meant

    def meant(self, asked: Asked) -> Collection[str]:
        """Return the agencies that the labels, the question or earlier questions name; empty when none is known."""
        said = [asked.text, *(turn.text for turn in asked.history if turn.role == "user")]
        named = {agency for agency, patterns in self._patterns if _any_in(patterns, said)}
        return (named | {self._agency.get(document, "") for document in asked.expected}) - {""}


def _patterns(meta: Metadata) -> list[re.Pattern[str]]:
    written = (meta.agency, meta.project, *(name for names in meta.aliases.values() for name in names))
    return [form.pattern for form in map(spelling, written) if form is not None]


def _any_in(patterns: Sequence[re.Pattern[str]], texts: Iterable[str]) -> bool:
    return any(pattern.search(normalise(text)) for text in texts for pattern in patterns)
