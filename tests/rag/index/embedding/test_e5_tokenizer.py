import unicodedata

import pytest
from tokenizers import Tokenizer

from rag.index.embedding.e5_tokenizer import build_tokenizer
from rag.index.embedding.e5_weights import E5Weights


@pytest.fixture(scope="module")
def tokenizer(weights: E5Weights) -> Tokenizer:
    return build_tokenizer(weights)


def pieces(tokenizer: Tokenizer, text: str) -> list[str]:
    found: list[str] = tokenizer.encode(text).tokens
    return found[1:-1]


def test_a_text_stands_between_begin_and_end(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("query: 여권").tokens == ["<s>", "▁que", "ry", ":", "▁여", "권", "</s>"]
    assert tokenizer.encode("").ids == [0, 2]


def test_each_character_of_the_wheels_map_is_normalised_as_the_map_says(
    tokenizer: Tokenizer, weights: E5Weights
) -> None:
    differing = {
        source: target
        for source, target in weights.normalisation.items()
        if tokenizer.normalizer.normalize_str(f"a{source}b") != unicodedata.normalize("NFC", f"a{target}b")
    }
    assert differing == {}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (unicodedata.normalize("NFD", "여권을 잃어버렸어요"), "여권을 잃어버렸어요"),
        (unicodedata.normalize("NFD", "résidence"), "résidence"),
        ("Ｆｏｒｍ　１２", "Form 12"),
        ("㈜한국 ① ㎏", "(주)한국 1 kg"),
        ("a\tb\r\nc\u2028d", "a b c d"),
        ("a\x00b\x01c\x7fd", "abcd"),
        ("zero\u200bwidth\ufeff", "zero width"),
        ("  many   blanks \n", "many blanks"),
        ("10～20일", "10～20일"),
    ],
)
def test_spellings_of_one_text_give_one_text(tokenizer: Tokenizer, written: str, meant: str) -> None:
    assert tokenizer.normalizer.normalize_str(written) == meant


def test_control_pieces_in_a_text_are_text(tokenizer: Tokenizer) -> None:
    ids = tokenizer.encode("<s> </s> <mask> <pad> <unk>").ids[1:-1]
    assert not set(ids) & {0, 1, 2, 3, 250_001}


def test_an_unknown_character_is_the_unknown_piece(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("\U00011a89").ids == [0, 6, 3, 2]  # 6 is the blank before a word


def test_a_long_text_is_cut_at_the_models_longest_input(tokenizer: Tokenizer) -> None:
    ids = tokenizer.encode("여권 " * 600).ids
    assert len(ids) == 512
    assert ids[-1] == 2


def test_chinese_is_not_split_at_blanks_only(tokenizer: Tokenizer) -> None:
    assert len(pieces(tokenizer, "护照丢了怎么补办")) > 2
