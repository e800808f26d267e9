"""Records: the layout of a table, and of everything that rule code reads and writes.

As plain Python every integer of a record is a Python int (see `PlainRecord`), so that arithmetic means the same
compiled and not, as long as it stays within 64 bits.
"""

import copyreg
import functools
from typing import Any

import numpy as np

from balancer.core.jit import PLAIN
from balancer.wording import did_you_mean

MAX_NAMED = 24  # the most fields of a record that an error names


class Record(np.record):  # type: ignore[misc]  # final in numpy's stubs alone
    """A record of a class that has an attribute for each field: np.record looks each up, in 3.5 times the time.

    Compiled rules take any record of a layout; for Python `with_attributes` makes such a class.
    """

    __getattribute__ = object.__getattribute__
    # np.record's gives a record within a record the class of the outer one.
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]

    def __getattr__(self, name):
        raise AttributeError(no_field(name, self.dtype.fields))

    def __setattr__(self, name, value):
        fields: Any = self.dtype.fields
        if name not in fields:
            raise AttributeError(no_field(name, fields))
        np.void.__setitem__(self, name, value)


def with_attributes(layout):
    """The same layout, of a class of records that has an attribute for each field."""
    fields = {name: _field(*where[:2]) for name, where in layout.fields.items()}
    return np.dtype((RecordClass("Record", (Record,), fields | {"_made": (with_attributes, layout)}), layout))


class RecordClass(type):
    """A class of records, which no module holds: it is pickled as the layout that it is made of, with its tallies."""

    _made: Any  # by which function, of which layout


@functools.cache
def _class_again(make, layout):
    return make(layout).type


copyreg.pickle(RecordClass, lambda kind: (_class_again, kind._made))  # noqa: SLF001  names of a record are its fields


def _field(kind, offset):
    return property(lambda record: record.getfield(kind, offset))


class PlainRecord(Record):  # type: ignore[misc]
    """A record whose integers are Python ints and whose rows of integers hand out Python ints.

    numpy's own small integers would overflow where compiled arithmetic is 64 bits wide
    (``np.int16(300) * 1000``), so plain Python uses a class of this kind for every table (`plain_record`).
    Whatever is read of it is a view of the same bytes, made once and kept: a game reads a field a thousand times.
    """

    def __setattr__(self, name, value):
        place = self._places.get(name)
        if place is None:
            Record.__setattr__(self, name, value)
            return
        numbers, index = place
        try:
            getattr(self, numbers)[index] = value
        except (TypeError, ValueError):  # no whole number, or one that does not fit: numpy decides
            np.void.__setitem__(self, name, value)


class _Kept:
    """An attribute of a record that is made when it is first read, and found in the record from then on."""

    def __init__(self, name, make):
        self.name, self.make = name, make

    def __get__(self, record, kind=None):
        made = record.__dict__[self.name] = self.make(record)
        return made


def _view(record, row, shape, item, offset=0):
    """The bytes of a record from an offset on, as an array of class `row`.

    It must not hold the record, which keeps it: numpy's arrays take no part in the search for garbage.
    """
    if "_owner" not in record.__dict__:
        owner = record.base
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        record.__dict__["_owner"] = owner, np.asarray(record).ctypes.data - owner.ctypes.data
    owner, start = record.__dict__["_owner"]
    return row(shape, item, owner, start + offset)


def plain_record(layout):
    """The same layout, of a class of records that has an attribute for each field: names need no look-up."""
    kinds = {kind.char for kind, _ in layout.fields.values() if kind.kind != "V"}
    kept = {_numbers_of(char): _numbers(char) for char in kinds}
    fields = {name: _reader(*where) for name, where in layout.fields.items()}
    made = {name: _Kept(name, make) for name, make in (kept | fields).items() if not isinstance(make, property)}
    places = {name: _place(*where) for name, where in layout.fields.items() if where[0].kind != "V"}
    of_layout = {"_places": places, "_made": (plain_record, layout)}
    return np.dtype((RecordClass("PlainRecord", (PlainRecord,), fields | made | of_layout), layout))


@functools.cache
def plain_throughout(layout):
    """The same layout, of such classes at every level."""
    if layout.subdtype:
        kind, shape = layout.subdtype
        return np.dtype((plain_throughout(kind), shape))
    if not layout.fields:
        return layout
    kinds, offsets = zip(*(layout.fields[name][:2] for name in layout.names), strict=True)
    formats = [plain_throughout(kind) for kind in kinds]
    same: Any = {"names": layout.names, "formats": formats, "offsets": offsets, "itemsize": layout.itemsize}
    return plain_record(np.dtype(same))


def empty_for_python(layout):
    """A zeroed record that Python fills in half the time of `empty`; rules take its `view(layout)`."""
    return np.zeros(1, plain_throughout(layout))[0]


def _reader(kind, offset):
    """What a field is read by: a property for a number, else what makes the view that is kept."""
    if kind.subdtype:
        item, shape = kind.subdtype
        row = PlainRecords if item.fields else PlainNumbers
        return lambda record: _view(record, row, shape, item, offset)
    if kind.fields:
        return lambda record: _view(record, np.ndarray, 1, kind, offset)[0]
    numbers, index = _place(kind, offset)
    return property(lambda record: getattr(record, numbers)[index])


def _place(kind, offset):
    """Where a number stands: the name of the row of its type, and the index in it."""
    return _numbers_of(kind.char), offset // kind.itemsize


def _numbers_of(char):
    """The name under which a record keeps its bytes as numbers of a type."""
    return f"_{char}"


def _numbers(char):
    """What makes them: layouts are aligned, so that every number has a place in a row of its own type."""
    return lambda record: _view(record, np.ndarray, record.dtype.itemsize, np.uint8).data.cast(char)


_element = np.ndarray.__getitem__


def no_field(name, fields):
    """That a record has no field of that name; the nearest it has, or all of a few."""
    near = did_you_mean(name, fields)
    there = near or f"there are {', '.join(list(fields)[:MAX_NAMED])}"
    more = " ..." if not near and len(fields) > MAX_NAMED else ""
    return f"the record has no field {name}; {there}{more}"


class PlainRow(np.ndarray):
    """An array that hands out Python ints; see `PlainRecord`.

    IndexError: an index below 0, which numpy would count from the end: on the table it is a mistake.
    """

    def __getitem__(self, index):
        if index.__class__ is int and index < 0:
            raise IndexError(below_zero(index))
        value = _element(self, index)
        return int(value) if isinstance(value, np.integer) else value

    def __setitem__(self, index, value):
        if index.__class__ is int and index < 0:
            raise IndexError(below_zero(index))
        np.ndarray.__setitem__(self, index, value)

    def __iter__(self):
        return (self[index] for index in range(len(self)))


class PlainNumbers(PlainRow):
    """A row of integers."""

    def __getitem__(self, index):
        if index.__class__ is int and index >= 0 and self.ndim == 1:
            return self.item(index)
        return PlainRow.__getitem__(self, index)


class PlainRecords(PlainRow):
    """A row of records, each of which is made once and kept, as long as it does not hold the row in turn."""

    def __array_finalize__(self, source):
        self._kept = {}

    def __getitem__(self, index):
        if index.__class__ is not int or index < 0:
            return PlainRow.__getitem__(self, index)
        found = self._kept.get(index)
        if found is None:
            found = _element(self.view(np.ndarray), index)
            if type(self.base) is np.ndarray:
                self._kept[index] = found
        return found


def below_zero(index):
    """What is wrong with a negative index."""
    return f"index {index} is below 0; -1 is never the last"


def record(*fields):
    """A table layout whose fields answer to their names, compiled or not.

    fields: (name, numpy integer type or another record[, how many]).
    ValueError: a name that numpy records already use for something else, such as `round` or `size`.
    """
    taken = [field[0] for field in fields if hasattr(np.record, field[0])]
    if taken:
        reserved = ", ".join(taken)
        message = f"numpy records already have {reserved}: choose a longer name, e.g. {taken[0]}_number"
        raise ValueError(message)
    formats = [field[1] if len(field) == 2 else (field[1], field[2]) for field in fields]
    offsets, end = [], 0
    for form in formats:
        step = alignment(np.dtype(form))
        offsets.append(-(-end // step) * step)
        end = offsets[-1] + np.dtype(form).itemsize
    step = max(alignment(np.dtype(form)) for form in formats)
    names = [field[0] for field in fields]
    layout: Any = {"names": names, "formats": formats, "offsets": offsets, "itemsize": -(-end // step) * step}
    aligned = np.dtype(layout, align=True)
    return plain_record(aligned) if PLAIN else with_attributes(aligned)


def alignment(layout):
    """The alignment in bytes that a layout needs; numpy forgets it of a record within a record."""
    if layout.subdtype:
        return alignment(layout.subdtype[0])
    if layout.fields:
        return max(alignment(field[0]) for field in layout.fields.values())
    return layout.alignment


def empty(layout, count=None):
    """A zeroed record of `layout`, or an array of `count` of them, as rule code takes it."""
    rows = np.zeros(1 if count is None else count, layout)
    if PLAIN:
        rows = rows.view(PlainRow)
    return rows[0] if count is None else rows
