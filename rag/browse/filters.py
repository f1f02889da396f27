"""What a reader filters the cards by, and how it is written into an address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

Facet = Literal["type", "topic", "tag", "status", "trust", "validity", "resource", "finding"]
FACETS: tuple[Facet, ...] = get_args(Facet)

TEXT = "q"
FOLDER = "in"
PARAMETERS: tuple[str, ...] = (TEXT, FOLDER, *FACETS)
"""Every name that `to_parameters` may give."""

MAX_TEXT_CHARS = 200
"""A longer text filter is cut: no title or path is looked up by more."""

MAX_CHOSEN = 50
"""Values of one facet that are read from an address."""


@dataclass(frozen=True, slots=True)
class Filters:
    """All have to hold; of the values chosen in one facet any."""

    text: str = ""
    """Words that must all occur in title, path, tags or type."""
    folder: str = ""
    """POSIX path below the corpus folder; its subfolders count. Empty is the whole corpus."""
    chosen: Mapping[Facet, tuple[str, ...]] = field(default_factory=dict)
    """Facets without a chosen value are absent."""

    def choose(self, facet: Facet, values: Sequence[str]) -> "Filters":
        """Return these filters with other values of one facet."""
        others = {name: kept for name, kept in self.chosen.items() if name != facet}
        return replace(self, chosen=others | ({facet: tuple(values)} if values else {}))

    @property
    def active(self) -> int:
        """How many facets restrict the cards."""
        return len(self.chosen)


def from_parameters(parameters: Mapping[str, Sequence[str]]) -> Filters:
    """Read filters from an address; unknown names are ignored, an unknown value matches no card."""
    texts = {name: values[-1] for name, values in parameters.items() if values}
    chosen = {facet: tuple(dict.fromkeys(parameters.get(facet, ())))[:MAX_CHOSEN] for facet in FACETS}
    return Filters(
        text=texts.get(TEXT, "")[:MAX_TEXT_CHARS],
        folder=texts.get(FOLDER, "").strip("/"),
        chosen={facet: values for facet, values in chosen.items() if values},
    )


def to_parameters(filters: Filters) -> dict[str, list[str]]:
    """Write filters for an address, without what is not set; `from_parameters` reads them back."""
    written: dict[str, list[str]] = {TEXT: [filters.text], FOLDER: [filters.folder]}
    written |= {facet: list(values) for facet, values in filters.chosen.items()}
    return {name: values for name, values in written.items() if values != [""]}
