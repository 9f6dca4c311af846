"""When an answer leaves, and when what it says is on the disk: every POST route, found in the application."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import httpx
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.solver.service import Service
from app.store import writer
from app.store.database import Database, database_url
from app.store.migration import migrate
from app.web.app import Rules, create_app
from app.web.sessions import Sessions
from tests.builders import game_of, seat_at
from tests.conftest import FORM, KEY, ORIGIN, Player
from tests.faults.wire.seats import WON
from tests.faults.wire.stored import digest
from tests.worker import COMMAND

COMMIT_SECONDS = 0.05
"""How much longer a commit takes here, so that an answer which did not wait for it shows."""
LONGEST_COMMIT = 10.0
"""Seconds that a commit waits for an answer which is known not to wait for it, however slow the machine."""

_EVERY_WAY = ("left", "up", "right", "down")

Step = Callable[[Player, Database], Awaitable[Any]]


class Exercise(NamedTuple):
    """A request that changes something: what it needs to come before it, and the request.

    ``stores`` tells whether what it changes is in the database, and not in the browser alone.
    """

    path: str
    prepare: Step
    send: Step
    stores: bool = True


class Observation(NamedTuple):
    """What happened in which order, and what another connection saw at that moment."""

    exercise: Exercise
    status: int
    events: list[str]
    before: str
    at_answer: str
    after: str

    @property
    def is_right(self) -> bool:
        """Whether there was a change, and it was there for others to see before the answer left."""
        if not self.exercise.stores:
            return self.status == 303 and self.events == ["answer"] and self.before == self.after
        return (
            self.status in (200, 303)
            and self.events == ["commit", "committed", "answer"]
            and self.before != self.after
            and self.at_answer == self.after
        )


async def _nothing(_player: Player, _database: Database) -> None:
    pass


async def _has_moved(player: Player, _database: Database) -> None:
    await player.move(*_EVERY_WAY)


async def _has_undone(player: Player, _database: Database) -> None:
    await player.move(*_EVERY_WAY)
    await player.undo()


async def _has_won(player: Player, database: Database) -> None:
    await seat_at(database, player.visitor, game_of(WON))
    await player.visit()


async def _has_left_a_game(player: Player, _database: Database) -> None:
    await player.move(*_EVERY_WAY)
    await player.new_game()


async def _practise(player: Player, _database: Database) -> httpx.Response:
    fields = {"version": str(player.seen.version), "turn": "1"}
    return await player.client.post("/games/1/practice", data=fields)


EXERCISES = [
    Exercise("/moves", _nothing, lambda player, _: player.move(*_EVERY_WAY)),
    Exercise("/moves", _has_moved, lambda player, _: player.move(*_EVERY_WAY)),
    Exercise("/undo", _has_moved, lambda player, _: player.undo()),
    Exercise("/redo", _has_undone, lambda player, _: player.redo()),
    Exercise("/hint", _has_moved, lambda player, _: player.want_hint()),
    Exercise("/solver/moves", _has_moved, lambda player, _: player.let_solver_play()),
    Exercise("/continue", _has_won, lambda player, _: player.play_on()),
    Exercise("/games", _has_moved, lambda player, _: player.new_game()),
    Exercise("/games/{game}/practice", _has_left_a_game, _practise),
    Exercise(
        # What it begins is stored when it is done, and nobody is told before.
        "/games/{game}/review",
        _has_left_a_game,
        lambda player, _: player.client.post("/games/1/review", headers=FORM),
        stores=False,
    ),
    Exercise(
        "/your-data/delete",
        _has_moved,
        lambda player, _: player.client.post("/your-data/delete", data={"version": "1"}),
    ),
    Exercise(
        "/settings",
        _nothing,
        lambda player, _: player.client.post("/settings", data={"theme": "dark"}),
        stores=False,
    ),
    Exercise(
        "/language",
        _nothing,
        lambda player, _: player.client.post("/language", data={"language": "en"}),
        stores=False,
    ),
]
"""Every change that a player can make."""


class Watched:
    """Notes when an answer leaves the application, and what the database then shows to others."""

    def __init__(self, app: ASGIApp, path: Path) -> None:
        self.events: list[str] = []
        self.at_answer = ""
        self.has_answered = threading.Event()
        self.commit_seconds = COMMIT_SECONDS
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_and_note(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.at_answer = digest(self._path)
                self.events.append("answer")
                self.has_answered.set()
            await send(message)

        self.has_answered.clear()
        await self._app(scope, receive, send_and_note)


@asynccontextmanager
async def application(folder: Path) -> AsyncIterator[tuple[Watched, Database]]:
    """Make the application on the database of a folder, with commits that are noted.

    Each takes the ``commit_seconds`` of the application that is watched longer, unless an answer that does
    not wait for it leaves earlier.
    """
    url = database_url(None, folder)
    if not (folder / "2048.sqlite3").exists():
        await asyncio.to_thread(migrate, url)
    database = Database(url)
    solver = Service(COMMAND, 1)
    app = create_app(database, KEY, Rules(log_level=logging.ERROR), solver=solver)
    watched = Watched(app, folder / "2048.sqlite3")
    dialect = database._writer._engine.dialect
    commit = dialect.do_commit

    def slow_commit(connection: Any) -> None:
        watched.events.append("commit")
        watched.has_answered.wait(watched.commit_seconds)
        commit(connection)
        watched.events.append("committed")

    try:
        with patch.object(dialect, "do_commit", slow_commit):
            yield watched, database
    finally:
        await solver.close()
        database.close()


async def observe(
    exercise: Exercise,
    watched: Watched,
    database: Database,
    during: AbstractContextManager[None] | None = None,
) -> Observation:
    """Make one change as a new player, in a context if one is given, and return what was to be seen of it."""
    transport = httpx.ASGITransport(app=watched)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        player = Player(client, Sessions(KEY, https=False))
        await player.visit()
        await exercise.prepare(player, database)
        before = digest(watched._path)
        watched.events.clear()
        with during or nullcontext():
            response = await exercise.send(player, database)
    events = list(watched.events)
    after = digest(watched._path)
    return Observation(exercise, response.status_code, events, before, watched.at_answer, after)


@contextmanager
def answering_early(watched: Watched) -> Iterator[None]:
    """Let the writer break its promise: tell an asker before the commit, which waits for that to be seen."""
    with (
        patch.object(writer.Writer, "_settle", _settle_and_tell),
        patch.object(watched, "commit_seconds", LONGEST_COMMIT),
    ):
        yield


def _settle_and_tell(thread: writer.Writer, transaction: Any, job: Any) -> Any:
    settled = _settle(thread, transaction, job)
    writer._hand_back([settled])
    return settled


_settle = writer.Writer._settle
