import math
import random
from pathlib import Path

import numpy as np
import pytest

from rag.index.lexical import LexicalIndex, SmoothedBM25, build_lexical, idf

FEES = [["fee", "passport", "fee"], ["visa", "fee"], ["photo"]]
PLACES = [("b", "fees"), ("b", "fees"), ("b", "photos")]


def scores(index: LexicalIndex, tokens: list[str], **scope: object) -> dict[int, float]:
    found = index.search(tokens, bundles=["b"], **scope)  # type: ignore[arg-type]
    return dict(zip(found.rows.tolist(), found.scores.tolist(), strict=True))


def test_a_score_is_the_textbook_sum() -> None:
    # 3 cards, "fee" in 2 of them; lengths 3, 2, 1, so the mean is 2
    token_idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    first = token_idf * (2 * 2.5 / (2 + 1.5 * (1 - 0.75 + 0.75 * 3 / 2)))
    second = token_idf * (1 * 2.5 / (1 + 1.5 * (1 - 0.75 + 0.75 * 2 / 2)))
    assert scores(build_lexical(FEES, PLACES), ["fee"]) == {0: first, 1: second}


def test_a_match_in_a_collection_of_one_card_scores_above_zero() -> None:
    index = build_lexical([["fee"]], [("b", "")])
    assert scores(index, ["fee"])[0] > 0
    assert idf(1, 1) > 0


@pytest.mark.parametrize("cards", [[], [[]], [[], []]])
def test_empty_collections_match_nothing(cards: list[list[str]]) -> None:
    index = build_lexical(cards, [("b", "")] * len(cards))
    assert scores(index, ["fee"]) == {}


def test_a_card_without_a_shared_token_is_no_candidate() -> None:
    assert 2 not in scores(build_lexical(FEES, PLACES), ["fee", "unknown"])


def test_a_sub_index_physically_holds_only_its_topic() -> None:
    index = build_lexical(FEES, PLACES)
    held = {(part.bundle, part.topic): set(part.rows.tolist()) for part in index.sub_indexes}
    assert held == {("b", "fees"): {0, 1}, ("b", "photos"): {2}}


def test_a_topic_gate_changes_who_competes_but_no_score() -> None:
    index = build_lexical([*FEES, ["fee", "photo"]], [*PLACES, ("b", "photos")])
    everywhere = scores(index, ["fee"])
    inside = scores(index, ["fee"], topics={("b", "photos")})
    assert inside == {3: everywhere[3]}


def test_other_bundles_do_not_count() -> None:
    alone = build_lexical(FEES, PLACES)
    beside = build_lexical([*FEES, ["fee"] * 50], [*PLACES, ("other", "")])
    assert scores(alone, ["fee", "visa"]) == scores(beside, ["fee", "visa"])


def test_scores_equal_the_plain_loop_of_rank_bm25_to_the_last_bit() -> None:
    rng = random.Random(7)
    words = [f"w{n}" for n in range(60)]
    for _ in range(40):
        cards = [rng.choices(words, k=rng.randint(1, 30)) for _ in range(rng.randint(1, 40))]
        places = [("b", rng.choice("xyz")) for _ in cards]
        tokens = rng.sample([*words, "unknown"], k=rng.randint(1, 12))
        plain = SmoothedBM25(cards).get_scores(tokens)
        found = build_lexical(cards, places).search(tokens, bundles=["b"])
        assert np.array_equal(plain[found.rows], found.scores)
        assert not plain[np.setdiff1d(np.arange(len(cards)), found.rows)].any()


def test_the_parts_of_an_explanation_sum_to_the_score() -> None:
    index = build_lexical(FEES, PLACES)
    parts = index.explain(["fee", "passport", "unknown"], 0, bundles=["b"])
    assert [(part.token, part.holding, part.frequency) for part in parts] == [
        ("fee", 2, 2),
        ("passport", 1, 1),
        ("unknown", 0, 0),
    ]
    assert math.fsum(part.score for part in parts) == pytest.approx(scores(index, ["fee", "passport"])[0])


def test_a_card_asked_for_word_by_word_scores_the_self_score() -> None:
    cards = [["fee", "visa"], ["photo", "size"]]
    found = build_lexical(cards, [("b", "")] * 2).search(["fee", "visa"], bundles=["b"])
    assert found.scores[0] == pytest.approx(found.self_score)


def test_a_saved_index_opens_to_the_same_scores(tmp_path: Path) -> None:
    index = build_lexical(FEES, PLACES)
    index.save(tmp_path)
    opened = LexicalIndex.open(tmp_path)
    assert scores(opened, ["fee", "photo"]) == scores(index, ["fee", "photo"])
    assert [part.topic for part in opened.sub_indexes] == ["fees", "photos"]
