from rag.answer.closing import closing_of
from rag.config import BundleSettings
from rag.types import Closing, Language


def bundle(name: str, language: Language) -> BundleSettings:
    return BundleSettings(
        title=name,
        label=name,
        summary="",
        language=language,
        official_site=f"https://{name}.example",
        contact=f"{name} contact",
        disclaimer=f"{name} disclaimer",
    )


BUNDLES = {"harbour": bundle("harbour", "en"), "dosi": bundle("dosi", "ko"), "town": bundle("town", "en")}


def closing(name: str) -> Closing:
    return Closing(f"{name} disclaimer", f"{name} contact", f"https://{name}.example")


def test_the_best_cards_bundle_closes_whatever_the_language() -> None:
    assert closing_of("dosi", ("harbour", "dosi"), language="en", bundles=BUNDLES) == closing("dosi")


def test_without_a_card_the_first_bundle_in_the_language_closes() -> None:
    assert closing_of("", ("harbour", "dosi", "town"), language="ko", bundles=BUNDLES) == closing("dosi")
    assert closing_of("", ("dosi", "town", "harbour"), language="en", bundles=BUNDLES) == closing("town")


def test_without_a_bundle_in_the_language_the_first_searched_one_closes() -> None:
    assert closing_of("", ("town", "dosi"), language="zh", bundles=BUNDLES) == closing("town")


def test_a_bundle_without_settings_leaves_the_closing_to_the_others_searched() -> None:
    assert closing_of("stranger", ("stranger", "dosi"), language="en", bundles=BUNDLES) == closing("dosi")


def test_without_any_settings_nothing_is_said() -> None:
    assert closing_of("stranger", ("stranger",), language="en", bundles=BUNDLES) == Closing("", "", "")
    assert closing_of("", (), language="en", bundles={}) == Closing("", "", "")
