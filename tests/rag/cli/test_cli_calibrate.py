import yaml

from tests.rag.cli.shell import Shell


def test_values_set_by_hand_or_never_fitted_are_not_overwritten_unasked(indexed: Shell) -> None:
    config = indexed.folder / "config.yaml"
    values = yaml.safe_load(config.read_text(encoding="utf-8"))
    for fitted in ("", "2026-11-30 data 0 values 0"):
        values["confidence"]["fitted"] = fitted
        config.write_text(yaml.safe_dump(values, allow_unicode=True, sort_keys=False), encoding="utf-8")
        before = config.read_bytes()
        done = indexed.run("calibrate")
        assert done.code == 2
        assert "overwrite with --force" in done.err
        assert config.read_bytes() == before
