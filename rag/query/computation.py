"""Tells by written rules whether a question asks for a computation that cards may sanction, and what it gives for it.

A rule looks at the whole question: besides dates, spans, times and places only words that belong to such a question
may stand in it. A question about a rule ("how many days do I have after the invitation") holds other words and is
left to the cards.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rag.query.computation_words import (
    BACK,
    CRS,
    DATE_ASKED,
    DAYS_ASKED,
    FILLER,
    HOUR_ASKED,
    LAST_DAY_ASKED,
    NOT_MINE,
    NOW_ASKED,
    ON,
    TIME_ASKED,
    UNTIL,
)
from rag.query.crs_facts import crs_facts
from rag.query.slots import DATE, PLACE, SPAN, TILL, TIME, Slots, slots_of
from rag.text.normalise import normalise
from rag.types import Language

HOME: Mapping[Language, str] = {"en": "America/Toronto", "ko": "Asia/Seoul", "zh": "Asia/Shanghai"}
"""Whose day `today` is where the reader's own zone is not known."""

MOST_BARE = 16
"""Characters between date and span where no word asks: `60 days from 3 March`."""

_SIGNS = re.compile(f"[{DATE}{TILL}{SPAN}{TIME}{PLACE}]")


@dataclass(frozen=True, slots=True)
class AskedComputation:
    """A computation that a question asks for."""

    executor: str
    """Registered name."""
    given: Mapping[str, str]
    """Inputs as text, those that the question states."""
    assumed: tuple[str, ...] = ()
    """What the question left open and was taken for granted: `year`, `today`, `zone`."""
    sure: bool = True
    """Whether it may run at once when nothing required is missing; else a reader looks at the inputs first."""


def asked_computation(question: str, *, now: datetime, zone: str) -> AskedComputation | None:
    """Return what the question asks to have computed, or None when it is a question for the cards.

    Args:
        question: As asked, in any of the three languages.
        now: The present, aware.
        zone: IANA name of the reader's time zone; decides what day `today` is.
    """
    text = normalise(question)
    if CRS.search(text) and not NOT_MINE.search(text):
        return AskedComputation("crs-score", crs_facts(text), sure=False)
    slots = slots_of(question, today=today_in(now, zone))
    if slots is None:
        return None
    return (
        _clock_now(slots, zone) or _conversion(slots, now) or _days_between(slots, now, zone) or _date(slots, now, zone)
    )


def offered_deadline(question: str, fact: str, *, now: datetime, zone: str) -> AskedComputation | None:
    """Return the deadline that could be computed from a date in the question and the term in a card's fact.

    None unless the question names one date and asks for a last day. The term is filled in where the question, else
    the fact, states exactly one; a reader looks at it before it runs.
    """
    slots = slots_of(question, today=today_in(now, zone))
    if slots is None or len(slots.dates) != 1 or HOUR_ASKED.search(slots.text):
        return None
    if not LAST_DAY_ASKED.search(slots.text):
        return None
    given = {"start": slots.dates[0].isoformat()}
    stated = slots if len(slots.spans) == 1 else slots_of(fact, today=today_in(now, zone))
    if stated is not None and len(set(stated.spans)) == 1:
        amount, unit = stated.spans[0]
        back = bool(BACK.search(stated.text))
        given |= {"amount": str(-amount if back else amount), "unit": unit}
    return AskedComputation("clock-deadline", given, _assumed(slots), sure=False)


def today_in(now: datetime, zone: str) -> date:
    """Return the day it is in a time zone; in UTC where there is no zone of that name."""
    try:
        return now.astimezone(ZoneInfo(zone)).date()
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return now.date()


def _clock_now(slots: Slots, zone: str) -> AskedComputation | None:
    if not NOW_ASKED.search(slots.text) or slots.times or slots.spans or len(slots.zones) > 1 or not _only(slots):
        return None
    if len(slots.dates) > 1 or (slots.dates and not slots.relative):
        return None
    if slots.zones:
        return AskedComputation("clock-now", {"zone": slots.zones[0]})
    return AskedComputation("clock-now", {"zone": zone}, ("zone",)) if zone else AskedComputation("clock-now", {})


def _conversion(slots: Slots, now: datetime) -> AskedComputation | None:
    if len(slots.times) != 1 or len(slots.zones) != 2 or len(slots.dates) > 1 or slots.spans:
        return None
    if not TIME_ASKED.search(slots.text) or not _only(slots):
        return None
    first_is_source = _source_is_first(slots.text)
    source, target = slots.zones if first_is_source else slots.zones[::-1]
    day = slots.dates[0] if slots.dates else today_in(now, source)
    hour, minute = slots.times[0]
    given = {"at": f"{day}T{hour:02}:{minute:02}", "from_zone": source, "to_zone": target}
    return AskedComputation("clock-convert", given, _assumed(slots) if slots.dates else ("today",))


def _source_is_first(text: str) -> bool:
    """Tell whether the time belongs to the first of the two places: to the one it stands beside, the next one first."""
    first, second, at = text.index(PLACE), text.rindex(PLACE), text.index(TIME)
    if at < first:
        return True
    if second < at:
        return False
    latin = re.search("[a-z]", text) is not None
    return not latin if at - first == second - at else (at - first < second - at and not _AFTER.search(text))


_AFTER = re.compile(rf"{TIME} (?:in |at )?{PLACE}")
"""English names the place behind the time: 3 pm in Ottawa."""


def _days_between(slots: Slots, now: datetime, zone: str) -> AskedComputation | None:
    if slots.spans or slots.times or not DAYS_ASKED.search(slots.text) or not _only(slots):
        return None
    if len(slots.dates) == 2:
        first, last = slots.dates
        assumed = _assumed(slots)
        if slots.yearless and last < first and (last.month, last.day) != (2, 29):
            last = last.replace(year=last.year + 1)
    elif len(slots.dates) == 1 and UNTIL.search(slots.text):
        first, last = today_in(now, zone), slots.dates[0]
        assumed = (*_assumed(slots), "today")
    else:
        return None
    return AskedComputation("clock-days-between", {"start": first.isoformat(), "end": last.isoformat()}, assumed)


def _date(slots: Slots, now: datetime, zone: str) -> AskedComputation | None:
    back, on = BACK.search(slots.text), ON.search(slots.text)
    if len(slots.dates) > 1 or len(slots.spans) != 1 or slots.times or not (back or on) or not _only(slots):
        return None
    asked = DATE_ASKED.search(slots.text)
    if not asked and (not slots.dates or len(_SIGNS.sub("", slots.text)) > MOST_BARE):
        return None
    start = slots.dates[0] if slots.dates else today_in(now, zone)
    amount, unit = slots.spans[0]
    given = {"start": start.isoformat(), "amount": str(-amount if back else amount), "unit": unit}
    return AskedComputation("clock-deadline", given, _assumed(slots) if slots.dates else ("today",))


def _assumed(slots: Slots) -> tuple[str, ...]:
    return tuple(word for word, is_so in (("year", slots.yearless), ("today", slots.relative)) if is_so)


def _only(slots: Slots) -> bool:
    """Tell whether besides the slots only words of such a question are there."""
    return not FILLER.sub("", slots.text)
