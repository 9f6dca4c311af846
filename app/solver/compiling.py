"""How the numeric parts are compiled: once a machine, without the interpreter's lock."""

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])

Words: TypeAlias = npt.NDArray[np.uint64]
Weights: TypeAlias = npt.NDArray[Any]

# To the type checker compiled code is arithmetic on `int` and `float`; these say how wide the numbers are.
u64 = cast("Callable[[Any], int]", np.uint64)
i64 = cast("Callable[[Any], int]", np.int64)
f32 = cast("Callable[[Any], float]", np.float32)
f64 = cast("Callable[[Any], float]", np.float64)


def compiled(*signatures: str) -> Callable[[_Kernel], _Kernel]:
    """Compile a function of a module for these signatures when it is imported, and keep the result.

    What Python code calls has a signature, because an unsigned integer comes back from compiled code as
    an ``int`` and would be taken for a signed one when passed in again. What only compiled code calls
    has none, and is compiled with its caller.
    """
    # Divisions are not looked at for zeros, which takes training some twentieth of its time.
    jit = numba.njit(list(signatures) or None, cache=True, nogil=True, error_model="numpy")
    return cast("Callable[[_Kernel], _Kernel]", jit)
