"""Replaces single values in the text of a YAML file and leaves every other character as it is.

A full round trip (load, change, dump) keeps comments too, but wraps long lines anew: with ruamel.yaml 0.19.1 it
rewrites some hundred lines of our config.yaml for one changed number. So the round-trip parser only says where a
value stands.
"""

import re
from collections.abc import Mapping

import yaml
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode

from rag.errors import ConfigError
from rag.tuning.overrides import Value

_COMMENT = re.compile(r"( +)#")


def replace_values(text: str, values: Mapping[str, Value], *, source: str) -> str:
    """Return the text with dotted keys set to new values; a comment behind a value keeps its column.

    Args:
        text: YAML; a mapping of sections.
        values: By dotted key of two parts.
        source: The file's name, for messages.

    Raises:
        ConfigError: not YAML, or a key that is missing, stands twice, or whose value is an alias, an anchor or no
            plain value.
    """
    try:
        root = YAML(typ="rt").compose(text)
    except YAMLError as exc:
        raise ConfigError(f"{source} cannot be read: {exc}") from exc
    places = sorted(
        ((_place(root, key, source), value) for key, value in values.items()), key=lambda place: place[0], reverse=True
    )
    for (start, end), value in places:  # from the end, so that places before stay where they are
        text = _put(text, start, end, _written(value))
    return text


def _place(root: Node | None, key: str, source: str) -> tuple[int, int]:
    node = root
    for name in key.split("."):
        node = _child(node, name, key, source)
    if not isinstance(node, ScalarNode) or node.anchor or node.style in ("|", ">"):
        raise ConfigError(f"{source}: {key} is no plain value there; change it in the file by hand.")
    return node.start_mark.index, node.end_mark.index


def _child(node: Node | None, name: str, key: str, source: str) -> Node:
    pairs = node.value if isinstance(node, MappingNode) else []
    found: list[Node] = [value for held, value in pairs if held.value == name]
    if len(found) != 1:
        raise ConfigError(f"{source}: {key} stands there {len(found)} times instead of once; mend the file by hand.")
    return found[0]


def _put(text: str, start: int, end: int, written: str) -> str:
    comment = _COMMENT.match(text, end)
    if comment is None:
        return text[:start] + written + text[end:]
    spaces = max(1, len(comment[1]) - (len(written) - (end - start)))
    return f"{text[:start]}{written}{' ' * spaces}{text[end + len(comment[1]) :]}"


def _written(value: Value) -> str:
    """A value as PyYAML, which reads the file, wants it: the word off in quotes, for it would read as false."""
    dumped: str = yaml.safe_dump(value, allow_unicode=True, width=1_000_000)
    return dumped.removesuffix("\n").removesuffix("\n...")
