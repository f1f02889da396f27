"""Cases without a search behind them."""

from rag.evaluation.cases import Case

RIGHT, OTHER = "town/fees/right", "town/fees/other"


def make_case(case_id: str, **changes: object) -> Case:
    """Return a question of the bundle town that was answered from its right card, but for what is said otherwise."""
    values: dict[str, object] = {
        "id": case_id,
        "bundle": "town",
        "kind": "answerable",
        "question": f"What about {case_id}?",
        "language": "en",
        "expected": (RIGHT,),
        "status": "answerable",
        "confidence": 0.9,
        "parts": (("cosine", 0.9), ("bm25_self", 0.5)),
        "fused": (RIGHT, OTHER),
        "bm25": (RIGHT,),
        "vector": (OTHER, RIGHT),
        "selected": (RIGHT,),
        "top_k": 1,
        "topics": (),
        "reachable": 2,
    }
    return Case(**(values | changes))  # type: ignore[arg-type]  # the dataclass refuses what it does not know


def not_covered(case_id: str, kind: str = "near", **changes: object) -> Case:
    """Return a question that no card covers and that was refused, but for what is said otherwise."""
    values: dict[str, object] = {"kind": kind, "expected": (), "status": "low_confidence", "confidence": 0.1}
    return make_case(case_id, **(values | changes))
