"""Request bodies: bounded, JSON only, checked field by field."""

from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request

MOST_BYTES = 64 * 1024
"""Room for 16,000 Chinese characters, or 10,000 written as \\u escapes; a question is cut at limits.question_chars."""


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value  # 10.0 is an integer to JSON Schema


CONVERSATION_ID = "^[A-Za-z0-9_-]{16,64}$"
"""What an id made by the history looks like."""


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ChatBody(_Body):
    """A question and the conversation it belongs to."""

    message: str
    conversation_id: str | None = Field(None, pattern=CONVERSATION_ID, description="Left out: a new one.")
    bundle: str = Field("all", max_length=200, description="Which cards are asked; `all` asks every bundle.")
    card_id: str | None = Field(
        None, min_length=1, description="A card cited beside an `ambiguous` answer: only this one may answer now."
    )
    alone: bool = Field(False, description="True: understood without the conversation's earlier questions.")
    use_rag: bool = Field(
        True,
        description="False asks the chat model alone: no search, no citations, no proof. 422 without a chat model.",
    )
    use_sft: bool = Field(
        False, description="True lets the fine-tuned model write. 422 unless chat_model.fine_tuned names one."
    )


class SearchBody(_Body):
    """A question to find cards for, without an answer."""

    question: str
    bundle: str = Field("all", max_length=200, description="Which cards are searched; `all` searches every bundle.")
    limit: Annotated[int, BeforeValidator(_whole)] = Field(10, ge=1, le=50, description="Most cards listed.")


InputText = Annotated[str, Field(max_length=200)]
InputWhole = Annotated[int, Field(ge=-1_000_000, le=1_000_000), BeforeValidator(_whole)]
InputLevels = Annotated[list[Annotated[int, Field(ge=0, le=100), BeforeValidator(_whole)]], Field(max_length=4)]


class ComputeBody(_Body):
    """What a computation card is run with."""

    card_id: str = Field(max_length=1000, description="A card of type Attested Computation.")
    inputs: dict[Annotated[str, Field(max_length=60)], InputText | bool | InputWhole | InputLevels] = Field(
        max_length=64, description="By parameter name of the card; a date is text, four levels are a list."
    )
    conversation_id: str | None = Field(
        None, pattern=CONVERSATION_ID, description="Left out: nothing is kept. Else the conversation gets the result."
    )


Body = TypeVar("Body", bound=BaseModel)


async def read_body(request: Request, kind: type[Body]) -> Body:
    """Return the checked body.

    Requiring `application/json` keeps pages of other sites from posting: a browser asks first, and is refused.

    Raises:
        HTTPException: 415 for another content type, 413 over `MOST_BYTES`, 422 for what is no JSON or does not fit.
    """
    content_type = request.headers.get("content-type", "").split(";")[0].strip().lower()
    if content_type != "application/json":
        raise HTTPException(
            415, f"The body is {content_type or 'of no type'!r:.100}; send Content-Type: application/json."
        )
    raw = await _bounded(request)
    try:
        return kind.model_validate_json(raw)
    except ValidationError as exc:
        problems = [
            f"{'.'.join(str(part) for part in error['loc']) or 'body'}: {error['msg'].removeprefix('Value error, ')}"
            for error in exc.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise HTTPException(422, "; ".join(problems)) from exc


async def _bounded(request: Request) -> bytes:
    raw = bytearray()
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > MOST_BYTES:
            # the rest is not read: the connection cannot be used again
            raise HTTPException(413, f"The body is over {MOST_BYTES} bytes; send less.", {"Connection": "close"})
    return bytes(raw)
