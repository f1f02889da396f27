"""Reads config.yaml once into frozen settings; every range is enforced here for file, page, API and command line."""

import hashlib
import json
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from rag.errors import ConfigError
from rag.ranges import allowed
from rag.types import Language

Unit = Annotated[float, Field(ge=0, le=1)]
SlugText = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class CorpusSettings(_Section):
    """Where the cards are."""

    path: Path


class DataSettings(_Section):
    """Where what the app writes is kept."""

    path: Path


class EmbedderSettings(_Section):
    """Which model makes the vectors; name, revision and dimensions are pinned and stamped."""

    provider: Literal["local", "openai"]
    name: str = Field(min_length=1)
    revision: str = Field(min_length=1)
    dimensions: int = Field(ge=1, le=4096)
    base_url: str
    batch: int = Field(ge=1, le=2048)
    timeout_s: float = Field(ge=0.1, le=600)
    retries: int = Field(ge=0, le=10)


class TextSettings(_Section):
    """How cards and questions are read."""

    anchor_year: int = Field(ge=1900, le=2200)


class LexicalSettings(_Section):
    """BM25 parameters."""

    k1: float = Field(ge=0, le=3)
    b: Unit


class VectorSettings(_Section):
    """When ranking changes from exact to approximate."""

    exact_limit: int = Field(ge=0, le=1_000_000)


class TopicSettings(_Section):
    """How hard the topic gate is."""

    mode: Literal["off", "lexical", "both"]

    @field_validator("mode", mode="before")
    @classmethod
    def _off_is_a_word(cls, value: object) -> object:
        # YAML 1.1 reads an unquoted off as false
        return "off" if value is False else value


class FusionSettings(_Section):
    """How the two legs become one ranking."""

    method: Literal["score", "rrf"]
    rrf_k: int = Field(ge=1, le=1000)
    bm25_weight: Unit
    vector_weight: Unit
    candidates: int = Field(ge=5, le=1000)

    @model_validator(mode="after")
    def _one_leg_must_speak(self) -> "FusionSettings":
        if self.bm25_weight == 0 and self.vector_weight == 0:
            raise ValueError("bm25_weight and vector_weight are both 0: no leg is left")
        return self


class ConfidenceSettings(_Section):
    """The gate before generation, and the logistic that feeds it."""

    threshold: Unit
    high: Unit
    intercept: float
    cosine: float
    bm25_self: float
    open_intercept: float
    above_chance: float
    meaning: float
    words: float
    fitted: str
    """When and to what the values were fitted, by `python -m rag calibrate`; empty when they were set by hand."""


class AmbiguitySettings(_Section):
    """When a short question is asked back instead of answered."""

    tokens_en: int = Field(ge=0, le=100)
    tokens_ko: int = Field(ge=0, le=100)
    tokens_zh: int = Field(ge=0, le=100)
    cosine_gap: float = Field(ge=0, le=2)
    score_ratio: Unit
    least_confidence: Unit


class NameSettings(_Section):
    """When the names of agencies and projects in a question narrow the search."""

    strict: Unit
    reduced: Unit
    close: Unit
    likely_share: Unit
    close_share: Unit
    compared_share: Unit
    valued_share: Unit


class PlanSettings(_Section):
    """How many cards are presented for questions that do not stand alone."""

    follow_up: int = Field(ge=1, le=20)
    comparison: int = Field(ge=1, le=20)


class ContextSettings(_Section):
    """How much of the cards is presented."""

    top_k: int = Field(ge=1, le=20)
    evidence: int = Field(ge=1, le=20)
    card_chars: int = Field(ge=200, le=100_000)
    total_chars: int = Field(ge=200, le=400_000)


class RouteSettings(_Section):
    """Which way a question goes, and what the ways differ in."""

    router: Literal["model", "rules"]
    router_deadline_s: float = Field(ge=0.1, le=30)
    strong_cards: int = Field(ge=1, le=20)
    near_share: Unit
    near_cosine: float = Field(ge=0, le=2)
    same_source_share: Unit


class ChatModelSettings(_Section):
    """The chat model, used only when OPENAI_API_KEY is set."""

    provider: Literal["auto", "extractive"]
    name: str = Field(min_length=1)
    fine_tuned: str
    """Name of a fine-tuned model at the same service; empty where there is none."""
    base_url: str
    temperature: float = Field(ge=0, le=2)
    connect_timeout_s: float = Field(ge=0.1, le=60)
    read_timeout_s: float = Field(ge=0.1, le=600)
    deadline_s: float = Field(ge=1, le=3600)
    retries: int = Field(ge=0, le=5)
    max_tokens: int = Field(ge=16, le=32_000)


class HistorySettings(_Section):
    """Where conversations are kept."""

    url: str


class LimitSettings(_Section):
    """Bounds on what comes in."""

    question_chars: int = Field(ge=10, le=100_000)


class TopicEntry(_Section):
    """One row of a bundle's ordered keyword table."""

    topic: SlugText
    label: str = Field(min_length=1)
    keywords: tuple[str, ...] = Field(min_length=1)


class BundleSettings(_Section):
    """What people see of a bundle, and its topics."""

    title: str = Field(min_length=1)
    label: str = Field(min_length=1, max_length=24)
    summary: str
    language: Language
    official_site: str = Field(pattern=r"^https?://")
    contact: str
    disclaimer: str
    agency_pattern: str = ""
    """Regular expression of what looks like an agency here; one that no card knows is never answered for another."""
    refers: tuple[Literal["parcel", "quote", "case"], ...] = ()
    """What the bundle's contact can look up for a person: a parcel, a price for sending one, a case."""
    samples: tuple[str, ...] = ()
    topics: tuple[TopicEntry, ...] = ()


class Settings(_Section):
    """The whole of config.yaml."""

    corpus: CorpusSettings
    data: DataSettings
    embedder: EmbedderSettings
    text: TextSettings
    lexical: LexicalSettings
    vectors: VectorSettings
    topics: TopicSettings
    fusion: FusionSettings
    confidence: ConfidenceSettings
    ambiguity: AmbiguitySettings
    names: NameSettings
    plan: PlanSettings
    context: ContextSettings
    routes: RouteSettings
    chat_model: ChatModelSettings
    history: HistorySettings
    limits: LimitSettings
    bundles: dict[str, BundleSettings]

    @property
    def hash(self) -> str:
        """First 12 hex digits of the sha256 over all that decides an answer: everything but places on disk."""
        decisive = self.model_dump(
            mode="json", exclude={"corpus": True, "data": True, "history": True, "confidence": {"fitted"}}
        )
        return hashlib.sha256(json.dumps(decisive, sort_keys=True).encode()).hexdigest()[:12]


def load_settings(path: Path) -> Settings:
    """Return the settings of the file; relative folders in it count from the file's own folder.

    Raises:
        ConfigError: no file, not YAML, an unknown key, a missing key or a value out of range; names the key,
            the allowed range and the value.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as exc:
        raise ConfigError(f"{path.name} not found at {path.parent}; restore it from the repository.") from exc
    except (OSError, UnicodeDecodeError) as exc:
        raise ConfigError(f"{path.name} cannot be read: {exc}") from exc
    return settings_in(text, path)


def settings_in(text: str, path: Path) -> Settings:
    """Return the settings that a text gives when it stands in the file at `path`. Raises like `load_settings`."""
    try:
        raw = yaml.safe_load(text)
    except yaml.YAMLError as exc:
        raise ConfigError(f"{path.name} cannot be read: {exc}") from exc
    if not isinstance(raw, dict):
        raise ConfigError(f"{path.name} must hold a mapping of sections, found {type(raw).__name__}.")
    settings = parse_settings(raw, source=path.name)
    root = path.resolve().parent
    return settings.model_copy(
        update={
            "corpus": CorpusSettings(path=root / settings.corpus.path),
            "data": DataSettings(path=root / settings.data.path),
        }
    )


def parse_settings(raw: object, *, source: str = "settings") -> Settings:
    """Return checked settings from plain values. Raises `ConfigError` naming each key at fault."""
    try:
        return Settings.model_validate(raw)
    except ValidationError as exc:
        problems = [
            f"{'.'.join(str(part) for part in error['loc']) or 'settings'}: "
            f"{error['msg'].removeprefix('Value error, ')}{_given(error['input'])}{_range_of(error['loc'])}"
            for error in exc.errors()
        ]
        raise ConfigError(f"{source} is not valid. " + "; ".join(problems)) from exc


def _given(value: object) -> str:
    """The value at fault; a whole section says nothing."""
    return "" if isinstance(value, dict) else f", got {value!r:.80}"


def _range_of(path: tuple[int | str, ...]) -> str:
    found = allowed(Settings, path)
    return f" (allowed: {found})" if found else ""
