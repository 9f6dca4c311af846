"""Measure the engine, a review, a move in process, the server over loopback, hints, and motion.

The figures are printed and kept. Each part has a process of its own, so that none leaves anything behind
for the next.
"""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec, TypeVar

from app.settings import Settings
from tests.bench import durability, engine, in_process, loopback, machine, motion, review, solving
from tests.bench.report import Table, figure

RESULTS = Path(__file__).with_name("results.md")

P = ParamSpec("P")
T = TypeVar("T")


def main() -> None:
    """Run the whole benchmark."""
    weights = "of SOLVER_WEIGHTS" if Settings().solver_weights else "that come with the product"
    described = [*machine.describe(), f"The solver has the weights {weights}"]
    print(*described, sep="\n", end="\n\n", flush=True)
    tables = [_show(engine.table(_alone(engine.measure)))]
    with TemporaryDirectory(prefix="bench-2048-") as name:
        folder = Path(name)
        flush = (
            f"One page of 4 KiB reaches the disk in {figure(machine.flush_time(folder) * 1e3, 2)} ms (p50)"
        )
        tables.append(_show(review.table(_alone(review.measure, folder / "solver"))))
        (folder / "in-process").mkdir()
        measured = _alone(in_process.measure, folder / "in-process")
        tables.append(_show(in_process.table(measured)))
        size = measured.fragment_size
        tables.append(_show(loopback.table(_alone(loopback.measure, folder / "loopback", size))))
        tables.append(_show(durability.table(_alone(durability.measure, folder / "durability", size))))
        tables += map(_show, solving.tables(_alone(solving.measure, folder / "solving")))
        tables.append(_show(motion.table(_alone(motion.measure, folder / "motion"))))
    print(flush)
    _keep([*described, flush], tables)


def _alone(measure: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> T:
    """Run a part in a process of its own and return what it measured."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(measure, *arguments, **options).result()


def _show(table: Table) -> Table:
    print(table.plain(), end="\n\n", flush=True)
    return table


def _keep(described: list[str], tables: list[Table]) -> None:
    about = "\n".join(f"- {line}" for line in described)
    parts = ["# Benchmark", "Written by `make bench`.", about, *(table.markdown() for table in tables)]
    RESULTS.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
