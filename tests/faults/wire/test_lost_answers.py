"""A network that loses one answer in three changes nothing but the time it takes."""

from tests.faults.wire import chaos
from tests.faults.wire.conftest import Ready
from tests.faults.wire.serving import Server
from tests.faults.wire.stored import count_players


async def test_what_is_sent_again_counts_once_and_in_order(server: Server) -> None:
    result = await chaos.play(server.port, server.database, players=5, moves=100)
    assert result.faults == []
    assert result.lost / result.passed > 0.25, "the proxy lost too little to tell"
    assert result.done.keys() >= {"/moves", "/undo", "/redo", "/games"}


async def test_a_player_whose_first_answers_are_lost_is_one_player(server: Server) -> None:
    before = count_players(server.database)
    result = await chaos.play(server.port, server.database, players=30, moves=2, seed=2)
    assert result.faults == []
    assert count_players(server.database) == before + 30


async def test_going_on_after_the_win_counts_once_though_its_answer_is_lost(ready: Ready) -> None:
    won = [ready.seats.take() for _ in range(10)]
    result = await chaos.go_on(ready.server.port, ready.server.database, won, seed=3)
    assert result.faults == []
    assert result.sent_again > 5
