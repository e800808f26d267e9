"""Hands, bar deck and breakage: moves of cards between them (rulebook.md, § Parts)."""

from balancer.core import bits, cards, dice
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHANCE
from balancer.core.events import say, seat_name
from balancer.games.bartender import memory
from balancer.games.bartender.table import NOBODY, RING
from balancer.games.bartender.words import name_of


@rule
def place_at(table, k):
    """Return the place in the ring of card number k of the deck, counted from the top."""
    return (table.top + k) & (RING - 1)


@rule
def receive(player, kind):
    """Put a card into a hand."""
    player.hand[kind] += 1
    player.kinds = bits.plus(player.kinds, kind)
    player.hand_size += 1


@rule
def give_up(player, kind):
    """Take a card out of a hand."""
    cards_left = player.hand[kind] - 1
    player.hand[kind] = cards_left
    player.kinds = bits.minus(player.kinds, bits.pick_set(cards_left == 0, bits.bit(kind), bits.EMPTY))
    player.hand_size -= 1


@rule
def nth_card(kinds, counts, k):
    """Return the kind of card number k (from 0) of a hand in order of kinds."""
    kind = bits.lowest(kinds)
    while k >= counts[kind]:
        k -= counts[kind]
        kinds = bits.without_lowest(kinds)
        kind = bits.lowest(kinds)
    return kind


@rule
def take_random(table, seat):
    """Take a random card out of a hand that is not empty, and return its kind."""
    player = table.players[seat]
    k = dice.below(table.dice, CHANCE, player.hand_size)
    kind = nth_card(player.kinds, player.hand, k)
    give_up(player, kind)
    return kind


@rule
def throw_away(table, kind):
    """Put a card into the breakage."""
    table.breakage[kind] += 1
    table.breakage_size += 1


@separate_rule
def throw_away_hand(table, seat):
    """Move all cards of a hand to the breakage."""
    player = table.players[seat]
    rest = player.kinds
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        while player.hand[kind] > 0:
            give_up(player, kind)
            throw_away(table, kind)
            if table.watched:
                memory.note_shown(table, seat, kind)


@separate_rule
def reshuffle_breakage(table):
    """Shuffle the breakage, taken in order of kinds, and put it into the deck below any cards turned up."""
    if table.watched:
        memory.note_reshuffled(table)
    pool = table.mind.pool
    n = 0
    for kind in range(table.n_kinds):
        for _ in range(table.breakage[kind]):
            pool[n] = kind
            n += 1
        table.breakage[kind] = 0
    cards.shuffle(pool, n, table, CHANCE)
    for k in range(n):
        place = place_at(table, table.deck_size)
        table.deck[place] = pool[k]
        table.seen[place] = 0
        table.deck_size += 1
    table.breakage_size = 0
    say("The breakage, {} cards, is shuffled and is the bar deck", n)


@rule
def draw_card(table, seat):
    """Move the top card of the deck to a hand, if there is a card at all."""
    if table.deck_size == 0 and table.breakage_size > 0:
        reshuffle_breakage(table)
    if table.deck_size == 0:
        return
    place = table.top
    kind = table.deck[place]
    if table.watched:
        memory.note_drawn(table, seat, kind, place)
    table.top = place_at(table, 1)
    table.deck_size -= 1
    receive(table.players[seat], kind)
    say("{} draws {}", seat_name(seat), name_of(table, kind), seen_by=[seat], instead="{} draws a card")


@separate_rule
def draw_cards(table, seat, count):
    """Let a player draw `count` cards."""
    for _ in range(count):
        draw_card(table, seat)


@separate_rule
def lose_random_cards(table, seat, count, thief):
    """Move random cards from a hand to the breakage or, unseen by others, to a thief's hand; as many as there are."""
    count = min(count, table.players[seat].hand_size)
    if table.watched and thief != NOBODY and count > 0:
        memory.note_blurred(table, thief, seat)
    for _ in range(count):
        kind = take_random(table, seat)
        say(
            "{} loses {}{}",
            seat_name(seat),
            name_of(table, kind),
            "" if thief == NOBODY else f" to {seat_name(thief)}",
            seen_by=None if thief == NOBODY else [seat, thief],
            instead="{0} loses a card{2}",
        )
        if thief == NOBODY:
            if table.watched:
                memory.note_shown(table, seat, kind)
            throw_away(table, kind)
        else:
            if table.watched:
                memory.note_stolen(table, thief, seat, kind)
            receive(table.players[thief], kind)


@separate_rule
def swap_hands(table, first, second):
    """Exchange the hands of two players."""
    if table.watched:
        memory.note_swapped(table, first, second)
    first_player = table.players[first]
    second_player = table.players[second]
    rest = bits.union(first_player.kinds, second_player.kinds)
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        count = first_player.hand[kind]
        first_player.hand[kind] = second_player.hand[kind]
        second_player.hand[kind] = count
    kinds = first_player.kinds
    first_player.kinds = second_player.kinds
    second_player.kinds = kinds
    size = first_player.hand_size
    first_player.hand_size = second_player.hand_size
    second_player.hand_size = size
    say("{} and {} exchange hands", seat_name(first), seat_name(second))
