import os
from pathlib import Path

import pytest

from rag.errors import ConfigError
from rag.tuning.settings_file import SettingsFile, read_version


def edit(config: Path, old: str, new: str) -> None:
    text = config.read_text(encoding="utf-8")
    assert text.count(old) == 1
    config.write_text(text.replace(old, new), encoding="utf-8")


def test_an_edit_is_served_at_the_next_look(config: Path) -> None:
    file = SettingsFile(config)
    edit(config, "  rrf_k: 60 ", "  rrf_k: 61 ")
    assert file.version.settings.fusion.rrf_k == 60
    assert file.look().settings.fusion.rrf_k == 61
    assert file.problem == ""


def test_a_file_that_did_not_change_is_not_read_again(config: Path) -> None:
    file = SettingsFile(config)
    assert file.look() is file.look()


def test_an_invalid_edit_leaves_the_old_settings_serving_and_says_why(config: Path) -> None:
    file = SettingsFile(config)
    edit(config, "  rrf_k: 60 ", "  rrf_k: 0 ")
    assert file.look().settings.fusion.rrf_k == 60
    assert "fusion.rrf_k" in file.problem
    assert "got 0 (allowed: 1..1000)" in file.problem


def test_a_mended_edit_serves(config: Path) -> None:
    file = SettingsFile(config)
    edit(config, "  rrf_k: 60 ", "  rrf_k: 0 ")
    file.look()
    edit(config, "  rrf_k: 0 ", "  rrf_k: 9 ")
    assert file.look().settings.fusion.rrf_k == 9
    assert file.problem == ""


def test_a_file_that_was_replaced_by_one_of_the_same_size_and_time_is_noticed(config: Path) -> None:
    file = SettingsFile(config)
    status = config.stat()
    other = config.with_name("other.yaml")
    other.write_text(config.read_text(encoding="utf-8").replace("  rrf_k: 60 ", "  rrf_k: 61 "), encoding="utf-8")
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.replace(config)
    assert file.look().settings.fusion.rrf_k == 61


def test_a_missing_file_leaves_the_old_settings_serving(config: Path) -> None:
    file = SettingsFile(config)
    config.unlink()
    assert file.look().settings.fusion.rrf_k == 60
    assert "not found" in file.problem


def test_what_is_opened_once_takes_a_restart(config: Path) -> None:
    file = SettingsFile(config)
    edit(config, "  dimensions: 384 ", "  dimensions: 512 ")
    assert file.look().settings.embedder.dimensions == 384
    assert "embedder.dimensions" in file.problem
    assert "restart" in file.problem


def test_a_file_that_is_not_valid_at_the_start_does_not_open(config: Path) -> None:
    edit(config, "  rrf_k: 60 ", "  rrf_k: 2000 ")
    with pytest.raises(ConfigError, match=r"got 2000 \(allowed: 1\.\.1000\)"):
        SettingsFile(config)


def test_a_version_keeps_the_exact_characters(config: Path) -> None:
    config.write_bytes(config.read_bytes().replace(b"\n", b"\r\n"))
    version = read_version(config)
    assert version.text.encode() == config.read_bytes()


def test_bytes_that_are_no_utf_8_are_an_error_with_the_files_name(config: Path) -> None:
    config.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match=r"config\.yaml cannot be read"):
        read_version(config)
