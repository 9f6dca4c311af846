"""The command line: ``serve`` plays, ``migrate`` prepares the database."""

import argparse
import logging
import os
import secrets
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

import uvicorn
from pydantic import ValidationError
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from app.settings import Settings
from app.store.database import BadDatabaseURL, Database, database_url
from app.store.migration import is_current, migrate
from app.web.app import create_app

_KEEP_ALIVE = 5
_LONGEST_SHUTDOWN = 5
_BACKLOG = 2048


class CannotStart(Exception):
    """Why a command cannot do its work, as one line for whoever ran it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 if it could not start, 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="web2048", description="2048 with the rules on the server.")
    commands = parser.add_subparsers(title="commands", required=True)
    commands.add_parser("serve", help="serve the game until stopped").set_defaults(run=_serve)
    commands.add_parser("migrate", help="bring the database to the newest schema").set_defaults(run=_migrate)
    parsed = parser.parse_args(arguments)
    try:
        parsed.run(_settings())
    except CannotStart as reason:
        print(f"web2048: {reason}", file=sys.stderr)
        return 1
    return 0


def _serve(settings: Settings) -> None:
    logging.basicConfig(level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(message)s")
    _prepare_data_dir(settings.data_dir)
    key = _secret_key(settings)
    url = _database_url(settings)
    listener = _listen(settings.host, settings.port)
    _prepare_database(url)
    app = create_app(Database(url), key, https=settings.https)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_keep_alive=_KEEP_ALIVE,
            timeout_graceful_shutdown=_LONGEST_SHUTDOWN,
        )
    )
    print(f"2048 is ready: open {_address(listener)}", flush=True)
    server.run(sockets=[listener])


def _migrate(settings: Settings) -> None:
    _prepare_data_dir(settings.data_dir)
    url = _database_url(settings)
    try:
        migrate(url)
    except SQLAlchemyError as error:
        raise CannotStart(_unusable(url, error)) from error
    print(f"The database is up to date: {url.render_as_string()}")


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        wrong = "; ".join(f"{str(item['loc'][0]).upper()}: {item['msg']}" for item in error.errors())
        raise CannotStart(f"bad setting: {wrong}") from error


def _prepare_data_dir(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotStart(f"DATA_DIR {folder} cannot be made: {error.strerror}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CannotStart(f"DATA_DIR {folder} cannot be written to")


def _secret_key(settings: Settings) -> bytes:
    """Return the configured key, or the one of the data folder, made at the first start."""
    if settings.secret_key is not None:
        return settings.secret_key.get_secret_value().encode()
    path = settings.data_dir / "secret.key"
    try:
        if not path.exists():
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(secrets.token_hex())
        return path.read_bytes().strip()
    except OSError as error:
        raise CannotStart(f"{path} cannot be used: {error.strerror}") from error


def _database_url(settings: Settings) -> URL:
    configured = settings.database_url
    try:
        return database_url(configured.get_secret_value() if configured else None, settings.data_dir)
    except BadDatabaseURL as error:
        raise CannotStart(f"bad setting: DATABASE_URL: {error}") from error


def _prepare_database(url: URL) -> None:
    try:
        if url.get_backend_name() == "sqlite":
            migrate(url)
        elif not is_current(url):
            raise CannotStart("the database has another schema; bring it up to date with: web2048 migrate")
    except SQLAlchemyError as error:
        raise CannotStart(_unusable(url, error)) from error


def _unusable(url: URL, error: SQLAlchemyError) -> str:
    cause = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    return f"the database {url.render_as_string()} cannot be used: {cause}"


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except OSError as error:
        raise CannotStart(f"cannot listen on {host} port {port}: {error.strerror}") from error


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


if __name__ == "__main__":
    sys.exit(main())
