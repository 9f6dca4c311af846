"""A time in which nothing can be stored: how the server bears it, and what is left of it after.

Whatever the cause, the promise is the same. Moves are refused with 503, Retry-After and a sentence;
pages go on; the process is healthy but not ready; nothing is half applied; and when the cause is
gone, the service heals without a restart.
"""

import asyncio
from collections import Counter
from contextlib import AbstractContextManager
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from app.web.i18n import negotiate
from app.web.notices import Notice, sentence
from tests.faults.clients import Answer, Player, read_state
from tests.faults.figures import Figure, at_most, is_true, none_of
from tests.faults.storage.books import Audit, Books
from tests.faults.storage.load import ask_all, play_for, run
from tests.faults.storage.servers import Server, Starter

PLAYERS = 4
MOVES_AROUND = 6
"""Moves of each player before an outage and after it."""
_BUSY = sentence(Notice.BUSY, negotiate("")).encode()
_BETWEEN_TRIES = 0.05
_MOST_TRIES = 600


class Outage(NamedTuple):
    """What was answered during an outage, and what was found after it.

    ``moves``, ``pages`` and ``health`` count statuses; ``silent`` counts refusals that lack
    Retry-After or the sentence, ``changed`` pages that show another game than before the outage.
    ``slowest`` is of a refusal, ``healed`` from the end of the cause to the first move, in seconds.
    """

    moves: Counter[int]
    pages: Counter[int]
    health: Counter[int]
    readiness: Counter[int]
    silent: int
    changed: int
    slowest: float
    healed: float
    audit: Audit
    conflicts: int
    violations: list[str]

    def figures(self, cause: str) -> list[Figure]:
        """Return the rows of the table."""
        others = self.moves.total() - self.moves[503]
        unclear = self.pages.total() - self.pages[200] - self.pages[503]
        asked = f"{self.moves.total()} moves"
        visits = f"{self.pages.total()} visits"
        probes = f"{self.health.total()} probes"
        stored = f"{self.audit.confirmed} moves"
        is_clean = self.audit.is_clean and not self.violations and not self.conflicts
        return [
            none_of(f"{cause}: moves not answered 503", asked, others),
            none_of(f"{cause}: 503 without Retry-After or sentence", asked, self.silent),
            none_of(f"{cause}: pages neither 200 nor 503", visits, unclear),
            none_of(f"{cause}: games that a refused move changed", visits, self.changed),
            is_true(f"{cause}: healthy, not ready", probes, found=self.is_told_apart),
            is_true(f"{cause}: after it all is stored once, and replays", stored, found=is_clean),
            at_most(f"{cause}: healed without a restart", "1 outage", self.healed, 5.0, "s", 2),
        ]

    @property
    def is_told_apart(self) -> bool:
        """Whether the process was always healthy, and never ready."""
        return set(self.health) == {200} and set(self.readiness) == {503}


def bear(folder: Path, server: Server, cause: AbstractContextManager[object], rounds: int) -> Outage:
    """Play, go through an outage in which every player tries so many times, and play on."""
    everybody = [Player() for _ in range(PLAYERS)]
    run(play_for(everybody, server.port, MOVES_AROUND))
    return _go_through(folder, server, cause, rounds, everybody)


def bear_at_first(folder: Path, start: Starter, cause: AbstractContextManager[object], rounds: int) -> Outage:
    """The same on a server that has just been started and has no file of the database open yet.

    The file by which it claims the database is on another disk, or no disk could turn read-only.
    """
    everybody = [Player() for _ in range(PLAYERS)]
    (folder / "2048.sqlite3.lock").symlink_to(folder.with_name(folder.name + ".lock"))
    with start(folder) as server:
        run(play_for(everybody, server.port, MOVES_AROUND))
        server.stop()
    with start(folder) as server:
        return _go_through(folder, server, cause, rounds, everybody)


def _go_through(
    folder: Path,
    server: Server,
    cause: AbstractContextManager[object],
    rounds: int,
    everybody: list[Player],
) -> Outage:
    trial = _Trial(server, everybody)
    with cause:
        run(trial.go_through(rounds))
    healed = run(_heal(everybody[0], server.port))
    run(play_for(everybody, server.port, MOVES_AROUND))
    with Books(folder) as books:
        return Outage(
            trial.moves,
            trial.pages,
            trial.health,
            trial.readiness,
            trial.silent,
            trial.changed,
            trial.slowest,
            healed,
            books.audit(everybody),
            sum(player.conflicts for player in everybody),
            books.violations(),
        )


class _Trial:
    """Counts the answers during an outage."""

    def __init__(self, server: Server, everybody: list[Player]) -> None:
        self.moves: Counter[int] = Counter()
        self.pages: Counter[int] = Counter()
        self.health: Counter[int] = Counter()
        self.readiness: Counter[int] = Counter()
        self.silent = 0
        self.changed = 0
        self.slowest = 0.0
        self._server = server
        self._everybody = everybody

    async def go_through(self, rounds: int) -> None:
        stranger = Player()
        for _ in range(rounds):
            await self._try_all()
            await stranger.connect(self._server.port)
            self.pages[(await stranger.visit()).status] += 1
            if stranger.seen:
                self._note(await stranger.play())
            stranger.leave()
            health, readiness = await ask_all(self._server.ops_port, "/healthz", "/readyz")
            self.health[health] += 1
            self.readiness[readiness] += 1

    async def _try_all(self) -> None:
        async with asyncio.TaskGroup() as group:
            for player in self._everybody:
                group.create_task(self._try(player))

    async def _try(self, player: Player) -> None:
        await player.connect(self._server.port)
        began = perf_counter()
        answer = await player.play()
        self.slowest = max(self.slowest, perf_counter() - began)
        self._note(answer)
        before = player.seen
        page = await player.visit()
        self.pages[page.status] += 1
        self.changed += bool(page.status == 200 and player.pending and read_state(page.body) != before)
        player.leave()

    def _note(self, answer: Answer) -> None:
        self.moves[answer.status] += 1
        if answer.status == 503:
            is_told = answer.header("retry-after") is not None and _BUSY in answer.body
            self.silent += not is_told


async def _heal(player: Player, port: int) -> float:
    """Try until a move is confirmed; return the seconds that took."""
    began = perf_counter()
    await player.connect(port)
    for _ in range(_MOST_TRIES):
        if (await player.play()).status == 200:
            break
        await asyncio.sleep(_BETWEEN_TRIES)
    player.leave()
    return perf_counter() - began
