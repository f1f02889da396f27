"""The engine takes over an edited settings file between questions, for everyone."""

import shutil
from pathlib import Path

import pytest

from rag.config import ChatModelSettings
from rag.engine import Engine, index_folder
from rag.errors import ConfigError
from rag.pipeline import Question
from rag.protocols import ChatModel
from rag.tuning.facts import facts_of
from rag.tuning.overrides import with_overrides
from rag.tuning.settings_file import SettingsFile
from tests.fakes.chat_model import QueuedChatModel
from tests.fakes.corpus import write_small_corpus
from tests.fakes.embedder import IDENTITY, HashingEmbedder

FERRY = Question("When does the first ferry leave?")


def model_of(settings: ChatModelSettings) -> ChatModel | None:
    """Return a model whose name tells the temperature it was opened with."""
    model = QueuedChatModel()
    model.name = f"{settings.temperature}"
    return model


def edit(config: Path, old: str, new: str) -> None:
    text = config.read_text(encoding="utf-8")
    assert text.count(old) == 1
    config.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def file(config: Path, small_index: Path) -> SettingsFile:
    write_small_corpus(config.parent / "okf")
    edit(config, "  name: multilingual-e5-small-int8\n", f"  name: {IDENTITY.name}\n")
    edit(config, "  dimensions: 384 ", f"  dimensions: {IDENTITY.dimensions} ")
    lines = config.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("  revision:"))
    lines[at] = f'  revision: "{IDENTITY.revision}"\n'
    config.write_text("".join(lines), encoding="utf-8")
    found = SettingsFile(config)
    shutil.copytree(small_index, index_folder(found.version.settings))
    return found


@pytest.fixture
def engine(file: SettingsFile) -> Engine:
    return Engine(file.version.settings, HashingEmbedder(), None, file=file)


def test_an_edit_counts_from_the_next_question_on(engine: Engine, file: SettingsFile) -> None:
    engine.retrieve(FERRY)
    edit(file.path, "  rrf_k: 60 ", "  rrf_k: 7 ")
    trace = engine.retrieve(FERRY)
    assert trace.applied is not None
    assert trace.applied.rrf_k == 7
    assert engine.settings.fusion.rrf_k == 7


def test_an_invalid_edit_is_told_and_the_old_settings_serve(engine: Engine, file: SettingsFile) -> None:
    edit(file.path, "  rrf_k: 60 ", "  rrf_k: -1 ")
    assert "got -1 (allowed: 1..1000)" in engine.notice_settings()
    trace = engine.retrieve(FERRY)
    assert trace.applied is not None
    assert trace.applied.rrf_k == 60


def test_a_sessions_own_settings_stay_its_own(engine: Engine) -> None:
    tried = with_overrides(engine.settings, {"fusion.rrf_k": 3})
    trace = engine.retrieve(FERRY, tried)
    assert trace.applied is not None
    assert trace.applied.rrf_k == 3
    assert engine.settings.fusion.rrf_k == 60


def test_without_a_file_settings_stay(engine: Engine) -> None:
    still = Engine(engine.settings, HashingEmbedder(), None)
    assert still.notice_settings() == ""
    assert still.settings is engine.settings


def test_another_temperature_in_the_file_opens_another_model(file: SettingsFile) -> None:
    engine = Engine(file.version.settings, HashingEmbedder(), QueuedChatModel(), file=file, open_model=model_of)
    edit(file.path, "  temperature: 0.05 ", "  temperature: 0.7 ")
    assert engine.notice_settings() == ""
    assert engine.chat_model is not None
    assert engine.chat_model.name == "0.7"


def test_a_model_that_cannot_be_opened_leaves_the_old_settings_serving(file: SettingsFile) -> None:
    def refuse(settings: ChatModelSettings) -> ChatModel | None:
        raise ConfigError("chat_model.base_url: no address")

    before = file.version.settings
    engine = Engine(before, HashingEmbedder(), None, file=file, open_model=refuse)
    edit(file.path, "  temperature: 0.05 ", "  temperature: 0.7 ")
    assert engine.notice_settings() == "chat_model.base_url: no address"
    assert engine.settings is before


def test_the_facts_are_those_of_the_index(engine: Engine) -> None:
    """The bodies have 30, 23 and 39 characters: ferry, library, parking."""
    facts = facts_of(engine.index(), chat_model=False)
    bodies = ("A library card is free.", "The first ferry leaves at 6:10.", "A parking permit costs 30 euros a year.")
    assert facts.card_lengths == tuple(map(len, bodies))
    assert set(facts.chances) == {"city", "harbour"}
    assert not facts.chat_model
