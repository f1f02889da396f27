import shutil
from dataclasses import replace

import pytest

from rag.cards.reader import read_corpus
from rag.errors import CorpusError, EmbedderError, IndexUnusable
from rag.index import versions
from rag.index.build import EMBED_BATCH, Built, Difference, Progress, compare
from rag.protocols import EmbedderIdentity
from tests.fakes.corpus import FERRY, LIBRARY, PARKING, Site, write_card
from tests.fakes.embedder import IDENTITY, HashingEmbedder

TEXTS = 5
"""Texts of the small corpus: three cards, two of them with a phrase."""


def best_card(site: Site, question: str) -> str:
    """Return the card whose vector is nearest to the question in the serving version."""
    embedder = HashingEmbedder()
    index = site.open(embedder)
    found = index.vectors.search(embedder.embed_question(question), rows=None, limit=1, exact_limit=100)
    return index.cards.ids[int(found.rows[found.scores.argmax()])]


def test_the_same_cards_give_the_same_version_wherever_and_whenever_they_are_built(site: Site) -> None:
    first = site.build(HashingEmbedder())
    elsewhere = Site(site.corpus, site.index.with_name("elsewhere"))
    assert elsewhere.build(HashingEmbedder()).version == first.version


def test_a_build_says_what_it_did(site: Site) -> None:
    built = site.build(HashingEmbedder())
    assert (built.cards, built.embedded, built.findings, built.pruned) == (3, TEXTS, 0, ())
    assert built.difference == Difference((LIBRARY, PARKING, FERRY), (), (), 0, beside=True)
    manifest = site.open(HashingEmbedder()).manifest
    assert (manifest.version, manifest.cards, manifest.vectors) == (built.version, 3, TEXTS)
    assert manifest.bundles == {"city": 2, "harbour": 1}


def test_a_second_build_of_unchanged_cards_embeds_and_writes_nothing(site: Site) -> None:
    first = site.build(HashingEmbedder())
    before = site.open(HashingEmbedder()).manifest.built_at
    embedder = HashingEmbedder()
    second = site.build(embedder)
    assert (second.version, second.embedded, second.difference.none) == (first.version, 0, True)
    assert embedder.card_texts == []
    assert site.open(embedder).manifest.built_at == before


def test_two_digit_years_are_read_by_the_anchor_year_which_the_version_names(site: Site) -> None:
    write_card(site.corpus, PARKING, "Permits are sold from '26.3.15. on.")
    now = site.build(HashingEmbedder())
    index = site.open(HashingEmbedder())
    assert index.lexical.rows_with("date:2026-03-15", ["city"]).tolist() == [index.cards.row_of[PARKING]]
    then = site.build(HashingEmbedder(), anchor_year=1980)
    index = site.open(HashingEmbedder())
    assert index.manifest.anchor_year == 1980
    assert index.lexical.rows_with("date:1926-03-15", ["city"]).tolist() == [index.cards.row_of[PARKING]]
    assert index.lexical.rows_with("date:2026-03-15", ["city"]).tolist() == []
    assert then.version != now.version
    assert then.difference.beside


def test_a_changed_card_embeds_only_its_new_texts(site: Site) -> None:
    site.build(HashingEmbedder())
    write_card(
        site.corpus,
        PARKING,
        "A parking permit costs 40 euros a year.",
        phrases=["what does it cost to leave my car outside"],
    )
    embedder = HashingEmbedder()
    assert site.build(embedder).embedded == 1
    assert embedder.card_texts == ["permit fee\nA parking permit costs 40 euros a year."]


def test_the_difference_names_new_changed_and_deleted_cards(site: Site) -> None:
    site.build(HashingEmbedder())
    write_card(site.corpus, PARKING, "A parking permit costs 40 euros a year.")
    write_card(site.corpus, "city/pool/opening", "The pool opens at 8.")
    (site.corpus / f"{FERRY}.md").unlink()
    built = site.build(HashingEmbedder())
    assert built.difference == Difference(("city/pool/opening",), (PARKING,), (FERRY,), 1)
    assert site.open(HashingEmbedder()).cards.get(FERRY) is None


def test_another_language_for_a_bundle_is_a_change_of_its_cards(site: Site) -> None:
    first = site.build(HashingEmbedder())
    second = site.build(HashingEmbedder(), languages={"harbour": "ko"})
    assert second.version != first.version
    assert second.difference == Difference((), (FERRY,), (), 2)


def test_another_embedder_gives_another_version_and_new_vectors(site: Site) -> None:
    first = site.build(HashingEmbedder())
    second = site.build(HashingEmbedder(EmbedderIdentity("hashing", "2", 64)))
    assert second.version != first.version
    assert second.embedded == TEXTS


def test_a_failing_embedder_leaves_the_old_version_serving(site: Site) -> None:
    first = site.build(HashingEmbedder())
    write_card(site.corpus, "city/pool/opening", "The pool opens at 8.")
    with pytest.raises(EmbedderError):
        site.build(HashingEmbedder(fails_after=0))
    assert versions.current_version(site.index) == first.version
    assert best_card(site, "parking permit costs") == PARKING
    assert site.version_folders == {first.version}


def test_what_a_failing_embedder_made_before_is_not_made_again(site: Site) -> None:
    for number in range(EMBED_BATCH + 10):
        write_card(site.corpus, f"city/rooms/room-{number}", f"Room {number} is open.")
    with pytest.raises(EmbedderError):
        site.build(HashingEmbedder(fails_after=EMBED_BATCH))
    assert site.build(HashingEmbedder()).embedded == TEXTS + EMBED_BATCH + 10 - EMBED_BATCH


@pytest.mark.parametrize("emptied", ["no folder", "no card"])
def test_an_empty_corpus_is_refused_and_the_old_version_serves(site: Site, emptied: str) -> None:
    first = site.build(HashingEmbedder())
    shutil.rmtree(site.corpus)
    if emptied == "no card":
        site.corpus.mkdir()
    with pytest.raises(CorpusError, match=r"okf.*corpus\.path"):
        site.build(HashingEmbedder())
    assert versions.current_version(site.index) == first.version
    assert best_card(site, "parking permit costs") == PARKING


def test_one_bad_file_is_counted_and_hides_no_other(site: Site) -> None:
    (site.corpus / "city" / "bad.md").write_text("no frontmatter")
    built = site.build(HashingEmbedder())
    assert (built.cards, built.findings) == (3, 1)
    findings = site.open(HashingEmbedder()).findings()
    assert [(finding["path"], finding["kind"]) for finding in findings] == [("city/bad.md", "no-frontmatter")]


def build_days(site: Site, days: int, *, keep: int) -> list[Built]:
    """Build a changed corpus for some days and return what each build did."""
    built: list[Built] = []
    for day in range(days):
        write_card(site.corpus, FERRY, f"Day {day}: the first ferry leaves at 6:10.")
        built.append(site.build(HashingEmbedder(), keep=keep))
    return built


def test_the_newest_versions_are_kept_and_the_others_pruned(site: Site) -> None:
    first, second, third = build_days(site, 3, keep=2)
    assert third.pruned == (first.version,)
    assert site.version_folders == {second.version, third.version}


def test_the_serving_version_is_kept_however_old_it_is(site: Site) -> None:
    first, second, third = build_days(site, 3, keep=3)
    write_card(site.corpus, FERRY, "Day 0: the first ferry leaves at 6:10.")
    again = site.build(HashingEmbedder(), keep=1)
    assert (again.version, again.embedded) == (first.version, 0)
    assert again.pruned == (second.version,)
    assert site.version_folders == {first.version, third.version}


def test_halves_of_pruned_versions_are_pruned(site: Site) -> None:
    first, _second = build_days(site, 2, keep=3)
    (site.index / first.version / "manifest.json").unlink()
    again = site.build(HashingEmbedder(), keep=3)
    assert again.pruned == (first.version,)
    assert site.version_folders == {again.version}


def test_keeping_no_version_is_a_mistake(site: Site) -> None:
    with pytest.raises(ValueError, match="keep must be at least 1, got 0"):
        site.build(HashingEmbedder(), keep=0)


def test_a_rebuild_writes_the_version_anew_without_embedding(site: Site) -> None:
    first = site.build(HashingEmbedder())
    before = site.open(HashingEmbedder()).manifest.built_at
    again = site.build(HashingEmbedder(), rebuild=True)
    assert (again.version, again.embedded) == (first.version, 0)
    assert site.open(HashingEmbedder()).manifest.built_at > before
    assert site.version_folders == {first.version}


@pytest.mark.parametrize("name", ["manifest.json", "cards.sqlite", "vectors.npy"])
def test_a_damaged_version_is_mended_by_the_next_build(site: Site, name: str) -> None:
    built = site.build(HashingEmbedder())
    (site.index / built.version / name).write_bytes(b"")
    again = site.build(HashingEmbedder())
    assert again.version == built.version
    assert best_card(site, "parking permit costs") == PARKING


def test_damage_that_keeps_a_files_size_is_mended_by_a_rebuild(site: Site) -> None:
    built = site.build(HashingEmbedder())
    store = site.index / built.version / "cards.sqlite"
    store.write_bytes(b"x" * store.stat().st_size)
    site.build(HashingEmbedder(), rebuild=True)
    assert best_card(site, "parking permit costs") == PARKING


def test_progress_counts_up_to_the_end_of_each_step_in_order(site: Site) -> None:
    reports: list[Progress] = []
    site.build(HashingEmbedder(), reports=reports)
    assert list(dict.fromkeys(report.step for report in reports)) == ["read", "tokens", "vectors", "store", "publish"]
    for step, total in (("read", 3), ("tokens", 3), ("vectors", TEXTS), ("store", 3), ("publish", 1)):
        last = [report for report in reports if report.step == step][-1]
        assert (last.done, last.total) == (total, total)


def test_the_time_left_is_unknown_at_first_then_falls_to_nothing(site: Site) -> None:
    for number in range(2 * EMBED_BATCH - TEXTS):
        write_card(site.corpus, f"city/rooms/room-{number}", f"Room {number} is open.")
    reports: list[Progress] = []
    site.build(HashingEmbedder(delay_s=0.001), reports=reports)
    counts = [(report.done, report.seconds_left) for report in reports if report.step == "vectors"]
    assert [done for done, _ in counts] == [0, EMBED_BATCH, 2 * EMBED_BATCH]
    assert counts[0][1] is None
    # the first half took at least 64 ms, so as much is left
    assert counts[1][1] == pytest.approx(0.064, abs=0.2)
    assert counts[1][1] is not None
    assert counts[1][1] >= 0.064
    assert counts[2][1] == 0


def test_an_index_folder_that_cannot_be_written_is_named_with_its_setting(site: Site) -> None:
    site.index.write_text("a file where the folder should be")
    with pytest.raises(IndexUnusable, match=r"index.*data\.path"):
        site.build(HashingEmbedder())


def test_without_an_index_every_card_is_new(site: Site) -> None:
    difference = compare(read_corpus(site.corpus, {}), site.index, IDENTITY)
    assert difference == Difference((LIBRARY, PARKING, FERRY), (), (), 0, beside=True)


def test_a_finding_that_came_or_went_is_a_difference_beside_the_cards(site: Site) -> None:
    first = site.build(HashingEmbedder())
    (site.corpus / "city" / "bad.md").write_text("no frontmatter")
    second = site.build(HashingEmbedder())
    assert second.version != first.version
    assert second.difference == Difference((), (), (), 3, beside=True)
    assert not second.difference.none


def test_another_embedder_is_a_difference_beside_the_cards(site: Site) -> None:
    site.build(HashingEmbedder())
    corpus = read_corpus(site.corpus, {})
    assert compare(corpus, site.index, IDENTITY) == Difference((), (), (), 3)
    assert compare(corpus, site.index, replace(IDENTITY, revision="2")) == Difference((), (), (), 3, beside=True)


def test_version_folders_may_be_read_by_other_users(site: Site) -> None:
    built = site.build(HashingEmbedder())
    beside = site.index / "beside"
    beside.mkdir()
    assert (site.index / built.version).stat().st_mode == beside.stat().st_mode
