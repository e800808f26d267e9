"""What numba says at length, in a line: real answers, shortened."""

import pathlib

import pytest

from balancer.core import rule_errors

ROOM = pathlib.Path("/games/mine")

FAILED = "Failed in nopython mode pipeline (step: nopython frontend)\n"

UNTYPED = f"""{FAILED}{FAILED}Untyped global name 'fullest_basket': Cannot determine Numba type of <class 'function'>

File "/games/mine/rules.py", line 94:
def play(table, history):
    <source elided>
        if table.ending == RUNNING and fullest_basket(table) >= table.rules.basket:
        ^

During: Pass nopython_type_inference
During: typing of call at /games/mine/rules.py (14)

File "/games/mine/batch.py", line 14:
"""

NAMELESS = f"""{FAILED}NameError: name 'nonsense' is not defined
During: Pass nopython_type_inference
During: resolving callee type: type(CPUDispatcher(<function take_turn at 0x7f1fa79ccfe0>))
During: typing of call at /games/mine/rules.py (89)

File "/games/mine/rules.py", line 89:
"""

NO_INDEX = f"""{FAILED}No implementation of function Function(<built-in function getitem>) found for signature:

 >>> getitem(nestedarray(uint8, (12,)), OptionalType(uint8))

There are 22 candidate implementations:
"""

UNBOUND = (
    f"{FAILED}Cannot bind 'args=(Record([('dice', {{'type': Record([('key', uint64)], 8, True)}})], 16, True), int64)' "
    "to signature '(table)'"
)


@pytest.mark.parametrize(
    ("said", "gist", "place"),
    [
        (
            UNTYPED,
            "Untyped global name 'fullest_basket': Cannot determine Numba type of <class 'function'>",
            ", at /games/mine/rules.py, line 94",
        ),
        (NAMELESS, "NameError: name 'nonsense' is not defined", ", at /games/mine/rules.py, line 89"),
        (
            NO_INDEX,
            NO_INDEX.splitlines()[1] + " getitem(nestedarray(uint8, (12,)), OptionalType(uint8))",
            "",
        ),
        (UNBOUND, "Cannot bind 'args=(record, int64)' to signature '(table)'", ""),
        (FAILED, "numba does not say why", ""),
        ("", "numba does not say why", ""),
        ("Record(never closed", "record", ""),
        ('File "/elsewhere/rules.py", line 3', "numba does not say why", ""),
    ],
)
def test_the_line_that_says_most_and_where_it_is(said: str, gist: str, place: str) -> None:
    error = ValueError(said)

    assert rule_errors.why_not_compiled(error) == gist
    assert rule_errors.place_not_compiled(ROOM, error) == place


def test_a_field_that_no_record_has() -> None:
    assert rule_errors.why_not_compiled(KeyError("cups")) == "no record has a field cups"


def test_the_place_that_numba_was_busy_with_is_found_in_its_variables() -> None:
    ir = pytest.importorskip("numba.core.ir")

    def infer(line: int) -> None:
        loc = ir.Loc("/games/mine/rules.py", line)
        if line == 7:
            raise KeyError(loc.filename)
        infer(line - 1)

    with pytest.raises(KeyError) as error:
        infer(9)

    assert rule_errors.place_not_compiled(ROOM, error.value) == ", at /games/mine/rules.py, line 7"
