from rag.text.search_tokens import is_canonical, question_tokens, search_tokens
from rag.text.tokens import tokenise


def test_an_amount_is_found_in_any_spelling() -> None:
    spellings = ("5천만원", "50,000,000원", "일금 오천만원정", "５０，０００，０００원")
    assert all("money:50000000" in search_tokens(spelling) for spelling in spellings)


def test_canonical_forms_stand_beside_the_words() -> None:
    text = "2026. 3. 15.까지 5천만원"
    assert search_tokens(text)[: len(tokenise(text))] == tokenise(text)
    assert [token for token in search_tokens(text) if is_canonical(token)] == ["money:50000000", "date:2026-03-15"]


def test_each_token_of_a_question_stands_once() -> None:
    assert question_tokens("fee fee") == ("fee",)
