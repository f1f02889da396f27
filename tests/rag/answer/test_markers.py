import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rag.answer.markers import MAX_HELD, Marker, MarkerStream, Part, Text

PRESENTED = frozenset({1, 2, 3, 4, 5})


def parts_of(*pieces: str) -> tuple[list[Part], MarkerStream]:
    stream = MarkerStream(PRESENTED)
    parts = [part for piece in pieces for part in stream.feed(piece)]
    return parts + stream.finish(), stream


def written(*pieces: str) -> str:
    """The text with each marker as «n», so that a bracket which stayed text can be told from a marker."""
    parts, _ = parts_of(*pieces)
    return "".join(part.content if isinstance(part, Text) else f"«{part.number}»" for part in parts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fee [1].", "fee «1»."),
        ("[1]", "«1»"),
        ("fee [1, 2]", "fee «1»«2»"),
        ("fee [1,2;3]", "fee «1»«2»«3»"),
        ("fee [1][2]", "fee «1»«2»"),
        ("fee [1] [2]", "fee «1» «2»"),
        ("fee [1-3]", "fee «1»«2»«3»"),
        ("fee [1–3, 5]", "fee «1»«2»«3»«5»"),
        ("fee [2-2]", "fee «2»"),
        ("fee [1, 1]", "fee «1»"),
        ("fee [ 1 ]", "fee «1»"),
        ("fee 【1】", "fee «1»"),
        ("fee ［1］", "fee «1»"),
        ("fee ［１，２］", "fee «1»«2»"),
        ("수수료는【１、２】입니다", "수수료는«1»«2»입니다"),
        ("费用［1～3］", "费用«1»«2»«3»"),
        ("[[1]]", "[«1»]"),
        ("![1]", "!«1»"),
        ("[1]: http://evil", "«1»: http://evil"),
        ("[1](http://evil)", "«1»(http://evil)"),
    ],
)
def test_markers_in_every_form_become_numbers(text: str, expected: str) -> None:
    assert written(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "90 [km/h]",
        "[Menu]-[Sub]",
        "[2026]",
        "[2020-2026]",
        "[1, 2026]",
        "[]",
        "[ ]",
        "[,]",
        "[1,]",
        "[1-]",
        "[^1]",
        "[a1]",
        "[1a]",
        "[1.5]",
        "[1",
        "fee [1, ",
        "[1】",
        "\\[1\\]",
        "(1)",
        "[1\n]",
        "[" + "1, " * 20 + "1]",
    ],
)
def test_other_brackets_stay_text(text: str) -> None:
    assert written(text) == text


@pytest.mark.parametrize(
    ("text", "expected", "unknown"),
    [
        ("fee [9].", "fee.", 1),
        ("fee [9] is", "fee is", 1),
        ("[0] fee", " fee", 1),
        ("fee[-1]", "fee", 1),
        ("fee [999]", "fee", 1),
        ("fee [1, 9]", "fee «1»", 1),
        ("fee [8, 9]", "fee", 2),
        ("fee [4-6]", "fee", 1),
        ("fee [3-1]", "fee", 1),
        ("fee [9][1]", "fee«1»", 1),
        ("fee [1] [9]", "fee «1»", 1),
    ],
)
def test_markers_of_cards_not_presented_are_taken_out_and_counted(text: str, expected: str, unknown: int) -> None:
    _, stream = parts_of(text)
    assert written(text) == expected
    assert stream.unknown == unknown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`[1]` [2]", "`[1]` «2»"),
        ("``a ` [1]`` [2]", "``a ` [1]`` «2»"),
        ("a lone ` here [1]\nnext [2]", "a lone ` here [1]\nnext «2»"),
        ("escaped \\` here [1]", "escaped \\` here «1»"),
        ("```\n[1]\n```\n[2]", "```\n[1]\n```\n«2»"),
        ("```py [1]\n[1]\n``` \n[2]", "```py [1]\n[1]\n``` \n«2»"),
        ("```\n[1]\n``` no end\n[2]", "```\n[1]\n``` no end\n[2]"),
        ("````\n```\n[1]\n````\n[2]", "````\n```\n[1]\n````\n«2»"),
        ("~~~ a`b\n[1]\n```\n~~~~\n[2]", "~~~ a`b\n[1]\n```\n~~~~\n«2»"),
        ("- ```\n  [1]\n  ```\n[2]", "- ```\n  [1]\n  ```\n«2»"),
        ("```[1]``` [2]\n[3]", "```[1]``` «2»\n«3»"),
        ("```\n[1]", "```\n[1]"),
        ("~~struck~~ [1]", "~~struck~~ «1»"),
    ],
)
def test_nothing_in_code_is_a_marker(text: str, expected: str) -> None:
    assert written(text) == expected


def test_markers_and_fences_are_found_across_pieces() -> None:
    assert written("fee [", "1", ", ", "2", "] and ``", "`", " [3]\n") == "fee «1»«2» and ``` [3]\n"
    assert written("``", "`\n[1]\n`", "``\n[", "2]") == "```\n[1]\n```\n«2»"


def test_what_was_cited_is_told_ascending_and_once() -> None:
    _, stream = parts_of("b [3] a [1-2] c [3] d [7]")
    assert stream.cited == (1, 2, 3)


def test_text_is_given_out_at_once_and_brackets_are_held_only_briefly() -> None:
    stream = MarkerStream(PRESENTED)
    assert stream.feed("The fee") == [Text("The fee")]
    assert stream.feed(" [") == []
    assert stream.feed("1]") == [Text(" "), Marker(1)]
    assert stream.feed("[" + "1" * (MAX_HELD - 1)) == []
    assert stream.feed("1") == [Text("[" + "1" * MAX_HELD)]


HOSTILE = st.lists(
    st.sampled_from([*"[]【】［］0129１９, -`~\n\\ a", "```", "[1]", " [9]", "[1-3]", "2026", "~~~"]),
    max_size=40,
).map("".join)


@given(HOSTILE, st.lists(st.integers(0, 200), max_size=8))
def test_cutting_the_text_anywhere_changes_nothing(text: str, cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(text)]
    pieces = [text[start:end] for start, end in itertools.pairwise(edges)]
    _, whole = parts_of(text)
    _, cut = parts_of(*pieces)
    assert written(*pieces) == written(text)
    assert (cut.unknown, cut.cited) == (whole.unknown, whole.cited)


@given(HOSTILE)
def test_no_more_than_the_bound_is_ever_held_back(text: str) -> None:
    stream = MarkerStream(PRESENTED)
    stream.feed(text)
    held = [part.content for part in stream.finish() if isinstance(part, Text)]
    assert len("".join(held)) <= MAX_HELD + 1
