"""Dice for faults."""

import random


def dice(seed: int) -> random.Random:
    """Return dice that fall the same way for the same seed."""
    return random.Random(seed)
