"""Texts that are composed while the game runs: each has a number, as those of the file, so equal ones are equal words.

The table of texts at a place t: S[t] how many there are, S[t + 1] the first free place for letters, S[t + 2] how many
there may be, a power of two, S[t + 3] the end of the letters; S[t + 4] and S[t + 5] are the first two for the texts of
the file alone.  From S[t + ROWS] on lie the places of their letters, by number; then, twice as many, the slots of a
hash table: 1 + the number of a text, or 0.

The letters of a text are a list of texts of one letter, which nothing changes; the word before it is the text's slot.
"""

from typing import Final

from balancer.compiler.block import ERROR, TEXT, TOP
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.intrinsics import wrap_add, wrap_multiply
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.lists import equal_lists, has_item, new_list, open_list, push, push_all

ROWS: Final = 6
MULTIPLIER: Final = 6364136223846793005  # of the hash


# The table ------------------------------------------------------------------------------------------------------------
def letters_of(S: Memory, texts: int, text: int) -> int:
    """Return the letters of a text."""
    return S[texts + ROWS + (text & S[texts + 2] - 1)]


def text_of(S: Memory, texts: int, row: int) -> int:
    """Return the text of some letters."""
    if S[ERROR]:
        return TEXT
    room = S[texts + 2]
    length = S[row + 1]
    mixed = length
    for i in range(row + 2, row + 2 + length):
        mixed = wrap_add(wrap_multiply(mixed, MULTIPLIER), S[i])
    slots = texts + ROWS + room
    slot = (mixed >> 24 ^ mixed) & 2 * room - 1
    while S[slots + slot] != 0:
        number = S[slots + slot] - 1
        if equal_lists(S, S[texts + ROWS + number], row):
            return TEXT + number
        slot = slot + 1 & 2 * room - 1
    number = S[texts]
    place = S[texts + 1] + 1
    if number >= room or place + 2 + length > S[texts + 3]:
        fail(S, ErrorFlag.MEMORY_FULL)
        return TEXT
    S[slots + slot] = number + 1
    S[texts + ROWS + number] = place
    S[place - 1] = slot
    S[place] = length
    for i in range(1 + length):
        S[place + 1 + i] = S[row + 1 + i]
    S[texts] = number + 1
    S[texts + 1] = place + 2 + length
    return TEXT + number


def forget_texts(S: Memory, texts: int) -> int:
    """Empty the table of all texts but those of the file, whose slots were taken first."""
    for number in range(S[texts + 4], S[texts]):
        S[texts + ROWS + S[texts + 2] + S[S[texts + ROWS + number] - 1]] = 0
    S[texts] = S[texts + 4]
    S[texts + 1] = S[texts + 5]
    return 0


# Letters --------------------------------------------------------------------------------------------------------------
def join_letters(S: Memory, texts: int, between: int, row: int) -> int:
    """Return the letters of a list of texts, with others between them."""
    joined = open_list(S)
    for i in range(S[row + 1]):
        if i > 0:
            push_all(S, joined, between)
        push_all(S, joined, letters_of(S, texts, S[row + 2 + i]))
    return joined


def has_part_at(S: Memory, row: int, part: int, begin: int) -> int:
    """Return whether letters have others at an index."""
    if begin < 0 or begin + S[part + 1] > S[row + 1]:
        return 0
    for i in range(S[part + 1]):
        if S[row + 2 + begin + i] != S[part + 2 + i]:
            return 0
    return 1


def find_part(S: Memory, row: int, part: int, begin: int, step: int) -> int:
    """Return the index at which letters have others, from an index on, forwards or backwards; -1 if they don't."""
    while begin >= 0 and begin + S[part + 1] <= S[row + 1]:
        if has_part_at(S, row, part, begin):
            return begin
        begin = begin + step
    return -1


def count_part(S: Memory, row: int, part: int) -> int:
    """Return how many times letters have others, which do not overlap."""
    if S[part + 1] == 0:
        return S[row + 1] + 1
    count = 0
    begin = find_part(S, row, part, 0, 1)
    while begin >= 0:
        count = count + 1
        begin = find_part(S, row, part, begin + S[part + 1], 1)
    return count


def replace_part(S: Memory, row: int, part: int, other: int) -> int:
    """Return letters with others in place of some."""
    replaced = open_list(S)
    if S[part + 1] == 0:
        fail(S, ErrorFlag.KINDS)
        return replaced
    i = 0
    while i < S[row + 1]:
        if has_part_at(S, row, part, i):
            push_all(S, replaced, other)
            i = i + S[part + 1]
        else:
            push(S, replaced, S[row + 2 + i])
            i = i + 1
    return replaced


def strip_letters(S: Memory, row: int, stripped: int, ends: int) -> int:
    """Return letters without some of them at their ends; ends: 1 the begin, 2 the end, 3 both."""
    begin = 0
    end = S[row + 1]
    while ends & 1 and begin < end and has_item(S, stripped, S[row + 2 + begin]):
        begin = begin + 1
    while ends & 2 and begin < end and has_item(S, stripped, S[row + 1 + end]):
        end = end - 1
    rest = open_list(S)
    for i in range(begin, end):
        push(S, rest, S[row + 2 + i])
    return rest


def split_letters(S: Memory, texts: int, row: int, between: int, is_space: int) -> int:
    """Return the list of the texts between others; is_space: between runs of the letters of `between`."""
    width = 1 if is_space else S[between + 1]
    if width == 0:
        fail(S, ErrorFlag.NOT_IN_LIST)
    parts = new_list(S, S[row + 1] + 1)
    begin = 0
    i = 0
    top = S[TOP]
    while i <= S[row + 1] and S[ERROR] == 0:
        if i == S[row + 1]:
            is_end = 1
        elif is_space:
            is_end = has_item(S, between, S[row + 2 + i])
        else:
            is_end = has_part_at(S, row, between, i)
        if is_end == 0:
            i = i + 1
        else:
            if is_space == 0 or i > begin:
                part = open_list(S)
                for k in range(begin, i):
                    push(S, part, S[row + 2 + k])
                S[parts + 2 + S[parts + 1]] = text_of(S, texts, part)
                S[parts + 1] = S[parts + 1] + 1
                S[TOP] = top
            begin = i + width
            i = begin
    return parts


def pad_letters(S: Memory, row: int, width: int, filling: int, before: int, minus: int) -> int:
    """Return letters with others around them, up to a width.

    before: 0 behind them, 1 before them, 2 on both sides as `format` has it, 3 as `center` has it; minus: the letter
    before which nothing is put.
    """
    missing = max(0, width - S[row + 1])
    left = 0
    if before == 1:
        left = missing
    if before >= 2:
        left = missing // 2
    if before == 3:
        left = left + (missing & width & 1)
    padded = open_list(S)
    begin = 0
    if S[row + 1] > 0 and S[row + 2] == minus:
        push(S, padded, minus)
        begin = 1
    for _left in range(left):
        push(S, padded, filling)
    for i in range(begin, S[row + 1]):
        push(S, padded, S[row + 2 + i])
    for _right in range(missing - left):
        push(S, padded, filling)
    return padded


# Numbers --------------------------------------------------------------------------------------------------------------
def digits_to_base(S: Memory, number: int, digits: int, base: int) -> int:
    """Return the letters of a number that is not negative, to a base."""
    if number < 0:
        fail(S, ErrorFlag.KINDS)
        number = 0
    width = 1
    rest = number // base
    while rest > 0:
        rest = rest // base
        width = width + 1
    row = new_list(S, width)
    if S[ERROR]:
        return row
    S[row + 1] = width
    for i in range(width):
        S[row + 1 + width - i] = S[digits + 2 + number % base]
        number = number // base
    return row


def number_of(S: Memory, row: int, values: int, mask: int, base: int) -> int:
    """Return the whole number that letters are to a base.

    values: by letter its digit; -1 and -2 for the signs, -3 for what only Python reads, such as spaces, -4 for others.
    """
    number = 0
    count = 0
    sign = 1
    for i in range(S[row + 1]):
        digit = S[values + (S[row + 2 + i] & mask)]
        if digit == -3 or number >= 1 << 55:
            return fail(S, ErrorFlag.KINDS)
        if digit >= 0:
            number = number * base + digit
            count = count + 1
        elif i == 0 and digit >= -2:
            sign = 2 * digit + 3
        else:
            return fail(S, ErrorFlag.NOT_IN_LIST)
    if count == 0:
        return fail(S, ErrorFlag.NOT_IN_LIST)
    return sign * number
