import sys
from pathlib import Path

import pytest

from rag.browse.index_job import IndexJob, JobState
from rag.index.build import Built
from rag.index.versions import builder_lock, current_version
from tests.fakes.town import build_town

ROOT = Path(__file__).parents[3]
PATIENCE_S = 60.0


def job_in(folder: Path) -> IndexJob:
    command = (sys.executable, "-m", "rag", "--config", str(folder / "config.yaml"), "index")
    return IndexJob(command, folder=ROOT)


def finish(job: IndexJob) -> JobState:
    state = job.wait(PATIENCE_S)
    assert state is not None
    assert not state.running
    return state


@pytest.fixture
def town(tmp_path: Path) -> Path:
    build_town(tmp_path)
    return tmp_path


def test_before_the_first_task_there_is_no_state(tmp_path: Path) -> None:
    assert job_in(tmp_path).state is None


def test_a_changed_card_is_found_built_and_then_agrees(town: Path) -> None:
    before = current_version(town / "data" / "index")
    card = town / "okf" / "town" / "fees" / "parking-permit.md"
    card.write_text(card.read_text().replace("30 euros", "31 euros"))
    job = job_in(town)
    assert job.start("compare")
    compared = finish(job)
    assert compared.difference is not None
    assert compared.difference.changed == ("town/fees/parking-permit",)
    assert current_version(town / "data" / "index") == before

    assert job.start("build")
    built = finish(job)
    assert isinstance(built.built, Built)
    assert built.progress is not None
    assert built.progress.step == "publish"
    assert current_version(town / "data" / "index") == built.built.version != before

    assert job.start("compare")
    again = finish(job)
    assert again.difference is not None
    assert again.difference.none


def test_a_second_build_says_that_another_process_builds(town: Path) -> None:
    job = job_in(town)
    with builder_lock(town / "data" / "index"):
        job.start("build")
        state = finish(job)
    assert state.failure is not None
    assert state.failure.kind == "IndexBusy"


def test_an_error_of_the_settings_reaches_the_state(tmp_path: Path) -> None:
    job = job_in(tmp_path)
    job.start("build")
    state = finish(job)
    assert state.failure is not None
    assert state.failure.kind == "ConfigError"
    assert "config.yaml not found" in state.failure.message


def test_while_a_task_runs_no_second_one_starts(tmp_path: Path) -> None:
    job = IndexJob((sys.executable, "-c", "import time; time.sleep(1)"), folder=tmp_path)
    assert job.start("build")
    assert not job.start("build")
    state = finish(job)
    assert state.failure is not None
    assert "ended with code 0" in state.failure.message
    assert job.start("compare")
    finish(job)


def test_a_process_that_dies_shows_its_last_words(tmp_path: Path) -> None:
    script = "import sys; sys.exit('out of memory')"
    job = IndexJob((sys.executable, "-c", script), folder=tmp_path)
    job.start("build")
    failure = finish(job).failure
    assert failure is not None
    assert failure.message == "The process ended with code 1: out of memory"


def test_a_program_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    job = IndexJob((str(tmp_path / "nothing"),), folder=tmp_path)
    assert job.start("build")
    failure = finish(job).failure
    assert failure is not None
    assert "could not be started" in failure.message
