"""Records: the layout of a table, and of everything else that rule code reads and writes.

In plain Python every integer of a record is a Python int (`PlainRecord`).  So arithmetic gives the same results
compiled and not, as long as it stays within 64 bits.
"""

import copyreg
import functools
from typing import Any

import numpy as np

from balancer.core.jit import PLAIN
from balancer.wording import did_you_mean

MAX_NAMED = 24  # fields of a record that an error lists


class Record(np.record):  # type: ignore[misc]  # final only in numpy's stubs
    """A record with a Python attribute for each field; np.record takes 3.5 times as long, because it looks fields up.

    Compiled rules take any record of a layout; for Python, `with_attributes` creates such a class.
    """

    __getattribute__ = object.__getattribute__
    # np.record's method would give an inner record the class of the outer one.
    __getitem__ = np.void.__getitem__  # type: ignore[assignment]

    def __getattr__(self, name):
        raise AttributeError(no_field(name, self.dtype.fields))

    def __setattr__(self, name, value):
        fields: Any = self.dtype.fields
        if name not in fields:
            raise AttributeError(no_field(name, fields))
        np.void.__setitem__(self, name, value)


def with_attributes(layout):
    """Return the same layout with a class of records that has an attribute for each field."""
    fields = {name: _field(*where[:2]) for name, where in layout.fields.items()}
    return np.dtype((RecordClass("Record", (Record,), fields | {"_origin": (with_attributes, layout)}), layout))


class RecordClass(type):
    """The type of record classes, which are in no module: pickled as the layout that they are made from."""

    _origin: Any  # the function that created it, and its layout


@functools.cache
def _class_again(make, layout):
    return make(layout).type


copyreg.pickle(RecordClass, lambda kind: (_class_again, kind._origin))  # noqa: SLF001  names of a record are its fields


def _field(kind, offset):
    return property(lambda record: record.getfield(kind, offset))


class PlainRecord(Record):  # type: ignore[misc]
    """A record whose integers are Python ints, also those in its arrays.

    numpy's small integers would overflow where compiled arithmetic is 64 bits wide (``np.int16(300) * 1000``), so plain
    Python uses a class of this kind for every table (`plain_record`).  Arrays and records that are read from it are
    views of the same bytes, created once and kept: a game reads a field a thousand times.
    """

    def __setattr__(self, name, value):
        place = self._places.get(name)
        if place is None:
            Record.__setattr__(self, name, value)
            return
        numbers, index = place
        try:
            getattr(self, numbers)[index] = value
        except (TypeError, ValueError):  # not a whole number, or one that does not fit: numpy raises or converts
            np.void.__setitem__(self, name, value)


class _Cached:
    """An attribute that is computed when it is first read, and then stored in the record."""

    def __init__(self, name, make):
        self.name, self.make = name, make

    def __get__(self, record, kind=None):
        value = record.__dict__[self.name] = self.make(record)
        return value


def _view(record, row, shape, item, offset=0):
    """Return the bytes of a record from an offset on, as an array of class `row`.

    It refers to the owner of the memory, not to the record, which stores it: cycles of numpy's arrays are never freed.
    """
    if "_owner" not in record.__dict__:
        owner = record.base
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        record.__dict__["_owner"] = owner, np.asarray(record).ctypes.data - owner.ctypes.data
    owner, start = record.__dict__["_owner"]
    return row(shape, item, owner, start + offset)


def plain_record(layout):
    """Return the same layout with a class of `PlainRecord` for it."""
    kinds = {kind.char for kind, _ in layout.fields.values() if kind.kind != "V"}
    numbers = {_numbers_name(char): _numbers(char) for char in kinds}
    fields = {name: _reader(*where) for name, where in layout.fields.items()}
    cached = {name: _Cached(name, make) for name, make in (numbers | fields).items() if not isinstance(make, property)}
    places = {name: _place(*where) for name, where in layout.fields.items() if where[0].kind != "V"}
    own = {"_places": places, "_origin": (plain_record, layout)}
    return np.dtype((RecordClass("PlainRecord", (PlainRecord,), fields | cached | own), layout))


@functools.cache
def plain_throughout(layout):
    """Return the same layout with such classes at every level."""
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
    """Return a zeroed record that Python fills in half the time of `empty`; rules take its `view(layout)`."""
    return np.zeros(1, plain_throughout(layout))[0]


def _reader(kind, offset):
    """Return the attribute of a field: a property for a number, else the function that creates the view to keep."""
    if kind.subdtype:
        item, shape = kind.subdtype
        row = PlainRecords if item.fields else PlainNumbers
        return lambda record: _view(record, row, shape, item, offset)
    if kind.fields:
        return lambda record: _view(record, np.ndarray, 1, kind, offset)[0]
    numbers, index = _place(kind, offset)
    return property(lambda record: getattr(record, numbers)[index])


def _place(kind, offset):
    # The attribute with the record's numbers of this type, and the index there
    return _numbers_name(kind.char), offset // kind.itemsize


def _numbers_name(char):
    return f"_{char}"


def _numbers(char):
    # Layouts are aligned, so every number has an index among the record's numbers of its type.
    return lambda record: _view(record, np.ndarray, record.dtype.itemsize, np.uint8).data.cast(char)


_element = np.ndarray.__getitem__


def no_field(name, fields):
    """Return the message that a record has no field of a name: with the most similar one, or all."""
    near = did_you_mean(name, fields)
    advice = near or f"there are {', '.join(list(fields)[:MAX_NAMED])}"
    more = " ..." if not near and len(fields) > MAX_NAMED else ""
    return f"the record has no field {name}; {advice}{more}"


class PlainRow(np.ndarray):
    """An array that returns Python ints, as `PlainRecord` does.

    Negative indexes raise IndexError: numpy would count them from the end, but in rules they are mistakes.
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
    """An array of integers in a `PlainRecord`."""

    def __getitem__(self, index):
        if index.__class__ is int and index >= 0 and self.ndim == 1:
            return self.item(index)
        return PlainRow.__getitem__(self, index)


class PlainRecords(PlainRow):
    """An array of records; it creates each once and keeps it, unless the record refers to the array."""

    def __array_finalize__(self, source):
        self._records = {}

    def __getitem__(self, index):
        if index.__class__ is not int or index < 0:
            return PlainRow.__getitem__(self, index)
        record = self._records.get(index)
        if record is None:
            record = _element(self.view(np.ndarray), index)
            if type(self.base) is np.ndarray:
                self._records[index] = record
        return record


def below_zero(index):
    """Return the message about a negative index."""
    return f"index {index} is below 0; -1 is never the last"


def record(*fields):
    """Return the layout of a record with these fields, for rules and for Python.

    fields: (name, numpy integer type or another record[, length of an array]).
    ValueError: numpy records use a name for something else, such as `round` or `size`.
    """
    reserved = [field[0] for field in fields if hasattr(np.record, field[0])]
    if reserved:
        message = f"numpy records already have {', '.join(reserved)}: choose a longer name, e.g. {reserved[0]}_number"
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
    """Return the alignment of a layout in bytes; numpy does not keep it for a record within a record."""
    if layout.subdtype:
        return alignment(layout.subdtype[0])
    if layout.fields:
        return max(alignment(field[0]) for field in layout.fields.values())
    return layout.alignment


def empty(layout, count=None):
    """Return a zeroed record of `layout`, or an array of `count` of them, in the form that rules take."""
    rows = np.zeros(1 if count is None else count, layout)
    if PLAIN:
        rows = rows.view(PlainRow)
    return rows[0] if count is None else rows
