"""A small corpus with the shipped computation cards in three languages, the CRS cards, and two facts with a term."""

import re
import shutil
from pathlib import Path

import yaml

from rag.config import load_settings
from rag.engine import build, open_embedder
from rag.index.build import KEEP
from rag.index.embedding.model_folder import ModelSettings
from tests.fakes.town import town_settings, write_settings
from tests.rag.index.embedding.tiny_model import write_tiny_model

ROOT = Path(__file__).parents[2]
CRS = "immigration/crs/imm-crs-score"
DEADLINE = "immigration/clock/imm-clock-deadline"
CARDS = (
    "immigration/clock",
    "immigration/crs",
    "immigration/pnp/imm-crs-pnp-600.md",
    "immigration/ita/imm-ita-60-days.md",
    "consular/clock",
    "consular/family/con-birth-report.md",
    "postal/clock",
)
PROFILE = {
    "age": "31",
    "education": "bachelors",
    "first_language": "8,8,8,8",
    "canadian_work_years": "1",
    "foreign_work_years": "3",
}
"""427 points by the rules of 2025-03-25 (base of the levers in the facts the engine was made from)."""


def write_computing(corpus: Path) -> None:
    """Copy the cards below a folder, without the questions they leave open: two dimensions cannot weigh those."""
    for name in CARDS:
        source, target = ROOT / "okf" / name, corpus / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
    for path in corpus.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        path.write_text(re.sub(r"^unanswered:\n(?:- .*\n)+", "", text, flags=re.MULTILINE), encoding="utf-8")


def computing_settings(corpus: Path, data: Path, history: str = "") -> dict[str, object]:
    """Return the town's settings with the shipped bundles these cards are of."""
    values = town_settings(corpus, data, {"history": {"url": history}})
    shipped = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))["bundles"]
    values["bundles"] = {name: shipped[name] for name in ("immigration", "consular", "postal")}
    return values


def build_computing(folder: Path) -> None:
    """Write the cards to `okf`, a tiny model and an index to `data`, and `config.yaml` beside both."""
    write_computing(folder / "okf")
    prefix = "east "  # so that no text is without a word the model knows
    model = ModelSettings(
        name="tiny",
        revision="1",
        dimensions=2,
        max_tokens=512,
        pooling="mean",
        question_prefix=prefix,
        card_prefix=prefix,
    )
    (folder / "data" / "models").mkdir(parents=True)
    write_tiny_model(folder / "data" / "models" / "tiny", model)
    write_settings(folder / "config.yaml", computing_settings(folder / "okf", folder / "data"))
    settings = load_settings(folder / "config.yaml")
    build(settings, open_embedder(settings, {}, say=lambda line: None), keep=KEEP)
