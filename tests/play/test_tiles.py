"""Where each tile of the page goes, through one move or many."""

from hypothesis import given
from hypothesis import strategies as st

from app.engine.board import Board, Direction
from app.engine.game import Game, Move, move, play_on, start
from app.play.tiles import Step, follow, go_back, new_tiles
from tests.builders import SEED, board_of, game_of

directions = st.lists(st.sampled_from(list(Direction)), min_size=1, max_size=12)
seeds = st.binary(min_size=32, max_size=32)


def play(game: Game, seed: bytes, wanted: list[Direction]) -> list[Move]:
    played: list[Move] = []
    for direction in wanted:
        after = move(play_on(game), seed, direction)
        if after:
            played.append(after)
            game = after.game
    return played


def one_step(board: Board, *wanted: Direction) -> tuple[Board, Step, list[Move]]:
    game = game_of(board)
    moves = play(game, SEED, list(wanted))
    tiles = new_tiles(board, 1)
    return tiles, follow(board, tiles, moves, 2), moves


def test_a_tile_that_only_slides_keeps_its_identity() -> None:
    tiles, step, _ = one_step(board_of(2, *[0] * 15), Direction.RIGHT)
    assert step.tiles[3] == tiles[0]
    assert step.ghosts == ()
    assert step.merged == frozenset()


def test_a_merge_makes_a_new_tile_and_two_ghosts_where_they_met() -> None:
    tiles, step, _ = one_step(board_of(2, 0, 2, 0, *[0] * 12), Direction.RIGHT)
    assert step.tiles[3] not in tiles
    assert step.merged == {3}
    assert {(ghost.identity, ghost.cell, ghost.exponent) for ghost in step.ghosts} == {
        (tiles[0], 3, 1),
        (tiles[2], 3, 1),
    }


def test_the_tile_that_appears_is_new_and_not_merged() -> None:
    _, step, moves = one_step(board_of(2, *[0] * 15), Direction.RIGHT)
    assert step.spawned == {moves[0].spawn.cell}


def test_tiles_that_merge_twice_on_the_way_all_end_as_ghosts_of_the_last() -> None:
    tiles, step, moves = one_step(board_of(4, 2, 2, 0, *[0] * 12), Direction.LEFT, Direction.LEFT)
    assert moves[-1].game.board[0] == 3
    assert {ghost.identity for ghost in step.ghosts} == set(tiles) - {0}
    assert {ghost.cell for ghost in step.ghosts} == {0}


@given(seeds, directions, directions)
def test_no_tile_is_lost_or_shown_twice(seed: bytes, first: list[Direction], second: list[Direction]) -> None:
    game = start(seed)
    tiles, version = new_tiles(game.board, 1), 1
    used = set(tiles) - {0}
    for wanted in (first, second):
        moves = play(game, seed, wanted)
        if not moves:
            continue
        version += 1
        before = tiles
        step = follow(game.board, before, moves, version)
        game, tiles = moves[-1].game, step.tiles
        shown = [identity for identity in tiles if identity]
        ghosts = [ghost.identity for ghost in step.ghosts]
        assert [bool(identity) for identity in tiles] == [bool(exponent) for exponent in game.board]
        assert len(set(shown)) == len(shown)
        assert sorted(ghosts + [i for i in shown if i in before]) == sorted(i for i in before if i)
        born = [cell for cell, identity in enumerate(tiles) if identity and identity not in before]
        assert step.merged | step.spawned == set(born)
        assert not step.merged & step.spawned
        assert not {tiles[cell] for cell in born} & used
        used |= {tiles[cell] for cell in born}
        assert {ghost.cell for ghost in step.ghosts} <= step.merged
        for cell, identity in enumerate(tiles):
            if identity in before and identity:
                assert game.board[cell] == _exponent_of(identity, before, moves)


@given(seeds, directions)
def test_moves_taken_back_bring_back_the_tiles_that_only_slid(seed: bytes, wanted: list[Direction]) -> None:
    game = start(seed)
    tiles = new_tiles(game.board, 1)
    moves = play(game, seed, wanted)
    if not moves:
        return
    there = follow(game.board, tiles, moves, 2).tiles
    back = go_back(game.board, there, moves, 3)
    assert [bool(identity) for identity in back.tiles] == [bool(exponent) for exponent in game.board]
    for cell, identity in enumerate(tiles):
        if identity and identity in there:
            assert back.tiles[cell] == identity
        elif identity:
            assert cell in back.spawned
            assert back.tiles[cell] not in (*tiles, *there)


def _exponent_of(identity: int, before: Board, moves: list[Move]) -> int:
    """Follow one tile through the slides by hand."""
    cell = before.index(identity)
    exponent = None
    for played in moves:
        cell = played.slide.targets[cell]
        exponent = played.game.board[cell]
    assert exponent is not None
    return exponent
