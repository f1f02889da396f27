from dataclasses import replace

import pytest

from rag.cards.body import quotable_units
from rag.cards.frontmatter import Frontmatter, parse, split
from rag.importing.cards import fingerprint, lasting, make_card, recorded_hash, render, slug
from rag.importing.records import Article, Dialogue, Identity, Wording
from rag.importing.turns import Turn
from rag.types import Language

AT = "2026-11-30T00:00:00Z"
NOBODY = Identity("", "", "", "")


def talk(
    *said: str, identity: Identity = NOBODY, url: str = "", categories: tuple[str, ...] = (), summary: str = ""
) -> Dialogue:
    turns = tuple(Turn("agent" if place % 2 else "customer", text) for place, text in enumerate(said))
    return Dialogue(identity, turns, summary, url, categories, False)


def text_of(record: Dialogue | Article, *, line: int = 1, at: str = AT) -> str:
    return render(make_card(record, None), source="in.jsonl", line=line, at=at)


def head_of(text: str) -> Frontmatter:
    block = split(text).block
    assert block is not None
    read = parse(block, "x.md")
    assert isinstance(read, Frontmatter)
    assert read.findings == ()
    return read


def path_of(split: str, index: str = "", session: str = "", dialogue: str = "") -> str:
    return make_card(talk("好", identity=Identity(split, index, session, dialogue)), "zh").path


def test_a_dialogue_is_a_list_of_turns_customer_and_agent_apart() -> None:
    text = text_of(talk("电话13812345678，丢了？", "**不**会\n# x"))
    assert quotable_units(split(text).body) == ("客户: 电话[电话]，丢了？", "客服: **不**会\n# x".replace("\n", " "))


@pytest.mark.parametrize(
    ("said", "language", "customer"),
    [("丢了怎么办", "zh", "客户"), ("잃어버렸어요", "ko", "고객"), ("it is lost", "en", "Customer")],
)
def test_the_sides_are_named_in_the_card_s_language(said: str, language: Language, customer: str) -> None:
    assert make_card(talk(said), None).head["language"] == language
    assert make_card(talk(said), None).body == f"- **{customer}**: {said}"


def test_the_title_is_the_first_question_masked_and_at_most_80_characters() -> None:
    assert make_card(talk("我叫张三丰，问" + "长" * 90), "zh").head["title"] == "我叫[姓名]，问" + "长" * 71 + "…"
    agent_first = Dialogue(NOBODY, (Turn("agent", "您好"), Turn("customer", "丢了")), "", "", (), False)
    assert make_card(agent_first, "zh").head["title"] == "丢了"


def test_address_category_producer_and_source_are_kept_and_nothing_is_verified() -> None:
    fields = head_of(text_of(talk("a: b # c", url="https://www.ems.com.cn/a?b=1", categories=("赔偿",)))).fields
    assert (fields["title"], fields["resource"], fields["tags"]) == (
        "a: b # c",
        "https://www.ems.com.cn/a?b=1",
        ("赔偿",),
    )
    assert fields["generated"] == {"by": "touchstone-import/1", "at": AT}
    assert fields["sources"] == ({"id": "record", "resource": "https://www.ems.com.cn/a?b=1"},)
    assert "verified" not in fields


def test_how_people_put_it_goes_into_the_card_masked() -> None:
    wording = Wording("fees", ("我叫张三丰",), ("电话13812345678丢了",), ("EA123456789CN在哪",))
    fields = head_of(text_of(replace(talk("好"), wording=wording))).fields
    assert (fields["topic"], fields["aliases"]) == ("fees", ("我叫[姓名]",))
    assert (fields["phrases"], fields["unanswered"]) == (("电话[电话]丢了",), ("[单号]在哪",))
    assert {"topic", "aliases", "phrases", "unanswered"}.isdisjoint(head_of(text_of(talk("好"))).fields)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "https://www.gov.kr@evil.example/"])
def test_an_address_that_is_not_safe_to_click_is_left_out_and_told(url: str) -> None:
    card = make_card(talk("好", url=url), "zh")
    assert card.unsafe_url == url
    assert url not in render(card, source="in.jsonl", line=1, at=AT)


def test_the_path_comes_from_split_index_session_and_dialogue() -> None:
    assert path_of("train", "1", "2", "3") == "dialogues/train-i1-s2-d3.md"
    assert path_of("train", "12", "", "3") == "dialogues/train-i12-d3.md"
    identity = Identity("train", "1", "", "")
    assert make_card(talk("甲", identity=identity), "zh").path == make_card(talk("乙", identity=identity), "zh").path


def test_what_a_slug_would_lose_is_told_apart_by_a_hash() -> None:
    paths = {
        path_of("a/b"),
        path_of("a-b"),
        path_of("A-b"),
        path_of("훈련"),
        path_of("测试"),
        path_of("index"),
        path_of("x" * 400),
    }
    assert len(paths) == 7
    assert "dialogues/index.md" not in paths
    assert max(map(len, paths)) < 150


@pytest.mark.parametrize("part", ["../../etc/passwd", "/etc/passwd", "..", "a\x00b", "C:\\x", "~", "."])
def test_no_id_leaves_the_folder(part: str) -> None:
    folder, name = path_of(part, part, part, part).split("/")
    assert (folder, slug(name.removesuffix(".md"))) == ("dialogues", name.removesuffix(".md"))


def test_a_telephone_number_as_session_does_not_stand_in_the_path() -> None:
    assert "13812345678" not in path_of("train", "1", "13812345678", "2")
    assert path_of("train", "1", "13812345678", "2") != path_of("train", "1", "13812345679", "2")


def test_a_record_without_numbers_is_named_after_address_and_title_and_outlives_a_new_text() -> None:
    first = Article("FAQ", NOBODY, "能寄吗？", "", ("不能",), "", (), False)
    second = Article("FAQ", NOBODY, "能寄吗？", "", ("可以",), "", (), False)
    assert make_card(first, "zh").path == make_card(second, "zh").path
    assert make_card(first, "zh").path.startswith("faq/")


def test_the_hash_tells_an_edit_and_survives_windows_line_ends() -> None:
    text = text_of(talk("好"))
    assert recorded_hash(text) == fingerprint(text)
    assert recorded_hash(text.replace("\n", "\r\n")) == fingerprint(text.replace("\n", "\r\n"))
    edited = text.replace("好", "坏")
    assert recorded_hash(edited) != fingerprint(edited)
    assert recorded_hash("---\ntype: X\n---\n") == ""


def test_time_and_line_of_import_are_no_change_but_words_are() -> None:
    assert lasting(text_of(talk("好"), line=9, at="2027-01-01T00:00:00Z")) == lasting(text_of(talk("好")))
    assert lasting(text_of(talk("坏"))) != lasting(text_of(talk("好")))
