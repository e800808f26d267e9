"""Functions of Python's math module, powers and rounding."""

from balancer.compiler.block import ERROR
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.intrinsics import (
    as_bits,
    fabs,
    fadd,
    fdiv,
    feq,
    fexp,
    flog,
    flog2,
    flog10,
    flt,
    fmul,
    fneg,
    fpow,
    fsub,
    int_to_float,
)
from balancer.compiler.runtime.arithmetic import absolute, fail, multiply
from balancer.compiler.runtime.floats import INFINITE, WHOLE, ZERO, floor_float, round_to_int
from balancer.compiler.runtime.lists import new_list

HALF = as_bits(0.5)
SPLITTER = as_bits(2.0**27 + 1)  # halves the 53 digits of a float (Dekker 1971)


# Fractions ------------------------------------------------------------------------------------------------------------
def power_of_float(S: Memory, a: int, b: int) -> int:
    """Return a ** b, as CPython's float_pow does; what is no real number, or infinite, raises a flag."""
    if not (flt(fabs(a), INFINITE) and flt(fabs(b), INFINITE)):
        return fail(S, ErrorFlag.NOT_FINITE)
    if feq(a, ZERO) and flt(b, ZERO):
        return fail(S, ErrorFlag.DIVISION)
    is_odd = 0
    if a < 0:  # the sign of a float is that of its word
        if not feq(floor_float(b), b):
            if flt(a, ZERO):
                return fail(S, ErrorFlag.NEGATIVE)
        else:
            half = fmul(b, HALF)
            is_odd = not feq(floor_float(half), half)
    result = fpow(fabs(a), b)
    if not flt(result, INFINITE):
        return fail(S, ErrorFlag.NOT_FINITE)
    return fneg(result) if is_odd else result


def exponential(S: Memory, a: int) -> int:
    """Return math.exp(a); an infinite result raises a flag."""
    result = fexp(a)
    return result if flt(result, INFINITE) else fail(S, ErrorFlag.NOT_FINITE)


def logarithm(S: Memory, a: int, base: int) -> int:
    """Return a logarithm to the base 0 (for e), 2 or 10; a number that is not positive raises a flag."""
    if not flt(ZERO, a):
        return fail(S, ErrorFlag.NEGATIVE)
    if base == 2:
        return flog2(a)
    return flog10(a) if base == 10 else flog(a)


def round_to_digits(S: Memory, a: int, scale: int) -> int:
    """Return round(a, digits), scale being 10.0 ** digits: the float nearest to the nearest decimal, of two the even.

    The product of the number and the scale is itself rounded; where it lies half way between two whole numbers, what it
    lost decides (an error-free product, Dekker 1971).
    """
    product = fmul(a, scale)
    if not flt(fabs(product), WHOLE):
        return fail(S, ErrorFlag.OVERFLOW)
    nearest = round_to_int(S, product)
    away = fsub(product, int_to_float(nearest))
    if feq(fabs(away), HALF):
        lost = product_error(a, scale, product)
        if flt(ZERO, lost) and flt(ZERO, away):
            nearest = nearest + 1
        elif flt(lost, ZERO) and flt(away, ZERO):
            nearest = nearest - 1
    if nearest == 0:
        return ZERO if a >= 0 else fneg(ZERO)
    return fdiv(int_to_float(nearest), scale)


def product_error(a: int, b: int, product: int) -> int:
    """Return what a float product lost when it was rounded."""
    a_high = high_half(a)
    b_high = high_half(b)
    a_low = fsub(a, a_high)
    b_low = fsub(b, b_high)
    error = fadd(fsub(fmul(a_high, b_high), product), fmul(a_high, b_low))
    return fadd(fadd(error, fmul(a_low, b_high)), fmul(a_low, b_low))


def high_half(a: int) -> int:
    """Return the upper half of the digits of a float."""
    scaled = fmul(SPLITTER, a)
    return fsub(scaled, fsub(scaled, a))


# Whole numbers --------------------------------------------------------------------------------------------------------
def greatest_divisor(S: Memory, a: int, b: int) -> int:
    """Return math.gcd(a, b), by Euclid."""
    a = absolute(S, a)
    b = absolute(S, b)
    while b:
        rest = a % b
        a = b
        b = rest
    return a


def least_multiple(S: Memory, a: int, b: int) -> int:
    """Return the least common multiple, math.lcm(a, b)."""
    divisor = greatest_divisor(S, a, b)
    return multiply(S, absolute(S, a) // divisor, absolute(S, b)) if divisor else 0


def binomial(S: Memory, n: int, k: int) -> int:
    """Return math.comb(n, k); negative numbers raise a flag."""
    if n < 0 or k < 0:
        return fail(S, ErrorFlag.NEGATIVE)
    if k > n:
        return 0
    if k > n - k:
        k = n - k
    result = 1
    i = 0
    while i < k and S[ERROR] == 0:
        result = multiply(S, result, n - i) // (i + 1)
        i = i + 1
    return result


def factorial_of(S: Memory, n: int) -> int:
    """Return math.factorial(n); a negative number raises a flag."""
    if n < 0:
        return fail(S, ErrorFlag.NEGATIVE)
    result = 1
    while n > 1 and S[ERROR] == 0:
        result = multiply(S, result, n)
        n = n - 1
    return result


def integer_root(S: Memory, n: int) -> int:
    """Return math.isqrt(n), by Heron; a negative number raises a flag."""
    if n < 0:
        return fail(S, ErrorFlag.NEGATIVE)
    if n < 4:
        return min(n, 1)
    root = n
    better = (n >> 1) + 1
    while better < root:
        root = better
        better = (root + n // root) >> 1
    return root


def bit_count(a: int) -> int:
    """Return the number of ones of a whole number without its sign."""
    if a < 0:
        a = -a
    ones = 0
    while a:
        a = a & a - 1
        ones = ones + 1
    return ones


def round_to_tens(S: Memory, a: int, scale: int) -> int:
    """Return a whole number rounded to a multiple of scale, a power of ten: of two nearest the even multiple."""
    multiples = a // scale
    rest = a - multiples * scale
    if 2 * rest > scale or (2 * rest == scale and multiples & 1):
        multiples = multiples + 1
    return multiply(S, multiples, scale)


def digits_of(S: Memory, number: int, letters: int) -> int:
    """Return a list of the letters of a whole number; letters: a list of the ten digits and the minus sign."""
    rest = absolute(S, number)
    length = 1
    while rest > 9:
        rest = rest // 10
        length = length + 1
    rest = absolute(S, number)
    row = new_list(S, length + (1 if number < 0 else 0))
    if S[ERROR]:
        return row
    S[row + 1] = S[row]
    S[row + 2] = S[letters + 12]
    for i in range(length):
        S[row + 1 + S[row] - i] = S[letters + 2 + rest % 10]
        rest = rest // 10
    return row
