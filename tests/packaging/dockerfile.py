"""As much of the Dockerfile language as is needed to read our own, and the rules of .dockerignore."""

import json
import re
import shlex
from collections.abc import Iterable
from pathlib import PurePath
from typing import NamedTuple


class Instruction(NamedTuple):
    """One instruction: its name in capitals, its ``--flags``, and the rest of its line."""

    name: str
    flags: dict[str, str]
    rest: str

    @property
    def words(self) -> list[str]:
        """The rest split as a shell would, or the array of the exec form."""
        return self.exec_form or shlex.split(self.rest)

    @property
    def exec_form(self) -> list[str] | None:
        """The words of ``["a", "b"]``, or None where a shell would run the line."""
        if not self.rest.startswith("["):
            return None
        return [str(word) for word in json.loads(self.rest)]

    @property
    def check(self) -> "Instruction":
        """What comes after HEALTHCHECK, as an instruction of its own."""
        return _instruction(self.rest)


def parse(text: str) -> list[Instruction]:
    """Return the instructions in their order."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n", "", "\n".join(lines))
    return [_instruction(line) for line in joined.splitlines() if line.strip()]


def stages(instructions: Iterable[Instruction]) -> list[list[Instruction]]:
    """Return one list for each FROM, which is its first instruction."""
    found: list[list[Instruction]] = []
    for instruction in instructions:
        if instruction.name == "FROM":
            found.append([])
        found[-1].append(instruction)
    return found


def ignored(path: PurePath, dockerignore: str) -> bool:
    """Tell whether a path of the context is kept from the build: the last pattern that fits decides."""
    result = False
    for line in dockerignore.splitlines():
        pattern = line.strip()
        if not pattern or pattern.startswith("#"):
            continue
        if _fits(path, pattern.removeprefix("!").strip("/")):
            result = not pattern.startswith("!")
    return result


def _fits(path: PurePath, pattern: str) -> bool:
    """A pattern that fits a folder fits all that is in it."""
    signs = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    parts = re.split(r"(\*\*/|\*\*|\*|\?)", pattern)
    expression = "".join(signs.get(part, re.escape(part)) for part in parts)
    return re.fullmatch(f"{expression}(?:/.*)?", path.as_posix()) is not None


def _instruction(line: str) -> Instruction:
    name, _, rest = line.strip().partition(" ")
    flags: dict[str, str] = {}
    while flag := re.match(r"\s*--([a-z-]+)(?:=(\S*))?\s+", rest):
        flags[flag[1]] = flag[2] or ""
        rest = rest[flag.end() :]
    return Instruction(name.upper(), flags, rest.strip())
