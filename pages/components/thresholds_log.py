"""Draws who saved what and when, newest first, each with a way back."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from pages.components.ready import engine, settings_file
from pages.components.safe import safe
from pages.components.thresholds_changes import change_log, describe, revert_entry
from pages.components.thresholds_words import ThresholdsWords
from rag.tuning.change_log import Entry
from rag.tuning.saving import overtaken

RECENT = 5
"""Entries drawn at once; older ones are folded."""


def draw_log(words: ThresholdsWords) -> None:
    """Draw the change log with a revert button for each entry that still stands."""
    st.subheader(words.log, anchor=False)
    entries = change_log().entries(settings_file().version.sha256)
    if not entries:
        st.caption(words.log_empty)
    for entry in entries[:RECENT]:
        _draw_entry(entry, words)
    older = entries[RECENT:]
    if older:
        with st.expander(words.older.format(count=len(older)), key="thresholds.older"):
            for entry in older:
                _draw_entry(entry, words)


def _draw_entry(entry: Entry, words: ThresholdsWords) -> None:
    marks = [_local_time(entry.at), safe(entry.who) or words.unknown]
    if entry.undoes:
        marks.append(words.reverts)
    if entry.state == "broken-off":
        marks.append(words.broken_off)
    with st.container(border=True, key=f"thresholds-entry-{entry.entry_id}", gap="xsmall"):
        st.caption(" · ".join(marks))
        for change in entry.changes:
            st.markdown(describe(change, words))
        if entry.state == "saved":
            later = overtaken(entry, engine().settings)
            if st.button(
                words.revert,
                key=f"thresholds.revert.{entry.entry_id}",
                icon=":material/history:",
                type="tertiary",
                disabled=bool(later),
                help=words.overtaken.format(keys=", ".join(safe(key) for key in later)) if later else None,
            ):
                revert_entry(entry, words)


def _local_time(at: datetime) -> str:
    """Return the instant in the reader's time zone, to the minute."""
    try:
        zone = ZoneInfo(st.context.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return f"{at.astimezone(zone):%Y-%m-%d %H:%M}"
