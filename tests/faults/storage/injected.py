"""Errors of the disk, put by strace into the system calls of a server that is running."""

import os
import select
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from tests.faults.storage.servers import PATIENCE

WRITES = "pwrite64"
SYNCS = "fdatasync,fsync"
READ_ONLY = "pwrite64,ftruncate,fdatasync,fsync"
"""What a file system that has turned read-only refuses on files that are open."""


@contextmanager
def failing(
    pid: int, calls: str, error: str, when: str = "1+", *, file: Path | None = None
) -> Iterator[None]:
    """Let calls of a process fail with this error: those that ``when`` counts, in the words of strace.

    With a file only the calls that concern it are counted and fail.
    """
    command = ["strace", "-f", "-o", "/dev/null", "-e", f"trace={calls}"]
    command += ["-P", str(file)] if file else []
    command += ["-e", f"inject={calls}:error={error}:when={when}", "-p", str(pid)]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE) as strace:
        try:
            assert strace.stderr
            _await_line(strace.stderr.fileno(), b"attached")
            yield
        finally:
            strace.send_signal(signal.SIGINT)
            try:
                strace.wait(PATIENCE)
            finally:
                strace.kill()


def _await_line(descriptor: int, word: bytes) -> None:
    """Wait until strace has said this. It attaches to all threads before it says so."""
    deadline = monotonic() + PATIENCE
    said = b""
    while word not in said:
        ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline - monotonic()))
        part = os.read(descriptor, 4096) if ready else b""
        if not part:
            raise RuntimeError(f"strace cannot attach: {said.decode()}")
        said += part
