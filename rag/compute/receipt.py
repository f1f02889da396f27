"""Writes receipts and their digests, so that a changed receipt no longer fits its own digest."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import date

from rag.compute.types import Receipt


def seal(receipt: Receipt) -> Receipt:
    """Return the receipt with its digest filled in; what stood there before does not matter."""
    return replace(receipt, digest=digest_of(receipt))


def digest_of(receipt: Receipt) -> str:
    """Return the sha256 hex over all fields but the digest, as JSON with sorted keys and ISO 8601 dates."""
    plain = {field.name: _plain(getattr(receipt, field.name)) for field in fields(receipt) if field.name != "digest"}
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    return value.isoformat() if isinstance(value, date) else value
