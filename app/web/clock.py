"""The time of day, where the web layer hands it to a use case."""

import time


def now() -> int:
    """Return the milliseconds since 1970 UTC."""
    return time.time_ns() // 1_000_000
