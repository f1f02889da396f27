"""A folder that asks about two tenders in a conversation, as a public set would hold it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

NORTH, SOUTH = "north-payroll", "south-pier"
SECTIONS: Sequence[Mapping[str, object]] = (
    {"id": f"{NORTH}#0", "doc_id": NORTH, "title": "Payroll renewal", "text": "The payroll budget is 50 coins."},
    {"id": f"{NORTH}#1", "doc_id": NORTH, "title": "Payroll dates", "text": "The payroll deadline is in spring."},
    {"id": f"{SOUTH}#0", "doc_id": SOUTH, "text": "The pier budget is 9 coins.\nThe pier deadline is in autumn."},
)
DOCMETA: Mapping[str, object] = {
    NORTH: {"agency": "Northport Council", "project": "Payroll renewal", "aliases": {"project_aliases": ["wages"]}},
    SOUTH: {"agency": "Southwick Harbour", "project": "Pier repair"},
}
QUESTIONS: Sequence[Mapping[str, object]] = (
    {"id": "one", "text": "What is the payroll budget?", "query_type": "single_doc", "expected_doc_ids": [NORTH]},
    {
        "id": "then",
        "text": "And the deadline?",
        "query_type": "follow_up",
        "expected_doc_ids": [SOUTH],
        "prior_turns": [{"query": "What is the pier budget of Southwick Harbour?"}],
    },
    {
        "id": "both",
        "text": "Compare the payroll budget and the pier budget",
        "query_type": "comparison",
        "expected_doc_ids": [NORTH, SOUTH],
    },
    {
        "id": "none",
        "text": "Who sings in the opera?",
        "query_type": "abstention",
        "answerable": False,
        "expected_doc_ids": [],
    },
)


def write_conversations(
    folder: Path,
    *,
    sections: Sequence[object] = SECTIONS,
    questions: Sequence[object] = QUESTIONS,
    docmeta: object = DOCMETA,
    qrels: str | None = None,
) -> Path:
    """Write the files into a new folder and return it; a line that is a text is written as it is."""
    folder.mkdir(parents=True)
    for name, rows in (("corpus", sections), ("queries", questions)):
        lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
        (folder / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    if docmeta is not None:
        text = docmeta if isinstance(docmeta, str) else json.dumps(docmeta, ensure_ascii=False)
        (folder / "docmeta.json").write_text(text, encoding="utf-8")
    if qrels is not None:
        (folder / "qrels.tsv").write_text(qrels, encoding="utf-8")
    return folder
