"""Imports point one way: app, pages, rag, and inside rag towards types and errors."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]
MOST_LINES = 400

VALUES = frozenset({"types", "computation_types", "reading", "errors"})
CORE = VALUES | {"protocols", "config", "text"}
STAGES = CORE | {"cards", "index", "query", "retrieval", "answer"}

MAY_IMPORT: Mapping[str, frozenset[str]] = {
    "computation_types": frozenset(),
    "reading": frozenset(),
    "types": frozenset({"computation_types", "reading"}),
    "errors": frozenset(),
    "ranges": frozenset(),
    "protocols": VALUES,
    "config": VALUES | {"ranges"},
    "text": frozenset({"types"}),
    "cards": VALUES | {"compute"},
    "history": VALUES,
    "wire": VALUES,
    "compute": VALUES,
    "openai_service": frozenset({"errors"}),
    "query": CORE,
    "index": CORE | {"cards", "query", "openai_service"},
    "retrieval": CORE | {"cards", "query", "index"},
    "answer": CORE | {"openai_service"},
    "rules": STAGES,
    "choosing": STAGES | {"rules"},
    "unsearched": STAGES,
    "computed": STAGES | {"rules", "compute"},
    "pipeline": STAGES | {"rules", "choosing", "unsearched", "computed"},
    "tuning": STAGES | {"ranges", "rules", "pipeline"},
    "browse": STAGES,
    "engine": STAGES | {"pipeline", "tuning"},
    "inspection": STAGES | {"ranges", "rules", "pipeline", "tuning"},
    "evaluation": STAGES | {"compute", "rules", "pipeline", "tuning", "engine", "wire"},
    "importing": VALUES | {"config", "cards"},
    "discretion": frozenset({"text", "query", "importing"}),
    "http_headers": frozenset(),
    "process": frozenset({"engine", "history", "tuning"}),
    "warming": frozenset({"errors", "engine", "process"}),
    "api": STAGES | {"pipeline", "engine", "history", "wire", "process", "discretion"},
    "cli": STAGES | {"pipeline", "engine", "evaluation", "importing", "wire"},
    "__main__": frozenset({"cli"}),
}
"""What each part of rag, a module or a folder, may import of the others. A new arrow is a decision: make it here."""

SPEAK = frozenset({"rag/cli.py", "rag/cards/check.py", "rag/evaluation/command.py", "rag/importing/command.py"})
"""Output of the command line."""

WORK = frozenset(
    "open read_text read_bytes write_text mkdir exists stat connect create_engine urlopen now today time monotonic "
    "perf_counter getenv load_settings open_engine safe_load Client PersistentClient OpenAI InferenceSession".split()
)
"""Last names of calls that touch the world: none may stand outside a function."""


def files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imported(path: Path) -> Iterator[str]:
    """Yield the full dotted name of each import, those inside functions too."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}:{node.lineno}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def part_of(dotted: str) -> str:
    """Return the part of rag a dotted name belongs to: `rag.index.build` is of `index`."""
    return dotted.split(".")[1]


def test_the_table_of_arrows_has_no_circle_and_names_every_part_of_rag() -> None:
    TopologicalSorter(MAY_IMPORT).prepare()
    parts = {path.relative_to(ROOT / "rag").parts[0].removesuffix(".py") for path in files("rag")}
    assert parts - {"__init__"} == set(MAY_IMPORT)


def test_rag_imports_only_what_lies_nearer_the_core() -> None:
    wrong = []
    for path in files("rag"):
        part = path.relative_to(ROOT / "rag").parts[0].removesuffix(".py")
        arrows = {part_of(name) for name in imported(path) if name.startswith("rag.")} - {part}
        wrong += [f"{name_of(path)} -> {arrow}" for arrow in sorted(arrows - MAY_IMPORT.get(part, frozenset()))]
    assert wrong == []


def test_rag_knows_no_screen() -> None:
    assert [pair for path in files("rag") for pair in arrows_to(path, "streamlit", "pages", "app", "tests")] == []


def test_pages_import_components_and_rag_and_never_a_page_or_the_app() -> None:
    inward = [pair for path in files("pages") for pair in arrows_to(path, "pages", "app", "tests")]
    assert [(path, name) for path, name in inward if not name.startswith("pages.components.")] == []


def test_a_module_over_400_lines_is_split() -> None:
    lengths = {name_of(path): lines_of(path) for path in [*files("rag", "pages", "tests"), ROOT / "app.py"]}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def test_the_app_is_a_launcher() -> None:
    assert lines_of(ROOT / "app.py") < 80


def test_only_the_command_line_prints() -> None:
    printing = {
        name_of(path)
        for path in [*files("rag", "pages"), ROOT / "app.py"]
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print"
    }
    assert printing <= SPEAK


def test_importing_a_module_does_nothing() -> None:
    working = [
        f"{name_of(path)}:{node.lineno}"
        for path in files("rag", "pages/components")
        for node in tree_of(path).body
        if name_of(path) != "rag/__main__.py" and not harmless(node)
    ]
    assert working == []


def arrows_to(path: Path, *packages: str) -> list[tuple[str, str]]:
    """Return (module, import) for each import from the packages."""
    return [(name_of(path), name) for name in imported(path) if name.split(".")[0] in packages]


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def harmless(node: ast.stmt) -> bool:
    """Tell whether a statement outside functions only names things: it may compute, but not touch the world."""
    match node:
        case ast.Import() | ast.ImportFrom() | ast.ClassDef() | ast.Expr(value=ast.Constant()):
            return True
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return True
        case ast.If():
            return ast.unparse(node.test) == "TYPE_CHECKING"
        case ast.Assign() | ast.AnnAssign():
            calls = [ast.unparse(found.func) for found in ast.walk(node) if isinstance(found, ast.Call)]
            return not WORK.intersection(call.split(".")[-1] for call in calls)
        case _:
            return False
