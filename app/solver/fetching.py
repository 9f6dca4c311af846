"""Asking for memory ahead of its use, so that the processor goes on instead of waiting for it."""

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.core.cgutils import get_item_pointer
from numba.extending import intrinsic

from app.solver.compiling import Weights

_FOR_READING, _KEPT_CLOSE, _DATA = 0, 3, 1


def _prefetch(_: Any, array: Any, place: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        content = context.make_array(kind)(context, builder, arguments[0])
        row = [arguments[1]] + [ir.Constant(arguments[1].type, 0)] * (kind.ndim - 1)
        address = get_item_pointer(context, builder, kind, content, row)  # type: ignore[no-untyped-call]
        byte, word = ir.IntType(8).as_pointer(), ir.IntType(32)
        instruction = builder.module.declare_intrinsic(
            "llvm.prefetch", [byte], ir.FunctionType(ir.VoidType(), [byte, word, word, word])
        )
        options = [word(_FOR_READING), word(_KEPT_CLOSE), word(_DATA)]
        builder.call(instruction, [builder.bitcast(address, byte), *options])
        return context.get_dummy_value()

    return types.void(array, place), generate


fetch = cast("Callable[[Weights, int], None]", intrinsic(_prefetch))
"""Begin to bring an element of an array, or the beginning of a row, into the processor's cache.

No value depends on it, and no place is wrong: what lies outside of the array is not fetched or not used.
"""
