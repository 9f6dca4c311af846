"""One server for all that can share it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.wire import grade
from tests.faults.wire.seats import Seats, prepare
from tests.faults.wire.serving import Server, serving


class Ready:
    """A running server, and players who were seated before it started."""

    def __init__(self, server: Server, seats: Seats) -> None:
        self.server = server
        self.seats = seats


@pytest.fixture(scope="package")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ready]:
    folder = tmp_path_factory.mktemp("wire") / "data"
    seats = prepare(folder, won=20)
    with serving(folder) as server:
        yield Ready(server, seats)


@pytest.fixture
def server(ready: Ready) -> Server:
    return ready.server


@pytest.fixture(scope="package")
def scanner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return grade.install(tmp_path_factory.mktemp("observatory"))
