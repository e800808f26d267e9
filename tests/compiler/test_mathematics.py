"""Helpers of Python's math module, of powers and of rounding against Python's own, in both engines."""

import math

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from balancer.compiler import machine_code
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.intrinsics import as_bits, as_float
from tests.compiler.engines import engines

SMALL = st.integers(-1000, 1000)
WORD = st.integers(-(2**62), 2**62) | SMALL
PART = st.floats(-1e9, 1e9) | st.integers(-4000, 4000).map(lambda n: n / 200)
WHOLE = ("greatest_divisor", "least_multiple", "binomial", "factorial_of", "integer_root", "bit_count")
FRACTIONS = ("power_of_float", "exponential", "logarithm", "round_to_digits")


@given(PART, st.integers(0, 12))
@example(2.675, 2)
@example(0.125, 2)
@example(0.375, 2)
@example(1.005, 2)
@example(-0.5, 0)
@example(0.285, 2)
@example(5e-324, 3)
def test_rounding_to_digits(a, digits):
    helpers = engines(*FRACTIONS).clear()
    result = helpers.round_to_digits(as_bits(a), as_bits(10.0**digits))
    if helpers.flag == ErrorFlag.NONE:
        assert result == as_bits(round(a, digits))
    else:
        assert abs(a) * 10**digits >= 2**51


@given(PART, st.floats(-20, 20) | st.integers(-9, 9).map(float))
@example(0.7, 2.0)
@example(-1.5, 3.0)
@example(-1.5, -2.0)
@example(0.0, -1.0)
@example(-0.0, 3.0)
def test_powers_of_fractions(a, b):
    helpers = engines(*FRACTIONS).clear()
    result, flag = helpers.power_of_float(as_bits(a), as_bits(b)), helpers.flag
    try:
        expected = a**b
    except (ZeroDivisionError, OverflowError):
        assert flag in {ErrorFlag.DIVISION, ErrorFlag.NOT_FINITE}
        return
    if isinstance(expected, complex):
        assert flag == ErrorFlag.NEGATIVE
    else:
        assert (flag, result) == (ErrorFlag.NONE, as_bits(expected))


def test_a_square_is_what_python_makes_of_it():
    """It is not always the product: of a million random squares 900 differ in the last bit."""
    a = next(x for x in (n / 1_000_003 for n in range(1, 100_000)) if x**2 != x * x)
    assert engines(*FRACTIONS).clear().power_of_float(as_bits(a), as_bits(2.0)) == as_bits(a**2)


@given(PART)
@example(0.0)
@example(1.0)
def test_logarithms_and_exponentials(a):
    helpers = engines(*FRACTIONS).clear()
    for base, function in ((0, math.log), (2, math.log2), (10, math.log10)):
        result, flag = helpers.logarithm(as_bits(a), base), helpers.flag
        assert (flag, result) == ((ErrorFlag.NONE, as_bits(function(a))) if a > 0 else (ErrorFlag.NEGATIVE, 0))
    result, flag = as_float(helpers.exponential(as_bits(a))), helpers.flag
    assert flag == ErrorFlag.NOT_FINITE if a > 709.7 and result == 0 else result == math.exp(a)


@given(WORD, WORD, st.integers(-2, 40), st.integers(-2, 40))
@example(0, 0, 0, 0)
@example(12, -18, 6, 6)
@example(2, 3, 1, 1)
def test_whole_numbers(a, b, n, k):
    helpers = engines(*WHOLE).clear()
    assert helpers.greatest_divisor(a, b) == math.gcd(a, b)
    multiple, flag = helpers.least_multiple(a, b), helpers.flag
    assert multiple == math.lcm(a, b) or (flag == ErrorFlag.OVERFLOW and math.lcm(a, b) >= 2**63)
    assert helpers.bit_count(a) == a.bit_count()
    root, flag = helpers.integer_root(a), helpers.flag
    assert (flag, root) == ((ErrorFlag.NONE, math.isqrt(a)) if a >= 0 else (ErrorFlag.NEGATIVE, 0))
    chosen, flag = helpers.binomial(n, k), helpers.flag
    assert flag == ErrorFlag.NEGATIVE if min(n, k) < 0 else (flag, chosen) == (ErrorFlag.NONE, math.comb(n, k))
    product, flag = helpers.factorial_of(n), helpers.flag
    if 0 <= n <= 20:
        assert (flag, product) == (ErrorFlag.NONE, math.factorial(n))
    else:
        assert flag == (ErrorFlag.NEGATIVE if n < 0 else ErrorFlag.OVERFLOW)


def test_powers_of_fractions_are_not_made_for_other_machines():
    """C's library rounds the last bit of a power as it likes."""
    program = "def play_games(S):\n    return fpow(S[0], S[1])\n"
    with pytest.raises(machine_code.NoCompilerError, match="differ in the last bit"):
        machine_code.object_for("wasm32", "", program, {}, ["play_games"])
