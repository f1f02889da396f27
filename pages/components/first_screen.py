"""What a newcomer sees: what this is, what can be asked, and questions to click."""

import streamlit as st

from pages.components.conversation import ask_next
from pages.components.safe import label, safe
from pages.components.words import Words
from rag.config import Settings
from rag.index.opening import OpenIndex


def draw_first_screen(w: Words, found: OpenIndex, settings: Settings) -> None:
    """Draw the introduction and a box for each bundle with its sample questions."""
    st.title("Touchstone", anchor=False)
    st.markdown(f"**{w.tagline}.** {w.intro}")
    for name in found.bundles:
        bundle = settings.bundles.get(name)
        count = w.cards_count.format(count=found.manifest.bundles[name])
        with st.container(border=True, key=f"bundle-{name}"):
            title = safe(bundle.title if bundle else name)
            st.markdown(f"**{title}** · {count}")
            if bundle is None:
                continue
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
