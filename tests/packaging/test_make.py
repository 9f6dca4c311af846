"""The Makefile and what the README and CI say of it."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.packaging.processes import Server, bare_environment, play_a_move, started
from tests.packaging.tree import ROOT, copy_tree

MAKEFILE = (ROOT / "Makefile").read_text()
INSTALLING = "Installing the packages of requirements"


def make(*arguments: str, folder: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", *arguments],
        cwd=folder,
        env=bare_environment(**variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def said(failed: subprocess.CompletedProcess[str]) -> list[str]:
    """Return the lines on the error stream that are not make's own last word."""
    return [line for line in failed.stderr.splitlines() if not line.startswith("make: ***")]


def commands_of(text: str) -> list[str]:
    """Return the commands of the shell blocks of a Markdown text, without their comments."""
    lines = [line for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    return [line.partition("#")[0].strip() for line in lines]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_tree(tmp_path_factory.mktemp("fresh") / "tree")


@pytest.fixture(scope="module")
def first_run(tree: Path) -> Iterator[Server]:
    """A real ``make run`` in a fresh copy; it is at an end when the tests see it."""
    with started(["make", "run"], tree, bare_environment(PORT="0")) as server, server.browser() as browser:
        play_a_move(browser)
        yield server


def test_the_readme_begins_with_the_commands_to_run_and_to_test() -> None:
    readme = (ROOT / "README.md").read_text()
    assert commands_of(readme)[:2] == ["make run", "make test"]
    assert len(readme.partition("make test")[0].splitlines()) < 10


def test_ci_runs_the_linters_and_ends_with_the_test_command_of_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    commands = [line for line in script.splitlines() if line.startswith("make ")]
    assert "make lint" in commands
    assert script.splitlines()[-1] == commands[-1] == "make test"
    assert "set -euo pipefail" in script
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


def test_every_make_command_that_the_documents_name_exists() -> None:
    named = set()
    for document in ROOT.glob("*.md"):
        named |= set(re.findall(r"`make ([a-z]+)", document.read_text()))
        named |= {c.split()[1] for c in commands_of(document.read_text()) if c.startswith("make ")}
    assert named >= {"run", "test", "help"}
    for target in named:
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target


def test_help_lists_every_command_with_what_it_does() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert phony
    listed = dict(re.findall(r"^make ([a-z]+) +(\S.*)$", make("help").stdout, re.MULTILINE))
    assert set(listed) == set(phony[1].split())
    assert make().stdout == make("help").stdout


def test_a_first_run_installs_from_the_lock_and_serves(first_run: Server) -> None:
    (line,) = first_run.before_ready
    assert line.startswith(INSTALLING)


def test_a_second_run_installs_nothing(tree: Path, first_run: Server, tmp_path: Path) -> None:
    """It has a data folder of its own, since the first one is still being served."""
    environment = bare_environment(PORT="0", DATA_DIR=str(tmp_path))
    with started(["make", "run"], tree, environment) as server, server.browser() as browser:
        assert server.before_ready == []
        play_a_move(browser)


def test_a_run_after_the_lock_has_changed_installs_again(tree: Path, first_run: Server) -> None:
    assert "pip install" not in make("--dry-run", "run", folder=tree).stdout
    changed = make("--dry-run", "--what-if=requirements.lock", "run", folder=tree).stdout
    assert "pip install --quiet --disable-pip-version-check --require-hashes" in changed


def test_a_run_with_a_bad_setting_says_so_in_one_line(tree: Path, first_run: Server) -> None:
    failed = make("run", folder=tree, PORT="abc")
    assert failed.returncode != 0
    assert len(said(failed)) == 1
    assert "PORT" in said(failed)[0]


@pytest.mark.parametrize(
    ("python", "reason"),
    [
        ("no-such-python", "not Python 3.11 or newer"),
        ("false", "not Python 3.11 or newer"),
        ("./without-venv", "python3-venv"),
    ],
)
def test_a_python_that_will_not_do_is_told_in_one_line(tmp_path: Path, python: str, reason: str) -> None:
    folder = copy_tree(tmp_path / "tree")
    broken = folder / "without-venv"
    broken.write_text('#!/bin/sh\ncase "$*" in *ensurepip*) exit 1 ;; esac\n')
    broken.chmod(0o755)
    failed = make("run", f"PYTHON={python}", folder=folder)
    assert failed.returncode != 0
    assert len(said(failed)) == 1
    assert reason in said(failed)[0]
    assert not (folder / ".venv").exists()


def test_the_tools_that_are_missing_are_named_in_one_line(tmp_path: Path) -> None:
    for program in ("sh", "id", "ls", "grep"):
        (tmp_path / program).symlink_to(f"/bin/{program}")
    (tmp_path / "python3").symlink_to("/bin/false")
    failed = subprocess.run(
        ["/bin/sh", str(ROOT / ".ci" / "tools")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    (line,) = failed.stderr.splitlines()
    assert failed.returncode != 0
    assert {"chromium", "python3-venv"} <= set(line.split())
