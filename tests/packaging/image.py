"""Performs the steps of a Dockerfile in a folder, without Docker.

The folder plays the file system of the image: each absolute path that the Dockerfile names is looked
for below it. A fresh Python environment plays the base image, and the system of this machine its
programs. Whoever runs the tests, unless that is root, plays every user.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from tests.packaging.dockerfile import Instruction, ignored, parse, stages
from tests.packaging.processes import as_user, bare_environment

_SYSTEM = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_ABSOLUTE = re.compile(r"(?<![\w/.*\]})])/(?=[a-z])")


class Image:
    """The file system and the settings that the steps so far have made."""

    def __init__(self, root: Path, base: Path) -> None:
        self.root = root
        self.environment = {"PATH": f"{base}/bin:{_SYSTEM}"}
        self.folder = PurePosixPath("/")
        self.user = "0:0"
        self.volumes: list[str] = []
        self.health: list[str] = []
        self.command: list[str] = []

    def inside(self, text: str) -> str:
        """Return the text with each absolute path looked for below the root of the image."""
        return _ABSOLUTE.sub(f"{self.root}/", text)

    def path(self, name: str) -> Path:
        """Return where a path of the image, absolute or from its working folder, really is."""
        return self.root / (self.folder / name).relative_to("/")

    @property
    def running_as(self) -> list[str]:
        """What to put before a command so that it runs as the user of the image."""
        return as_user(int(self.user.partition(":")[0]))

    def perform(self, step: Instruction) -> None:
        """Change the settings as ENV, WORKDIR, USER and so on ask for."""
        match step.name:
            case "ENV":
                self._set(step)
            case "WORKDIR":
                self.folder /= step.rest
                self.path(".").mkdir(parents=True, exist_ok=True)
            case "RUN":
                self._run(step.rest)
            case "USER":
                self.user = step.rest
            case "VOLUME":
                self.volumes += step.words
            case "HEALTHCHECK":
                self.health = [self.inside(word) for word in step.check.words]
            case "CMD":
                self.command = [self.inside(word) for word in step.words]
            case "EXPOSE":
                pass
            case _:
                raise NotImplementedError(step.name)

    def _set(self, step: Instruction) -> None:
        for word in step.words:
            name, _, value = word.partition("=")
            value = self.inside(value)
            self.environment[name] = re.sub(r"\$(\w+)", lambda known: self.environment[known[1]], value)

    def _run(self, command: str) -> None:
        if os.geteuid() != 0:
            command = re.sub(r"\b(owner|group)=\d+", _own_number, command)
        environment = bare_environment(**self.environment)
        # The cache of this machine is no part of the image: using it spares the downloads.
        environment.pop("PIP_NO_CACHE_DIR", None)
        subprocess.run(
            ["/bin/sh", "-c", self.inside(command)], cwd=self.path("."), env=environment, check=True
        )


def build(tree: Path, folder: Path) -> Image:
    """Perform the Dockerfile of a tree in a folder and return the image of its last stage."""
    base = folder / "base"
    subprocess.run([sys.executable, "-m", "venv", str(base)], check=True)
    root = folder / "root"
    finished: dict[str, Path] = {}
    for number, (start, *steps) in enumerate(stages(parse((tree / "Dockerfile").read_text()))):
        if number > 0:
            # As in Docker every stage finds its files at the same paths, and none of the others'.
            root.rename(folder / f"stage-{number - 1}")
        finished[start.rest.partition(" AS ")[2] or str(number)] = folder / f"stage-{number}"
        root.mkdir()
        image = Image(root, base)
        for step in steps:
            if step.name == "COPY":
                _copy(image, step, finished[step.flags["from"]] if "from" in step.flags else tree)
            else:
                image.perform(step)
    for path in finished.values():
        shutil.rmtree(path, ignore_errors=True)
    return image


def _copy(image: Image, step: Instruction, source: Path) -> None:
    """Files go into the target folder; of a folder, what is in it does."""
    *names, target = step.words
    from_context = "from" not in step.flags
    rules = (source / ".dockerignore").read_text() if from_context else ""
    for name in names:
        start = source / name.lstrip("/")
        found = list(_files(start))
        assert found, f"COPY {name}: nothing is there"
        for path in found:
            if from_context and ignored(path.relative_to(source), rules):
                assert path != start, f"COPY {name}: .dockerignore keeps it away"
                continue
            goal = image.path(target) / path.relative_to(start if start.is_dir() else start.parent)
            goal.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, goal, follow_symlinks=False)


def _files(start: Path) -> Iterator[Path]:
    if start.is_file():
        yield start
    for path in sorted(start.rglob("*")):
        if path.is_symlink() or path.is_file():
            yield path


def _own_number(found: re.Match[str]) -> str:
    return f"{found[1]}={os.geteuid() if found[1] == 'owner' else os.getegid()}"
