from rag.inspection.paths import CardPath, card_paths
from tests.rag.inspection.made import REFUSED, made_trace

BM25 = {"a": 9.0, "b": 5.0, "c": 1.0}
VECTOR = {"b": 0.9, "d": 0.7, "a": 0.6}


def test_a_path_holds_the_rank_at_each_step() -> None:
    # min-max: a = (1 + 0) / 2, b = (0.5 + 1) / 2, c = 0, d = 1/3 / 2
    trace = made_trace(BM25, VECTOR, presented="ba")
    assert card_paths(trace, ()) == (
        CardPath("b/t/b", 2, 1, 1, 1),
        CardPath("b/t/a", 1, 3, 2, None),
        CardPath("b/t/d", None, 2, 3, None),
        CardPath("b/t/c", 3, None, 4, None),
    )


def test_only_cited_cards_end_in_the_answer() -> None:
    trace = made_trace(BM25, VECTOR, presented="ba")
    assert card_paths(trace, (2,))[0].cited is None


def test_beside_a_refusal_no_path_ends_in_the_answer() -> None:
    trace = made_trace(BM25, VECTOR, presented="ba", verdict=REFUSED)
    assert {path.cited for path in card_paths(trace, ())} == {None}


def test_no_more_paths_than_asked_for() -> None:
    assert len(card_paths(made_trace(BM25, VECTOR), (), limit=2)) == 2
