"""Reviews under way: each a task that asks the solver about one board after the other.

They live in the memory of this process; only what is finished is stored. A review that was lost, with
the process or for want of the solver, begins again when its player asks for it.
"""

import asyncio
from functools import partial
from time import monotonic
from typing import NamedTuple

import structlog

from app.engine.board import Board
from app.play.looking_back import Past, course_of, directions_of
from app.solver import Advice, Level
from app.solver.review import pack, review
from app.solver.service import Busy, Service
from app.store.database import Database
from app.store.history import FinishedGame, keep_review

MOST_AT_ONCE = 8
"""Reviews that ask the solver at the same time; the others wait for their turn."""
MOST_A_PLAYER = 2
"""Reviews of one player that may be under way."""
MOST_UNDER_WAY = 200

_LONGEST_SEARCH = 1.0
"""Seconds: far more than a board takes, so that no answer is cut short and each is the same every time."""
_PAUSE = 0.2
LONGEST_PATIENCE = 180.0
"""Seconds for which a board waits while the solver is busy, or is still being made ready."""


class TooManyReviews(Exception):
    """No further review may begin before one that is under way has ended."""


class Progress(NamedTuple):
    """How many boards of how many have been looked at."""

    done: int
    boards: int


class _Job:
    def __init__(self, past: Past) -> None:
        self.player_id = past.player_id
        self.game = past.game
        self.done = 0

    @property
    def key(self) -> tuple[int, int]:
        return _key(self.game)


class Reviewer:
    """Reviews games and stores the reviews."""

    def __init__(self, database: Database, solver: Service) -> None:
        self._database = database
        self._solver = solver
        self._jobs: dict[tuple[int, int], _Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_ready = False
        self._places = asyncio.Semaphore(MOST_AT_ONCE)

    def progress(self, game: FinishedGame) -> Progress | None:
        """Return how far the review of a game is; ``None`` if none is under way."""
        job = self._jobs.get(_key(game))
        return Progress(job.done, game.turn + 1) if job else None

    def begin(self, past: Past) -> None:
        """Begin the review of a game, unless it is under way. Raises ``TooManyReviews``."""
        if _key(past.game) in self._jobs:
            return
        of_player = sum(job.player_id == past.player_id for job in self._jobs.values())
        if of_player >= MOST_A_PLAYER or len(self._jobs) >= MOST_UNDER_WAY:
            raise TooManyReviews
        job = _Job(past)
        self._jobs[job.key] = job
        task = asyncio.create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Give up what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, job: _Job) -> None:
        try:
            async with self._places:
                await self._review(job)
        except Exception as error:  # noqa: BLE001 - its player may begin it again
            structlog.get_logger().warning("review given up", game=job.game.id, error=repr(error))
        finally:
            del self._jobs[job.key]

    async def _review(self, job: _Job) -> None:
        directions = await self._database.read(partial(directions_of, game=job.game))
        boards = await asyncio.to_thread(course_of, job.game, directions)
        advices: list[Advice] = []
        for board in boards:
            advices.append(await self._ask(job, board))
            job.done += 1
        found = await asyncio.to_thread(review, boards, directions, advices)
        packed = await asyncio.to_thread(pack, found)
        keeping = partial(keep_review, player_id=job.player_id, game=job.game, packed=packed)
        await self._database.write(keeping)

    async def _ask(self, job: _Job, board: Board) -> Advice:
        """Ask until there is an answer, and until the solver is ready to give its own and not the plain one.

        Raises ``Busy`` if it stays busy for too long.
        """
        patience_ends = monotonic() + LONGEST_PATIENCE
        while True:
            is_patient = monotonic() < patience_ends
            try:
                advice = await self._solver.ask(
                    f"review {job.game.id}", board, Level.STANDARD, _LONGEST_SEARCH
                )
            except Busy:
                if not is_patient:
                    raise
            else:
                self._is_ready |= not advice.is_plain or bool(self._solver.reason) or not is_patient
                if self._is_ready:
                    return advice
            await asyncio.sleep(_PAUSE)


def _key(game: FinishedGame) -> tuple[int, int]:
    return game.id, game.version
