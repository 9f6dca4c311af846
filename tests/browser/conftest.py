"""A real Chromium, a real server on a real socket, and the wire between them in the tests' hands."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from anyio.from_thread import BlockingPortal, start_blocking_portal
from playwright.sync_api import BrowserContext, Page, WebError, expect
from pytest_playwright.pytest_playwright import CreateContextCallback
from starlette.types import ASGIApp

from app.solver.service import Service
from app.store.database import Database
from app.web.connections import Connections
from tests.browser.chromium import launch_options
from tests.browser.page import PlayPage
from tests.browser.server import Server
from tests.browser.wire import Outlet, Wire
from tests.worker import COMMAND

PATIENCE = 20_000
"""Milliseconds that an expectation may take to come true: a slow machine is no fault of the product."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    try:
        return {**browser_type_launch_args, **launch_options()}
    except LookupError as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="session")
def portal() -> Iterator[BlockingPortal]:
    """The event loop of the server, in a thread of its own."""
    with start_blocking_portal(backend_options={"use_uvloop": True}) as portal:
        yield portal


@pytest.fixture(scope="session")
def line(portal: BlockingPortal) -> Iterator[tuple[str, Outlet]]:
    """One server for the whole run: its address, and the outlet for each test's own wire and application."""
    outlet = Outlet()
    protocol = Connections(most=1000, most_a_client=1000, https=False).protocol()
    config = uvicorn.Config(
        outlet, http=protocol, lifespan="off", log_config=None, access_log=False, proxy_headers=False
    )
    server = uvicorn.Server(config)
    listener = socket.create_server(("127.0.0.1", 0))
    serving = portal.start_task_soon(server.serve, [listener])
    host, port = listener.getsockname()
    yield f"http://{host}:{port}", outlet
    server.should_exit = True
    serving.result()


@pytest.fixture(scope="session")
def base_url(line: tuple[str, Outlet]) -> str:
    """Where a path that a page is sent to begins."""
    return line[0]


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    # A worker starts with each new context and takes a fifth of the time of a test; it has tests of its own.
    return {**browser_context_args, "locale": "en-GB", "service_workers": "block"}


@pytest.fixture
def solver(portal: BlockingPortal) -> Iterator[Service]:
    """A solver with one worker, which starts with the first question."""
    service = Service(COMMAND, 1)
    yield service
    portal.call(service.close)


@pytest.fixture
def server(
    line: tuple[str, Outlet], app: ASGIApp, database: Database, portal: BlockingPortal
) -> Iterator[Server]:
    url, outlet = line
    outlet.wire = Wire(app)
    yield Server(url, outlet.wire, database, portal)
    outlet.wire = None


@pytest.fixture
def wire(server: Server) -> Wire:
    return server.wire


@pytest.fixture
def new_context(server: Server, new_context: CreateContextCallback) -> Iterator[CreateContextCallback]:
    """Contexts in which an exception that no script has caught fails the test."""
    uncaught: list[str] = []

    def watched(**kwargs: Any) -> BrowserContext:
        context = new_context(**kwargs)
        context.on("weberror", lambda error: uncaught.append(_told(error)))
        return context

    yield watched  # type: ignore[misc]
    assert uncaught == []


def _told(error: WebError) -> str:
    return error.error.stack or error.error.message


@pytest.fixture
def play(page: Page, server: Server) -> PlayPage:
    """The page of the game, visited for the first time."""
    play = PlayPage(page, server)
    play.visit()
    return play
