"""What differs between two sets of settings, key by key."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rag.config import Settings
from rag.tuning.overrides import Value
from rag.tuning.tunables import tunables, value_of


@dataclass(frozen=True, slots=True)
class Change:
    """One setting and its two values."""

    key: str
    old: Value
    new: Value


def changes(old: Settings, new: Settings, keys: Iterable[str] | None = None) -> tuple[Change, ...]:
    """Return what differs among the given keys, or among all tunables in the order in which they are shown."""
    wanted = [tunable.key for tunable in tunables()] if keys is None else keys
    pairs = ((key, value_of(old, key), value_of(new, key)) for key in wanted)
    return tuple(Change(key, before, after) for key, before, after in pairs if before != after)


def changed_keys(old: Settings, new: Settings) -> tuple[str, ...]:
    """Return every key of the file whose value differs, tunable or not, dotted and sorted; a list counts as one."""
    before, after = (dict(_leaves(settings.model_dump(mode="json"))) for settings in (old, new))
    return tuple(sorted(key for key in before.keys() | after.keys() if before.get(key) != after.get(key)))


def _leaves(value: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for name, inner in value.items():
        if isinstance(inner, Mapping) and inner:
            yield from _leaves(inner, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", inner
