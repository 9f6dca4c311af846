"""The solver at the service of many: searches wait their turn for a few processes of their own.

Whoever asks has one search at a time, waiting or running, so those who ask again and again take turns.
The more of them there are, the less time each search gets. Nothing of it holds up the loop it runs in,
and a worker that dies or does not answer in time is replaced.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import structlog

from app.engine.board import Board, Direction
from app.solver.levels import Advice, Level
from app.solver.measures import ASKING, READY, REFUSED, RESTARTS, SECONDS

LONGEST_SEARCH = 0.04
"""Seconds that a search takes at most unless its asker says otherwise."""
SHORTEST_SEARCH = 0.002
"""Seconds that a search gets however many want one."""
MOST_ASKING = 128
"""Searches that may wait or run; beyond it whoever asks is told at once that the solver is busy."""
LONGEST_WAIT = 5.0
"""Seconds after which nobody waits any longer."""
GRACE = 0.5
"""Seconds beyond its time after which a worker that does not answer counts as stuck."""
LONGEST_START = 30.0
"""The same until it has told that it is ready."""
LONGEST_STARVED = 20.0
"""The same where others leave it no processor."""
TRIES = 2
"""Workers that may be lost over one search."""
_PAUSE = 0.25
_LOOK = 1.0
_SECRETS = ("SECRET_KEY", "DATABASE_URL")


class Busy(Exception):
    """The solver cannot answer just now; it may be asked again in a moment."""


def worker_command(weights: Path, folder: Path) -> list[str]:
    """Return the command of a worker; weights and folder are those of ``app.solver.load``."""
    return [sys.executable, "-m", "app.solver.worker", str(weights), str(folder)]


class Service:
    """So many worker processes, begun by a command, and the searches that wait for them.

    Without workers it is always busy.
    """

    def __init__(self, command: Sequence[str] = (), workers: int = 0) -> None:
        self.reason = ""
        """Why the slow path serves, in one line; empty where it does not, or nobody knows yet."""
        self._command = command
        self._workers = workers
        self._tasks: list[asyncio.Task[None]] = []
        self._processes: list[_Process] = []
        self._waiting: dict[str, _Search] = {}
        self._asking: set[str] = set()
        self._arrival = asyncio.Event()
        self._numbers = count(1)

    @property
    def processes(self) -> list[int]:
        """The ids of the workers, for whoever wants to look after them."""
        return [process.id for process in self._processes]

    def start(self) -> None:
        """Start the workers, so that the first who asks need not wait for them."""
        if not self._tasks:
            ASKING.set_function(lambda: len(self._asking))
            READY.set_function(lambda: sum(not process.is_new for process in self._processes))
            self._tasks = [asyncio.create_task(self._work()) for _ in range(self._workers)]

    async def close(self) -> None:
        """End the workers; whoever still waits is told that the solver is busy."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        # Those that were just about to be replaced.
        for process in self._processes:
            await process.end()
        self._processes = []
        for search in self._waiting.values():
            search.refuse()

    async def ask(
        self, asker: str, board: Board, level: Level = Level.MAX, seconds: float = LONGEST_SEARCH
    ) -> Advice:
        """Return what each direction of a board is worth. Cancelling this ends the search.

        ``asker`` is whose search it is; ``seconds`` is how long it may take once it has its turn, less
        where many ask. Raises ``Busy`` if there are too many, if the asker has a search already, or if
        the turn does not come in time.
        """
        if not self._workers or len(self._asking) >= MOST_ASKING:
            raise _refused("full")
        if asker in self._asking:
            raise _refused("asker")
        self.start()
        search = _Search(
            next(self._numbers), asker, board, level, seconds, asyncio.get_running_loop().create_future()
        )
        self._asking.add(asker)
        self._queue(search)
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                return await search.advice
        except TimeoutError:
            raise _refused("late") from None
        finally:
            self._asking.discard(asker)
            self._waiting.pop(asker, None)

    async def _work(self) -> None:
        """Keep one worker alive, and hand it one search after the other."""
        while True:
            try:
                process = await _Process.start(self._command, self._learn)
                self._processes.append(process)
                try:
                    while True:
                        await self._hand_over(await self._next(process), process)
                finally:
                    await process.end()
                    self._processes.remove(process)
            except (_Lost, OSError) as cause:
                RESTARTS.inc()
                structlog.get_logger().warning("solver worker replaced", cause=str(cause))
            await asyncio.sleep(_PAUSE)

    async def _next(self, process: "_Process") -> "_Search":
        """Wait for a search. Raises ``_Lost`` if the worker ends meanwhile."""
        while not process.has_ended:
            if self._waiting:
                return self._waiting.pop(next(iter(self._waiting)))
            self._arrival.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._arrival.wait(), _LOOK)
        raise _Lost("it has ended")

    async def _hand_over(self, search: "_Search", process: "_Process") -> None:
        """Have a search done. What a worker was lost over is tried once more by another."""
        if search.advice.done():
            return
        search.tries += 1
        try:
            await process.answer(search, self._share(search.seconds))
        except BaseException:
            if search.tries < TRIES and not search.advice.done():
                self._queue(search)
            else:
                search.refuse()
            raise

    def _queue(self, search: "_Search") -> None:
        self._waiting[search.asker] = search
        self._arrival.set()

    def _share(self, seconds: float) -> float:
        """Return how much of its time a search gets, so that those who wait have their turn soon."""
        crowd = max(1.0, len(self._asking) / self._workers)
        return max(min(seconds, SHORTEST_SEARCH), seconds / crowd)

    def _learn(self, reason: str) -> None:
        self.reason = reason
        structlog.get_logger().info("solver ready", plain=bool(reason), reason=reason)


class _Lost(Exception):
    """A worker has died or is stuck."""


@dataclass(slots=True)
class _Search:
    """A board that somebody wants to know about, and where the answer goes."""

    number: int
    asker: str
    board: Board
    level: Level
    seconds: float
    advice: asyncio.Future[Advice]
    tries: int = 0

    def refuse(self) -> None:
        """Tell the asker, if they still wait, that nothing comes of it."""
        if not self.advice.done():
            self.advice.set_exception(Busy("no worker"))


class _Process:
    """A worker as its owner sees it."""

    def __init__(self, process: asyncio.subprocess.Process, learn: Callable[[str], None]) -> None:
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        self.id = process.pid
        self.is_new = True
        self._process = process
        self._input = process.stdin
        self._output = process.stdout
        self._learn = learn
        self._number = 0
        self._answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, command: Sequence[str], learn: Callable[[str], None]) -> "_Process":
        """Start a worker; ``learn`` is called with the reason that it gives for its player."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, env=_environment())
        return cls(process, learn)

    @property
    def has_ended(self) -> bool:
        """Whether nothing more comes from the worker."""
        return self._reading.done()

    async def answer(self, search: _Search, seconds: float) -> None:
        """Have a search done in so many seconds, and hand its answer over. Raises ``_Lost``."""
        began = monotonic()
        self._number, self._answer = search.number, asyncio.get_running_loop().create_future()
        self._send(number=search.number, board=search.board, level=search.level, seconds=seconds)
        search.advice.add_done_callback(lambda advice: self._cancel(search) if advice.cancelled() else None)
        await self._until_answered(LONGEST_START if self.is_new else seconds + GRACE)
        SECONDS.labels(search.level.value).observe(monotonic() - began)
        if not search.advice.done():
            search.advice.set_result(_advice(self._answer.result()))

    async def end(self) -> None:
        """End the worker at once."""
        with suppress(ProcessLookupError):
            self._process.kill()
        hurry(self.id)
        self._input.close()
        await asyncio.gather(self._reading, return_exceptions=True)
        await self._process.wait()

    async def _read(self) -> None:
        """Take in what the worker says, until it says no more, or nothing that makes sense."""
        while (line := await self._output.readline()).endswith(b"\n"):
            message = json.loads(line)
            if "reason" in message:
                self.is_new = False
                self._learn(message["reason"])
            elif message["number"] == self._number and not self._answer.done():
                self._answer.set_result(message)

    async def _until_answered(self, patience: float) -> None:
        began, used = monotonic(), _processor_seconds(self.id)
        while not self._answer.done():
            either = (self._answer, self._reading)
            await asyncio.wait(either, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            if self._answer.done():
                return
            if self.has_ended:
                raise _Lost("it has ended")
            if monotonic() - began >= LONGEST_STARVED or not _is_starved(self.id, used + patience):
                raise _Lost("it does not answer")

    def _cancel(self, search: _Search) -> None:
        self._send(cancel=search.number)

    def _send(self, **message: object) -> None:
        self._input.write(json.dumps(message).encode() + b"\n")


def _advice(answer: dict[str, Any]) -> Advice:
    values = {Direction(name): value for name, value in answer["values"].items()}
    return Advice(values, answer["depth"], answer["nodes"], answer["seconds"], answer["is_plain"])


def _refused(cause: str) -> Busy:
    REFUSED.labels(cause).inc()
    return Busy(cause)


def _environment() -> dict[str, str]:
    """Return what a worker finds in its environment: this package, and none of the server's secrets."""
    inherited = {name: value for name, value in os.environ.items() if name not in _SECRETS}
    places = [str(Path(__file__).parents[2]), *filter(None, [inherited.get("PYTHONPATH")])]
    return {**inherited, "PYTHONPATH": os.pathsep.join(places)}


def hurry(process: int) -> None:
    """Let a worker that was killed have a processor: to die it needs one, and others may want them all."""
    for thread in Path(f"/proc/{process}/task").glob("*"):
        with suppress(OSError):
            os.sched_setscheduler(int(thread.name), os.SCHED_OTHER, os.sched_param(0))


def _is_starved(process: int, limit: float) -> bool:
    """Tell whether a worker could go on, had others left it so many seconds of a processor."""
    return _wants_to_run(process) and _processor_seconds(process) < limit


def _wants_to_run(process: int) -> bool:
    return any(_stat(thread)[0] in ("R", "D") for thread in Path(f"/proc/{process}/task").glob("*"))


def _processor_seconds(process: int) -> float:
    user, system = _stat(Path(f"/proc/{process}"))[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _stat(process: Path) -> list[str]:
    """Return what the kernel tells of a process or thread, from its state on; zeros where it does not."""
    try:
        return (process / "stat").read_text("ascii", "replace").rpartition(")")[2].split()
    except OSError:
        return ["0"] * 13
