"""What inputs, choices, factors and levers of the computations are called in the three languages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from rag.types import Language


@dataclass(frozen=True, slots=True)
class Labels:
    """The names of one language. What a table does not hold is shown as the code has it."""

    titles: Mapping[str, str]
    """What is computed, by registered name."""
    inputs: Mapping[str, str]
    """By parameter name."""
    helps: Mapping[str, str]
    """What to enter, by parameter name, where the label does not say it."""
    choices: Mapping[str, str]
    """By the word a choice takes."""
    abilities: tuple[str, str, str, str]
    """Listening, reading, writing, speaking: the order of `levels`."""
    texts: Mapping[str, str]
    """Factors, groups, rule sets and notices, by their English text; empty in English."""
    patterns: tuple[tuple[re.Pattern[str], str], ...]
    """Levers and problems: the English text as a pattern, and the words with its groups as `\\1`."""
    yes: str
    no: str

    def title(self, executor: str, otherwise: str) -> str:
        """Return what a registered computation gives, or another title for one that is not known here."""
        return self.titles.get(executor, otherwise)

    def input(self, name: str) -> str:
        """Return the label of a parameter."""
        return self.inputs.get(name, name.replace("_", " "))

    def choice(self, word: str) -> str:
        """Return the label of a choice."""
        return self.choices.get(word, word.replace("-", " "))

    def text(self, english: str) -> str:
        """Return a factor, rule set, notice, lever or problem in this language; English where it has no words."""
        if english in self.texts:
            return self.texts[english]
        for pattern, words in self.patterns:
            match = pattern.fullmatch(english)
            if match:
                parts = [self._part(part or "") for part in match.groups()]
                return words.format(*parts)
        return english

    def value(self, kind: str, text: str) -> str:
        """Return an input's text value as a reader wants it: yes, a choice's label, four levels apart."""
        if kind == "boolean":
            return {"yes": self.yes, "no": self.no}.get(text, text)
        if kind == "choice":
            return self.choice(text)
        if kind == "levels":
            return self._levels(text.split(","))
        return text.replace("T", " ") if kind == "datetime" else text

    def _levels(self, levels: list[str]) -> str:
        if len(set(levels)) == 1:
            return levels[0]
        if len(levels) != len(self.abilities):
            return ", ".join(levels)
        return ", ".join(f"{ability} {level}" for ability, level in zip(self.abilities, levels, strict=True))

    def _part(self, part: str) -> str:
        return self.texts.get(part) or self.inputs.get(part) or self.choices.get(part.replace(" ", "-"), part)


def labels(language: Language) -> Labels:
    """Return the names of a language."""
    from rag.compute.labels_en import EN
    from rag.compute.labels_ko import KO
    from rag.compute.labels_zh import ZH

    return {"en": EN, "ko": KO, "zh": ZH}[language]
