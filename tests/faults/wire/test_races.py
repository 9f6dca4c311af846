"""Whatever a browser does at once, the game goes as if one tab alone had played it."""

from tests.faults.wire import doubles, tabs
from tests.faults.wire.serving import Server

TABS = 8


async def test_what_eight_tabs_do_at_once_is_what_one_could_have_done(server: Server) -> None:
    race = await tabs.race(server.port, server.database, TABS, moves=60)
    assert tabs.faults(race) == []
    assert len(race.changes) > 60
    assert race.conflict_seconds, "the tabs did not race"
    assert {change.path for acts in race.changes.values() for change, _ in acts} >= {
        "/moves",
        "/undo",
        "/redo",
    }


async def test_a_race_that_went_wrong_is_found(server: Server) -> None:
    race = await tabs.race(server.port, server.database, TABS, moves=10)
    assert tabs.faults(race) == []
    last = max(race.confirmed, key=lambda act: act.page.version if act.page else 0)
    assert last.page
    older = last._replace(page=last.page._replace(version=last.page.version - 1), status=409)
    wrong = [
        [act for act in race.acts if not (act.is_confirmed and act.page == last.page)],
        [*race.acts, last._replace(status=500)],
        [*race.acts, last._replace(page=last.page._replace(score=last.page.score + 4))],
        [*race.acts, older._replace(began=last.ended + 1, ended=last.ended + 2)],
    ]
    for acts in wrong:
        assert tabs.faults(race._replace(acts=acts)) != []
    lost = [game._replace(directions=game.directions[:-1]) for game in race.games]
    assert tabs.faults(race._replace(games=lost)) != []


async def test_a_request_that_comes_twice_counts_once(server: Server) -> None:
    doubled = await doubles.double(server.port, server.database, times=100)
    assert doubled.faults == []


async def test_a_player_who_begins_in_eight_tabs_at_once_is_one_player(server: Server) -> None:
    births = await doubles.be_born_in_tabs(server.port, server.database, players=15, tabs=TABS)
    assert births.faults == []
