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
def _copy(typing_context, target, source):
    """Copy a record over another of its layout; either may be given by its address."""
    size = (target if isinstance(target, types.Record) else source).size

    def generate(context, builder, signature, arguments):
        to, there = (
            builder.bitcast(value, _BYTES) if isinstance(kind, types.Record) else builder.inttoptr(value, _BYTES)
            for kind, value in zip(signature.args, arguments, strict=True)
        )
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
    to, there = (place if isinstance(place, int) else address_of(place) for place in (target, source))
    ctypes.memmove(to, there, (source if isinstance(target, int) else target).dtype.itemsize)


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
"""copy(target, source): copy a record over another of its layout; either may be given by its address."""

record_at = _plain_record_at if PLAIN else _record_at
"""record_at(LAYOUT, address): the record of that layout at an address, not copied."""
