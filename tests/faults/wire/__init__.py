"""The wire half of the fault suite: races, lost answers, hostile traffic, headers, too many players."""

from collections.abc import Sequence

from tests.faults.wire.report import Row


def run(names: Sequence[str]) -> list[Row]:
    """Run the parts with these names in full, all of them if there are none, and return their figures."""
    from tests.faults.wire import full

    return full.run(names)
