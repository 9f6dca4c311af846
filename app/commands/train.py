"""``train``: teach the network, and write what it learned as a file of weights."""

import argparse
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.commands import CannotRun
from app.commands.arguments import percent, positive
from app.settings import Settings

if TYPE_CHECKING:
    from app.solver.training import Recipe, Training

_SAVED_EVERY = 600.0
_SHOWN_EVERY = {True: 1.0, False: 60.0}
_BAR = 24


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    command = commands.add_parser("train", help="teach the solver's network")
    length = command.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=positive, default=60, metavar="N", help="how long; 60")
    length.add_argument("--games", type=positive, metavar="N", help="until so many whole games were played")
    command.add_argument("--threads", type=positive, default=1, metavar="N", help="1 is reproducible; 1")
    command.add_argument("--seed", type=int, default=1, metavar="N", help="luck of the games; 1")
    command.add_argument("--resume", action="store_true", help="go on from the checkpoint in the folder")
    command.add_argument(
        "--late", type=percent, default=0, metavar="PERCENT", help="games begun at 8192 and later; 0"
    )
    command.add_argument(
        "--messy", type=percent, default=10, metavar="PERCENT", help="games begun as beginners play; 10"
    )
    command.add_argument("--folder", type=Path, help="checkpoint and learning curve; DATA_DIR/training")
    command.add_argument("--weights", type=Path, metavar="FILE", help="write the weights there at the end")
    command.add_argument(
        "--megabytes", type=positive, default=16, metavar="N", help="size the file may have; 16"
    )
    command.set_defaults(run=_run)


def _run(settings: Settings, arguments: argparse.Namespace) -> None:
    folder: Path = arguments.folder or settings.data_dir / "training"
    try:
        import numba  # noqa: F401
        import numpy  # noqa: F401
    except ImportError as error:
        raise CannotRun("training needs the packages numba and numpy, the extra `solver`") from error
    from app.solver.training import BadCheckpoint, Recipe

    try:
        folder.mkdir(parents=True, exist_ok=True)
        training = _training(folder / "checkpoint.npz", arguments)
        _train(training, Recipe(arguments.late, arguments.messy), folder, arguments)
        if arguments.weights:
            _export(training, arguments.weights, arguments.megabytes)
    except BadCheckpoint as error:
        raise CannotRun(str(error)) from error
    except OSError as error:
        raise CannotRun(f"{error.filename} cannot be used: {error.strerror}") from error


def _training(checkpoint: Path, arguments: argparse.Namespace) -> "Training":
    from app.solver.training import begin, resume

    if arguments.resume:
        training = resume(checkpoint, arguments.threads)
    elif checkpoint.exists():
        raise CannotRun(f"{checkpoint} exists; go on from it with --resume, or choose another --folder")
    else:
        training = begin(arguments.seed, arguments.threads)
    return training


def _train(training: "Training", recipe: "Recipe", folder: Path, arguments: argparse.Namespace) -> None:
    begun = saved = time.monotonic()
    shown = 0.0
    played = 0
    with _told_to_end() as told_to_end:
        for done in training.rounds(recipe):
            now = time.monotonic()
            played += done.games
            share = played / arguments.games if arguments.games else (now - begun) / (60 * arguments.minutes)
            if now - shown >= _SHOWN_EVERY[sys.stderr.isatty()] or share >= 1:
                _show(training, min(share, 1.0))
                shown = now
            if share >= 1:
                break
            if told_to_end.is_set():
                print("\nInterrupted; what was learned is kept.", file=sys.stderr)
                break
            if now - saved >= _SAVED_EVERY:
                _save(training, folder)
                saved = time.monotonic()
    _save(training, folder)


@contextmanager
def _told_to_end() -> Iterator[threading.Event]:
    """Have the signals that end a process set an event instead, so that no round stays half done."""
    told = threading.Event()
    before = {one: signal.signal(one, lambda *_: told.set()) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield told
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _show(training: "Training", share: float) -> None:
    from app.solver.curve import as_blocks, merged

    recent = merged(training.curve[-60:], 1)[0]
    bar = "#" * int(share * _BAR)
    print(
        f"\r[{bar:<{_BAR}}] {share:4.0%} {recent.moves / recent.seconds / 1e6:.2f} M moves/s,"
        f" average {recent.average:,.0f}, 16384 in {recent.share(14):.0%} {as_blocks(training.curve)}",
        end="\n" if share >= 1 or not sys.stderr.isatty() else "",
        file=sys.stderr,
        flush=True,
    )


def _save(training: "Training", folder: Path) -> None:
    from app.solver.curve import as_csv, as_svg

    training.save(folder / "checkpoint.npz")
    (folder / "curve.csv").write_text(as_csv(training.curve), encoding="utf-8")
    (folder / "curve.svg").write_text(as_svg(training.curve), encoding="utf-8")


def _export(training: "Training", path: Path, megabytes: int) -> None:
    from app.solver.weights import fitting

    content, kept = fitting(training.weights, training.errors[:, 1], training.moves, megabytes * 1_000_000)
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)
    print(f"Wrote {path}: {kept:,} weights, {len(content) / 1e6:.1f} MB")
