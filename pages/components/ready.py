"""Opens what all sessions share, builds the index when there is none, and shows errors as a person can use them."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.components.language import current_language, current_words
from pages.components.thresholds_words import thresholds_words
from rag.browse.catalogue import Catalogue, read_catalogue
from rag.browse.index_job import IndexJob
from rag.config import Settings
from rag.engine import Engine, index_is_ready
from rag.errors import IndexBusy, RagError
from rag.evaluation.runs import Runs
from rag.history.store import HistoryStore
from rag.index.build import KEEP, Progress
from rag.index.card_store import CardStore
from rag.process import ROOT, Opened, config_path, opened
from rag.tuning.settings_file import SettingsFile

POLL_S = 1.0
"""Seconds between two looks at a build that another process does; should it fail, this one takes over."""


@st.cache_resource(show_spinner=False, on_release=Opened.close)
def _opened() -> Opened:
    return opened()


def settings_file() -> SettingsFile:
    """Return the settings file, opened once. Raises `ConfigError` when it is not valid at the start."""
    return _opened().file


def file_settings() -> Settings:
    """Return the settings of the file as all sessions were last served them."""
    return settings_file().version.settings


def engine() -> Engine:
    """Return the engine all sessions share."""
    return _opened().engine()


def history() -> HistoryStore:
    """Return the conversation store all sessions share."""
    return _opened().history()


@st.cache_resource(show_spinner=False, max_entries=2)
def catalogue(version: str, _cards: CardStore) -> Catalogue:
    """Return what the corpus browser filters by, read once a version."""
    return read_catalogue(_cards)


@st.cache_resource(show_spinner=False)
def index_job() -> IndexJob:
    """Return what builds the index beside the app, for all sessions."""
    command = (sys.executable, "-m", "rag", "--config", str(config_path().resolve()), "index")
    return IndexJob(command, folder=ROOT)


@st.cache_resource(show_spinner=False)
def evaluation_runs() -> Runs:
    """Return the finished runs over the labelled questions, for all sessions."""
    return Runs()


@contextmanager
def show_errors() -> Iterator[None]:
    """Draw an expected error instead of the page; its message says what to do."""
    try:
        yield
    except RagError as exc:
        st.error(f"**{current_words().cannot_start}**", icon=":material/error:")
        st.code(str(exc), language=None, wrap_lines=True)  # verbatim: the remedy may be a command to copy


def notice_settings() -> None:
    """Take over an edited settings file for all sessions; say why where an edit cannot be in force."""
    problem = engine().notice_settings()
    if problem:
        st.warning(f"**{thresholds_words(current_language()).not_in_force}**", icon=":material/sync_problem:")
        st.code(problem, language=None, wrap_lines=True)


def wait_for_index() -> None:
    """Return when an index serves; build it, or wait for another builder, with progress in words."""
    settings = file_settings()
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

        while not index_is_ready(settings):
            try:
                engine().build(keep=KEEP, rebuild=False, report=draw)
            except IndexBusy:
                bar.progress(0.0, text=w.building_wait)  # drawing also lets a closed tab end this run
                time.sleep(POLL_S)
    st.rerun()
