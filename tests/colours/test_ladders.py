"""Both ladders of tile colours, read from the style sheet itself."""

import re
from itertools import pairwise

import pytest

from app.resources import ROOT
from tests.colours.vision import RGB, SIMULATIONS, contrast, difference, linear, simulate

LEAST_CONTRAST = 4.5
LEAST_DIFFERENCE = 10.0
"""In CIEDE2000; one is about what a trained eye can just see."""
DIGITS = r'^\.tile\[data-value="(\d+)"\] { --face: var\(--t\1\); --digits: var\(--([\w-]+)\); }$'
VALUES = [1 << exponent for exponent in range(1, 18)]
CSS = (ROOT / "static" / "css" / "tokens.css").read_text()


def ladder(name: str) -> dict[int, tuple[str, str]]:
    """Return for each value the colours of its tile and of its digits."""
    block = re.search(rf'^\[data-tiles="{name}"\] {{$(.*?)^}}$', CSS, re.MULTILINE | re.DOTALL)
    assert block
    colours = dict(re.findall(r"--(\w+): ([^;]+);", block[1]))
    kinds = dict(re.findall(DIGITS, CSS, re.MULTILINE))
    digits = dict(re.findall(r"--(digits-\w+): (#\w+);", CSS))
    digits["middle"] = digits[colours.pop("middle").removeprefix("var(--").removesuffix(")")]
    return {int(key[1:]): (face, digits[kinds.get(key[1:], "digits-light")]) for key, face in colours.items()}


LADDERS = {name: ladder(name) for name in ("warm", "safe")}


@pytest.mark.parametrize("name", LADDERS)
def test_every_value_has_its_own_colour(name: str) -> None:
    faces = [face for face, _ in LADDERS[name].values()]
    assert list(LADDERS[name]) == VALUES
    assert len(set(faces)) == len(VALUES)


@pytest.mark.parametrize("name", LADDERS)
def test_the_digits_stand_out_on_every_tile(name: str) -> None:
    too_low = {
        value: contrast(face, digits)
        for value, (face, digits) in LADDERS[name].items()
        if contrast(face, digits) < LEAST_CONTRAST
    }
    assert too_low == {}


@pytest.mark.parametrize("name", LADDERS)
def test_neighbours_are_told_apart(name: str) -> None:
    assert too_close([linear(face) for face, _ in LADDERS[name].values()]) == {}


@pytest.mark.parametrize("kind", SIMULATIONS)
def test_neighbours_of_the_safe_ladder_are_told_apart_with_any_colour_vision(kind: str) -> None:
    assert too_close([simulate(linear(face), kind) for face, _ in LADDERS["safe"].values()]) == {}


@pytest.mark.parametrize("name", LADDERS)
def test_each_tile_is_darker_than_the_one_before(name: str) -> None:
    light = [contrast(face, "#000") for face, _ in LADDERS[name].values()]
    assert light == sorted(light, reverse=True)


def too_close(faces: list[RGB]) -> dict[int, float]:
    """Return how far a tile is from the one after it, for each value where that is too near."""
    apart = {
        value: difference(first, second)
        for value, (first, second) in zip(VALUES, pairwise(faces), strict=False)
    }
    return {value: far for value, far in apart.items() if far < LEAST_DIFFERENCE}


def test_the_difference_is_that_of_the_published_examples() -> None:
    """White and black are 100 apart; equal colours are not apart at all; red and green are far."""
    white, black = linear("#fff"), linear("#000000")
    assert difference(white, black) == pytest.approx(100, abs=0.01)
    assert difference(white, white) == 0
    assert difference(linear("#f00"), linear("#0f0")) == pytest.approx(86.6, abs=0.5)


def test_red_and_green_come_close_without_one_of_the_cones() -> None:
    red, green = linear("#c0392b"), linear("#6b8e23")
    assert difference(red, green) > 40
    assert difference(simulate(red, "deuteranopia"), simulate(green, "deuteranopia")) < 20
