"""Draws what a computation card sanctions: its inputs, the code that runs, the code that compares."""

import json

import pandas as pd
import streamlit as st

from pages.components.computing.words import computing_words
from pages.components.language import current_language
from pages.components.safe import safe
from rag.compute.contract import Contract, read_contract
from rag.compute.labels import labels
from rag.compute.parameters import allowed
from rag.compute.run import contract_problems
from rag.compute.types import Parameter
from rag.computed.shown import as_text
from rag.types import Card


def draw_contract(card: Card) -> None:
    """Draw the contract of a computation card readably; nothing for other cards."""
    if not card.computes:
        return
    cw = computing_words(current_language())
    contract = read_contract(card)
    with st.container(border=True, key="corpus.contract"):
        st.markdown(f"**{cw.contract}**")
        if not isinstance(contract, Contract) or contract_problems(contract):
            st.warning(cw.unfit, icon=":material/gpp_bad:")
            return
        st.markdown(f"**{cw.runtime}**: {safe(str(json.loads(card.frontmatter).get('runtime', '')))}")
        st.markdown(f"**{cw.executor}**: {safe(contract.executor)}")
        st.markdown(f"**{cw.attester}**: {safe(contract.attester)}")
        _draw_parameters(contract.parameters)
        st.caption(cw.contract_hint)


def _draw_parameters(parameters: tuple[Parameter, ...]) -> None:
    names, cw = labels(current_language()), computing_words(current_language())
    rows = [
        (
            safe(parameter.name),
            safe(names.input(parameter.name)),
            safe(_takes(parameter)),
            cw.required if parameter.required else safe(names.value(parameter.type, as_text(parameter.default))),
        )
        for parameter in parameters
    ]
    st.table(pd.DataFrame(rows, columns=list(cw.parameters_columns)), border="horizontal", hide_index=True)


def _takes(parameter: Parameter) -> str:
    names = labels(current_language())
    if parameter.type == "choice":
        return " · ".join(names.choice(word) for word in parameter.choices)
    return names.text(allowed(parameter))
