"""§ Seen by: redeal what a player can't see; each deal that agrees with what it saw and remembers is equally likely.

Hidden are the cards of the others' hands that the player does not know, the places of the deck that it has not seen,
and in a draft the other packets and what others have picked.  Cards that it remembers in some other hand stay in
others' hands.  What the others remember is redealt with the cards: as many cards, in the same places.
"""

from balancer.core import bits, cards, dice
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHANCE
from balancer.games.bartender import deck, memory
from balancer.games.bartender.knobs import SECRET
from balancer.games.bartender.rules import packet_before


@separate_rule
def reshuffle_unseen(table, seat):
    """Redeal hidden cards with the dice of chance, and redraw the bids that others have hidden."""
    mind = table.mind
    mind.pooled = 0
    mind.hidden_cards = 0
    # Take hidden cards out of hands, packets and picks; those remembered in some other hand stay out of the pool.
    for kind in range(table.n_kinds):
        mind.kept[kind] = memory.byte_of(table.passed[kind], seat)
    for other in range(table.seats):
        player = table.players[other]
        hidden = bits.EMPTY if sees_hand(table, seat, other) else player.kinds
        mind.from_hand[other] = take_hidden(table, seat, other, player.hand, hidden, table.drafting == 0)
        mind.from_picks[other] = take_hidden(table, seat, other, player.next_hand, player.next_kinds, True)
    in_hands = mind.hidden_cards
    to_hands = mind.pooled  # cards of the pool that go to hands; the other hidden cards are remembered ones
    # The deck gets random cards of the pool; the rest and the remembered cards are shuffled for the hands.
    gather_deck(table, seat)
    cards.shuffle(mind.pool, mind.pooled, table, CHANCE)
    deal_deck(table, seat, to_hands)
    for kind in range(table.n_kinds):
        for _ in range(memory.byte_of(table.passed[kind], seat) - mind.kept[kind]):
            mind.pool[to_hands] = kind
            to_hands += 1
    cards.shuffle(mind.pool, in_hands, table, CHANCE)
    mind.hidden_cards = 0
    for other in range(table.seats):
        player = table.players[other]
        in_draft = table.drafting > 0
        player.kinds = deal_hidden(table, seat, other, player.hand, player.kinds, mind.from_hand[other], not in_draft)
        player.next_kinds = deal_hidden(
            table, seat, other, player.next_hand, player.next_kinds, mind.from_picks[other], True
        )
    hide_bids(table, seat)


@rule
def sees_hand(table, seat, other):
    """Return whether the player sees all cards in `hand` of a seat: its own hand, or in a draft the packet it holds."""
    if table.drafting > 0:
        return packet_before(table, seat, table.drafting - 1) == other
    return other == seat


@rule
def take_hidden(table, seat, other, counts, kinds, remembered):
    """Take the hidden cards out of a hand, packet or picks, list them, and return their number.

    Cards of each kind that the player remembers in some other hand stay out of the pool.
    remembered: whether `known` is about these cards.
    """
    mind = table.mind
    first = mind.hidden_cards
    rest = kinds
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        known_cards = memory.byte_of(table.known[other, kind], seat) if remembered else 0
        count = counts[kind] - known_cards
        counts[kind] = known_cards
        for _ in range(count):
            mind.hidden[mind.hidden_cards] = kind
            mind.hidden_cards += 1
            if mind.kept[kind] > 0:
                mind.kept[kind] -= 1
            else:
                mind.pool[mind.pooled] = kind
                mind.pooled += 1
    return mind.hidden_cards - first


@rule
def gather_deck(table, seat):
    """Add the cards of the deck that the player has not seen to the pool."""
    mind = table.mind
    for k in range(table.deck_size):
        place = deck.place_at(table, k)
        if not bits.has(table.seen[place], seat):
            mind.pool[mind.pooled] = table.deck[place]
            mind.pooled += 1


@rule
def deal_deck(table, seat, first):
    """Deal the cards of the pool from index `first` on to the unseen places of the deck."""
    mind = table.mind
    for k in range(table.deck_size):
        place = deck.place_at(table, k)
        if not bits.has(table.seen[place], seat):
            table.deck[place] = mind.pool[first]
            first += 1


@rule
def deal_hidden(table, seat, other, counts, kinds, number, remembered):
    """Deal `number` cards of the pool where as many were taken out, and return the kinds there.

    The others' memories of the old cards become memories of the new ones.
    """
    mind = table.mind
    rest = kinds
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        kinds = bits.minus(kinds, bits.pick_set(counts[kind] == 0, bits.bit(kind), bits.EMPTY))
    for _ in range(number):
        old = mind.hidden[mind.hidden_cards]
        new = mind.pool[mind.hidden_cards]
        mind.hidden_cards += 1
        counts[new] += 1
        kinds = bits.plus(kinds, new)
        change_memories(table, seat, other, old, new, remembered)
    return kinds


@rule
def change_memories(table, seat, other, old, new, remembered):
    """Let those who knew the old card there, or had passed it on, know the new one instead."""
    others = memory.ONES & ~memory.in_byte(1, seat) & ~memory.in_byte(1, other)
    from_known = memory.some(table.known[other, old]) & others & bits.pick_set(remembered, memory.ONES, bits.EMPTY)
    from_passed = bits.minus(memory.some(table.passed[old]) & others, from_known)
    table.known[other, old] -= from_known
    table.known[other, new] += from_known
    table.passed[old] -= from_passed
    table.passed[new] += from_passed


@rule
def hide_bids(table, seat):
    """Redraw the bids that others have made in secret, and drop their estimates, which rest on cards they had."""
    for other in range(table.seats):
        table.players[other].estimated &= other == seat
    if table.rules.auction != SECRET:
        return
    for other in range(table.seats):
        if other != seat and bits.has(table.still_in, other) and not bits.has(table.bidding, other):
            table.players[other].bid = dice.below(table.dice, CHANCE, table.rules.max_bid + 1)
