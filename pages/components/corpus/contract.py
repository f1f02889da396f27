"""Draws what a computation card sanctions: its inputs, the code that runs, the code that compares."""

import json

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
    """Draw a line for each input: what it means, its name in the card, what it takes, what it is when left out."""
    names, cw = labels(current_language()), computing_words(current_language())
    lines = []
    for parameter in parameters:
        default = names.value(parameter.type, as_text(parameter.default))
        otherwise = cw.required if parameter.required else cw.left_out.format(value=safe(default) or "–")
        meaning, name = safe(names.input(parameter.name)), safe(parameter.name)
        lines.append(f"- **{meaning}** ({name}): {safe(_takes(parameter))} · {otherwise}")
    st.markdown("\n".join(lines))


def _takes(parameter: Parameter) -> str:
    names = labels(current_language())
    if parameter.type == "choice":
        return " / ".join(names.choice(word) for word in parameter.choices)
    return names.text(allowed(parameter))
