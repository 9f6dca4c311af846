"""The working tree without what is made from it, as a fresh clone would bring it."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tracked_files() -> list[Path]:
    """Return the files that are, or could be, committed: their paths below ``ROOT``."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    names = sorted(set(listing.split("\0")) - {""})
    return [Path(name) for name in names if (ROOT / name).is_file()]


def copy_tree(target: Path) -> Path:
    """Copy the working tree into a new folder and return it."""
    for path in tracked_files():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, target / path)
    return target
