"""A player who goes on and on, and who neither sends nor receives: whoever measures does that.

It knows the page by the attributes that are promised to outside checks, and nothing else.
"""

import re
from typing import NamedTuple

from app.engine.board import CELLS, SIDE, Board, Direction, is_legal

FROM_PAGE = {
    "Accept": "text/html",
    "Accept-Language": "en-GB,en;q=0.9",
    "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
    "HX-Request": "true",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Site": "same-origin",
}
"""What the page's script and the browser say about a move, apart from its cookie."""

_ROUND = list(Direction)
_TILE = re.compile(rb'class="tile ?(\w*)" data-row="(\d)" data-col="(\d)" data-value="(\d+)"')


class Post(NamedTuple):
    """A request that the page would send."""

    path: str
    form: str


class Player:
    """Plays the legal directions in rotation, continues after a win, and begins anew at the end."""

    def __init__(self, page: bytes) -> None:
        self._rotation = 0
        self._turn = -1
        self.see(page)

    def see(self, answer: bytes) -> bool:
        """Take in a page or a fragment; tell whether it shows one more move made."""
        before, self._turn = self._turn, _number(answer, b'data-turn="')
        self.version = _number(answer, b'data-version="')
        self._board = _board(answer)
        self._waits_at_win = b'id="won"' in answer
        return self._turn == before + 1

    def next_post(self) -> Post:
        """Return what this player sends now."""
        version = f"version={self.version}"
        for _ in _ROUND:
            direction = _ROUND[self._rotation % len(_ROUND)]
            self._rotation += 1
            if is_legal(self._board, direction):
                if self._waits_at_win:
                    return Post("/continue", version)
                return Post("/moves", f"{version}&direction={direction}")
        return Post("/games", version)


def _number(answer: bytes, before: bytes) -> int:
    start = answer.index(before) + len(before)
    return int(answer[start : answer.index(b'"', start)])


def _board(answer: bytes) -> Board:
    board = [0] * CELLS
    for kind, row, column, value in _TILE.findall(answer):
        if kind != b"ghost":
            board[int(row) * SIDE + int(column)] = int(value).bit_length() - 1
    return tuple(board)
