"""Chooses what is presented: the best whole cards within budgets, and the lines of each that speak to the question."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from rag.cards.body import quotable_units
from rag.cards.dialogue import DIALOGUE, answers_in
from rag.text.dates import find_dates
from rag.text.money import find_amounts
from rag.text.normalise import normalise
from rag.text.search_tokens import ANCHOR_YEAR
from rag.text.tokens import tokenise, unique_tokens
from rag.types import Card, Evidence, FusedHit, Role

WHOLE_CHARS = 420
"""A body that says all it has within this many characters is quoted whole: a fact needs its condition."""

_ASKS_AMOUNT = re.compile(r"얼마|예산|금액|비용|돈|짜리|how much|budget|cost|price|fee|多少钱|费用|预算|价")
_ASKS_DATE = re.compile(r"언제|마감|며칠|기한|까지|when|deadline|date|什么时候|几号|截止|何时")

MOST_QUOTES = 4
"""Lines quoted of a longer card."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is presented."""

    top_k: int
    evidence: int
    card_chars: int
    total_chars: int


def present(
    hits: Sequence[FusedHit],
    cards: Callable[[str], Card | None],
    question: str,
    budget: Budget,
    *,
    now: datetime,
) -> tuple[Evidence, ...]:
    """Return the best cards with their quotes, numbered from 1.

    Deprecated cards and cards without a quotable line are passed over. The first `evidence` cards may be cited, the
    others are further links. Each card is cut to `card_chars`; all evidence together to `total_chars`, and where
    that is used up, evidence ends.
    """
    presented: list[Evidence] = []
    room = budget.total_chars
    for hit in hits:
        if len(presented) == budget.top_k:
            break
        card = cards(hit.card_id)
        if card is None or card.status == "deprecated":
            continue
        units = _units(card)  # read once: most of what presenting costs
        if not units:
            continue
        quotes = _best_of(units, card, question)
        text = card.body.strip()[: budget.card_chars]
        number = len(presented) + 1
        role: Role = "evidence" if number <= budget.evidence and room > 0 else "further"
        if role == "evidence":
            text = text[:room]
            room -= len(text)
        presented.append(Evidence(number, card, hit.score, quotes, text, role, card.stale(now)))
    return tuple(presented)


def unfit(card: Card) -> str:
    """Return why a card can never be evidence, or nothing when it can: `deprecated`, `empty`."""
    if card.status == "deprecated":
        return "deprecated"
    return "" if _units(card) else "empty"


def _units(card: Card) -> tuple[str, ...]:
    """Nothing may be quoted of a dialogue in which nobody answers: what a customer says is no fact."""
    units = quotable_units(card.body)
    return () if card.type == DIALOGUE and not answers_in(units) else units


def _hold_what_is_asked(lines: Sequence[str], question: str) -> list[float]:
    """Return 1 for each line that holds an amount or a date where one is asked for, else 0.

    People say budget where a tender says price: no word is shared then.
    """
    asked = normalise(question)
    amount, day = _ASKS_AMOUNT.search(asked) is not None, _ASKS_DATE.search(asked) is not None
    return [
        float((amount and bool(find_amounts(line))) or (day and bool(find_dates(line, anchor_year=ANCHOR_YEAR))))
        for line in lines
    ]


def best_lines(card: Card, question: str) -> tuple[str, ...]:
    """Return the lines of a card to quote, word for word and in reading order.

    A short body is quoted whole. Of a longer one the lines that share most with the question are taken, weighed by
    how few of the card's lines hold each shared token; words that name the card as a whole say nothing of its
    lines and are left out. Without any shared token its first lines are quoted.

    Of a dialogue, answers are taken instead of lines, each with the question it was given to.
    """
    return _best_of(_units(card), card, question)


def _best_of(units: tuple[str, ...], card: Card, question: str) -> tuple[str, ...]:
    if sum(map(len, units)) <= WHOLE_CHARS and len(units) <= MOST_QUOTES:
        return units
    groups, named = _groups(units, card)
    asked = [token for token in unique_tokens(question) if token not in named] or unique_tokens(question)
    held = [set(tokenise(unit)) for unit in units]
    rarity = {token: 1 / sum(token in tokens for tokens in held) for token in asked if any(token in t for t in held)}
    holds = _hold_what_is_asked(units, question)
    scores = [
        sum(rarity[token] for token in rarity if any(token in held[at] for at in group))
        + max(holds[at] for at in group)
        for group in groups
    ]
    best = max(scores)
    if not best:
        return tuple(units[at] for group in groups[:2] for at in group)
    ranked = sorted(range(len(groups)), key=lambda place: (-scores[place], place))
    chosen: list[int] = []
    for group in (groups[place] for place in ranked if scores[place] >= best / 2):
        if not chosen or len(chosen) + len(group) <= MOST_QUOTES:
            chosen += group
    return tuple(units[at] for at in sorted(chosen))


def _groups(units: tuple[str, ...], card: Card) -> tuple[tuple[tuple[int, ...], ...], set[str]]:
    """Return the places of the lines that are quoted together, and the words that say nothing of a single line.

    A dialogue's title is its first question, hence says much of its first answer.
    """
    if card.type == DIALOGUE:
        return answers_in(units), set()
    return tuple((at,) for at in range(len(units))), set(tokenise(" ".join((card.title, *card.aliases))))
