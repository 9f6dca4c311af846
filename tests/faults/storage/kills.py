"""kill -9 at random moments under load: what was confirmed is there after the restart, once."""

import asyncio
import signal
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from tests.faults.clients import Player
from tests.faults.figures import Figure, none_of
from tests.faults.storage.books import Audit, Books
from tests.faults.storage.chance import dice
from tests.faults.storage.load import play_until_cut, run, until
from tests.faults.storage.servers import Server, Starter

PLAYERS = 16
LONGEST_RESTART = 2.0
SOONEST, LATEST = 0.002, 0.3
"""Seconds from the first confirmed move after a start to the kill."""


class Kills(NamedTuple):
    """What so many kills did, found after each restart, and once more from the beginning at the end."""

    kills: int
    audit: Audit
    conflicts: int
    violations: list[str]
    restarts: list[float]
    """Seconds from the start of the process until it is ready, each after a kill."""
    complaints: list[str]
    """Lines on the error streams of all the servers."""

    def figures(self) -> list[Figure]:
        """Return the rows of the table."""
        sample = f"{self.kills:,} kills, {self.audit.confirmed:,} moves"
        return [
            none_of("kill -9: confirmed moves lost", sample, self.audit.lost),
            none_of("kill -9: moves applied twice", sample, self.audit.duplicated),
            none_of("kill -9: gaps between turns", sample, self.audit.gaps),
            none_of("kill -9: boards, scores or directions that differ", sample, self.audit.wrong),
            none_of("kill -9: retries refused", sample, self.conflicts),
            none_of("kill -9: games that do not replay", sample, len(self.violations)),
            none_of("kill -9: complaints in the log", sample, len(self.complaints)),
        ]


def kill_again_and_again(folder: Path, start: Starter, kills: int, seed: int = 2048) -> Kills:
    """Serve, play with 16 players, kill; restart on the same data, compare, go on where it stopped."""
    chance = dice(seed)
    everybody = [Player() for _ in range(PLAYERS)]
    restarts: list[float] = []
    bad = Audit()
    with Books(folder) as books:
        for _ in range(kills):
            with start(folder) as server:
                restarts.append(server.start_seconds)
                bad += books.audit(everybody)._replace(confirmed=0)
                delay = chance.uniform(SOONEST, LATEST)
                run(play_until_cut(everybody, server.port, _kill(server, delay, everybody)))
        with start(folder) as server:
            restarts.append(server.start_seconds)
            complaints = server.log().splitlines()
            server.kill()
    with Books(folder) as afresh:
        audit = afresh.audit(everybody) + bad
        conflicts = sum(player.conflicts for player in everybody)
        return Kills(kills, audit, conflicts, afresh.violations(), restarts[1:], complaints)


def restart_figure(what: str, restarts: list[float]) -> Figure:
    """Return how long a server took to be ready again after a kill."""
    cuts = quantiles(restarts, n=100, method="inclusive")
    found = f"p50 {cuts[49]:.2f} s, p99 {cuts[98]:.2f} s, max {max(restarts):.2f} s"
    holds = cuts[98] <= LONGEST_RESTART
    return Figure(what, f"{len(restarts):,} restarts", found, f"p99 ≤ {LONGEST_RESTART:g} s", holds)


async def _kill(server: Server, delay: float, everybody: Sequence[Player]) -> None:
    """Kill the server so long after the first of the players has a move confirmed."""
    confirmed = sum(player.confirmed for player in everybody)
    await until(lambda: confirmed < sum(player.confirmed for player in everybody))
    await asyncio.sleep(delay)
    server.signal(signal.SIGKILL)
