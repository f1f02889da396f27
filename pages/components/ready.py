"""Opens what all sessions share, builds the index when there is none, and shows errors as a person can use them."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import streamlit as st

from pages.components.language import current_words
from pages.components.safe import safe
from rag.config import Settings, load_settings
from rag.engine import Engine, index_folder, index_is_ready, open_engine
from rag.errors import IndexBusy, RagError
from rag.history.store import HistoryStore, open_history
from rag.index.build import KEEP, Progress

ROOT = Path(__file__).resolve().parents[2]
CONFIG_VARIABLE = "TOUCHSTONE_CONFIG"
"""Names another settings file than the one beside app.py."""

POLL_S = 1.0
"""Seconds between two looks at a build that another process does."""


def config_path() -> Path:
    """Return the settings file in force."""
    return Path(os.environ.get(CONFIG_VARIABLE) or ROOT / "config.yaml")


@st.cache_resource(show_spinner=False)
def engine() -> Engine:
    """Return the engine all sessions share."""
    return open_engine(load_settings(config_path()))


@st.cache_resource(show_spinner=False)
def history() -> HistoryStore:
    """Return the conversation store all sessions share."""
    settings = load_settings(config_path())
    return open_history(settings.history.url or f"sqlite:///{settings.data.path / 'history.sqlite'}")


@contextmanager
def show_errors() -> Iterator[None]:
    """Draw an expected error instead of the page; its message says what to do."""
    try:
        yield
    except RagError as exc:
        w = current_words()
        st.error(f"**{w.cannot_start}**\n\n{safe(str(exc))}", icon=":material/error:")


def wait_for_index() -> None:
    """Return when an index serves; build it, or wait for another builder, with progress in words."""
    settings = load_settings(config_path())
    if index_is_ready(settings):
        return
    w = current_words()
    with st.container(border=True):
        st.markdown(f"**{w.building}**")
        bar = st.progress(0.0, text=w.build_steps["model"])

        def draw(progress: Progress) -> None:
            share = progress.done / progress.total if progress.total else 0.0
            left = f" · {w.build_left.format(seconds=round(progress.seconds_left))}" if progress.seconds_left else ""
            counts = f" {progress.done}/{progress.total}" if progress.total > 1 else ""
            bar.progress(share, text=f"{w.build_steps[progress.step]}{counts}{left}")

        try:
            engine().build(keep=KEEP, rebuild=False, report=draw)
        except IndexBusy:
            bar.progress(0.0, text=w.building_wait)
            _wait_for_other_builder(settings)
    st.rerun()


def _wait_for_other_builder(settings: Settings) -> None:
    while not (index_folder(settings) / "CURRENT").exists():
        time.sleep(POLL_S)
        st.empty()  # lets a closed tab end this run
