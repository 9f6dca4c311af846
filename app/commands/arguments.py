"""Kinds of arguments that several commands take."""


def positive(text: str) -> int:
    """Read a whole number from 1 up."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def natural(text: str) -> int:
    """Read a whole number from 0 up."""
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def percent(text: str) -> int:
    """Read a whole number from 0 to 100."""
    number = int(text)
    if not 0 <= number <= 100:
        raise ValueError
    return number
