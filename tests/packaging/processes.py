"""The product as others run it: a process with an environment, two streams and an exit code."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, NamedTuple

import httpx

from tests.conftest import Shown
from tests.packaging.tree import ROOT

NOBODY = 65534
_PATIENCE = 60
_LONGEST_LIFE = 600
_PACKAGE_ACCESS = re.compile(r"(?i)(PIP_|UV_|SSL_CERT_|REQUESTS_CA_|CURL_CA_).*|(https?|all|no)_proxy")


def bare_environment(**settings: str) -> dict[str, str]:
    """Return an environment that holds no more than how to find programs and packages."""
    kept = {name: value for name, value in os.environ.items() if _PACKAGE_ACCESS.fullmatch(name)}
    return {**kept, "PATH": os.environ["PATH"], "HOME": os.environ["HOME"], **settings}


def as_user(uid: int) -> list[str]:
    """Return what to put before a command so that it runs as this user; nothing unless root runs the tests.

    An interpreter that lies in root's own folder may be read by that user, but nothing more be written.
    """
    return _dropping_root(uid) if os.geteuid() == 0 else []


@cache
def _dropping_root(uid: int) -> list[str]:
    plain = ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups"]
    if (
        subprocess.run([*plain, sys.executable, "-c", ""], stderr=subprocess.DEVNULL, check=False).returncode
        == 0
    ):
        return plain
    return [*plain, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"]


class Failure(NamedTuple):
    """How a command ended that could not do its work."""

    exit_code: int
    said: list[str]
    """The lines on the error stream."""


def fail_to_serve(settings: Mapping[str, str], *, before: Sequence[str] = ()) -> Failure:
    """Run ``serve`` with settings that it cannot start with."""
    ended = subprocess.run(
        [*before, sys.executable, "-m", "app", "serve"],
        cwd=ROOT,
        env=bare_environment(**settings),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
        check=False,
    )
    assert ended.stdout == ""
    return Failure(ended.returncode, ended.stderr.splitlines())


class Server:
    """A started server that has printed where it is to be found."""

    def __init__(self, process: subprocess.Popen[str], output: IO[str]) -> None:
        self.process = process
        self.before_ready: list[str] = []
        for line in output:
            if found := re.fullmatch(r"2048 is ready: open (http://\S+)\n", line):
                self.address = found[1]
                self.after_ready = output.readline()
                return
            self.before_ready.append(line)
        raise AssertionError(f"never ready; exit code {process.wait()}; it printed {self.before_ready}")

    def browser(self) -> httpx.Client:
        """Return a client with its own cookies; close it after use."""
        address = re.sub(r"//0\.0\.0\.0\b", "//127.0.0.1", self.address)
        return httpx.Client(base_url=address, trust_env=False, timeout=_PATIENCE)

    def says_it_is_healthy(self) -> bool:
        """Ask at the second address that it printed, which is for those who run the server."""
        found = re.fullmatch(r"Health and measurements: (http://\S+)\n", self.after_ready)
        assert found, self.after_ready
        with httpx.Client(base_url=found[1], trust_env=False, timeout=_PATIENCE) as client:
            return client.get("/healthz").text == "ok"

    def stop(self) -> int:
        """Ask the process to end and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(_PATIENCE)


@contextlib.contextmanager
def started(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Iterator[Server]:
    """Start a command that serves, and end it with all its children whatever happens."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        hung = threading.Timer(_LONGEST_LIFE, _kill, [process])
        hung.start()
        try:
            assert process.stdout is not None
            yield Server(process, process.stdout)
        finally:
            hung.cancel()
            _kill(process)


def _kill(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


@contextlib.contextmanager
def serving(settings: Mapping[str, str], *, before: Sequence[str] = ()) -> Iterator[Server]:
    """Serve from the working tree on a free port, unless the settings name one."""
    command = [*before, sys.executable, "-m", "app", "serve"]
    with started(command, ROOT, bare_environment(**{"PORT": "0", **settings})) as server:
        yield server


def play_a_move(browser: httpx.Client) -> Shown:
    """Visit the game, play until a tile has moved, and return the page that then shows it."""
    page = browser.get("/")
    assert page.status_code == 200
    before = Shown(page.text)
    fields = {"version": str(before.version), "direction": ["left", "up", "right", "down"]}
    answer = browser.post("/moves", data=fields)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    after = Shown(browser.get("/").text)
    assert after.turn > before.turn
    return after


def static_files_of(page: str) -> list[str]:
    """Return the addresses of the style sheets, scripts and pictures that a page loads."""
    return sorted(set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page)))
