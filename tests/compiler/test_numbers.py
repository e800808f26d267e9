"""Helpers of whole numbers and fractions against Python's own, in both engines."""

import math
import operator
import sys
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from balancer.compiler.block import MAX_MIXED, MAX_SPINS, SPINS
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.intrinsics import INTRINSICS, MATCHED, OF_LIBRARY, as_bits, as_float, as_word
from tests.compiler.engines import Engines, engines

WORD = st.integers(-(2**63), 2**63 - 1) | st.integers(-9, 9)
FLOAT = st.floats() | st.sampled_from([0.0, -0.0, 0.5, 1.5, -2.5, 2.0**52, 2.0**53 + 2, 5e-324, 1e308])
FINITE = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from([0.0, -0.0, 0.5, -1.5, 5e-324, 3.0])

WHOLE = ("add", "subtract", "multiply", "divide", "remainder", "power", "shift_left", "shift_right")
FRACTIONS = (
    *("divide_floats", "divide_ints", "modulo_floats", "floor_divide_floats", "floor_float", "truncate_float"),
    *("floor_to_int", "ceil_to_int", "round_to_int", "root_of", "order_of_float", "exact_float"),
    "sum_floats",
)
OPERATORS = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.floordiv,
    "remainder": operator.mod,
    "power": operator.pow,
    "shift_left": operator.lshift,
    "shift_right": operator.rshift,
}


def is_huge(name, a, b):
    """Return whether Python would take long for a result that does not fit."""
    return (name == "power" and abs(a) > 1 and b > 64) or (name == "shift_left" and b > 64)


@given(WORD, WORD | st.integers(0, 70))
@example(-(2**63), -1)
@example(-(2**63), 63)
@example(3, 40)
@example(-2, 63)
@example(1, 63)
@example(-1, 63)
def test_whole_numbers(a, b):
    numbers = engines(*WHOLE).clear()
    for name, operate in OPERATORS.items():
        result, flag = numbers.call(name, a, b), numbers.flag
        if name in ("divide", "remainder") and b == 0:
            assert flag == ErrorFlag.DIVISION
        elif name == "power" and b < 0:
            assert flag == ErrorFlag.NEGATIVE
        elif name.startswith("shift") and b < 0:
            assert flag == ErrorFlag.SHIFT
        elif is_huge(name, a, b) and a:
            assert flag == ErrorFlag.OVERFLOW
        elif a or not is_huge(name, a, b):
            expected = operate(a, b) if b < 2**20 or name not in ("power", "shift_right") else None
            if name == "shift_right":
                expected = a >> min(b, 64)
            elif expected is None:
                expected = a if b % 2 or a in (0, 1) else 1  # powers of 0, 1 and -1
            fits = as_word(expected) == expected
            assert flag == (ErrorFlag.NONE if fits else ErrorFlag.OVERFLOW), name
            assert result == expected or not fits, name


@given(WORD)
@example(-(2**63))
def test_amounts(a):
    numbers = engines("negate", "absolute", "bit_length", "check_mixed").clear()
    for name, expected in (("negate", -a), ("absolute", abs(a))):
        result = numbers.call(name, a)
        assert (numbers.flag, result) == ((ErrorFlag.OVERFLOW, 0) if expected == 2**63 else (ErrorFlag.NONE, expected))
    assert numbers.bit_length(a) == a.bit_length()
    numbers.check_mixed(a)
    assert numbers.flag == (ErrorFlag.NONE if abs(a) < MAX_MIXED else ErrorFlag.OVERFLOW)


def test_a_loop_that_never_stops_raises_a_flag():
    numbers = engines("spin").clear()
    numbers.S[SPINS] = MAX_SPINS - 1
    numbers.spin()
    assert numbers.flag == ErrorFlag.NONE
    numbers.spin()
    assert numbers.flag == ErrorFlag.SPINS


# Intrinsics ----------------------------------------------------------------------------------------------------------
TWO = ("wrap_add", "wrap_multiply", "add_overflows", "subtract_overflows", "multiply_overflows", "min", "max")
OF_FLOATS = ("fadd", "fsub", "fmul", "fdiv", "feq", "flt", "fle")


@pytest.fixture(scope="module")
def intrinsics():
    lines = [f"def do_{name}(a, b):\n    return {name}(a, b)\n" for name in (*TWO, *OF_FLOATS, "fpow")]
    one = ("trailing_zeros", "count_bits", "fneg", "fabs", "fsqrt", "int_to_float", "float_to_int", *OF_LIBRARY)
    lines += [f"def do_{name}(a):\n    return {name}(a)\n" for name in one if name != "fpow"]
    lines += [f"def do_{name}(a, b):\n    return {name}(a, b & 63)\n" for name in ("shift_down", "wrap_shift_up")]
    lines += ["def do_select(a, b):\n    return select(a < b, a, b)\n"]
    lines += ["def do_match_words(S, a, b):\n    return match_words(S, a, b)\n"]
    lines += ["def do_copy_words(S, a, b):\n    return copy_words(S, a, b)\n"]
    names = [f"do_{name}" for name in INTRINSICS]
    return Engines("".join(lines), names)


@given(a=WORD, b=WORD)
def test_intrinsics_of_words(intrinsics, a, b):
    for name in (*TWO, "shift_down", "wrap_shift_up", "select"):
        intrinsics.call(f"do_{name}", a, b)
    for name in ("trailing_zeros", "count_bits", "int_to_float"):
        intrinsics.call(f"do_{name}", a)


@given(items=st.lists(st.integers(0, 3) | WORD, max_size=12), a=st.integers(0, 3) | WORD)
def test_words_that_match(intrinsics, items, a):
    place = intrinsics.clear().put(items)
    matching = intrinsics.do_match_words(place + 2, a)
    assert [matching >> bit & 1 for bit in range(len(items))][:8] == [item == a for item in items[:8]]


@given(items=st.lists(WORD, min_size=MATCHED, max_size=12))
def test_words_that_are_copied(intrinsics, items):
    source, copy = intrinsics.clear().put(items), intrinsics.put([], room=MATCHED + 1)
    intrinsics.do_copy_words(copy + 2, source + 2)
    assert intrinsics.S[copy + 2 : copy + 3 + MATCHED] == [*items[:MATCHED], 0]


@given(a=FLOAT, b=FLOAT)
def test_intrinsics_of_floats(intrinsics, a, b):
    for name in OF_FLOATS:
        if name == "fdiv" and b == 0:
            continue
        call, python = (engine[f"do_{name}"] for engine in (intrinsics.machine, intrinsics.python))
        result, expected = call[0](as_bits(a), as_bits(b)), python(as_bits(a), as_bits(b))
        if name in ("feq", "flt", "fle") or not math.isnan(as_float(expected)):
            assert result == expected, name
        else:
            assert math.isnan(as_float(result))
    for name in ("fneg", "fabs"):
        intrinsics.call(f"do_{name}", as_bits(a))
    if a >= 0:
        intrinsics.call("do_fsqrt", as_bits(a))
    if 0 < a < math.inf and math.isfinite(b):
        intrinsics.call("do_fpow", as_bits(a), as_bits(b))
        for name in ("flog", "flog2", "flog10"):
            intrinsics.call(f"do_{name}", as_bits(a))
    if not math.isnan(a):
        intrinsics.call("do_fexp", as_bits(a))
    if abs(a) < 2.0**63:
        intrinsics.call("do_float_to_int", as_bits(a))


# Fractions -----------------------------------------------------------------------------------------------------------
@given(FINITE, FINITE)
@example(-1e-300, 1e300)
@example(5.5, -2.0)
@example(-6.0, 3.0)
@example(6.0, -3.0)
@example(1e308, 5e-324)
@example(0.3, 0.1)
def test_division_of_floats(a, b):
    floats = engines(*FRACTIONS).clear()
    for name, operate in (
        ("divide_floats", operator.truediv),
        ("modulo_floats", operator.mod),
        ("floor_divide_floats", operator.floordiv),
    ):
        result, flag = floats.call(name, as_bits(a), as_bits(b)), floats.flag
        if b == 0:
            assert flag == ErrorFlag.DIVISION
        else:
            assert flag == ErrorFlag.NONE
            assert result == as_bits(operate(a, b)), (name, as_float(result), operate(a, b))


@given(FINITE, st.sampled_from([math.inf, -math.inf]))
def test_division_by_infinity(a, b):
    floats = engines(*FRACTIONS).clear()
    assert floats.modulo_floats(as_bits(a), as_bits(b)) == as_bits(a % b)
    assert floats.floor_divide_floats(as_bits(a), as_bits(b)) == as_bits(a // b)
    floats.modulo_floats(as_bits(b), as_bits(a))
    assert floats.flag in (ErrorFlag.NOT_FINITE, ErrorFlag.DIVISION)


@given(WORD, WORD)
def test_division_of_whole_numbers_with_a_fraction(a, b):
    floats = engines(*FRACTIONS).clear()
    result, flag = floats.divide_ints(a, b), floats.flag
    if b == 0:
        assert flag == ErrorFlag.DIVISION
    elif flag == ErrorFlag.NONE:
        assert result == as_bits(a / b)
    else:
        assert max(abs(a), abs(b)) > 2**53
    floats.exact_float(a)
    assert floats.flag == (ErrorFlag.NONE if abs(a) <= 2**53 else ErrorFlag.OVERFLOW)


@given(FLOAT)
@example(-0.5)
@example(2.5)
@example(3.5)
@example(-(2.0**62))
@example(0.49999999999999994)
def test_whole_numbers_of_floats(a):
    floats = engines(*FRACTIONS).clear()
    functions: dict[str, Any] = {
        "truncate_float": int,
        "floor_to_int": math.floor,
        "ceil_to_int": math.ceil,
        "round_to_int": round,
    }
    for name, make in functions.items():
        result, flag = floats.call(name, as_bits(a)), floats.flag
        if not math.isfinite(a):
            assert flag == ErrorFlag.NOT_FINITE
        elif abs(a) >= 2.0**63:
            assert flag == ErrorFlag.OVERFLOW
        else:
            assert (flag, result) == (ErrorFlag.NONE, make(a)), name
    if math.isfinite(a):
        assert as_float(floats.floor_float(as_bits(a))) == math.floor(a)


@given(FLOAT, FLOAT)
def test_the_order_of_floats(a, b):
    floats = engines(*FRACTIONS).clear()
    orders = [floats.order_of_float(as_bits(each)) for each in (a, b)]
    if math.isnan(a) or math.isnan(b):
        assert floats.flag == ErrorFlag.NOT_FINITE
    else:
        assert [orders[0] < orders[1], orders[0] == orders[1]] == [a < b, a == b]


@given(st.lists(FINITE, max_size=9))
@example([0.1] * 9)
@example([1e16, 1.0, -1e16])
def test_sums_of_floats(items):
    floats = engines(*FRACTIONS).clear()
    result = as_float(floats.sum_floats(floats.put([as_bits(each) for each in items])))
    expected = float(sum(items))
    assert (math.isnan(result) and math.isnan(expected)) or result == expected


def test_sums_are_those_of_this_python():
    floats = engines(*FRACTIONS).clear()
    place = floats.put([as_bits(each) for each in [0.1] * 10])
    assert as_float(floats.sum_floats(place)) == (1.0 if sys.version_info >= (3, 12) else 0.9999999999999999)


@given(FLOAT)
def test_roots(a):
    floats = engines(*FRACTIONS).clear()
    result = floats.root_of(as_bits(a))
    if a < 0:
        assert floats.flag == ErrorFlag.NEGATIVE
    elif not math.isnan(a):
        assert result == as_bits(math.sqrt(a))
