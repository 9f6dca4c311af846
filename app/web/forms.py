"""Reading the forms of the page, strictly: what they may hold is little, and known."""

from collections import defaultdict
from urllib.parse import parse_qsl

from fastapi import Request

from app.engine.board import Direction
from app.solver import Level
from app.web.notices import Notice

MOST_DIRECTIONS = 64
"""Moves, the solver's too, or steps back or forth, that travel together."""
_MOST_FIELDS = 80
_LONGEST_NUMBER = 15
_DIRECTIONS = {direction.value: direction for direction in Direction}


class BadForm(Exception):
    """A form that holds what it may not; carries the notice for its sender."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice.value)
        self.notice = notice


async def read_change(request: Request) -> int:
    """Return the version that a form names: the state its sender has seen. Raises ``BadForm``."""
    return _version(await _fields(request))


async def read_moves(request: Request) -> tuple[int, list[Direction]]:
    """Return the version and from one to 64 directions in their order. Raises ``BadForm``."""
    fields = await _fields(request)
    names = fields["direction"]
    if not 1 <= len(names) <= MOST_DIRECTIONS:
        raise BadForm(Notice.BAD_DIRECTION)
    try:
        return _version(fields), [_DIRECTIONS[name] for name in names]
    except KeyError:
        raise BadForm(Notice.BAD_DIRECTION) from None


async def read_steps(request: Request) -> tuple[int, int]:
    """Return the version and how many steps to go, from 1 (also meant by none) to 64. Raises ``BadForm``."""
    fields = await _fields(request)
    return _version(fields), _steps(fields)


async def read_solver_moves(request: Request) -> tuple[int, Level, int]:
    """Return the version, the level of the solver and how many moves, from 1 (also meant by none) to 64.

    Raises ``BadForm``.
    """
    fields = await _fields(request)
    levels = [level for level in Level if [level] == fields["level"]]
    if not levels:
        raise BadForm(Notice.BAD_LEVEL)
    return _version(fields), levels[0], _steps(fields)


async def read_practice(request: Request) -> tuple[int, int]:
    """Return the version and the turn of a finished game to go on from. Raises ``BadForm``."""
    fields = await _fields(request)
    turns = fields["turn"]
    if len(turns) != 1 or not _is_number(turns[0]):
        raise BadForm(Notice.BAD_TURN)
    return _version(fields), int(turns[0])


def read_number(request: Request, name: str) -> int | None:
    """Return a number from the query of a page; ``None`` for what is none."""
    text = request.query_params.get(name, "")
    return int(text) if _is_number(text) else None


def game_number(request: Request) -> int:
    """Return the number of the game in the address; 0, which no game has, if it is none."""
    text = str(request.path_params["game"])
    return int(text) if _is_number(text) else 0


async def read_choices_of(request: Request) -> dict[str, str]:
    """Return the last value of each field, for a form in which anything may stand."""
    return {name: values[-1] for name, values in (await _fields(request)).items()}


async def _fields(request: Request) -> defaultdict[str, list[str]]:
    fields: defaultdict[str, list[str]] = defaultdict(list)
    try:
        body = (await request.body()).decode("ascii")
        pairs = parse_qsl(body, keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict")
    except ValueError:
        raise BadForm(Notice.BAD_REQUEST) from None
    for name, value in pairs:
        fields[name].append(value)
    return fields


def _steps(fields: dict[str, list[str]]) -> int:
    steps = fields["steps"] or ["1"]
    if len(steps) != 1 or not _is_number(steps[0]) or not 1 <= int(steps[0]) <= MOST_DIRECTIONS:
        raise BadForm(Notice.BAD_STEPS)
    return int(steps[0])


def _version(fields: dict[str, list[str]]) -> int:
    versions = fields["version"]
    if len(versions) != 1:
        raise BadForm(Notice.BAD_VERSION)
    if not _is_number(versions[0]):
        raise BadForm(Notice.BAD_VERSION)
    return int(versions[0])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _LONGEST_NUMBER
