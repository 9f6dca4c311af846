"""Run the wire half of the fault suite in full: ``python -m tests.faults.wire [PART ...]``."""

import sys

from tests.faults.wire import run
from tests.faults.wire.report import lines


def main() -> int:
    """Print the figures; return 1 if one of them is not as it should be."""
    rows = run(sys.argv[1:])
    sys.stdout.write("\n".join([*lines(rows), ""]))
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
