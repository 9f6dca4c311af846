"""Memory that is asked for ahead of its use."""

from typing import Any

import numba
import numpy as np

from app.solver.bitboard import pack
from app.solver.compiling import Weights, u64
from app.solver.fetching import fetch
from app.solver.network import fetch_weights, value
from tests.solver.boards import random_boards

# Code that was read from a cache cannot be looked at.
kept_nowhere: Any = numba.njit


@kept_nowhere  # type: ignore[untyped-decorator]
def fetch_place(array: Weights, place: int) -> None:
    fetch(array, place)


@kept_nowhere  # type: ignore[untyped-decorator]
def fetched_value(weights: Weights, bits: int) -> Any:
    fetch_weights(weights, bits)
    return value(weights, bits)


def test_memory_is_asked_for_by_an_instruction_of_the_processor() -> None:
    for array in (np.zeros(4, np.float32), np.zeros((4, 2), np.float32)):
        fetch_place(array, u64(1))
    for code in fetch_place.inspect_llvm().values():
        assert "call void @llvm.prefetch" in code


def test_what_lies_outside_of_an_array_may_be_asked_for() -> None:
    kept = np.arange(8, dtype=np.float32)
    for place in (7, 8, 1 << 40, (1 << 64) - 1):
        fetch_place(kept, u64(place))
        fetch_place(kept.reshape(4, 2), u64(place))
    assert (kept == np.arange(8)).all()


def test_a_value_is_the_same_whether_its_weights_were_asked_for_or_not(weights: Weights) -> None:
    for board in random_boards(50, 15):
        bits = u64(pack(board))
        assert fetched_value(weights, bits) == value(weights, bits)
