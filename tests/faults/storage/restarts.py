"""Restarts under load: nothing that was confirmed is lost, and whoever tries again gets through."""

import asyncio
import signal
from collections import Counter
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple

from tests.faults.clients import CutShort, Player
from tests.faults.figures import Figure, at_most, none_of
from tests.faults.storage.books import Audit, Books
from tests.faults.storage.chance import dice
from tests.faults.storage.load import run, until
from tests.faults.storage.servers import Starter
from tests.ports import free_port

PLAYERS = 16
LONGEST_STOP = 6.0
_SHORTEST, _LONGEST = 0.2, 0.6
"""Seconds of play between two restarts."""
_BETWEEN_TRIES = 0.02
_ENOUGH_TRIES = 30.0
"""Seconds of trying after which a player gives up."""


class Restarts(NamedTuple):
    """What so many restarts under load did."""

    restarts: int
    codes: Counter[int]
    slowest_stop: float
    statuses: Counter[int]
    """Of answers to moves, those of retries included."""
    cut_short: int
    """Answers that broke off in the middle."""
    given_up: int
    audit: Audit
    conflicts: int
    violations: list[str]

    @property
    def unclean(self) -> int:
        """Answers that are neither a confirmation nor a refusal."""
        return self.statuses.total() - self.statuses[200] - self.statuses[503]

    def figures(self) -> list[Figure]:
        """Return the rows of the table."""
        sample = f"{self.restarts} restarts, {self.audit.confirmed:,} moves"
        wrong = self.audit.duplicated + self.audit.gaps + self.audit.wrong + len(self.violations)
        return [
            none_of("restart under load: exit codes other than 0", sample, self.restarts - self.codes[0]),
            at_most("restart under load: slowest stop", sample, self.slowest_stop, LONGEST_STOP, "s", 2),
            none_of("restart under load: answers cut short", sample, self.cut_short),
            none_of("restart under load: answers other than 200 and 503", sample, self.unclean),
            none_of("restart under load: confirmed moves lost", sample, self.audit.lost),
            none_of("restart under load: moves twice, gaps, differences", sample, wrong),
            none_of("restart under load: failed after retry", sample, self.given_up + self.conflicts),
        ]


class _Players:
    """Players who go on through restarts until they are told that it is enough."""

    def __init__(self, port: int) -> None:
        self.everybody = [Player() for _ in range(PLAYERS)]
        self.statuses: Counter[int] = Counter()
        self.cut_short = 0
        self.given_up = 0
        self.enough = asyncio.Event()
        self._port = port

    async def play(self, player: Player) -> None:
        """Play, and try again after every failure, until it is enough or has been too much."""
        while self._goes_on(player):
            confirmed, failing_since = player.confirmed, perf_counter()
            while self._goes_on(player) and player.confirmed == confirmed:
                await self._try(player)
                if perf_counter() - failing_since > _ENOUGH_TRIES:
                    self.given_up += 1
                    player.pending = None
                    player.leave()
                    return
        player.leave()

    def _goes_on(self, player: Player) -> bool:
        return not self.enough.is_set() or player.pending is not None

    async def _try(self, player: Player) -> None:
        """Play until something fails or it is enough."""
        try:
            await player.connect(self._port)
            if player.seen is None:
                await player.visit()
            while self._goes_on(player):
                status = (await player.play()).status
                self.statuses[status] += 1
                if status != 200:
                    break
        except ConnectionError as error:
            self.cut_short += isinstance(error, CutShort)
        await asyncio.sleep(_BETWEEN_TRIES)


def restart_again_and_again(folder: Path, start: Starter, restarts: int) -> Restarts:
    """Play with 16 players, who send again what failed, while the server is stopped and started."""
    codes: Counter[int] = Counter()
    stops: list[float] = []
    chance = dice(restarts)

    async def go_through() -> _Players:
        players = _Players(port)
        async with asyncio.TaskGroup() as group:
            for player in players.everybody:
                group.create_task(players.play(player))
            for _ in range(restarts):
                code, seconds = await asyncio.to_thread(_serve_for, chance.uniform(_SHORTEST, _LONGEST))
                codes[code] += 1
                stops.append(seconds)
            with start(folder, PORT=str(port)) as server:
                await asyncio.sleep(_SHORTEST)
                players.enough.set()
                await until(lambda: not any(player.pending for player in players.everybody))
                server.kill()
        return players

    def _serve_for(seconds: float) -> tuple[int, float]:
        with start(folder, PORT=str(port)) as server:
            sleep(seconds)
            began = perf_counter()
            server.signal(signal.SIGTERM)
            return server.wait(), perf_counter() - began

    port = free_port()
    players = run(go_through())
    with Books(folder) as books:
        return Restarts(
            restarts,
            codes,
            max(stops),
            players.statuses,
            players.cut_short,
            players.given_up,
            books.audit(players.everybody),
            sum(player.conflicts for player in players.everybody),
            books.violations(),
        )
