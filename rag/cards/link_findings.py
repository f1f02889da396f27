"""Says which links of a file lead nowhere, and which files it links to."""

from rag.cards.findings import Finding, quote
from rag.cards.links import BundleFiles, Link, Resolution, find_links


def check_links(
    body: str, first_line: int, *, path: str, inner: str, files: BundleFiles
) -> tuple[tuple[str, ...], list[Finding]]:
    """Return the paths below the bundle that `body` links to, each once in order, and what is wrong.

    `path` is the file below the corpus, `inner` the same file below its bundle. A wrong-case link still
    counts as an edge. A target that is wrong several times is reported once.
    """
    targets: dict[str, None] = {}
    findings: dict[str, Finding] = {}
    for link in find_links(body, first_line):
        if link.wiki:
            found = files.named(link.target)
            findings.setdefault(f"[[{link.target}]]", _wikilink(path, link, found))
            if len(found) == 1:
                targets.setdefault(found[0])
            continue
        resolution = files.resolve(link.target, inner)
        if resolution.outcome in ("file", "wrong-case"):
            targets.setdefault(resolution.path)
        finding = _finding(path, link, resolution)
        if finding is not None:
            findings.setdefault(link.target, finding)
    targets.pop(inner, None)
    return tuple(targets), list(findings.values())


def _finding(path: str, link: Link, resolution: Resolution) -> Finding | None:
    target = quote(link.target)
    match resolution.outcome:
        case "broken":
            message = f"the link {target} leads to no file of the bundle"
            remedy = "Write the missing card or correct the link."
            return Finding(path, link.line, "broken-link", "warning", message, remedy)
        case "wrong-case":
            message = f"the link {target} has another case than the file; it fails on Linux"
            remedy = f"Write /{resolution.path} instead."
            return Finding(path, link.line, "wrong-case-link", "warning", message, remedy)
        case "escapes":
            message = f"the link {target} leaves the bundle and is not followed"
            remedy = "Link to a file of the bundle, or to a full https address."
            return Finding(path, link.line, "link-escapes-root", "warning", message, remedy)
        case _:
            return None


def _wikilink(path: str, link: Link, found: tuple[str, ...]) -> Finding:
    message = f"{quote('[[' + link.target + ']]')} is no OKF link"
    if len(found) == 1:
        remedy = f"Write a markdown link to /{found[0]}."
    elif found:
        remedy = "Write a markdown link; several files bear this name: " + ", ".join(found[:3]) + "."
    else:
        remedy = "Write a markdown link; no file of the bundle bears this name."
    return Finding(path, link.line, "wikilink", "warning", message, remedy)
