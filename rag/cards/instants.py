"""Reads OKF's timestamps, strict or not, as aware instants."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class Instant:
    """A moment, and how exactly it was written."""

    at: datetime
    """Aware."""
    form: Literal["exact", "no-offset", "date-only"]
    """OKF v0.2 as amended 2026-08-20 asks for `exact`; the others were read as UTC, a date as its 00:00."""


def read_instant(text: str) -> Instant | None:
    """Return the ISO 8601 instant in `text`, or None when it is none."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        pass
    else:
        return Instant(datetime(day.year, day.month, day.day, tzinfo=UTC), "date-only")
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        return Instant(moment.replace(tzinfo=UTC), "no-offset")
    return Instant(moment, "exact")
