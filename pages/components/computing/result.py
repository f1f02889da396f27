"""Draws a computed answer: the number, its rules beside it, its factors, what would change it, its receipt."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from pages.components.citation import draw_proof, title
from pages.components.computing.words import ComputingWords, computing_words
from pages.components.language import KEY as LANGUAGE
from pages.components.language import current_language
from pages.components.safe import safe
from pages.components.words import Words
from rag.computation_types import Computation, ShownLever, ShownPart, ShownReceipt
from rag.compute.labels import labels
from rag.compute.wording import result_words, tell_failure, tell_rules
from rag.computed.telling import MOST_LEVERS, assumptions_of, inputs_line
from rag.types import Citation


def draw_failed(found: Computation) -> None:
    """Draw that an attestation failed; there is no number to show."""
    st.error(safe(tell_failure(found.executor, found.mismatches, current_language())), icon=":material/gpp_bad:")


def draw_result(found: Computation, receipt: ShownReceipt, cards: Mapping[int, str], place: str) -> None:
    """Draw an attested number, the expiry of its rules right beside it, and what it is made of.

    Args:
        found: The computation.
        receipt: Its receipt.
        cards: Card ids by marker; a factor's marker leads to its card.
        place: Makes keys unique.
    """
    language = current_language()
    cw = computing_words(language)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.subheader(safe(result_words(receipt.result, receipt.unit, language)), anchor=False, width="content")
        if receipt.rules is not None and receipt.rules.expired:
            st.badge(cw.expired, icon=":material/event_busy:", color="orange")
    _draw_rules(receipt)
    used = receipt.inputs if not receipt.breakdown else {name: receipt.inputs.get(name, "") for name in found.given}
    st.caption(f"{cw.inputs_used}: {safe(inputs_line(found, used, language))}")
    if found.assumed:
        st.caption(assumptions_of(found, language))
    st.caption(f"{cw.result} · {cw.attester}: {safe(receipt.attester)}")
    if found.read_by == "model":
        st.warning(cw.read_by_model, icon=":material/fact_check:")
    if receipt.breakdown:
        _draw_breakdown(receipt, cards, cw)
    if found.levers:
        _draw_levers(found.levers, cw, place)
    with st.expander(cw.receipt, key=f"chat.receipt.{place}", icon=":material/receipt_long:"):
        _draw_receipt(found, receipt, cw)


def draw_sources(citations: Sequence[Citation], place: str, w: Words) -> None:
    """Draw the cards a computation rests on, folded together: a breakdown cites up to a dozen."""
    if not citations:
        return
    with st.expander(f"{w.sources} ({len(citations)})", key=f"chat.computed.sources.{place}"):
        for citation in citations:
            st.markdown(f"**{title(citation, w)}**")
            draw_proof(citation, w)


def _draw_rules(receipt: ShownReceipt) -> None:
    rules = receipt.rules
    if rules is None:
        return
    told = tell_rules(rules.name, rules.effective_from, rules.effective_to, rules.notice, current_language())
    if rules.expired:
        st.warning(safe(told), icon=":material/event_busy:")
    else:
        st.caption(safe(told))


def _draw_breakdown(receipt: ShownReceipt, cards: Mapping[int, str], cw: ComputingWords) -> None:
    names = labels(current_language())
    rows: list[tuple[str, str, str, str]] = []
    for group in dict.fromkeys(part.group for part in receipt.breakdown if part.group):
        parts = [part for part in receipt.breakdown if part.group == group]
        rows.append((f"**{cw.groups.get(group, safe(group))}**", f"**{sum(part.points for part in parts)}**", "", ""))
        rows += [_factor(part, names.text(part.factor), cards) for part in parts]
    rows += [_factor(part, names.text(part.factor), cards) for part in receipt.breakdown if not part.group]
    rows.append((f"**{cw.total}**", f"**{safe(receipt.result)}**", "", ""))
    _table(rows, cw.factors)


def _factor(part: ShownPart, name: str, cards: Mapping[int, str]) -> tuple[str, str, str, str]:
    card_id = cards.get(part.number, "")
    address = f"corpus?{urlencode({'card': card_id, LANGUAGE: current_language()})}"
    marker = f"[\\[{part.number}\\]]({address})" if card_id else "–"
    return safe(name), str(part.points), str(part.most) if part.points >= 0 else "", marker


def _draw_levers(levers: Sequence[ShownLever], cw: ComputingWords, place: str) -> None:
    st.markdown(f"**{cw.levers}**")
    best = [lever for lever in levers if (lever.delta or 0) > 0][:MOST_LEVERS]
    _table([_lever(lever, cw) for lever in best], cw.levers_columns)
    if len(levers) > len(best):
        with st.expander(cw.all_levers.format(count=len(levers)), key=f"chat.levers.{place}"):
            _table([_lever(lever, cw) for lever in levers], cw.levers_columns)


def _lever(lever: ShownLever, cw: ComputingWords) -> tuple[str, str, str]:
    label = safe(labels(current_language()).text(lever.label))
    if lever.delta is None:
        return label, cw.lever_failed, ""
    return label, f"**{lever.delta:+d}**", str(lever.total)


def _table(rows: Sequence[tuple[str, ...]], columns: Sequence[str]) -> None:
    st.table(pd.DataFrame(rows, columns=list(columns)), border="horizontal", hide_index=True)


def _draw_receipt(found: Computation, receipt: ShownReceipt, cw: ComputingWords) -> None:
    language = current_language()
    st.markdown(f"**{cw.executor}**: {safe(receipt.executor)} · {safe(receipt.version)}")
    st.markdown(f"**{cw.attester}**: {safe(receipt.attester)}")
    if receipt.rules is not None:
        period = f"{receipt.rules.effective_from} – {receipt.rules.effective_to}"
        st.markdown(f"**{cw.rules}**: {safe(labels(language).text(receipt.rules.name))} ({safe(period)})")
    st.markdown(f"**{cw.at}**: {receipt.at.isoformat(timespec='seconds')}")
    st.markdown(f"**{cw.inputs}**: {safe(inputs_line(found, receipt.inputs, language))}")
    st.markdown(f"**{cw.digest}**")
    st.code(receipt.digest, language=None, wrap_lines=True)
