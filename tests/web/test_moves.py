"""POST /moves."""


from tests.conftest import Player, Shown

DIRECTIONS = ["up", "left", "down", "right"]


async def test_the_first_move_is_played_on_the_board_that_was_shown(alice: Player) -> None:
    await alice.visit()
    before = alice.seen
    response = await alice.move(*DIRECTIONS)
    assert response.status_code == 200
    assert alice.seen.turn > 0
    assert alice.seen.version == before.version + 1
    assert Shown((await alice.visit()).text).values == alice.seen.values
