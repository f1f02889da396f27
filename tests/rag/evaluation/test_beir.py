import json
import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from rag.errors import CorpusError
from rag.evaluation.beir import score_beir
from tests.fakes.embedder import HashingEmbedder

DOCUMENTS = [
    {"_id": "ferry", "title": "Ferry", "text": "The first ferry leaves at six."},
    {"_id": "library", "text": "A library card is free."},
    {"_id": "permit", "title": "", "text": "A parking permit costs thirty euros."},
]
QUERIES = [
    {"_id": "q1", "text": "parking permit costs"},
    {"_id": "q2", "text": "library card"},
    {"_id": "q3", "text": "nobody judged this"},
]
QRELS = "query-id\tcorpus-id\tscore\nq1\tpermit\t1\nq2\tferry\t1\nq2\tlibrary\t0\n"


def write(folder: Path, *, corpus: Sequence[object] = DOCUMENTS, queries: Sequence[object] = QUERIES) -> Path:
    for name, rows in (("corpus", corpus), ("queries", queries)):
        text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
        (folder / f"{name}.jsonl").write_text(text + "\n", encoding="utf-8")
    (folder / "qrels.tsv").write_text(QRELS, encoding="utf-8")
    return folder


def test_queries_are_scored_against_their_judged_documents(tmp_path: Path) -> None:
    found = score_beir(write(tmp_path), HashingEmbedder(), tmp_path / "cache.sqlite")
    assert (found.name, found.documents, found.queries) == (tmp_path.name, 3, 2)  # q3 has no judgement
    # q1 finds its permit first; q2 asks for the library card but only the ferry, of which it has no word, is right
    assert found.bm25.hit_1.mean == 1 / 2
    assert found.bm25.ndcg_10 == pytest.approx((1 + 0) / 2)
    for leg in (found.vector, found.score_fusion, found.rrf):
        assert leg.hit_1.mean == 1 / 2
        assert leg.mrr_10 in (pytest.approx((1 + 1 / 2) / 2), pytest.approx((1 + 1 / 3) / 2))


def test_a_limit_asks_the_first_answerable_queries(tmp_path: Path) -> None:
    found = score_beir(write(tmp_path), HashingEmbedder(), tmp_path / "cache.sqlite", limit=1)
    assert (found.queries, found.bm25.hit_1.mean) == (1, 1.0)


def test_documents_are_embedded_once_for_good(tmp_path: Path) -> None:
    first, second = HashingEmbedder(), HashingEmbedder()
    scores = [score_beir(write(tmp_path), one, tmp_path / "cache.sqlite") for one in (first, second)]
    assert scores[0] == scores[1]
    assert (len(first.card_texts), len(second.card_texts)) == (3, 0)
    assert first.question_texts == second.question_texts == ["parking permit costs", "library card"]


def test_a_document_that_is_not_there_is_a_miss(tmp_path: Path) -> None:
    folder = write(tmp_path, corpus=DOCUMENTS[:2])
    found = score_beir(folder, HashingEmbedder(), tmp_path / "cache.sqlite", limit=1)
    assert found.vector.hit_1.mean == 0.0


def test_without_a_judged_query_there_is_no_number(tmp_path: Path) -> None:
    found = score_beir(write(tmp_path, queries=QUERIES[2:]), HashingEmbedder(), tmp_path / "cache.sqlite")
    assert found.queries == 0
    assert math.isnan(found.rrf.ndcg_10)


@pytest.mark.parametrize("name", ["corpus.jsonl", "queries.jsonl", "qrels.tsv"])
def test_a_missing_file_is_told_by_name(tmp_path: Path, name: str) -> None:
    (write(tmp_path) / name).unlink()
    with pytest.raises(CorpusError, match=f"{name} cannot be read in '{tmp_path.name}'"):
        score_beir(tmp_path, HashingEmbedder(), tmp_path / "cache.sqlite")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{oops", r"corpus\.jsonl:2: is not JSON lines"),
        ("[1]", r"corpus\.jsonl:2: is not JSON lines"),
        ('{"_id": "x"}', r"corpus\.jsonl:2: a line needs `id` and `text`"),
        ('{"text": "x"}', r"corpus\.jsonl:2: a line needs `id` and `text`"),
    ],
)
def test_a_wrong_line_is_told_with_file_and_line(tmp_path: Path, line: str, message: str) -> None:
    write(tmp_path, corpus=[DOCUMENTS[0], line])
    with pytest.raises(CorpusError, match=message):
        score_beir(tmp_path, HashingEmbedder(), tmp_path / "cache.sqlite")


def test_a_wrong_judgement_is_told_with_its_line(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "qrels.tsv").write_text(QRELS + "q3 permit 1\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"qrels\.tsv:5: needs query, document and grade, separated by tabs"):
        score_beir(tmp_path, HashingEmbedder(), tmp_path / "cache.sqlite")
