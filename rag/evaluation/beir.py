"""Measures ranking on any BEIR-like folder: corpus.jsonl, queries.jsonl, qrels.tsv (Thakur et al., NeurIPS 2021)."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rag.errors import CorpusError
from rag.evaluation.scores import RankingScores, score_rankings
from rag.index.lexical import LexicalIndex, build_lexical
from rag.index.vector_cache import embed_cached
from rag.protocols import Embedder, Vectors
from rag.retrieval.fusion import FusionRule, fuse
from rag.text.normalise import normalise
from rag.text.tokens import tokenise, unique_tokens
from rag.types import Hit, Ranker

BATCH = 64
LIST = 100
"""Places a leg hands to fusion, as in the product."""


@dataclass(frozen=True, slots=True)
class BeirScores:
    """How the legs and both fusions rank one set."""

    name: str
    documents: int
    queries: int
    bm25: RankingScores
    vector: RankingScores
    score_fusion: RankingScores
    rrf: RankingScores


def score_beir(folder: Path, embedder: Embedder, cache: Path, *, limit: int | None = None) -> BeirScores:
    """Return the scores of a folder's answerable queries, each document as one card without phrases.

    Args:
        folder: Holds the three files; qrels.tsv is `query document grade`, with or without a header.
        embedder: Makes the vectors.
        cache: SQLite file of vectors already made.
        limit: Most queries asked, in file order.

    Raises:
        CorpusError: a file is missing or not of that form; names the file and the line.
    """
    documents = {
        str(row["id"]): f"{row.get('title') or ''}\n{row['text']}".strip() for row in read_rows(folder, "corpus")
    }
    relevant = read_qrels(folder / "qrels.tsv")
    queries = [
        (str(row["id"]), str(row["text"])) for row in read_rows(folder, "queries") if relevant.get(str(row["id"]))
    ]
    queries = queries[:limit]
    ids = sorted(documents)
    lexical = build_lexical([tokenise(documents[name]) for name in ids], [("set", "")] * len(ids))
    vectors, _ = embed_cached(cache, embedder, [documents[name] for name in ids], batch=BATCH, progress=_quiet)
    rankings: dict[str, list[tuple[Sequence[str], Sequence[str]]]] = {"bm25": [], "vector": [], "score": [], "rrf": []}
    for query_id, text in queries:
        bm25 = _lexical(lexical, text, ids)
        vector = _vector(vectors, embedder.embed_question(normalise(text)), ids)
        expected = relevant[query_id]
        rankings["bm25"].append(([hit.card_id for hit in bm25], expected))
        rankings["vector"].append(([hit.card_id for hit in vector], expected))
        for method in ("score", "rrf"):
            fused = fuse(bm25, vector, FusionRule("score" if method == "score" else "rrf"))
            rankings[method].append(([hit.card_id for hit in fused], expected))
    scores = {name: score_rankings(pairs) for name, pairs in rankings.items()}
    return BeirScores(
        folder.name, len(ids), len(queries), scores["bm25"], scores["vector"], scores["score"], scores["rrf"]
    )


def read_rows(folder: Path, name: str) -> Iterator[dict[str, object]]:
    """Yield the lines of `name`.jsonl, each with `id` and `text`. Raises `CorpusError` naming file and line."""
    path, number = folder / f"{name}.jsonl", 0
    try:
        with path.open(encoding="utf-8") as handle:
            for number, line in enumerate(handle, 1):
                row = json.loads(line)
                row["id"] = row.get("id", row.get("_id"))
                if row["id"] is None or "text" not in row:
                    raise CorpusError(f"{path.name}:{number}: a line needs `id` and `text`.")
                yield row
    except OSError as exc:
        raise CorpusError(f"{path.name} cannot be read in {folder.name!r}; a BEIR folder holds it.") from exc
    except (ValueError, AttributeError) as exc:
        raise CorpusError(f"{path.name}:{number}: is not JSON lines: {exc}.") from exc


def read_qrels(path: Path) -> dict[str, list[str]]:
    """Return the documents judged relevant, by query. Raises `CorpusError` naming file and line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as exc:
        raise CorpusError(f"{path.name} cannot be read in {path.parent.name!r}; a BEIR folder holds it.") from exc
    relevant: dict[str, list[str]] = {}
    for number, line in enumerate(lines, 1):
        fields = line.split("\t")
        if len(fields) != 3:
            raise CorpusError(f"{path.name}:{number}: needs query, document and grade, separated by tabs.")
        query_id, document, grade = fields
        if grade.isdigit() and int(grade) > 0:
            relevant.setdefault(query_id, []).append(document)
    return relevant


def _lexical(index: LexicalIndex, text: str, ids: Sequence[str]) -> list[Hit]:
    found = index.search(unique_tokens(text), bundles=["set"])
    return _hits([ids[row] for row in found.rows], found.scores, "bm25")


def _vector(vectors: Vectors, question: Vectors, ids: Sequence[str]) -> list[Hit]:
    return _hits(ids, np.round(vectors @ question, 6).astype(np.float64), "vector")


def _hits(ids: Sequence[str], scores: np.ndarray[tuple[int, ...], np.dtype[np.float64]], ranker: Ranker) -> list[Hit]:
    order = np.argsort(-scores, kind="stable")[:LIST]
    return [Hit(ids[at], rank, float(scores[at]), ranker) for rank, at in enumerate(order.tolist(), 1)]


def _quiet(done: int, total: int) -> None:
    """Say nothing: a set takes a minute at most."""
