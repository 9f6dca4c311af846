"""How much one client may ask for in a time."""

import math
from enum import StrEnum
from time import monotonic

from limits import RateLimitItem, parse

from app.web.measures import REFUSED

MOST_REMEMBERED = 100_000
"""Clients whose spending is kept in memory; beyond it what is over is let go, and then all of it."""


class Spending(StrEnum):
    """What a budget is for."""

    NEW_PLAYERS = "new_players"
    NEW_GAMES = "new_games"
    MOVES = "moves"
    HINTS = "hints"
    SOLVER_MOVES = "solver_moves"
    SEARCHES = "searches"
    REVIEWS = "reviews"


class OverBudget(Exception):
    """A client has asked for more than its budget; there is more in ``seconds``."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class _Window:
    """The time in which a client's requests are counted together."""

    __slots__ = ("ends", "spent")

    def __init__(self, ends: float) -> None:
        self.ends = ends
        self.spent = 0


class Budgets:
    """Counts what each client spends, in the memory of this process and by its steady clock.

    The budgets are read by ``limits``; its own memory is not used, since it starts a thread for
    every hundredth of a second in which something is counted.
    """

    def __init__(self, budgets: dict[Spending, str]) -> None:
        self._items: dict[Spending, RateLimitItem] = {kind: parse(text) for kind, text in budgets.items()}
        self._windows: dict[tuple[Spending, str], _Window] = {}

    def spend(self, kind: Spending, client: str) -> None:
        """Count one request of a client. Raises ``OverBudget`` if there is nothing left for it."""
        item = self._items[kind]
        now = monotonic()
        window = self._windows.get((kind, client))
        if window is None or window.ends <= now:
            self._make_room(now)
            window = self._windows[kind, client] = _Window(now + item.get_expiry())
        window.spent += 1
        if window.spent > item.amount:
            REFUSED.labels(kind.value).inc()
            raise OverBudget(math.ceil(window.ends - now))

    def _make_room(self, now: float) -> None:
        if len(self._windows) >= MOST_REMEMBERED:
            live = {key: window for key, window in list(self._windows.items()) if window.ends > now}
            self._windows = live if len(live) < MOST_REMEMBERED else {}
