"""Databases that must not be used as they are: refused at the start, each with its own exit code."""

import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from app.store.database import database_url
from app.store.inspection import mark_as_made
from app.store.migration import migrate
from tests.faults.clients import Player
from tests.faults.figures import Figure, number_of
from tests.faults.storage.load import play_for, run
from tests.faults.storage.mounts import filled, read_only, small_disk
from tests.faults.storage.servers import Forker, fail_to_serve_without_rights

FILE = "2048.sqlite3"
_PAGE = 4096
_NEWER, _CORRUPT, _LOST, _UNWRITABLE = 3, 4, 5, 6


class Refusal(NamedTuple):
    """How a server ended that was to start on such a database."""

    what: str
    expected: int
    code: int
    said: list[str]
    is_left_alone: bool
    """Whether every byte of the file is as it was."""

    @property
    def is_right(self) -> bool:
        """Whether it was refused with its own code, in one line that names the file, and not touched."""
        is_one_line = len(self.said) == 1 and self.said[0].startswith("web2048: ") and FILE in self.said[0]
        return self.code == self.expected and is_one_line and self.is_left_alone

    def figure(self) -> Figure:
        """Return the row of the table."""
        change = "" if self.is_left_alone else ", CHANGED"
        words = f"exit {self.code}, {number_of(len(self.said), 'line')}{change}"
        return Figure(
            f"start on {self.what}", "1 start", words, f"exit {self.expected}, 1 line", self.is_right
        )


def _no_header(file: Path) -> None:
    _overwrite(file, 0, bytes(100))


def _half(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def _page_of_garbage(file: Path) -> None:
    _overwrite(file, _PAGE, bytes(range(256)) * (_PAGE // 256))


def _empty(file: Path) -> None:
    os.truncate(file, 0)


def _without_tables(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE other (x)")


def _later_schema(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'later'")
        connection.commit()


DAMAGES: Mapping[str, tuple[Callable[[Path], None], int]] = {
    "a database without its header": (_no_header, _CORRUPT),
    "half a database": (_half, _CORRUPT),
    "a database with a page of garbage": (_page_of_garbage, _CORRUPT),
    "an empty file that was a database": (_empty, _LOST),
    "a database that is gone": (Path.unlink, _LOST),
    "a database without its tables": (_without_tables, _LOST),
    "a database of a later version": (_later_schema, _NEWER),
}


def refuse(folder: Path, forker: Forker, what: str) -> Refusal:
    """Damage a database that is in order, and try to serve from it."""
    damage, expected = DAMAGES[what]
    file = _made(folder)
    damage(file)
    before = file.read_bytes() if file.exists() else None
    code, said = forker.fail_to_serve(folder)
    after = file.read_bytes() if file.exists() else None
    return Refusal(what, expected, code, said, before == after)


def refuse_unwritable(folder: Path) -> Refusal:
    """Try to serve from a file that its server may read and not write."""
    file = _made(folder)
    file.chmod(0o444)
    before = file.read_bytes()
    code, said = fail_to_serve_without_rights(folder)
    is_left_alone = file.read_bytes() == before
    return Refusal("a file that may not be written", _UNWRITABLE, code, said, is_left_alone)


def refuse_read_only(folder: Path, forker: Forker, *, after_kill: bool) -> Refusal:
    """Try to serve from a file system that is read-only; after a kill the log lies beside the database."""
    elsewhere = folder.with_name("elsewhere")
    with small_disk(folder, 8) as disk:
        file = _made(disk)
        if after_kill:
            with forker.serve(disk) as server:
                run(play_for([Player()], server.port, 1))
                server.kill()
        before = file.read_bytes()
        with read_only(disk):
            code, said = forker.fail_to_serve(elsewhere, DATABASE_URL=f"sqlite:///{file}")
        left = "a log" if after_kill else "no log"
        what = f"a read-only disk, {left} beside the database"
        return Refusal(what, _UNWRITABLE, code, said, file.read_bytes() == before)


def refuse_full(folder: Path, forker: Forker) -> Refusal:
    """Try to serve from a disk that has no byte left."""
    with small_disk(folder, 8) as disk:
        file = _made(disk)
        (disk / "secret.key").write_text("k" * 64)
        before = file.read_bytes()
        with filled(disk):
            code, said = forker.fail_to_serve(disk)
        return Refusal("a full disk", _UNWRITABLE, code, said, file.read_bytes() == before)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    url = database_url(None, folder)
    migrate(url)
    mark_as_made(url)
    return folder / FILE


def _overwrite(file: Path, offset: int, data: bytes) -> None:
    with file.open("r+b") as opened:
        opened.seek(offset)
        opened.write(data)
