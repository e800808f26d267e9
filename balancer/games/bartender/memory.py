"""Memory of cards that players have seen and that are hidden now (rulebook.md, § Seen by).

A seat remembers three things: cards in a hand that it can name (`known`), cards in some other hand that it can't name
(`passed`), and cards at places of the deck (`seen`).  Counts of all seats share a word, one byte per seat, so that a
move of a card is noted for all of them at once.
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
    """Return the count of one seat from a word with the counts of all."""
    return np.int64((WORD(word) >> WORD(BYTE * seat)) & _FF)


@rule
def in_byte(count, seat):
    """Return a word with the count of one seat, and 0 for all others."""
    return WORD(count) << WORD(BYTE * seat)


@rule
def some(word):
    """Return a word with 1 for each seat whose count is above 0 (counts must be below 128)."""
    # A count of 1 to 127 plus 127 sets the highest bit of its byte, and never carries into the next.
    return (((WORD(word) & SEVENS) + SEVENS) >> _7) & ONES


@rule
def bytes_of(seats):
    """Return a word with 1 for each seat of a set (of at most 7 seats)."""
    # The product repeats the set in every byte; the diagonal keeps bit i of byte i.
    return some(((WORD(seats) * ONES) & _ALL) & DIAGONAL)


@separate_rule
def forget(table):
    """Clear all memories of hands when these are thrown away."""
    for kind in range(table.n_kinds):
        table.passed[kind] = bits.EMPTY
        for seat in range(table.seats):
            table.known[seat, kind] = bits.EMPTY


# Moves of cards -------------------------------------------------------------------------------------------------------
@rule
def note_shown(table, seat, kind):
    """Note that a card leaves a hand and everybody sees it."""
    known_cards = table.known[seat, kind]
    passed_cards = table.passed[kind]
    from_known = some(known_cards)
    table.known[seat, kind] = known_cards - from_known
    table.passed[kind] = passed_cards - (some(passed_cards) & ~from_known & ~in_byte(1, seat))


@rule
def note_drawn(table, seat, kind, place):
    """Note that the card at a place of the deck goes to a hand: seats that have seen it know it there."""
    witnesses = bytes_of(table.seen[place]) & ~in_byte(1, seat)
    table.known[seat, kind] += witnesses


@separate_rule
def note_blurred(table, thief, victim):
    """Note, before an unseen card changes hands, that others no longer know whose the victim's cards are."""
    thief_and_victim = in_byte(0xFF, thief) | in_byte(0xFF, victim)
    for kind in range(table.n_kinds):
        known_cards = table.known[victim, kind]
        table.passed[kind] += bits.minus(known_cards, thief_and_victim)
        table.known[victim, kind] = bits.common(known_cards, thief_and_victim)


@rule
def note_stolen(table, thief, victim, kind):
    """Note that thief and victim see which card was stolen; from now on the victim knows it in the thief's hand."""
    thief_byte = in_byte(1, thief)
    known_cards = table.known[victim, kind]
    passed_cards = table.passed[kind]
    from_known = some(known_cards) & thief_byte
    table.known[victim, kind] = known_cards - from_known
    table.passed[kind] = passed_cards - (some(passed_cards) & ~from_known & thief_byte)
    table.known[thief, kind] += in_byte(1, victim)


@separate_rule
def note_swapped(table, first, second):
    """Note, before two hands change places, that everybody sees it, and that the two know each other's cards."""
    for kind in range(table.n_kinds):
        known_at_first = table.known[first, kind]
        known_at_second = table.known[second, kind]
        first_has = table.players[first].hand[kind]
        second_has = table.players[second].hand[kind]
        note_located(table, first, kind, second_has - byte_of(known_at_second, first))
        note_located(table, second, kind, first_has - byte_of(known_at_first, second))
        both_seats = in_byte(0xFF, first) | in_byte(0xFF, second)
        table.known[first, kind] = (known_at_second & ~both_seats) | in_byte(second_has, second)
        table.known[second, kind] = (known_at_first & ~both_seats) | in_byte(first_has, first)


@rule
def note_located(table, seat, kind, count):
    """Note that a seat sees `count` cards of a kind that may be among those it has passed on."""
    passed = table.passed[kind]
    table.passed[kind] = passed - in_byte(min(count, byte_of(passed, seat)), seat)


@separate_rule
def note_reshuffled(table):
    """Note that the breakage becomes the deck, so that each seat can work out the cards in the others' hands.

    They are all cards that are not in the bar, in the new deck, in the own hand, or known in another hand.  If cards
    are turned up for the BIC, nobody else has seen these, so the others' knowledge stays as it was.
    """
    seats = in_byte(0xFF, table.bic) if table.revealed else _ALL
    for kind in range(table.n_kinds):
        in_hands = table.facts[kind].cards - table.in_bar[kind] - table.breakage[kind]
        for k in range(table.revealed):
            in_hands -= table.deck[(table.top + k) & (len(table.deck) - 1)] == kind
        in_others_hands = (ONES * WORD(in_hands)) & _ALL
        for seat in range(table.seats):
            in_others_hands = in_others_hands - table.known[seat, kind] - in_byte(table.players[seat].hand[kind], seat)
        table.passed[kind] = (table.passed[kind] & ~seats) | (in_others_hands & seats)


# The draft ------------------------------------------------------------------------------------------------------------
@rule
def note_packet_seen(table, seat, packet, sign):
    """Add the cards of a packet to those passed on (sign 1), or remove them when they have come back (sign -1)."""
    rest = packet.kinds
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        count = in_byte(packet.hand[kind], seat)
        passed = table.passed[kind]
        table.passed[kind] = passed + count if sign > 0 else passed - count


@separate_rule
def note_own_hand(table, seat):
    """Note the hand after the draft: a card whose name the player has passed on is taken to be that one."""
    player = table.players[seat]
    for kind in range(table.n_kinds):
        note_located(table, seat, kind, player.hand[kind])
