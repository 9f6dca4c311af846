"""Power cuts: what was confirmed is on the disk, and the file is never corrupt.

The same with synchronous=NORMAL has to find losses, which proves that this sees them.
"""

import contextlib
import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import select

from app.engine.board import Direction
from app.resources import ROOT
from app.store.database import database_url, reader_engine
from app.store.migration import migrate
from app.store.tables import games, moves
from app.store.transaction import Transaction
from app.store.verification import violations
from tests.faults.figures import Figure, none_of
from tests.faults.storage.servers import PATIENCE

FILE = "2048.sqlite3"
_CUTS_A_RUN = 20
_LETTERS = [direction.value[0] for direction in Direction]


class Cuts(NamedTuple):
    """What was found after so many cuts."""

    cuts: int
    in_checkpoint: int = 0
    """How many of them fell into a checkpoint."""
    confirmed: int = 0
    lost: int = 0
    corrupt: int = 0
    violations: int = 0

    def figures(self, mode: str) -> list[Figure]:
        """Return the rows of the table for FULL."""
        sample = f"{self.cuts} cuts ({self.in_checkpoint} in a checkpoint), {self.confirmed:,} moves"
        return [
            none_of(f"power cut, {mode}: confirmed moves lost", sample, self.lost),
            none_of(f"power cut, {mode}: corrupt files", sample, self.corrupt),
            none_of(f"power cut, {mode}: games that do not replay", sample, self.violations),
        ]

    def control_figure(self, mode: str) -> Figure:
        """Return the row of the table for NORMAL."""
        sample = f"{self.cuts} cuts, {self.confirmed:,} moves"
        what = f"power cut, {mode}, with NORMAL: confirmed moves lost"
        return Figure(what, sample, f"{self.lost:,}", "> 0", self.lost > 0)


def cut_again_and_again(folder: Path, cuts: int, *, torn: bool, synchronous: str = "FULL") -> Cuts:
    """Play, cut, and look at what is found with SQLite as it is, so many times."""
    found = Cuts(cuts)
    for begun in range(0, cuts, _CUTS_A_RUN):
        place = folder / f"run-{begun}"
        place.mkdir(parents=True)
        migrate(database_url(None, place))
        _play(place, min(_CUTS_A_RUN, cuts - begun), torn=torn, synchronous=synchronous, seed=begun)
        for left in place.glob("cut-*"):
            found = Cuts(cuts, *(a + b for a, b in zip(found[1:], _look(left), strict=True)))
        shutil.rmtree(place)
    return found


def _play(place: Path, cuts: int, *, torn: bool, synchronous: str, seed: int) -> None:
    mode = "torn" if torn else "clean"
    module = "tests.faults.storage.powered"
    subprocess.run(
        [sys.executable, "-m", module, str(place), str(cuts), mode, synchronous, str(seed)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE * 2,
        check=True,
    )


def _look(left: Path) -> tuple[int, int, int, int, int]:
    """Return, in the order of ``Cuts``, what was so before a cut and what is wrong after it."""
    before = json.loads((left / "told.json").read_text())
    told: dict[str, str] = before["told"]
    known = int(before["checkpoint"]), sum(map(len, told.values()))
    if not _is_sound(left / FILE):
        return *known, 0, 1, 0
    engine = reader_engine(database_url(None, left))
    try:
        with engine.begin() as connection:
            query = select(games.c.seed, moves.c.direction).join(moves).order_by(games.c.id, moves.c.turn)
            stored: dict[str, str] = {}
            for seed, way in connection.execute(query):
                stored[seed.hex()] = stored.get(seed.hex(), "") + _LETTERS[way]
            lost = sum(len(way) - _shared(way, stored.get(seed, "")) for seed, way in told.items())
            return *known, lost, 0, len(list(violations(Transaction(connection))))
    finally:
        engine.dispose()


def _is_sound(file: Path) -> bool:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        try:
            found = connection.execute("PRAGMA integrity_check(1)").fetchall()
        except sqlite3.DatabaseError:
            return False
    return found == [("ok",)]


def _shared(one: str, other: str) -> int:
    """Return how long the beginning is that two texts share."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
