"""Asks the same thing in other clothes, and measures how steady the ranks are."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal

from rag.types import Status, Trace

Disguise = Literal["particles", "joined", "spaced", "nfd", "full-width", "paraphrase"]

K = 5
"""Cards whose overlap is measured: those that the default top k presents."""

_PARTICLES = {"을": "은", "를": "는", "은": "도", "는": "도", "에서": "에", "에": "에서", "에게": "한테"}
"""A Korean particle and another that a person could write in its place; those that also end nouns are left out."""

_LONGEST_FIRST = "|".join(sorted(_PARTICLES, key=len, reverse=True))
_PARTICLE = re.compile(rf"(?<=[가-힣]{{2}})(?<![하되있없받쓰오가내](?=[은는]))({_LONGEST_FIRST})(?![가-힣])")
"""After two syllables or more; 은 and 는 after the syllables listed end a verb."""

_LONG_RUN = re.compile(r"[가-힣]{4,}|[\u4e00-\u9fff]{4,}")
_TO_FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}


@dataclass(frozen=True, slots=True)
class Variant:
    """The question in another form."""

    disguise: Disguise
    text: str


@dataclass(frozen=True, slots=True)
class Steadiness:
    """How far the trace of a variant is from that of the question."""

    top_kept: bool
    """Whether the best card is the same; True when neither side has one."""
    overlap: float
    """Share of the question's first `K` cards that the variant's first `K` hold, in [0, 1]; 1 when there are none."""
    original_top_rank: int | None
    """Rank that the question's best card has for the variant; None when it is not found."""
    before: Status
    after: Status
    confidence_change: float

    @property
    def flipped(self) -> bool:
        """Tell whether the verdict changed."""
        return self.before != self.after


def variants(question: str) -> tuple[Variant, ...]:
    """Return the forms of a question that differ from it, each once.

    Particles are exchanged after Korean words of two syllables or more, spaces are taken out, a space is put after
    the second character of Korean or Chinese runs of four or more, Unicode is decomposed (NFD) and Latin letters
    and digits are made full-width.
    """
    made = (
        Variant("particles", _PARTICLE.sub(lambda found: _PARTICLES[found[0]], question)),
        Variant("joined", "".join(question.split())),
        Variant("spaced", _LONG_RUN.sub(lambda found: f"{found[0][:2]} {found[0][2:]}", question)),
        Variant("nfd", unicodedata.normalize("NFD", question)),
        Variant("full-width", question.translate(_TO_FULL_WIDTH)),
    )
    seen = {question}
    kept: list[Variant] = []
    for variant in made:
        if variant.text.strip() and variant.text not in seen:
            kept.append(variant)
            seen.add(variant.text)
    return tuple(kept)


def steadiness(question: Trace, variant: Trace, *, k: int = K) -> Steadiness:
    """Compare the first `k` cards and the verdicts of two traces."""
    first, second = ([hit.card_id for hit in trace.fused] for trace in (question, variant))
    wanted = first[:k]
    held = len(set(wanted) & set(second[:k]))
    return Steadiness(
        top_kept=first[:1] == second[:1],
        overlap=held / len(wanted) if wanted else 1.0,
        original_top_rank=second.index(first[0]) + 1 if first and first[0] in second else None,
        before=question.verdict.status,
        after=variant.verdict.status,
        confidence_change=variant.confidence.value - question.confidence.value,
    )
