"""Who a request comes from, as far as an address tells."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from fastapi import Request

_SHARED_BITS = 64
"""Bits of an IPv6 address that its household shares; the rest it may change as it likes."""


class Clients:
    """Tells the address of a client, through the proxies that are trusted and no others."""

    def __init__(self, trusted_proxies: frozenset[str]) -> None:
        self._trusted = trusted_proxies

    def address(self, request: Request) -> str:
        """Return the client's address; one of IPv6 as the network that it shares.

        ``X-Forwarded-For`` counts only from a trusted proxy, read from the right: the first address
        that is not itself a trusted proxy's.
        """
        peer = request.client.host if request.client else ""
        if peer in self._trusted:
            forwarded = ",".join(request.headers.getlist("x-forwarded-for")).split(",")
            for address in reversed([part.strip() for part in forwarded]):
                if address not in self._trusted:
                    peer = address or peer
                    break
        return _network(peer)


@lru_cache(maxsize=4096)
def _network(address: str) -> str:
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv6Address) and not parsed.ipv4_mapped:
        return str(IPv6Address(int(parsed) >> _SHARED_BITS << _SHARED_BITS))
    return str(parsed.ipv4_mapped or parsed) if isinstance(parsed, IPv6Address) else str(parsed)
