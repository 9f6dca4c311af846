"""Many games of each strategy, on all cores, and what came of them."""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context

from app.strategies.choosing import STRATEGIES, Way
from app.strategies.playing import Played, play
from app.strategies.results import Results, Tally, tally

SAMPLE = 20
"""Games at the beginning of which a tally of their own is kept, quick to play again."""
_TOGETHER = 100
"""Games that go to a process at once."""

Progress = Callable[[Way, int], None]


def seed_of(name: str, number: int) -> bytes:
    """Return the seed of game ``number``, from 0: the SHA-256 of the text ``name.number``."""
    return hashlib.sha256(f"{name}.{number}".encode()).digest()


def measure(games: int, seed: str, progress: Progress, ways: Iterable[Way] = STRATEGIES) -> Results:
    """Play this many games of each way; all of them play the same seeds.

    ``progress`` is told the way of playing and how many of its games are done.
    """
    before = _seconds_of_processes()
    tallies, samples = {}, {}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as processes:
        for way in ways:
            played = list(_games(processes, way, games, seed, progress))
            tallies[way], samples[way] = tally(played), tally(played[:SAMPLE])
    seconds = round(_seconds_of_processes() - before)
    return Results(seed, games, datetime.now(UTC).date(), seconds, tallies, samples)


def sample(way: Way, seed: str) -> Tally:
    """Play the first games of a strategy here and now."""
    return tally(_stretch(way, seed, range(SAMPLE)))


def _games(
    processes: ProcessPoolExecutor, way: Way, games: int, seed: str, progress: Progress
) -> Iterator[Played]:
    stretches = [range(start, min(start + _TOGETHER, games)) for start in range(0, games, _TOGETHER)]
    done = 0
    for played in processes.map(partial(_stretch, way, seed), stretches):
        done += len(played)
        progress(way, done)
        yield from played


def _stretch(way: Way, seed: str, numbers: range) -> list[Played]:
    return [play(STRATEGIES[way], seed_of(seed, number)) for number in numbers]


def _seconds_of_processes() -> float:
    """Return how long processes that have ended have computed."""
    times = os.times()
    return times.children_user + times.children_system
