"""A process that has the product imported, and forks a child for each command it is asked to run.

Starting Python with all its packages takes a second or more, which a thousand restarts do not have.
A child runs ``python -m app`` to the letter, from after its imports on; this process has one thread
and no connection to any database, so a child inherits nothing that matters.

It is asked over the socket whose descriptor it is given, one message a request: ``start`` with
arguments, an environment, and two descriptors for the child's output and errors; ``wait`` with the
number of a child that has ended. It ends, with its children, when the socket is closed.
"""

import ctypes
import json
import os
import signal
import socket
import sys
import traceback
from collections.abc import Mapping
from typing import Any

from app.__main__ import main

LARGEST_MESSAGE = 65536
_DIE_WITH_PARENT = 1
"""``PR_SET_PDEATHSIG`` of prctl."""


def fork_on_demand(control: socket.socket) -> None:
    """Answer requests until the other end is closed."""
    children: set[int] = set()
    try:
        while True:
            message, descriptors, _, _ = socket.recv_fds(control, LARGEST_MESSAGE, 2)
            if not message:
                return
            control.send(json.dumps(_answer(json.loads(message), descriptors, control, children)).encode())
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def _answer(
    asked: Mapping[str, Any], descriptors: list[int], control: socket.socket, children: set[int]
) -> int:
    if "wait" in asked:
        _, status = os.waitpid(asked["wait"], 0)
        children.discard(asked["wait"])
        return os.waitstatus_to_exitcode(status)
    child = os.fork()
    if child == 0:
        _run(asked["start"], asked["environment"], descriptors, control)
    children.add(child)
    for descriptor in descriptors:
        os.close(descriptor)
    return child


def _run(
    arguments: list[str], environment: Mapping[str, str], descriptors: list[int], control: socket.socket
) -> None:
    code = 1
    try:
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
        control.close()
        for descriptor, place in zip(descriptors, (1, 2), strict=True):
            os.dup2(descriptor, place)
            os.close(descriptor)
        os.environ.clear()
        os.environ.update(environment)
        code = main(arguments)
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:  # noqa: BLE001 - nothing of the child may get back into the loop
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as asker:
        fork_on_demand(asker)
