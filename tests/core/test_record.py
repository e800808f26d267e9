"""Layouts of records, compiled and as plain Python."""

import pickle
import weakref

import numpy as np
import pytest

from balancer.core.record import PlainRow, alignment, plain_record, record, with_attributes


def test_names_that_records_use_themselves_are_refused():
    with pytest.raises(ValueError, match=r"already have size, round: choose a longer name, e\.g\. size_number"):
        record(("size", np.int32), ("turn", np.int32), ("round", np.int32))


def test_records_within_records_are_aligned():
    """Compiled code reads 64-bit words where the processor wants them, in rows of records too."""
    inner = record(("small", np.int8), ("word", np.uint64), ("smaller", np.int8))
    outer = record(("flag", np.int8), ("inner", inner), ("flag2", np.int8), ("row", inner, 3), ("last", np.int16))

    assert inner.fields["word"][1] == 8
    assert inner.itemsize == 24
    assert outer.fields["inner"][1] == 8
    assert outer.fields["row"][1] == 40
    assert outer.itemsize % 8 == 0
    assert alignment(outer) == 8


def plain(layout):
    """Return a record of `layout` as plain Python has it, in whatever way this process runs."""
    return np.zeros(2, plain_record(layout)).view(PlainRow)[0]


def test_plain_records_hold_python_ints():
    """Compiled arithmetic is 64 bits wide; numpy's own small integers would overflow."""
    inner = plain_record(record(("small", np.int8), ("row", np.int16, 2)))
    outer = np.dtype({"names": ["word", "inner", "inners"], "formats": [np.uint64, inner, (inner, 3)]})
    table = plain(outer)
    table.word = 2**64 - 1
    table.inner.small = 100
    table.inner.row[1] = 300
    table.inners[2].small -= 5

    assert table.word + 1 == 2**64
    assert table.inner.small * 1000 == 100_000
    assert table.inner.row[1] * 1000 == 300_000
    assert [one.small for one in table.inners] == [0, 0, -5]
    assert {type(v) for v in (table.word, table.inner.small, table.inner.row[1], table.inners[2].small)} == {int}
    assert [type(v) for v in table.inner.row] == [int, int]


@pytest.mark.parametrize(
    "value", [5, -5, 300, 2**40, True, np.True_, 2.75, np.int64(300), np.uint8(7), np.float32(1.5)]
)
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64, np.uint64, np.bool_, np.float64])
def test_plain_records_take_what_numpy_takes(kind, value):
    """And refuse what it refuses."""

    def after(row):
        try:
            row.number = value
        except (OverflowError, TypeError, ValueError) as error:
            return type(error)
        return row.tobytes()

    layout = record(("before", np.int8), ("number", kind), ("after", np.int8))
    assert after(plain(layout)) == after(np.zeros(1, np.dtype((np.record, np.dtype(layout))))[0])


def test_plain_records_are_copied_as_a_block():
    inner = plain_record(record(("small", np.int8), ("row", np.int16, 2)))
    outer = np.dtype({"names": ["one", "other"], "formats": [inner, inner]})
    table = plain(outer)
    table.one.small = 7
    table.one.row[1] = 8
    table.other = table.one
    table.one.small = 9

    assert (table.other.small, table.other.row[1]) == (7, 8)


def test_what_is_kept_of_plain_records_is_their_memory():
    """Whoever writes, however, is read; nothing is kept when the table has gone."""
    inner = plain_record(record(("small", np.int8), ("grid", np.int16, (2, 3))))
    rows = np.zeros(3, plain_record(record(("word", np.uint64), ("inner", inner), ("inners", inner, 3))))
    rows["word"] = [0, 2**63, 2**64 - 1]
    table = rows.view(PlainRow)[1]
    read = (table.word, table.inner.small, table.inners[2].small, table.inner.grid[1][2], table.inners[1:][1].small)
    other = np.random.default_rng(1).integers(0, 256, rows.nbytes, np.uint8)

    assert read == (2**63, 0, 0, 0, 0)
    rows.view(np.uint8)[:] = other
    assert table.word == rows["word"][1]
    assert [one.small for one in table.inners] == rows["inners"]["small"][1].tolist()
    assert table.inners[1:][1].small == rows["inners"]["small"][1, 2]
    assert [[table.inner.grid[y][x] for x in range(3)] for y in range(2)] == rows["inner"]["grid"][1].tolist()
    assert table.inner.grid.reshape(3, 2)[1].tolist() == rows["inner"]["grid"][1].reshape(3, 2)[1].tolist()
    alone = table.copy()
    before, table.inners[2].small = table.inners[2].small, 0
    assert alone.inners[2].small == before != 0

    gone = weakref.ref(rows)
    del rows, table, alone
    assert gone() is None


def test_attributes_are_the_fields_that_numpy_reads():
    """Those of records within records, too, however one comes to them; what is written is read by numpy."""
    inner = [("small", np.int8), ("row", np.int16, 2)]
    fields = [("word", np.uint64), ("inner", with_attributes(np.dtype(inner))), ("inners", np.dtype(inner), 3)]
    mine = np.zeros(1, with_attributes(np.dtype(fields)))[0]
    numpys = mine.view((np.record, np.dtype([("word", np.uint64), ("inner", inner), ("inners", inner, 3)])))
    mine.word, mine.inner.small, mine.inners[1]["row"] = 2**64 - 1, -5, 300
    mine.inner.row[1] = 7

    assert (numpys.word, numpys.inner.small, numpys.inner.row.tolist()) == (2**64 - 1, -5, [0, 7])
    assert numpys.inners["row"].tolist() == [[0, 0], [300, 300], [0, 0]]
    assert mine["inner"].small == mine.inner["small"] == -5
    assert (type(mine.word), mine.inner.row.dtype) == (np.uint64, np.int16)
    with pytest.raises(AttributeError, match="the record has no field wird; did you mean word"):
        mine.wird = 1


def test_plain_records_know_no_other_names():
    table = plain(record(("turn", np.int32)))

    with pytest.raises(AttributeError):
        _ = table.turns
    with pytest.raises((AttributeError, KeyError)):
        table.turns = 1


@pytest.mark.parametrize("make", [with_attributes, plain_record])
def test_layouts_travel_to_other_processes(make):
    """Tallies name their layout; whoever plays them elsewhere needs the class of its records, too."""
    inner = make(np.dtype([("small", np.int8), ("row", np.int16, 2)]))
    layout = make(np.dtype([("word", np.uint64), ("inner", inner), ("inners", inner, 3)]))
    rows = pickle.loads(pickle.dumps(np.zeros(2, layout)))  # noqa: S301  our own
    rows[1].inner.small = 7

    assert rows.dtype == layout
    assert rows["inner"]["small"].tolist() == [0, 7]
    assert issubclass(rows.dtype.type, layout.type.__base__)
