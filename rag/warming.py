"""Opens what the first question needs while the server starts, so that nobody waits for it."""

import logging
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import anyio.to_thread

from rag.engine import index_is_ready
from rag.errors import RagError
from rag.process import Opened, opened

logger = logging.getLogger(__name__)

Lifespan = Callable[[object], AbstractAsyncContextManager[None]]


def warming(source: Callable[[], Opened] = opened) -> Lifespan:
    """Return a lifespan that opens engine, index and history in a thread of its own.

    The server starts at once and whatever cannot be opened: who asks first is told why, and a missing index is built
    on the first screen. Stopping waits for the thread, since an interpreter must not end beneath it.

    Args:
        source: Gives what the process shares; called in the thread.
    """

    @asynccontextmanager
    async def lifespan(app: object) -> AsyncGenerator[None]:
        thread = threading.Thread(target=open_ahead, args=(source,), name="open-ahead", daemon=True)
        thread.start()
        try:
            yield
        finally:
            await anyio.to_thread.run_sync(thread.join)

    return lifespan


def open_ahead(source: Callable[[], Opened]) -> bool:
    """Open what serves; tell whether anything was there to open. Without an index not even a model is loaded."""
    try:
        shared = source()
        if not index_is_ready(shared.file.version.settings):
            return False
        shared.engine().index()
        shared.history()
    except RagError as exc:
        logger.warning("nothing is opened ahead: %s", exc)
        return False
    return True
