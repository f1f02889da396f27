"""Labelled questions asked of a real index of a small town."""

from pathlib import Path

import pytest

from rag.config import load_settings
from rag.engine import Engine
from rag.evaluation.cases import DEEP, Case, ask_all
from rag.evaluation.labels import Kind, Labelled
from tests.fakes.embedder import HashingEmbedder
from tests.fakes.town import DOG, PERMIT, build_town
from rag.engine import open_engine


def label(case_id: str, question: str, *expected: str, kind: Kind = "answerable") -> Labelled:
    return Labelled(case_id, "town", kind, question, expected, "en", "", "", ())


LABELS = (
    label("permit", "What does a parking permit cost?", PERMIT),
    label("dog", "What does a dog licence cost?", DOG),
    label("far", "Who won the football match?", kind="far"),
    label("nothing", "🎉", kind="greeting"),
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("town")
    build_town(folder)
    return open_engine(load_settings(folder / "config.yaml"), {})


@pytest.fixture(scope="module")
def cases(engine: Engine) -> tuple[Case, ...]:
    return ask_all(LABELS, engine, engine.settings)
