"""Grows a corpus on disk with invented cards in the likeness of its own, to measure the product at size."""

import json
import posixpath
import random
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from rag.cards.body import plain_text
from rag.cards.reader import read_corpus
from rag.evaluation.synthetic_words import Rewriter, Words
from rag.types import Card, Language

SEED: Final = 20260101
"""Fixed, so that two runs measure the same cards."""

REPORTED: Final = 1000
"""Cards between two reports of progress."""


def grow_corpus(
    source: Path,
    target: Path,
    cards: int,
    *,
    languages: Mapping[str, Language],
    seed: int = SEED,
    report: Callable[[int], None] = lambda done: None,
) -> None:
    """Copy the corpus at `source` to the new folder `target` and add invented cards until there are `cards`.

    Each invented card copies one shipped card's build - bundle, topic, type, tags, how many names, phrases and open
    questions it has, how long each is - with other words, and says that it is fictional.

    Args:
        source: A folder of bundles, or one bundle.
        target: Must not exist.
        cards: In all.
        languages: Language by bundle name, as for `read_corpus`.
        seed: Same seed, same cards.
        report: Told how many cards there are, now and then.

    Raises:
        ValueError: `cards` is under the number of cards at `source`.
        CorpusError: `source` cannot be read.
    """
    shipped = read_corpus(source, languages).cards
    if cards < len(shipped):
        raise ValueError(f"cards must be at least the {len(shipped)} of the corpus, got {cards}")
    shutil.copytree(source, target)
    words = words_by_topic(shipped)
    for number in range(cards - len(shipped)):
        like = shipped[number % len(shipped)]
        path = target / posixpath.dirname(like.path) / f"grown-{number:06d}.md"
        path.write_text(grown_card(like, words[like.bundle, like.topic], number, seed=seed), encoding="utf-8")
        if number % REPORTED == 0:
            report(len(shipped) + number)
    report(cards)


def words_by_topic(cards: Sequence[Card]) -> dict[tuple[str, str], Words]:
    """Return what invented cards of each (bundle, topic) draw their words from."""
    texts: dict[tuple[str, str], list[str]] = {}
    for card in cards:
        texts.setdefault((card.bundle, card.topic), []).extend(_texts(card))
    bundles: dict[str, list[str]] = {}
    for (bundle, _), own in texts.items():
        bundles.setdefault(bundle, []).extend(own)
    return {place: Words(own, bundles[place[0]]) for place, own in texts.items()}


def grown_card(like: Card, words: Words, number: int, *, seed: int = SEED) -> str:
    """Return the file of an invented card with the build of `like`."""
    other = Rewriter(words, random.Random(f"{seed} {number}")).rewrite
    fields: dict[str, str | bool | list[str]] = {
        "type": like.type,
        "title": other(like.title),
        "description": other(like.description),
        "tags": list(like.tags),
        "language": like.language,
        "topic": like.topic,
        "aliases": [other(text) for text in like.aliases],
        "phrases": [other(text) for text in like.phrases],
        "unanswered": [other(text) for text in like.unanswered],
        "fictional": True,
    }
    if like.link:
        fields["resource"] = like.link
    # a JSON value is a YAML value, whatever the words are
    head = "\n".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items())
    return f"---\n{head}\n---\n\n{other(plain_text(like.body))}\n"


def _texts(card: Card) -> Iterator[str]:
    yield from (card.title, card.description, *card.aliases, *card.phrases, *card.unanswered, plain_text(card.body))
