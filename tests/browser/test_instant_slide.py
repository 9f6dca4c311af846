"""Tiles move at once, however far the server is."""

from itertools import cycle, islice
from statistics import median

from tests.browser.page import ARROWS, PlayPage
from tests.browser.positions import FRESH, STEADY, legal
from tests.browser.wire import Wire

LATENCY_MS = 300
FIRST_MOTION_MS = 50
"""From the key to the first frame in which a tile is somewhere else: two frames and some room. The
median of several keys is held to it, so that one frame lost to a busy machine does not count."""

WATCH = """() => {
  window.motions = [];
  window.answers = [];
  const tiles = () => [...document.querySelectorAll(".tile:not(.ghost)")];
  window.addEventListener("keydown", (event) => {
    const places = tiles().map((tile) => [tile, tile.getBoundingClientRect()]);
    const look = () => {
      const moved = places.some(([tile, place]) => {
        const now = tile.getBoundingClientRect();
        return now.x !== place.x || now.y !== place.y;
      });
      if (moved) window.motions.push(performance.now() - event.timeStamp);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    const answered = new MutationObserver(() => {
      answered.disconnect();
      window.answers.push(performance.now() - event.timeStamp);
    });
    answered.observe(document.querySelector("#tiles"), { attributeFilter: ["data-version"] });
  }, { capture: true });
}"""


def test_tiles_begin_to_slide_within_fifty_milliseconds_of_the_key(play: PlayPage, wire: Wire) -> None:
    play.start_at(FRESH)
    wire.delay(LATENCY_MS)
    directions = legal(FRESH, islice(cycle(STEADY), 9))
    play.page.evaluate(WATCH)
    for direction in directions:
        play.rest()
        play.move(direction)
    motions: list[float] = play.page.evaluate("window.motions")
    answers: list[float] = play.page.evaluate("window.answers")
    assert len(motions) == len(answers) == len(directions)
    assert min(answers) >= LATENCY_MS, "the answers came too early for this to prove anything"
    assert median(motions) <= FIRST_MOTION_MS, f"first motion after {sorted(motions)} ms"


def test_tiles_slide_to_where_the_server_then_puts_them(play: PlayPage, wire: Wire) -> None:
    play.start_at(FRESH)
    wire.delay(2 * LATENCY_MS)
    merges = 0
    for direction in legal(FRESH, islice(cycle(STEADY), 6)):
        turn = play.turn
        play.press(ARROWS[direction])
        slid = {tile.id: tile.cell for tile in play.settled_tiles}
        assert play.turn == turn, "the answer came too early for this to prove anything"
        play.settle()
        answered = {tile.id: tile.cell for tile in play.tiles if tile.kind in ("", "ghost")}
        assert answered == slid
        merges += len([tile for tile in play.tiles if tile.kind == "merged"])
    assert merges > 0


def test_a_move_is_sent_once_and_only_when_its_slide_has_begun(play: PlayPage, wire: Wire) -> None:
    play.start_at(FRESH)
    play.stop_clock()
    (direction,) = legal(FRESH, STEADY)[:1]
    before = play.settled_tiles
    play.page.keyboard.press(ARROWS[direction])
    assert play.settled_tiles != before
    assert not wire.posts
    play.page.clock.run_for(20)
    play.expect_turn(1)
    play.page.clock.run_for(1000)
    play.settle()
    assert len(wire.posts) == 1


def test_a_move_is_sent_although_nothing_is_drawn(play: PlayPage, wire: Wire) -> None:
    play.start_at(FRESH)
    play.page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
    (direction,) = legal(FRESH, STEADY)[:1]
    play.press(ARROWS[direction])
    play.expect_turn(1)
    assert len(wire.posts) == 1
