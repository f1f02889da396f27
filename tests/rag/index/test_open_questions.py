import random
from pathlib import Path

import numpy as np
import pytest

from rag.index.open_questions import (
    FEWEST,
    LEAST_DEVIATION,
    Chance,
    OpenQuestion,
    OpenQuestions,
    chance_of,
    open_open_questions,
    save_open_questions,
    word_overlap,
)
from rag.protocols import Vectors
from rag.text.tokens import unique_tokens
from tests.fakes.embedder import HashingEmbedder

WORDS = [f"word{number}" for number in range(40)]
IDFS = {word: 1 + number / 7 for number, word in enumerate(unique_tokens(" ".join(WORDS)))}
ANYWHERE = HashingEmbedder().embed_question("anything")
CHANCES = {"city": Chance(0.7, 0.1), "harbour": Chance(0.6, 0.2)}


def weight(question: OpenQuestion) -> float:
    return sum(IDFS.get(token, 0.0) for token in unique_tokens(question.text))


def made(bundle: str, count: int) -> list[OpenQuestion]:
    rng = random.Random(bundle)
    return [
        OpenQuestion(f"“{' '.join(rng.sample(WORDS, 5))}”\nsecond line {number}?", bundle, f"{bundle}/a/b")
        for number in range(count)
    ]


def vectors_of(questions: list[OpenQuestion]) -> Vectors:
    return HashingEmbedder().embed_cards([question.text for question in questions])


def saved(folder: Path, questions: list[OpenQuestion]) -> dict[str, OpenQuestions]:
    save_open_questions(folder, questions, vectors_of(questions), weight=weight, chances=CHANCES)
    return open_open_questions(folder)


def test_the_nearest_question_comes_back_word_for_word(tmp_path: Path) -> None:
    questions = made("city", 30)
    wanted = questions[17]
    found = saved(tmp_path, questions)["city"].nearest(HashingEmbedder().embed_question(wanted.text), {})
    assert found.question == wanted
    assert found.cosine == pytest.approx(1)


def test_word_overlap_equals_its_sum_question_by_question_to_the_last_bit(tmp_path: Path) -> None:
    questions = [*made("city", 40), *made("harbour", 25)]
    known = saved(tmp_path, questions)
    rng = random.Random(5)
    for _ in range(50):
        asked = {token: IDFS[token] for token in rng.sample(sorted(IDFS), 6)} | {"unknown": 3.0}
        for bundle, window in (("city", questions[:40]), ("harbour", questions[40:])):
            expected = 0.0
            for question in window:
                shared = 0.0
                for token, token_idf in asked.items():
                    shared += token_idf if token in unique_tokens(question.text) else 0.0
                expected = max(expected, word_overlap(shared, sum(asked.values()), weight(question)))
            assert known[bundle].nearest(ANYWHERE, asked).words == expected


def test_a_question_that_shares_no_word_overlaps_nothing(tmp_path: Path) -> None:
    known = saved(tmp_path, made("city", FEWEST))["city"]
    assert known.nearest(ANYWHERE, {"unknown": 3.0}).words == 0
    assert known.nearest(ANYWHERE, {}).words == 0


def test_bundles_do_not_see_each_others_questions(tmp_path: Path) -> None:
    city, harbour = made("city", 12), made("harbour", 12)
    mixed = [question for pair in zip(harbour, city, strict=True) for question in pair]
    known = saved(tmp_path, mixed)
    asked = HashingEmbedder().embed_question(harbour[3].text)
    assert known["harbour"].nearest(asked, {}).question == harbour[3]
    assert known["city"].nearest(asked, {}).question in city
    assert (known["city"].chance, known["harbour"].chance) == (CHANCES["city"], CHANCES["harbour"])


def test_a_bundle_with_too_little_to_judge_by_is_absent(tmp_path: Path) -> None:
    questions = [*made("city", FEWEST - 1), *made("harbour", FEWEST), *made("unmeasured", FEWEST)]
    assert set(saved(tmp_path, questions)) == {"harbour"}


def test_no_open_question_at_all_opens_as_none(tmp_path: Path) -> None:
    save_open_questions(tmp_path, [], np.zeros((0, 64), np.float32), weight=weight, chances=CHANCES)
    assert open_open_questions(tmp_path) == {}


def test_the_chance_of_a_single_card_has_a_spread_to_divide_by() -> None:
    phrase = np.array([[1.0, 0.0]], dtype=np.float32)
    chance = chance_of(phrase, np.array([0]), phrase, np.array([0]))
    assert (chance.mean, chance.deviation) == (-1.0, LEAST_DEVIATION)
