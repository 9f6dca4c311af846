"""The solver at the service of many: turns, limits, and workers that come to grief."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from time import monotonic

import pytest

from app.engine.board import Board
from app.resources import ROOT
from app.solver import service as serving
from app.solver.plain import PlainPlayer
from app.solver.service import Busy, Service, hurry, worker_command
from tests.builders import board_of
from tests.worker import COMMAND, TIRELESS

BOARD = board_of(2, 4, 8, 16, 16, 8, 4, 2, 0, 0, 2, 0, 32, 64, 128, 4)
PATIENCE = 30.0
"""Seconds that a slow machine may take; what is expected takes a fraction of one."""


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    service = Service(COMMAND, 1)
    yield service
    await service.close()


@pytest.fixture
async def tireless() -> AsyncIterator[Service]:
    """A service whose only worker searches until it is told to stop."""
    service = Service(TIRELESS, 1)
    yield service
    await service.close()


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "LONGEST_WAIT", PATIENCE)


async def until(is_true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    ends = monotonic() + PATIENCE
    while not is_true():
        assert monotonic() < ends
        await asyncio.sleep(0.01)


def is_alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def threads_of(process: int) -> list[int]:
    return [int(thread.name) for thread in Path(f"/proc/{process}/task").iterdir()]


def environment_of(process: int) -> bytes:
    return Path(f"/proc/{process}/environ").read_bytes()


async def occupy(service: Service, asker: str, board: Board = BOARD) -> "asyncio.Task[object]":
    """Ask for a search of several minutes, and return when it is waiting or running."""
    task = asyncio.create_task(service.ask(asker, board, seconds=300))
    await asyncio.sleep(0)
    return task


async def test_a_worker_answers_what_its_player_says(service: Service) -> None:
    advice = await service.ask("alice", BOARD)
    expected = PlainPlayer("").best(BOARD)
    assert list(advice.values.items()) == list(expected.values.items())
    assert (advice.best, advice.depth, advice.nodes) == (expected.best, expected.depth, expected.nodes)


async def test_the_reason_for_the_slow_path_is_known_once_the_worker_is_ready(service: Service) -> None:
    service.start()
    await until(lambda: service.reason == "a player for tests")


async def test_nobody_has_two_searches_at_a_time(tireless: Service) -> None:
    first = await occupy(tireless, "alice")
    with pytest.raises(Busy):
        await tireless.ask("alice", BOARD)
    first.cancel()


async def test_whoever_comes_when_the_queue_is_full_is_told_at_once(
    tireless: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "MOST_ASKING", 3)
    tasks = [await occupy(tireless, asker) for asker in ("alice", "bob", "carol")]
    with pytest.raises(Busy):
        await tireless.ask("dave", BOARD)
    tasks[0].cancel()
    await asyncio.wait(tasks[:1])
    dave = await occupy(tireless, "dave")
    assert not dave.done()
    for task in (*tasks, dave):
        task.cancel()


async def test_whoever_waits_too_long_is_told(tireless: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    task = await occupy(tireless, "alice")
    monkeypatch.setattr(serving, "LONGEST_WAIT", 0.1)
    with pytest.raises(Busy):
        await tireless.ask("bob", BOARD)
    task.cancel()


async def test_without_workers_it_is_always_busy() -> None:
    with pytest.raises(Busy):
        await Service().ask("alice", BOARD)


async def test_a_search_ends_when_its_asker_is_gone(tireless: Service) -> None:
    gone = await occupy(tireless, "alice")
    await until(lambda: not tireless._waiting)
    gone.cancel()
    begun = monotonic()
    assert (await tireless.ask("bob", BOARD, seconds=0.01)).values
    assert monotonic() - begun < PATIENCE


async def test_a_search_that_waits_for_somebody_who_is_gone_is_never_begun(tireless: Service) -> None:
    first, second = [await occupy(tireless, asker) for asker in ("alice", "bob")]
    second.cancel()
    await asyncio.wait([second])
    assert list(tireless._waiting) in ([], ["alice"])
    first.cancel()


async def test_those_who_ask_again_and_again_take_turns(service: Service) -> None:
    turns: list[str] = []

    async def watch(asker: str) -> None:
        for _ in range(5):
            await service.ask(asker, BOARD)
            turns.append(asker)

    await asyncio.gather(*(watch(asker) for asker in "abc"))
    assert turns == list("abc" * 5)


async def test_the_more_ask_the_less_time_each_search_gets_but_never_none(service: Service) -> None:
    assert service._share(0.05) == 0.05
    service._asking |= {str(number) for number in range(10)}
    assert service._share(0.05) == pytest.approx(0.005)
    service._asking |= {str(number) for number in range(100)}
    assert service._share(0.05) == serving.SHORTEST_SEARCH
    assert service._share(0.001) == 0.001
    service._asking.clear()


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
async def test_a_worker_that_dies_at_rest_is_replaced(service: Service, ending: signal.Signals) -> None:
    await service.ask("alice", BOARD)
    (dead,) = service.processes
    os.kill(dead, ending)
    await until(lambda: bool(service.processes) and service.processes != [dead])
    assert (await service.ask("alice", BOARD)).values


async def test_a_search_whose_worker_dies_is_done_by_the_next(tireless: Service) -> None:
    task = asyncio.create_task(tireless.ask("alice", BOARD, seconds=1))
    await until(lambda: bool(tireless.processes) and not tireless._waiting)
    (dead,) = tireless.processes
    os.kill(dead, signal.SIGKILL)
    assert (await task).values
    assert tireless.processes != [dead]


async def test_a_worker_that_stands_still_is_replaced(service: Service) -> None:
    await service.ask("alice", BOARD)
    await until(lambda: bool(service.reason))
    (stopped,) = service.processes
    os.kill(stopped, signal.SIGSTOP)
    assert (await service.ask("alice", BOARD)).values
    assert not is_alive(stopped)


async def test_a_search_that_costs_two_workers_is_given_up() -> None:
    dies_of_a_question = [sys.executable, "-c", "input()"]
    service = Service(dies_of_a_question, 1)
    with pytest.raises(Busy):
        await service.ask("alice", BOARD)
    await service.close()


@pytest.mark.parametrize("command", [["/nowhere/to/be/found"], [sys.executable, "-c", ""]])
async def test_workers_that_cannot_be_started_keep_nobody_waiting_for_ever(
    command: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "LONGEST_WAIT", 0.3)
    service = Service(command, 1)
    with pytest.raises(Busy):
        await service.ask("alice", BOARD)
    await service.close()


async def test_closing_ends_the_workers_and_answers_those_who_wait(tireless: Service) -> None:
    tasks = [await occupy(tireless, asker) for asker in ("alice", "bob")]
    await until(lambda: bool(tireless.processes))
    (process,) = tireless.processes
    await tireless.close()
    for task in tasks:
        with pytest.raises(Busy):
            await task
    assert not is_alive(process)


async def test_a_real_worker_takes_only_what_nobody_else_wants_and_knows_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "known to the server alone")
    monkeypatch.setenv("DATABASE_URL", "known to the server alone")
    service = Service(worker_command(tmp_path / "none", tmp_path), 1)
    service.start()
    await until(lambda: bool(service.processes))
    (process,) = service.processes
    await until(lambda: os.sched_getscheduler(process) == os.SCHED_IDLE)
    assert b"known to the server alone" not in environment_of(process)
    await service.close()


async def test_a_worker_in_the_idle_class_may_be_hurried_in_all_its_threads(tmp_path: Path) -> None:
    """One that is killed there gets no processor to die with while others want them all."""
    service = Service(worker_command(tmp_path / "none", tmp_path), 1)
    service.start()
    await until(lambda: bool(service.reason))
    (process,) = service.processes
    threads = threads_of(process)
    assert len(threads) > 1
    assert {os.sched_getscheduler(thread) for thread in threads} == {os.SCHED_IDLE}
    hurry(process)
    assert {os.sched_getscheduler(thread) for thread in threads} == {os.SCHED_OTHER}
    await service.close()


async def test_workers_end_with_a_server_that_is_killed() -> None:
    code = """
import asyncio
from app.solver.service import Service
from tests.worker import TIRELESS

async def serve():
    service = Service(TIRELESS, 1)
    service.start()
    while not service.reason:
        await asyncio.sleep(0.01)
    asyncio.create_task(service.ask("alice", (1, 1) + (0,) * 14, seconds=300))
    await asyncio.sleep(0.1)
    print(*service.processes, flush=True)
    await asyncio.sleep(300)

asyncio.run(serve())
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, cwd=ROOT, env=environment, stdout=asyncio.subprocess.PIPE
    )
    assert server.stdout is not None
    worker = 0
    while not worker:
        line = await server.stdout.readline()
        assert line, "the server has ended"
        worker = int(line) if line.strip().isdigit() else 0
    assert is_alive(worker)
    server.kill()
    await server.wait()
    await until(lambda: not is_alive(worker))
