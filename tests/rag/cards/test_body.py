import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.cards.body import plain_text, quotable_units

BODY = """\
# Fee

A **new** passport[^irpr-75] costs [38,000 won](fee.md "t") [^x].
Children pay `33,000` won.

<!-- internal note -->

> Fees may rise.

1. Bring a photo. It must be new.
   - of you[^irpr-75]

   Taken this year.

| Term | Adult | Child |
|---|:-:|---|
| 10 years | 38,000원[^x] | |
| 5 years | a \\| b | [33,000](c.md) |

## Related

- [Old fee](old.md) - before 2020
- [Photos](photo.md)

[^irpr-75]: IRPR, s. 75, [text](https://a.example)
    goes on
[^x]: Word
"""


def test_units_are_sentences_items_and_rows_word_for_word() -> None:
    assert quotable_units(BODY) == (
        "A new passport costs 38,000 won.",
        "Children pay 33,000 won.",
        "Fees may rise.",
        "Bring a photo. It must be new.",
        "of you",
        "Taken this year.",
        "Term: 10 years | Adult: 38,000원",
        "Term: 5 years | Adult: a | b | Child: 33,000",
    )


def test_plain_text_has_headings_but_no_markup_or_footnotes() -> None:
    assert plain_text(BODY).split("\n") == [
        "Fee",
        "A new passport costs 38,000 won. Children pay 33,000 won.",
        "Fees may rise.",
        "Bring a photo. It must be new.",
        "of you",
        "Taken this year.",
        "Term: 10 years | Adult: 38,000원",
        "Term: 5 years | Adult: a | b | Child: 33,000",
    ]


@pytest.mark.parametrize(
    "body",
    [
        "- [A](a.md)\n- [B](b.md), [C](c.md).\n",
        "**Related:** [a](b.md), [c](d.md)",
        "## 관련\n\n- [여권](a.md) — 설명\n",
        "参见：[护照](a.md)",
        "# Citations\n\n[1] [By-laws](https://a.example)\n\n## More\n\ntext\n",
        "[^a]: only a footnote\n\n    with a second paragraph\n",
        "<!-- nothing -->",
        "",
    ],
)
def test_what_only_points_elsewhere_is_not_quotable(body: str) -> None:
    assert [unit for unit in quotable_units(body) if "second paragraph" not in unit] == []


def test_a_list_of_links_with_words_stays() -> None:
    assert quotable_units("- [A](a.md) pays tax\n- [B](b.md)\n") == ("A pays tax", "B")


def test_text_after_the_citations_section_is_back() -> None:
    assert quotable_units("# Citations\n\n[1] x\n\n# Fees\n\nTen won.\n") == ("Ten won.",)


def test_a_footnote_right_under_its_sentence_is_left_out() -> None:
    assert quotable_units("Ten won.[^a]\n[^a]: https://a.example\n") == ("Ten won.",)


def test_a_footnote_inside_code_stays() -> None:
    assert quotable_units("Use `[^0-9]` here.") == ("Use [^0-9] here.",)


def test_code_is_one_unit_without_its_fence() -> None:
    assert quotable_units("```sql\nSELECT 1\n\nFROM a\n```\n") == ("SELECT 1\n\nFROM a",)


def test_chinese_lines_join_without_a_space_and_others_with_one() -> None:
    assert quotable_units("中文的第一行\n第二行。\n\n한글의 첫 줄\n둘째 줄이다.\n") == (
        "中文的第一行第二行。",
        "한글의 첫 줄 둘째 줄이다.",
    )


def test_a_hard_break_separates_units() -> None:
    assert quotable_units("Owner: A  \nPhone: B<br>Fax: C") == ("Owner: A", "Phone: B", "Fax: C")


def test_wikilinks_show_their_label() -> None:
    assert quotable_units("See [[card|the card]] or [[other]].") == ("See the card or other.",)


def test_html_blocks_give_their_text_but_no_script() -> None:
    body = "<div>ten <b>won</b></div>\n<script>alert(1)</script>\n"
    assert quotable_units(body) == ("ten won",)


@given(st.text(alphabet="ab \n#*-[]()^:|`<>!\\1.다。_&;", max_size=120))
def test_any_body_gives_stripped_units(body: str) -> None:
    assert all(unit.strip() for unit in quotable_units(body))
    assert plain_text(body) == plain_text(body)
