"""Whole numbers as in Python, as long as they fit into 64 bits; others raise a flag."""

from balancer.compiler.block import ERROR, MAX_MIXED, MAX_SPINS, NONE, PLAYER, SPINS
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.intrinsics import add_overflows, multiply_overflows, subtract_overflows, wrap_shift_up

MIN_WORD = -(1 << 63)


def fail(S: Memory, flag: int) -> int:
    """Raise a flag unless one is already raised; return 0, which is NOWHERE."""
    if S[ERROR] == 0:
        S[ERROR] = flag
    return 0


def add(S: Memory, a: int, b: int) -> int:
    """Return the sum a + b."""
    if add_overflows(a, b):
        return fail(S, ErrorFlag.OVERFLOW)
    return a + b


def subtract(S: Memory, a: int, b: int) -> int:
    """Return the difference a - b."""
    if subtract_overflows(a, b):
        return fail(S, ErrorFlag.OVERFLOW)
    return a - b


def multiply(S: Memory, a: int, b: int) -> int:
    """Return the product a * b."""
    if multiply_overflows(a, b):
        return fail(S, ErrorFlag.OVERFLOW)
    return a * b


def negate(S: Memory, a: int) -> int:
    """Return the negative number -a; overflow raises a flag."""
    return subtract(S, 0, a)


def absolute(S: Memory, a: int) -> int:
    """Return a without its sign."""
    return negate(S, a) if a < 0 else a


def divide(S: Memory, a: int, b: int) -> int:
    """Return a // b, rounded down."""
    if b == 0:
        return fail(S, ErrorFlag.DIVISION)
    if b == -1:
        return negate(S, a)
    return a // b


def remainder(S: Memory, a: int, b: int) -> int:
    """Return a % b, which has the sign of b."""
    if b == 0:
        return fail(S, ErrorFlag.DIVISION)
    if b == -1:
        return 0
    return a % b


def power(S: Memory, a: int, b: int) -> int:
    """Return a ** b, by squaring."""
    if b < 0:
        return fail(S, ErrorFlag.NEGATIVE)
    result = 1
    while b > 0 and S[ERROR] == 0:
        if b & 1:
            result = multiply(S, result, a)
        b = b >> 1
        if b:
            a = multiply(S, a, a)
    return result


def shift_left(S: Memory, a: int, places: int) -> int:
    """Return a << places; overflow and negative places raise a flag."""
    if places < 0:
        return fail(S, ErrorFlag.SHIFT)
    if a == 0:
        return 0
    if places > 63:
        return fail(S, ErrorFlag.OVERFLOW)
    shifted = wrap_shift_up(a, places)
    if shifted >> places != a:
        return fail(S, ErrorFlag.OVERFLOW)
    return shifted


def shift_right(S: Memory, a: int, places: int) -> int:
    """Return a >> places; negative places raise a flag."""
    if places < 0:
        return fail(S, ErrorFlag.SHIFT)
    return a >> (min(places, 63))


def bit_length(a: int) -> int:
    """Return the number of bits of a whole number without its sign."""
    if a == MIN_WORD:  # whose amount does not fit
        return 64
    if a < 0:
        a = -a
    bits = 0
    while a:
        a = a >> 1
        bits = bits + 1
    return bits


def check_mixed(S: Memory, a: int) -> int:
    """Return a whole number that may share a variable with other kinds; a large one raises a flag."""
    if a >= MAX_MIXED or a <= -MAX_MIXED:
        return fail(S, ErrorFlag.OVERFLOW)
    return a


def check_row(S: Memory, place: int) -> int:
    """Raise a flag where a list of whole numbers has a large one, since its items join others of other kinds."""
    for i in range(place + 2, place + 2 + S[place + 1]):
        check_mixed(S, S[i])
    return 0


def number_or_none_such(S: Memory, word: int) -> int:  # noqa: ARG001  called as all helpers are
    """Return the word of a number or None; for any other value, a word that no number has."""
    return word if word < PLAYER else NONE + 1


def spin(S: Memory) -> int:
    """Count a turn of a `while` loop; a loop that never stops raises a flag."""
    S[SPINS] = S[SPINS] + 1
    if S[SPINS] > MAX_SPINS:
        return fail(S, ErrorFlag.SPINS)
    return 0
