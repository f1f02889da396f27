"""Draws what two measurements of the same questions differ in, and whether that is more than noise."""

from collections.abc import Sequence

import streamlit as st

from pages.components.evaluation.question_list import cards_of, draw_questions
from pages.components.evaluation_words import EvaluationWords
from rag.evaluation.cases import Case
from rag.evaluation.report import Comparison, Flip, compare

NOISE = 0.05
"""p-value from which on a lopsided set of flips may be chance: the usual bound."""


def draw_flips(key: str, before: Sequence[Case], after: Sequence[Case], ew: EvaluationWords) -> None:
    """Draw counts with their p-values, then the questions, worse ones first."""
    found = compare(before, after)
    if not found.flips:
        st.caption(ew.changes_none)
        return
    for line in _counts(found, ew):
        st.markdown(line)
    cases, flips = {case.id: case for case in after}, _by_question(found.flips)
    draw_questions(key, list(flips), cases.__getitem__, lambda name: _note(cases[name], flips[name], ew), ew)


def _by_question(flips: Sequence[Flip]) -> dict[str, list[Flip]]:
    """One entry a question, for ranking and verdict may flip together."""
    found: dict[str, list[Flip]] = {}
    for flip in sorted(flips, key=lambda flip: flip.better):
        found.setdefault(flip.id, []).append(flip)
    return found


def _counts(found: Comparison, ew: EvaluationWords) -> list[str]:
    lines: list[str] = []
    for what, text, chance in (
        ("ranking", ew.ranking_flips, found.p_ranking),
        ("verdict", ew.verdict_flips, found.p_verdict),
    ):
        flips = [flip.better for flip in found.flips if flip.what == what]
        noise = (ew.noise if chance >= NOISE else ew.no_noise).format(p=f"{chance:.3f}")
        if flips:
            lines.append(text.format(better=sum(flips), worse=len(flips) - sum(flips), noise=noise))
    return lines


def _note(case: Case, flips: Sequence[Flip], ew: EvaluationWords) -> str:
    parts = [*(_mark(flip, ew) for flip in flips), cards_of(case, ew)]
    return " · ".join(part for part in parts if part)


def _mark(flip: Flip, ew: EvaluationWords) -> str:
    what = ew.flipped_ranking if flip.what == "ranking" else ew.flipped_verdict
    colour, word = ("green", ew.better) if flip.better else ("orange", ew.worse)
    return f":{colour}-badge[{what}: {word}]"
