import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from rag.config import CorpusSettings, DataSettings, Settings, load_settings
from rag.engine import Engine
from rag.errors import RagError
from rag.evaluation.bench import (
    Bench,
    Plan,
    SizeRun,
    as_questions,
    evenly,
    in_own_process,
    serve,
)
from rag.evaluation.bench_report import to_json, to_text
from rag.evaluation.grown import build_grown, grown_settings, seeded_embedder
from rag.evaluation.labels import Labelled
from rag.evaluation.machine import Machine, folder_mb, memory, this_machine
from rag.evaluation.plain_loop import Compared, PlainLoop
from rag.evaluation.stages import (
    ANSWER,
    END,
    FIRST,
    PROMPT,
    RETRIEVAL,
    Spread,
    TimedEmbedder,
    nearest_rank,
    time_question,
    time_rounds,
)
from rag.pipeline import Question
from rag.types import Turn
from tests.fakes.corpus import FERRY, LIBRARY, PARKING, Site
from tests.fakes.embedder import HashingEmbedder

SHIPPED = load_settings(Path(__file__).parents[3] / "config.yaml")
PERMIT = Question("what does a parking permit cost", "city")
MACHINE = Machine("A CPU", 2, 2048, "Linux 6", "3.11.7", 0.5)


@pytest.fixture
def settings(built_site: Site, tmp_path: Path) -> Settings:
    """The shipped settings over the small corpus and its index."""
    places = {"corpus": CorpusSettings(path=built_site.corpus), "data": DataSettings(path=tmp_path)}
    return SHIPPED.model_copy(update=places)


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """One question a bundle, and a follow-up."""
    folder = tmp_path / "questions"
    folder.mkdir()
    city = [
        {"id": "q1", "kind": "answerable", "question": PERMIT.text, "expected": ["permit-fee"], "language": "en"},
        {
            "id": "q2",
            "kind": "follow_up",
            "question": "and for books",
            "expected": ["card-fee"],
            "language": "en",
            "first": {"question": PERMIT.text, "expected": ["permit-fee"]},
        },
    ]
    harbour = [{"id": "q3", "kind": "far", "question": "is the moon made of cheese", "language": "en"}]
    for bundle, entries in (("city", city), ("harbour", harbour)):
        (folder / f"{bundle}.yaml").write_text(json.dumps({"bundle": bundle, "questions": entries}), encoding="utf-8")
    return folder


def leave(plan: Plan) -> int:
    """End the process as the system does with one that took all memory."""
    os._exit(9)


@pytest.mark.parametrize(
    ("values", "percent", "expected"),
    [
        ([7.0], 95, 7.0),
        ([4.0, 1.0, 3.0, 2.0], 50, 2.0),  # 50 % of 4 is the second
        ([5.0, 1.0, 4.0, 2.0, 3.0], 50, 3.0),  # 2.5 rounds up to the third
        ([float(n) for n in range(1, 21)], 95, 19.0),  # 95 % of 20 is the nineteenth
        ([float(n) for n in range(1, 22)], 95, 20.0),  # 19.95 rounds up to the twentieth
        ([1.0, 2.0], 100, 2.0),
    ],
)
def test_a_percentile_is_a_measured_value_by_nearest_rank(values: list[float], percent: int, expected: float) -> None:
    assert nearest_rank(values, percent) == expected


@pytest.mark.parametrize(("values", "percent"), [([], 50), ([1.0], 0), ([1.0], 101)])
def test_a_percentile_of_nothing_is_refused(values: list[float], percent: int) -> None:
    with pytest.raises(ValueError, match=r"1\.\.100"):
        nearest_rank(values, percent)


def test_every_stage_of_a_question_is_there(settings: Settings) -> None:
    watched = TimedEmbedder(HashingEmbedder())
    stages = time_question(Engine(settings, watched, None), watched, PERMIT)
    assert {"embed", "lexical", "vector", "fusion", RETRIEVAL, FIRST, ANSWER, END} <= set(stages)
    assert stages[FIRST] <= stages[ANSWER] <= stages[END]
    within = set(stages) - {"embed", RETRIEVAL, PROMPT, FIRST, ANSWER, END}
    assert stages[RETRIEVAL] == pytest.approx(sum(stages[name] for name in within))


def test_what_needs_no_search_has_only_its_ends(settings: Settings) -> None:
    watched = TimedEmbedder(HashingEmbedder())
    stages = time_question(Engine(settings, watched, None), watched, Question("hello", "city"))
    assert set(stages) == {FIRST, ANSWER, END}
    assert watched.ms == 0


def test_a_refused_question_has_no_prompt(settings: Settings) -> None:
    sure = settings.model_copy(update={"confidence": settings.confidence.model_copy(update={"threshold": 1.0})})
    for chosen, there in ((sure, False), (_answering(settings), True)):
        watched = TimedEmbedder(HashingEmbedder())
        stages = time_question(Engine(chosen, watched, None), watched, PERMIT)
        assert (PROMPT in stages) is there


def test_all_embedding_of_a_follow_up_counts_as_embedding(settings: Settings) -> None:
    real = HashingEmbedder()
    watched = TimedEmbedder(real)
    engine = Engine(settings, watched, None)
    follow_up = Question("and for books", "city", (Turn("user", PERMIT.text),))
    stages = time_question(engine, watched, follow_up)
    assert len(real.question_texts) == 2  # what was carried and asked, and what was asked alone
    assert stages["embed"] >= watched.ms
    assert stages["fusion"] >= 0


def test_each_round_embeds_every_question_anew(settings: Settings) -> None:
    real = HashingEmbedder()
    library = Question("is a library card free", "city")
    found = time_rounds(settings, real, [PERMIT, library], rounds=3)
    assert (found.questions, found.rounds) == (2, 3)
    assert real.question_texts.count("what does a parking permit cost") == 3
    # the last question is also asked first, to read what no question has read, and is remembered for its round
    assert real.question_texts.count("is a library card free") == 3
    assert [name for name, _ in found.stages][-1] == END
    assert found.spread(END).p50 <= found.spread(END).p95


def test_the_plain_loop_finds_the_cards(built_site: Site) -> None:
    real = HashingEmbedder()
    index = built_site.open(real)
    loop = PlainLoop(index, limit=2)
    assert index.cards.ids[loop.bm25(["ferri"])[0]] == FERRY
    assert index.cards.ids[loop.chroma(real.embed_question("A library card is free."))[0]] == LIBRARY
    assert len(loop.bm25(["ferri"])) == len(loop.chroma(real.embed_question("ferry"))) == 2
    loop.close()


def test_ratios_are_plain_over_ours() -> None:
    found = _compared(ours=Spread(2.0, 5.0), plain=Spread(40.0, 50.0), ours_cpu=Spread(1, 1), plain_cpu=Spread(30, 30))
    assert found.quicker == (40 / 2, 50 / 5, 30 / 1)


def test_questions_keep_their_bundle_or_are_asked_everywhere() -> None:
    label = Labelled("q", "city", "follow_up", "and then?", (PARKING,), "en", "", "how much?", ())
    (home,) = as_questions([label])
    (everywhere,) = as_questions([label], bundle="all")
    assert home == Question("and then?", "city", (Turn("user", "how much?"),))
    assert everywhere == replace(home, bundle="all")


def test_a_sample_is_spread_over_all_questions() -> None:
    asked = [Question(str(number)) for number in range(10)]
    assert [question.text for question in evenly(asked, 4)] == ["0", "3", "6", "9"]  # every third: 10 / 4 rounds up
    assert evenly(asked, 50) == asked


def test_a_grown_corpus_is_built_and_served(settings: Settings, questions: Path, tmp_path: Path) -> None:
    real = HashingEmbedder()
    build = build_grown(settings, real, tmp_path / "grown", 12)
    assert build.cards == 12
    assert {"grow", "read", "tokens", "vectors", "store", "publish"} <= {name for name, _ in build.steps_s}
    assert build.index_mb > 0
    plan = Plan(settings, questions, rounds=1, cards=12, folder=tmp_path / "grown")
    run = serve(grown_settings(settings, plan.folder), seeded_embedder(settings, real), plan)
    assert (run.cards, run.everywhere.questions, run.compared.questions) == (12, 3, 2)  # follow-ups are not compared
    written = json.loads(to_json(Bench(MACHINE, 0.4, "tiny 1", "0" * 12, (SizeRun(build, run),))))
    assert written["runs"][0]["serve"]["times_quicker"]["p50"] == run.compared.quicker[0]
    text = to_text(Bench(MACHINE, 0.4, "tiny 1", "0" * 12, (SizeRun(build, run),)))
    for word in (
        "A CPU, 2 cores, 2.0 GB",
        "load 0.5 before, 0.4 after",
        "seeded generator",
        "| end to end |",
        "| 12 |",
    ):
        assert word in text


def test_a_grown_folder_is_used_again(settings: Settings, tmp_path: Path) -> None:
    build_grown(settings, HashingEmbedder(), tmp_path / "grown", 8)
    again = build_grown(settings, HashingEmbedder(), tmp_path / "grown", 8)
    assert again.made == 0
    assert "grow" not in dict(again.steps_s)


def test_a_process_that_dies_is_reported_with_what_to_do() -> None:
    with pytest.raises(RagError, match="the shipped cards was ended, most likely for want of memory"):
        in_own_process(leave, Plan(SHIPPED, Path("questions"), 1))


def test_the_machine_is_named_by_its_system(tmp_path: Path) -> None:
    (tmp_path / "cpuinfo").write_text("processor\t: 0\nmodel name\t: A fine CPU\n", encoding="utf-8")
    assert this_machine(proc=tmp_path).cpu == "A fine CPU"
    assert this_machine(proc=tmp_path / "none").cpu
    assert this_machine().cores >= 1


def test_memory_is_what_the_system_says(tmp_path: Path) -> None:
    (tmp_path / "self").mkdir()
    (tmp_path / "self" / "status").write_text(
        "Name:\tpython\nVmHWM:\t    3072 kB\nVmRSS:\t    2048 kB\n", encoding="utf-8"
    )
    assert (memory(proc=tmp_path).now, memory(proc=tmp_path).peak) == (2.0, 3.0)
    assert memory(proc=tmp_path / "none").peak > 0


def test_a_folder_weighs_what_its_files_do(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    for name in ("a", "below/b"):
        (tmp_path / name).write_bytes(bytes(512 * 1024))
    assert folder_mb(tmp_path) == 1.0


def _answering(settings: Settings) -> Settings:
    changes = {
        "confidence": settings.confidence.model_copy(update={"threshold": 0.0}),
        "ambiguity": settings.ambiguity.model_copy(update={"tokens_en": 0}),
    }
    return settings.model_copy(update=changes)


def _compared(**changes: Spread) -> Compared:
    one = Spread(1.0, 1.0)
    names = ("ours", "legs", "lexical", "vector", "plain_bm25", "plain_chroma", "plain", "ours_cpu", "plain_cpu")
    return Compared(questions=1, plain_memory_mb=1.0, **(dict.fromkeys(names, one) | changes))
