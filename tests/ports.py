"""Ports for the servers that tests start."""

import contextlib
import random
import socket


def free_port() -> int:
    """Return a port that nothing listens on, from where the system hands none out by itself."""
    while True:
        port = random.randrange(20_000, 30_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
