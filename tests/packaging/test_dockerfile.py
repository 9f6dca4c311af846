"""The Dockerfile: what it promises, and its own steps performed in a clean folder."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePath

import pytest

from app.settings import Settings
from tests.packaging.dockerfile import Instruction, ignored, parse, stages
from tests.packaging.image import Image, build
from tests.packaging.processes import play_a_move, started
from tests.packaging.tree import ROOT, copy_tree, tracked_files
from tests.ports import free_port

STEPS = parse((ROOT / "Dockerfile").read_text())
LAST = stages(STEPS)[-1]


def only(name: str) -> Instruction:
    """Return the one instruction of this name in the last stage."""
    (found,) = [step for step in LAST if step.name == name]
    return found


def environment_of_the_image() -> dict[str, str]:
    return dict(word.split("=", 1) for step in LAST if step.name == "ENV" for word in step.words)


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    """The built image, in a folder that any user may enter."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield build(copy_tree(folder / "tree"), folder)


def is_healthy(image: Image, settings: dict[str, str]) -> bool:
    """Run the health check of the image as its user and tell what it says."""
    check = subprocess.run(
        [*image.running_as, *image.health],
        cwd=image.path("."),
        env={**image.environment, **settings},
        capture_output=True,
        check=False,
    )
    return check.returncode == 0


def test_hadolint_finds_nothing() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    found = subprocess.run(
        [hadolint, "Dockerfile"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    assert (found.returncode, found.stdout.decode()) == (0, "")
    assert "hadolint ignore" not in (ROOT / "Dockerfile").read_text()


def test_every_stage_starts_from_the_same_image_pinned_by_version() -> None:
    images = {step.rest.split()[0] for step in STEPS if step.name == "FROM"}
    assert len(images) == 1
    assert re.fullmatch(r"python:3\.\d+(\.\d+)?-slim-\w+", images.pop())


def test_the_command_and_the_health_check_run_without_a_shell() -> None:
    assert only("CMD").exec_form
    assert only("HEALTHCHECK").check.name == "CMD"
    assert only("HEALTHCHECK").check.exec_form


def test_the_server_is_not_root() -> None:
    uid, gid = only("USER").rest.split(":")
    assert int(uid) > 1000
    assert int(gid) > 1000
    assert LAST.index(only("USER")) < LAST.index(only("CMD"))


def test_the_data_lies_in_a_volume_that_is_made_before_it_is_declared() -> None:
    environment = environment_of_the_image()
    assert only("VOLUME").words == [environment["DATA_DIR"]]
    made = [step for step in LAST if step.name == "RUN" and environment["DATA_DIR"] in step.words]
    assert LAST.index(made[0]) < LAST.index(only("VOLUME"))


def test_it_is_reached_from_outside_on_the_port_that_is_exposed() -> None:
    environment = environment_of_the_image()
    assert environment["HOST"] == "0.0.0.0"  # noqa: S104
    assert only("EXPOSE").words == [environment["PORT"]]
    assert "OPS_HOST" not in environment
    assert environment["OPS_PORT"] not in ("0", environment["PORT"])


def test_it_sets_settings_that_exist_and_no_secret() -> None:
    known = {name.upper() for name in Settings.model_fields} | {"PATH"}
    assert set(environment_of_the_image()) <= known - {"SECRET_KEY", "DATABASE_URL"}
    assert not [step for step in STEPS if step.name == "ARG"]


def test_every_package_comes_from_a_lock_file_with_hashes_and_leaves_no_cache() -> None:
    assert {"PIP_NO_CACHE_DIR=1"} <= set(stages(STEPS)[0][1].words)
    commands = " && ".join(step.rest for step in STEPS if step.name == "RUN").split(" && ")
    installing = [command for command in commands if re.search(r"\bpip\b.*\binstall\b", command)]
    assert len(installing) > 1
    for command in installing:
        assert "--require-hashes" in command or "--no-deps --no-index" in command, command
    assert not re.search(r"\b(apt-get|curl|wget)\b", " ".join(commands))


def test_the_build_sees_the_product_and_nothing_else() -> None:
    rules = (ROOT / ".dockerignore").read_text()
    seen = {path.parts[0] for path in tracked_files() if not ignored(path, rules)}
    assert seen == {
        *("app", "templates", "static", "migrations", "locale"),
        *("pyproject.toml", "requirements.lock", "requirements-dev.lock", "README.md", "LICENSE"),
    }


@pytest.mark.parametrize(
    "path",
    [
        *(".env", ".git/config", ".venv/bin/python", "data/secret.key", "data/2048.sqlite3", "secret.key"),
        *("tests/conftest.py", "app/__pycache__/settings.pyc", "app/web/routes/__pycache__/play.pyc"),
    ],
)
def test_the_build_never_sees_secrets_data_or_leftovers(path: str) -> None:
    assert ignored(PurePath(path), (ROOT / ".dockerignore").read_text())


def test_the_image_holds_the_installed_product_and_its_data_folder_alone(image: Image) -> None:
    assert sorted(path.name for path in image.root.iterdir()) == ["data", "venv"]
    packages = next(image.path("/venv/lib").glob("python3.*")) / "site-packages"
    installed = {path.name.split("-")[0] for path in packages.glob("*.dist-info")}
    assert "web2048" in installed
    assert not installed & {"pip", "setuptools", "hatchling", "pytest", "ruff"}
    assert (packages / "app" / "files" / "templates" / "layout.html").is_file()


def test_the_image_serves_the_game_as_its_user_and_keeps_the_data_in_the_volume(image: Image) -> None:
    settings = {"PORT": "0", "OPS_PORT": str(free_port())}
    (volume,) = image.volumes
    running = started([*image.running_as, *image.command], image.path("."), {**image.environment, **settings})
    with running as server:
        with server.browser() as browser:
            play_a_move(browser)
        assert {"2048.sqlite3", "secret.key"} <= {path.name for path in image.path(volume).iterdir()}
        assert Path(f"/proc/{server.process.pid}").stat().st_uid != 0
        assert is_healthy(image, settings)
        assert server.stop() == 0
    assert not is_healthy(image, settings)
