import shutil
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from rag.errors import EmbedderError
from rag.index.embedding.onnx_model import OnnxEmbedder
from rag.protocols import Embedder, EmbedderIdentity

PASSPORT = {
    "en": "How do I renew an expired passport abroad?",
    "ko": "해외에서 만료된 여권을 재발급받으려면 어떻게 하나요?",
    "zh": "在国外护照过期了怎么换发？",
}
PARCEL = {
    "en": "What is the heaviest parcel that the post office accepts?",
    "ko": "우체국에서 보낼 수 있는 소포의 최대 무게는 얼마인가요?",
    "zh": "邮局寄包裹最重可以多少公斤？",
}
PARAPHRASE = {
    "en": "Replacing a passport that has run out while living overseas.",
    "ko": "재외국민의 기한 지난 여권을 새로 만드는 절차",
    "zh": "境外居民护照到期后申请新护照的办法",
}


def test_the_embedder_is_an_embedder(embedder: OnnxEmbedder) -> None:
    seam: Embedder = embedder
    assert seam.identity == EmbedderIdentity("multilingual-e5-small-int8", "1571fc98-1", 384)


def test_cards_become_unit_rows_in_the_order_given(embedder: OnnxEmbedder) -> None:
    texts = [*PASSPORT.values(), *PARCEL.values()]
    vectors = embedder.embed_cards(texts)
    assert vectors.shape == (6, 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-6)
    assert np.array_equal(embedder.embed_cards(texts[::-1]), vectors[::-1])


def test_no_cards_are_no_rows(embedder: OnnxEmbedder) -> None:
    assert embedder.embed_cards([]).shape == (0, 384)


def test_a_question_is_one_unit_vector(embedder: OnnxEmbedder) -> None:
    vector = embedder.embed_question(PASSPORT["ko"])
    assert vector.shape == (384,)
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def test_a_text_has_the_same_vector_whatever_stands_beside_it(embedder: OnnxEmbedder) -> None:
    alone = embedder.embed_cards([PASSPORT["en"]])[0]
    crowd = embedder.embed_cards(["x", PARCEL["zh"] * 40, PASSPORT["en"], "😀😀😀", PARCEL["ko"]])
    assert np.array_equal(crowd[2], alone)


def test_questions_asked_at_once_get_the_vectors_of_questions_asked_in_turn(embedder: OnnxEmbedder) -> None:
    questions = [f"{question} {number}" for number in range(8) for question in PASSPORT.values()]
    in_turn = [embedder.embed_question(question) for question in questions]
    with ThreadPoolExecutor(8) as threads:
        at_once = list(threads.map(embedder.embed_question, questions))
    assert np.array_equal(at_once, in_turn)


def test_a_question_and_a_card_of_the_same_words_are_near_but_not_the_same(embedder: OnnxEmbedder) -> None:
    cosine = float(embedder.embed_question(PARCEL["en"]) @ embedder.embed_cards([PARCEL["en"]])[0])
    assert 0.9 < cosine < 0.999


@pytest.mark.parametrize("language", ["en", "ko", "zh"])
def test_a_paraphrase_is_nearer_than_another_matter(embedder: OnnxEmbedder, language: str) -> None:
    question = embedder.embed_question(PASSPORT[language])
    same, other = embedder.embed_cards([PARAPHRASE[language], PARCEL[language]]) @ question
    assert same > other


@pytest.mark.parametrize(("asked", "written"), list(combinations(["en", "ko", "zh"], 2)))
def test_a_card_in_another_language_is_nearer_than_another_matter(
    embedder: OnnxEmbedder, asked: str, written: str
) -> None:
    question = embedder.embed_question(PASSPORT[asked])
    same, other = embedder.embed_cards([PARAPHRASE[written], PARCEL[written]]) @ question
    assert same > other


def test_decomposed_and_full_width_spellings_have_the_vector_of_the_plain_one(embedder: OnnxEmbedder) -> None:
    plain = embedder.embed_question("여권 Form 12")
    decomposed = unicodedata.normalize("NFD", "여권 Form 12")
    assert np.array_equal(embedder.embed_question(decomposed), plain)
    assert np.array_equal(embedder.embed_question("여권\u3000Ｆｏｒｍ １２\n"), plain)


def test_what_lies_beyond_512_tokens_does_not_count(embedder: OnnxEmbedder) -> None:
    long = PASSPORT["ko"] * 60
    cut, longer = embedder.embed_cards([long, long + PARCEL["ko"]])
    assert np.array_equal(cut, longer)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t ",
        "\x00",
        "before\x00after",
        "\ufdfa" * 3_000,
        "여권 " * 8_334,
        "a" * 25_000,
        "😀👩‍👩‍👧🇰🇷" * 50,
        "\ud83d",
        "\udc00\ud800 reversed",
        "\u202eabc\u200b\ufeff",
        "<s></s><pad><mask>",
        "\U0010ffff\ue000\U000e0041",
    ],
)
def test_any_text_gets_a_unit_vector(embedder: OnnxEmbedder, text: str) -> None:
    assert np.linalg.norm(embedder.embed_question(text)) == pytest.approx(1, abs=1e-6)
    assert np.linalg.norm(embedder.embed_cards([text])[0]) == pytest.approx(1, abs=1e-6)


def test_a_surrogate_pair_is_the_character_it_spells(embedder: OnnxEmbedder) -> None:
    assert np.array_equal(embedder.embed_question("\ud83d\ude00"), embedder.embed_question("😀"))


def test_text_behind_a_nul_counts(embedder: OnnxEmbedder) -> None:
    nul, none = embedder.embed_cards(["passport\x00 renewal", "passport"])
    assert not np.array_equal(nul, none)


@pytest.mark.parametrize("change", [{"name": "other"}, {"revision": "1571fc98-2"}, {"dimensions": 768}])
def test_another_identity_than_configured_is_refused_naming_both(
    model_folder: Path, embedder: OnnxEmbedder, change: dict[str, str | int]
) -> None:
    configured = EmbedderIdentity(
        str(change.get("name", embedder.identity.name)),
        str(change.get("revision", embedder.identity.revision)),
        int(change.get("dimensions", embedder.identity.dimensions)),
    )
    with pytest.raises(EmbedderError, match=r"revision '1571fc98-1' with 384 dim.*config\.yaml asks.*delete") as caught:
        OnnxEmbedder.open(model_folder, identity=configured)
    assert str(next(iter(change.values()))) in str(caught.value)


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_file_spoiled_without_a_change_of_size_is_refused_when_opened(
    model_folder: Path, embedder: OnnxEmbedder, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(model_folder, folder)
    (folder / name).write_bytes(b"\xff" * (folder / name).stat().st_size)
    with pytest.raises(EmbedderError, match=rf"is damaged \({name}: .*Delete the folder"):
        OnnxEmbedder.open(folder, identity=embedder.identity)
