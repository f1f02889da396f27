"""Which open questions hold a token, as arrays on disk, so that opening them reads no text."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

TOKENS = "open_tokens.txt"
STARTS = "open_token_starts.npy"
ROWS = "open_token_rows.npy"


@dataclass(frozen=True, slots=True)
class OpenWords:
    """Token number n is held by the questions `rows[starts[n]:starts[n + 1]]`, ascending."""

    numbers: Mapping[str, int]
    starts: Ints
    rows: Ints

    def holders(self, tokens: Mapping[str, float], first: int, end: int) -> Iterator[tuple[Ints, float]]:
        """Yield, for each token that any question holds, the ones in [first, end) and the token's value."""
        for token, value in tokens.items():
            number = self.numbers.get(token)
            if number is not None:
                rows = self.rows[int(self.starts[number]) : int(self.starts[number + 1])]
                yield rows[slice(*np.searchsorted(rows, (first, end)))], value

    def save(self, folder: Path) -> None:
        """Write the words into an existing folder; `numbers` counts from 0 in the mapping's order."""
        (folder / TOKENS).write_text("\n".join(self.numbers), encoding="utf-8")
        np.save(folder / STARTS, self.starts)
        np.save(folder / ROWS, self.rows)


def collect_words(token_lists: Sequence[Sequence[str]]) -> OpenWords:
    """Return the words of questions, given the tokens of each, every one once."""
    numbers: dict[str, int] = {}
    held = np.array([numbers.setdefault(token, len(numbers)) for tokens in token_lists for token in tokens], np.int64)
    owners = np.repeat(np.arange(len(token_lists)), [len(tokens) for tokens in token_lists])
    order = np.argsort(held, kind="stable")
    return OpenWords(numbers, np.searchsorted(held[order], np.arange(len(numbers) + 1)), owners[order])


def open_words(folder: Path) -> OpenWords:
    """Open what `OpenWords.save` wrote; the rows stay on disk."""
    text = (folder / TOKENS).read_text(encoding="utf-8")
    return OpenWords(
        {token: number for number, token in enumerate(text.split("\n"))} if text else {},
        np.load(folder / STARTS),
        np.load(folder / ROWS, mmap_mode="r").view(np.ndarray),
    )
