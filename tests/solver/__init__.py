"""What these modules import is compiled, into a folder that another version of the code does not share."""

import numba

from app.resources import ROOT
from app.solver.loading import digest_of_sources

numba.config.CACHE_DIR = str(ROOT / ".numba" / digest_of_sources())  # type: ignore[attr-defined]
