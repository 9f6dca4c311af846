"""A clock that is wrong, or jumps while people play: nothing of a game depends on it."""

import contextlib
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from time import sleep, time
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from app.play.moving import LONGEST_PAUSE
from app.store.database import database_url, reader_engine
from app.store.tables import games, moves
from tests.faults.clients import Player, read_state
from tests.faults.figures import Figure, is_true, none_of, number_of
from tests.faults.storage.books import Audit, Books
from tests.faults.storage.load import play_for, run
from tests.faults.storage.servers import Forker, Server

PLAYERS = 3
JUMPS = ("-1h", "+10y", "@2038-01-20 00:00:00")
"""In the words of libfaketime: an hour back, ten years on, and past the end of 32-bit seconds."""

_TRUE = "+0"
_MOST_TRIES = 50
_BETWEEN_TRIES = 0.1
_HOUR = 60 * 60
_YEAR = 365 * 24 * 60 * 60
_NEAR = 600
"""Seconds by which a clock may differ from what it was set to."""


class Jumped(NamedTuple):
    """What was found after play under a clock that was somewhere else."""

    jumps: int
    requests: int
    unseen: int
    """Jumps that the server's own times do not show, so that they proved nothing."""
    strangers: int
    """Players who were not known any more."""
    beyond: int
    """Moves whose time is negative or larger than its column."""
    audit: Audit
    conflicts: int
    violations: list[str]

    @property
    def is_clean(self) -> bool:
        """Whether everything is stored as it was confirmed, once."""
        return self.audit.is_clean and not self.violations and not self.conflicts

    def figures(self, what: str) -> list[Figure]:
        """Return the rows of the table."""
        sample = f"{number_of(self.jumps, 'jump')}, {number_of(self.requests, 'move')}"
        return [
            none_of(f"{what}: jumps that the server did not see", sample, self.unseen),
            none_of(f"{what}: sessions lost", sample, self.strangers),
            none_of(f"{what}: times of moves out of bounds", sample, self.beyond),
            is_true(f"{what}: all is stored once, and replays", sample, found=self.is_clean),
        ]


class Clock:
    """The time that servers are given, read again and again by libfaketime from a file.

    The steady clock stays true, as it does when a real clock is set.
    """

    def __init__(self, place: Path) -> None:
        self._file = place / "clock"
        self.set(_TRUE)
        self._variables = {
            "LD_PRELOAD": str(_library()),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }
        self._forker = Forker(**self._variables)

    def __enter__(self) -> "Clock":
        return self

    def __exit__(self, *_: object) -> None:
        self._forker.__exit__()

    def set(self, jump: str) -> None:
        """Set the clock; a server sees it when it starts, or after a second or two."""
        self._file.write_text(jump)

    def serve(self, folder: Path) -> contextlib.AbstractContextManager[Server]:
        """Serve under this clock."""
        return self._forker.serve(folder, **self._variables)


def jump_while_playing(clock: Clock, folder: Path, moves_each: int) -> Jumped:
    """Play on one server while its clock jumps to and fro."""
    everybody = [Player() for _ in range(PLAYERS)]
    unseen = strangers = 0
    jumps = (*JUMPS, _TRUE)
    with clock.serve(folder) as server:
        run(play_for(everybody, server.port, moves_each))
        for jump in jumps:
            clock.set(jump)
            for _ in range(_MOST_TRIES):
                sleep(_BETWEEN_TRIES)
                run(play_for(everybody, server.port, 1))
                if _shows(folder, jump):
                    break
            unseen += not _shows(folder, jump)
            strangers += run(_strangers(everybody, server))
            run(play_for(everybody, server.port, moves_each))
    return _found(folder, everybody, len(jumps), unseen, strangers)


def start_under(clock: Clock, folder: Path, moves_each: int) -> Jumped:
    """Play; start anew with the clock at another time, come back and play on; and so for each time."""
    everybody = [Player() for _ in range(PLAYERS)]
    unseen = strangers = 0
    clock.set(_TRUE)
    with clock.serve(folder) as server:
        run(play_for(everybody, server.port, moves_each))
        server.stop()
    for jump in JUMPS:
        clock.set(jump)
        with clock.serve(folder) as server:
            strangers += run(_strangers(everybody, server))
            if strangers:
                break
            run(play_for(everybody, server.port, moves_each))
            unseen += not _shows(folder, jump)
            server.stop()
    return _found(folder, everybody, len(JUMPS), unseen, strangers)


def _library() -> Path:
    program = shutil.which("faketime")
    assert program, "faketime is not installed"
    return next(Path(program).parent.parent.glob("lib/**/faketime/libfaketimeMT.so.1"))


def _shows(folder: Path, jump: str) -> bool:
    """Tell whether the games that are open were changed at the time that the clock was set to."""
    if jump.startswith("@"):
        expected = datetime.fromisoformat(jump[1:]).astimezone().timestamp()
    else:
        expected = time() + {"-1h": -_HOUR, "+10y": 10 * _YEAR, _TRUE: 0}[jump]
    with _connected(folder) as connection:
        times = connection.execute(select(games.c.moved_at).where(games.c.closed_at.is_(None))).scalars()
        return all(abs(moved_at / 1000 - expected) < _NEAR for moved_at in times)


async def _strangers(everybody: list[Player], server: Server) -> int:
    """Return how many players are shown another game than the one they left."""
    found = 0
    for player in everybody:
        await player.connect(server.port)
        before = player.seen
        page = await player.visit()
        found += page.status != 200 or before != read_state(page.body)
        player.leave()
    return found


def _found(folder: Path, everybody: list[Player], jumps: int, unseen: int, strangers: int) -> Jumped:
    bounds = moves.c.milliseconds.between(0, LONGEST_PAUSE)
    with _connected(folder) as connection, Books(folder) as books:
        return Jumped(
            jumps,
            sum(player.confirmed for player in everybody),
            unseen,
            strangers,
            connection.execute(select(func.count()).select_from(moves).where(~bounds)).scalar_one(),
            books.audit(everybody),
            sum(player.conflicts for player in everybody),
            books.violations(),
        )


@contextlib.contextmanager
def _connected(folder: Path) -> Iterator[Connection]:
    engine = reader_engine(database_url(None, folder))
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()
