"""Derives how far a card may be trusted, and checks the paths its provenance names."""

import re
from collections.abc import Iterator

from rag.cards.fields import Fields
from rag.cards.findings import quote
from rag.cards.links import BundleFiles
from rag.cards.yaml_text import Written
from rag.types import TrustTier

_PATH = re.compile(r"(\.{0,2}/\S*|\S+/\S+|\S+\.[A-Za-z]\w{0,5})(#.*)?")


def read_trust(fields: Fields) -> TrustTier:
    """Derive the tier of OKF section 5.3, counting only current verifications as v0.3 asks of every version.

    A verification counts when its `at` can be read and is not before `generated.at`; all with a readable `at`
    count when `generated.at` is absent or unreadable. A `human:` actor makes the card human-reviewed.
    """
    generated = fields.raw("generated")
    made = None
    if isinstance(generated, dict):
        made = fields.instant("generated", generated.get("at"), "'generated.at'")
    elif generated is not None:
        fields.report("generated", "bad-field", "'generated' must be a mapping", "Write `by` and `at` under it.")
    tier: TrustTier = "unverified"
    for event in fields.maps("verified"):
        actor = event.get("by")
        at = fields.instant("verified", event.get("at"), "'verified.at'")
        if not isinstance(actor, str) or at is None:
            message = "a verification without `by` or a readable `at` does not count"
            fields.report("verified", "bad-field", message, "Write `by` and `at` for each verification.")
        elif made is None or at.at >= made.at:
            human = actor.startswith("human:") or tier == "human-reviewed"
            tier = "human-reviewed" if human else "machine-confirmed"
    return tier


def check_sources(fields: Fields, inner: str, files: BundleFiles) -> None:
    """Report each path that `sources`, `computation`, `executor` or `attester` name and the bundle lacks.

    A relative path is tried from the file, then from the bundle's root, for both readings are in use.
    Addresses and scopes in words ("all queries in project X") are not paths.
    """
    for key, name, written in _named_paths(fields):
        if written is None:
            fields.report(key, "bad-field", f"an entry of {name} has no `resource`", "Add one.")
        elif isinstance(written, str) and _PATH.fullmatch(written.strip()):
            path = written.strip()
            outcomes = {files.resolve(path, base).outcome for base in (inner, "index.md")}
            if not outcomes & {"file", "folder", "outside", "same"}:
                message = f"{name} names {quote(path)}, which the bundle does not hold"
                fields.report(key, "source-missing", message, "Add the file or correct the path.")


def _named_paths(fields: Fields) -> Iterator[tuple[str, str, Written]]:
    for entry in fields.maps("sources"):
        yield "sources", "'sources'", entry.get("resource")
    computation = fields.raw("computation")
    if computation is not None:
        yield "computation", "'computation'", computation
    for key in ("executor", "attester"):
        holder = fields.raw(key)
        if isinstance(holder, dict):
            yield key, f"'{key}.resource'", holder.get("resource")
