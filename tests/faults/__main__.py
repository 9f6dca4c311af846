"""Run the fault suite in full and print one table: ``python -m tests.faults [PART ...]``."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import perf_counter

from app.logs import configure_logs
from tests.faults import storage, wire
from tests.faults.figures import Figure, lines
from tests.faults.storage.full import PARTS as OF_STORAGE
from tests.faults.wire.full import PARTS as OF_WIRE

Half = Callable[[Sequence[str]], Iterable[tuple[str, str, str, str, bool]]]


def main(names: Sequence[str]) -> int:
    """Run the parts with these names, all of them if there are none; return 1 if a figure does not hold."""
    halves: Mapping[str, Half] = dict.fromkeys(OF_STORAGE, storage.run) | dict.fromkeys(OF_WIRE, wire.run)
    unknown = [name for name in names if name not in halves]
    if unknown:
        print(f"There is no {', '.join(unknown)}; the parts are: {', '.join(halves)}", file=sys.stderr)
        return 2
    configure_logs("critical")
    figures: list[Figure] = []
    for name in names or halves:
        began = perf_counter()
        figures += [Figure(*row) for row in halves[name]([name])]
        print(f"{name}: {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    print(*lines(figures), sep="\n")
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
