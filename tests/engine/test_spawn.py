"""The luck: fixed by the seed, fair, and open to anybody's check."""

import hashlib
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.board import Board, empty_cells
from app.engine.chance import Spawn, commitment, spawn
from tests.engine.boards import board
from tests.engine.playing import boards, rule, seed_of, seeds

EMPTY = (0,) * 16
NEARLY_FULL = board("""
    2 4 2 4
    4 2 . 2
    2 4 2 4
    4 2 4 2
""")
FULL = board("2 4 2 4  4 2 4 2  2 4 2 4  4 2 4 2")


def board_with(empty: int) -> Board:
    """Return a board with so many empty cells, spread over it."""
    scattered = [cell * 7 % 16 for cell in range(empty)]
    return tuple(0 if cell in scattered else 3 for cell in range(16))


# Where and what


@rule
@given(seeds, st.integers(0, 10_000), boards)
def test_a_tile_appears_only_in_an_empty_cell_and_is_a_2_or_a_4(
    seed: bytes, number: int, drawn: Board
) -> None:
    drawn = (*drawn[:15], 0)
    new = spawn(seed, number, drawn)
    assert drawn[new.cell] == 0
    assert new.exponent in (1, 2)


def test_a_single_empty_cell_always_takes_the_tile() -> None:
    assert {spawn(seed_of(1), number, NEARLY_FULL).cell for number in range(100)} == {6}


def test_a_full_board_takes_no_tile() -> None:
    with pytest.raises(ValueError, match="full board"):
        spawn(seed_of(1), 0, FULL)


def test_a_spawn_depends_on_which_cells_are_empty_and_not_on_the_tiles() -> None:
    other_tiles = tuple(5 if exponent else 0 for exponent in NEARLY_FULL)
    for number in range(100):
        assert spawn(seed_of(1), number, NEARLY_FULL) == spawn(seed_of(1), number, other_tiles)


# The same again, or something else


@rule
@given(seeds, st.integers(0, 10_000))
def test_the_same_seed_number_and_board_give_the_same_tile(seed: bytes, number: int) -> None:
    assert spawn(seed, number, EMPTY) == spawn(bytes(bytearray(seed)), number, tuple([0] * 16))


def test_a_spawn_does_not_depend_on_those_drawn_before() -> None:
    forwards = [spawn(seed_of(1), number, EMPTY) for number in range(50)]
    backwards = [spawn(seed_of(1), number, EMPTY) for number in reversed(range(50))]
    assert forwards == backwards[::-1]


def test_two_seeds_give_two_games_of_luck() -> None:
    runs = {tuple(spawn(seed_of(seed), number, EMPTY) for number in range(20)) for seed in range(100)}
    assert len(runs) == 100


def test_one_flipped_bit_of_the_seed_changes_the_luck() -> None:
    seed = bytearray(seed_of(1))
    before = [spawn(bytes(seed), number, EMPTY) for number in range(20)]
    seed[31] ^= 1
    assert [spawn(bytes(seed), number, EMPTY) for number in range(20)] != before


def test_the_numbers_of_one_seed_give_different_tiles() -> None:
    assert {spawn(seed_of(1), number, EMPTY).cell for number in range(300)} == set(range(16))


# The odds over a million spawns

CRITICAL = {1: 23.93, 11: 48.87, 25: 73.89, 31: 83.64, 255: 377.08}
"""By degrees of freedom, what chi squared exceeds with the probability of one in a million."""


def chi_squared(counts: Counter[tuple[int, int]], odds: dict[tuple[int, int], float]) -> float:
    """Measure how far counts are from their odds; kinds without odds must not occur."""
    total = counts.total()
    assert set(counts) <= set(odds)
    return sum((counts[kind] - total * odd) ** 2 / (total * odd) for kind, odd in odds.items())


def odds_of(cells: list[int], odds_of_4: float = 0.1) -> dict[tuple[int, int], float]:
    share = 1 / len(cells)
    return {
        (cell, exponent): share * odd
        for cell in cells
        for exponent, odd in ((1, 1 - odds_of_4), (2, odds_of_4))
    }


@pytest.mark.parametrize("empty", [16, 13, 6, 1])
def test_a_quarter_of_a_million_spawns_are_uniform_over_the_cells_and_one_in_ten_is_a_4(empty: int) -> None:
    """Four such boards make the million; two values a cell leave ``2 * empty - 1`` degrees of freedom."""
    place = board_with(empty)
    seed = seed_of(empty)
    counts: Counter[tuple[int, int]] = Counter(spawn(seed, number, place) for number in range(250_000))
    critical = CRITICAL[2 * empty - 1]
    cells = empty_cells(place)
    assert len(cells) == empty
    assert chi_squared(counts, odds_of(cells)) < critical
    # The twin: the same counts do not pass for one in nine, nor for a cell a tenth less likely.
    assert chi_squared(counts, odds_of(cells, odds_of_4=1 / 9)) > critical
    if empty > 1:
        uneven = {
            kind: odd * (0.9 if kind[0] == cells[0] else (empty - 0.9) / (empty - 1))
            for kind, odd in odds_of(cells).items()
        }
        assert sum(uneven.values()) == pytest.approx(1)
        assert chi_squared(counts, uneven) > critical


def test_one_spawn_tells_nothing_of_the_next() -> None:
    """All 256 pairs of following cells are equally likely: 255 degrees of freedom."""
    cells = [spawn(seed_of(256), number, EMPTY).cell for number in range(200_000)]
    pairs = Counter(zip(cells[::2], cells[1::2], strict=True))
    even = {(one, other): 1 / 256 for one in range(16) for other in range(16)}
    assert chi_squared(pairs, even) < CRITICAL[255]
    stuck_to_the_last = Counter(zip(cells, cells, strict=True))
    assert chi_squared(stuck_to_the_last, even) > CRITICAL[255]


# Fair exactly, not only as far as a count can see


class Words:
    """Stands in for the digest: hands out chosen words of 64 bits, four to a block."""

    def __init__(self, *words: int) -> None:
        self.words = words
        self.asked: list[bytes] = []

    def digest(self, key: bytes, message: bytes, digest: str) -> bytes:
        assert (key, digest) == (seed_of(1), "sha256")
        block = len(self.asked)
        self.asked.append(message)
        return b"".join(word.to_bytes(8) for word in self.words[4 * block : 4 * block + 4])


def spawn_from(monkeypatch: pytest.MonkeyPatch, place: Board, *words: int) -> tuple[Spawn, list[bytes]]:
    """Spawn number 7 from chosen words; also return the messages whose digests it asked for."""
    source = Words(*words)
    with monkeypatch.context() as patch:
        patch.setattr("app.engine.chance.hmac.digest", source.digest)
        return spawn(seed_of(1), 7, place), source.asked


def first_unfair(empty: int) -> int:
    """Return the word at which the last, incomplete stretch of draws begins."""
    return 2**64 // (10 * empty) * (10 * empty)


every_number_of_empty_cells = pytest.mark.parametrize("empty", range(1, 17))


@every_number_of_empty_cells
def test_each_complete_stretch_of_words_holds_nine_2s_and_one_4_for_each_cell(
    monkeypatch: pytest.MonkeyPatch, empty: int
) -> None:
    place = board_with(empty)
    for start in (0, first_unfair(empty) - 10 * empty):
        drawn = Counter(
            spawn_from(monkeypatch, place, start + offset, 0, 0, 0)[0] for offset in range(10 * empty)
        )
        assert drawn == {
            Spawn(cell, exponent): times
            for cell in empty_cells(place)
            for exponent, times in ((1, 9), (2, 1))
        }


@every_number_of_empty_cells
def test_the_first_fair_word_decides(monkeypatch: pytest.MonkeyPatch, empty: int) -> None:
    place = board_with(empty)
    new, asked = spawn_from(monkeypatch, place, first_unfair(empty) - 1, 0, 0, 0)
    assert new == Spawn(empty_cells(place)[-1], 1)
    assert asked == [b"7.0"]


@every_number_of_empty_cells
def test_a_word_in_the_incomplete_last_stretch_is_rejected_for_the_next(
    monkeypatch: pytest.MonkeyPatch, empty: int
) -> None:
    place = board_with(empty)
    for unfair in (first_unfair(empty), 2**64 - 1):
        new, asked = spawn_from(monkeypatch, place, unfair, first_unfair(empty) - 1, 0, 0)
        assert new == Spawn(empty_cells(place)[-1], 1)
        new, asked = spawn_from(monkeypatch, place, unfair, unfair, unfair, 0)
        assert new == Spawn(empty_cells(place)[0], 2)
        assert asked == [b"7.0"]


@every_number_of_empty_cells
def test_a_block_without_a_fair_word_is_followed_by_the_next_block(
    monkeypatch: pytest.MonkeyPatch, empty: int
) -> None:
    unfair = [2**64 - 1] * 4
    new, asked = spawn_from(monkeypatch, board_with(empty), *unfair, *unfair, 0, 1, 1, 1)
    assert new == Spawn(empty_cells(board_with(empty))[0], 2)
    assert asked == [b"7.0", b"7.1", b"7.2"]


# Anybody can check


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """Write HMAC-SHA256 out, as RFC 2104 has it, for keys of up to 64 bytes."""
    padded = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def words(seed: bytes, number: int) -> Iterator[int]:
    block = 0
    while True:
        digits = hmac_sha256(seed, b"%d.%d" % (number, block)).hex()
        yield from (int(digits[at : at + 16], 16) for at in (0, 16, 32, 48))
        block += 1


def checked(seed: bytes, number: int, place: Board) -> Spawn:
    """Recompute a spawn from the published recipe, with nothing of the engine's."""
    empty = [cell for cell in range(16) if place[cell] == 0]
    draw = next(word for word in words(seed, number) if word < first_unfair(len(empty))) % (10 * len(empty))
    return Spawn(empty[draw // 10], 2 if draw % 10 == 0 else 1)


def test_the_hand_written_hmac_meets_case_1_of_rfc_4231() -> None:
    expected = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    assert hmac_sha256(b"\x0b" * 20, b"Hi There").hex() == expected


def test_the_published_vector_holds() -> None:
    """The first word of the digest, 0x33b74f8cb04103dc, leaves 92 when divided by 160: cell 9, a 2."""
    seed = bytes(range(32))
    digest = hmac_sha256(seed, b"0.0")
    assert digest.hex() == "33b74f8cb04103dcb2b588b2391e99e2334af2dc9eaea2145ec04690c150383d"
    assert 0x33B74F8CB04103DC % 160 == 92
    assert spawn(seed, 0, EMPTY) == Spawn(cell=9, exponent=1)


@rule
@given(seeds, st.integers(0, 10_000), st.integers(1, 16))
def test_any_spawn_can_be_recomputed_by_hand(seed: bytes, number: int, empty: int) -> None:
    assert spawn(seed, number, board_with(empty)) == checked(seed, number, board_with(empty))


def test_the_commitment_is_sha_256_of_the_seed() -> None:
    seed = bytes(range(32))
    published = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert commitment(seed).hex() == published
    assert commitment(seed) == hashlib.sha256(seed).digest()


def test_two_seeds_have_two_commitments() -> None:
    assert len({commitment(seed_of(number)) for number in range(100)}) == 100
