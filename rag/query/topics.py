"""The topic gate: an ordered keyword table per bundle decides which sub-indexes a question may use."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from rag.config import TopicEntry
from rag.text.normalise import normalise
from rag.types import TopicMatch

_WIDE = re.compile(r"[^\x00-\u02ff]")
_PLURAL = "(?:s|es)?"


def match_topics(question: str, tables: Mapping[str, Sequence[TopicEntry]]) -> tuple[TopicMatch, ...]:
    """Return the topics whose keywords occur in a question, in table order, each once.

    Keywords are compared under `normalise`. A Latin keyword matches whole words (a plural s is forgiven), so `ita`
    is not found in "digital"; a Korean or Chinese keyword matches anywhere, spaces ignored.

    Args:
        question: As asked.
        tables: Ordered table by bundle name.
    """
    text = normalise(question)
    compact = text.replace(" ", "")
    return tuple(
        TopicMatch(bundle, entry.topic, keyword)
        for bundle, table in tables.items()
        for entry in table
        if (keyword := _first(entry.keywords, text, compact)) is not None
    )


def _first(keywords: Sequence[str], text: str, compact: str) -> str | None:
    for keyword in keywords:
        wanted = _folded(keyword)
        if _WIDE.search(wanted):
            if wanted.replace(" ", "") in compact:
                return keyword
        elif wanted and _whole_word(wanted).search(text):
            return keyword
    return None


@lru_cache(maxsize=10_000)
def _folded(keyword: str) -> str:
    return normalise(keyword)


@lru_cache(maxsize=10_000)
def _whole_word(wanted: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z0-9]){re.escape(wanted)}{_PLURAL}(?![a-z0-9])")
