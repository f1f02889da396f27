"""The view of the corpus' health: each check with its count, and the entries of the chosen one."""

import streamlit as st

from pages.components.corpus.address import current_check, open_check
from pages.components.corpus.card_list import draw_line, draw_opener
from pages.components.corpus.pager import choose_page, draw_pager
from pages.components.corpus.screen import Screen
from pages.components.safe import label, safe
from rag.browse.health import (
    CARD_CHECKS,
    CHECKS,
    FINDING_CHECKS,
    CardCheck,
    Check,
    CheckedCard,
    FoundFault,
    Health,
    cards_of,
    examine,
    faults_of,
    skipped_files,
)
from rag.index.twins import NEAR_DUPLICATE

PAGE_SIZE = 25
CHOSEN = "corpus.check"


def draw_health(screen: Screen) -> None:
    """Draw the checks and, of the chosen one, a page of entries."""
    budget = screen.settings.context.card_chars
    health = examine(screen.found.cards, screen.catalogue, now=screen.now, card_chars=budget)
    check = _choose_check(health, screen)
    st.caption(screen.c.checks_help[check].format(cosine=NEAR_DUPLICATE, chars=f"{budget:,}"))
    total = health.count(check)
    if not total:
        st.success(screen.c.healthy, icon=":material/check:")
        return
    offset = choose_page(total, size=PAGE_SIZE)
    with st.container(key="corpus-entries", gap="small", border=True):
        _draw_entries(check, health, offset, screen)
    draw_pager(total, offset, size=PAGE_SIZE, c=screen.c)


def _choose_check(health: Health, screen: Screen) -> Check:
    """Return the check in the address, else the first that found something."""
    first = next((check for check in CHECKS if health.count(check)), CHECKS[0])
    chosen = current_check() or first
    st.session_state[CHOSEN] = chosen
    st.pills(
        screen.c.check,
        CHECKS,
        key=CHOSEN,
        required=True,
        format_func=lambda check: f"{screen.c.checks[check]} · {health.count(check):,}",
        on_change=_take_check,
    )
    return chosen


def _take_check() -> None:
    open_check(st.session_state[CHOSEN])


def _draw_entries(check: Check, health: Health, offset: int, screen: Screen) -> None:
    store = screen.found.cards
    if check == "skipped":
        for skipped in skipped_files(store, offset=offset, limit=PAGE_SIZE):
            st.markdown(f"{safe(skipped.path)} · :gray[{label(_reason(skipped.reason, screen))}]")
    elif check in FINDING_CHECKS:
        for number, fault in enumerate(faults_of(store, check, offset=offset, limit=PAGE_SIZE)):
            _draw_fault(fault, offset + number, screen)
    elif check in CARD_CHECKS:
        for entry in cards_of(store, screen.catalogue, health, check, offset=offset, limit=PAGE_SIZE):
            _draw_card_entry(entry, check, screen)


def _draw_fault(fault: FoundFault, number: int, screen: Screen) -> None:
    finding, c = fault.finding, screen.c
    with st.container(gap="xxsmall"):
        place = f"{finding.path}:{finding.line}" if finding.line else finding.path
        if fault.card_id is None:
            st.markdown(f":material/draft: {safe(place)}")
        else:
            draw_opener(fault.card_id, place, place=f"health.{number}")
        line = f"{c.line.format(line=finding.line)} · " if finding.line else ""
        st.caption(f"{line}{c.severity[finding.severity]} · {c.kinds[finding.kind]}")
        st.text(f"{finding.message}. {finding.remedy}")


def _draw_card_entry(entry: CheckedCard, check: CardCheck, screen: Screen) -> None:
    draw_line(entry.line, screen, place="health", note=_note(entry, check, screen))


def _note(entry: CheckedCard, check: CardCheck, screen: Screen) -> str:
    c = screen.c
    other = label(f"{entry.other.title} ({entry.other.path})", 160) if entry.other else ""
    match check:
        case "duplicates":
            return c.same_as.format(title=other)
        case "near":
            return c.near_to.format(title=other, cosine=f"{entry.amount:.3f}")
        case "long":
            return c.characters.format(count=f"{entry.amount:,.0f}")
        case "stale" | "soon" if entry.line.stale_after:
            return c.stale_from.format(date=entry.line.stale_after.date().isoformat())
    return ""


def _reason(reason: str, screen: Screen) -> str:
    return screen.c.skip_reasons.get(reason, reason)
