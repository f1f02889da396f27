"""Reads a YAML mapping with every scalar as written: nothing is constructed, converted or run."""

import re
from dataclasses import dataclass
from typing import Literal

import yaml

Written = str | None | tuple["Written", ...] | dict[str, "Written"]
"""A YAML value whose scalars keep their spelling; None is an empty value, `~` or `null` without quotes."""

MAX_EXPANDED_CHARS = 256_000
"""Most text a block may give once its aliases are expanded: four times the longest block, so that honest
anchors pass and an alias bomb does not."""

MAX_DEPTH = 50
"""Deepest nesting kept. OKF's own fields need 3; an alias that holds itself has no end."""

_TEXT_TAG = "tag:yaml.org,2002:str"
_PLAIN_TAG = re.compile("tag:yaml.org,2002:(seq|map|int|float|bool|null|timestamp|binary|set|omap|pairs|merge|value)")
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_COMMENT = re.compile(r"[ \t]+#")


@dataclass(frozen=True, slots=True)
class YamlMapping:
    """A mapping and what its author may not have meant."""

    fields: dict[str, Written]
    lines: dict[str, int]
    duplicates: tuple[tuple[str, int], ...]
    """(key with its parents, line) of each repeated key; the last one counts."""
    cuts: tuple[tuple[str, int], ...]
    """(key with its parents, line) of each plain value that a ` #` comment follows."""


@dataclass(frozen=True, slots=True)
class YamlFault:
    """Why there is no mapping."""

    kind: Literal["bad-yaml", "not-a-mapping"]
    message: str
    line: int
    colon: bool = False
    """An unquoted `: ` inside a value is the cause."""


def read_mapping(block: str, *, first_line: int) -> YamlMapping | YamlFault:
    """Read `block`; an empty one is an empty mapping. Lines count from `first_line`."""
    try:
        root = yaml.compose(block, Loader=_Loader)
    except yaml.MarkedYAMLError as exc:
        line = first_line + (exc.problem_mark.line if exc.problem_mark else 0)
        message = exc.problem or "it cannot be read"
        return YamlFault("bad-yaml", message, line, message.startswith("mapping values are not allowed"))
    except (yaml.YAMLError, ValueError, RecursionError) as exc:
        return YamlFault("bad-yaml", str(exc).splitlines()[0], first_line)
    if root is None:
        return YamlMapping({}, {}, (), ())
    if not isinstance(root, yaml.MappingNode):
        found = "a list" if isinstance(root, yaml.SequenceNode) else "a single value"
        return YamlFault("not-a-mapping", f"the frontmatter is {found}, not a mapping", first_line)
    walk = _Walk(block, first_line)
    try:
        fields = walk.mapping(root, "", 0)
    except _RefusedError as exc:
        return YamlFault("bad-yaml", str(exc), exc.line)
    lines = {key.value: first_line + key.start_mark.line for key, _ in root.value if isinstance(key, yaml.ScalarNode)}
    return YamlMapping(fields, lines, tuple(walk.duplicates), tuple(walk.cuts))


class _Loader(yaml.CBaseLoader):
    """Tags every plain node by its kind alone, without PyYAML's search for path resolvers."""

    def resolve(self, kind: type[yaml.Node], value: object, implicit: object) -> str:
        if kind is yaml.ScalarNode:
            return _TEXT_TAG
        return "tag:yaml.org,2002:seq" if kind is yaml.SequenceNode else "tag:yaml.org,2002:map"


class _RefusedError(Exception):
    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class _Walk:
    """One pass over the node graph, with a budget that aliases cannot multiply away."""

    def __init__(self, block: str, first_line: int) -> None:
        self._first_line = first_line
        self._lines = block.split("\n") if " #" in block or "\t#" in block else []
        self._left = MAX_EXPANDED_CHARS
        self.duplicates: list[tuple[str, int]] = []
        self.cuts: list[tuple[str, int]] = []

    def mapping(self, node: yaml.MappingNode, parent: str, depth: int) -> dict[str, Written]:
        self._spend(node, 1, depth)
        written: dict[str, Written] = {}
        merged: dict[str, Written] = {}
        for key_node, value_node in node.value:
            key = self._key(key_node, depth)
            name = f"{parent}.{key}" if parent else key
            value = self._value(value_node, name, depth + 1)
            if key == "<<":
                for part in value if isinstance(value, tuple) else (value,):
                    merged = (part if isinstance(part, dict) else {}) | merged
                continue
            if key in written:
                self.duplicates.append((name, self._line(key_node)))
            written[key] = value
        return merged | written if merged else written

    def _key(self, node: yaml.Node, depth: int) -> str:
        if isinstance(node, yaml.ScalarNode):
            self._spend(node, 1 + len(node.value), depth)
            return str(node.value)
        return str(self._value(node, "", depth + 1))

    def _value(self, node: yaml.Node, name: str, depth: int) -> Written:
        if isinstance(node, yaml.ScalarNode):
            text: str = node.value
            self._spend(node, 1 + len(text), depth)
            if self._lines and not node.style:
                self._note_cut(node, name)
            return None if not node.style and text in _NULLS else text
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, name, depth)
        self._spend(node, 1, depth)
        return tuple(self._value(item, name, depth + 1) for item in node.value)

    def _spend(self, node: yaml.Node, cost: int, depth: int) -> None:
        if node.tag != _TEXT_TAG and not _PLAIN_TAG.fullmatch(node.tag):
            raise _RefusedError(f"the tag {node.tag!r:.80} is not allowed", self._line(node))
        self._left -= cost
        if self._left < 0:
            raise _RefusedError(f"its aliases expand to over {MAX_EXPANDED_CHARS} characters", self._line(node))
        if depth > MAX_DEPTH:
            raise _RefusedError(f"it is nested over {MAX_DEPTH} deep", self._line(node))

    def _note_cut(self, node: yaml.ScalarNode, name: str) -> None:
        mark = node.end_mark
        if mark.line < len(self._lines):
            rest = self._lines[mark.line][mark.column :]
            comment = _COMMENT.match(rest)
            glued = comment is not None and rest[comment.end() : comment.end() + 1].strip() != ""
            if comment and name and (glued or name in ("title", "description")):
                self.cuts.append((name, self._line(node)))

    def _line(self, node: yaml.Node) -> int:
        return self._first_line + int(node.start_mark.line)
