"""Operations on 64-bit words for which Python has no operator; `llvm_ir.py` makes an instruction of each.

Words are signed.  A float is passed and returned as the bit pattern of a double.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, MutableSequence, Sequence

SIGN = 1 << 63
MATCHED = 8  # words that are compared at once; as many must lie behind any list


def as_word(value: int) -> int:
    """Return the signed word that has the low 64 bits of a number."""
    return (value + SIGN) % (2 * SIGN) - SIGN


def as_float(word: int) -> float:
    """Return the float with a bit pattern."""
    value: float = struct.unpack("<d", struct.pack("<q", word))[0]
    return value


def as_bits(value: float) -> int:
    """Return the bit pattern of a float."""
    word: int = struct.unpack("<q", struct.pack("<d", value))[0]
    return word


# Words ---------------------------------------------------------------------------------------------------------------
def wrap_add(a: int, b: int) -> int:
    """Return the low 64 bits of a sum."""
    return as_word(a + b)


def wrap_multiply(a: int, b: int) -> int:
    """Return the low 64 bits of a product."""
    return as_word(a * b)


def shift_down(word: int, places: int) -> int:
    """Return an unsigned word shifted to the right; places: 0 .. 63."""
    return as_word(word % (2 * SIGN) >> places)


def wrap_shift_up(word: int, places: int) -> int:
    """Return the low 64 bits of a word shifted to the left; places: 0 .. 63."""
    return as_word(word << places)


def add_overflows(a: int, b: int) -> bool:
    """Return whether a sum needs more than 64 bits."""
    return as_word(a + b) != a + b


def subtract_overflows(a: int, b: int) -> bool:
    """Return whether a difference needs more than 64 bits."""
    return as_word(a - b) != a - b


def multiply_overflows(a: int, b: int) -> bool:
    """Return whether a product needs more than 64 bits."""
    return as_word(a * b) != a * b


def select(condition: int, yes: int, no: int) -> int:
    """Return one of two words without a branch; both are computed."""
    return yes if condition else no


def trailing_zeros(word: int) -> int:
    """Return the number of bits below the lowest one that is set; 64 if none is."""
    return (word & -word).bit_length() - 1 if word else 64


def count_bits(word: int) -> int:
    """Return how many bits of a word are 1."""
    return (word & 2 * SIGN - 1).bit_count()


def match_words(S: Sequence[int], place: int, word: int) -> int:  # noqa: N803  as in all flat code
    """Return a bit mask of those of the MATCHED words from a place on that equal a word."""
    return sum((other == word) << bit for bit, other in enumerate(S[place : place + MATCHED]))


def copy_words(S: MutableSequence[int], place: int, source: int) -> int:  # noqa: N803  as in all flat code
    """Copy MATCHED words from one place to another that shares none of them."""
    S[place : place + MATCHED] = S[source : source + MATCHED]
    return 0


# Floats --------------------------------------------------------------------------------------------------------------
def fadd(a: int, b: int) -> int:
    """Return the sum of two floats."""
    return as_bits(as_float(a) + as_float(b))


def fsub(a: int, b: int) -> int:
    """Return the difference of two floats."""
    return as_bits(as_float(a) - as_float(b))


def fmul(a: int, b: int) -> int:
    """Return the product of two floats."""
    return as_bits(as_float(a) * as_float(b))


def fdiv(a: int, b: int) -> int:
    """Return the quotient of two floats; b is not 0."""
    return as_bits(as_float(a) / as_float(b))


def fneg(a: int) -> int:
    """Return a float with the other sign."""
    return as_bits(-as_float(a))


def fabs(a: int) -> int:
    """Return a float without its sign."""
    return as_bits(abs(as_float(a)))


def fsqrt(a: int) -> int:
    """Return the square root of a float that is not negative."""
    return as_bits(math.sqrt(as_float(a)))


def fpow(a: int, b: int) -> int:
    """Return a power of a float that is not negative, as C computes it; infinity where it is too large."""
    try:
        return as_bits(math.pow(as_float(a), as_float(b)))
    except OverflowError:
        return as_bits(math.inf)


def fexp(a: int) -> int:
    """Return e to the power of a float; infinity where it is too large."""
    try:
        return as_bits(math.exp(as_float(a)))
    except OverflowError:
        return as_bits(math.inf)


def flog(a: int) -> int:
    """Return the natural logarithm of a positive float."""
    return as_bits(math.log(as_float(a)))


def flog2(a: int) -> int:
    """Return the logarithm of a positive float to base 2."""
    return as_bits(math.log2(as_float(a)))


def flog10(a: int) -> int:
    """Return the logarithm of a positive float to base 10."""
    return as_bits(math.log10(as_float(a)))


def feq(a: int, b: int) -> bool:
    """Return whether two floats are equal; a NaN equals nothing."""
    return as_float(a) == as_float(b)


def flt(a: int, b: int) -> bool:
    """Return whether a float is less than another."""
    return as_float(a) < as_float(b)


def fle(a: int, b: int) -> bool:
    """Return whether a float is at most another."""
    return as_float(a) <= as_float(b)


def int_to_float(a: int) -> int:
    """Return the float nearest to a whole number, of two the even one."""
    return as_bits(float(a))


def float_to_int(a: int) -> int:
    """Return a float without its fraction; it is less than 2**63 in amount."""
    return int(as_float(a))


# intrinsics that call the function of C's library with that name, as Python does: only so are results equal
OF_LIBRARY = {"fpow": "pow", "fexp": "exp", "flog": "log", "flog2": "log2", "flog10": "log10"}

# by their names in flat code; `min` and `max` of two words are Python's own
INTRINSICS: dict[str, Callable[..., int]] = {"min": min, "max": max}

for _function in (
    *(wrap_add, wrap_multiply, shift_down, wrap_shift_up, add_overflows, subtract_overflows, multiply_overflows),
    *(select, trailing_zeros, count_bits, match_words, copy_words),
    *(fadd, fsub, fmul, fdiv, fneg, fabs, fsqrt, feq, flt, fle, int_to_float, float_to_int),
    *(fpow, fexp, flog, flog2, flog10),
):
    INTRINSICS[_function.__name__] = _function
