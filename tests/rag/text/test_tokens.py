import unicodedata
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from rag.text.tokens import tokenise, unique_tokens


def test_hangul_gives_character_pairs_so_particles_cost_only_the_edge() -> None:
    assert tokenise("여권을") == ["여권", "권을"]
    assert set(tokenise("여권")) <= set(tokenise("여권에서는"))


def test_han_gives_single_characters_and_pairs() -> None:
    assert tokenise("保价费") == ["保", "价", "费", "保价", "价费"]


def test_a_single_syllable_stays_whole() -> None:
    assert tokenise("돈 왜") == ["돈", "왜"]


def test_english_is_stemmed_after_the_stop_words_are_gone() -> None:
    assert tokenise("How are the applications submitted?") == ["applic", "submit"]


def test_numbers_lose_their_thousands_commas() -> None:
    assert tokenise("50,000원") == ["50000", "원"]
    assert tokenise("1.25%") == ["1.25"]


def test_decomposed_full_width_and_zero_width_spellings_give_the_same_tokens() -> None:
    assert tokenise(unicodedata.normalize("NFD", "여권 발급")) == tokenise("여권 발급")
    assert tokenise("ＣＲＳ") == tokenise("crs") == tokenise("c\u200brs")


def test_emoji_and_punctuation_give_nothing() -> None:
    assert tokenise("🙂🙂 !? … ---") == []
    assert tokenise("") == []


def test_each_token_of_a_question_counts_once() -> None:
    assert unique_tokens("fee fee FEES") == ("fee",)


def test_a_5000_letter_word_is_one_token() -> None:
    assert len(tokenise("a" * 5000)) == 1


def test_threads_do_not_disturb_each_others_stems() -> None:
    words = [f"running{n} applications nationalities walked" for n in range(400)]
    alone = [tokenise(word) for word in words]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(tokenise, words)) == alone


@given(st.text())
def test_any_text_gives_tokens_without_spaces(text: str) -> None:
    assert all(token and not token.isspace() for token in tokenise(text))
