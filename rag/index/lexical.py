"""The lexical leg: BM25 scored through postings, one physical sub-index per bundle and topic.

A sub-index holds only its own cards. Statistics (number of cards, document frequency, mean length) are summed over
the searched bundles, so a card's score does not depend on which of its neighbours a topic gate lets in.
"""

import json
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

from rag.index.postings import Bools, Ints, SubIndex, TermPlaces

Floats = NDArray[np.float64]

K1 = 1.5
B = 0.75
"""The defaults of rank-bm25 and of Robertson & Zaragoza, Foundations and Trends in IR 2009."""


class SmoothedBM25(BM25Okapi):  # type: ignore[misc]  # rank-bm25 has no types
    """rank-bm25 with an IDF that never falls to zero or below.

    log(1 + (N - n + 0.5) / (n + 0.5)), as Lucene has it; rank-bm25's own IDF scores a real match 0 or less in
    collections of one to three cards.
    """

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        self.idf = {word: idf(self.corpus_size, holding) for word, holding in nd.items()}


def idf(cards: int, holding: int) -> float:
    """Return the smoothed inverse document frequency of a token that `holding` of `cards` cards hold."""
    return math.log(1 + (cards - holding + 0.5) / (holding + 0.5))


@dataclass(frozen=True, slots=True)
class LexicalResult:
    """Scores of every card in reach that shares a token with the question."""

    rows: Ints
    """Ascending."""
    scores: Floats
    self_score: float
    """BM25 of the question against itself as a card, unseen tokens with the IDF of zero cards."""


@dataclass(frozen=True, slots=True)
class TokenPart:
    """What one question token gives one card."""

    token: str
    holding: int
    """Cards of the searched bundles that hold the token."""
    frequency: int
    """Occurrences in the card's searched text."""
    score: float


@dataclass(frozen=True, slots=True)
class _Scope:
    """Some bundles, as numbers: whose statistics count."""

    holds: Bools
    """For each sub-index, whether it is of one of the bundles."""
    cards: int
    mean: float
    """Tokens of a card."""


class LexicalIndex:
    """All sub-indexes of an index version."""

    def __init__(self, vocabulary: Mapping[str, int], lengths: Ints, sub_indexes: Sequence[SubIndex]) -> None:
        self._vocabulary = vocabulary
        self._lengths = lengths
        self._sub_indexes = tuple(sub_indexes)
        self._places = TermPlaces(self._sub_indexes, len(vocabulary))
        self._scopes: dict[frozenset[str], _Scope] = {}

    @property
    def sub_indexes(self) -> tuple[SubIndex, ...]:
        """Every sub-index, by bundle and topic."""
        return self._sub_indexes

    def search(
        self,
        tokens: Sequence[str],
        *,
        bundles: Collection[str],
        topics: Collection[tuple[str, str]] | None = None,
        k1: float = K1,
        b: float = B,
    ) -> LexicalResult:
        """Score the cards of some bundles, or of some (bundle, topic) pairs in them, against a question.

        The score equals `SmoothedBM25.get_scores` over the same bundles to the last bit.

        Args:
            tokens: Each once; see `unique_tokens`.
            bundles: Whose statistics count.
            topics: Which sub-indexes are read; None reads all of the bundles.
        """
        scope = self._scope(bundles)
        read = scope.holds if topics is None else scope.holds & self._in(topics)
        scores = np.zeros(len(self._lengths))
        matched = np.zeros(len(self._lengths), dtype=bool)
        token_idfs: list[float] = []
        for token in tokens:
            token_idf = idf(scope.cards, self._holding(token, scope))
            token_idfs.append(token_idf)
            rows, frequencies = self._postings(token, read)
            scores[rows] += _weight(token_idf, frequencies, self._lengths[rows], scope.mean, k1, b)
            matched[rows] = True
        rows = np.flatnonzero(matched)
        return LexicalResult(rows, scores[rows], _self_score(token_idfs, scope.mean, k1, b))

    def idfs(self, tokens: Sequence[str], bundles: Collection[str]) -> dict[str, float]:
        """Return the IDF of each token in some bundles; a token that no card holds has that of zero cards."""
        scope = self._scope(bundles)
        return {token: idf(scope.cards, self._holding(token, scope)) for token in tokens}

    def rows_with(self, token: str, bundles: Collection[str]) -> Ints:
        """Return the rows of the cards of some bundles that hold a token."""
        return self._postings(token, self._scope(bundles).holds)[0]

    def explain(
        self, tokens: Sequence[str], row: int, *, bundles: Collection[str], k1: float = K1, b: float = B
    ) -> list[TokenPart]:
        """Return what each token gives the card at `row`; the scores sum to its BM25 score."""
        scope = self._scope(bundles)
        length = self._lengths[row : row + 1]
        parts: list[TokenPart] = []
        for token in tokens:
            holding = self._holding(token, scope)
            rows, frequencies = self._postings(token, scope.holds)
            frequency = int(frequencies[rows == row].sum())
            weight = _weight(idf(scope.cards, holding), np.array([frequency]), length, scope.mean, k1, b)
            parts.append(TokenPart(token, holding, frequency, float(weight[0]) if frequency else 0.0))
        return parts

    def _scope(self, bundles: Collection[str]) -> _Scope:
        key = frozenset(bundles)
        found = self._scopes.get(key)
        if found is None:
            inside = [part for part in self._sub_indexes if part.bundle in key]
            holds = np.array([part.bundle in key for part in self._sub_indexes], dtype=bool)
            cards = sum(part.cards for part in inside)
            found = _Scope(holds, cards, sum(part.length for part in inside) / cards if cards else 0.0)
            self._scopes[key] = found
        return found

    def _in(self, topics: Collection[tuple[str, str]]) -> Bools:
        return np.array([(part.bundle, part.topic) in topics for part in self._sub_indexes], dtype=bool)

    def _holding(self, token: str, scope: _Scope) -> int:
        term = self._vocabulary.get(token)
        return 0 if term is None else self._places.holding(term, scope.holds)

    def _postings(self, token: str, read: Bools) -> tuple[Ints, Ints]:
        term = self._vocabulary.get(token)
        nothing = np.zeros(0, np.int64)
        return (nothing, nothing) if term is None else self._places.postings(term, read)

    def save(self, folder: Path) -> None:
        """Write the index into an existing folder as plain arrays and two text files."""
        words = sorted(self._vocabulary, key=self._vocabulary.__getitem__)
        (folder / "vocabulary.txt").write_text("\n".join(words), encoding="utf-8")
        table = [
            [part.bundle, part.topic, part.cards, part.length, len(part.terms), len(part.rows)]
            for part in self._sub_indexes
        ]
        (folder / "sub_indexes.json").write_text(json.dumps(table, ensure_ascii=False), encoding="utf-8")
        for name in ("terms", "starts", "rows", "frequencies"):
            columns = [getattr(part, name) for part in self._sub_indexes]
            np.save(folder / f"{name}.npy", np.concatenate([np.zeros(0, np.int64), *columns]))
        np.save(folder / "lengths.npy", self._lengths)

    @classmethod
    def open(cls, folder: Path) -> "LexicalIndex":
        """Open what `save` wrote; arrays stay on disk and are read on use."""
        text = (folder / "vocabulary.txt").read_text(encoding="utf-8")
        vocabulary = {word: number for number, word in enumerate(text.split("\n"))} if text else {}
        table = json.loads((folder / "sub_indexes.json").read_text(encoding="utf-8"))
        arrays = {
            # a plain view of the mapped file: slicing a memmap costs ten times as much
            name: np.load(folder / f"{name}.npy", mmap_mode="r").view(np.ndarray)
            for name in ("terms", "starts", "rows", "frequencies", "lengths")
        }
        parts: list[SubIndex] = []
        term_at = start_at = row_at = 0
        for bundle, topic, cards, length, terms, rows in table:
            parts.append(
                SubIndex(
                    bundle,
                    topic,
                    cards,
                    length,
                    arrays["terms"][term_at : term_at + terms],
                    arrays["starts"][start_at : start_at + terms + 1],
                    arrays["rows"][row_at : row_at + rows],
                    arrays["frequencies"][row_at : row_at + rows],
                )
            )
            term_at, start_at, row_at = term_at + terms, start_at + terms + 1, row_at + rows
        return cls(vocabulary, arrays["lengths"], parts)


def build_lexical(token_lists: Iterable[Sequence[str]], places: Sequence[tuple[str, str]]) -> LexicalIndex:
    """Build the index from each card's tokens, read once, and its (bundle, topic); row i is card i."""
    known: dict[str, str] = {}
    shared = ([known.setdefault(token, token) for token in tokens] for tokens in token_lists)  # each word kept once
    bm25 = SmoothedBM25(shared) if places else None
    card_counts: Sequence[Mapping[str, int]] = bm25.doc_freqs if bm25 else ()
    lengths = np.array(bm25.doc_len if bm25 else (), dtype=np.int64)
    vocabulary: dict[str, int] = {}
    by_place: dict[tuple[str, str], list[int]] = {place: [] for place in sorted(set(places))}
    for row, place in enumerate(places):
        by_place[place].append(row)
    for frequencies in card_counts:
        for word in frequencies:
            vocabulary.setdefault(word, len(vocabulary))
    parts = [
        _sub_index(place, rows, [card_counts[row] for row in rows], vocabulary, int(lengths[rows].sum()))
        for place, rows in by_place.items()
    ]
    return LexicalIndex(vocabulary, lengths, parts)


def _sub_index(
    place: tuple[str, str],
    rows: Sequence[int],
    counts: Sequence[Mapping[str, int]],
    vocabulary: Mapping[str, int],
    length: int,
) -> SubIndex:
    terms = np.array([vocabulary[word] for count in counts for word in count], dtype=np.int64)
    owners = np.repeat(np.array(rows, dtype=np.int64), [len(count) for count in counts])
    frequencies = np.array([value for count in counts for value in count.values()], dtype=np.int64)
    order = np.lexsort((owners, terms))
    unique, first = np.unique(terms[order], return_index=True)
    starts = np.append(first, len(terms)).astype(np.int64)
    return SubIndex(place[0], place[1], len(rows), length, unique, starts, owners[order], frequencies[order])


def _weight(token_idf: float, frequencies: Ints, lengths: Ints, mean: float, k1: float, b: float) -> Floats:
    # the expression, and so the rounding, of rank_bm25.BM25Okapi.get_scores
    weights: Floats = token_idf * (frequencies * (k1 + 1) / (frequencies + k1 * (1 - b + b * lengths / mean)))
    return weights


def _self_score(token_idfs: Sequence[float], mean: float, k1: float, b: float) -> float:
    if not mean:
        return 0.0
    norm = k1 * (1 - b + b * len(token_idfs) / mean)
    return sum(token_idf * (k1 + 1) / (1 + norm) for token_idf in token_idfs)
