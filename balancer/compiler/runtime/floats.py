"""Fractions as in Python; a float is the bit pattern of a double, and its operators are intrinsics."""

import sys

from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.intrinsics import (
    as_bits,
    fabs,
    fadd,
    fdiv,
    feq,
    fle,
    float_to_int,
    flt,
    fneg,
    fsqrt,
    fsub,
    int_to_float,
)
from balancer.compiler.runtime.arithmetic import fail

ZERO = as_bits(0.0)
HALF = as_bits(0.5)
ONE = as_bits(1.0)
INFINITE = as_bits(float("inf"))
WHOLE = as_bits(2.0**52)  # floats from here on are whole numbers
TOO_MUCH = as_bits(2.0**63)
EXACT = 1 << 53  # whole numbers up to here are floats exactly
AMOUNT = (1 << 63) - 1  # the bits of a float without its sign
MANTISSA = (1 << 52) - 1
HIDDEN = 1 << 52  # the bit of a mantissa that is not stored
COMPENSATES = int(sys.version_info >= (3, 12))  # whether this Python's `sum` keeps what floats round away


def divide_floats(S: Memory, a: int, b: int) -> int:
    """Return a / b; division by zero raises a flag."""
    if feq(b, ZERO):
        return fail(S, ErrorFlag.DIVISION)
    return fdiv(a, b)


def divide_ints(S: Memory, a: int, b: int) -> int:
    """Return a / b of whole numbers as a float."""
    if b == 0:
        return fail(S, ErrorFlag.DIVISION)
    if a > EXACT or a < -EXACT or b > EXACT or b < -EXACT:
        return fail(S, ErrorFlag.OVERFLOW)
    return fdiv(int_to_float(a), int_to_float(b))


def fmod(a: int, b: int) -> int:
    """Return the remainder of a division rounded to zero, with the sign of a; a is finite, b neither 0 nor NaN.

    The result is exact, by binary long division: the mantissa of a is doubled as often as its exponent exceeds that
    of b, and reduced by the mantissa of b after each step.
    """
    sign = a ^ (a & AMOUNT)
    a = a & AMOUNT
    b = b & AMOUNT
    if a < b:
        return a | sign
    exponent = a >> 52
    least = b >> 52
    rest = a & MANTISSA | HIDDEN if exponent else (a & MANTISSA) << 1
    divisor = b & MANTISSA | HIDDEN if least else (b & MANTISSA) << 1
    # Subnormal floats have the exponent 0, which means 1, and no hidden bit: here both are shifted by one.
    if least == 0:
        while divisor < HIDDEN:
            divisor = divisor << 1
            least = least - 1
    if exponent == 0:
        while rest < HIDDEN and rest:
            rest = rest << 1
            exponent = exponent - 1
    while exponent > least:
        if rest >= divisor:
            rest = rest - divisor
        rest = rest << 1
        exponent = exponent - 1
    if rest >= divisor:
        rest = rest - divisor
    if rest == 0:
        return sign
    while rest < HIDDEN:
        rest = rest << 1
        least = least - 1
    if least > 0:
        return least << 52 | rest & MANTISSA | sign
    return rest >> (1 - least) | sign


def modulo_floats(S: Memory, a: int, b: int) -> int:
    """Return a % b, which has the sign of b."""
    if feq(b, ZERO):
        return fail(S, ErrorFlag.DIVISION)
    if not (flt(fabs(a), INFINITE) and fle(fabs(b), INFINITE)):
        return fail(S, ErrorFlag.NOT_FINITE)
    rest = fmod(a, b)
    if feq(rest, ZERO):
        return ZERO if fle(ZERO, b) else fneg(ZERO)
    return fadd(rest, b) if flt(b, ZERO) != flt(rest, ZERO) else rest


def floor_divide_floats(S: Memory, a: int, b: int) -> int:
    """Return a // b, as CPython's float_floor_div does."""
    if feq(b, ZERO):
        return fail(S, ErrorFlag.DIVISION)
    if not (flt(fabs(a), INFINITE) and fle(fabs(b), INFINITE)):
        return fail(S, ErrorFlag.NOT_FINITE)
    rest = fmod(a, b)
    quotient = fdiv(fsub(a, rest), b)
    if not feq(rest, ZERO) and flt(b, ZERO) != flt(rest, ZERO):
        quotient = fsub(quotient, ONE)
    if feq(quotient, ZERO):
        return fabs(ZERO) if fdiv(a, b) >= 0 else fneg(ZERO)
    whole = floor_float(quotient)
    return fadd(whole, ONE) if flt(HALF, fsub(quotient, whole)) else whole


def floor_float(a: int) -> int:
    """Return the largest whole number that is not above a float, as a float."""
    if not flt(fabs(a), WHOLE):
        return a
    whole = int_to_float(float_to_int(a))
    return fsub(whole, ONE) if flt(a, whole) else whole


def truncate_float(S: Memory, a: int) -> int:
    """Return int(a), rounded to zero."""
    if not flt(fabs(a), INFINITE):
        return fail(S, ErrorFlag.NOT_FINITE)
    if not flt(fabs(a), TOO_MUCH):
        return fail(S, ErrorFlag.OVERFLOW)
    return float_to_int(a)


def floor_to_int(S: Memory, a: int) -> int:
    """Return math.floor(a) as a whole number."""
    whole = truncate_float(S, a)
    return whole - 1 if flt(a, int_to_float(whole)) else whole


def ceil_to_int(S: Memory, a: int) -> int:
    """Return math.ceil(a) as a whole number."""
    whole = truncate_float(S, a)
    return whole + 1 if flt(int_to_float(whole), a) else whole


def round_to_int(S: Memory, a: int) -> int:
    """Return round(a); a half is rounded to the even number."""
    whole = truncate_float(S, a)
    away = fabs(fsub(a, int_to_float(whole)))
    if flt(HALF, away) or (feq(away, HALF) and whole & 1):
        return whole - 1 if flt(a, ZERO) else whole + 1
    return whole


def root_of(S: Memory, a: int) -> int:
    """Return math.sqrt(a); a negative number raises a flag."""
    if flt(a, ZERO):
        return fail(S, ErrorFlag.NEGATIVE)
    return fsqrt(a)


def order_of_float(S: Memory, a: int) -> int:
    """Return a whole number that is ordered as the floats are; a NaN raises a flag."""
    if not feq(a, a):
        return fail(S, ErrorFlag.NOT_FINITE)
    if feq(a, ZERO):
        return 0  # -0.0 as 0.0
    return a if a >= 0 else -(a & AMOUNT)


def exact_float(S: Memory, a: int) -> int:
    """Return a whole number as a float; one that would be rounded raises a flag."""
    if a > EXACT or a < -EXACT:
        return fail(S, ErrorFlag.OVERFLOW)
    return int_to_float(a)


def sum_floats(S: Memory, place: int) -> int:
    """Return the sum of a list of floats, starting from 0: from Python 3.12 on by Neumaier's compensated sum."""
    total = ZERO
    lost = ZERO
    for i in range(place + 2, place + 2 + S[place + 1]):
        x = S[i]
        larger = fadd(total, x)
        if fle(fabs(x), fabs(total)):
            lost = fadd(lost, fadd(fsub(total, larger), x))
        else:
            lost = fadd(lost, fadd(fsub(x, larger), total))
        total = larger
    return fadd(total, lost) if COMPENSATES and not feq(lost, ZERO) and flt(fabs(lost), INFINITE) else total
