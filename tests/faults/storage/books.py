"""What players were told, compared with what is stored, move by move."""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, or_, select

from app.engine.board import Direction
from app.engine.game import Game, move, play_on, start
from app.store.database import database_url, reader_engine
from app.store.tables import games, moves, players
from app.store.transaction import Transaction
from app.store.verification import violations
from tests.faults.clients import Player, Told

_DIRECTIONS = list(Direction)


class Audit(NamedTuple):
    """How many confirmed moves there are, and how many of them are not as they were confirmed.

    ``lost`` counts confirmed moves that are not stored, ``duplicated`` stored moves beyond those that
    were asked for, ``gaps`` turns without a move, ``wrong`` moves, boards and scores that differ.
    """

    confirmed: int = 0
    lost: int = 0
    duplicated: int = 0
    gaps: int = 0
    wrong: int = 0

    def __add__(self, other: tuple[Any, ...]) -> "Audit":
        """Add up what two audits found."""
        return Audit(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    @property
    def is_clean(self) -> bool:
        """Whether everything is stored as it was confirmed, once."""
        return not (self.lost or self.duplicated or self.gaps or self.wrong)


class _Reached(NamedTuple):
    """How far a game has been compared already."""

    turn: int
    game: Game


class Books:
    """Audits players against the database in a folder, also while a server has it open.

    What was compared once is not read again, so that an audit costs as much as there is new.
    """

    def __init__(self, folder: Path) -> None:
        self._engine = reader_engine(database_url(None, folder))
        self._reached: dict[int, _Reached] = {}

    def __enter__(self) -> "Books":
        return self

    def __exit__(self, *_: object) -> None:
        self._engine.dispose()

    def audit(self, everybody: Iterable[Player]) -> Audit:
        """Compare all that these players were told with what is stored."""
        with self._engine.begin() as connection:
            return sum((self._audit(connection, player) for player in everybody), Audit())

    def stored(self, player: Player) -> int:
        """Return how many moves of a player are stored, over all games."""
        with self._engine.begin() as connection:
            rows = _games_of(connection, player)
            return sum(_count_moves(connection, row.id) for row in rows)

    def violations(self) -> list[str]:
        """Return what the product's own check finds, every game replayed from its seed."""
        with self._engine.begin() as connection:
            return list(violations(Transaction(connection)))

    def _audit(self, connection: Connection, player: Player) -> Audit:
        stored = _games_of(connection, player)
        found = Audit()
        for place, told in enumerate(player.games):
            last = place == len(player.games) - 1
            pending = player.pending.direction if player.pending and last else None
            if place < len(stored):
                found += self._compare(connection, stored[place], told, pending)
            else:
                found += Audit(confirmed=len(told), lost=len(told) + (place > 0))
        if stored and player.seen and not _is_known(player, stored):
            found += Audit(lost=1)
        return found

    def _compare(
        self, connection: Connection, row: Any, told: Sequence[Told], pending: Direction | None
    ) -> Audit:
        before = self._reached.get(row.id) or _Reached(0, start(row.seed))
        query = select(moves.c.turn, moves.c.direction).where(
            moves.c.game_id == row.id, moves.c.turn > before.turn
        )
        fresh = connection.execute(query.order_by(moves.c.turn)).all()
        last = fresh[-1].turn if fresh else before.turn
        game: Game | None = before.game
        wrong = duplicated = 0
        for turn, way in fresh:
            played = move(play_on(game), row.seed, _DIRECTIONS[way]) if game else None
            game = played.game if played else None
            if turn <= len(told):
                wrong += told[turn - 1].direction != _DIRECTIONS[way] or not _agree(told[turn - 1], game)
                if game:
                    self._reached[row.id] = _Reached(turn, game)
            else:
                duplicated += turn > len(told) + 1 or _DIRECTIONS[way] != pending
        wrong += game is None or (row.turn, row.board, row.score) != (
            game.turn,
            bytes(game.board),
            game.score,
        )
        gaps = last - before.turn - len(fresh)
        return Audit(len(told), max(0, len(told) - last), duplicated, gaps, wrong)


def _games_of(connection: Connection, player: Player) -> Sequence[Any]:
    token = hashlib.sha256(player.cookie.partition("=")[2].encode()).digest()
    is_theirs = or_(players.c.token_hash == token, players.c.previous_hash == token)
    return connection.execute(select(games).join(players).where(is_theirs).order_by(games.c.id)).all()


def _count_moves(connection: Connection, game: int) -> int:
    query = select(func.count()).select_from(moves).where(moves.c.game_id == game)
    return connection.execute(query).scalar_one()


def _agree(told: Told, game: Game | None) -> bool:
    shown = (told.state.turn, told.state.board, told.state.score)
    return game is not None and shown == (game.turn, game.board, game.score)


def _is_known(player: Player, stored: Sequence[Any]) -> bool:
    """Tell whether the newest game is at least at the version that the player has seen."""
    return player.seen is None or stored[-1].version >= player.seen.version
