"""The storage half of the fault suite in full, part by part, each in a folder of its own."""

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from app.store.writer import LARGEST_LOG
from tests.faults.figures import Figure
from tests.faults.storage import (
    clocks,
    drill,
    errors,
    footprint,
    kills,
    locks,
    outages,
    power,
    restarts,
    stuck,
    unfit,
)
from tests.faults.storage.injected import READ_ONLY, SYNCS, WRITES, failing
from tests.faults.storage.mounts import filled, read_only, small_disk
from tests.faults.storage.servers import Forker, serve
from tests.faults.storage.servers import run as run_command

_FLAT = 2 * 1024 * 1024
"""Bytes that a hundred thousand requests may add."""
_OUTAGES = {
    "disk fails to write (EIO)": (WRITES, "EIO"),
    "disk fails to write (ENOSPC)": (WRITES, "ENOSPC"),
    "disk fails to sync (EIO)": (SYNCS, "EIO"),
    "disk turned read-only under open files (EROFS)": (READ_ONLY, "EROFS"),
}


def run(names: Sequence[str]) -> list[Figure]:
    """Run the parts with these names, all of them if there are none."""
    figures: list[Figure] = []
    for name, part in PARTS.items():
        if not names or name in names:
            with TemporaryDirectory(prefix=f"faults-{name}-") as place:
                figures += part(Path(place))
    return figures


def kill_a_thousand_times(place: Path) -> list[Figure]:
    """kill -9 under 16 players, and how long the real command takes to be back."""
    with Forker() as forker:
        found = kills.kill_again_and_again(place / "data", forker.serve, 1000)
    timed = kills.kill_again_and_again(place / "timed", serve, 20)
    return [
        *found.figures(),
        kills.restart_figure("kill -9: restart to ready, after the imports", found.restarts),
        kills.restart_figure("kill -9: restart to ready, the whole command", timed.restarts),
    ]


def cut_the_power(place: Path) -> list[Figure]:
    """Clean and torn cuts, and the control that has to find losses."""
    figures = []
    for mode in ("clean", "torn"):
        torn = mode == "torn"
        figures += power.cut_again_and_again(place / mode, 200, torn=torn).figures(mode)
        control = power.cut_again_and_again(place / f"{mode}-control", 200, torn=torn, synchronous="NORMAL")
        figures.append(control.control_figure(mode))
    return figures


def fill_the_disk(place: Path) -> list[Figure]:
    """A full disk under a server that plays, and under one that has just been started."""
    with small_disk(place / "disk", 8) as disk, serve(disk) as server:
        figures = outages.bear(disk, server, filled(disk), 25).figures("disk full")
    with small_disk(place / "disk", 8) as disk:
        found = outages.bear_at_first(disk, serve, filled(disk), 5)
    return [*figures, *found.figures("disk full before the first visit")]


def turn_the_disk_read_only(place: Path) -> list[Figure]:
    """A remount, which the kernel allows while no file is open for writing, and back again."""
    with small_disk(place / "disk", 8) as disk:
        return outages.bear_at_first(disk, serve, read_only(disk), 5).figures("disk remounted read-only")


def fail_calls(place: Path) -> list[Figure]:
    """Every call fails for a time; then each of the first forty alone; then those of checkpoints."""
    figures = []
    for number, (what, (calls, error)) in enumerate(_OUTAGES.items()):
        folder = place / str(number)
        with serve(folder) as server:
            found = outages.bear(folder, server, failing(server.pid, calls, error), 25)
        figures += found.figures(what)
    with Forker() as forker:
        single = errors.fail_one_by_one(place / "single", forker.serve, range(1, 41))
        figures += single.figures("one failed call")
        for number, (calls, error) in enumerate(errors.KINDS):
            killed = errors.kill_while_failing(place / f"killed-{number}", forker.serve, calls, error)
            figures += killed.figures(f"{calls} fails with {error}")
        figures += errors.leave_checkpoints_unwritten(place / "unwritten", forker.serve).figures()
    return figures


def hold_the_lock(place: Path) -> list[Figure]:
    """Another process holds the database for a second, and for ten."""
    with serve(place / "data") as server:
        return [
            figure for seconds in (1, 10) for figure in locks.hold(place / "data", server, seconds).figures()
        ]


def set_the_clock(place: Path) -> list[Figure]:
    """Wrong clocks and jumping ones."""
    with clocks.Clock(place) as clock:
        figures = clocks.jump_while_playing(clock, place / "jumps", 40).figures("clock jumps while playing")
        started = clocks.start_under(clock, place / "starts", 40)
    return [*figures, *started.figures("start with a wrong clock")]


def start_on_the_unfit(place: Path) -> list[Figure]:
    """Start on everything that is not to be started on."""
    with Forker() as forker:
        refusals = [
            unfit.refuse(place / str(number), forker, what) for number, what in enumerate(unfit.DAMAGES)
        ]
        refusals.append(unfit.refuse_full(place / "full", forker))
        for after_kill in (False, True):
            folder = place / f"read-only-{after_kill}"
            refusals.append(unfit.refuse_read_only(folder, forker, after_kill=after_kill))
    refusals.append(unfit.refuse_unwritable(place / "unwritable"))
    return [refusal.figure() for refusal in refusals]


def restart_under_load(place: Path) -> list[Figure]:
    """Twenty restarts of the real command."""
    return restarts.restart_again_and_again(place / "data", serve, 20).figures()


def hold_drills(place: Path) -> list[Figure]:
    """Five backups under load, each restored and booted."""
    return [figure for found in drill.drill(place, serve, run_command, 5) for figure in found.figures()]


def stick_a_reader(place: Path) -> list[Figure]:
    """A stuck reader, with the product's own bound."""
    return stuck.stick(place / "data", LARGEST_LOG).figures()


def weigh_the_disk(place: Path) -> list[Figure]:
    """A hundred games on the disk."""
    return footprint.fill(place / "data", 100).figures()


def weigh_the_memory(place: Path) -> list[Figure]:
    """Two hundred thousand requests."""
    return footprint.weigh(place / "data", serve, 200_000).figures(_FLAT)


PARTS: dict[str, Callable[[Path], list[Figure]]] = {
    "kills": kill_a_thousand_times,
    "power": cut_the_power,
    "disk-full": fill_the_disk,
    "read-only": turn_the_disk_read_only,
    "errors": fail_calls,
    "locked": hold_the_lock,
    "clocks": set_the_clock,
    "unfit": start_on_the_unfit,
    "restarts": restart_under_load,
    "drill": hold_drills,
    "stuck-reader": stick_a_reader,
    "bytes": weigh_the_disk,
    "memory": weigh_the_memory,
}
