"""A PostgreSQL server of the tests' own, in a folder of its own, on a free loopback port."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.ports import free_port

PATIENCE = 30
"""Seconds that the server may take to answer."""


@contextmanager
def postgresql_server() -> Iterator[str]:
    """Run a server while the block runs; yields the URL of its database ``postgres``."""
    with tempfile.TemporaryDirectory(prefix="postgresql-") as folder:
        yield from _serve(Path(folder))


def _serve(folder: Path) -> Iterator[str]:
    port = free_port()
    owner = _owner()
    if owner:
        shutil.chown(folder, owner)
    run = ["setpriv", f"--reuid={owner}", "--clear-groups"] if owner else []
    data = folder / "data"
    subprocess.run(
        [*run, _tool("initdb"), "-A", "trust", "-U", "postgres", "-D", data], check=True, capture_output=True
    )
    options = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": folder,
        "fsync": "off",
    }
    arguments = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen([*run, _tool("postgres"), "-D", data, *arguments], stdout=log, stderr=log)
    try:
        _wait_for(port)
        yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _owner() -> str | None:
    """The server refuses to run as root, so root runs it as the user that Debian made for it."""
    return pwd.getpwnam("postgres").pw_name if os.geteuid() == 0 else None


def _tool(name: str) -> str:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which(name, path=os.pathsep.join([*map(str, folders), os.environ["PATH"]]))
    assert found, f"{name} is missing; install PostgreSQL (Debian: apt-get install postgresql)"
    return found


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < deadline, "PostgreSQL did not come up"
            time.sleep(0.05)
        else:
            return
