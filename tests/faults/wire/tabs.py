"""Many tabs of one browser that play the same game at once, each as fast as it can."""

import asyncio
from collections import defaultdict
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from tests.faults.clients import request
from tests.faults.wire.player import Change, Page, choose, first_visit, hash_of, read_page, stored_faults
from tests.faults.wire.stored import StoredGame, games_of
from tests.faults.wire.talk import Line

_MOST_TRIES = 100
"""How often a tab tries, on average, until a move of its own is confirmed."""


class Act(NamedTuple):
    """A request of one tab, when it was sent and answered, and what the answer showed."""

    change: Change
    began: float
    ended: float
    status: int
    page: Page | None

    @property
    def is_confirmed(self) -> bool:
        """Whether the server said that it has happened."""
        return self.status == 200


class Race(NamedTuple):
    """All that the tabs did, in no order, and what the database then held."""

    opening: Page
    acts: list[Act]
    games: list[StoredGame]

    @property
    def confirmed(self) -> list[Act]:
        """The requests that the server said have happened; some of them are one change sent by two tabs."""
        return [act for act in self.acts if act.is_confirmed]

    @property
    def changes(self) -> dict[int, set[tuple[Change, Page]]]:
        """The confirmed changes by the version they led to; each version must have one."""
        changes: defaultdict[int, set[tuple[Change, Page]]] = defaultdict(set)
        for act in self.confirmed:
            assert act.page
            changes[act.page.version].add((act.change, act.page))
        return dict(sorted(changes.items()))

    @property
    def conflict_seconds(self) -> list[float]:
        """How long each conflict took to be told, in ascending order."""
        return sorted(act.ended - act.began for act in self.acts if act.status == 409)


async def race(port: int, database: Path, tabs: int, moves: int) -> Race:
    """Let each tab go on until so many of its moves are confirmed; games that end are begun anew."""
    cookie, opening = await first_visit(port)
    async with await Line.open(port) as line:
        first, cookie = await _act(line, cookie, opening, Change("/moves", opening.legal[0]))
    assert first.page, "the first move was not confirmed"
    results = await asyncio.gather(*(_tab(port, cookie, first.page, moves, number) for number in range(tabs)))
    acts = [first, *(act for result in results for act in result)]
    return Race(opening, acts, await asyncio.to_thread(games_of, database, hash_of(cookie)))


def faults(result: Race) -> list[str]:
    """Return what is wrong with a race; nothing if it was as if one tab alone had done everything."""
    changes = result.changes
    wrong = [f"status {act.status}" for act in result.acts if act.status not in (200, 409)]
    wrong += [f"version {version} is two things" for version, acts in changes.items() if len(acts) > 1]
    if list(changes) != list(range(result.opening.version + 1, result.games[-1].version + 1)):
        wrong.append("the confirmed versions have gaps, or are not those stored")
    wrong += stored_faults([next(iter(acts)) for acts in changes.values()], result.games)
    if not _is_linear(result.acts):
        wrong.append("an answer showed a state older than one that had been shown before it was asked for")
    return wrong


async def _tab(port: int, cookie: str, page: Page, moves: int, number: int) -> list[Act]:
    random = Random(number)
    acts: list[Act] = []
    confirmed = 0
    async with await Line.open(port) as line:
        while confirmed < moves:
            assert len(acts) < moves * _MOST_TRIES, f"{confirmed} of {moves} moves after {len(acts)} tries"
            act, _ = await _act(line, cookie, page, choose(page, random))
            acts.append(act)
            page = act.page or page
            confirmed += bool(act.is_confirmed and act.change.direction)
    return acts


async def _act(line: Line, cookie: str, page: Page, change: Change) -> tuple[Act, str]:
    """Send a change of the page and return what came of it, with the cookie that is then right."""
    began = perf_counter()
    answer = await line.ask(request("POST", change.path, cookie, change.form(page.version)))
    ended = perf_counter()
    shown = read_page(answer.body) if answer.status in (200, 409) else None
    return Act(change, began, ended, answer.status, shown), answer.cookie or cookie


def _is_linear(acts: list[Act]) -> bool:
    """Tell whether no answer showed less than what had been answered when it was asked for."""
    seen = [act for act in acts if act.page]
    by_end = iter(sorted(seen, key=lambda act: act.ended))
    answered = next(by_end, None)
    highest = 0
    for act in sorted(seen, key=lambda act: act.began):
        while answered and answered.page and answered.ended < act.began:
            highest = max(highest, answered.page.version)
            answered = next(by_end, None)
        if act.page and act.page.version < highest:
            return False
    return True
