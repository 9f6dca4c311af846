"""How a player comes to be: the network where everything it needs is there, the slow path elsewhere."""

import hashlib
from pathlib import Path

from app.solver.levels import Player
from app.solver.plain import PlainPlayer

WEIGHTS = Path(__file__).with_name("weights.bin")
"""The weights that come with the product."""


def load(weights: Path, folder: Path) -> Player:
    """Return a player with these weights, or one that says in its ``reason`` why it is the slow path.

    ``folder`` keeps what is made once a machine, the decoded weights and the compiled code, and may be
    used by several processes at once.
    """
    try:
        import numba
        import numpy  # noqa: F401
    except ImportError:
        return PlainPlayer("the packages numba and numpy are not installed")
    if not numba.config.CACHE_DIR:  # type: ignore[attr-defined]
        numba.config.CACHE_DIR = str(compiled_folder(folder))  # type: ignore[attr-defined]
    return _network_player(weights, folder)


def _network_player(weights: Path, folder: Path) -> Player:
    # Only now, because what is imported here is compiled, or found compiled in the folder just set.
    from app.solver.cache import mapped
    from app.solver.player import NetworkPlayer
    from app.solver.weights import BadWeights

    try:
        header, mapping = mapped(weights, folder)
    except BadWeights as error:
        return PlainPlayer(str(error))
    except OSError as error:
        return PlainPlayer(f"the folder {folder} cannot be used: {error.strerror}")
    return NetworkPlayer(mapping, header.step)


def compiled_folder(folder: Path) -> Path:
    """Return where in the folder compiled code is kept."""
    return folder / f"compiled-{digest_of_sources()}"


def digest_of_sources() -> str:
    """Tell versions of the code apart: numba compares only the file that a function stands in."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
