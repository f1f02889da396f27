from rag.config import TopicEntry
from rag.query.topics import match_topics

TABLE = {
    "b": (
        TopicEntry(topic="ita", label="Invitation", keywords=("ita", "invitation to apply")),
        TopicEntry(topic="passport", label="여권", keywords=("여권", "단수 여권", "passport")),
        TopicEntry(topic="fees", label="费用", keywords=("费用", "fee")),
    )
}


def topics(question: str) -> list[str]:
    return [match.topic for match in match_topics(question, TABLE)]


def test_a_latin_keyword_matches_whole_words_only() -> None:
    assert topics("my digital file") == []
    assert topics("got my ITA yesterday") == ["ita"]
    assert topics("what FEES apply") == ["fees"]


def test_a_korean_keyword_matches_through_particles_and_spacing() -> None:
    assert topics("여권을 잃어버렸어요") == ["passport"]
    assert topics("단수여권 되나요") == ["passport"]
    assert topics("여 권") == ["passport"]


def test_topics_come_in_table_order_each_once() -> None:
    matches = match_topics("passport fee fee ita 费用", TABLE)
    assert [(match.topic, match.keyword) for match in matches] == [
        ("ita", "ita"),
        ("passport", "passport"),
        ("fees", "费用"),
    ]


def test_no_keyword_is_no_topic() -> None:
    assert topics("hello") == []
    assert topics("") == []
