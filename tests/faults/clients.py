"""Players who speak HTTP over a socket of their own, and keep what the server has confirmed to them.

They know the page by the attributes that are promised to outside checks, and nothing else. One
request is under way at a time; one that got no answer is sent again, word for word, by the next
``play``, whatever became of the server in between.
"""

import asyncio
import re
from typing import NamedTuple, cast

from app.engine.board import CELLS, SIDE, Board, Direction, is_legal

LONGEST_WAIT = 30.0
"""Seconds for an answer, after which the server counts as hung."""

_END_OF_HEAD = b"\r\n\r\n"
_TILE = re.compile(rb'class="tile ?(\w*)" data-row="(\d)" data-col="(\d)" data-value="(\d+)"')
_TURN = re.compile(rb'data-turn="(\d+)"')
_VERSION = re.compile(rb'data-version="(\d+)"')
_SCORE = re.compile(rb'id="score" data-value="(\d+)"')
_FROM_PAGE = (
    ("Accept", "text/html"),
    ("Content-Type", "application/x-www-form-urlencoded"),
    ("HX-Request", "true"),
    ("Sec-Fetch-Site", "same-origin"),
)
_ROUND = list(Direction)


class Answer(NamedTuple):
    """What the server answered."""

    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str | None:
        """Return the value of a header, the first one where there are several."""
        found = re.search(rb"(?i)\r\n" + re.escape(name.encode()) + rb": ?([^\r]*)", self.head)
        return found[1].decode() if found else None


class State(NamedTuple):
    """A game as a page or a fragment shows it."""

    turn: int
    version: int
    score: int
    board: Board
    waits_at_win: bool


class Post(NamedTuple):
    """A request that changes a game; ``direction`` is ``None`` where it is no move."""

    path: str
    form: str
    direction: Direction | None = None


class Told(NamedTuple):
    """A move that the server has confirmed, and the state that it showed after it."""

    direction: Direction
    state: State


class CutShort(ConnectionResetError):
    """The server hung up in the middle of an answer."""


class Line(asyncio.Protocol):
    """One connection that stays open from request to request."""

    _transport: asyncio.Transport

    def __init__(self) -> None:
        self._received = b""
        self._gone = False
        self._answer: asyncio.Future[Answer] | None = None

    @classmethod
    async def open(cls, port: int) -> "Line":
        """Connect to this port of the loopback interface. Raises ``ConnectionError``."""
        _, line = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return line

    async def ask(self, request: bytes) -> Answer:
        """Send a request and return its answer.

        Raises ``ConnectionError`` if the server hangs up, ``CutShort`` in the middle of the answer,
        and ``TimeoutError`` if it says nothing.
        """
        if self._gone:
            raise ConnectionResetError("the server has hung up")
        self._received = b""
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(request)
        async with asyncio.timeout(LONGEST_WAIT):
            return await self._answer

    def close(self) -> None:
        """Hang up."""
        self._gone = True
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        end = self._received.find(_END_OF_HEAD)
        if end < 0 or self._answer is None or self._answer.done():
            return
        head, body = self._received[:end], self._received[end + len(_END_OF_HEAD) :]
        answer = Answer(int(head[9:12]), head, body)
        if len(body) >= int(answer.header("content-length") or 0):
            self._answer.set_result(answer)

    def connection_lost(self, exc: Exception | None) -> None:
        self._gone = True
        if self._answer and not self._answer.done():
            kind = CutShort if self._received else ConnectionResetError
            self._answer.set_exception(kind(f"the server hung up: {exc}"))


class Player:
    """Somebody with a cookie of their own who plays the legal directions in rotation.

    ``games`` holds, game by game, every move that was confirmed; ``seen`` is the last state that the
    server has confirmed or shown, ``pending`` what it has been asked for and has not answered.
    ``conflicts`` counts its answers that the game had moved on, though nobody else plays it.
    """

    def __init__(self) -> None:
        self.cookie = ""
        self.games: list[list[Told]] = [[]]
        self.seen: State | None = None
        self.pending: Post | None = None
        self.conflicts = 0
        self._line: Line | None = None
        self._rotation = 0

    @property
    def confirmed(self) -> int:
        """How many moves the server has confirmed, over all games."""
        return sum(map(len, self.games))

    async def connect(self, port: int) -> None:
        """Open a connection to a server; a former one is closed."""
        self.leave()
        self._line = await Line.open(port)

    def leave(self) -> None:
        """Close the connection; cookie and game stay."""
        if self._line:
            self._line.close()
            self._line = None

    async def visit(self, path: str = "/") -> Answer:
        """Open a page; the first visit shows the game that the first move will begin."""
        answer = await self._ask("GET", path)
        if answer.status == 200 and path == "/" and not self.pending:
            self.seen = read_state(answer.body)
        return answer

    async def play(self) -> Answer:
        """Send what was not answered, or else the next move, continuation or new game.

        The move counts as confirmed if the answer is 200. After any status but that and 409 it is
        still pending.
        """
        post = self.pending = self.pending or self.next_post()
        answer = await self._ask("POST", post.path, post.form)
        if answer.status in (200, 409):
            self.pending = None
            self.seen = read_state(answer.body)
        if answer.status == 200:
            self._confirm(post, self.seen)
        elif answer.status == 409:
            self.conflicts += 1
        return answer

    def next_post(self) -> Post:
        """Return what this player would send now."""
        assert self.seen, "a player looks before they move"
        version = f"version={self.seen.version}"
        if self.seen.waits_at_win:
            return Post("/continue", version)
        for _ in _ROUND:
            direction = _ROUND[self._rotation % len(_ROUND)]
            self._rotation += 1
            if is_legal(self.seen.board, direction):
                return Post("/moves", f"{version}&direction={direction}", direction)
        return Post("/games", version)

    def _confirm(self, post: Post, state: State | None) -> None:
        assert state
        if post.direction:
            self.games[-1].append(Told(post.direction, state))
        elif post.path == "/games":
            self.games.append([])

    async def _ask(self, method: str, path: str, form: str = "") -> Answer:
        if self._line is None:
            raise ConnectionResetError("there is no connection")
        answer = await self._line.ask(request(method, path, self.cookie, form))
        cookie = answer.header("set-cookie")
        if cookie:
            self.cookie = cookie.partition(";")[0]
        return answer


def request(method: str, path: str, cookie: str = "", form: str = "") -> bytes:
    """Return the bytes of a request as the page would send it."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    if method == "POST":
        lines += [f"{name}: {value}" for name, value in _FROM_PAGE]
        lines.append(f"Content-Length: {len(form)}")
    if cookie:
        lines.append(f"Cookie: {cookie}")
    return "\r\n".join([*lines, "", form]).encode()


def read_state(body: bytes) -> State:
    """Read a page or a fragment."""
    board = [0] * CELLS
    for kind, row, column, value in _TILE.findall(body):
        if kind != b"ghost":
            board[int(row) * SIDE + int(column)] = int(value).bit_length() - 1
    return State(
        _number(_TURN, body),
        _number(_VERSION, body),
        _number(_SCORE, body),
        tuple(board),
        b'id="won"' in body,
    )


def _number(pattern: re.Pattern[bytes], body: bytes) -> int:
    found = pattern.search(body)
    assert found, f"{pattern.pattern!r} is not in {body[:200]!r}"
    return int(found[1])
