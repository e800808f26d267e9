"""Records as blocks of memory: copied whole, cleared, and accessed by their addresses.

A rule gets one table.  Other records that it needs (a saved copy, the plan of a search) are reached by an address that
Python writes into a field, so that no rule needs another argument.
"""

import ctypes

import numpy as np

from balancer.core.jit import PLAIN


def address_of(record):
    """Return the address of a record, or of an array's first record; the record must outlive the use of the address."""
    return int(np.asarray(record).__array_interface__["data"][0])


def _plain_copy(target, source):
    to, origin = (place if isinstance(place, int) else address_of(place) for place in (target, source))
    ctypes.memmove(to, origin, (source if isinstance(target, int) else target).dtype.itemsize)


def _plain_record_at(layout, address):
    memory = (ctypes.c_char * layout.itemsize).from_address(address)
    return np.frombuffer(memory, layout)[0]


def _plain_clear_from(field):
    def clear(record):
        start = record.dtype.fields[field][1]
        ctypes.memset(address_of(record) + start, 0, record.dtype.itemsize - start)

    return clear


# Documented in intrinsics.py, under the same names.
if PLAIN:
    copy, record_at, clear_from = _plain_copy, _plain_record_at, _plain_clear_from
else:
    from balancer.core import intrinsics

    copy, record_at, clear_from = intrinsics.copy, intrinsics.record_at, intrinsics.clear_from
