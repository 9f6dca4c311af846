"""Whole addresses, for what others than the reader's browser take from a page."""

import re

from fastapi import Request

from app.web.state import state_of

_HOST = re.compile(r"([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII)


def origin_of(request: Request) -> str:
    """Return where an address of this server begins: ``https://2048.example``.

    The gate has let in only hosts that are allowed. What cannot be a host's name, where any is
    allowed, gives the empty text, so that addresses begin with their path.
    """
    host = request.headers.get("host", "").lower()
    if not _HOST.fullmatch(host):
        return ""
    return f"{'https' if state_of(request).https else 'http'}://{host}"
