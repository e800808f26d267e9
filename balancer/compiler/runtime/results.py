"""Helpers for the end of games: whole numbers for a row, lists that move during garbage collection."""

from balancer.compiler.block import NONE, OLD, OLD_END, PLAYER, SEATS, TOP
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.intrinsics import feq, int_to_float
from balancer.compiler.runtime.arithmetic import fail
from balancer.compiler.runtime.floats import truncate_float
from balancer.core.dice import MAX_SEATS
from balancer.core.result_row import LARGEST

LARGEST_NUMBER = int(LARGEST)  # of a row


# Numbers of a row -----------------------------------------------------------------------------------------------------
def in_row(S: Memory, number: int) -> int:
    """Return a whole number that fits into a row; another raises a flag."""
    if number > LARGEST_NUMBER or number < -LARGEST_NUMBER:
        return fail(S, ErrorFlag.TOO_LARGE)
    return number


def whole_float(S: Memory, number: int) -> int:
    """Return a float that is a whole number as one."""
    whole = truncate_float(S, number)
    if not feq(int_to_float(whole), number):
        return fail(S, ErrorFlag.NOT_FINITE)
    return in_row(S, whole)


def real_number(S: Memory, number: int) -> int:
    """Return a number that is not None."""
    return fail(S, ErrorFlag.NONE_IN_SUM) if number == NONE else number


def player_bit(S: Memory, player: int) -> int:
    """Return the bit of a player who wins."""
    if player < PLAYER or player >= PLAYER + S[SEATS]:
        return fail(S, ErrorFlag.NO_PLAYER)
    return 1 << (player - PLAYER)


def seat_of(S: Memory, player: int) -> int:
    """Return the seat of a player; that of None is 0."""
    if player == NONE:
        return 0
    if player < PLAYER or player >= PLAYER + S[SEATS]:
        return fail(S, ErrorFlag.NO_PLAYER)
    return player - PLAYER


# Teams ----------------------------------------------------------------------------------------------------------------
def team_number(S: Memory, team: int) -> int:
    """Return the number of a team; another than 0 … MAX_SEATS - 1 raises a flag."""
    if team < 0 or team >= MAX_SEATS:
        return fail(S, ErrorFlag.TOO_LARGE)
    return team


def with_their_teams(S: Memory, O: Memory, sides: int, winners: int) -> int:
    """Return the seats of all teams that have a winner, as bits; sides: the place of the seats' sides in O."""
    winning = 0
    for seat in range(S[SEATS]):
        if winners >> seat & 1:
            winning = winning | 1 << O[sides + seat]
    seats = 0
    for seat in range(S[SEATS]):
        if winning >> O[sides + seat] & 1:
            seats = seats | 1 << seat
    return seats


def best_teams(S: Memory, O: Memory, scores: int, sides: int, lowest_wins: int) -> int:
    """Return the seats of the teams with the best mean score, as bits; scores, sides: their places in O."""
    best = 0
    best_total = 0
    best_count = 0
    for seat in range(S[SEATS]):
        total = 0
        count = 0
        for other in range(S[SEATS]):
            if O[sides + other] == O[sides + seat]:
                total = total + O[scores + other]
                count = count + 1
        # Means of whole numbers are compared without a fraction.
        ahead = total * best_count - best_total * count
        if lowest_wins:
            ahead = -ahead
        if best_count == 0 or ahead > 0:
            best = 1 << seat
            best_total = total
            best_count = count
        elif ahead == 0:
            best = best | 1 << seat
    return best


# Gathering up memory --------------------------------------------------------------------------------------------------
def is_moved(S: Memory, place: int) -> int:
    """Return whether the target of a word stays where it is: it was moved, or is none of the game's lists."""
    return 1 if place < S[OLD] or place >= S[OLD_END] or S[place] < 0 else 0


def moved_to(S: Memory, place: int) -> int:
    """Return the new place of the target of a word."""
    if place < S[OLD] or place >= S[OLD_END]:
        return place
    return -S[place]


def move_list(S: Memory, place: int) -> int:
    """Copy a list or object to the end of the new memory, unless that was done; return its place there."""
    if is_moved(S, place):
        return moved_to(S, place)
    to = S[TOP]
    for i in range(2 + S[place + 1]):
        S[to + i] = S[place + i]
    S[TOP] = to + 2 + S[place]
    S[place] = -to
    return to
