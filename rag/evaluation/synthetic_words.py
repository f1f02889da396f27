"""Rewrites a text with other words of the same kind, so that grown cards read and index like the shipped ones."""

import random
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal

Script = Literal["han", "hangul", "latin"]

PIECE: Final = re.compile(
    "(?P<han>[\u3400-\u4dbf\u4e00-\u9fff]{1,2})|(?P<hangul>[\uac00-\ud7a3]+)|(?P<latin>[^\\W\\d_\u3040-\ud7a3]+)"
    "|(?P<digits>\\d+)"
)
"""A word as it is drawn; Chinese, which has no spaces, in pairs of characters. Everything between pieces stays."""

FLATTENING: Final = 2.7
"""A word of frequency rank r is drawn with weight 1 / (r + 2.7): Mandelbrot's form of Zipf's law (1953)."""

REPEATED: Final = 0.35
"""Share of words that the card used before, for a card speaks of one thing.

With it grown cards hold about 110 different tokens among 215; the shipped ones hold 106 among 218.
"""

OWN_TOPIC: Final = 0.5
"""Share of other words drawn from the card's topic; the rest come from its whole bundle."""

INVENTED: Final = 0.04
"""Share of words that are invented, so that the vocabulary goes on growing with the number of cards."""

HEAPS: Final = 0.6
"""Among n invented words about n ** 0.6 differ: the growth of vocabularies (Heaps 1978)."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words of one script, the most frequent first, with their summed weights."""

    words: tuple[str, ...]
    summed: tuple[float, ...]

    @classmethod
    def of(cls, words: Iterable[str]) -> "Vocabulary":
        """Return the vocabulary of a text's words; equally frequent ones in alphabetical order."""
        ranked = sorted(Counter(words).items(), key=lambda item: (-item[1], item[0]))
        weights = (1 / (rank + FLATTENING) for rank in range(1, len(ranked) + 1))
        return cls(tuple(word for word, _ in ranked), tuple(accumulate(weights)))

    def draw(self, rng: random.Random) -> str:
        """Return a word by Zipf's law. Raises `IndexError` when there is none."""
        return self.words[bisect_left(self.summed, rng.random() * self.summed[-1])]


class Words:
    """What is drawn from: the vocabularies of a topic and of its bundle, by script."""

    def __init__(self, topic_texts: Sequence[str], bundle_texts: Sequence[str]) -> None:
        self._topic = _by_script(topic_texts)
        self._bundle = _by_script(bundle_texts)

    def draw(self, script: Script, rng: random.Random) -> str:
        """Return a word of the topic, of the bundle, or an invented one; empty when the bundle has none."""
        bundle = self._bundle.get(script)
        if bundle is None:
            return ""
        if rng.random() < INVENTED:
            return invented(int(rng.random() ** (-1 / HEAPS)), script, bundle.words)
        topic = self._topic.get(script)
        return (topic if topic is not None and rng.random() < OWN_TOPIC else bundle).draw(rng)


class Rewriter:
    """Rewrites the texts of one card."""

    def __init__(self, words: Words, rng: random.Random) -> None:
        self._words = words
        self._rng = rng
        self._used: dict[Script, list[str]] = {"han": [], "hangul": [], "latin": []}

    def rewrite(self, text: str) -> str:
        """Return `text` with each word replaced by one of its script and each number by one of as many digits.

        Punctuation and spaces stay, so length and shape do. A script the bundle has no words of stays as well.
        """
        return PIECE.sub(self._other, text)

    def _other(self, match: re.Match[str]) -> str:
        piece = match.group()
        match match.lastgroup:
            case "digits":
                return "".join(self._rng.choice("123456789") for _ in piece)
            case "han":
                return (self._word("han") or piece)[: len(piece)]
            case "hangul" | "latin" as script:
                return self._word(script) or piece
            case _:
                return piece

    def _word(self, script: Script) -> str:
        used = self._used[script]
        if used and self._rng.random() < REPEATED:
            return self._rng.choice(used)
        word = self._words.draw(script, self._rng)
        used.append(word)
        return word


def invented(number: int, script: Script, words: Sequence[str]) -> str:
    """Return the invented word of a number: the beginning of one word and the end of another, always the same."""
    rng = random.Random(f"{script} {number}")
    first, second = rng.choice(words), rng.choice(words)
    if script == "latin":
        return first[: (len(first) + 1) // 2] + second[len(second) // 2 :]
    return first[:2] + second[-2:] if script == "hangul" else first[:1] + second[-1:]


def _by_script(texts: Sequence[str]) -> dict[Script, Vocabulary]:
    found: dict[Script, list[str]] = {"han": [], "hangul": [], "latin": []}
    for text in texts:
        for match in PIECE.finditer(text):
            match match.lastgroup:
                case "han" if len(match.group()) == 1:
                    continue  # the odd end of a run; a pair's first character stands in for it
                case "han" | "hangul" | "latin" as script:
                    found[script].append(match.group())
    return {script: Vocabulary.of(words) for script, words in found.items() if words}
