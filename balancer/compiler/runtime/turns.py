"""Rounds, turns, players and decisions, counted and limited as in `plain/course.py` and `plain/player.py`."""

from balancer.compiler.block import (
    ENTRY,
    ERROR,
    FORCED,
    KINDS,
    MAX_DECISIONS,
    MAX_FORCED,
    MAX_SAID,
    MAX_TURNS,
    NODE_DECISIONS,
    NODE_OPTIONS,
    NOWHERE,
    NUMBER,
    ORDER,
    ORDER_KEY,
    ORDERS,
    PLACES,
    PLAYER,
    PLAYERS,
    ROUNDS,
    SAID,
    SEATED,
    SEATING,
    SEATS,
    STEP,
    TURNS,
)
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.flat import Memory
from balancer.compiler.intrinsics import fadd, fdiv, fle, flt, fmul, int_to_float
from balancer.compiler.runtime.arithmetic import fail, remainder
from balancer.compiler.runtime.dice import MAX_BELOW, draw_below, go_to, go_to_node
from balancer.compiler.runtime.floats import INFINITE, ZERO
from balancer.compiler.runtime.lists import append, find_item, new_list
from balancer.core.dice import CHANCE, CHOICES
from balancer.core.seating import ALL_ORDERS, FIXED, MULTIPLIER, PRIME
from balancer.plain import course

TURNS_A_ROUND = course.MAX_TURNS
DECISIONS_A_ROUND = course.MAX_DECISIONS


def allow_another_round(S: Memory) -> int:
    """Set the limits of a round, beyond which a game counts as endless."""
    S[MAX_TURNS] = S[TURNS] + TURNS_A_ROUND
    S[MAX_DECISIONS] = S[NUMBER] + DECISIONS_A_ROUND
    S[MAX_FORCED] = S[FORCED] + DECISIONS_A_ROUND
    S[MAX_SAID] = S[SAID] + DECISIONS_A_ROUND
    return 0


def begin_round(S: Memory) -> int:
    """Count a round and set its limits."""
    S[ROUNDS] = S[ROUNDS] + 1
    return allow_another_round(S)


def begin_turn(S: Memory) -> int:
    """Count a turn and address the dice of chance by it."""
    S[TURNS] = S[TURNS] + 1
    if S[TURNS] > S[MAX_TURNS]:
        return fail(S, ErrorFlag.TURNS)
    return go_to(S, CHANCE, S[TURNS])


def say(S: Memory) -> int:
    """Count a line of `say`; only plain games show its text."""
    S[SAID] = S[SAID] + 1
    if S[SAID] > S[MAX_SAID]:
        return fail(S, ErrorFlag.LINES)
    return 0


# Seats --------------------------------------------------------------------------------------------------------------
def seat_players(S: Memory, game: int) -> int:
    """Write who sits in each seat in a game, as `core.seating.seat_players` does."""
    places = S[SEATED]
    moved = 0 if S[SEATING] == FIXED else game
    rotation = moved // places
    place = moved - rotation * places
    if S[SEATING] != ALL_ORDERS:
        rotation = 0
    if S[ORDER_KEY] != rotation + 1:
        write_order(S, rotation, places)
        S[ORDER_KEY] = rotation + 1
    for seat in range(S[SEATS]):
        S[ENTRY + seat] = S[PLACES + S[ORDER + place]]
        place = place + 1
        if place == places:
            place = 0
    return 0


def write_order(S: Memory, rotation: int, places: int) -> int:
    """Write the circular order of a rotation, as `core.seating.write_order` does."""
    for place in range(places):
        S[ORDER + place] = place
    orders = S[ORDERS]
    rank = rotation % orders * S[STEP] % orders if orders else rotation % PRIME
    for last in range(places - 1, 1, -1):
        if orders:
            other = last - rank % last
            rank = rank // last
        else:
            rank = rank * MULTIPLIER % PRIME
            other = last - rank * last // PRIME
        place = S[ORDER + last]
        S[ORDER + last] = S[ORDER + other]
        S[ORDER + other] = place
    return 0


# Players -------------------------------------------------------------------------------------------------------------
def check_players(S: Memory) -> int:
    """Raise a flag unless `self.players` holds every player once."""
    seats = S[SEATS]
    seen = 0
    for i in range(S[PLAYERS + 1]):
        seat = S[PLAYERS + 2 + i] - PLAYER
        if seat < 0 or seat >= seats:
            return fail(S, ErrorFlag.PLAYERS)
        seen = seen | 1 << seat
    if S[PLAYERS + 1] != seats or seen != (1 << seats) - 1:
        return fail(S, ErrorFlag.PLAYERS)
    return 0


def place_of_seat(S: Memory, seat: int) -> int:
    """Return the place of a seat in the present order of turns."""
    if seat < S[PLAYERS + 1] and S[PLAYERS + 2 + seat] == PLAYER + seat:
        return seat
    place = find_item(S, PLAYERS, PLAYER + seat)
    return fail(S, ErrorFlag.PLAYERS) if place < 0 else place


def next_player(S: Memory, player: int) -> int:
    """Return the player after one in the order of turns (`player.left`)."""
    place = place_of_seat(S, player - PLAYER) + 1
    return S[PLAYERS + 2] if place >= S[PLAYERS + 1] else S[PLAYERS + 2 + place]


def players_from(S: Memory, seat: int) -> int:
    """Return a list of all players in the order of turns, from a seat on; any whole number is a seat."""
    return turned_players(S, remainder(S, seat, S[SEATS]), 0)


def other_players(S: Memory, player: int) -> int:
    """Return a list of all other players, from the next on in the order of turns (`player.others`)."""
    return turned_players(S, player - PLAYER, 1)


def turned_players(S: Memory, seat: int, left_out: int) -> int:
    """Return a list of players in the order of turns from a seat on, without the first `left_out`."""
    count = S[PLAYERS + 1]
    first = place_of_seat(S, seat)
    place = new_list(S, count)
    if S[ERROR]:
        return NOWHERE
    for i in range(left_out, count):
        at = first + i
        if at >= count:
            at = at - count
        S[place + 2 + i - left_out] = S[PLAYERS + 2 + at]
    S[place + 1] = count - left_out
    return place


# Decisions -----------------------------------------------------------------------------------------------------------
def begin_choice(S: Memory, player: int, options: int, node: int) -> int:
    """Count a choice and address the player's dice; return whether there is a decision to make.

    If there is none, the answer is `forced_option`.
    """
    count = S[options + 1]
    if count < 2:
        if count < 1:
            return fail(S, ErrorFlag.NO_OPTION)
        S[FORCED] = S[FORCED] + 1
        if S[FORCED] > S[MAX_FORCED]:
            fail(S, ErrorFlag.DECISIONS)
        return 0
    if S[NUMBER] >= S[MAX_DECISIONS]:
        return fail(S, ErrorFlag.DECISIONS)
    S[NUMBER] = S[NUMBER] + 1
    S[NODE_DECISIONS + node] = S[NODE_DECISIONS + node] + 1
    S[NODE_OPTIONS + node] = S[NODE_OPTIONS + node] + count
    go_to_node(S, player - PLAYER, node)
    return 1


def forced_option(S: Memory, options: int) -> int:
    """Return the first option, or 0 where there is none and a flag is raised."""
    return S[options + 2] if S[options + 1] > 0 else 0


def draw_place(S: Memory, player: int, options: int) -> int:
    """Return the place of an option drawn with the player's dice."""
    if S[KINDS] != NOWHERE:
        return draw_of_kinds(S, player)
    return draw_below(S, CHOICES + player - PLAYER, S[options + 1])


def set_kinds(S: Memory, kinds: int, options: int) -> int:
    """Make the next choice one by kinds; kinds: a list with the number of options of each."""
    count = 0
    for i in range(S[kinds + 1]):
        size = S[kinds + 2 + i]
        if size < 0 or size > S[options + 1]:
            return fail(S, ErrorFlag.LENGTH)
        count = count + size
    if count != S[options + 1]:
        return fail(S, ErrorFlag.LENGTH)
    S[KINDS] = kinds
    return 0


def draw_of_kinds(S: Memory, player: int) -> int:
    """Return the place of an option of a kind, both drawn with the player's dice; one kind or option takes no dice."""
    kinds = S[KINDS]
    stream = CHOICES + player - PLAYER
    filled = 0
    for i in range(S[kinds + 1]):
        filled = filled + (S[kinds + 2 + i] > 0)
    skipped = draw_below(S, stream, filled) if filled > 1 else 0
    before = 0
    for i in range(S[kinds + 1]):
        size = S[kinds + 2 + i]
        if size > 0:
            if skipped == 0:
                return before + (draw_below(S, stream, size) if size > 1 else 0)
            skipped = skipped - 1
            before = before + size
    return 0


def makes_mistake(S: Memory, player: int, mistakes: int) -> int:
    """Return whether a player makes a mistake, which is a random choice; mistakes: per mille."""
    return 0 if mistakes == 0 else draw_below(S, CHOICES + player - PLAYER, 1000) < mistakes


def wins_tie(S: Memory, player: int, ties: int) -> int:
    """Return whether the last of a number of equally good options replaces the best before it."""
    return draw_below(S, CHOICES + player - PLAYER, ties) == 0


def add_weight(S: Memory, sums: int, weight: int) -> int:
    """Add a weight to the sums so far of the weights before it; one below 0, or infinite, raises a flag."""
    if not (fle(ZERO, weight) and flt(weight, INFINITE)):
        return fail(S, ErrorFlag.NOT_FINITE)
    so_far = S[sums + 1 + S[sums + 1]] if S[sums + 1] else ZERO
    return append(S, sums, fadd(so_far, weight))


def draw_by_weights(S: Memory, player: int, sums: int) -> int:
    """Return the place of an option drawn by weights, as `Odds.drawn` does; sums: of the weights up to each option."""
    count = S[sums + 1]
    total = S[sums + 1 + count]
    if S[ERROR] or not (flt(ZERO, total) and flt(total, INFINITE)):
        return fail(S, ErrorFlag.NOT_FINITE)
    word = draw_below(S, CHOICES + player - PLAYER, MAX_BELOW)
    threshold = fdiv(fmul(total, int_to_float(word)), int_to_float(MAX_BELOW))
    place = 0
    while fle(S[sums + 2 + place], threshold) and flt(S[sums + 2 + place], total):
        place = place + 1
    return place


def entry_of(S: Memory, player: int) -> int:
    """Return the place of a player's persona in the line-up."""
    return S[ENTRY + player - PLAYER]
