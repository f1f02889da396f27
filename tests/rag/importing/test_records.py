import json

import pytest

from rag.importing.records import Article, Dialogue, Identity, Wording, read_record
from rag.importing.turns import Turn

TALK = (Turn("customer", "丢了怎么办？"), Turn("agent", "请先查询。"))


def dialogue_in(**line: object) -> Dialogue:
    record = read_record(json.dumps(line, ensure_ascii=False))
    assert isinstance(record, Dialogue)
    return record


def article_in(**line: object) -> Article:
    record = read_record(json.dumps(line, ensure_ascii=False))
    assert isinstance(record, Article)
    return record


def problem_of(text: str) -> str:
    with pytest.raises(ValueError, match=r".+") as caught:
        read_record(text)
    return str(caught.value)


@pytest.mark.parametrize(
    "written",
    [
        "用户[0]: 丢了怎么办？ 客服[1]: 请先查询。",
        "客户［3］： 丢了怎么办？\n客服［9］：请先查询。",
        [{"role": "user", "content": "丢了怎么办？"}, {"role": "assistant", "content": "请先查询。"}],
        [{"speaker": "고객", "text": "丢了怎么办？"}, {"speaker": "상담원", "text": "请先查询。"}],
        [["用户", "丢了怎么办？"], ["客服", "请先查询。"]],
        ["用户: 丢了怎么办？", "客服[1]：请先查询。"],
    ],
)
def test_numbered_text_and_lists_of_roles_are_the_same_turns(written: object) -> None:
    assert dialogue_in(dialogue=written).turns == TALK


def test_dialogue_is_the_number_where_another_key_holds_the_words() -> None:
    record = dialogue_in(
        split="train", index=0, session="s1", dialogue=7, turns="用户[0]: 丢了怎么办？ 客服[1]: 请先查询。"
    )
    assert record.identity == Identity("train", "0", "s1", "7")
    assert dialogue_in(dialogue="d-7", messages=["用户: 好"]).identity.dialogue == "d-7"
    assert article_in(title="t", evidence_text="e", dialogue="d-7").identity.dialogue == "d-7"


def test_a_title_that_asks_is_a_faq_unless_the_type_says_otherwise() -> None:
    assert article_in(title="能寄吗？", evidence_text="不能").type == "FAQ"
    assert article_in(title="禁寄规定", evidence_text="不能").type == "Policy"
    assert article_in(title="能寄吗？", evidence_text="不能", type="policy").type == "Policy"
    assert article_in(title="禁寄规定", evidence_text="不能", type="FAQ").type == "FAQ"


def test_an_article_keeps_its_fields_and_falls_back_to_its_summary() -> None:
    record = article_in(
        title=" a\nb ", summary="s", evidence_text="一\n\n二", url=" u ", policy_categories=["x", "x", ""]
    )
    assert (record.title, record.summary, record.evidence) == ("a b", "s", ("一", "二"))
    assert (record.url, record.categories) == ("u", ("x",))
    assert article_in(title="t", summary="s").evidence == ("s",)


def test_how_people_put_it_comes_from_the_record_each_once() -> None:
    spoken = {"topic": " fees ", "aliases": "一", "phrases": ["二", "二", " ", "三"], "unanswered": ["四"]}
    expected = Wording("fees", ("一",), ("二", "三"), ("四",))
    assert dialogue_in(dialogue="用户[0]: 好 客服[1]: 好", **spoken).wording == expected
    assert article_in(title="t", summary="s", **spoken).wording == expected
    assert article_in(title="t", summary="s").wording == Wording()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "no JSON"),
        ("[1]", "no JSON object"),
        ("[" * 200_000, "nested too deeply"),
        ("{}", "neither a `title` nor a `dialogue`"),
        ('{"title": "t"}', "both `evidence_text` and `summary` are empty"),
        ('{"title": 5, "summary": "s"}', "title: "),
        ('{"title": "t", "summary": "s", "phrases": {"a": 1}}', "phrases: "),
        ('{"dialogue": "hello"}', "names no speaker"),
        ('{"dialogue": "你好 用户[0]: 在吗"}', "words before its first speaker"),
        ('{"dialogue": "用户[0]: 他说 客服[1]: 赔十倍 客服[1]: 不赔"}', "numbers must rise"),
        ('{"dialogue": [{"role": "system", "content": "x"}]}', "'system' is neither customer nor agent"),
        ('{"dialogue": ["在吗"]}', "turn 1 names no speaker"),
        ('{"dialogue": "用户[0]: 客服[1]: "}', "no words"),
        ('{"dialogue": []}', "no words"),
    ],
)
def test_a_broken_line_says_what_is_wrong(text: str, reason: str) -> None:
    assert reason in problem_of(text)
