import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from rag.config import CorpusSettings, DataSettings, EmbedderSettings, Settings, load_settings
from rag.engine import (
    REMEMBERED_QUESTIONS,
    ROUTER_TOKENS,
    Engine,
    Offers,
    build,
    difference,
    index_folder,
    index_is_ready,
    router_settings,
)
from rag.errors import CorpusError, IndexDamaged, IndexMismatch, IndexMissing
from rag.index import versions
from rag.index.build import KEEP, Difference
from rag.pipeline import Question
from rag.types import Citation, Delta, Done, Meta, Trace
from tests.fakes.chat_model import QueuedChatModel
from tests.fakes.corpus import FERRY, LIBRARY, PARKING, write_card, write_small_corpus
from tests.fakes.embedder import IDENTITY, HashingEmbedder
from tests.fakes.other_process import building

CONFIG = Path(__file__).parents[2] / "config.yaml"
FERRY_QUESTION = Question("When does the first ferry leave?")


@pytest.fixture(scope="module")
def shipped() -> Settings:
    return load_settings(CONFIG)


@pytest.fixture
def settings(tmp_path: Path, shipped: Settings) -> Settings:
    """The shipped settings over the small corpus, with the fake embedder named and nothing refused."""
    write_small_corpus(tmp_path / "okf")
    embedder = EmbedderSettings.model_validate(
        shipped.embedder.model_dump()
        | {"name": IDENTITY.name, "revision": IDENTITY.revision, "dimensions": IDENTITY.dimensions}
    )
    return shipped.model_copy(
        update={
            "corpus": CorpusSettings(path=tmp_path / "okf"),
            "data": DataSettings(path=tmp_path / "data"),
            "embedder": embedder,
            "confidence": shipped.confidence.model_copy(update={"threshold": 0.0}),
        }
    )


@pytest.fixture
def embedder() -> HashingEmbedder:
    return HashingEmbedder()


@pytest.fixture
def engine(settings: Settings, embedder: HashingEmbedder, small_index: Path) -> Engine:
    """An engine over a built index."""
    shutil.copytree(small_index, index_folder(settings))
    return Engine(settings, embedder, None)


def write_day(settings: Settings, day: int) -> None:
    write_card(settings.corpus.path, FERRY, f"Day {day}: the first ferry leaves at 6:10.")


def best(trace: Trace) -> str:
    return trace.evidence[0].card.body.strip()


def test_the_card_that_says_it_is_found_by_both_legs(engine: Engine) -> None:
    trace = engine.retrieve(FERRY_QUESTION)
    assert best(trace) == "The first ferry leaves at 6:10."
    assert trace.lexical.hits[0].card_id == trace.vector.hits[0].card_id == FERRY


def test_an_answer_quotes_the_card_and_names_the_version(engine: Engine) -> None:
    events = list(engine.ask(FERRY_QUESTION))
    assert isinstance(events[0], Meta)
    assert events[0].index_version == engine.index().manifest.version
    assert isinstance(events[1], Citation)
    assert events[1].card_id == FERRY
    assert "".join(event.content for event in events if isinstance(event, Delta)).startswith(
        "The first ferry leaves at 6:10. [1]"
    )
    assert isinstance(events[-1], Done)
    assert events[-1].status == "answerable"


def test_without_an_index_a_question_names_the_command(settings: Settings) -> None:
    with pytest.raises(IndexMissing, match="python -m rag index"):
        Engine(settings, HashingEmbedder(), None).retrieve(FERRY_QUESTION)


def test_an_unknown_bundle_is_named_with_the_known_ones(engine: Engine) -> None:
    with pytest.raises(ValueError, match=r"no bundle 'nowhere'; there are: city, harbour \(or all\)"):
        engine.retrieve(Question("ferry", bundle="nowhere"))


def test_one_bundle_hides_the_others(engine: Engine) -> None:
    trace = engine.retrieve(Question(FERRY_QUESTION.text, bundle="city"))
    assert trace.reachable == 2
    assert {hit.card_id for hit in trace.fused} <= {LIBRARY, PARKING}


def test_an_open_engine_answers_from_what_another_process_published(engine: Engine, settings: Settings) -> None:
    before = engine.retrieve(FERRY_QUESTION)
    write_day(settings, 1)
    with building(settings.corpus.path, index_folder(settings)) as other:
        assert other.finish() == 0
    after = engine.retrieve(FERRY_QUESTION)
    assert best(before) == "The first ferry leaves at 6:10."
    assert best(after) == "Day 1: the first ferry leaves at 6:10."
    assert after.index_version == versions.current_version(index_folder(settings)) != before.index_version


def test_the_index_stays_open_while_nothing_new_is_published(engine: Engine) -> None:
    assert engine.index() is engine.index()


def test_an_answer_that_has_begun_keeps_its_version(engine: Engine, settings: Settings) -> None:
    events = engine.ask(FERRY_QUESTION)
    next(events)
    write_day(settings, 1)
    build(settings, HashingEmbedder(), keep=1)
    done = list(events)[-1]
    assert isinstance(done, Done)
    assert best(done.trace) == "The first ferry leaves at 6:10."


def test_an_index_built_with_another_embedder_meanwhile_is_refused(engine: Engine, settings: Settings) -> None:
    engine.retrieve(FERRY_QUESTION)
    build(settings, HashingEmbedder(replace(IDENTITY, revision="2")), keep=KEEP)
    with pytest.raises(IndexMismatch, match=r"revision 2 .*revision 1"):
        engine.retrieve(FERRY_QUESTION)


def test_eight_threads_are_answered_during_publications_that_delete_what_served(
    engine: Engine, settings: Settings
) -> None:
    published = {engine.index().manifest.version: "The first ferry leaves at 6:10."}
    stop = threading.Event()

    def keep_asking(_: int) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        while not stop.is_set():
            trace = engine.retrieve(FERRY_QUESTION)
            found.append((trace.index_version, best(trace)))
        return found

    with ThreadPoolExecutor(8) as pool:
        asking = pool.map(keep_asking, range(8))
        try:
            for day in range(1, 5):
                write_day(settings, day)
                built = build(settings, HashingEmbedder(), keep=1)
                published[built.version] = f"Day {day}: the first ferry leaves at 6:10."
        finally:
            stop.set()
        answers = [answer for found in asking for answer in found]
    assert len(answers) > 8
    assert set(answers) <= set(published.items())
    assert best(engine.retrieve(FERRY_QUESTION)) == "Day 4: the first ferry leaves at 6:10."


def test_a_question_asked_again_is_not_embedded_again(engine: Engine, embedder: HashingEmbedder) -> None:
    for text in ("First ferry?", "first  FERRY?", "First ferry?"):
        engine.retrieve(Question(text))
    assert embedder.question_texts == ["first ferry?"]


def test_another_setting_embeds_nothing(engine: Engine, settings: Settings, embedder: HashingEmbedder) -> None:
    engine.retrieve(FERRY_QUESTION)
    fusion = settings.fusion.model_copy(update={"method": "rrf"})
    trace = engine.retrieve(FERRY_QUESTION, settings.model_copy(update={"fusion": fusion}))
    assert trace.fused[0].score == pytest.approx(1 / 61 + 1 / 61)
    assert len(embedder.question_texts) == 1


def test_the_question_not_asked_for_longest_is_forgotten_first(engine: Engine, embedder: HashingEmbedder) -> None:
    remembering = engine.embedder
    for number in range(REMEMBERED_QUESTIONS):
        remembering.embed_question(f"question {number}")
    remembering.embed_question("question 0")
    remembering.embed_question("one more")
    embedder.question_texts.clear()
    for text in ("question 0", "one more", "question 2", "question 1"):
        remembering.embed_question(text)
    assert embedder.question_texts == ["question 1"]


def test_a_question_without_words_asks_no_embedder(engine: Engine, embedder: HashingEmbedder) -> None:
    trace = engine.retrieve(Question(" 😀 "))
    assert trace.verdict.status == "empty_question"
    assert embedder.question_texts == []


@pytest.mark.parametrize("text", ["When does the first ferry leave?", "공원", "", "x" * 5000, "card\u200b free"])
def test_a_question_always_gives_the_same_trace_apart_from_timings(
    engine: Engine, settings: Settings, text: str
) -> None:
    first = replace(engine.retrieve(Question(text)), timings_ms={})
    again = replace(engine.retrieve(Question(text)), timings_ms={})
    fresh = replace(Engine(settings, HashingEmbedder(), None).retrieve(Question(text)), timings_ms={})
    assert first == again == fresh


def test_the_engine_builds_what_it_serves(settings: Settings) -> None:
    engine = Engine(settings, HashingEmbedder(), None)
    built = engine.build(keep=KEEP, rebuild=False, report=lambda progress: None)
    assert engine.retrieve(FERRY_QUESTION).index_version == built.version


def test_readiness_is_no_before_and_yes_after_a_build(settings: Settings) -> None:
    assert not index_is_ready(settings)
    build(settings, HashingEmbedder(), keep=KEEP)
    assert index_is_ready(settings)


def test_an_index_that_does_not_fit_is_an_error_not_an_absence(settings: Settings) -> None:
    build(settings, HashingEmbedder(replace(IDENTITY, name="other")), keep=KEEP)
    with pytest.raises(IndexMismatch):
        index_is_ready(settings)


def test_a_damaged_index_is_an_error_not_an_absence(settings: Settings) -> None:
    built = build(settings, HashingEmbedder(), keep=KEEP)
    (index_folder(settings) / built.version / "vectors.npy").unlink()
    with pytest.raises(IndexDamaged):
        index_is_ready(settings)


def test_the_difference_compares_disk_and_index(settings: Settings) -> None:
    assert difference(settings) == Difference((LIBRARY, PARKING, FERRY), (), (), 0, beside=True)
    build(settings, HashingEmbedder(), keep=KEEP)
    assert difference(settings).none
    write_day(settings, 1)
    assert difference(settings) == Difference((), (FERRY,), (), 2)


def test_the_difference_of_no_corpus_is_an_error(settings: Settings, tmp_path: Path) -> None:
    nowhere = settings.model_copy(update={"corpus": CorpusSettings(path=tmp_path / "nowhere")})
    with pytest.raises(CorpusError, match="nowhere"):
        difference(nowhere)


def test_an_engine_without_a_key_offers_no_model(engine: Engine) -> None:
    assert engine.offers() == Offers(model=False, fine_tuned=False)


def test_a_key_offers_the_fine_tuned_model_only_where_one_is_named(settings: Settings, small_index: Path) -> None:
    named = settings.model_copy(update={"chat_model": settings.chat_model.model_copy(update={"fine_tuned": "tuned"})})
    shutil.copytree(small_index, index_folder(settings))
    for chosen, tuned in ((settings, False), (named, True)):
        engine = Engine(chosen, HashingEmbedder(), QueuedChatModel(), open_model=lambda found: QueuedChatModel())
        assert engine.offers() == Offers(model=True, fine_tuned=tuned)


def test_the_router_has_little_time_few_tokens_one_try_and_no_temperature(settings: Settings) -> None:
    found = router_settings(settings)
    assert (found.name, found.temperature, found.retries) == (settings.chat_model.name, 0, 0)
    assert found.max_tokens == ROUTER_TOKENS
    assert found.deadline_s == found.read_timeout_s == settings.routes.router_deadline_s
