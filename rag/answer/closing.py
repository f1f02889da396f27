"""The words that close every answer and every refusal: disclaimer, contact and official site of one bundle."""

from collections.abc import Mapping, Sequence

from rag.config import BundleSettings
from rag.types import Closing, Language


def closing_of(
    best: str, searched: Sequence[str], *, language: Language, bundles: Mapping[str, BundleSettings]
) -> Closing:
    """Return the closing of the best card's bundle.

    Without a card (`best` is empty), or when its bundle has no settings, the first searched bundle that speaks the
    language of the question closes, else the first searched one. All three texts are empty only when none of them
    has settings.
    """
    known = [name for name in searched if name in bundles]
    nearest = sorted(known, key=lambda name: bundles[name].language != language)
    for name in (best, *nearest):
        if name in bundles:
            bundle = bundles[name]
            return Closing(bundle.disclaimer, bundle.contact, bundle.official_site)
    return Closing("", "", "")
