"""The folder of a local sentence model: `model.onnx`, `tokenizer.json`, and `settings.json` about both."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rag.errors import EmbedderError
from rag.protocols import EmbedderIdentity

MODEL_FILE = "model.onnx"
TOKENIZER_FILE = "tokenizer.json"
SETTINGS_FILE = "settings.json"

PACKAGED_NAME = "multilingual-e5-small-int8"
"""The one model that needs no folder put there by hand."""


class ModelSettings(BaseModel):
    """What settings.json holds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1)
    revision: str = Field(min_length=1)
    dimensions: int = Field(ge=1, le=4096)
    max_tokens: int = Field(ge=8, le=100_000)
    """Longer texts are cut, special tokens included."""
    pooling: Literal["graph", "mean", "first"]
    """How tokens become one vector: inside the graph, by their mean, or by the first token (CLS)."""
    question_prefix: str = ""
    card_prefix: str = ""
    sizes: Mapping[str, int] = {}
    """Bytes of each file that must be whole; files that are not named are not checked."""

    @property
    def identity(self) -> EmbedderIdentity:
        """What the folder says it is."""
        return EmbedderIdentity(self.name, self.revision, self.dimensions)


def read_model_settings(folder: Path) -> ModelSettings:
    """Return the folder's settings after checking that its files are there and whole.

    Raises:
        EmbedderError: the folder, a file or a setting is missing or unreadable, or a file is not as long as
            recorded.
    """
    if not folder.is_dir():
        raise EmbedderError(
            f"There is no model folder {folder}. Put {MODEL_FILE}, {TOKENIZER_FILE} and {SETTINGS_FILE} "
            f"there, or set embedder.name in config.yaml to {PACKAGED_NAME!r}, which travels with the app."
        )
    path = folder / SETTINGS_FILE
    try:
        settings = ModelSettings.model_validate_json(path.read_bytes())
        for name in (MODEL_FILE, TOKENIZER_FILE):
            size = (folder / name).stat().st_size
            expected = settings.sizes.get(name, size)
            if size != expected:
                raise damaged(folder, f"{name} has {size} bytes instead of {expected}")
    except OSError as exc:
        raise damaged(folder, f"{Path(exc.filename).name}: {exc.strerror}") from exc
    except ValidationError as exc:
        problem = exc.errors()[0]
        key = ".".join(map(str, problem["loc"])) or "content"
        raise damaged(folder, f"{SETTINGS_FILE}, {key}: {problem['msg']}") from exc
    return settings


def damaged(folder: Path, what: str) -> EmbedderError:
    """Return the error that names the folder, what is wrong in it, and the remedies."""
    return EmbedderError(
        f"The model folder {folder} is damaged ({what}). Delete the folder and start again: the packaged "
        "model is then unpacked anew. Or set embedder.provider to openai in config.yaml."
    )
