"""``python -m app serve``, as a process of its own."""

import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from app.resources import ROOT
from app.settings import Settings
from tests.conftest import Shown
from tests.packaging.processes import NOBODY, as_user, fail_to_serve, play_a_move, serving
from tests.ports import free_port

NOWHERE = "postgresql://player:sesame@127.0.0.1:1/games"
SETTINGS = [name.upper() for name in Settings.model_fields]


def test_it_prints_the_address_to_open_and_answers_there(tmp_path: Path) -> None:
    with serving({"DATA_DIR": str(tmp_path)}) as server, server.browser() as browser:
        assert server.before_ready == []
        assert Shown(browser.get("/").text).is_page


def test_it_prints_the_address_of_its_health_which_players_cannot_ask_for(tmp_path: Path) -> None:
    with serving({"DATA_DIR": str(tmp_path)}) as server, server.browser() as browser:
        assert server.says_it_is_healthy()
        assert browser.get("/healthz").status_code == 404


def test_it_listens_on_this_machine_alone_unless_told_otherwise(tmp_path: Path) -> None:
    with serving({"DATA_DIR": str(tmp_path)}) as server:
        assert httpx.URL(server.address).host == "127.0.0.1"


def test_it_listens_on_the_port_it_was_told(tmp_path: Path) -> None:
    port = free_port()
    with serving({"DATA_DIR": str(tmp_path), "PORT": str(port)}) as server:
        assert httpx.URL(server.address).port == port


def test_a_second_start_keeps_the_game_and_the_key(tmp_path: Path) -> None:
    settings = {"DATA_DIR": str(tmp_path / "data")}
    with serving(settings) as server, server.browser() as browser:
        left = play_a_move(browser)
        cookies = dict(browser.cookies)
    key = (tmp_path / "data" / "secret.key").read_bytes()
    with serving(settings) as server, server.browser() as browser:
        browser.cookies.update(cookies)
        found = Shown(browser.get("/").text)
    assert (found.version, found.turn, found.values) == (left.version, left.turn, left.values)
    assert (tmp_path / "data" / "secret.key").read_bytes() == key


def test_the_key_is_long_and_its_owner_alone_may_read_it(tmp_path: Path) -> None:
    with serving({"DATA_DIR": str(tmp_path)}):
        key = tmp_path / "secret.key"
        assert key.stat().st_mode & 0o777 == 0o600
        assert len(key.read_bytes()) >= 32


def test_no_key_is_kept_when_one_is_configured(tmp_path: Path) -> None:
    with serving({"DATA_DIR": str(tmp_path), "SECRET_KEY": "k" * 32}):
        assert not (tmp_path / "secret.key").exists()


def test_the_games_are_kept_in_the_file_that_the_url_names(tmp_path: Path) -> None:
    file = tmp_path / "elsewhere.sqlite3"
    settings = {"DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": f"sqlite:///{file}"}
    with serving(settings) as server, server.browser() as browser:
        play_a_move(browser)
    assert file.stat().st_size > 0
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret.key"]


def test_empty_variables_count_as_unset(tmp_path: Path) -> None:
    empty = dict.fromkeys(SETTINGS, "")
    with serving({**empty, "PORT": "0", "DATA_DIR": str(tmp_path)}) as server:
        assert httpx.URL(server.address).host == "127.0.0.1"
        assert {"2048.sqlite3", "secret.key"} <= {path.name for path in tmp_path.iterdir()}


def test_being_told_to_end_it_ends_well_and_at_once(tmp_path: Path) -> None:
    with serving({"DATA_DIR": str(tmp_path)}) as server, server.browser() as browser:
        play_a_move(browser)
        assert server.stop() == 0
        with pytest.raises(httpx.ConnectError):
            browser.get("/")


def test_being_told_to_end_is_heard_even_where_an_exception_would_be_lost() -> None:
    while_garbage_is_collected = """
import signal, weakref
from app.__main__ import end_at_once
signal.signal(signal.SIGTERM, end_at_once)
garbage = type("Garbage", (), {})()
watching = weakref.ref(garbage, lambda _: signal.raise_signal(signal.SIGTERM))
del garbage
raise SystemExit("it went on")
"""
    ended = subprocess.run(
        [sys.executable, "-c", while_garbage_is_collected],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_visitor_who_keeps_the_line_open_does_not_keep_it_from_ending(tmp_path: Path) -> None:
    with serving({"DATA_DIR": str(tmp_path)}) as server:
        url = httpx.URL(server.address)
        with socket.create_connection((url.host, url.port or 0)) as idle:
            idle.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert idle.recv(100).startswith(b"HTTP/1.1 200")
            assert server.stop() == 0


BAD_SETTINGS = {
    "a port in words": ("PORT", "abc"),
    "a port that cannot be": ("PORT", "70000"),
    "a negative port": ("PORT", "-1"),
    "a second port that cannot be": ("OPS_PORT", "70000"),
    "a second host that does not exist": ("OPS_HOST", "nowhere.invalid"),
    "no connections": ("MAX_CONNECTIONS", "0"),
    "a budget in other words": ("BUDGET_MOVES", "plenty"),
    "fewer than no days": ("KEEP_IDLE_DAYS", "-1"),
    "an unknown log level": ("LOG_LEVEL", "loud"),
    "a perhaps": ("HTTPS", "perhaps"),
    "a key that is too short": ("SECRET_KEY", "sesame"),
    "a host that does not exist": ("HOST", "nowhere.invalid"),
    "a host that cannot be a name": ("HOST", "two..dots"),
    "an address of another machine": ("HOST", "192.0.2.1"),
    "no URL": ("DATABASE_URL", "nonsense"),
    "a URL with a port in words": ("DATABASE_URL", "postgresql://player:sesame@127.0.0.1:abc/games"),
    "another database": ("DATABASE_URL", "mysql://x"),
    "another driver": ("DATABASE_URL", "postgresql+asyncpg://player:sesame@127.0.0.1/games"),
    "an unknown driver": ("DATABASE_URL", "sqlite+nothing:///games.sqlite3"),
    "a database in memory": ("DATABASE_URL", "sqlite:///:memory:"),
    "a database in memory by another name": ("DATABASE_URL", "sqlite:///file::memory:?uri=true"),
    "SQLite without a file": ("DATABASE_URL", "sqlite://"),
    "a file in a folder that is not there": ("DATABASE_URL", "sqlite:////no/such/folder/games.sqlite3"),
    "a PostgreSQL that is not there": ("DATABASE_URL", NOWHERE),
}


@pytest.mark.parametrize(("name", "value"), BAD_SETTINGS.values(), ids=BAD_SETTINGS.keys())
def test_a_bad_setting_is_named_in_one_line(tmp_path: Path, name: str, value: str) -> None:
    failure = fail_to_serve({"DATA_DIR": str(tmp_path), "PORT": "0", name: value})
    assert failure.exit_code == 1
    assert len(failure.said) == 1, failure.said
    assert failure.said[0].startswith("web2048: ")
    assert name in failure.said[0]
    assert "sesame" not in failure.said[0]


def test_all_bad_settings_are_named_in_the_same_line(tmp_path: Path) -> None:
    failure = fail_to_serve({"DATA_DIR": str(tmp_path), "PORT": "abc", "LOG_LEVEL": "loud"})
    assert len(failure.said) == 1, failure.said
    assert "PORT" in failure.said[0]
    assert "LOG_LEVEL" in failure.said[0]


@pytest.mark.parametrize("name", ["PORT", "OPS_PORT"])
def test_a_taken_port_is_named_in_one_line(tmp_path: Path, name: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        failure = fail_to_serve({"DATA_DIR": str(tmp_path), "PORT": "0", name: str(port)})
    assert failure.exit_code == 1
    assert len(failure.said) == 1, failure.said
    assert f" {name} {port}" in failure.said[0]


def test_a_folder_that_cannot_be_written_is_named_in_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    failure = fail_to_serve({"DATA_DIR": str(tmp_path), "PORT": "0"}, before=as_user(NOBODY))
    assert failure.exit_code == 1
    assert len(failure.said) == 1, failure.said
    assert f"DATA_DIR {tmp_path}" in failure.said[0]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("below", ["", "data"])
def test_a_file_where_the_folder_should_be_is_named_in_one_line(tmp_path: Path, below: str) -> None:
    (tmp_path / "file").touch()
    failure = fail_to_serve({"DATA_DIR": str(tmp_path / "file" / below), "PORT": "0"})
    assert failure.exit_code == 1
    assert len(failure.said) == 1, failure.said
    assert f"DATA_DIR {tmp_path / 'file' / below}" in failure.said[0]


def test_a_database_file_that_is_none_is_named_in_one_line_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "2048.sqlite3"
    file.write_bytes(bytes(range(256)) * 32)
    failure = fail_to_serve({"DATA_DIR": str(tmp_path), "PORT": "0"})
    assert failure.exit_code == 4
    assert len(failure.said) == 1, failure.said
    assert str(file) in failure.said[0]
    assert file.read_bytes() == bytes(range(256)) * 32


def test_a_folder_where_the_database_should_be_is_named_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "2048.sqlite3"
    folder.mkdir()
    failure = fail_to_serve({"DATA_DIR": str(tmp_path), "PORT": "0"})
    assert failure.exit_code == 6
    assert len(failure.said) == 1, failure.said
    assert str(folder) in failure.said[0]


def test_a_database_that_is_gone_is_not_begun_anew(tmp_path: Path) -> None:
    with serving({"DATA_DIR": str(tmp_path)}) as server, server.browser() as browser:
        play_a_move(browser)
    for name in ("2048.sqlite3", "2048.sqlite3-wal", "2048.sqlite3-shm"):
        (tmp_path / name).unlink(missing_ok=True)
    failure = fail_to_serve({"DATA_DIR": str(tmp_path), "PORT": "0"})
    assert failure.exit_code == 5
    assert len(failure.said) == 1, failure.said
    assert not (tmp_path / "2048.sqlite3").exists()


def test_a_database_of_a_newer_release_is_named_in_one_line_and_left_alone(tmp_path: Path) -> None:
    with serving({"DATA_DIR": str(tmp_path)}):
        pass
    file = tmp_path / "2048.sqlite3"
    database = sqlite3.connect(file)
    database.execute("UPDATE alembic_version SET version_num = 'newer'")
    database.commit()
    failure = fail_to_serve({"DATA_DIR": str(tmp_path), "PORT": "0"})
    version = database.execute("SELECT version_num FROM alembic_version").fetchone()
    database.close()
    assert failure.exit_code == 3
    assert len(failure.said) == 1, failure.said
    assert str(file) in failure.said[0]
    assert version == ("newer",)


@pytest.mark.parametrize("content", ["", "too short"])
def test_a_damaged_key_is_named_in_one_line_and_left_alone(tmp_path: Path, content: str) -> None:
    key = tmp_path / "secret.key"
    key.write_text(content)
    failure = fail_to_serve({"DATA_DIR": str(tmp_path), "PORT": "0"})
    assert failure.exit_code == 1
    assert len(failure.said) == 1, failure.said
    assert str(key) in failure.said[0]
    assert key.read_text() == content


def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path) -> None:
    settings = {"DATA_DIR": str(tmp_path)}
    with serving(settings):
        failure = fail_to_serve(settings)
        assert failure.exit_code == 6
        assert len(failure.said) == 1
        assert "served by another process" in failure.said[0]
    with serving(settings):
        pass


def test_one_port_for_players_and_for_operations_is_refused(tmp_path: Path) -> None:
    port = str(free_port())
    failure = fail_to_serve({"DATA_DIR": str(tmp_path), "PORT": port, "OPS_PORT": port})
    assert failure.exit_code == 1
    assert "OPS_PORT" in failure.said[0]
