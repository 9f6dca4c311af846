"""The same request twice: in one flight, over two connections at once, and from many tabs at birth."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.faults.clients import request
from tests.faults.wire.player import Change, Page, choose, first_visit, hash_of, read_page, stored_faults
from tests.faults.wire.stored import games_of
from tests.faults.wire.talk import Answer, Line

_CHANGES_A_PLAYER = 25


class Doubles(NamedTuple):
    """How many requests were sent more than once, and what was wrong."""

    sent: int
    faults: list[str]


async def double(port: int, database: Path, times: int) -> Doubles:
    """Send so many changes twice each: births, moves, new games, undone and redone moves."""
    wrong: list[str] = []
    for done in range(0, times, _CHANGES_A_PLAYER):
        wrong += await _double_player(port, database, min(_CHANGES_A_PLAYER, times - done), done)
    return Doubles(times, wrong)


async def be_born_in_tabs(port: int, database: Path, players: int, tabs: int) -> Doubles:
    """Let new players make their first move in several tabs at once."""
    wrong: list[str] = []
    for number in range(players):
        wrong += await _birth(port, database, tabs, Random(number))
    return Doubles(players * tabs, wrong)


async def _double_player(port: int, database: Path, count: int, seed: int) -> list[str]:
    random = Random(seed)
    cookie, page = await first_visit(port)
    done: list[tuple[Change, Page]] = []
    async with await Line.open(port) as one, await Line.open(port) as other:
        for number in range(count):
            change = choose(page, random) if number % 10 else Change("/moves", random.choice(page.legal))
            if number % 10 == 9:
                change = Change("/games")
            sent = request("POST", change.path, cookie, change.form(page.version))
            answers = await (_in_one_flight(one, sent) if number % 2 else _at_once(one, other, sent))
            statuses = [answer.status for answer in answers]
            if statuses != [200, 200]:
                return [f"{change} twice: {statuses}"]
            pages = [read_page(answer.body) for answer in answers]
            if pages[0] != pages[1] or pages[0].version != page.version + 1:
                return [f"{change} twice: from {page} to {pages}"]
            cookie, page = answers[0].cookie or cookie, pages[0]
            done.append((change, page))
    return stored_faults(done, await asyncio.to_thread(games_of, database, hash_of(cookie)))


async def _in_one_flight(line: Line, sent: bytes) -> list[Answer]:
    await line.send(sent + sent)
    return [await line.answer(), await line.answer()]


async def _at_once(one: Line, other: Line, sent: bytes) -> list[Answer]:
    return list(await asyncio.gather(one.ask(sent), other.ask(sent)))


async def _birth(port: int, database: Path, tabs: int, random: Random) -> list[str]:
    cookie, page = await first_visit(port)
    async with AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(await Line.open(port)) for _ in range(tabs)]
        changes = [Change("/moves", random.choice(page.legal)) for _ in lines]
        forms = [request("POST", change.path, cookie, change.form(page.version)) for change in changes]
        answers = await asyncio.gather(*map(Line.ask, lines, forms))
    statuses = [answer.status for answer in answers]
    cookies = {answer.cookie for answer in answers}
    if set(statuses) - {200, 409} or 200 not in statuses or len(cookies) != 1:
        return [f"a birth in {tabs} tabs: {statuses}, {len(cookies)} cookies"]
    done = {
        (change, read_page(answer.body))
        for change, answer in zip(changes, answers, strict=True)
        if answer.status == 200
    }
    if len(done) != 1:
        return [f"a birth in {tabs} tabs: {done}"]
    return stored_faults(list(done), await asyncio.to_thread(games_of, database, hash_of(cookies.pop())))
