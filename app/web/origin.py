"""Whether a request that changes something comes from a page of this server.

The rule, in this order:

1. ``Sec-Fetch-Site``, where it is sent, must be ``same-origin``. Every current browser sends it, and
   no page can forge it. ``none`` (typed, or from a bookmark) never posts a form, so it is refused.
2. Without it, the host and port of ``Origin`` must be those of the request. ``null`` is none.
3. Without either no browser sent the request, and nobody's cookie was used without their will.

A header that comes twice is none that a browser sent, and is refused.
"""

from urllib.parse import urlsplit


def comes_from_here(headers: list[tuple[bytes, bytes]], host: bytes) -> bool:
    """Apply the rule to the raw headers of a request for ``host``."""
    sites = [value for name, value in headers if name == b"sec-fetch-site"]
    if sites:
        return sites == [b"same-origin"]
    origins = [value for name, value in headers if name == b"origin"]
    if not origins:
        return True
    return len(origins) == 1 and _netloc(origins[0]) == host.lower()


def _netloc(origin: bytes) -> bytes:
    try:
        parts = urlsplit(origin.decode("latin-1"))
    except ValueError:
        return b""
    is_web = parts.scheme in ("http", "https") and not parts.path and not parts.query
    return parts.netloc.lower().encode("latin-1") if is_web else b""
