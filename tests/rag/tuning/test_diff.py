from rag.config import Settings
from rag.tuning.diff import Change, changed_keys, changes
from rag.tuning.overrides import with_overrides


def test_the_diff_names_old_and_new_in_the_order_of_the_screen(shipped: Settings) -> None:
    before = with_overrides(shipped, {"confidence.threshold": 0.5, "lexical.k1": 1.5})
    after = with_overrides(before, {"lexical.k1": 2, "confidence.threshold": 0.35})
    assert changes(before, after) == (
        Change("confidence.threshold", 0.5, 0.35),
        Change("lexical.k1", 1.5, 2.0),
    )


def test_equal_settings_differ_in_nothing(shipped: Settings) -> None:
    assert changes(shipped, shipped) == ()
    assert changed_keys(shipped, shipped) == ()


def test_only_the_wanted_keys_are_compared(shipped: Settings) -> None:
    after = with_overrides(shipped, {"lexical.k1": 0.1, "lexical.b": 0.1})
    assert [change.key for change in changes(shipped, after, ["lexical.b"])] == ["lexical.b"]


def test_every_key_of_the_file_is_watched_for_changes_from_elsewhere(shipped: Settings) -> None:
    name = next(iter(shipped.bundles))
    bundles = {**shipped.bundles, name: shipped.bundles[name].model_copy(update={"samples": ("Other?",)})}
    limits = shipped.limits.model_copy(update={"question_chars": 77})
    after = shipped.model_copy(update={"bundles": bundles, "limits": limits})
    assert changed_keys(shipped, after) == (f"bundles.{name}.samples", "limits.question_chars")


def test_a_bundle_that_went_is_noticed(shipped: Settings) -> None:
    name = next(iter(shipped.bundles))
    after = shipped.model_copy(update={"bundles": {k: v for k, v in shipped.bundles.items() if k != name}})
    assert f"bundles.{name}.title" in changed_keys(shipped, after)
