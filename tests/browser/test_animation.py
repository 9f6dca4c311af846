"""What slides, what meets and what appears."""

import itertools
import math
from itertools import cycle, islice

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.page import PlayPage
from tests.browser.positions import FRESH, NEARLY_WON, STEADY, UNDER_WAY, legal
from tests.browser.wire import Wire
from tests.builders import board_of, game_of

PAIR = game_of(board_of(0, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2))
"""Left makes 8 in cell 0 and slides the 2 to cell 12."""

FAR_AND_NEAR = game_of(board_of(0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 8))
"""Right takes the 2 three cells on and the 4 two; down takes the 2 one cell on and nothing else."""

NAMES = "() => document.getAnimations().map((one) => one.animationName)"
LEAN = """async () => {
  const [lean] = document.getAnimations();
  await lean.ready;
  return lean.startTime;
}"""
IS_SEEN = "(element) => element.checkVisibility({ opacityProperty: true })"
ANIMATED = """() => [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule instanceof CSSKeyframesRule)
  .flatMap((rule) => [...rule.cssRules])
  .flatMap((frame) => [...frame.style])"""
DISTANCES = """() => {
  const cells = [...document.querySelectorAll(".cells i")].map((cell) => cell.getBoundingClientRect());
  return [...document.querySelectorAll(".tile:not(.ghost)")].map((tile) => {
    const rect = tile.getBoundingClientRect();
    const cell = cells[4 * tile.dataset.row + Number(tile.dataset.col)];
    return Math.max(Math.abs(rect.x - cell.x), Math.abs(rect.y - cell.y), Math.abs(rect.width - cell.width));
  });
}"""

FURTHEST_IN_A_FRAME = """() => {
  const slides = document.getAnimations().filter((one) => one.transitionProperty === "translate");
  const furthest = slides.map((slide) => {
    slide.pause();
    const placeAt = (time) => {
      slide.currentTime = time;
      const [x, y = 0] = getComputedStyle(slide.effect.target).translate.split(" ").map(parseFloat);
      return [x, y];
    };
    const ways = [];
    for (let time = 0; time < slide.effect.getComputedTiming().endTime; time += 2) {
      const [[x, y], [oldX, oldY]] = [placeAt(time + 1000 / 60), placeAt(time)];
      ways.push(Math.hypot(x - oldX, y - oldY));
    }
    return Math.max(...ways);
  });
  return Math.max(...furthest);
}"""
SLIDES = """() => document.getAnimations()
  .filter((one) => one.transitionProperty === "translate")
  .map(({ effect }) => effect.getTiming().duration)"""

WATCH_MOTION = """() => {
  window.moving = new Set();
  window.durations = new Map();
  const look = () => {
    const frames = document.getAnimations().flatMap((animation) => animation.effect.getKeyframes());
    for (const { offset, computedOffset, easing, composite, ...moving } of frames) {
      for (const property of Object.keys(moving)) window.moving.add(property);
    }
    for (const { effect } of document.getAnimations()) {
      const [first] = effect.getKeyframes();
      if (!effect.target.matches(".tile")) continue;
      for (const property of Object.keys(first)) {
        // One that turns back takes less.
        const longest = Math.max(window.durations.get(property) ?? 0, effect.getTiming().duration);
        window.durations.set(property, longest);
      }
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def test_a_merge_makes_a_new_tile_and_leaves_its_two_sources_as_ghosts_where_they_met(play: PlayPage) -> None:
    play.start_at(PAIR)
    before = {tile.id: tile for tile in play.tiles}
    sources = {tile.id for tile in before.values() if tile.value == 4}
    play.move("left")
    ghosts = [tile for tile in play.tiles if tile.kind == "ghost"]
    assert {tile.id for tile in ghosts} == sources
    assert {(tile.value, tile.cell) for tile in ghosts} == {(4, 0)}
    (merged,) = [tile for tile in play.tiles if tile.kind == "merged"]
    assert (merged.value, merged.cell) == (8, 0)
    assert merged.id not in before
    (new,) = [tile for tile in play.tiles if tile.kind == "new"]
    assert new.id not in before
    (slid,) = [tile for tile in play.tiles if tile.kind == ""]
    assert (slid.id in before, slid.value, slid.cell) == (True, 2, 12)


def test_ghosts_are_gone_with_the_next_move(play: PlayPage) -> None:
    play.start_at(PAIR)
    play.move("left")
    ghosts = {tile.id for tile in play.tiles if tile.kind == "ghost"}
    play.move("right")
    assert ghosts
    assert not ghosts & {tile.id for tile in play.tiles}


def test_a_tile_that_only_slides_stays_the_same_element(play: PlayPage) -> None:
    play.start_at(game_of(board_of(0, 2, 0, 8, 0, 0, 0, 0, 0, 32, 0, 0, 0, 0, 0, 4)))
    play.page.evaluate(
        "() => document.querySelectorAll('.tile').forEach((tile) => { tile.marked = tile.id; })"
    )
    ids = {tile.id for tile in play.tiles}
    play.move("left")
    marked = """() => [...document.querySelectorAll(".tile")].filter((tile) => tile.marked)
      .map((tile) => [tile.id, tile.marked])"""
    assert sorted(play.page.evaluate(marked)) == [[identity, identity] for identity in sorted(ids)]
    assert {tile.id for tile in play.tiles if tile.kind == ""} == ids
    assert [tile.kind for tile in play.tiles if tile.id not in ids] == ["new"]


def test_an_identity_is_never_used_again_and_no_two_tiles_share_a_cell(play: PlayPage) -> None:
    play.start_at(FRESH)
    values: dict[str, int] = {}
    gone: set[str] = set()
    shown = {tile.id for tile in play.tiles}
    for direction in legal(FRESH, islice(cycle(STEADY), 60)):
        play.move(direction)
        tiles = play.tiles
        ids = [tile.id for tile in tiles]
        assert len(set(ids)) == len(ids)
        assert len({tile.cell for tile in tiles if tile.kind != "ghost"}) == len(play.settled_tiles)
        assert ids == sorted(ids, key=lambda identity: int(identity[1:])), "not in the order of identities"
        assert not set(ids) & gone
        for tile in tiles:
            assert values.setdefault(tile.id, tile.value) == tile.value
        gone |= shown - set(ids) | {tile.id for tile in tiles if tile.kind == "ghost"} - set(ids)
        shown = set(ids)
    play.expect_the_kept_game()


def test_a_reload_shows_the_settled_board(play: PlayPage) -> None:
    play.start_at(PAIR)
    play.move("left")
    ids = {tile.id for tile in play.settled_tiles}
    play.page.reload()
    assert {tile.id for tile in play.tiles} == ids
    assert {tile.kind for tile in play.tiles} == {""}
    assert play.page.locator(".gain").count() == 0


def test_every_tile_comes_to_rest_on_its_cell(play: PlayPage) -> None:
    play.start_at(UNDER_WAY)
    play.move("left", "down", "right")
    play.rest()
    distances: list[float] = play.page.evaluate(DISTANCES)
    assert len(distances) == len(play.settled_tiles)
    assert max(distances) < 1


def test_a_merge_hides_its_sources_when_it_has_been_shown(play: PlayPage) -> None:
    play.start_at(PAIR)
    play.move("left")
    play.rest()
    for tile in play.tiles:
        visible = play.page.locator(f"#{tile.id}").evaluate(IS_SEEN)
        assert visible == (tile.kind != "ghost"), tile


@pytest.mark.parametrize("wish", ["of the system", "of the settings"])
def test_nothing_moves_for_who_asks_for_less_motion(play: PlayPage, wire: Wire, wish: str) -> None:
    if wish == "of the system":
        play.page.emulate_media(reduced_motion="reduce")
    else:
        _choose(play, "None")
    play.start_at(NEARLY_WON, best=NEARLY_WON.score + 4)
    play.page.evaluate(WATCH_MOTION)
    wire.delay(100)
    play.press("ArrowLeft", "ArrowDown")
    expect(play.won).to_be_visible()
    assert _in_motion(play) == set()
    assert max(play.page.evaluate(DISTANCES)) < 1
    assert play.page.locator(".ghost").count() > 0
    for ghost in play.page.locator(".ghost").all():
        assert not ghost.is_visible()


def test_everything_is_quicker_for_who_wants_it_fast(play: PlayPage) -> None:
    durations = {}
    play.page.set_viewport_size({"width": 390, "height": 844})
    for speed in ("Normal", "Fast"):
        _choose(play, speed)
        play.page.evaluate(WATCH_MOTION)
        play.move("left", "right", "down", "up")
        _in_motion(play)
        durations[speed] = dict(play.page.evaluate("[...window.durations]"))
    assert durations["Normal"]["translate"] == 100
    assert durations["Fast"]["translate"] == 50
    assert durations["Fast"]["scale"] < durations["Normal"]["scale"]


def test_a_tile_that_is_sent_elsewhere_on_its_way_goes_on_from_where_it_is(play: PlayPage) -> None:
    play.start_at(game_of(board_of(0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0)))
    tile = play.page.locator(".tile", has_text="2").first
    _slow_down(play, 100)
    places = [_corner(tile)]
    for direction in ("left", "down", "right"):
        play.move(direction)
        places.append(_corner(tile))
    distances = [math.dist(before, after) for before, after in itertools.pairwise(places)]
    assert max(distances) < 40, "a tile has been put elsewhere without sliding there"
    assert distances[0] > 0


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 720), (1440, 900), (2560, 1440)])
def test_no_frame_takes_a_tile_further_than_80_px_however_large_the_board(
    play: PlayPage, wire: Wire, width: int, height: int
) -> None:
    play.page.set_viewport_size({"width": width, "height": height})
    play.start_at(FAR_AND_NEAR)
    wire.delay(1000)
    _slow_down(play, 100)
    play.press("ArrowRight")
    assert 20 < play.page.evaluate(FURTHEST_IN_A_FRAME) <= 80


@pytest.mark.parametrize(
    ("key", "slowed_down"),
    [("ArrowLeft", 3), ("ArrowDown", 100)],
    ids=["back", "aside, when it has just begun"],
)
def test_nor_does_one_that_turns_on_its_way(play: PlayPage, key: str, slowed_down: int) -> None:
    play.page.set_viewport_size({"width": 1440, "height": 900})
    play.start_at(FAR_AND_NEAR)
    _slow_down(play, slowed_down)
    play.stop_clock()
    play.move("right")
    play.press(key)
    assert 20 < play.page.evaluate(FURTHEST_IN_A_FRAME) <= 80


def test_nor_does_one_that_an_answer_has_taken_several_moves_on(play: PlayPage, wire: Wire) -> None:
    play.page.set_viewport_size({"width": 1440, "height": 900})
    play.start_at(FAR_AND_NEAR)
    _slow_down(play, 3)
    wire.delay(1000)
    play.press("ArrowDown")
    play.expect_request()
    play.press("ArrowDown", "ArrowRight")
    play.settle()
    assert 20 < play.page.evaluate(FURTHEST_IN_A_FRAME) <= 80


@pytest.mark.parametrize(
    ("key", "low", "high"), [("ArrowDown", 100, 100), ("ArrowRight", 160, 180)], ids=["near", "far"]
)
def test_on_a_large_board_only_a_long_way_takes_longer_and_all_tiles_arrive_together(
    play: PlayPage, wire: Wire, key: str, low: int, high: int
) -> None:
    play.page.set_viewport_size({"width": 1440, "height": 900})
    play.start_at(FAR_AND_NEAR)
    wire.delay(1000)
    _slow_down(play, 100)
    play.press(key)
    (lasts,) = set(play.page.evaluate(SLIDES))
    assert low <= lasts <= high


def test_on_a_phone_every_way_takes_the_same_time(play: PlayPage, wire: Wire) -> None:
    play.page.set_viewport_size({"width": 390, "height": 844})
    play.start_at(FAR_AND_NEAR)
    wire.delay(1000)
    _slow_down(play, 100)
    play.press("ArrowRight")
    assert set(play.page.evaluate(SLIDES)) == {100}


def test_on_a_board_that_has_become_small_no_way_takes_longer_any_more(play: PlayPage, wire: Wire) -> None:
    play.page.set_viewport_size({"width": 1440, "height": 900})
    play.start_at(FAR_AND_NEAR)
    play.move("right")
    play.rest()
    play.page.set_viewport_size({"width": 390, "height": 844})
    play.rest()
    wire.delay(1000)
    _slow_down(play, 100)
    play.press("ArrowLeft")
    assert set(play.page.evaluate(SLIDES)) == {100}


def test_a_key_that_has_to_wait_is_felt_at_once(play: PlayPage, wire: Wire) -> None:
    _wait_for_an_answer(play, wire)
    settled = play.page.evaluate(DISTANCES)
    play.press("ArrowDown")
    assert play.page.evaluate(NAMES) == ["lean-down"]
    play.rest()
    assert play.page.evaluate(DISTANCES) == settled
    play.press("ArrowRight")
    assert play.page.evaluate(NAMES) == ["lean-right"]
    wire.delay(0)
    play.settle()
    assert wire.directions == ["left", "down", "right"]


def test_a_key_is_felt_though_the_lean_of_the_one_before_ends_only_now(play: PlayPage, wire: Wire) -> None:
    _wait_for_an_answer(play, wire)
    play.press("ArrowDown")
    play.press("ArrowRight")
    ended = "new AnimationEvent('animationend', { animationName: 'lean-down', bubbles: true })"
    play.page.evaluate(f"document.querySelector('#tiles').dispatchEvent({ended})")
    assert play.page.evaluate(NAMES) == ["lean-right"]
    play.rest()
    assert play.page.evaluate(NAMES) == []
    play.press("ArrowDown")
    assert play.page.evaluate(NAMES) == ["lean-down"]
    wire.delay(0)
    play.settle()


def test_the_same_key_once_more_is_felt_once_more(play: PlayPage, wire: Wire) -> None:
    _wait_for_an_answer(play, wire)
    play.press("ArrowDown")
    begun = play.page.evaluate(LEAN)
    play.press("ArrowDown")
    assert play.page.evaluate(LEAN) > begun
    wire.delay(0)
    play.settle()


def test_nothing_is_animated_that_the_page_would_have_to_draw_itself(play: PlayPage) -> None:
    """One property that the compositor cannot animate, and all animations of its element need the page."""
    assert set(play.page.evaluate(ANIMATED)) == {"opacity", "scale", "translate", "transform"}


def test_tiles_do_move_for_everybody_else(play: PlayPage) -> None:
    play.start_at(PAIR)
    play.page.evaluate(WATCH_MOTION)
    play.move("left", "right", "down")
    assert _in_motion(play) >= {"translate", "scale"}


def _slow_down(play: PlayPage, times: float) -> None:
    """Let all motion from now on take so many times as long."""
    devtools = play.page.context.new_cdp_session(play.page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 1 / times})


def _in_motion(play: PlayPage) -> set[str]:
    """Return the properties that have been animated since the watch began, and wait for its next looks."""
    play.page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    return set(play.page.evaluate("() => [...window.moving]"))


def _choose(play: PlayPage, speed: str) -> None:
    """Choose how fast tiles move, and come back to the game."""
    play.page.goto("/settings")
    play.page.get_by_role("group", name="Motion of the tiles").get_by_label(speed).check()
    play.page.get_by_role("button", name="Save").click()
    play.page.wait_for_url("/")


def _wait_for_an_answer(play: PlayPage, wire: Wire) -> None:
    """Have a move under way whose slide has been seen."""
    play.start_at(UNDER_WAY)
    wire.delay(1000)
    play.press("ArrowLeft")
    play.expect_request()
    play.rest()


def _corner(tile: Locator) -> tuple[float, float]:
    box = tile.bounding_box()
    assert box is not None
    return box["x"], box["y"]
