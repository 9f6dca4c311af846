"""A proxy that loses requests and answers, and players who send what was not answered once more."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from enum import Enum, auto
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.faults.clients import request
from tests.faults.wire.player import (
    Change,
    Page,
    choose,
    go_straight_on,
    hash_of,
    read_page,
    stored_faults,
)
from tests.faults.wire.stored import StoredGame, games_of
from tests.faults.wire.talk import Answer, Cut, Line

_MOST_TRIES = 60
"""With a loss of four in ten, nobody needs half of them in a million times a million requests."""


Habit = Callable[[Page, Random], Change]
"""What a player does when they see a page."""


class Fate(Enum):
    """What becomes of a request and its answer."""

    ANSWERED = auto()
    NEVER_SENT = auto()
    """The connection breaks before the server has heard anything."""
    LEFT = auto()
    """The server has heard it, and the connection breaks at once."""
    LOST = auto()
    """The server has answered, and the connection breaks before the answer gets anywhere."""
    CUT = auto()
    """The connection breaks in the middle of the answer."""


_ODDS = {Fate.ANSWERED: 60, Fate.NEVER_SENT: 5, Fate.LEFT: 10, Fate.LOST: 20, Fate.CUT: 5}
"""In a hundred: three in ten answers are lost after the request has gone on, and more besides."""


class Proxy:
    """Stands before a server; ``fates`` counts what it did."""

    def __init__(self, port: int, random: Random) -> None:
        self.fates: Counter[Fate] = Counter()
        self._server_port = port
        self._random = random

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[int]:
        """Listen on a port of its own until the end of the block."""
        listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        async with listener:
            yield listener.sockets[0].getsockname()[1]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = Line(reader, writer)
        try:
            async with await Line.open(self._server_port) as server:
                while await self._pass_on(client, server):
                    pass
        except (Cut, asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            await client.close()

    async def _pass_on(self, client: Line, server: Line) -> bool:
        """Pass one request on and tell whether the connection is still there."""
        sent = await _read_request(client.reader)
        (fate,) = self._random.choices(list(_ODDS), list(_ODDS.values()))
        self.fates[fate] += 1
        if fate is Fate.NEVER_SENT:
            return False
        await server.send(sent)
        if fate is Fate.LEFT:
            return False
        answer = _as_bytes(await server.answer())
        if fate is Fate.LOST:
            return False
        if fate is Fate.CUT:
            await client.send(answer[: self._random.randrange(1, len(answer))])
            with suppress(OSError):
                client.writer.write_eof()
                await client.reader.read(1)
            return False
        await client.send(answer)
        return True


class Persistent:
    """Plays by the page, one request at a time, and sends each until it is answered.

    ``done`` holds what was meant and what was then shown; ``faults`` the answers that were no success.
    """

    def __init__(self, port: int, random: Random, cookie: str, habit: Habit) -> None:
        self.cookie = cookie
        self.done: list[tuple[Change, Page]] = []
        self.faults: list[str] = []
        self.again = 0
        self._port = port
        self._random = random
        self._habit = habit
        self._line: Line | None = None

    async def play(self, moves: int) -> None:
        """Look at the page, then make so many moves, with all that a player does between them."""
        page = await self._send("GET", "/", "")
        while moves > 0:
            change = self._habit(page, self._random)
            before, page = page, await self._send("POST", change.path, change.form(page.version))
            if page.version != before.version + 1:
                self.faults.append(f"{change}: from {before} to {page}")
            self.done.append((change, page))
            moves -= 1 if change.direction else 0

    async def leave(self) -> None:
        """Hang up."""
        if self._line:
            await self._line.close()
            self._line = None

    async def _send(self, method: str, path: str, form: str) -> Page:
        sent = request(method, path, self.cookie, form)
        for _ in range(_MOST_TRIES):
            try:
                self._line = self._line or await Line.open(self._port)
                answer = await self._line.ask(sent)
            except Cut as error:
                self.again += 1
                await self.leave()
                if error.answer and self._keeps_cookie(error.answer):
                    sent = request(method, path, self.cookie, form)
                continue
            self.cookie = answer.cookie or self.cookie
            if answer.status != 200:
                self.faults.append(f"{method} {path} {form}: {answer.status}")
            return read_page(answer.body)
        raise AssertionError(f"{method} {path} was never answered")

    def _keeps_cookie(self, answer: Answer) -> bool:
        """Take the cookie of half an answer, as some browsers do; tell whether there was one."""
        if not answer.cookie or self._random.random() < 0.5:
            return False
        self.cookie = answer.cookie
        return True


class Result(NamedTuple):
    """What went through the proxy, and what was wrong afterwards."""

    done: Counter[str]
    sent_again: int
    lost: int
    passed: int
    faults: list[str]


async def play(port: int, database: Path, players: int, moves: int, *, seed: int = 1) -> Result:
    """Let new players make so many moves each behind the proxy."""
    return await _play(port, database, [""] * players, moves, choose, seed)


async def go_on(port: int, database: Path, won: list[str], *, seed: int = 1) -> Result:
    """Let those who wait at their win continue and make a move behind the proxy."""
    return await _play(port, database, won, 1, go_straight_on, seed)


async def _play(port: int, database: Path, cookies: list[str], moves: int, habit: Habit, seed: int) -> Result:
    random = Random(seed)
    proxy = Proxy(port, random)
    async with proxy.listening() as proxy_port, AsyncExitStack() as stack:
        everyone = [Persistent(proxy_port, random, cookie, habit) for cookie in cookies]
        for player in everyone:
            stack.push_async_callback(player.leave)
        await asyncio.gather(*(player.play(moves) for player in everyone))
    faults = [fault for player in everyone for fault in player.faults]
    for player, cookie in zip(everyone, cookies, strict=True):
        stored = await asyncio.to_thread(games_of, database, hash_of(player.cookie))
        faults += _continued_faults(player.done, stored) if cookie else stored_faults(player.done, stored)
    fates = proxy.fates
    return Result(
        Counter(change.path for player in everyone for change, _ in player.done),
        sum(player.again for player in everyone),
        fates[Fate.LEFT] + fates[Fate.LOST] + fates[Fate.CUT],
        fates.total() - fates[Fate.NEVER_SENT],
        faults,
    )


def _continued_faults(done: list[tuple[Change, Page]], stored: list[StoredGame]) -> list[str]:
    """Check a game that was seated at its win, and so has no moves before it."""
    (continued, _), (moved, page) = done
    (game,) = stored
    is_right = (
        (continued.path, moved.direction) == ("/continue", game.directions[-1])
        and game.game.continued
        and (page.version, page.position)
        == (game.version, (game.game.board, game.game.score, game.game.turn))
    )
    return [] if is_right else [f"{done} became {game}"]


async def _read_request(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    length = head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0]
    return head + await reader.readexactly(int(length or 0))


def _as_bytes(answer: Answer) -> bytes:
    head = [f"HTTP/1.1 {answer.status} x", *(f"{name}: {value}" for name, value in answer.headers), "", ""]
    return "\r\n".join(head).encode("latin-1") + answer.body
