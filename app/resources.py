"""Where the files that are not Python lie: beside the code in a checkout, inside it in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).parent
_BUNDLED = _PACKAGE / "files"

ROOT = _BUNDLED if _BUNDLED.is_dir() else _PACKAGE.parent
"""The folder that holds ``templates``, ``static``, ``migrations`` and ``locale``."""
