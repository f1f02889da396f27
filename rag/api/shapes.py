"""JSON Schema 2020-12 in few words: what the schemas of the API's answers are written with."""

from collections.abc import Mapping

from rag.wire import Json

TEXT: Json = {"type": "string"}
FLAG: Json = {"type": "boolean"}
NUMBER: Json = {"type": "number"}
SHARE: Json = {"type": "number", "minimum": 0, "maximum": 1}
COUNT: Json = {"type": "integer", "minimum": 0}
PLACE: Json = {"type": "integer", "minimum": 1, "description": "1 is the best card."}
INSTANT: Json = {"type": "string", "format": "date-time"}
ADDRESS: Json = {"type": "string", "format": "uri"}
HASH: Json = {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "sha256 of the card's file."}


def record(fields: Mapping[str, Json], description: str = "") -> dict[str, Json]:
    """Return the schema of an object that has all of these fields and no others."""
    told: dict[str, Json] = {"description": description} if description else {}
    return told | {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }


def listed(item: Json) -> Json:
    """Return the schema of a list."""
    return {"type": "array", "items": item}


def maybe(shape: Json) -> Json:
    """Return the schema of a value that may be null."""
    return {"anyOf": [shape, {"type": "null"}]}


def word(words: tuple[str, ...]) -> Json:
    """Return the schema of one of these words; `typing.get_args` gives those of a `Literal`."""
    return {"type": "string", "enum": list(words)}


def ref(name: str) -> Json:
    """Return a reference to a schema of the document's own."""
    return {"$ref": f"#/components/schemas/{name}"}
