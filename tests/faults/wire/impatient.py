"""The product to the letter, with less patience: ``python -m tests.faults.wire.impatient``.

A connection is past its deadline in two seconds here, not in ten or thirty, so that a test need not
wait as long as a real client may.
"""

import sys
from unittest.mock import patch

from app.__main__ import main
from app.web import connections

MODULE = ("tests.faults.wire.impatient",)
RECEIVE_SECONDS = 2.0
ANSWER_SECONDS = 3.0
SWEEP_SECONDS = 0.1

if __name__ == "__main__":
    with (
        patch.object(connections, "RECEIVE_SECONDS", RECEIVE_SECONDS),
        patch.object(connections, "ANSWER_SECONDS", ANSWER_SECONDS),
        patch.object(connections, "SWEEP_SECONDS", SWEEP_SECONDS),
    ):
        sys.exit(main(["serve"]))
