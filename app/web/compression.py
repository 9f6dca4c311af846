"""Whether an answer is compressed.

Nothing on a page is a secret that could be guessed from its compressed length: tokens travel in
headers alone, seeds not at all, and no page repeats what its address or a form says.
"""

import gzip

from starlette.types import Scope

_LEVEL = 1
"""The quickest: 20 µs for the parts of a move, a quarter of whose size remains; more effort saves little."""
_FEWEST = 1000
"""Bytes from which it is worth it: below, an answer fits one packet either way."""


def accepts_gzip(scope: Scope) -> bool:
    """Tell whether the sender of a request takes compressed answers."""
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])


def compressed(body: bytes, scope: Scope) -> bytes | None:
    """Return the body compressed, or ``None`` if it is to be sent as it is."""
    if len(body) < _FEWEST or not accepts_gzip(scope):
        return None
    return gzip.compress(body, _LEVEL, mtime=0)
