"""A real SQLite file for every test, and players who come to the application over HTTP."""

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from starlette.requests import Request
from starlette.types import ASGIApp

from app.engine.board import CELLS, SIDE
from app.play.seats import Visitor
from app.solver.service import Service
from app.store.database import Database, database_url
from app.store.migration import migrate
from app.web.app import create_app
from app.web.sessions import Sessions
from tests.worker import COMMAND

KEY = b"a key that only the tests know...."
ORIGIN = "http://127.0.0.1"
FROM_PAGE = {"HX-Request": "true"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Shown(NamedTuple):
    """What a page or a fragment shows."""

    text: str

    @property
    def version(self) -> int:
        return self._number(r'data-version="(\d+)"')

    @property
    def turn(self) -> int:
        return self._number(r'data-turn="(\d+)"')

    @property
    def score(self) -> int:
        return self._number(r'id="score" data-value="(\d+)"')

    @property
    def best(self) -> int:
        return self._number(r'id="best" data-value="(\d+)"')

    @property
    def best_assisted(self) -> int:
        return self._number(r'id="best-assisted" data-value="(\d+)"')

    @property
    def values(self) -> list[int]:
        """The settled tiles as 16 values, row by row."""
        values = [0] * CELLS
        for kind, row, column, value in re.findall(
            r'class="tile ?(\w*)"\s+data-row="(\d)"\s+data-col="(\d)"\s+data-value="(\d+)"', self.text
        ):
            if kind != "ghost":
                assert values[int(row) * SIDE + int(column)] == 0, "two tiles in one cell"
                values[int(row) * SIDE + int(column)] = int(value)
        return values

    @property
    def is_page(self) -> bool:
        return "<html" in self.text

    def has(self, element_id: str) -> bool:
        return f'id="{element_id}"' in self.text

    def _number(self, pattern: str) -> int:
        found = re.findall(pattern, self.text)
        assert len(found) == 1, f"{pattern}: {found}"
        return int(found[0])


class Player:
    """Somebody with a browser of their own: cookies, and the board they last saw."""

    def __init__(self, client: httpx.AsyncClient, sessions: Sessions) -> None:
        self.client = client
        self.seen = Shown("")
        self._sessions = sessions

    async def visit(self) -> httpx.Response:
        response = await self.client.get("/")
        self.seen = Shown(response.text)
        return response

    async def move(self, *directions: str, version: int | None = None) -> httpx.Response:
        """Send directions as the page does."""
        return await self._send("/moves", version, {"direction": list(directions)})

    async def play_on(self, version: int | None = None) -> httpx.Response:
        return await self._send("/continue", version, {})

    async def new_game(self, version: int | None = None) -> httpx.Response:
        return await self._send("/games", version, {})

    async def undo(self, steps: int | None = None, version: int | None = None) -> httpx.Response:
        return await self._send("/undo", version, {} if steps is None else {"steps": [str(steps)]})

    async def redo(self, steps: int | None = None, version: int | None = None) -> httpx.Response:
        return await self._send("/redo", version, {} if steps is None else {"steps": [str(steps)]})

    async def want_hint(self, version: int | None = None) -> httpx.Response:
        return await self._send("/hint", version, {})

    async def look_at_hint(self, version: int | None = None) -> httpx.Response:
        """Ask for the hint itself, as the page does after it has said that it wants one."""
        wanted = self.seen.version if version is None else version
        return await self.client.get("/hint", params={"version": str(wanted)}, headers=FROM_PAGE)

    async def let_solver_play(
        self, steps: int = 1, level: str = "standard", version: int | None = None
    ) -> httpx.Response:
        return await self._send("/solver/moves", version, {"level": [level], "steps": [str(steps)]})

    @property
    def visitor(self) -> Visitor:
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        scope = {"type": "http", "headers": [(b"cookie", cookies.encode())]}
        return self._sessions.of(Request(scope)).visitor

    async def _send(self, path: str, version: int | None, fields: dict[str, list[str]]) -> httpx.Response:
        data = {"version": str(self.seen.version if version is None else version), **fields}
        response = await self.client.post(path, data=data, headers=FROM_PAGE)
        if response.status_code in (200, 409):
            self.seen = Shown(response.text)
        return response


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser last: its driver keeps an event loop running, in which no other test can."""
    items.sort(key=lambda item: "browser" in item.path.parts)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a database that has the schema and nothing else."""
    folder = tmp_path_factory.mktemp("schema")
    migrate(database_url(None, folder))
    return (folder / "2048.sqlite3").read_bytes()


@pytest.fixture
def database(tmp_path: Path, empty_database: bytes) -> Iterator[Database]:
    (tmp_path / "2048.sqlite3").write_bytes(empty_database)
    database = Database(database_url(None, tmp_path))
    yield database
    database.close()


@pytest.fixture
async def solver() -> AsyncIterator[Service]:
    """A solver with one worker, which starts with the first question."""
    service = Service(COMMAND, 1)
    yield service
    await service.close()


@pytest.fixture
def app(database: Database) -> ASGIApp:
    return create_app(database, KEY)


@pytest.fixture
async def alice(app: ASGIApp) -> AsyncIterator[Player]:
    async for player in player_of(app):
        yield player


@pytest.fixture
async def stranger(app: ASGIApp) -> AsyncIterator[Player]:
    """Somebody else, who must never see or change what is Alice's."""
    async for player in player_of(app):
        yield player


async def player_of(app: ASGIApp) -> AsyncIterator[Player]:
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
        yield Player(client, Sessions(KEY, https=False))
