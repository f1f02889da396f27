from dataclasses import replace

from rag.evaluation.labels import Labelled
from rag.evaluation.runs import RunKey, Runs, labels_hash
from tests.rag.evaluation.made import make_case

KEY = RunKey("index", "settings", "labels")
LABEL = Labelled("a", "town", "near", "What?", (), "en", "", "", ())


def test_a_run_is_found_under_exactly_what_it_was_made_with() -> None:
    runs = Runs()
    runs.put(KEY, [make_case("a")])
    assert runs.get(KEY) == (make_case("a"),)
    assert runs.get(replace(KEY, index_version="other")) is None
    assert runs.get(replace(KEY, settings_hash="other")) is None


def test_the_run_asked_for_least_recently_goes() -> None:
    runs = Runs(kept=2)
    first, second, third = (replace(KEY, index_version=name) for name in "123")
    runs.put(first, [])
    runs.put(second, [])
    runs.get(first)
    runs.put(third, [])
    assert (runs.get(first), runs.get(second), runs.get(third)) == ((), None, ())


def test_the_hash_of_labels_changes_with_any_of_them() -> None:
    assert labels_hash([LABEL]) == labels_hash([replace(LABEL)])
    assert labels_hash([LABEL]) != labels_hash([replace(LABEL, kind="far")])
    assert labels_hash([LABEL]) != labels_hash([LABEL, replace(LABEL, id="b")])
