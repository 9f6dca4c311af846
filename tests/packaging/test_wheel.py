"""The built wheel in an environment that holds nothing else, serving from an empty folder."""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.packaging.processes import Server, bare_environment, play_a_move, started, static_files_of
from tests.packaging.tree import ROOT, copy_tree, tracked_files

CARRIED = ("templates", "static", "migrations", "locale")
UV = [sys.executable, "-m", "uv", "--quiet"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    tree = copy_tree(folder / "tree")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=tree, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ``bin`` folder of the environment."""
    folder = tmp_path_factory.mktemp("environment")
    python = str(folder / "bin" / "python")
    install = [*UV, "pip", "install", "--python", python]
    for command in (
        [*UV, "venv", "--clear", "--python", sys.executable, str(folder)],
        [*install, "--require-hashes", "--requirements", str(ROOT / "requirements.lock")],
        [*install, "--no-deps", "--no-index", str(wheel)],
    ):
        subprocess.run(command, env=bare_environment(), check=True)
    return folder / "bin"


@pytest.fixture(scope="module")
def served(
    installed: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, httpx.Client]]:
    folder = tmp_path_factory.mktemp("empty")
    command = [str(installed / "web2048"), "serve"]
    with started(command, folder, bare_environment(PORT="0")) as server, server.browser() as browser:
        yield server, browser


def test_the_wheel_carries_every_file_that_the_product_reads(wheel: Path) -> None:
    tracked = {path.as_posix() for path in tracked_files() if path.parts[0] in CARRIED}
    with zipfile.ZipFile(wheel) as archive:
        carried = {name.removeprefix("app/files/") for name in archive.namelist() if "app/files/" in name}
    assert carried == tracked
    for folder in CARRIED:
        assert any(path.startswith(f"{folder}/") for path in carried), folder


def test_the_wheel_carries_the_code_and_nothing_but_the_product(wheel: Path) -> None:
    tracked = {path.as_posix() for path in tracked_files() if path.parts[0] == "app"}
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name for name in names if name.startswith("app/") and "app/files/" not in name} == tracked
    assert {name.split("/")[0].split("-")[0] for name in names} == {"app", "web2048"}


def test_the_wheel_carries_htmx_with_its_licence_and_the_product_s_own(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert any(name.startswith("app/files/static/vendor/htmx-") for name in names)
    assert "app/files/static/vendor/htmx.LICENSE" in names
    licences = [name.partition(".dist-info/licenses/")[2] for name in names]
    assert {"LICENSE", "static/vendor/htmx.LICENSE"} <= set(licences)


def test_the_installed_wheel_serves_the_game_from_an_empty_folder(
    served: tuple[Server, httpx.Client],
) -> None:
    _, browser = served
    assert play_a_move(browser).turn >= 1


def test_the_page_of_the_installed_wheel_finds_its_static_files(served: tuple[Server, httpx.Client]) -> None:
    _, browser = served
    files = static_files_of(browser.get("/").text)
    assert len(files) > 3
    for address in files:
        assert browser.get(address).status_code == 200, address


def test_every_static_file_is_served_by_the_installed_wheel(
    served: tuple[Server, httpx.Client],
) -> None:
    _, browser = served
    base = static_files_of(browser.get("/").text)[0].split("/")[2]
    for path in tracked_files():
        if path.parts[0] == "static":
            answer = browser.get(f"/static/{base}/{path.relative_to('static').as_posix()}")
            content = (ROOT / path).read_bytes()
            if b"@import" in content:
                # What a style sheet imports comes in its place.
                assert len(answer.content) > len(content), path
                assert b"@import" not in answer.content, path
            else:
                assert answer.content == content, path


def test_the_installed_wheel_keeps_its_data_where_it_was_started(
    served: tuple[Server, httpx.Client], installed: Path
) -> None:
    server, browser = served
    play_a_move(browser)
    folder = Path(f"/proc/{server.process.pid}/cwd").resolve()
    assert [path.name for path in folder.iterdir()] == ["data"]
    assert not list(installed.parent.rglob("*.sqlite3"))
