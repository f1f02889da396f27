import copy
import math
import re
from pathlib import Path
from typing import Any, get_origin

import pytest
import yaml
from pydantic import BaseModel

from rag.cards.reader import read_corpus
from rag.config import BundleSettings, CorpusSettings, DataSettings, Settings, TopicEntry, load_settings, parse_settings
from rag.errors import ConfigError
from rag.ranges import allowed

ROOT = Path(__file__).parents[2]
CONFIG = ROOT / "config.yaml"
Raw = dict[str, Any]


@pytest.fixture(scope="module")
def shipped() -> Raw:
    values: Raw = yaml.load(CONFIG.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return values


@pytest.fixture
def raw(shipped: Raw) -> Raw:
    """The shipped file as plain values, to be changed."""
    return copy.deepcopy(shipped)


def fields_of(model: type[BaseModel], path: str = "") -> set[str]:
    """Return the dotted names of all fields outside `bundles`."""
    names: set[str] = set()
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and get_origin(inner) is None:
            names |= fields_of(inner, f"{path}{name}.") if issubclass(inner, BaseModel) else {path + name}
        else:
            names.add(path + name)
    return names


def keys_of(raw: Raw) -> set[str]:
    return {f"{section}.{key}" for section, keys in raw.items() if section != "bundles" for key in keys}


NUMBERS = sorted(
    name for name in fields_of(Settings) if (range_ := allowed(Settings, name.split("."))) and range_.kind != "choice"
)
"""Every field with a range."""


def error_of(raw: object) -> str:
    with pytest.raises(ConfigError) as caught:
        parse_settings(raw, source="config.yaml")
    return str(caught.value)


def test_the_files_keys_and_the_settings_fields_are_the_same_set(raw: Raw) -> None:
    assert keys_of(raw) | {"bundles"} == fields_of(Settings)
    assert len(NUMBERS) >= 24


def test_every_bundle_states_every_field(raw: Raw) -> None:
    for bundle in raw["bundles"].values():
        assert set(bundle) == set(BundleSettings.model_fields)
        for entry in bundle["topics"]:
            assert set(entry) == set(TopicEntry.model_fields)


def test_the_ranges_written_beside_the_values_are_those_enforced() -> None:
    written: dict[str, str] = {}
    section = ""
    for line in CONFIG.read_text(encoding="utf-8").splitlines():
        if found := re.match(r"([a-z_]+):", line):
            section = found[1]
        elif found := re.match(r"  ([a-z0-9_]+):.*#.*?([\d.]*\d)\.\.(\d[\d.]*\d|\d)", line):
            written[f"{section}.{found[1]}"] = f"{float(found[2]):g}..{float(found[3]):.10g}"
    assert written == {name: str(allowed(Settings, name.split("."))) for name in NUMBERS}


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("side", ["below", "above", "not a number"])
def test_a_value_out_of_range_is_refused_with_key_value_and_range(raw: Raw, name: str, side: str) -> None:
    section, key = name.split(".")
    range_ = allowed(Settings, (section, key))
    assert range_ is not None
    value = {"below": range_.low - 1, "above": range_.high + 1, "not a number": math.nan}[side]
    raw[section][key] = int(value) if range_.kind == "whole" and side != "not a number" else value
    message = error_of(raw)
    assert message.startswith(f"config.yaml is not valid. {name}: ")
    assert f"got {raw[section][key]!r}" in message
    assert f"(allowed: {range_})" in message


@pytest.mark.parametrize("name", NUMBERS)
def test_both_ends_of_a_range_are_allowed(raw: Raw, name: str) -> None:
    section, key = name.split(".")
    range_ = allowed(Settings, (section, key))
    assert range_ is not None
    for value in (range_.low, range_.high):
        raw[section][key] = int(value) if range_.kind == "whole" else value
        assert getattr(getattr(parse_settings(raw), section), key) == value


@pytest.mark.parametrize("key", ["intercept", "cosine", "bm25_self"])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_coefficient_that_is_no_number_is_refused_for_no_threshold_stops_it(raw: Raw, key: str, value: float) -> None:
    raw["confidence"][key] = value
    assert f"confidence.{key}: Input should be a finite number, got {value}" in error_of(raw)


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("embedder.provider", "local, openai"),
        ("topics.mode", "off, lexical, both"),
        ("fusion.method", "score, rrf"),
        ("chat_model.provider", "auto, extractive"),
    ],
)
def test_an_unknown_word_is_refused_with_the_known_ones(raw: Raw, name: str, choices: str) -> None:
    section, key = name.split(".")
    raw[section][key] = "perhaps"
    message = error_of(raw)
    assert f"{name}: " in message
    assert "got 'perhaps'" in message
    assert f"(allowed: {choices})" in message


def test_topics_off_needs_no_quotes() -> None:
    text = CONFIG.read_text(encoding="utf-8")
    assert yaml.safe_load("mode: off") == {"mode": False}
    settings = parse_settings(yaml.safe_load(re.sub(r'mode: "?\w+"?', "mode: off", text)))
    assert settings.topics.mode == "off"


def test_both_weights_at_nothing_leave_no_leg(raw: Raw) -> None:
    raw["fusion"] |= {"bm25_weight": 0, "vector_weight": 0}
    assert "fusion: bm25_weight and vector_weight are both 0: no leg is left" in error_of(raw)


@pytest.mark.parametrize("section", ["fusion", "bundles.postal", ""])
def test_an_unknown_key_is_named(raw: Raw, section: str) -> None:
    place = raw
    for part in filter(None, section.split(".")):
        place = place[part]
    place["rrf_kk"] = 60
    assert f"{section}.rrf_kk: ".lstrip(".") in error_of(raw)


def test_a_missing_key_is_named(raw: Raw) -> None:
    del raw["fusion"]["rrf_k"]
    assert "fusion.rrf_k: Field required" in error_of(raw)


def test_every_fault_is_named_at_once(raw: Raw) -> None:
    raw["fusion"]["rrf_k"] = 0
    raw["context"]["top_k"] = 0
    message = error_of(raw)
    assert "fusion.rrf_k: " in message
    assert "context.top_k: " in message


@pytest.mark.parametrize(
    ("bundle", "key", "value"),
    [
        ("postal", "official_site", "javascript:alert(1)"),
        ("postal", "language", "fr"),
        ("postal", "label", "a label that is much too long for a chip"),
        ("postal", "topics", [{"topic": "Not A Slug", "label": "x", "keywords": ["x"]}]),
        ("postal", "topics", [{"topic": "x", "label": "x", "keywords": []}]),
    ],
)
def test_a_bundles_values_are_checked(raw: Raw, bundle: str, key: str, value: object) -> None:
    raw["bundles"][bundle][key] = value
    assert f"bundles.{bundle}.{key}" in error_of(raw)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=rf"config\.yaml not found at {re.escape(str(tmp_path))}; restore it"):
        load_settings(tmp_path / "config.yaml")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"fusion: [1, 2", "cannot be read: .*line 1"),
        (b"\xff\xfe\x00", "cannot be read: .*utf-8"),
        (b"", "must hold a mapping of sections, found NoneType"),
        (b"- a\n- b\n", "must hold a mapping of sections, found list"),
        (b"!!python/object/apply:os.system ['true']", "cannot be read: could not determine a constructor"),
    ],
)
def test_a_file_that_is_no_mapping_is_refused_by_name(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "config.yaml"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=rf"(?s)^config\.yaml {words}"):
        load_settings(path)


def test_a_folder_instead_of_the_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_settings(tmp_path)


def test_folders_count_from_the_files_own_folder(tmp_path: Path, raw: Raw) -> None:
    raw["corpus"]["path"], raw["data"]["path"] = "cards", "/var/lib/touchstone"
    path = tmp_path / "config.yaml"
    path.write_text(yaml.safe_dump(raw, allow_unicode=True), encoding="utf-8")
    settings = load_settings(path)
    assert settings.corpus.path == tmp_path / "cards"
    assert settings.data.path == Path("/var/lib/touchstone")


def test_the_hash_ignores_places() -> None:
    settings = load_settings(CONFIG)
    moved = settings.model_copy(
        update={
            "corpus": CorpusSettings(path=Path("/elsewhere")),
            "data": DataSettings(path=Path("/elsewhere")),
            "history": settings.history.model_copy(update={"url": "postgresql://db/history"}),
        }
    )
    assert moved.hash == settings.hash
    assert re.fullmatch("[0-9a-f]{12}", settings.hash)


@pytest.mark.parametrize("name", NUMBERS)
def test_the_hash_changes_with_each_tunable(raw: Raw, name: str) -> None:
    section, key = name.split(".")
    range_ = allowed(Settings, (section, key))
    assert range_ is not None
    before = parse_settings(copy.deepcopy(raw)).hash
    other = range_.low if raw[section][key] != range_.low else range_.high
    raw[section][key] = int(other) if range_.kind == "whole" else other
    assert parse_settings(raw).hash != before


def test_settings_cannot_be_changed() -> None:
    settings = load_settings(CONFIG)
    with pytest.raises(ValueError, match="frozen"):
        settings.fusion.rrf_k = 1


def test_every_bundle_of_the_file_is_a_folder_and_the_other_way_round(raw: Raw) -> None:
    assert set(raw["bundles"]) == {path.name for path in (ROOT / "okf").iterdir() if path.is_dir()}


def test_every_bundle_offers_four_sample_questions(raw: Raw) -> None:
    for bundle in raw["bundles"].values():
        samples = bundle["samples"]
        assert len(samples) == len(set(samples)) == 4
        assert all(isinstance(sample, str) and sample.strip() for sample in samples)


def test_every_topic_of_the_file_is_one_of_the_cards_and_the_other_way_round(raw: Raw) -> None:
    for bundle in read_corpus(ROOT / "okf", {}).bundles:
        topics = [entry["topic"] for entry in raw["bundles"][bundle.name]["topics"]]
        assert len(topics) == len(set(topics))
        facts = {card.topic for card in bundle.cards if not card.computes}  # computations are found by rules
        assert set(topics) == facts
