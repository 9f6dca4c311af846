"""Static files: asked for in every way that a browser or somebody else may."""

import re

from tests.faults.wire.talk import Line, raw


async def static_paths(port: int) -> list[str]:
    """Return the addresses of the files that the page loads."""
    async with await Line.open(port) as line:
        page = (await line.ask(raw("GET", "/"))).body.decode()
    return sorted(set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page)))
