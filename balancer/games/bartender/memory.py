"""What players remember of cards they have seen that are hidden now (rulebook.md, § Seen by).

A seat remembers which cards are in which hand where it knows (`known`), which cards are in another hand it cannot
tell (`passed`), and which places of the deck hold which cards (`seen`).  Counts of all seats share a word, one byte per
seat, so a card that moves is recorded for all of them at once.
A hand is a multiset: a card played under a name that the seat knows in that hand is taken to be the known one.
"""

import numpy as np

from balancer.core import bits
from balancer.core.bits import ALL_BITS, WORD
from balancer.core.compile import rule, separate_rule

BYTE = 8
_7, _FF = WORD(7), WORD(0xFF)
_ALL = WORD(ALL_BITS)
ONES = WORD(0x0101010101010101)
SEVENS = WORD(0x7F7F7F7F7F7F7F7F)
DIAGONAL = WORD(0x8040201008040201)


@rule
def byte_of(word, seat):
    """The count of one seat in a word of all."""
    return np.int64((WORD(word) >> WORD(BYTE * seat)) & _FF)


@rule
def in_byte(count, seat):
    """A count in the byte of a seat, 0 for all others."""
    return WORD(count) << WORD(BYTE * seat)


@rule
def some(word):
    """1 in the byte of each seat whose count is above 0 (counts below 128)."""
    return (((WORD(word) & SEVENS) + SEVENS) >> _7) & ONES


@rule
def bytes_of(seats):
    """1 in the byte of each seat of a set (of at most 7)."""
    return some(((WORD(seats) * ONES) & _ALL) & DIAGONAL)


@separate_rule
def forget(table):
    """Clear all memories: hands are thrown away."""
    for kind in range(table.n_kinds):
        table.passed[kind] = bits.EMPTY
        for seat in range(table.seats):
            table.known[seat, kind] = bits.EMPTY


# Moves of cards -------------------------------------------------------------------------------------------------------
@rule
def note_shown(table, seat, kind):
    """A card leaves a hand and all see it."""
    known = table.known[seat, kind]
    passed = table.passed[kind]
    from_known = some(known)
    table.known[seat, kind] = known - from_known
    table.passed[kind] = passed - (some(passed) & ~from_known & ~in_byte(1, seat))


@rule
def note_drawn(table, seat, kind, place):
    """The card at that place of the deck goes to a hand."""
    who = bytes_of(table.seen[place]) & ~in_byte(1, seat)
    table.known[seat, kind] += who


@separate_rule
def note_blurred(table, thief, victim):
    """Before an unseen card changes hands: all but the two no longer know whose the cards of the victim are."""
    two = in_byte(0xFF, thief) | in_byte(0xFF, victim)
    for kind in range(table.n_kinds):
        known = table.known[victim, kind]
        table.passed[kind] += bits.minus(known, two)
        table.known[victim, kind] = bits.common(known, two)


@rule
def note_stolen(table, thief, victim, kind):
    """The two see which card it is; the victim knows where it is from now on."""
    own = in_byte(1, thief)
    known = table.known[victim, kind]
    passed = table.passed[kind]
    from_known = some(known) & own
    table.known[victim, kind] = known - from_known
    table.passed[kind] = passed - (some(passed) & ~from_known & own)
    table.known[thief, kind] += in_byte(1, victim)


@separate_rule
def note_swapped(table, one, other):
    """Before two hands change places: all see it, and the two know each other's cards."""
    for kind in range(table.n_kinds):
        at_one = table.known[one, kind]
        at_other = table.known[other, kind]
        of_one = table.players[one].hand[kind]
        of_other = table.players[other].hand[kind]
        meet(table, one, kind, of_other - byte_of(at_other, one))
        meet(table, other, kind, of_one - byte_of(at_one, other))
        two = in_byte(0xFF, one) | in_byte(0xFF, other)
        table.known[one, kind] = (at_other & ~two) | in_byte(of_other, other)
        table.known[other, kind] = (at_one & ~two) | in_byte(of_one, one)


@rule
def meet(table, seat, kind, count):
    """A seat now sees so many cards of a kind that it did not know whose they were."""
    passed = table.passed[kind]
    table.passed[kind] = passed - in_byte(min(count, byte_of(passed, seat)), seat)


@separate_rule
def note_reshuffled(table):
    """The breakage becomes the deck: what is not there, seen or in the own hand is in the others' hands.

    Cards turned up for the BIC and seen by nobody else leave the others' knowledge as it was.
    """
    who = in_byte(0xFF, table.bic) if table.revealed else _ALL
    for kind in range(table.n_kinds):
        elsewhere = table.facts[kind].cards - table.in_bar[kind] - table.breakage[kind]
        for k in range(table.revealed):
            elsewhere -= table.deck[(table.top + k) & (len(table.deck) - 1)] == kind
        hands = (ONES * WORD(elsewhere)) & _ALL
        for seat in range(table.seats):
            hands = hands - table.known[seat, kind] - in_byte(table.players[seat].hand[kind], seat)
        table.passed[kind] = (table.passed[kind] & ~who) | (hands & who)


# The draft ------------------------------------------------------------------------------------------------------------
@rule
def note_packet_seen(table, seat, packet, sign):
    """Add the cards of a packet to those passed on (sign 1), or take them away: they have come back (sign -1)."""
    rest = packet.kinds
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        count = in_byte(packet.hand[kind], seat)
        passed = table.passed[kind]
        table.passed[kind] = passed + count if sign > 0 else passed - count


@separate_rule
def note_own_hand(table, seat):
    """The draft is over: a card in hand whose name was passed on is taken to be that one."""
    player = table.players[seat]
    for kind in range(table.n_kinds):
        meet(table, seat, kind, player.hand[kind])
