"""Declares the pages; runs before each of them."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import streamlit as st  # noqa: E402

from pages.components.evaluation_words import evaluation_words  # noqa: E402
from pages.components.inspector_words import inspector_words  # noqa: E402
from pages.components.language import choose_language, current_language, current_words  # noqa: E402
from pages.components.ready import notice_settings, show_errors, wait_for_index  # noqa: E402
from pages.components.thresholds_words import thresholds_words  # noqa: E402

PAGES = Path(__file__).resolve().parent

# Pages that need the whole width. It is said here alone: of two layouts in one run the browser may keep the first.
WIDE = frozenset({"inspector", "corpus", "evaluation"})

st.set_page_config(page_title="Touchstone", page_icon="🪨")
w = current_words()
page = st.navigation(
    [
        st.Page(PAGES / "chat.py", title=w.chat, icon=":material/chat:", url_path="chat", default=True),
        st.Page(
            PAGES / "inspector.py",
            title=inspector_words(current_language()).page,
            icon=":material/troubleshoot:",
            url_path="inspector",
        ),
        st.Page(PAGES / "corpus.py", title=w.corpus, icon=":material/library_books:", url_path="corpus"),
        st.Page(
            PAGES / "thresholds.py",
            title=thresholds_words(current_language()).page,
            icon=":material/tune:",
            url_path="thresholds",
        ),
        st.Page(
            PAGES / "evaluation.py",
            title=evaluation_words(current_language()).page,
            icon=":material/monitoring:",
            url_path="evaluation",
        ),
    ]
)
st.set_page_config(layout="wide" if page.url_path in WIDE else "centered")
choose_language()
with show_errors():
    wait_for_index()
    notice_settings()
    page.run()
