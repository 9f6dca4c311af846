"""Games played by themselves, and what hypothesis draws from."""

import hashlib
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from app.engine.board import Board, Direction, legal_directions
from app.engine.game import Game, Move, move, play_on, start

rule = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""How often a property is tried: never judged by its speed."""

directions = st.sampled_from(list(Direction))
seeds = st.binary(min_size=32, max_size=32)


def _boards(cells: st.SearchStrategy[int]) -> st.SearchStrategy[Board]:
    return st.lists(cells, min_size=16, max_size=16).map(tuple)


crowded_boards = st.one_of(
    _boards(st.sampled_from((1, 2, 3))),
    _boards(st.integers(1, 17)),
    _boards(st.sampled_from((16, 17))),
)
boards = st.one_of(
    _boards(st.sampled_from((0, 0, 0, 1, 17))),
    _boards(st.sampled_from((0, 1, 2, 3))),
    _boards(st.integers(0, 17)),
    crowded_boards,
)
"""Any sixteen cells, whether or not play can reach them: sparse, dense, full and large."""


def seed_of(number: int) -> bytes:
    """Return one of the fixed seeds of the suite."""
    return hashlib.sha256(f"test seed {number}".encode()).digest()


def wander(seed: bytes) -> Iterator[Move]:
    """Play a game to its end, by legal directions picked by a hash of seed and turn."""
    game = start(seed)
    while legal := legal_directions(game.board):
        pick = hashlib.sha256(seed + game.turn.to_bytes(4)).digest()[0] % len(legal)
        played = move(play_on(game), seed, legal[pick])
        assert played is not None
        yield played
        game = played.game


class Position(NamedTuple):
    """A game somewhere between its start and its end, and its seed."""

    seed: bytes
    game: Game


def _position(seed: bytes, moves: int) -> Position:
    game = start(seed)
    for played in islice(wander(seed), moves):
        game = played.game
    return Position(seed, game)


positions = st.builds(_position, seeds, st.integers(0, 150))
"""Positions that play reaches, ends of games among them."""
