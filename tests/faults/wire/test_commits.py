"""An answer that says something has happened leaves when it is on the disk, and not before."""

from pathlib import Path

import pytest

from tests.faults.wire.commits import EXERCISES, Exercise, answering_early, application, observe
from tests.faults.wire.routes import posts_of


@pytest.fixture
def folder(tmp_path: Path, empty_database: bytes) -> Path:
    (tmp_path / "2048.sqlite3").write_bytes(empty_database)
    return tmp_path


async def test_every_post_route_is_known_here(folder: Path) -> None:
    async with application(folder) as (watched, _):
        assert posts_of(watched) == {exercise.path for exercise in EXERCISES}


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.path)
async def test_the_commit_comes_before_the_answer(folder: Path, exercise: Exercise) -> None:
    async with application(folder) as (watched, database):
        observation = await observe(exercise, watched, database)
        assert observation.is_right, observation


@pytest.mark.parametrize(
    "exercise", [one for one in EXERCISES if one.stores], ids=lambda exercise: exercise.path
)
async def test_an_answer_before_the_commit_is_noticed(folder: Path, exercise: Exercise) -> None:
    async with application(folder) as (watched, database):
        observation = await observe(exercise, watched, database, answering_early(watched))
        assert not observation.is_right, observation
