import random
from pathlib import Path

import numpy as np
import pytest
import yaml

from rag.cards.frontmatter import split
from rag.cards.reader import read_corpus
from rag.evaluation.synthetic import grow_corpus, grown_card, words_by_topic
from rag.evaluation.synthetic_vectors import SeededEmbedder
from rag.evaluation.synthetic_words import FLATTENING, PIECE, Rewriter, Vocabulary, Words, invented
from rag.text.tokens import tokenise
from rag.types import Card
from tests.fakes.corpus import make_card, write_small_corpus
from tests.fakes.embedder import HashingEmbedder

LIKE = make_card(
    "post/fees/parcel",
    "快递费用是30元，寄件人付款。 The courier asks 20 won. 택배 요금은 착불이다.",
    language="zh",
    title="快递费用",
    tags=("费用",),
    aliases=("运费", "parcel fee"),
    phrases=("寄快递要多少钱", "택배 요금", "what does a parcel cost"),
    unanswered=("费用能报销吗",),
    link="https://example.org/fee",
)


def grown(number: int, *, seed: int = 1, like: Card = LIKE) -> dict[str, object]:
    text = grown_card(like, words_by_topic([like])[like.bundle, like.topic], number, seed=seed)
    parts = split(text)
    fields: dict[str, object] = yaml.safe_load(parts.block or "")
    return {**fields, "body": parts.body.strip()}


class Fixed(random.Random):
    """Draws one number again and again."""

    def __init__(self, value: float) -> None:
        super().__init__(0)
        self.value = value

    def random(self) -> float:
        return self.value


def test_a_vocabulary_weighs_words_by_the_rank_of_their_frequency() -> None:
    words = Vocabulary.of("b a b c c b".split())
    assert words.words == ("b", "c", "a")
    first, second, third = 1 / (1 + FLATTENING), 1 / (2 + FLATTENING), 1 / (3 + FLATTENING)
    assert words.summed == pytest.approx((first, first + second, first + second + third))


@pytest.mark.parametrize(
    ("drawn", "word"), [(0.0, "b"), (0.41, "b"), (0.44, "c"), (0.72, "c"), (0.77, "a"), (0.99, "a")]
)
def test_words_are_drawn_in_proportion_to_their_weight(drawn: float, word: str) -> None:
    # 1/3.7, 1/4.7 and 1/5.7 are 0.270, 0.213 and 0.175: shares 0.411, 0.323 and 0.266, bounds at 0.411 and 0.734
    assert Vocabulary.of("b a b c c b".split()).draw(Fixed(drawn)) == word


def test_a_rewritten_text_keeps_its_shape() -> None:
    words = Words([LIKE.body], [LIKE.body])
    text = "快递, the courier: 1,250 won (요금)!"
    changed = Rewriter(words, random.Random(3)).rewrite(text)
    assert PIECE.sub("#", changed) == PIECE.sub("#", text)
    assert [match.lastgroup for match in PIECE.finditer(changed)] == [match.lastgroup for match in PIECE.finditer(text)]
    assert [len(number) for number in changed.split() if number[0].isdigit()] == [len("1,250")]


def test_a_script_without_words_stays_as_it_is() -> None:
    assert Rewriter(Words(["only latin"], ["only latin"]), random.Random(1)).rewrite("요금 快递") == "요금 快递"


def test_an_invented_word_joins_two_and_is_always_the_same() -> None:
    assert invented(5, "latin", ["parcel"]) == "par" + "cel"
    assert invented(5, "hangul", ["여권발급비"]) == "여권" + "급비"
    assert invented(5, "han", ["费用"]) == "费用"
    many = ["parcel", "courier", "window", "stamp"]
    assert invented(5, "latin", many) == invented(5, "latin", many)
    assert len({invented(number, "latin", many) for number in range(50)}) > len(many)


def test_a_grown_card_has_the_build_of_its_model_and_other_words() -> None:
    fields = grown(0)
    assert (fields["topic"], fields["language"], fields["type"], fields["tags"]) == ("fees", "zh", "Fact", ["费用"])
    assert fields["fictional"] is True
    for key in ("aliases", "phrases", "unanswered"):
        model, made = getattr(LIKE, key), fields[key]
        assert isinstance(made, list)
        assert [len(PIECE.findall(text)) for text in made] == [len(PIECE.findall(text)) for text in model]
    assert fields["body"] != LIKE.body


def test_the_same_seed_gives_the_same_card_and_another_seed_another() -> None:
    assert grown(3) == grown(3)
    assert grown(3) != grown(3, seed=2)
    assert grown(3) != grown(4)


def test_a_grown_corpus_is_read_without_a_finding_and_holds_the_shipped_cards(tmp_path: Path) -> None:
    write_small_corpus(tmp_path / "okf")
    reports: list[int] = []
    grow_corpus(tmp_path / "okf", tmp_path / "big", 40, languages={}, report=reports.append)
    before, after = read_corpus(tmp_path / "okf", {}), read_corpus(tmp_path / "big", {})
    assert len(after.cards) == 40
    assert {card.content_hash for card in before.cards} < {card.content_hash for card in after.cards}
    assert after.findings == before.findings
    assert {(card.bundle, card.topic) for card in after.cards} == {(card.bundle, card.topic) for card in before.cards}
    assert len({card.body for card in after.cards}) > 30
    assert reports[-1] == 40


def test_the_vocabulary_goes_on_growing(tmp_path: Path) -> None:
    write_small_corpus(tmp_path / "okf")
    sizes = []
    for cards in (50, 200):
        grow_corpus(tmp_path / "okf", tmp_path / f"{cards}", cards, languages={})
        bodies = [card.body for card in read_corpus(tmp_path / f"{cards}", {}).cards]
        sizes.append(len({token for body in bodies for token in tokenise(body)}))
    assert sizes[0] < sizes[1]


def test_a_corpus_does_not_shrink(tmp_path: Path) -> None:
    write_small_corpus(tmp_path / "okf")
    with pytest.raises(ValueError, match="at least the 3 of the corpus, got 2"):
        grow_corpus(tmp_path / "okf", tmp_path / "big", 2, languages={})


def seeded(seed: int = 1) -> SeededEmbedder:
    real = HashingEmbedder()
    texts = [f"card {number}" for number in range(20)]
    return SeededEmbedder(real, texts, real.embed_cards(texts), seed=seed)


def test_a_known_text_keeps_its_stored_vector() -> None:
    assert np.allclose(seeded().embed_cards(["card 7"])[0], HashingEmbedder().embed_cards(["card 7"])[0])


def test_a_made_vector_has_length_one_and_depends_on_its_text_and_seed_alone() -> None:
    together = seeded().embed_cards(["new", "other"])
    assert np.allclose(np.linalg.norm(together, axis=1), 1)
    assert np.array_equal(together[1], seeded().embed_cards(["other"])[0])
    assert not np.allclose(together[0], together[1])
    assert not np.allclose(together[0], seeded(2).embed_cards(["new"])[0])


def test_a_question_is_embedded_for_real() -> None:
    assert np.array_equal(seeded().embed_question("new"), HashingEmbedder().embed_question("new"))


def test_an_index_of_made_vectors_never_passes_for_a_real_one() -> None:
    assert seeded().identity != HashingEmbedder().identity
    assert seeded().identity.dimensions == HashingEmbedder().identity.dimensions
