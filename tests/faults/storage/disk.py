"""A disk whose power can be cut: an SQLite VFS that knows what has really been synced.

Reads and locks go to the file system as ever; beside it the disk keeps, file by file, the content as
of the last sync and every write since. apsw brings an SQLite of its own, so this is never imported
into a process that uses another one.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import apsw

NAME = "cut"
_SECTOR = 512
_WRITTEN, _TORN = 0.5, 0.25
"""How likely an unsynced write has reached the disk, and then only in part."""


class _Write(NamedTuple):
    offset: int
    data: bytes


class _Truncate(NamedTuple):
    size: int


class _File:
    """What the platters hold of a file, and what is still on its way to them.

    ``synced`` is ``None`` until the first sync: the entry in the folder is not safe before that.
    """

    def __init__(self, synced: bytes | None) -> None:
        self.synced = None if synced is None else bytearray(synced)
        self.unsynced: list[_Write | _Truncate] = []

    def sync(self) -> None:
        self.synced = self.synced if self.synced is not None else bytearray()
        for operation in self.unsynced:
            _apply(self.synced, operation)
        self.unsynced.clear()

    def after_cut(self, chance: random.Random | None) -> bytes | None:
        """Return what is found after a cut: what was synced, or that and a part of the rest."""
        found = None if self.synced is None else bytearray(self.synced)
        if chance is None or (found is None and chance.random() < _WRITTEN):
            return None if found is None else bytes(found)
        found = found if found is not None else bytearray()
        for operation in self.unsynced:
            if chance.random() < _WRITTEN:
                for part in _parts(operation, chance):
                    _apply(found, part)
        return bytes(found)


class Disk(apsw.VFS):
    """Calls ``after_operation``, with the file, for all that has been written or is about to be synced."""

    def __init__(self, after_operation: Callable[[str], None]) -> None:
        self.files: dict[str, _File] = {}
        self.after_operation = after_operation
        super().__init__(NAME, "")

    def hold(self, path: Path) -> None:
        """Count a file as it is now among what is synced."""
        self.files[str(path)] = _File(path.read_bytes())

    def cut(self, folder: Path, chance: random.Random | None) -> None:
        """Put what would be found after a cut now into a folder; with dice a torn cut, else a clean one."""
        folder.mkdir()
        for name, file in self.files.items():
            content = file.after_cut(chance)
            if content is not None:
                (folder / Path(name).name).write_bytes(content)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> "_OpenFile":  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        return _OpenFile(self, name, path, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        if syncdir:
            self.files.pop(filename, None)


class _OpenFile(apsw.VFSFile):
    def __init__(
        self, disk: Disk, name: str | apsw.URIFilename | None, path: str | None, flags: list[int]
    ) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        self._path = path or ""
        self._file = disk.files.setdefault(path, _File(None)) if path else _File(None)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._file.unsynced.append(_Write(offset, bytes(data)))
        self._disk.after_operation(self._path)
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._file.unsynced.append(_Truncate(newsize))
        self._disk.after_operation(self._path)
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.after_operation(self._path)
        super().xSync(flags)
        self._file.sync()


def _apply(content: bytearray, operation: _Write | _Truncate) -> None:
    if isinstance(operation, _Truncate):
        del content[operation.size :]
        return
    content.extend(bytes(max(0, operation.offset - len(content))))
    content[operation.offset : operation.offset + len(operation.data)] = operation.data


def _parts(operation: _Write | _Truncate, chance: random.Random) -> list[_Write | _Truncate]:
    """Return an operation whole, or some of the sectors of a write."""
    if isinstance(operation, _Truncate) or chance.random() >= _TORN:
        return [operation]
    first = -operation.offset % _SECTOR
    ends = [*range(first, len(operation.data), _SECTOR), len(operation.data)]
    parts = zip([0, *ends], ends, strict=False)
    return [
        _Write(operation.offset + start, operation.data[start:end])
        for start, end in parts
        if end > start and chance.random() < _WRITTEN
    ]
