"""What of a card's body may be quoted, and what of it is searched."""

from rag.cards.blocks import read_blocks
from rag.cards.sentences import split_sentences


def quotable_units(body: str) -> tuple[str, ...]:
    """Return the sentences, list items, table rows and code blocks of `body`, word for word in reading order.

    Markup, footnotes and their references, headings, comments and link-only lists are left out; a link keeps
    its text. A table row reads `Header: cell | Header: cell`, each verbatim, empty cells left out; of two
    columns it reads `cell: cell`.
    """
    units: list[str] = []
    for block in read_blocks(body):
        match block.kind:
            case "heading":
                continue
            case "paragraph":
                units += split_sentences(block.text)
            case _:
                units.append(block.text)
    return tuple(units)


def plain_text(body: str) -> str:
    """Return `body` as readable text for embedding and searching, a block a line, headings included.

    Left out is what `quotable_units` leaves out, but for headings.
    """
    return "\n".join(block.text for block in read_blocks(body))
