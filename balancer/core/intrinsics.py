"""Operations of rules that Python lacks, as LLVM code: processor instructions, and blocks of memory.

This module is imported only where rules are compiled: importing numba takes a third of a second.  The equivalents in
plain Python are in bits.py, memory.py and part_sets.py.
"""

import llvmlite.binding
import llvmlite.ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

SLOW_DEPOSIT = {"znver1", "znver2", "bdver4"}  # processors whose PDEP takes hundreds of cycles

_WORD = llvmlite.ir.IntType(64)
_BYTES = llvmlite.ir.IntType(8).as_pointer()


@intrinsic
def trailing_zeros(typing_context, word):
    """Return the number of zero bits below the lowest bit that is set; 64 if none is."""

    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], llvmlite.ir.Constant(llvmlite.ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@intrinsic
def deposit_bits(typing_context, word, mask):
    """Return the low bits of a word, moved in order to the positions of the bits of a mask (x86: PDEP)."""

    def generate(context, builder, signature, arguments):
        kind = llvmlite.ir.FunctionType(_WORD, [_WORD, _WORD])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), arguments)

    return types.uint64(types.uint64, types.uint64), generate


def _can_deposit():
    """Return whether the processor that numba compiles for has a fast PDEP.

    It is this machine's, unless NUMBA_CPU_NAME or NUMBA_CPU_FEATURES name another.  LLVM ends the program if code
    contains an instruction that the target lacks.
    """
    name = config.CPU_NAME or llvmlite.binding.get_host_cpu_name()
    host = llvmlite.binding.get_host_cpu_features().flatten()
    features = host if config.CPU_FEATURES is None else config.CPU_FEATURES
    return "+bmi2" in features.split(",") and name not in SLOW_DEPOSIT


CAN_DEPOSIT = _can_deposit()  # whether rules may call `deposit_bits`


@intrinsic
def copy(typing_context, target, source):
    """Copy a record over another of its layout; either may be given by its address."""
    size = (target if isinstance(target, types.Record) else source).size

    def generate(context, builder, signature, arguments):
        to, origin = (
            builder.bitcast(value, _BYTES) if isinstance(kind, types.Record) else builder.inttoptr(value, _BYTES)
            for kind, value in zip(signature.args, arguments, strict=True)
        )
        cgutils.raw_memcpy(builder, to, origin, context.get_constant(types.intp, size), 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic
def record_at(typing_context, layout, address):
    """Return the record of a layout at an address."""
    record = layout.dtype

    def generate(context, builder, signature, arguments):
        return builder.inttoptr(arguments[1], context.get_value_type(signature.return_type))

    return record(layout, types.int64), generate


@intrinsic
def word_count(typing_context, parts):
    """Return the number of words of a set: 1 for a whole number, several for a record of words."""
    count = 1 if isinstance(parts, types.Integer) else parts.size // 8

    def generate(context, builder, signature, arguments):
        return context.get_constant(types.int64, count)

    return types.int64(parts), generate


@intrinsic
def word_of(typing_context, parts, k):
    """Return word number k of such a set."""

    def generate(context, builder, signature, arguments):
        if isinstance(parts, types.Integer):
            return context.cast(builder, arguments[0], parts, types.uint64)
        return builder.load(builder.gep(builder.bitcast(arguments[0], _WORD.as_pointer()), [arguments[1]]))

    return types.uint64(parts, types.int64), generate


def clear_from(field):
    """Return the rule clear(record), which sets a record's fields from `field` on to 0."""

    @intrinsic
    def clear(typing_context, record):
        start = record.offset(field)
        size = record.size - start

        def generate(context, builder, signature, arguments):
            target = cgutils.pointer_add(builder, arguments[0], start)
            cgutils.memset(builder, target, context.get_constant(types.intp, size), 0)
            return context.get_dummy_value()

        return types.void(record), generate

    return clear
