"""Brings a history of an earlier release to this one's schema, inside the transaction that opens it."""

from collections.abc import Mapping

from sqlalchemy import Connection, text, update

from rag.history.tables import SCHEMA_VERSION, StampRow

_STEPS: Mapping[int, tuple[str, ...]] = {
    1: (
        "ALTER TABLE messages ADD COLUMN route TEXT",
        "ALTER TABLE messages ADD COLUMN use_rag BOOLEAN NOT NULL DEFAULT TRUE",
        "ALTER TABLE messages ADD COLUMN use_sft BOOLEAN NOT NULL DEFAULT FALSE",
    ),
}
"""What leads from a version to the next; SQLite and PostgreSQL read it alike. Answers had no route then, came from
cards and from no fine-tuned model."""


def can_migrate(version: int) -> bool:
    """Tell whether a history of another version can be brought to this release's."""
    return version < SCHEMA_VERSION and all(step in _STEPS for step in range(version, SCHEMA_VERSION))


def migrate(connection: Connection, version: int) -> None:
    """Change the tables step by step and stamp the new version; nothing stored is lost."""
    for step in range(version, SCHEMA_VERSION):
        for statement in _STEPS[step]:
            connection.execute(text(statement))
    connection.execute(update(StampRow).values(version=SCHEMA_VERSION))
