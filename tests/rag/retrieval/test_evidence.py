from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from rag.retrieval.evidence import MOST_QUOTES, WHOLE_CHARS, Budget, best_lines, present, unfit
from rag.types import Card, Evidence, FusedHit
from tests.fakes.corpus import make_card

NOW = datetime(2026, 11, 30, tzinfo=UTC)
ROOMY = Budget(top_k=5, evidence=3, card_chars=4000, total_chars=16000)


def show(cards: Sequence[Card], budget: Budget = ROOMY, question: str = "") -> tuple[Evidence, ...]:
    """Present cards in the order given."""
    known = {card.card_id: card for card in cards}
    hits = [FusedHit(card.card_id, rank, 1 / rank, 0.02, None, None) for rank, card in enumerate(cards, start=1)]
    return present(hits, known.get, question, budget, now=NOW)


def cards_of(*lengths: int) -> list[Card]:
    """Return cards whose bodies have so many characters, in one sentence."""
    return [make_card(f"city/a/{at}", "x" * (length - 1) + ".") for at, length in enumerate(lengths)]


def roles(shown: Sequence[Evidence]) -> list[str]:
    return [item.role for item in shown]


def test_the_first_cards_are_evidence_and_the_others_further_links() -> None:
    shown = show(cards_of(10, 10, 10, 10, 10, 10))
    assert [item.number for item in shown] == [1, 2, 3, 4, 5]
    assert roles(shown) == ["evidence", "evidence", "evidence", "further", "further"]
    assert [item.score for item in shown] == [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5]


def test_deprecated_empty_and_vanished_cards_are_passed_over_without_a_gap_in_the_numbers() -> None:
    deprecated = make_card("city/a/deprecated", status="deprecated")
    empty = make_card("city/a/empty", "## Only a heading\n")
    good = make_card("city/a/good")
    hits = [
        FusedHit(card_id, rank, 0.0, 0.02, None, None)
        for rank, card_id in enumerate([deprecated.card_id, empty.card_id, "city/a/gone", good.card_id], start=1)
    ]
    known = {card.card_id: card for card in (deprecated, empty, good)}
    (only,) = present(hits, known.get, "", ROOMY, now=NOW)
    assert (only.number, only.card) == (1, good)
    assert (unfit(deprecated), unfit(empty), unfit(good)) == ("deprecated", "empty", "")


def test_a_card_is_cut_to_its_budget() -> None:
    (shown,) = show(cards_of(300), Budget(5, 3, card_chars=200, total_chars=16000))
    assert len(shown.text) == 200


def test_all_evidence_together_keeps_to_its_budget_and_what_is_left_over_is_further() -> None:
    shown = show(cards_of(150, 150, 150, 150), Budget(5, 3, card_chars=200, total_chars=250))
    assert roles(shown) == ["evidence", "evidence", "further", "further"]
    assert [len(item.text) for item in shown] == [150, 250 - 150, 150, 150]


def test_staleness_is_told_for_now() -> None:
    on_time = make_card("city/a/fresh", stale_after=datetime(2026, 12, 1, tzinfo=UTC))
    late = make_card("city/a/late", stale_after=NOW)
    assert [item.stale for item in show([on_time, late])] == [False, True]


def test_a_short_body_is_quoted_whole() -> None:
    card = make_card("city/a/b", "The fee is 30 euros. Children pay nothing.\n")
    assert best_lines(card, "what do children pay") == ("The fee is 30 euros.", "Children pay nothing.")


LINES = [
    f"- {text} {'and so on ' * 5}".strip()
    for text in (
        "Monday opens at nine",
        "Tuesday opens at ten",
        "Sunday closed",
        "The fee is due",
        "Dogs may enter",
        "Bring a towel",
    )
]
LONG = make_card("city/a/b", "\n".join(LINES))


def test_of_a_long_body_the_lines_that_share_most_are_quoted_in_reading_order() -> None:
    assert sum(map(len, LINES)) > 300
    assert len(LINES) > MOST_QUOTES
    (quote,) = best_lines(LONG, "may dogs enter on the premises")
    assert quote.startswith("Dogs may enter")
    monday, tuesday = best_lines(LONG, "when does it open")
    assert (monday.split()[0], tuesday.split()[0]) == ("Monday", "Tuesday")


def test_a_long_body_that_shares_no_word_is_quoted_from_its_start() -> None:
    assert [quote.split()[0] for quote in best_lines(LONG, "zeppelin")] == ["Monday", "Tuesday"]


@pytest.mark.parametrize("question", ["", "when does it open", "nine ten closed due towel dogs"])
def test_quotes_are_word_for_word(question: str) -> None:
    assert all(quote in LONG.body for quote in best_lines(LONG, question))
    assert 1 <= len(best_lines(LONG, question)) <= MOST_QUOTES


def test_one_long_sentence_is_quoted_however_long() -> None:
    card = make_card("city/a/b", "word " * WHOLE_CHARS + "end.")
    assert best_lines(card, "word") == (card.body,)


TALK = make_card(
    "post/dialogues/lost",
    "\n".join(
        (
            "- **客户**: 挂号信寄丢了，能赔多少？",
            "- **客服**: 请问单号是多少？",
            "- **客户**: 单号丢了，挂号信能赔吗？",
            "- **客服**: 赔资费的三倍。",
            "- **客户**: 包裹要打开检查吗？",
            "- **客服**: 要当场查验内件。",
            "- **客户**: 谢谢",
        )
    ),
    title="挂号信寄丢了，能赔多少？",
    type="Dialogue",
    language="zh",
)


def test_of_a_dialogue_the_agent_s_answer_is_quoted_with_the_question_it_was_given_to() -> None:
    assert best_lines(TALK, "挂号信丢了赔多少") == ("客户: 挂号信寄丢了，能赔多少？", "客服: 赔资费的三倍。")
    assert best_lines(TALK, "包裹检查吗") == ("客户: 包裹要打开检查吗？", "客服: 要当场查验内件。")


def test_the_same_lines_as_a_fact_are_chosen_one_by_one() -> None:
    assert "客服: 赔资费的三倍。" not in best_lines(replace(TALK, type="Fact"), "单号")


def test_an_answer_of_many_lines_is_quoted_whole() -> None:
    told = [f"- **Agent**: Step {step} of the form is read aloud." for step in range(MOST_QUOTES + 1)]
    body = "\n".join(("- **Customer**: How do I fill in the form?", *told))
    lines = best_lines(make_card("city/a/talk", body, type="Dialogue"), "fill in the form")
    assert len(lines) == 1 + len(told)


def test_a_dialogue_in_which_nobody_answers_is_never_evidence() -> None:
    alone = make_card("city/a/talk", "- **Customer**: They pay ten times, right?", type="Dialogue")
    assert unfit(alone) == "empty"
    assert show([alone, make_card("city/a/good")])[0].card.card_id == "city/a/good"


def test_a_dialogue_card_in_prose_is_quoted_like_any_other() -> None:
    prose = make_card("city/a/talk", "The clerk said that it is free.", type="Dialogue")
    assert best_lines(prose, "free") == ("The clerk said that it is free.",)
