"""Records as blocks of memory: copied whole, cleared, and reached by their addresses.

A rule gets one table.  What is needed beside it (a copy to go back to, the plan of a search) is reached by an address
that Python writes into a field, so that no rule needs another argument.
"""

import ctypes

import llvmlite.ir
import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from balancer.core.compile import PLAIN

_BYTES = llvmlite.ir.IntType(8).as_pointer()


def address_of(record):
    """The address of a record, or of the first record of an array, which must stay alive while the address is used."""
    return int(np.asarray(record).__array_interface__["data"][0])


@intrinsic
def _copy_in(typing_context, record, address):
    """Copy what is at an address over a record, as many bytes as it has."""
    size = record.size

    def generate(context, builder, signature, arguments):
        target, source = builder.bitcast(arguments[0], _BYTES), builder.inttoptr(arguments[1], _BYTES)
        cgutils.raw_memcpy(builder, target, source, context.get_constant(types.intp, size), 1)
        return context.get_dummy_value()

    return types.void(record, types.int64), generate


@intrinsic
def _copy_out(typing_context, record, address):
    """Copy a record to an address."""
    size = record.size

    def generate(context, builder, signature, arguments):
        source, target = builder.bitcast(arguments[0], _BYTES), builder.inttoptr(arguments[1], _BYTES)
        cgutils.raw_memcpy(builder, target, source, context.get_constant(types.intp, size), 1)
        return context.get_dummy_value()

    return types.void(record, types.int64), generate


@intrinsic
def _copy(typing_context, target, source):
    """Copy a record over another of its layout."""
    size = target.size

    def generate(context, builder, signature, arguments):
        to, there = (builder.bitcast(argument, _BYTES) for argument in arguments)
        cgutils.raw_memcpy(builder, to, there, context.get_constant(types.intp, size), 1)
        return context.get_dummy_value()

    return types.void(target, source), generate


@intrinsic
def _record_at(typing_context, layout, address):
    """The record of a layout that is at an address."""
    record = layout.dtype

    def generate(context, builder, signature, arguments):
        return builder.inttoptr(arguments[1], context.get_value_type(signature.return_type))

    return record(layout, types.int64), generate


def _plain_copy(target, source):
    ctypes.memmove(address_of(target), address_of(source), target.dtype.itemsize)


def _plain_copy_in(record, address):
    ctypes.memmove(address_of(record), address, record.dtype.itemsize)


def _plain_copy_out(record, address):
    ctypes.memmove(address, address_of(record), record.dtype.itemsize)


def _plain_record_at(layout, address):
    memory = (ctypes.c_char * layout.itemsize).from_address(address)
    return np.frombuffer(memory, layout)[0]


def clear_from(field):
    """The rule clear(record): set a record's fields from `field` on to 0."""

    @intrinsic
    def clear(typing_context, record):
        start = record.offset(field)
        size = record.size - start

        def generate(context, builder, signature, arguments):
            target = cgutils.pointer_add(builder, arguments[0], start)
            cgutils.memset(builder, target, context.get_constant(types.intp, size), 0)
            return context.get_dummy_value()

        return types.void(record), generate

    def plain_clear(record):
        start = record.dtype.fields[field][1]
        ctypes.memset(address_of(record) + start, 0, record.dtype.itemsize - start)

    return plain_clear if PLAIN else clear


copy = _plain_copy if PLAIN else _copy
"""copy(target, source): copy a record over another of its layout."""

copy_in = _plain_copy_in if PLAIN else _copy_in
"""copy_in(record, address): copy what is at an address over a record."""

copy_out = _plain_copy_out if PLAIN else _copy_out
"""copy_out(record, address): copy a record to an address."""

record_at = _plain_record_at if PLAIN else _record_at
"""record_at(LAYOUT, address): the record of that layout at an address, not copied."""
