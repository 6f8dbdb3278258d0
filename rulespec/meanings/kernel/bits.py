"""The helpers of the kernel's code, compiled: one machine instruction or a few each. Mirrors `plain_bits.py`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

STEP = np.uint64(0x2D358DCCAA6C78A5)
SECRET = 0x8BB84B93962EACC9
HALF = np.uint64(32)
SLOW_DEPOSIT = ("znver1", "znver2", "bdver4")

inner = njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)  # called from compiled code only


def table(values: list[int]) -> Any:
    return np.array(values, dtype=np.int64)


@intrinsic
def popcount(context: Any, cards: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def first_index(context: Any, cards: Any) -> Any:
    """The number of the lowest bit; there must be one."""
    return types.int64(types.int64), lambda context, builder, signature, args: builder.cttz(args[0], _bit(True))


@intrinsic
def leading_zeros(context: Any, cards: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctlz(args[0], _bit(False))


def _bit(value: bool) -> Any:
    from llvmlite import ir

    return ir.Constant(ir.IntType(1), int(value))


@inner
def low_bit(cards):
    return cards & -cards


@inner
def top_bit(cards):
    return (1 << (63 - leading_zeros(cards))) if cards != 0 else 0


@inner
def up_to(cards):
    """Every bit up to the highest one."""
    return (1 << (64 - leading_zeros(cards))) - 1


@intrinsic
def deposit(context: Any, bits: Any, cards: Any) -> Any:
    """The lowest bits laid on the places of a set's cards, in order: the processor's `pdep`."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        word, name = ir.IntType(64), "llvm.x86.bmi.pdep.64"
        known = builder.module.globals.get(name)
        return builder.call(known or ir.Function(builder.module, ir.FunctionType(word, [word, word]), name), args)

    return types.int64(types.int64, types.int64), code


def has_deposit() -> bool:
    """Whether the processor compiled for has `pdep` and is quick at it; a loop guesses its end wrong every other time."""
    _, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return "+bmi2" in features.split(",") and processor not in SLOW_DEPOSIT


@inner
def nth_by_deposit(cards, n):
    return first_index(deposit(1 << n, cards))


@inner
def nth_by_loop(cards, n):
    for _ in range(n):
        cards &= cards - 1
    return first_index(cards)


nth_index = nth_by_deposit if has_deposit() else nth_by_loop  # the number of the bit with `n` bits below it


@intrinsic
def mixed(context: Any, state: Any) -> Any:
    """Wyrand: a number times a changed copy of itself, both halves of the product together."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        word, wide = ir.IntType(64), ir.IntType(128)
        other = builder.xor(args[0], ir.Constant(word, SECRET))
        product = builder.mul(builder.zext(args[0], wide), builder.zext(other, wide))
        return builder.xor(builder.trunc(product, word), builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word))

    return types.uint64(types.uint64), code


@inner
def stream(seed, number):
    """A row of chances of its own for each number of a seed."""
    return np.int64(mixed(np.uint64(seed) + np.uint64(number + 1) * STEP))


@inner
def chance(row, place, many):
    """One of the first `many` numbers from 0, the one at a place of a row of chances."""
    return np.int64(((mixed(np.uint64(row) + np.uint64(place) * STEP) >> HALF) * np.uint64(many)) >> HALF)
