"""Flags of compiled games that stop before their end: the first one stays, and plain Python repeats the game."""

import enum


class ErrorFlag(enum.IntEnum):
    """Reason why a compiled game stopped: an error of the rules, a limit, or one of two extensible capacities."""

    NONE = 0
    LIST_FULL = 1  # a list that the game keeps needs more room than was observed
    MEMORY_FULL = 2  # no room for temporary lists
    TURNS = 3  # turns without end in one round
    NOT_IN_LIST = 4  # list.remove or list.index of an absent item
    INDEX = 5  # an index out of range, or pop of an empty list
    STEP_ZERO = 6  # a range or a slice by steps of 0
    DICE = 7  # dice with fewer than 1 side, or more than 2**32
    EMPTY = 8  # max or min of nothing
    KEY = 9  # a key that a dict does not hold
    ENDING = 10  # no ending of that name
    NO_OPTION = 11  # a choice among 0 options
    DECISIONS = 12  # decisions or forced choices without end in one round
    LENGTH = 13  # a list whose length differs from the number of names that it is assigned to
    NONE_IN_SUM = 14  # None, or something else that is no number, in arithmetic or a comparison
    NO_PLAYER = 15  # an attribute of a value that is no player or object
    NO_CARD = 16  # a column of a value that is no card
    DIVISION = 17  # division by zero
    NOTHING_FOUND = 18  # next() of nothing
    TOO_LARGE = 19  # an item that does not fit into a packed tuple
    RAISED = 20  # the rules raise an error, or an assertion fails
    OVERFLOW = 21  # a whole number beyond 64 bits
    NOT_FINITE = 22  # infinity or NaN converted to a whole number, or NaN among values to be ordered
    SPINS = 23  # a loop that never stops
    TOO_DEEP = 24  # recursion
    UNSET = 25  # an attribute, or a name, that is read before it is set
    CHANGED = 26  # a list, set or dict that changes while it is iterated
    SHIFT = 27  # a shift by a negative number
    PLAYERS = 28  # self.players has lost a player, or holds one twice
    LINES = 29  # lines of say without end in one round
    NEGATIVE = 30  # a negative exponent of a whole number, or the root of a negative number
    SET_ORDER = 32  # a set whose order only hashes decide is sorted by keys of which two are equal
    COURSE = 33  # a game takes another course when it is replayed
    KINDS = 34  # tuples are sorted that have values of several kinds, or without an order, in one place
    OUTSIDE = 31  # a place outside the block: only where code is compiled with `guarded`


WIDENED = (ErrorFlag.LIST_FULL, ErrorFlag.MEMORY_FULL)  # the game is then compiled again with more room

BEYOND_WORDS = {
    ErrorFlag.TOO_LARGE: "a number or a tuple is too large",
    ErrorFlag.OVERFLOW: "a whole number is beyond 2⁶³",
    ErrorFlag.NOT_FINITE: "a number is not finite",
    ErrorFlag.NEGATIVE: "a power has a negative exponent",
    ErrorFlag.SET_ORDER: "the order of a set depends on hashes",
    ErrorFlag.KINDS: "values of several kinds are sorted",
    ErrorFlag.SPINS: "a loop has too many turns",
    ErrorFlag.TOO_DEEP: "calls are too deep",
}
"""Reasons why compiled code, with words of 64 bits and fixed limits, stops: plain Python plays such games."""
