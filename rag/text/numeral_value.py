"""What a row of numerals is worth: 3천5백만 is 35,000,000, 壹拾億 is 1,000,000,000, 만억 is nothing."""

from collections.abc import Iterator, Sequence

from rag.text.figures import Number, figure, whole

_WORDS = (
    "零〇",
    "일一壹壱",
    "이二貳贰弐兩两",
    "삼三參叁参",
    "사四肆",
    "오五伍",
    "육六陸陆",
    "칠七柒漆",
    "팔八捌",
    "구九玖",
)
DIGITS = {sign: value for value, signs in enumerate(_WORDS) for sign in signs}
SMALL = {sign: unit for unit, signs in ((10, "십十拾"), (100, "백百佰"), (1000, "천千仟阡")) for sign in signs}
BIG = {sign: unit for unit, signs in ((10**4, "만萬万"), (10**8, "억億亿"), (10**12, "조兆")) for sign in signs}
UNITS = SMALL | BIG
SIGNS = "".join(DIGITS | UNITS)
MOST_ATOMS = 40
"""The longest numeral, 구천구백구십구조 … 구천구백구십구, has 31 signs."""

_BEYOND = 10**17
"""Larger than any amount of money; numerals stay below it."""

_MYRIAD = 10**4


def value_of(atoms: Sequence[str]) -> Number | None:
    """Return the value of figures (`2,500`), numeral signs and units in the order written; None when it is no number.

    Units fall from left to right: thousands, hundreds and tens within a section, 조, 억 and 만 between sections.
    A figure may multiply a small unit (359백만 is 359 × 백만). Only Han units rise (一万五千亿 is 1.5 × 10¹²).
    A figure with a fraction is the only number in its numeral.
    """
    numbers = sum(atom not in UNITS for atom in atoms)
    if not 0 < len(atoms) <= MOST_ATOMS or (numbers > 1 and any("." in atom for atom in atoms)):
        return None
    total: Number = 0
    ceiling = _BEYOND
    for at, (signs, big) in enumerate(_sections(atoms)):
        # a unit without a number is one of it only at the start: 만 오천, but not 1억만
        section = _section(signs) if signs or at else 1
        if section is None:
            return None
        unit = BIG.get(big, 1)
        if unit > ceiling and "一" <= big <= "鿿":
            total, section, ceiling = 0, total + section, _BEYOND
        if unit > ceiling or section * unit >= ceiling or (big and not section):
            return None
        total, ceiling = total + section * unit, unit
    return whole(total)


def _sections(atoms: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """What stands before each big unit, with the unit; a rest without one comes with an empty unit."""
    signs: list[str] = []
    for atom in atoms:
        if atom in BIG:
            yield signs, atom
            signs = []
        else:
            signs.append(atom)
    if signs:
        yield signs, ""


def _section(signs: Sequence[str]) -> Number | None:
    """The value below one 만, or of any figure; 0 for no signs at all."""
    if len(signs) > 1 and DIGITS.get(signs[0]) == 0:
        signs = signs[1:]
    total: Number = 0
    ceiling = _BEYOND
    number: Number | None = None
    for at, sign in enumerate(signs):
        if sign in SMALL:
            if SMALL[sign] >= ceiling or number == 0 or (number is not None and number > 9 and at > 1):
                return None
            total += (1 if number is None else number) * SMALL[sign]
            # after 359백 nothing smaller follows, only 만
            ceiling, number = (SMALL[sign] if number is None or number < 10 else 0), None
        elif number is None or (number == 0 and total):  # a Chinese zero stands between units: 一千零五
            number = DIGITS[sign] if sign in DIGITS else figure(sign)
            if number is None or number >= ceiling:
                return None
        else:
            return None
    return total + (number or 0)
