"""The file of weights and the decoded copy that all processes share."""

import hashlib
import json
import struct
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from app import solver
from app.solver.cache import mapped
from app.solver.compiling import Weights
from app.solver.network import ENTRIES, SIZE
from app.solver.weights import MAGIC, STEP, BadWeights, decode_into, encode, fitting, read

Sparse = tuple[Path, Weights]


def written(path: Path, seed: int = 1) -> Sparse:
    luck = np.random.default_rng(seed)
    weights = np.zeros(SIZE, np.int16)
    weights[luck.integers(0, weights.size, 20_000)] = luck.integers(-(1 << 15), 1 << 15, 20_000)
    weights[[0, ENTRIES - 1, ENTRIES, SIZE - 1]] = 1, -1, 32767, -32768
    path.write_bytes(encode(weights, 16, 123_456))
    return path, weights


@pytest.fixture
def sparse(tmp_path: Path) -> Sparse:
    return written(tmp_path / "weights.bin")


def resigned(content: bytes) -> bytes:
    """Return a changed content with the checksum that fits."""
    return content[:-32] + hashlib.sha256(content[:-32]).digest()


def test_what_is_read_is_what_was_written(sparse: Sparse) -> None:
    path, weights = sparse
    header, content = read(path)
    assert (header.step, header.moves) == (16, 123_456)
    decoded = np.zeros(SIZE, np.int16)
    decode_into(content, decoded)
    assert np.array_equal(decoded, weights)


def test_a_changed_or_missing_byte_anywhere_is_damage(sparse: Sparse) -> None:
    path, _ = sparse
    whole = path.read_bytes()
    damaged = [
        whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in (8, 20, len(whole) // 2, -40, -2)
    ]
    for content in (*damaged, whole[:-1], whole[:100], MAGIC):
        path.write_bytes(content)
        with pytest.raises(BadWeights, match="are damaged: their checksum is wrong"):
            read(path)


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"2048TUP"])
def test_another_kind_of_file_is_told_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "weights.bin"
    path.write_bytes(content)
    with pytest.raises(BadWeights, match=r"weights\.bin is no file of weights"):
        read(path)


def test_a_later_version_is_told_so(sparse: Sparse) -> None:
    path, _ = sparse
    content = path.read_bytes()
    path.write_bytes(resigned(content[:8] + struct.pack("<I", 2) + content[12:]))
    with pytest.raises(BadWeights, match="are of version 2; this program reads version 1"):
        read(path)


def test_weights_for_another_network_are_told_so(sparse: Sparse) -> None:
    path, _ = sparse
    content = path.read_bytes().replace(b"456789", b"4567ab")
    path.write_bytes(resigned(content))
    with pytest.raises(BadWeights, match="are for another network"):
        read(path)


@pytest.mark.parametrize("spoil", ["missing", "damaged", "foreign", "folder"])
def test_weights_that_cannot_be_used_give_the_slow_path_and_one_line(
    sparse: Sparse, tmp_path: Path, spoil: str
) -> None:
    path, _ = sparse
    if spoil == "missing":
        path.unlink()
    elif spoil == "damaged":
        path.write_bytes(path.read_bytes()[:-5])
    elif spoil == "foreign":
        path.write_bytes(b"something else")
    folder = tmp_path / "cache"
    if spoil == "folder":
        folder.write_text("a file where the folder should be")
    player = solver.load(path, folder)
    assert player.is_plain
    assert player.reason.count("\n") == 0
    assert str(folder if spoil == "folder" else path) in player.reason
    assert player.best((1, 1, *[0] * 14)).best is not None


def test_good_weights_give_the_network(sparse: Sparse, tmp_path: Path) -> None:
    path, _ = sparse
    player = solver.load(path, tmp_path / "cache")
    assert (player.is_plain, player.reason) == (False, "")
    assert player.best((1, 1, *[0] * 14)).best is not None


def test_weights_are_decoded_once_and_then_mapped(sparse: Sparse, tmp_path: Path) -> None:
    path, weights = sparse
    folder = tmp_path / "cache"
    _, first = mapped(path, folder)
    [decoded] = folder.glob("*.weights")
    made = decoded.stat().st_mtime_ns
    header, second = mapped(path, folder)
    assert decoded.stat().st_mtime_ns == made
    assert header.step == 16
    assert np.array_equal(first, weights)
    assert np.array_equal(second, weights)


def test_processes_that_come_at_once_all_get_whole_weights(sparse: Sparse, tmp_path: Path) -> None:
    path, weights = sparse
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: mapped(path, tmp_path / "cache")[1], range(4)))
    assert all(np.array_equal(other, weights) for other in found)


def test_a_decoded_copy_that_is_not_whole_is_made_again(sparse: Sparse, tmp_path: Path) -> None:
    path, weights = sparse
    folder = tmp_path / "cache"
    mapped(path, folder)
    [decoded] = folder.glob("*.weights")
    decoded.write_bytes(b"cut short")
    (folder / "left.unfinished").write_bytes(b"by a process that was killed")
    assert np.array_equal(mapped(path, folder)[1], weights)


def test_the_decoded_copy_of_earlier_weights_is_removed(sparse: Sparse, tmp_path: Path) -> None:
    path, _ = sparse
    folder = tmp_path / "cache"
    mapped(path, folder)
    [earlier] = folder.glob("*.weights")
    _, weights = written(path, seed=2)
    assert np.array_equal(mapped(path, folder)[1], weights)
    assert earlier not in folder.glob("*.weights")
    assert len(list(folder.glob("*.weights"))) == 1


def test_the_least_seen_weights_are_left_out_where_the_file_would_be_too_large() -> None:
    weights = np.zeros(SIZE, np.float32)
    seen = np.zeros(SIZE, np.float32)
    weights[:50_000] = np.random.default_rng(1).normal(0, 9_000, 50_000)
    seen[:50_000] = np.arange(1, 50_001)
    whole, kept = fitting(weights, seen, 1, 10_000_000)
    small, fewer = fitting(weights, seen, 1, 25_000)
    assert len(small) <= 25_000 < len(whole)
    assert fewer < kept
    decoded = np.zeros(SIZE, np.int16)
    decode_into(small, decoded)
    assert np.array_equal(
        decoded[50_000 - fewer // 2 : 50_000], np.rint(weights[50_000 - fewer // 2 : 50_000] / STEP)
    )
    assert not decoded[: 25_000 - fewer].any()


def test_the_header_is_plain_json_for_whoever_looks_at_the_file(sparse: Sparse) -> None:
    content = sparse[0].read_bytes()
    magic, version, length = struct.unpack_from("<8sII", content)
    assert (magic, version) == (MAGIC, 1)
    assert json.loads(content[16 : 16 + length])["patterns"] == ["012345", "456789", "012456", "45689a"]
