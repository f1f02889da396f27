"""Schemas of computations in the API's answers."""

from typing import get_args, get_type_hints

from rag.api.shapes import COUNT, FLAG, HASH, INSTANT, TEXT, listed, maybe, record, ref, word
from rag.computation_types import Computation, ComputationState, Wanted
from rag.wire import Json

_WHOLE: Json = {"type": "integer"}
_TEXTS: Json = {"type": "object", "additionalProperties": TEXT}


def computation_schemas() -> dict[str, Json]:
    """Return each schema under its name in the document."""
    wanted: dict[str, Json] = {
        "name": TEXT,
        "type": word(get_args(get_type_hints(Wanted)["type"])),
        "required": FLAG,
        "default": TEXT,
        "low": TEXT,
        "high": TEXT,
        "choices": listed(TEXT),
    }
    part: dict[str, Json] = {"factor": TEXT, "points": _WHOLE, "most": COUNT, "group": TEXT, "number": COUNT}
    rules: dict[str, Json] = {
        "name": TEXT,
        "effective_from": TEXT,
        "effective_to": TEXT,
        "notice": TEXT,
        "expired": FLAG,
    }
    receipt: dict[str, Json] = {
        "executor": TEXT,
        "version": TEXT,
        "inputs": _TEXTS,
        "at": INSTANT,
        "result": TEXT,
        "unit": TEXT,
        "breakdown": listed(record(part)),
        "rules": maybe(record(rules)),
        "digest": HASH,
        "attester": TEXT,
    }
    computation: dict[str, Json] = {
        "card_id": TEXT,
        "title": TEXT,
        "executor": TEXT,
        "state": word(get_args(ComputationState)),
        "given": _TEXTS,
        "wanted": listed(record(wanted)),
        "problems": listed({"type": "array", "prefixItems": [TEXT, TEXT], "items": False, "minItems": 2}),
        "assumed": listed(TEXT),
        "receipt": maybe(ref("Receipt")),
        "levers": listed(record({"label": TEXT, "delta": maybe(_WHOLE), "total": maybe(COUNT)})),
        "attester": TEXT,
        "mismatches": listed(TEXT),
        "read_by": word(get_args(get_type_hints(Computation)["read_by"])),
        "missing": listed(TEXT),
    }
    return {
        "Receipt": record(receipt, "What was computed, by what, from what; values are text. Only an attested result."),
        "Computation": record(computation, "A computation: its state, the inputs its card takes, its proof."),
    }
