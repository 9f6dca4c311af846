"""A network with random weights: enough for every rule that does not ask how well it plays."""

import numpy as np
import pytest

from app.solver.compiling import Weights
from app.solver.network import SIZE
from app.solver.player import NetworkPlayer

STEP = 4


@pytest.fixture(scope="session")
def weights() -> Weights:
    """Weights of both signs."""
    return np.random.default_rng(2048).integers(-500, 1500, SIZE, np.int16)


@pytest.fixture
def player(weights: Weights) -> NetworkPlayer:
    return NetworkPlayer(weights, STEP)
