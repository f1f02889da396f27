import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rag.config import load_settings
from rag.errors import ConfigError
from rag.tuning.change_log import ChangeLog
from rag.tuning.diff import Change
from rag.tuning.overrides import Value
from rag.tuning.saving import Order, overtaken, revert, save
from rag.tuning.settings_file import read_version

ROOT = Path(__file__).parents[3]


def order(values: dict[str, Value], who: str = "Kim") -> Order:
    return Order(values, who, datetime(2026, 11, 30, 9, tzinfo=UTC))


@pytest.fixture(autouse=True)
def _known_start(config: Path) -> None:
    """Values that the tests count on, whatever the shipped file holds."""
    log = ChangeLog(config.parent / "start" / "log.jsonl")
    start: dict[str, Value] = {"confidence.threshold": 0.5, "fusion.rrf_k": 60, "topics.mode": "lexical"}
    save(config, read_version(config), order(start), log)


def edit(config: Path, old: str, new: str) -> None:
    text = config.read_text(encoding="utf-8")
    assert text.count(old) == 1
    config.write_text(text.replace(old, new), encoding="utf-8")


def test_saved_values_are_in_the_file_and_nothing_else_changed(config: Path, log: ChangeLog) -> None:
    before = config.read_text(encoding="utf-8").splitlines()
    save(config, read_version(config), order({"confidence.threshold": 0.35, "topics.mode": "off"}), log)
    after = config.read_text(encoding="utf-8").splitlines()
    settings = load_settings(config)
    assert (settings.confidence.threshold, settings.topics.mode) == (0.35, "off")
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 2
    assert all(old.partition("#")[2] == new.partition("#")[2] for old, new in changed)


def test_who_when_from_and_to_are_logged(config: Path, log: ChangeLog) -> None:
    made = save(config, read_version(config), order({"fusion.rrf_k": 61}), log)
    [entry] = log.entries(made.sha256)
    assert (entry.who, entry.at, entry.state) == ("Kim", datetime(2026, 11, 30, 9, tzinfo=UTC), "saved")
    assert entry.changes == (Change("fusion.rrf_k", 60, 61),)


def test_saving_what_the_file_holds_already_writes_nothing(config: Path, log: ChangeLog) -> None:
    before = config.stat().st_mtime_ns
    save(config, read_version(config), order({"fusion.rrf_k": 60}), log)
    assert config.stat().st_mtime_ns == before
    assert log.entries("any") == ()


def test_a_value_out_of_range_leaves_the_file_untouched(config: Path, log: ChangeLog) -> None:
    before = config.read_bytes()
    with pytest.raises(ConfigError, match=r"got 0 \(allowed: 1\.\.1000\)"):
        save(config, read_version(config), order({"fusion.rrf_k": 0}), log)
    assert config.read_bytes() == before
    assert log.entries("any") == ()


def test_a_change_from_elsewhere_is_named_and_not_overwritten(config: Path, log: ChangeLog) -> None:
    base = read_version(config)
    edit(config, "  rrf_k: 60 ", "  rrf_k: 30 ")
    edit(config, "  question_chars: 2000 ", "  question_chars: 900 ")
    before = config.read_bytes()
    with pytest.raises(
        ConfigError, match=r"elsewhere in the meantime: fusion\.rrf_k, limits\.question_chars\. Nothing"
    ):
        save(config, base, order({"confidence.threshold": 0.35}), log)
    assert config.read_bytes() == before


def test_a_comment_written_elsewhere_is_kept(config: Path, log: ChangeLog) -> None:
    base = read_version(config)
    edit(config, "fusion:\n", "# why these weights: measured in November\nfusion:\n")
    save(config, base, order({"fusion.rrf_k": 61}), log)
    assert "# why these weights: measured in November\n" in config.read_text(encoding="utf-8")
    assert load_settings(config).fusion.rrf_k == 61


def test_a_file_that_became_invalid_is_not_written(config: Path, log: ChangeLog) -> None:
    base = read_version(config)
    edit(config, "  rrf_k: 60 ", "  rrf_k: many ")
    with pytest.raises(ConfigError, match=r"fusion\.rrf_k"):
        save(config, base, order({"confidence.threshold": 0.35}), log)
    assert "rrf_k: many" in config.read_text(encoding="utf-8")


def test_line_ends_and_mode_of_the_file_are_kept(config: Path, log: ChangeLog) -> None:
    config.write_bytes(config.read_bytes().replace(b"\n", b"\r\n"))
    config.chmod(0o640)
    save(config, read_version(config), order({"fusion.rrf_k": 61}), log)
    assert config.read_bytes().count(b"\r\n") == config.read_bytes().count(b"\n")
    assert config.stat().st_mode & 0o777 == 0o640


def test_a_link_to_the_file_stays_a_link(config: Path, log: ChangeLog, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    real = config.rename(folder / "real.yaml")
    config.symlink_to(real)
    save(config, read_version(config), order({"fusion.rrf_k": 61}), log)
    assert config.is_symlink()
    assert "  rrf_k: 61 " in real.read_text(encoding="utf-8")


def test_what_a_killed_saver_left_lying_is_removed(config: Path, log: ChangeLog) -> None:
    left = config.with_name(".config.yaml.x1.tmp")
    left.write_text("half", encoding="utf-8")
    save(config, read_version(config), order({"fusion.rrf_k": 61}), log)
    assert sorted(path.name for path in config.parent.iterdir()) == ["config.yaml", "data", "start"]


def test_without_a_log_nothing_is_saved(config: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    before = config.read_bytes()
    with pytest.raises(ConfigError, match="cannot be saved"):
        save(config, read_version(config), order({"fusion.rrf_k": 61}), ChangeLog(tmp_path / "file" / "log.jsonl"))
    assert config.read_bytes() == before


def test_of_two_savers_who_saw_the_same_file_one_is_told(config: Path, log: ChangeLog) -> None:
    base = read_version(config)
    begin = threading.Barrier(2)

    def saver(values: dict[str, Value]) -> str:
        begin.wait()
        try:
            save(config, base, order(values), log)
        except ConfigError as exc:
            return str(exc)
        return ""

    with ThreadPoolExecutor() as pool:
        told = list(pool.map(saver, ({"fusion.rrf_k": 61}, {"confidence.threshold": 0.35})))
    [conflict] = [text for text in told if text]
    assert "in the meantime: " in conflict
    assert len(log.entries(read_version(config).sha256)) == 1
    settings = load_settings(config)
    assert (settings.fusion.rrf_k, settings.confidence.threshold) in ((61, 0.5), (60, 0.35))


_SAVER = """
import sys
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from rag.tuning.change_log import ChangeLog
from rag.tuning.saving import Order, save
from rag.tuning.settings_file import read_version
config, log = Path(sys.argv[1]), ChangeLog(Path(sys.argv[2]))
print("ready", flush=True)
for value in cycle((61, 62)):
    save(config, read_version(config), Order({"fusion.rrf_k": value}, "loop", datetime.now(UTC)), log)
"""


@pytest.mark.parametrize("after_s", [0.4, 0.83])
def test_a_saver_killed_at_any_moment_leaves_a_whole_file_and_a_true_log(
    config: Path, log: ChangeLog, after_s: float
) -> None:
    command = [sys.executable, "-c", _SAVER, str(config), str(log.path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as saver:
        assert saver.stdout is not None
        assert saver.stdout.readline() == b"ready\n"
        time.sleep(after_s)
        saver.kill()
    version = read_version(config)
    last = next((entry for entry in log.entries(version.sha256) if entry.state == "saved"), None)
    held = version.settings.fusion.rrf_k
    assert held == (last.changes[0].new if last else 60)
    save(config, version, order({"fusion.rrf_k": 99}), log)
    assert load_settings(config).fusion.rrf_k == 99


def test_reverting_puts_the_values_from_before_back_and_is_logged_itself(config: Path, log: ChangeLog) -> None:
    before = config.read_bytes()
    made = save(config, read_version(config), order({"fusion.rrf_k": 61, "topics.mode": "off"}), log)
    [entry] = log.entries(made.sha256)
    back = revert(config, made, entry, order({}, who="Lee"), log)
    assert back.settings == read_version(config).settings
    assert config.read_bytes().replace(b"'lexical'", b"lexical") == before.replace(b"'lexical'", b"lexical")
    newest = log.entries(back.sha256)[0]
    assert (newest.who, newest.undoes) == ("Lee", entry.entry_id)
    assert Change("fusion.rrf_k", 61, 60) in newest.changes


def test_an_entry_whose_key_was_changed_again_is_overtaken(config: Path, log: ChangeLog) -> None:
    first = save(config, read_version(config), order({"fusion.rrf_k": 61, "confidence.threshold": 0.4}), log)
    [entry] = log.entries(first.sha256)
    assert overtaken(entry, first.settings) == ()
    second = save(config, first, order({"fusion.rrf_k": 62}), log)
    assert overtaken(entry, second.settings) == ("fusion.rrf_k",)


def test_values_that_no_control_moves_are_reverted_as_well(config: Path, log: ChangeLog) -> None:
    base = read_version(config)
    held = base.settings.confidence.meaning
    made = save(config, base, order({"confidence.meaning": held + 1}), log)
    [entry] = log.entries(made.sha256)
    assert overtaken(entry, made.settings) == ()
    assert revert(config, made, entry, order({}), log).settings.confidence.meaning == held


def test_an_entry_whose_key_is_gone_cannot_be_reverted(config: Path, log: ChangeLog) -> None:
    made = save(config, read_version(config), order({"fusion.rrf_k": 61}), log)
    [entry] = log.entries(made.sha256)
    old = replace(entry, changes=(Change("fusion.rrf_c", 60, 61), Change("no_section.key", 1, 2)))
    assert overtaken(old, made.settings) == ("fusion.rrf_c", "no_section.key")
