from dataclasses import replace
from pathlib import Path

import pytest

from rag.index.opening import OpenIndex
from rag.text.search_tokens import question_tokens
from tests.fakes.corpus import Site
from tests.fakes.embedder import HashingEmbedder

CLOCK = """---
type: Attested Computation
title: What parking costs by the day
description: Parking days.
topic: a-clock
phrases: [parking by the day]
runtime: python
parameters: [{name: zone, type: zone, required: true}]
executor: {resource: clock-now}
attester: {resource: clock-second-derivation}
---
Parking parking parking.
"""
FACT = "---\ntype: Fee\ntitle: {title}\n---\n{title} costs {euros} euros.\n"


@pytest.fixture
def index(tmp_path: Path) -> OpenIndex:
    folder = tmp_path / "okf" / "town"
    folder.mkdir(parents=True)
    (folder / "a-clock.md").write_text(CLOCK, encoding="utf-8")
    (folder / "parking.md").write_text(FACT.format(title="Parking", euros=30), encoding="utf-8")
    (folder / "dog.md").write_text(FACT.format(title="Dog licence", euros=12), encoding="utf-8")
    site, embedder = Site(tmp_path / "okf", tmp_path / "index"), HashingEmbedder()
    site.build(embedder)
    return site.open(embedder)


def test_a_computation_is_a_card_of_the_version_and_in_the_reach_of_no_search(index: OpenIndex) -> None:
    assert index.computations == ("town/a-clock",)
    card = index.cards.get("town/a-clock")
    assert card is not None
    assert card.computes
    rows = index.rows(["town"], None)
    assert rows is not None
    assert [index.cards.ids[row] for row in rows] == ["town/dog", "town/parking"]
    behind_the_gate = index.rows(["town"], {("town", "a-clock")})
    assert behind_the_gate is not None
    assert len(behind_the_gate) == 0


def test_its_words_count_in_no_statistics(index: OpenIndex) -> None:
    tokens = question_tokens("parking")
    found = index.lexical.search(tokens, bundles=["town"])
    assert [index.cards.ids[row] for row in found.rows] == ["town/parking"]
    part, *_ = index.lexical.explain(tokens, index.cards.row_of["town/parking"], bundles=["town"])
    assert part.holding == 1  # of two cards, not two of three


def test_it_is_not_among_the_names_a_question_may_mean(index: OpenIndex) -> None:
    assert "What parking costs by the day" not in {named.name for named in index.named}


def test_only_the_type_makes_a_computation(index: OpenIndex) -> None:
    fact = index.cards.get("town/dog")
    assert fact is not None
    assert not fact.computes
    assert replace(fact, type="Attested Computation").computes
