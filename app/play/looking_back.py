"""Looking back at finished games: the list of them, one of them, and its review."""

from collections.abc import Iterable
from typing import NamedTuple

from app.engine.board import Board, Direction
from app.engine.game import Game, replayed, start
from app.play.replaying import replay_since
from app.play.seats import Visitor
from app.solver.review import Review, unpack
from app.store import games, history
from app.store.history import FinishedGame
from app.store.transaction import Transaction

GAMES_A_PAGE = 20


class NoSuchGame(Exception):
    """The visitor has no finished game with this number."""


class GamesPage(NamedTuple):
    """Some finished games, the newest first, on which of how many pages."""

    games: list[FinishedGame]
    number: int
    pages: int


class Past(NamedTuple):
    """A finished game and whose it is, with its review if there is one."""

    player_id: int
    game: FinishedGame
    review: Review | None


def finished_games(transaction: Transaction, visitor: Visitor, page: int) -> GamesPage:
    """Return a page of the visitor's finished games, from 1 on; the last one where there are fewer."""
    player_id = history.find_player(transaction, visitor.token_hash)
    if player_id is None:
        return GamesPage([], 1, 1)
    pages = max(1, -(-history.count_finished(transaction, player_id) // GAMES_A_PAGE))
    number = min(page, pages)
    found = history.list_finished(transaction, player_id, GAMES_A_PAGE, (number - 1) * GAMES_A_PAGE)
    return GamesPage(found, number, pages)


def finished_game(transaction: Transaction, visitor: Visitor, game_id: int) -> Past:
    """Return a finished game of the visitor. Raises ``NoSuchGame``, for what is another's too."""
    player_id = history.find_player(transaction, visitor.token_hash)
    game = None if player_id is None else history.find_finished(transaction, player_id, game_id)
    if player_id is None or game is None:
        raise NoSuchGame
    packed = history.find_review(transaction, game)
    return Past(player_id, game, None if packed is None else unpack(packed))


def position_of(transaction: Transaction, game: FinishedGame, turn: int) -> Game:
    """Return a finished game as it stood at a turn, from 0 to its last; it takes moves if any is left."""
    return replay_since(transaction, game.id, game.seed, turn, turn)[0]


def positions_of(transaction: Transaction, game: FinishedGame, turns: Iterable[int]) -> dict[int, Game]:
    """Return a finished game as it stood at each of these turns."""
    return {turn: position_of(transaction, game, turn) for turn in set(turns)}


def directions_of(transaction: Transaction, game: FinishedGame) -> list[Direction]:
    """Return the directions of a finished game, in order."""
    return games.read_directions(transaction, game.id, game.turn)


def course_of(game: FinishedGame, directions: list[Direction]) -> list[Board]:
    """Return all boards of a finished game, from the first to the last."""
    return [start(game.seed).board, *[move.game.board for move in replayed(game.seed, directions)]]
