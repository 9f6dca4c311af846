"""The scanner by which the web is graded gives this server its best grade."""

from pathlib import Path

from tests.faults.wire import grade
from tests.faults.wire.serving import serving


async def test_the_observatory_gives_an_a_plus(tmp_path: Path, scanner: Path) -> None:
    certificate = grade.make_certificate(tmp_path)
    with serving(tmp_path / "data", HTTPS="true", ALLOWED_HOSTS="localhost") as server:
        given = await grade.scan(server, scanner, certificate)
    assert given.letter == "A+", given
    assert given.points >= grade.FEWEST_POINTS, given
