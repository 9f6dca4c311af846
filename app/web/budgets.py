"""How much one client may ask for in a time."""

from enum import StrEnum

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from app.web.measures import REFUSED


class Spending(StrEnum):
    """What a budget is for."""

    NEW_PLAYERS = "new_players"
    NEW_GAMES = "new_games"
    MOVES = "moves"


class OverBudget(Exception):
    """A client has asked for more than its budget; the time window ends in ``seconds``."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"again in {seconds} s")
        self.seconds = seconds


class Budgets:
    """Counts what each client spends, in the memory of this process."""

    def __init__(self, budgets: dict[Spending, str]) -> None:
        self._items: dict[Spending, RateLimitItem] = {kind: parse(text) for kind, text in budgets.items()}
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def spend(self, kind: Spending, client: str) -> None:
        """Count one request of a client. Raises ``OverBudget`` if there is nothing left for it."""
        item = self._items[kind]
        if not self._limiter.hit(item, kind.value, client):
            REFUSED.labels(kind.value).inc()
            raise OverBudget(item.get_expiry())
