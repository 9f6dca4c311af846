"""The command line: ``serve`` plays; others look after the database, and those of the solver after it."""

import argparse
import asyncio
import fcntl
import os
import secrets
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from pathlib import Path
from types import FrameType

from pydantic import ValidationError
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from app import server
from app.commands import CannotRun, bench, selfplay, solve, strategies, train
from app.commands.arguments import positive
from app.logs import configure_logs
from app.settings import Settings
from app.store import backup, verification
from app.store.database import BadDatabaseURL, Database, NotRead, database_url
from app.store.inspection import inspect, mark_as_made
from app.store.migration import is_current, migrate
from app.store.unfit import UnfitDatabase, UnwritableDatabase

_BACKLOG = 2048
_SHORTEST_KEY = 32


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    0 is success, 1 a command that could not run or found something wrong, 2 a wrong call; 3 to 6 say
    that the database is of a later version, damaged, lost or not writable.
    """
    parsed = _parser().parse_args(arguments)
    try:
        parsed.run(_settings(), parsed)
    except (CannotRun, UnfitDatabase) as reason:
        print(f"web2048: {reason}", file=sys.stderr)
        return reason.code
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="web2048", description="2048 with the rules on the server.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    commands.add_parser("serve", help="serve the game until stopped").set_defaults(run=_serve)
    commands.add_parser("migrate", help="bring the database to the newest schema").set_defaults(run=_migrate)
    commands.add_parser("verify", help="check every stored game").set_defaults(run=_verify)
    command = commands.add_parser("backup", help="copy the SQLite database, also while it is in use")
    command.add_argument("--to", type=Path, metavar="FOLDER", help="folder of the copies; DATA_DIR/backups")
    command.add_argument("--keep", type=positive, default=7, metavar="N", help="copies that are kept; 7")
    command.set_defaults(run=_back_up)
    command = commands.add_parser("restore", help="put a backup in the place of the SQLite database")
    command.add_argument("backup", type=Path, metavar="BACKUP")
    command.add_argument("--force", action="store_true", help="overwrite the database that is there")
    command.set_defaults(run=_restore)
    for module in (solve, selfplay, train, bench, strategies):
        module.add(commands)
    return parser


def _serve(settings: Settings, _arguments: argparse.Namespace) -> None:
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, end_at_once)
    configure_logs(settings.log_level)
    _prepare_data_dir(settings.data_dir)
    key = _secret_key(settings)
    url = _database_url(settings)
    if settings.port == settings.ops_port != 0:
        raise CannotRun("bad setting: OPS_PORT: it has to differ from PORT")
    public = _listen(settings, "host", "port")
    ops = _listen(settings, "ops_host", "ops_port")
    claim = _claim(url)
    _prepare_database(url)
    print(f"2048 is ready: open {_address(public)}", flush=True)
    print(f"Health and measurements: {_address(ops)}", flush=True)
    with claim:
        server.run(settings, Database(url), key, public, ops)


def _claim(url: URL) -> AbstractContextManager[object]:
    """Make sure that no other server has this SQLite file, for as long as the claim is open."""
    if url.get_backend_name() != "sqlite":
        return nullcontext()
    with ExitStack() as held:
        try:
            file = held.enter_context(Path(f"{url.database}.lock").open("w"))
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UnwritableDatabase(
                f"{url.database} is served by another process; end that first"
            ) from error
        except OSError:
            # Where no claim can be written no database can be either, which is told in its turn.
            return nullcontext()
        return held.pop_all()


def end_at_once(_signal: int, _frame: FrameType | None) -> None:
    """End without complaint: to be told to stop is no failure.

    uvicorn shuts down first and then raises the signal again, which brings it here. Before that nothing is
    under way that an end could spoil. An exception would be lost where the signal comes while garbage is
    collected, and the server would go on.
    """
    os._exit(0)


def _migrate(settings: Settings, _arguments: argparse.Namespace) -> None:
    _prepare_data_dir(settings.data_dir)
    url = _database_url(settings)
    try:
        _bring_up_to_date(url)
    except SQLAlchemyError as error:
        raise CannotRun(_unusable(url, error)) from error
    print(f"The database is up to date: {url.render_as_string()}")


def _verify(settings: Settings, _arguments: argparse.Namespace) -> None:
    url = _database_url(settings)
    _inspect(url)
    database = Database(url)
    try:
        games, found = asyncio.run(_check(database))
    except NotRead as error:
        raise CannotRun(
            f"the database {url.render_as_string()} (DATABASE_URL) cannot be read: {error}"
        ) from error
    finally:
        database.close()
    if found:
        raise CannotRun(f"{found} violations in {games} games")
    print(f"All is right with {games} games.")


async def _check(database: Database) -> tuple[int, int]:
    """Print every violation; return how many games there are and how many violations."""
    games = found = 0
    after: int | None = 0
    while after is not None:
        page = await database.read(partial(verification.check_page, after=after))
        print(*page.violations, sep="\n", end="\n" if page.violations else "")
        games, found, after = games + page.games, found + len(page.violations), page.next
    for violation in await database.read(verification.low_bests):
        print(violation)
        found += 1
    return games, found


def _back_up(settings: Settings, arguments: argparse.Namespace) -> None:
    folder = arguments.to or settings.data_dir / "backups"
    source = _sqlite_file(settings)
    if not source.exists():
        raise CannotRun(f"there is no database at {source}")
    try:
        print(f"Backed up: {backup.back_up(source, folder, arguments.keep)}")
    except OSError as error:
        raise CannotRun(f"{folder} cannot be used: {error.strerror}") from error


def _restore(settings: Settings, arguments: argparse.Namespace) -> None:
    _prepare_data_dir(settings.data_dir)
    target = _sqlite_file(settings)
    try:
        backup.restore(arguments.backup, target, force=arguments.force)
    except OSError as error:
        raise CannotRun(f"{target} cannot be written: {error.strerror}") from error
    print(f"Restored: {target}")


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        wrong = "; ".join(f"{str(item['loc'][0]).upper()}: {item['msg']}" for item in error.errors())
        raise CannotRun(f"bad setting: {wrong}") from error


def _prepare_data_dir(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotRun(f"DATA_DIR {folder} cannot be made: {error.strerror}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise CannotRun(f"DATA_DIR {folder} cannot be written to")


def _secret_key(settings: Settings) -> bytes:
    """Return the configured key, or the one of the data folder, made at the first start."""
    if settings.secret_key is not None:
        return settings.secret_key.get_secret_value().encode()
    path = settings.data_dir / "secret.key"
    try:
        if not path.exists():
            _make_key(path)
        key = path.read_bytes().strip()
    except OSError as error:
        raise CannotRun(f"{path} cannot be used: {error.strerror}") from error
    if len(key) < _SHORTEST_KEY:
        raise CannotRun(f"{path} is damaged: a key has at least {_SHORTEST_KEY} characters")
    return key


def _make_key(path: Path) -> None:
    """Write a new key so that the file, whenever one looks, is whole or not there."""
    unfinished = path.with_suffix(f".{os.getpid()}")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_hex())
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def _database_url(settings: Settings) -> URL:
    configured = settings.database_url
    try:
        return database_url(configured.get_secret_value() if configured else None, settings.data_dir)
    except BadDatabaseURL as error:
        raise CannotRun(f"bad setting: DATABASE_URL: {error}") from error


def _sqlite_file(settings: Settings) -> Path:
    url = _database_url(settings)
    if url.get_backend_name() != "sqlite":
        raise CannotRun("this command is for SQLite; PostgreSQL has pg_dump and pg_restore")
    return Path(str(url.database))


def _prepare_database(url: URL) -> None:
    try:
        if url.get_backend_name() == "sqlite":
            _bring_up_to_date(url)
        elif not is_current(url):
            raise CannotRun("the database has another schema; bring it up to date with: web2048 migrate", 3)
    except SQLAlchemyError as error:
        raise CannotRun(_unusable(url, error)) from error


def _bring_up_to_date(url: URL) -> None:
    _inspect(url)
    migrate(url)
    if url.get_backend_name() == "sqlite":
        mark_as_made(url)


def _inspect(url: URL) -> None:
    if url.get_backend_name() == "sqlite":
        inspect(url)


def _unusable(url: URL, error: SQLAlchemyError) -> str:
    cause = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    return f"the database {url.render_as_string()} (DATABASE_URL) cannot be used: {cause}"


def _listen(settings: Settings, host_name: str, port_name: str) -> socket.socket:
    host, port = getattr(settings, host_name), getattr(settings, port_name)
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError) as error:
        cause = error.strerror if isinstance(error, OSError) else "it is no host name"
        where = f"{host_name.upper()} {host} {port_name.upper()} {port}"
        raise CannotRun(f"cannot listen on {where}: {cause}") from error


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    host = "localhost" if host in ("0.0.0.0", "::") else host  # noqa: S104 - it is what is listened on
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


if __name__ == "__main__":
    sys.exit(main())
