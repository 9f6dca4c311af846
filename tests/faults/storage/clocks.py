"""A clock that is wrong, or jumps while people play: nothing of a game depends on it."""

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from time import time
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from app.play.moving import LONGEST_PAUSE
from app.store.database import database_url, reader_engine
from app.store.tables import games, moves
from tests.faults.clients import Player, read_state
from tests.faults.figures import Figure, is_true, none_of
from tests.faults.storage.books import Audit, Books
from tests.faults.storage.load import play_for, run
from tests.faults.storage.servers import Forker, Server

PLAYERS = 3
JUMPS = ("-1h", "+10y", "@2038-01-20 00:00:00")
"""In the words of libfaketime: an hour back, ten years on, and past the end of 32-bit seconds."""

_TRUE = "+0"
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
        sample = f"{self.jumps} jumps, {self.requests} moves"
        return [
            none_of(f"{what}: jumps that the server did not see", sample, self.unseen),
            none_of(f"{what}: sessions lost", sample, self.strangers),
            none_of(f"{what}: times of moves out of bounds", sample, self.beyond),
            is_true(f"{what}: all is stored once, and replays", sample, found=self.is_clean),
        ]


def jump_while_playing(folder: Path, moves_each: int) -> Jumped:
    """Play on one server while its clock jumps to and fro."""
    everybody = [Player() for _ in range(PLAYERS)]
    clock = _Clock(folder)
    unseen = strangers = 0
    sequence = [step for jump in JUMPS for step in (jump, _TRUE)]
    with clock.forker() as forker, forker.serve(folder, **clock.settings) as server:
        run(play_for(everybody, server.port, moves_each))
        for jump in sequence:
            clock.set(jump)
            strangers += run(_strangers(everybody, server))
            run(play_for(everybody, server.port, moves_each))
            unseen += not _shows(folder, jump)
    return _found(folder, everybody, len(sequence), unseen, strangers)


def start_under(folder: Path, jumps: Sequence[str], moves_each: int) -> list[Jumped]:
    """Play, start anew with the clock at another time, come back and play on; for each of these times."""
    clock = _Clock(folder)
    with clock.forker() as forker:
        return [_start(folder / str(place), forker, clock, jump, moves_each) for place, jump in enumerate(jumps)]


def _start(folder: Path, forker: Forker, clock: "_Clock", jump: str, moves_each: int) -> Jumped:
    folder.parent.mkdir(exist_ok=True)
    everybody = [Player() for _ in range(PLAYERS)]
    clock.set(_TRUE)
    with forker.serve(folder, **clock.settings) as server:
        run(play_for(everybody, server.port, moves_each))
        server.stop()
    clock.set(jump)
    with forker.serve(folder, **clock.settings) as server:
        strangers = run(_strangers(everybody, server))
        if not strangers:
            run(play_for(everybody, server.port, moves_each))
        server.stop()
    return _found(folder, everybody, 1, not strangers and not _shows(folder, jump), strangers)


class _Clock:
    """The time that a server is given, read by libfaketime from a file at every look."""

    def __init__(self, folder: Path) -> None:
        self._file = folder.with_name(folder.name + ".clock")
        self.set(_TRUE)

    def set(self, jump: str) -> None:
        self._file.write_text(jump)

    @property
    def settings(self) -> dict[str, str]:
        """What tells libfaketime; the steady clock stays true, as it does when a real one is set."""
        return {
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }

    def forker(self) -> Forker:
        """Return what starts servers under this clock."""
        return Forker(LD_PRELOAD=str(_library()), **self.settings)


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
