import re

import pytest

from rag.answer.neutralise import JOINER
from rag.browse.body_view import MAX_PIECES, Code, Piece, Prose, view_body
from rag.browse.inline_view import CardLink
from tests.fakes.corpus import make_card

LINKS = ("a/b/two", "a/c/three")


def pieces(body: str) -> tuple[Piece, ...]:
    return view_body(make_card("a/b/one", body, links=LINKS)).pieces


def prose(body: str) -> str:
    (piece,) = pieces(body)
    assert isinstance(piece, Prose)
    return piece.markdown.replace(JOINER, "")


def test_structure_is_kept() -> None:
    body = "# Fee\n\nIt costs **5** or *more*.\n\n- one\n  - two\n- three\n\n3. x\n4. y\n\n> said\n\n***"
    assert prose(body) == (
        "#### Fee\n\nIt costs **5** or *more*.\n\n- one\n  - two\n- three\n\n3. x\n4. y\n\n> said\n\n***"
    )


def test_headings_stay_below_the_pages_own() -> None:
    assert prose("# a\n\n### b\n\n##### c") == "#### a\n\n###### b\n\n###### c"


@pytest.mark.parametrize(
    "hostile",
    [
        "![x](http://evil.example/x.png)",
        "[x](javascript:alert)",
        "[x](data:text/html,x)",
        "<img src=http://evil.example/x>",
        "<script>alert(1)</script>",
        "http://evil.example/ and www.evil.example",
        "<http://user@evil.example/>",
        "[x](//evil.example)",
        "[x](https://good.example@evil.example/)",
        "[x][1]\n\n[1]: javascript:x",
        ":red[x] :material/home: :smile: :badge[x]",
        "$5 to $10 and $$x$$",
        "a\n\n    not\n",
        "x!\\[y](http://evil.example)",
        "<div>\n![x](http://evil.example/x.png) **b**\n</div>",
    ],
)
def test_nothing_active_is_left(hostile: str) -> None:
    for piece in pieces(hostile):
        text = piece.text if isinstance(piece, Code) else piece.markdown
        if isinstance(piece, Prose):
            assert not re.search(r"!\[|\]\(|<[a-z/]|\$|https?://|www\.|:(red|material|smile|badge)", text)


def test_a_web_link_keeps_its_text_and_names_its_host() -> None:
    assert prose("See [the page](https://example.org/a?x=1&y=2).") == (
        "See [the page](<https://example.org/a?x=1&amp;y=2>) :gray[(example.org)]."
    )


def test_an_exclamation_mark_before_a_link_makes_no_image_of_it() -> None:
    assert prose("Look\\![x](https://example.org/x.png)").startswith("Look&#33;[x](<https://example.org/x.png>)")


def test_a_link_to_another_card_becomes_a_button_below_its_block() -> None:
    first, second = pieces('Read [two](two.md#part) or [three](/c/three.md "t").\n\nMore.')
    links = (CardLink("a/b/two", "two"), CardLink("a/c/three", "three"))
    assert first == Prose("Read :primary[two] or :primary[three].", links)
    assert second == Prose("More.")


def test_a_list_of_nothing_but_card_links_is_only_their_buttons() -> None:
    found = pieces("Text.\n\n## Related\n\n- [two](two.md)\n- [three](../c/three.md)\n")
    assert found == (Prose("Text.\n\n##### Related", (CardLink("a/b/two", "two"), CardLink("a/c/three", "three"))),)


@pytest.mark.parametrize("target", ["gone.md", "../../../etc/passwd", "b", "?card=x", "#part"])
def test_a_link_that_leads_to_no_card_is_its_text(target: str) -> None:
    assert prose(f"See [that]({target}).") == "See that."


def test_a_wikilink_to_one_card_is_a_link() -> None:
    (piece,) = pieces("See [[two|the second]] and [[nowhere]].")
    assert isinstance(piece, Prose)
    assert piece.links == (CardLink("a/b/two", "the second"),)
    assert "[[" not in piece.markdown


def test_code_is_a_piece_of_its_own_even_inside_a_list() -> None:
    assert pieces("- a\n\n  ```sql\n  select `x`\n  ```\n- b") == (
        Prose("- a"),
        Code("select `x`", "sql"),
        Prose("- b"),
    )


def test_inline_code_is_code_unless_it_would_break_out() -> None:
    assert prose("Use `a_b`.") == "Use `a_b`."
    assert "`" not in prose("Use ``a`b``.")


def test_a_table_is_a_wide_piece_with_inert_cells() -> None:
    (before, table) = pieces("Fees\n\n| A | B |\n|:--|--:|\n| 1 | [two](two.md) \\| x |\n")
    assert before == Prose("Fees")
    assert table == Prose(
        "| A | B |\n| :-- | --: |\n| 1 | :primary[two] &#124; x |", (CardLink("a/b/two", "two"),), wide=True
    )


def test_a_footnote_keeps_its_label_at_both_ends() -> None:
    assert prose("A fact.[^src]\n\n[^src]: A book.") == (
        "A fact. :gray[&#91;src&#93;]\n\n:small[:gray[&#91;src&#93;] A book.]"
    )


def test_images_give_their_text_and_html_its_words() -> None:
    assert prose("A ![map](x.png) <b>bold</b>") == "A map bold"
    assert prose("<p>Hello <i>you</i></p>") == "Hello you"


def test_a_soft_line_break_is_a_blank_but_not_between_chinese_characters() -> None:
    assert prose("one\ntwo") == "one two"
    assert prose("你好\n世界") == "你好世界"
    assert prose("one  \ntwo") == "one  \ntwo"


def test_emphasis_that_markdown_would_not_read_back_is_left_out() -> None:
    assert "*" not in prose("**「가」**는").replace("&#42;", "")


def test_hidden_characters_are_gone() -> None:
    assert prose("a\u200b\u202eb `c\u202ed`") == "ab `cd`"


def test_a_body_of_many_pieces_is_cut() -> None:
    view = view_body(make_card("a/b/one", "```\nx\n```\n\n" * (MAX_PIECES + 1)))
    assert len(view.pieces) == MAX_PIECES
    assert view.cut


def test_an_empty_body_has_no_piece() -> None:
    assert pieces(" \n") == ()
