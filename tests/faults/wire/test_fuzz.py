"""Whatever is asked for, the answer is one of a few, complete, and tells nothing it should not."""

import asyncio
from pathlib import Path

from tests.faults.wire.commits import application
from tests.faults.wire.files import static_paths
from tests.faults.wire.fuzz import Fuzzer
from tests.faults.wire.routes import posts_of, routes_of
from tests.faults.wire.serving import Server


def test_requests_that_nobody_thought_of_are_answered_as_they_should(server: Server, tmp_path: Path) -> None:
    paths = asyncio.run(all_paths(server.port, tmp_path))
    fuzzer = Fuzzer(server, paths)
    try:
        fuzzer.run(1000)
    finally:
        fuzzer.close()
    assert fuzzer.result.faults == []
    assert fuzzer.result.sent >= 1000
    assert fuzzer.result.changed > 0, "no request was good enough to change anything"
    assert len(fuzzer.result.statuses) > 7, fuzzer.result.statuses


async def all_paths(port: int, folder: Path) -> list[str]:
    async with application(folder) as (watched, _):
        # There are many pages to read; what changes something is asked for more often than they are.
        return [*routes_of(watched), *sorted(posts_of(watched)) * 8, *(await static_paths(port))[:2]]
