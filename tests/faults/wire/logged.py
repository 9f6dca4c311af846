"""The log of a server: each line of it one event, and nothing in it that a client put there."""

import json
import re


def log_faults(lines: list[str]) -> list[str]:
    """Return the lines that are not one JSON object of printable ASCII with an event of the server's own."""
    return [line[:200] for line in lines if not _is_right(line)]


def paths(lines: list[str]) -> list[str]:
    """Return what was asked for, as the log tells it."""
    events = map(json.loads, lines)
    return [event["path"] for event in events if event["event"] == "request"]


def times(lines: list[str], seen: int) -> list[tuple[int, float]]:
    """Return the status of each request after so many lines, and how many milliseconds the server took."""
    events = map(json.loads, lines[seen:])
    return [(event["status"], event["ms"]) for event in events if event["event"] == "request"]


def _is_right(line: str) -> bool:
    if not re.fullmatch(r"[ -~]+", line):
        return False
    try:
        event = json.loads(line)
    except ValueError:
        return False
    return (
        isinstance(event, dict)
        and {"event", "level", "timestamp"} <= event.keys()
        and event["event"] != "FAKE"
    )
