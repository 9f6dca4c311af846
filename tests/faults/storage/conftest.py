"""One process that has the product imported, for all servers of the suite that may come from it."""

from collections.abc import Iterator

import pytest

from tests.faults.storage.servers import Forker


@pytest.fixture(scope="package")
def forker() -> Iterator[Forker]:
    with Forker() as forker:
        yield forker
