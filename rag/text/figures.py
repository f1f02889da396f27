"""Numbers in digits, exactly: thousands commas, a decimal point, never a float."""

import re
from decimal import Decimal

Number = int | Decimal
"""An int wherever the value is whole."""

_FIGURE = re.compile(r"(?:0|[1-9][0-9]{0,16}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,5})(?:\.[0-9]{1,6})?")


def figure(written: str) -> Number | None:
    """Return the value of `written`: at most 17 digits before the point and 6 behind it.

    None for misplaced commas (`1,5`), two points (`1.2.3`), leading zeros (`007`) and longer numbers.
    """
    if not _FIGURE.fullmatch(written):
        return None
    return whole(Decimal(written.replace(",", "")))


def whole(value: Number) -> Number:
    """Return an int when `value` has no fraction, else `value`."""
    return int(value) if value == int(value) else value


def plain(value: Number) -> str:
    """Return `value` in digits alone, without an exponent or closing zeros: `50000000`, `13.5`."""
    text = f"{value:f}" if isinstance(value, Decimal) else str(value)
    return text.rstrip("0").rstrip(".") if "." in text else text
