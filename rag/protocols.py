"""The seams where network, disk and models meet the product; a test's fake is a small class with the same methods."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class EmbedderIdentity:
    """What makes two vector spaces the same. Stamped into every index version."""

    name: str
    revision: str
    dimensions: int


class Embedder(Protocol):
    """Turns text into unit vectors."""

    @property
    def identity(self) -> EmbedderIdentity:
        """Name, revision and dimensions of the vector space."""

    def embed_cards(self, texts: Sequence[str]) -> Vectors:
        """Return a float32 array (len(texts), dimensions) of unit rows, in the order given.

        Raises:
            EmbedderError: the model failed or answered with another shape.
        """

    def embed_question(self, text: str) -> Vectors:
        """Return one unit vector (dimensions,). Raises `EmbedderError` like `embed_cards`."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat prompt."""

    role: Literal["system", "user", "assistant"]
    content: str


class ChatModel(Protocol):
    """Streams an answer to a prompt."""

    @property
    def name(self) -> str:
        """The model's name as shown to users."""

    def stream(self, messages: Sequence[Message]) -> Generator[str]:
        """Yield non-empty pieces of text; returning normally means a finished answer.

        Closing the generator closes the connection.

        Raises:
            ModelError: anything else than a finished answer, before or after the first piece.
        """
