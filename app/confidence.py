"""How far a sample may be from the truth: intervals that hold it with 95 % confidence."""

from math import sqrt

Z = 1.959964
"""Standard errors to either side of an average that cover 95 %."""


def wilson(found: int, of: int) -> tuple[float, float]:
    """Return the interval that holds the true share with 95 % confidence, where some were found of many."""
    share = found / of
    spread = 1 + Z**2 / of
    middle = (share + Z**2 / (2 * of)) / spread
    margin = Z * sqrt(share * (1 - share) / of + Z**2 / (4 * of**2)) / spread
    return max(0.0, middle - margin), min(1.0, middle + margin)
