"""How many boards can be reached, as numbers.

Two engines that agree on such counts agree on slides, merges, legality and spawns together.
The numbers come from an implementation that shares nothing with the engine: nested lists of
values, a push left and three rotations, HMAC written out.
"""

import hashlib
from collections import Counter

import pytest

from app.engine.board import Board, Direction, empty_cells, legal_directions, slide
from app.engine.game import Game, move, start
from tests.engine.boards import board

# From a seed: four directions tried, the tiles as the seed has them.

SEEDS = {
    "all zeros": bytes(32),
    "counting up": bytes(range(32)),
    "the hash of 2048": hashlib.sha256(b"2048").digest(),
}
BOARDS = {
    "all zeros": [3, 10, 30, 81, 214, 423, 905, 1915, 3927],
    "counting up": [4, 14, 38, 92, 168, 327, 643, 1126, 1937],
    "the hash of 2048": [3, 10, 25, 57, 129, 277, 508, 896, 1753],
}
"""The different boards after 1 to 9 moves."""
GAMES = {
    "all zeros": [3, 11, 38, 134, 501, 1836, 6752, 24871, 92275],
    "counting up": [4, 16, 61, 237, 928, 3651, 13215, 49643, 185476],
    "the hash of 2048": [3, 11, 41, 146, 515, 1916, 7359, 27293, 97524],
}
"""The different legal lists of 1 to 9 directions that lead to them."""


def levels_of_seed(seed: bytes, depth: int) -> list[Counter[Board]]:
    """Count, for each number of moves, in how many ways every board is reached."""
    level = Counter([start(seed).board])
    levels = []
    for turn in range(depth):
        following: Counter[Board] = Counter()
        for position, ways in level.items():
            for direction in Direction:
                played = move(Game(position, turn=turn), seed, direction)
                if played:
                    following[played.game.board] += ways
        level = following
        levels.append(level)
    return levels


@pytest.mark.parametrize("name", SEEDS)
def test_a_seed_leads_to_as_many_boards_and_games_as_counted_independently(name: str) -> None:
    levels = levels_of_seed(SEEDS[name], depth=9)
    assert [len(level) for level in levels] == BOARDS[name]
    assert [level.total() for level in levels] == GAMES[name]


# From a board: every tile that could appear.


def levels_of_board(position: Board, depth: int) -> list[Counter[Board]]:
    """Count the same, with a 2 and a 4 in every empty cell after every move."""
    level = Counter([position])
    levels = []
    for _ in range(depth):
        following: Counter[Board] = Counter()
        for one, ways in level.items():
            for direction in legal_directions(one):
                slid = slide(one, direction).board
                for cell in empty_cells(slid):
                    for exponent in (1, 2):
                        following[(*slid[:cell], exponent, *slid[cell + 1 :])] += ways
        level = following
        levels.append(level)
    return levels


def counts(picture: str, depth: int) -> list[tuple[int, int]]:
    """Return the ways and the different boards after each number of moves."""
    return [(level.total(), len(level)) for level in levels_of_board(board(picture), depth)]


def test_a_lone_2_in_a_corner_leads_to_60_boards_of_which_two_are_one() -> None:
    """Right or down, then 15 cells times 2 values.

    A 2 in both far corners comes about either way, so 59 of the 60 boards differ.
    """
    assert counts("2 . . .  . . . .  . . . .  . . . .", depth=1) == [(60, 59)]


def test_a_lone_2_in_a_corner_leads_to_5984_games_of_two_moves() -> None:
    """By hand, for right first; down first is its mirror image, so twice as many.

    A move leaves 14 empty cells, or 15 if the two tiles merge: 28 or 30 new boards. With the 2 in
    the top right corner and the new tile elsewhere in the top row,

    - next to it: a 2 merges left and right and slides down, 88; a 4 goes left and down, 56;
    - one or two cells away: a 2 as before, 88; a 4 goes left, right and down, 84.

    That is 144 + 172 + 172 = 488 for the row, and 488 for the right column alike. In the nine
    other cells, a 2 or a 4, all four directions are legal and nothing merges: 9 * 2 * 112 = 2016.
    """
    assert counts("2 . . .  . . . .  . . . .  . . . .", depth=2)[1] == (2 * (488 + 488 + 2016), 1204)


def test_a_lone_2_in_a_corner_leads_to_as_many_games_of_three_moves_as_counted_independently() -> None:
    assert counts("2 . . .  . . . .  . . . .  . . . .", depth=3)[2] == (595224, 7298)


def test_a_full_board_with_one_pair_of_large_tiles_leads_to_four_boards_and_ends() -> None:
    """The pair merges left or right, each leaving one cell for a 2 or a 4; then nothing fits."""
    picture = """
            8     8     32     64
          128   256    512   1024
         2048  4096   8192  16384
        32768 65536 131072     32
    """
    assert counts(picture, depth=3) == [(4, 4), (0, 0), (0, 0)]


def test_a_full_board_without_a_pair_leads_nowhere() -> None:
    assert counts("2 4 2 4  4 2 4 2  2 4 2 4  4 2 4 2", depth=1) == [(0, 0)]
