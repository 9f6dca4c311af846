"""The storage half of the fault suite: crashes, power cuts, bad disks, locks, clocks, backups, bounds."""

from collections.abc import Sequence

from tests.faults.figures import Figure


def run(names: Sequence[str]) -> list[Figure]:
    """Run the parts with these names in full, all of them if there are none, and return their figures."""
    from tests.faults.storage import full

    return full.run(names)
