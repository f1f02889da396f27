"""Turns a file's bytes into text, or says why it cannot."""

from rag.cards.findings import Finding

MAX_FILE_BYTES = 1_000_000
"""Largest file read. A card is one fact; the largest in public bundles is some tens of kilobytes."""


def decode(raw: bytes, path: str) -> str | Finding:
    """Return the text with newlines as LF and without a byte order mark, or the error that stops the file."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _not_utf8(path, "it is UTF-16", "utf-16")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        line = raw.count(b"\n", 0, exc.start) + 1
        encoding = _likely_encoding(raw)
        return _not_utf8(path, f"byte {exc.start} cannot be read; it looks like {encoding}", encoding, line)
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        remedy = "Save the file as plain UTF-8 text without NUL."
        return Finding(path, line, "nul-byte", "error", "the file holds a NUL byte", remedy)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _likely_encoding(raw: bytes) -> str:
    for encoding in ("cp949", "gb18030"):
        try:
            raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    return "latin-1"


def _not_utf8(path: str, why: str, encoding: str, line: int = 1) -> Finding:
    remedy = f"Convert it, for example with: iconv -f {encoding} -t utf-8."
    return Finding(path, line, "not-utf8", "error", f"the file is not UTF-8: {why}", remedy)
