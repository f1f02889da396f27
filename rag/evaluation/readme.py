"""Keeps the numbers in README the report's: written by a command, checked by CI."""

import json
from pathlib import Path

from rag.errors import ConfigError

BEGIN = "<!-- numbers: python -m rag eval --readme -->"
END = "<!-- end of numbers -->"


def write_numbers(readme: Path, summary: Path, *, check: bool) -> int:
    """Write the table between the two marks of README, or with `check` only compare; return the exit code.

    Raises:
        ConfigError: a file is missing, or README has no marks.
    """
    try:
        text = readme.read_text(encoding="utf-8")
        report = json.loads(summary.read_text(encoding="utf-8"))
    except (OSError, ValueError) as exc:
        raise ConfigError(f"{readme.name} or {summary.name} cannot be read; run: python -m rag eval") from exc
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ConfigError(f"{readme.name} lacks the lines {BEGIN!r} and {END!r}.")
    wanted = f"{head}{BEGIN}\n{numbers(report['scores'])}\n{END}{tail}"
    if wanted == text:
        return 0
    if check:
        return 1
    readme.write_text(wanted, encoding="utf-8")
    return 0


def numbers(scores: list[dict[str, dict[str, float | dict[str, float]]]]) -> str:
    """Return README's table from the rows of a summary."""
    lines = [
        "| bundle | right card first | right card in five | covered refused | near refused | far refused |",
        "|---|---|---|---|---|---|",
    ]
    for row in scores:
        fused, refusal = row["fused"], row["refusal"]
        cells = [_mean(fused["hit_1"]), _mean(fused["hit_5"])]
        cells += [_mean(refusal[name]) for name in ("covered_refused", "near_refused", "far_refused")]
        lines.append(f"| {row['bundle']} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _mean(interval: float | dict[str, float]) -> str:
    return f"{interval['mean']:.0%}" if isinstance(interval, dict) and interval["mean"] is not None else "–"
