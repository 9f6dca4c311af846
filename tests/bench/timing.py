"""What a list of times comes down to."""

from collections.abc import Sequence


def percentile(seconds: Sequence[float], percent: int) -> float:
    """Return the time that this percentage of the times do not exceed."""
    ranked = sorted(seconds)
    return ranked[max(0, -(-len(ranked) * percent // 100) - 1)]
