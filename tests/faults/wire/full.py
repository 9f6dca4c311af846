"""The wire half of the fault suite in full, part by part, each with a server of its own."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from app.logs import configure_logs
from tests.faults.wire import (
    chaos,
    cookies,
    corpus,
    crowd,
    doubles,
    floods,
    grade,
    overload,
    reading,
    slow,
    stored,
    tabs,
)
from tests.faults.wire.commits import EXERCISES, application, observe
from tests.faults.wire.files import static_paths
from tests.faults.wire.fuzz import Fuzzer
from tests.faults.wire.headers import header_faults
from tests.faults.wire.logged import log_faults, paths
from tests.faults.wire.player import first_visit
from tests.faults.wire.report import Row, at_most, exactly, none, told
from tests.faults.wire.routes import posts_of, routes_of
from tests.faults.wire.seats import Seats, prepare
from tests.faults.wire.serving import Server, serving

_PING = 50.0
"""Milliseconds: what anybody may be held up by somebody else's hostile request."""
_RECEIVE = 12.0
"""Seconds until a client that takes too long is gone: the deadline, a sweep, and a second for the machine."""
_ANSWER = 32.0
_SOURCES = [f"127.0.0.{number}" for number in range(11, 17)]


def run(names: Sequence[str]) -> list[Row]:
    """Run the parts with these names, all of them if there are none."""
    configure_logs("error")
    return [row for name, part in PARTS.items() if not names or name in names for row in part()]


def races() -> list[Row]:
    """Many tabs, and the same request twice."""
    with _server() as (server, _):
        race = asyncio.run(tabs.race(server.port, server.database, 8, 500))
        births = asyncio.run(doubles.be_born_in_tabs(server.port, server.database, 200, 8))
        doubled = asyncio.run(doubles.double(server.port, server.database, 1000))
    done = Counter(change.path for acts in race.changes.values() for change, _ in acts)
    size = f"8 tabs × 500 moves: {len(race.acts):,} requests"
    slowest = race.conflict_seconds
    return [
        none("race of tabs: not linearizable, lost, doubled or another board", size, len(tabs.faults(race))),
        told(
            "race of tabs: changes made", size, ", ".join(f"{count:,} {path}" for path, count in done.items())
        ),
        none("race of tabs: answers 5xx", size, sum(act.status >= 500 for act in race.acts)),
        at_most(
            "race of tabs: a conflict is told in (p99)",
            f"{len(slowest):,}",
            overload.share(slowest, 99) * 1000,
            100,
            "ms",
        ),
        none("births in 8 tabs at once: more or less than one player", "200 births", len(births.faults)),
        none("requests sent twice: not applied once", f"{doubled.sent:,}", len(doubled.faults)),
    ]


def lost_answers() -> list[Row]:
    """A network that loses one answer in three."""
    with _server(won=100) as (server, seats):
        won = [seats.take() for _ in range(100)]
        played = asyncio.run(chaos.play(server.port, server.database, 20, 500))
        before = stored.count_players(server.database)
        born = asyncio.run(chaos.play(server.port, server.database, 500, 2, seed=2))
        players = stored.count_players(server.database) - before
        continued = asyncio.run(chaos.go_on(server.port, server.database, won, seed=3))
    size = f"{sum(played.done.values()):,} changes, {played.sent_again:,} sent again"
    return [
        told(
            "answers lost after the request went on",
            f"{played.passed:,}",
            f"{played.lost / played.passed:.0%}",
        ),
        none("lost answers: not exactly once and in order", size, len(played.faults)),
        none(
            "lost answers at the first move: not exactly once",
            f"500 births, {born.sent_again:,} sent again",
            len(born.faults),
        ),
        exactly("lost answers at the first move: players", "500 births", players, 500),
        none(
            "lost answers at the win: not exactly once",
            f"100 wins, {continued.sent_again:,} sent again",
            len(continued.faults),
        ),
    ]


def commits() -> list[Row]:
    """No answer before its commit, and no change without a POST."""
    with _server(won=1) as (server, seats), TemporaryDirectory(prefix="wire-") as name:
        right, known, found, asked = asyncio.run(_commits(server, seats, Path(name)))
    return [
        exactly("POST routes found that are known here", "every route", known, found),
        exactly(
            "answer after its commit, seen by others at once",
            f"{len(EXERCISES)} changes",
            right,
            len(EXERCISES),
        ),
        none("tables changed without a POST", f"{asked.asked:,} requests", len(asked.changes)),
    ]


async def _commits(server: Server, seats: Seats, folder: Path) -> tuple[int, int, int, reading.Readings]:
    right = 0
    for number, exercise in enumerate(EXERCISES):
        (folder / str(number)).mkdir()
        async with application(folder / str(number)) as (watched, database):
            posts, routes = posts_of(watched), list(routes_of(watched))
            right += (await observe(exercise, watched, database)).is_right
    people = await reading.people(server, seats.take())
    asked = await reading.ask_everything(server, routes, ["/healthz", "/readyz", "/metrics"], people)
    known = posts & {exercise.path for exercise in EXERCISES}
    return right, len(known), len(posts), asked


def hostile() -> list[Row]:
    """Requests that no player sends."""
    with _server() as (server, _):
        asyncio.run(_warm_up(server))
        before = server.descriptors()
        rows = [row for part in (_cookies, _floods, _slow, _corpus) for row in asyncio.run(part(server))]
        rows.append(
            none(
                "lines of the log that are not one event",
                f"{len(server.log()):,}",
                len(log_faults(server.log())),
            )
        )
        rows.append(
            at_most(
                "files and connections that the server kept",
                "all of it",
                server.descriptors() - before,
                24,
                "more",
            )
        )
    return rows


async def _cookies(server: Server) -> list[Row]:
    asked = [cookie for size in cookies.KILOBYTES for cookie in await cookies.ask_with(server, size, _PING)]
    sample = f"{len(asked)} cookies of 2 to 64 KB"
    return [
        at_most(
            "a cookie of escapes: answered in (worst)", sample, max(one.taken for one in asked), _PING, "ms"
        ),
        at_most(
            "a cookie of escapes: others held up by (worst)",
            sample,
            max(one.worst_ping for one in asked),
            _PING,
            "ms",
        ),
    ]


async def _floods(server: Server) -> list[Row]:
    rows = []
    for kind in floods.FLOODS:
        flooded = await floods.flood(server, kind, 20, _PING)
        size = f"{flooded.sent:.1f} of 20 MB taken"
        ended = f"{'closed' if flooded.is_closed else 'OPEN'} {_few(flooded.statuses)}"
        rows.append(Row(f"{kind.name}: ended", size, ended, "closed", flooded.is_closed))
        rows.append(
            at_most(f"{kind.name}: the server grew by", size, flooded.growth, floods.LARGEST_GROWTH, "MB")
        )
        rows.append(at_most(f"{kind.name}: others held up by (worst)", size, flooded.worst_ping, _PING, "ms"))
    return rows


async def _slow(server: Server) -> list[Row]:
    holding = [slow.hold(server.port, kind, 20, pause=1, longest=60) for kind in slow.KINDS]
    lives = await asyncio.gather(*holding)
    rows = [
        at_most(f"{one.name}: gone after", f"{one.connections} connections", one.longest, _RECEIVE, "s")
        for one in lives
    ]
    for requests in (1, 10, 200):
        lived = await slow.never_read(server, requests, 20, longest=60)
        rows.append(
            at_most(
                f"{lived.name}: gone after", f"{lived.connections} connections", lived.longest, _ANSWER, "s"
            )
        )
    return rows


async def _corpus(server: Server) -> list[Row]:
    cases = corpus.SMUGGLING + corpus.ODDITIES
    answered = await corpus.tell_all(server.port, cases)
    wrong = [one.case.name for one in answered if not one.is_right]
    faults = [fault for one in answered for answer in one.answers for fault in header_faults(answer)]
    return [
        none(
            "smuggled requests that were answered",
            f"{len(corpus.SMUGGLING)} ways",
            paths(server.log()).count(corpus.SMUGGLED),
        ),
        Row("odd requests answered otherwise", f"{len(cases)}", _few(wrong), "none", not wrong),
        none("headers missing or the client's in those answers", f"{len(cases)}", len(faults)),
    ]


def crowds() -> list[Row]:
    """More connections than the server takes."""
    with _server(MAX_CONNECTIONS="300", MAX_CONNECTIONS_PER_CLIENT="200") as (server, _):
        came = asyncio.run(crowd.crowd(server, 210))
    size = "3 clients × 210 connections"
    return [
        Row(
            "served of each client",
            size,
            str(list(came.served.values())),
            "[200, 100, 0]",
            list(came.served.values()) == [200, 100, 0],
        ),
        exactly("turned away with 503", size, sum(came.refused.values()), 330),
        exactly("turned away and told when to come again", size, sum(came.said_when.values()), 330),
        none("answers that lack a header", size, len(came.faults)),
        exactly("answer after all have left", "1", came.afterwards, 200),
    ]


def fuzzed() -> list[Row]:
    """Requests that nobody thought of."""
    with _server() as (server, _), TemporaryDirectory(prefix="wire-") as name:
        fuzzer = Fuzzer(server, asyncio.run(_all_paths(server, Path(name))))
        try:
            fuzzer.run(10_000)
        finally:
            fuzzer.close()
    result = fuzzer.result
    sample = f"{result.sent:,} requests"
    return [
        told(
            "statuses of made-up requests",
            sample,
            " ".join(f"{one}:{count:,}" for one, count in sorted(result.statuses.items())),
        ),
        none("faults of made-up requests: status, header, leak, change", sample, len(result.faults)),
    ]


async def _all_paths(server: Server, folder: Path) -> list[str]:
    async with application(folder) as (watched, _):
        # There are many pages to read; what changes something is asked for more often than they are.
        return [*routes_of(watched), *sorted(posts_of(watched)) * 8, *(await static_paths(server.port))[:2]]


def observatory() -> list[Row]:
    """The grade of the real scanner."""
    with TemporaryDirectory(prefix="wire-") as name:
        folder = Path(name)
        package = grade.install(folder)
        certificate = grade.make_certificate(folder)
        with serving(folder / "data", HTTPS="true", ALLOWED_HOSTS="localhost") as server:
            given = asyncio.run(grade.scan(server, package, certificate))
    is_right = given.letter == "A+" and given.points >= grade.FEWEST_POINTS
    return [Row("grade of the Observatory", "1", f"{given.letter} {given.points}", "A+ ≥ 130", is_right)]


def overloaded() -> list[Row]:
    """Twice as many players as the server takes."""
    with _server() as (server, _):
        found = asyncio.run(overload.overload(server, 4000, 10, _SOURCES))
    before, during = found.before, found.during
    refusals = found.knocks_with(503)
    sample = f"4,000 players, {during.statuses.total():,} requests"
    knocks = f"{len(refusals):,} knocks"
    odd = during.statuses.keys() - {200, 503, 429}
    busy = f"{len(during.by_status.get(503, [])):,} requests"
    return [
        told(
            "usual load: a move takes (p50, p99)",
            "32 players",
            f"{before.share(50):.1f}, {before.share(99):.1f} ms",
        ),
        told(
            "overload: a move takes (p50, p99)", sample, f"{during.share(50):.0f}, {during.share(99):.0f} ms"
        ),
        told("overload: statuses", sample, " ".join(f"{one}:{n:,}" for one, n in during.statuses.items())),
        none("overload: statuses but 200, 429 and 503", sample, len(odd)),
        at_most(
            "overload: turned away at the door in (p99)", knocks, overload.share(refusals, 99), _PING, "ms"
        ),
        at_most("overload: told to come again in (p99)", busy, during.share(99, 503), _PING, "ms"),
        none("overload: confirmed moves that are not stored", sample, len(during.lost)),
        at_most("overload: as quick as before after", "32 players", found.recovery_seconds, 5, "s"),
    ]


PARTS: dict[str, Callable[[], list[Row]]] = {
    "races": races,
    "lost-answers": lost_answers,
    "commits": commits,
    "hostile": hostile,
    "crowds": crowds,
    "fuzz": fuzzed,
    "observatory": observatory,
    "overload": overloaded,
}


@contextmanager
def _server(*, won: int = 0, **settings: str) -> Iterator[tuple[Server, Seats]]:
    with TemporaryDirectory(prefix="wire-") as name:
        folder = Path(name) / "data"
        seats = prepare(folder, won)
        with serving(folder, **settings) as server:
            yield server, seats


def _few(found: Sequence[object]) -> str:
    """Write the first few of many things."""
    return (
        ", ".join(map(str, found[:3])) + (f" and {len(found) - 3} more" if len(found) > 3 else "") or "none"
    )


async def _warm_up(server: Server) -> None:
    await asyncio.gather(*(first_visit(server.port) for _ in range(16)))
