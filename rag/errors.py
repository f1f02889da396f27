"""Errors fit to show to a user: what went wrong, with which thing, and what to do.

RagError
├── ConfigError         config.yaml is missing, unreadable or holds a value out of range
├── CorpusError         the corpus folder cannot be read at all (one bad card is a finding, not an error)
├── IndexUnusable       no usable index version
│   ├── IndexMissing    nothing was built yet
│   ├── IndexMismatch   the index was built by another embedder or text pipeline than the configured one
│   ├── IndexDamaged    a published version lacks a file or holds another content than its manifest says
│   └── IndexBusy       another process is building
├── EmbedderError       the embedder cannot be loaded or gave vectors of another shape
├── ModelError          the chat model failed: time-out, broken stream, refused key, no finish reason
└── HistoryError        the conversation store cannot be opened or written
"""


class RagError(Exception):
    """Base of every error whose message may be shown to a user."""


class ConfigError(RagError):
    """config.yaml is missing, unreadable or holds a value out of range."""


class CorpusError(RagError):
    """The corpus folder cannot be read at all."""


class IndexUnusable(RagError):
    """No usable index version."""


class IndexMissing(IndexUnusable):
    """Nothing was built yet."""


class IndexMismatch(IndexUnusable):
    """The index was built by another embedder or text pipeline than the configured one."""


class IndexDamaged(IndexUnusable):
    """A published version lacks a file or holds another content than its manifest says."""


class IndexBusy(IndexUnusable):
    """Another process is building an index version."""


class EmbedderError(RagError):
    """The embedder cannot be loaded, cannot be reached, or gave vectors of another shape."""


class ModelError(RagError):
    """The chat model failed.

    Attributes:
        kind: A short stable word for logs and traces, such as `timeout`, `rate-limit`, `quota`, `auth`,
            `truncated`, `content-filter`, `length`, `malformed`, `connection`, `server`, `deadline`, `empty`,
            `request`.
    """

    def __init__(self, message: str, *, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


class HistoryError(RagError):
    """The conversation store cannot be opened or written."""
