"""Single instructions of the machine for which Python has no word, as rules can call them.

Compiled, each is one instruction (LLVM chooses it); in plain Python, and where a processor lacks it, a few lines of
arithmetic give the same.
"""

import llvmlite.binding
import llvmlite.ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

from balancer.core.compile import PLAIN

SLOW_DEPOSIT = {"znver1", "znver2", "bdver4"}
"""Processors that have the instruction, but take hundreds of cycles for it."""

_WORD = llvmlite.ir.IntType(64)


@intrinsic
def _trailing_zeros(typing_context, word):
    """How many bits are below the lowest that is set; 64 if none is."""

    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], llvmlite.ir.Constant(llvmlite.ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@intrinsic
def _deposit_bits(typing_context, word, mask):
    """The low bits of a word, one after the other, in the places of the bits of a mask (x86: PDEP)."""

    def generate(context, builder, signature, arguments):
        kind = llvmlite.ir.FunctionType(_WORD, [_WORD, _WORD])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), arguments)

    return types.uint64(types.uint64, types.uint64), generate


def _plain_trailing_zeros(word):
    return (word & -word).bit_length() - 1 if word else 64


def _can_deposit():
    """Whether the processor that numba compiles for deposits bits, and fast.

    It is this one, unless NUMBA_CPU_NAME or NUMBA_CPU_FEATURES name another: LLVM ends the program where code asks for
    an instruction that the target lacks.
    """
    name = config.CPU_NAME or llvmlite.binding.get_host_cpu_name()
    host = llvmlite.binding.get_host_cpu_features().flatten()
    features = host if config.CPU_FEATURES is None else config.CPU_FEATURES
    return "+bmi2" in features.split(",") and name not in SLOW_DEPOSIT


trailing_zeros = _plain_trailing_zeros if PLAIN else _trailing_zeros
"""trailing_zeros(word): how many bits of a word are below the lowest that is set; 64 if none is."""

deposit_bits = _deposit_bits
"""deposit_bits(word, mask): compiled only, and only where CAN_DEPOSIT."""

CAN_DEPOSIT = not PLAIN and _can_deposit()
"""Whether rules may call `deposit_bits`."""
