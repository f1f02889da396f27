"""What a newcomer sees: what this is, what can be asked, and questions to click."""

import streamlit as st

from pages.components.conversation import ask_next
from pages.components.language import current_language
from pages.components.safe import label, safe
from pages.components.words import Words
from rag.config import Settings
from rag.index.opening import OpenIndex


def draw_first_screen(w: Words, found: OpenIndex, settings: Settings) -> None:
    """Draw the introduction and a box for each bundle with its sample questions; the reader's language first."""
    st.title("Touchstone", anchor=False)
    st.markdown(f"**{w.tagline}** {w.intro}")
    columns = st.columns(2)
    for position, name in enumerate(sorted(found.bundles, key=lambda name: _far_from_reader(name, settings))):
        with columns[position % 2], st.container(border=True, key=f"bundle-{name}", gap="xsmall"):
            _draw_bundle(name, found.manifest.bundles[name], w, settings)


def _far_from_reader(name: str, settings: Settings) -> tuple[bool, str]:
    bundle = settings.bundles.get(name)
    return bundle is None or bundle.language != current_language(), name


def _draw_bundle(name: str, cards: int, w: Words, settings: Settings) -> None:
    bundle = settings.bundles.get(name)
    st.markdown(f"**{safe(bundle.title if bundle else name)}** · {w.cards_count.format(count=cards)}")
    if bundle is None:
        return
    st.caption(safe(bundle.summary))
    for number, sample in enumerate(bundle.samples):
        st.button(
            label(sample),
            key=f"chat.sample.{name}.{number}",
            icon=":material/chat_bubble:",
            type="tertiary",
            on_click=ask_next,
            args=(sample, name),
        )
