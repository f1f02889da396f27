"""Takes single fields out of a frontmatter, coercing what OKF lets stand and saying so."""

from collections.abc import Mapping

from rag.cards.findings import Finding, Kind, quote
from rag.cards.instants import Instant, read_instant
from rag.cards.yaml_text import Written

_TRUE = frozenset(("true", "yes", "on", "1"))
_FALSE = frozenset(("false", "no", "off", "0"))


class Fields:
    """The fields of one file; every coercion is kept in `findings`."""

    def __init__(self, fields: Mapping[str, Written], lines: Mapping[str, int], path: str) -> None:
        self._fields = fields
        self._lines = lines
        self._path = path
        self.findings: list[Finding] = []

    def report(self, key: str, kind: Kind, message: str, remedy: str) -> None:
        """Keep a warning at the line of the top-level `key`."""
        self.findings.append(Finding(self._path, self._lines.get(key, 1), kind, "warning", message, remedy))

    @property
    def keys(self) -> tuple[str, ...]:
        """The top-level keys in file order."""
        return tuple(self._fields)

    def raw(self, key: str) -> Written:
        """Return the value as written; None when absent or empty."""
        return self._fields.get(key)

    def text(self, key: str) -> str:
        """Return a scalar without outer white space; a list's or mapping's value is reported and gives ''."""
        value = self._fields.get(key)
        if isinstance(value, (tuple, dict)):
            self.report(key, "bad-field", f"{key!r} must be a text", "Write one text.")
            return ""
        return (value or "").strip()

    def first_text(self, key: str) -> str:
        """Return a scalar, or the first text of a list (reported): a `resource` given as a list of URLs."""
        value = self._fields.get(key)
        if not isinstance(value, tuple):
            return self.text(key)
        found = [item.strip() for item in value if isinstance(item, str) and item.strip()]
        message = f"{key!r} must be one text, it is a list of {len(value)}; the first is used"
        self.report(key, "bad-field", message, "Keep one, and list the others under `sources`.")
        return found[0] if found else ""

    def texts(self, key: str, *, commas: bool = False) -> tuple[str, ...]:
        """Return a list's texts, each once. A scalar is one text, or with `commas` several (reported)."""
        value = self._fields.get(key)
        if isinstance(value, str):
            self.report(key, "bad-field", f"{key!r} must be a list, it is one text", f"Write `{key}: [...]`.")
            value = tuple(value.split(",")) if commas else (value,)
        elif isinstance(value, dict):
            self.report(key, "bad-field", f"{key!r} must be a list, it is a mapping", f"Write `{key}: [...]`.")
            return ()
        texts: dict[str, None] = {}
        for item in value or ():
            if isinstance(item, str):
                if item.strip():
                    texts.setdefault(item.strip())
            elif item is not None:
                message = f"{key!r} holds an item that is no text: {quote(str(item))}"
                self.report(key, "bad-field", message, "Put the item in quotes.")
        return tuple(texts)

    def maps(self, key: str) -> tuple[Mapping[str, Written], ...]:
        """Return a list's mappings; a bare mapping is a list of one (OKF v0.2, s5), others are reported."""
        value = self._fields.get(key)
        items = value if isinstance(value, tuple) else () if value is None else (value,)
        maps = tuple(item for item in items if isinstance(item, dict))
        if len(maps) < len(items):
            other = next(item for item in items if not isinstance(item, dict))
            message = f"{key!r} must be a list of mappings; {quote(str(other))} was left out"
            self.report(key, "bad-field", message, f"Write each entry of `{key}` as `- key: value` lines.")
        return maps

    def flag(self, key: str) -> bool:
        """Return a truth value; absent is false, an unknown word is reported and false."""
        word = self.text(key).casefold()
        if word and word not in _TRUE and word not in _FALSE:
            self.report(key, "bad-field", f"{key!r} must be true or false, not {quote(word)}", "Write true or false.")
        return word in _TRUE

    def instant(self, key: str, written: Written, name: str) -> Instant | None:
        """Return the instant in `written`, a value at or below the top-level `key`; `name` says which."""
        if written is None or written == "":
            return None
        instant = read_instant(written.strip()) if isinstance(written, str) else None
        if instant is None:
            message = f"{name} is no ISO 8601 instant: {quote(str(written))}"
            self.report(key, "bad-field", message, "Write it like 2026-07-01T00:00:00Z.")
        elif instant.form != "exact":
            lack = "a date without a time" if instant.form == "date-only" else "a time without an offset"
            message = f"{name} is {lack}, read as UTC: {quote(str(written))}"
            self.report(key, "date-only", message, f"Write {instant.at:%Y-%m-%dT%H:%M:%S}Z or the offset you mean.")
        return instant
