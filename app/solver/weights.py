"""The file of weights: written by training, read once a machine.

It begins with a magic word, the version and the length of a header in JSON; then comes the header, one
stream of zlib, and the SHA-256 of all before. In the stream, each table has its weights that are not 0, in
steps: how many, the gaps between their places as bytes (255 says that four bytes in a list of their own
tell the gap), and their values, zigzag coded, low bytes first and then high bytes.
"""

import hashlib
import json
import struct
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from app.solver.compiling import Weights
from app.solver.network import ENTRIES, PATTERNS

MAGIC = b"2048TUPL"
VERSION = 1
STEP = 32
"""Points a unit of the weights that training writes."""
_START = struct.Struct("<8sII")
_DIGEST = hashlib.sha256().digest_size
_WIDE = 255


class BadWeights(Exception):
    """A file of weights that cannot be used, with the reason in one line."""


class Header(NamedTuple):
    """What a file says of its weights: ``step`` is how many points one unit is."""

    step: int
    moves: int
    digest: str


def encode(weights: npt.NDArray[np.int16], step: int, moves: int) -> bytes:
    """Return the file for weights in steps, learned from so many moves."""
    tables = weights.reshape(-1, ENTRIES)
    header = {"patterns": PATTERNS, "step": step, "moves": moves}
    text = json.dumps(header).encode()
    stream = zlib.compress(b"".join(_encode_table(table) for table in tables), 9)
    content = _START.pack(MAGIC, VERSION, len(text)) + text + stream
    return content + hashlib.sha256(content).digest()


def decode_into(content: bytes, weights: npt.NDArray[np.int16]) -> None:
    """Put the weights of a file, whose header was read, where they belong in an array of zeros."""
    _, _, length = _START.unpack_from(content)
    stream = memoryview(zlib.decompress(content[_START.size + length : -_DIGEST]))
    for table in weights.reshape(-1, ENTRIES):
        stream = stream[_decode_table(stream, table) :]


def read(path: Path) -> tuple[Header, bytes]:
    """Return the header and the content of a file; raises ``BadWeights`` if it is not fit to be used."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadWeights(f"the weights {path} cannot be read: {error.strerror}") from error
    if not content.startswith(MAGIC):
        raise BadWeights(f"{path} is no file of weights")
    if (
        len(content) < _START.size + _DIGEST
        or hashlib.sha256(content[:-_DIGEST]).digest() != content[-_DIGEST:]
    ):
        raise BadWeights(f"the weights {path} are damaged: their checksum is wrong")
    _, version, length = _START.unpack_from(content)
    if version != VERSION:
        raise BadWeights(f"the weights {path} are of version {version}; this program reads version {VERSION}")
    header: dict[str, Any] = json.loads(content[_START.size : _START.size + length])
    if tuple(header["patterns"]) != PATTERNS:
        raise BadWeights(f"the weights {path} are for another network")
    return Header(header["step"], header["moves"], content[-_DIGEST:].hex()), content


def fitting(weights: Weights, seen: Weights, moves: int, most: int) -> tuple[bytes, int]:
    """Return the file for trained weights in points, of at most so many bytes, and how many it holds.

    ``seen`` is the sum of the sizes of the errors of each weight: the least seen are left out.
    """
    least, share = 0.0, 1.0
    while True:
        steps = quantised(weights, seen, least)
        content = encode(steps, STEP, moves)
        if len(content) <= most:
            return content, int(np.count_nonzero(steps))
        share *= 0.99 * most / len(content)
        least = float(np.quantile(seen[seen > 0], 1 - share))


def quantised(weights: Weights, seen: Weights, least: float) -> npt.NDArray[np.int16]:
    """Round weights to whole steps; those whose errors add up to less than ``least`` become 0."""
    steps: npt.NDArray[np.float32] = np.rint(weights / np.float32(STEP))
    steps[seen < least] = 0
    return np.clip(steps, -(1 << 15), (1 << 15) - 1).astype(np.int16)


def _encode_table(table: npt.NDArray[np.int16]) -> bytes:
    places = np.flatnonzero(table)
    values = table[places].astype(np.int32)
    zigzag = (values << 1 ^ values >> 31).astype(np.uint16)
    gaps = np.diff(places, prepend=-1) - 1
    wide = gaps >= _WIDE
    return b"".join(
        (
            struct.pack("<II", len(places), np.count_nonzero(wide)),
            np.where(wide, _WIDE, gaps).astype(np.uint8).tobytes(),
            gaps[wide].astype("<u4").tobytes(),
            (zigzag & 0xFF).astype(np.uint8).tobytes(),
            (zigzag >> 8).astype(np.uint8).tobytes(),
        )
    )


def _decode_table(stream: memoryview, table: npt.NDArray[np.int16]) -> int:
    """Fill one table, and return how many bytes it took."""
    counts: tuple[int, int] = struct.unpack_from("<II", stream)
    entries, wide = counts
    at = 8
    gaps = np.frombuffer(stream, np.uint8, entries, at).astype(np.int64)
    at += entries
    gaps[gaps == _WIDE] = np.frombuffer(stream, "<u4", wide, at)
    at += 4 * wide
    zigzag = np.frombuffer(stream, np.uint8, entries, at).astype(np.int32)
    at += entries
    zigzag |= np.frombuffer(stream, np.uint8, entries, at).astype(np.int32) << 8
    at += entries
    table[np.cumsum(gaps + 1) - 1] = zigzag >> 1 ^ -(zigzag & 1)
    return at
