"""How the Chromium of this machine is started."""

import shutil
from typing import Any

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launch_options() -> dict[str, Any]:
    """Return what the driver needs to start it. Raises ``LookupError`` if there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return {"executable_path": path, "args": ARGUMENTS}
    raise LookupError("The browser tests need Chromium: apt-get install chromium")
