"""Servers in processes of their own: the real command, or a fork of a process that has it imported."""

import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import monotonic, perf_counter
from typing import Protocol

from app.resources import ROOT
from tests.faults.storage.forker import LARGEST_MESSAGE

PATIENCE = 60.0
"""Seconds within which a process starts or ends, however busy the machine is."""

_EVERY_LINE = 1_000_000
_STARTED = (0, ["it has started"])
_UNLIMITED = "1000000000/second"
_SETTINGS = {
    "PORT": "0",
    "OPS_PORT": "0",
    "BUDGET_MOVES": _UNLIMITED,
    "BUDGET_NEW_GAMES": _UNLIMITED,
    "BUDGET_NEW_PLAYERS": _UNLIMITED,
    "LOG_LEVEL": "error",
}


class Process(Protocol):
    """A process that can be waited for."""

    pid: int

    def wait(self, seconds: float) -> int:
        """Return the exit code, negative for a signal. Raises ``TimeoutError``."""


class Server:
    """A server that has printed where it is to be found, and how long that took."""

    def __init__(self, process: Process, output: int, log: Path, began: float) -> None:
        self._process = process
        self._log = log
        self.pid = process.pid
        lines = _read_lines(output, 2)
        self.start_seconds = perf_counter() - began
        found = re.fullmatch(r"2048 is ready: open http://\S+:(\d+)\nHealth .*:(\d+)\n", lines)
        if not found:
            raise RuntimeError(f"the server did not start: {lines!r} {log.read_text()}")
        self.port, self.ops_port = int(found[1]), int(found[2])

    def signal(self, number: signal.Signals) -> None:
        """Send a signal."""
        os.kill(self.pid, number)

    def wait(self, seconds: float = PATIENCE) -> int:
        """Wait for the process to end and return its exit code. Raises ``TimeoutError``."""
        return self._process.wait(seconds)

    def kill(self) -> None:
        """End the process at once, as the kernel does when memory runs out."""
        self.signal(signal.SIGKILL)
        self.wait()

    def stop(self) -> int:
        """Ask the process to end and return its exit code."""
        self.signal(signal.SIGTERM)
        return self.wait()

    def log(self) -> str:
        """Return what it has written on its error stream."""
        return self._log.read_text()


class Runner(Protocol):
    """Runs a command of the product, other than ``serve``, to its end."""

    def __call__(self, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Return how it ended."""


class Starter(Protocol):
    """Starts a server on a folder and ends it at the end of the block, if it has not ended before."""

    def __call__(self, folder: Path, **settings: str) -> contextlib.AbstractContextManager[Server]:
        """Return the block."""


def environment(folder: Path, **settings: str) -> dict[str, str]:
    """Return an environment for the product that holds its settings and how to find programs."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME")}
    return {**kept, **_SETTINGS, "DATA_DIR": str(folder), **settings}


@contextlib.contextmanager
def serve(folder: Path, **settings: str) -> Iterator[Server]:
    """Run ``python -m app serve``."""
    read, write = os.pipe()
    log = _log_of(folder)
    began = perf_counter()
    with log.open("ab") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "serve"],
            cwd=ROOT,
            env=environment(folder, **settings),
            stdin=subprocess.DEVNULL,
            stdout=write,
            stderr=errors,
        )
    os.close(write)
    command = _Command(process)
    try:
        yield Server(command, read, log, began)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(read)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m app`` with another command."""
    return subprocess.run(
        [sys.executable, "-m", "app", *arguments],
        cwd=ROOT,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def fail_to_serve_without_rights(folder: Path) -> tuple[int, list[str]]:
    """Start a server for which the rights of files count, as they do not for root; see ``Forker``."""
    drop = (
        ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"] if os.geteuid() == 0 else []
    )
    with subprocess.Popen(
        [*drop, sys.executable, "-m", "app", "serve"],
        cwd=ROOT,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout
            assert process.stderr
            if _read_lines(process.stdout.fileno(), 1):
                return _STARTED
            said = process.stderr.read().splitlines()
            return process.wait(PATIENCE), said
        finally:
            process.kill()


class Forker:
    """Starts servers in some hundredths of a second; use it as a context.

    What is named is put into the environment of the process that forks.
    """

    def __init__(self, **variables: str) -> None:
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(PATIENCE)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.faults.storage.forker", str(theirs.fileno())],
                cwd=ROOT,
                env={**os.environ, **variables},
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )

    def __enter__(self) -> "Forker":
        return self

    def __exit__(self, *_: object) -> None:
        self._control.close()
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self._process.wait()

    @contextlib.contextmanager
    def serve(self, folder: Path, **settings: str) -> Iterator[Server]:
        """Serve in a child of the process that has everything imported."""
        child, output, log, began = self._start(folder, "serve", **settings)
        try:
            yield Server(child, output, log, began)
        finally:
            child.end()
            os.close(output)

    def fail_to_serve(self, folder: Path, **settings: str) -> tuple[int, list[str]]:
        """Start a server that cannot start; return its exit code and the lines on its error stream."""
        _log_of(folder).unlink(missing_ok=True)
        child, output, log, _ = self._start(folder, "serve", **settings)
        try:
            if _read_lines(output, 1):
                return _STARTED
            code = child.wait(PATIENCE)
        finally:
            child.end()
            os.close(output)
        return code, log.read_text().splitlines()

    def run(self, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run another command in a child of the process that has everything imported."""
        _log_of(folder).unlink(missing_ok=True)
        child, output, log, _ = self._start(folder, *arguments)
        try:
            said = _read_lines(output, _EVERY_LINE)
            code = child.wait(PATIENCE)
        finally:
            child.end()
            os.close(output)
        return subprocess.CompletedProcess(arguments, code, said, log.read_text())

    def ask(self, question: Mapping[str, object], *descriptors: int) -> int:
        """Send one request and return its answer."""
        message = json.dumps(question).encode()
        socket.send_fds(self._control, [message], descriptors)
        return int(json.loads(self._control.recv(LARGEST_MESSAGE)))

    def _start(self, folder: Path, *arguments: str, **settings: str) -> tuple["_Child", int, Path, float]:
        read, write = os.pipe()
        log = _log_of(folder)
        began = perf_counter()
        with log.open("ab") as errors:
            asked = {"start": arguments, "environment": environment(folder, **settings)}
            pid = self.ask(asked, write, errors.fileno())
        os.close(write)
        return _Child(self, pid), read, log, began


class _Command:
    """A process that this one has started."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.pid = process.pid

    def wait(self, seconds: float) -> int:
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            raise TimeoutError from error


class _Child:
    """A process that the forker has started."""

    def __init__(self, forker: Forker, pid: int) -> None:
        self._forker = forker
        self._code: int | None = None
        self.pid = pid
        self._end = os.pidfd_open(pid)

    def wait(self, seconds: float) -> int:
        if self._code is None:
            if not select.select([self._end], [], [], seconds)[0]:
                raise TimeoutError(f"process {self.pid} has not ended")
            self._code = self._forker.ask({"wait": self.pid})
        return self._code

    def end(self) -> None:
        """End the process if it has not, and let go of it."""
        if self._code is None:
            signal.pidfd_send_signal(self._end, signal.SIGKILL)
            self.wait(PATIENCE)
        os.close(self._end)


def _log_of(folder: Path) -> Path:
    return folder.with_name(folder.name + ".log")


def _read_lines(descriptor: int, count: int) -> str:
    """Read so many lines, or less if the other end is closed or takes too long."""
    read = b""
    deadline = monotonic() + PATIENCE
    while read.count(b"\n") < count:
        if not select.select([descriptor], [], [], max(0.0, deadline - monotonic()))[0]:
            break
        part = os.read(descriptor, 4096)
        if not part:
            break
        read += part
    return read.decode()
