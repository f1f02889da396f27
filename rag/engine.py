"""Opens what a question needs once, and notices a new index or an edited config.yaml between questions."""

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from rag import pipeline
from rag.answer.openai_chat import open_chat_model
from rag.cards.reader import read_corpus
from rag.config import ChatModelSettings, EmbedderSettings, Settings
from rag.errors import ConfigError
from rag.index import versions
from rag.index.build import Built, Difference, Progress, build_index, compare
from rag.index.embedding.local import open_local_embedder
from rag.index.embedding.openai_embeddings import open_openai_embedder
from rag.index.opening import OpenIndex, check_fit, open_index
from rag.pipeline import Question, Tools
from rag.protocols import ChatModel, Embedder, EmbedderIdentity, Vectors
from rag.tuning.settings_file import SettingsFile
from rag.types import Event, Language, Trace

OpenChatModel = Callable[[ChatModelSettings], ChatModel | None]

REMEMBERED_QUESTIONS = 512
"""Question vectors kept, so that moving a slider embeds nothing; 0.8 MB at 384 dimensions."""


class Engine:
    """One per process; may be shared by threads.

    Args:
        settings: In force at first.
        embedder: Stays for the engine's whole life.
        chat_model: Serves `settings`; None is no model.
        file: Where newer settings are looked for; without it they stay.
        open_model: Opens the chat model of other settings than the first; without it `chat_model` serves all.
    """

    def __init__(
        self,
        settings: Settings,
        embedder: Embedder,
        chat_model: ChatModel | None,
        *,
        file: SettingsFile | None = None,
        open_model: OpenChatModel | None = None,
    ) -> None:
        self.settings = settings
        self._embedder = _Remembering(embedder)
        self._chat_model = chat_model
        self._file = file
        self._open_model = open_model
        self._lock = threading.Lock()
        self._index: OpenIndex | None = None

    @property
    def embedder(self) -> Embedder:
        """The embedder of questions."""
        return self._embedder

    @property
    def chat_model(self) -> ChatModel | None:
        """The chat model, when one is configured."""
        return self._chat_model

    def index(self) -> OpenIndex:
        """Return the version that serves now, reopened when another was published. Raises like `open_index`."""
        with self._lock:
            folder = index_folder(self.settings)
            if self._index is None or self._index.manifest.version != versions.current_version(folder):
                self._index = open_index(folder, self._embedder.identity)
            return self._index

    def notice_settings(self) -> str:
        """Take over config.yaml if it was edited, for all sessions; return why an edit is not in force, or nothing."""
        if self._file is None:
            return ""
        found = self._file.look().settings
        if found is not self.settings:
            try:
                self._chat_model = self._model_for(found)
            except ConfigError as exc:
                return str(exc)
            self.settings = found
        return self._file.problem

    def retrieve(self, question: Question, settings: Settings | None = None) -> Trace:
        """Return the trace of a question under the given settings, or the engine's own as they are now."""
        chosen = settings or self._newest()
        return pipeline.retrieve(question, self._tools(chosen), chosen, now=datetime.now(UTC))

    def ask(self, question: Question, settings: Settings | None = None) -> Generator[Event]:
        """Yield the events of an answer under settings as for `retrieve`; closing it stops the model."""
        chosen = settings or self._newest()
        return pipeline.ask(question, self._tools(chosen), chosen, now=datetime.now(UTC))

    def build(self, *, keep: int, rebuild: bool, report: Callable[[Progress], None]) -> Built:
        """Build and publish the version the corpus gives. Raises like `build_index`."""
        return build(self.settings, self._embedder, keep=keep, rebuild=rebuild, report=report)

    def _tools(self, settings: Settings) -> Tools:
        return Tools(self.index(), self._embedder, self._model_for(settings))

    def _newest(self) -> Settings:
        self.notice_settings()
        return self.settings

    def _model_for(self, settings: Settings) -> ChatModel | None:
        if self._open_model is None or settings.chat_model == self.settings.chat_model:
            return self._chat_model
        return self._open_model(settings.chat_model)


def open_engine(
    settings: Settings,
    environ: Mapping[str, str] | None = None,
    *,
    file: SettingsFile | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Engine:
    """Return an engine whose embedder is loaded; the index is opened at the first question.

    Args:
        settings: From `load_settings`.
        environ: Where OPENAI_API_KEY is looked up; the process environment by default.
        file: The file the settings came from, when its later edits are to be taken over.
        say: Told what takes long.

    Raises:
        EmbedderError: the embedder cannot be loaded.
    """
    secrets = os.environ if environ is None else environ

    @lru_cache(maxsize=8)  # sessions that try other models or temperatures keep their connections
    def open_model(chosen: ChatModelSettings) -> ChatModel | None:
        return open_chat_model(chosen, secrets)

    embedder = open_embedder(settings, secrets, say=say)
    return Engine(settings, embedder, open_model(settings.chat_model), file=file, open_model=open_model)


def open_embedder(settings: Settings, environ: Mapping[str, str], *, say: Callable[[str], None]) -> Embedder:
    """Return the configured embedder. Raises `EmbedderError` naming the remedy."""
    if settings.embedder.provider == "openai":
        return open_openai_embedder(settings.embedder, environ)
    return open_local_embedder(settings.data.path / "models", settings.embedder, progress=say)


def build(
    settings: Settings,
    embedder: Embedder,
    *,
    keep: int,
    rebuild: bool = False,
    report: Callable[[Progress], None] = lambda progress: None,
) -> Built:
    """Build and publish the version that the configured corpus gives. Raises like `build_index`."""
    return build_index(
        settings.corpus.path,
        index_folder(settings),
        embedder,
        languages=_languages(settings),
        anchor_year=settings.text.anchor_year,
        keep=keep,
        rebuild=rebuild,
        report=report,
    )


def difference(settings: Settings) -> Difference:
    """Compare what a build would publish with what serves. Raises `CorpusError` when there is no corpus folder."""
    corpus = read_corpus(settings.corpus.path, _languages(settings))
    return compare(
        corpus, index_folder(settings), configured_identity(settings.embedder), anchor_year=settings.text.anchor_year
    )


def index_is_ready(settings: Settings) -> bool:
    """Tell whether a version serves that fits the configuration.

    Raises:
        IndexMismatch, IndexDamaged: a version is there but cannot serve.
    """
    folder = index_folder(settings)
    if not (folder / versions.CURRENT).exists():
        return False
    manifest = versions.read_manifest(folder, versions.current_version(folder))
    check_fit(manifest, configured_identity(settings.embedder))
    return True


def configured_identity(embedder: EmbedderSettings) -> EmbedderIdentity:
    """Return the identity that config.yaml pins."""
    return EmbedderIdentity(embedder.name, embedder.revision, embedder.dimensions)


def index_folder(settings: Settings) -> Path:
    """Return where index versions live."""
    return settings.data.path / "index"


def _languages(settings: Settings) -> dict[str, Language]:
    return {name: bundle.language for name, bundle in settings.bundles.items()}


class _Remembering:
    """An embedder that remembers the last questions' vectors."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._lock = threading.Lock()
        self._vectors: OrderedDict[str, Vectors] = OrderedDict()

    @property
    def identity(self) -> EmbedderIdentity:
        return self._embedder.identity

    def embed_cards(self, texts: Sequence[str]) -> Vectors:
        return self._embedder.embed_cards(texts)

    def embed_question(self, text: str) -> Vectors:
        with self._lock:
            if text in self._vectors:
                self._vectors.move_to_end(text)
                return self._vectors[text]
        vector = self._embedder.embed_question(text)
        with self._lock:
            self._vectors[text] = vector
            if len(self._vectors) > REMEMBERED_QUESTIONS:
                self._vectors.popitem(last=False)
        return vector
