"""The decision nodes of Bartender: their options, and how one is chosen.

Options are numbered as in rulebook.md, § Options and dice.  A card played is one integer: NO_CARD, or
`play_option(kind, target)`; a target is a seat, a kind of patron in the bar, or NO_TARGET.
"""

from balancer.core import bits, decision
from balancer.core.compile import rule, separate_rule
from balancer.core.decision import APPRAISE
from balancer.core.taking import NO_PART
from balancer.games.bartender import appraisal, deck
from balancer.games.bartender.bidding import appraise_bid, appraise_secret_bid, leap, prepare_bid
from balancer.games.bartender.table import NODE

PASS = 0
NO_CARD = 0
TARGET_BITS = 7
NO_TARGET = 2**TARGET_BITS - 1
KEEP, REPLACE = 0, 1
NONE_ADMITTED = 64  # as an option of `admit`; a kind stands for itself


# draft, mulligan ------------------------------------------------------------------------------------------------------
@rule
def offered_draft(table, seat, packet):
    """Return the set of the kinds in the packet."""
    return table.players[packet].kinds


@rule
def part_of_draft(table, seat, kind):
    """Return the kind that was picked."""
    return kind


@rule
def choose_draft(table, seat, packet):
    """Return the kind of the card picked from the packet that was dealt to seat number `packet`."""
    cards = table.players[packet]
    k = decision.forced_or_random(table, seat, NODE.DRAFT, cards.hand_size)
    if k != APPRAISE:
        return deck.nth_card(cards.kinds, cards.hand, k)
    decision.begin(table)
    rest = cards.kinds
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        decision.offer_set(table, bits.bit(kind), appraisal.appraise_draft(table, seat, kind))
    return decision.one_of_best(table)


@rule
def choose_mulligan(table, seat, kind):
    """Return KEEP or REPLACE for a card of that kind."""
    k = decision.forced_or_random(table, seat, NODE.MULLIGAN, 2)
    if k != APPRAISE:
        return k
    decision.begin(table)
    decision.offer(table, KEEP, 0)
    decision.offer(table, REPLACE, appraisal.appraise_mulligan(table, seat, kind))
    return decision.chosen(table)


# bid, secret_bid ------------------------------------------------------------------------------------------------------
@separate_rule
def choose_bid(table, seat):
    """Return PASS, or a bid above the highest; if the lowest such bid pays, the player may bid more at once."""
    high = table.high
    k = decision.forced_or_random(table, seat, NODE.BID, 1 + table.rules.max_bid - high)
    if k != APPRAISE:
        return PASS if k == 0 else high + k
    prepare_bid(table, seat)
    decision.begin(table)
    decision.offer(table, PASS, appraise_bid(table, seat, PASS))
    worth = appraise_bid(table, seat, high + 1)
    decision.offer(table, high + 1 + (leap(table, seat) if worth > 0 else 0), worth)
    return decision.chosen(table)


@separate_rule
def choose_secret_bid(table, seat):
    """Return a bid made in secret, or PASS."""
    k = decision.forced_or_random(table, seat, NODE.SECRET_BID, 1 + table.rules.max_bid)
    if k != APPRAISE:
        return k
    prepare_bid(table, seat)
    decision.begin(table)
    for bid in range(table.rules.max_bid + 1):
        decision.offer(table, bid, appraise_secret_bid(table, seat, bid))
    return decision.chosen(table)


# scheme, patron -------------------------------------------------------------------------------------------------------
@rule
def play_option(kind, target):
    """Return a card and its target as one integer, greater than NO_CARD."""
    return 1 + (kind << TARGET_BITS) + target


@rule
def kind_of(option):
    return (option - 1) >> TARGET_BITS


@rule
def target_of(option):
    return (option - 1) & NO_TARGET


@rule
def opponents_with_cards(table, seat):
    """Return the set of the other seats that are still in and hold a card."""
    seats = bits.EMPTY
    for other in range(table.seats):
        seats = bits.plus_if(table.players[other].hand_size > 0, seats, other)
    return bits.common(seats, bits.less(table.still_in, seat))


@rule
def patrons_to_eject(table):
    """Return the set of the kinds of patrons that an effect can eject."""
    return bits.pick_set(table.protected != 0, bits.EMPTY, table.patrons_in_bar)


@rule
def targets_of(kind, at_hands, at_bar, opponents, patrons):
    """Return the set of the targets of a card; at_hands, at_bar: the kinds aimed at hands and at the bar."""
    seats = bits.pick_set(bits.has(at_hands, kind), opponents, bits.EMPTY)
    return bits.union(seats, bits.pick_set(bits.has(at_bar, kind), patrons, bits.EMPTY))


@rule
def options_of(kinds, at_hands, at_bar, opponents, patrons):
    """Return the number of ways to play a card of these kinds: one per target, but at least one per kind."""
    more_hands = (max(bits.count(opponents), 1) - 1) * bits.count(bits.common(kinds, at_hands))
    more_patrons = (max(bits.count(patrons), 1) - 1) * bits.count(bits.common(kinds, at_bar))
    return bits.count(kinds) + more_hands + more_patrons


@rule
def nth_option(kinds, at_hands, at_bar, opponents, patrons, k):
    """Return option number k (from 0) of playing a card of these kinds."""
    rest = kinds
    while True:
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        targets = targets_of(kind, at_hands, at_bar, opponents, patrons)
        ways = max(bits.count(targets), 1)
        if k < ways:
            target = NO_TARGET if bits.is_empty(targets) else bits.select(targets, k)
            return play_option(kind, target)
        k -= ways


@rule
def offered_scheme(table, seat):
    """Return the set of the kinds of the schemes in hand."""
    return bits.common(table.players[seat].kinds, table.is_scheme)


@rule
def part_of_scheme(table, seat, option):
    """Return the kind that was played, NO_PART if none."""
    return NO_PART if option == NO_CARD else kind_of(option)


@rule
def choose_scheme(table, seat):
    """Return NO_CARD, or a scheme and its target."""
    kinds = offered_scheme(table, seat)
    return decide_card(table, seat, NODE.SCHEME, kinds, table.at_hands, table.at_bar)


@rule
def offered_patron(table, seat):
    """Return the set of the kinds of the patrons in hand."""
    return bits.common(table.players[seat].kinds, table.is_patron)


part_of_patron = part_of_scheme


@rule
def choose_patron(table, seat):
    """Return NO_CARD, or a patron and its target (silenced patrons have none)."""
    kinds = offered_patron(table, seat)
    at_hands = bits.pick_set(table.silenced == 0, table.at_hands, bits.EMPTY)
    at_bar = bits.pick_set(table.silenced == 0, table.at_bar, bits.EMPTY)
    return decide_card(table, seat, NODE.PATRON, kinds, at_hands, at_bar)


@separate_rule
def decide_card(table, seat, node, kinds, at_hands, at_bar):
    """Return NO_CARD, or a card of these kinds; at_hands, at_bar: the kinds that are aimed."""
    opponents = opponents_with_cards(table, seat)
    patrons = patrons_to_eject(table)
    ways = options_of(kinds, at_hands, at_bar, opponents, patrons)
    k = decision.forced_or_random(table, seat, node, 1 + ways)
    if k == 0:
        return NO_CARD
    if k != APPRAISE:
        return nth_option(kinds, at_hands, at_bar, opponents, patrons, k - 1)
    appraisal.prepare(table, seat)
    decision.begin(table)
    decision.offer(table, NO_CARD, appraisal.appraise_no_patron(table) if node == NODE.PATRON else 0)
    rest = kinds
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        targets = targets_of(kind, at_hands, at_bar, opponents, patrons)
        if bits.is_empty(targets):
            offer_card(table, seat, node, kind, NO_TARGET)
        while not bits.is_empty(targets):
            offer_card(table, seat, node, kind, bits.lowest(targets))
            targets = bits.without_lowest(targets)
    return decision.chosen(table)


@separate_rule
def offer_card(table, seat, node, kind, target):
    """Offer to play a card on a target."""
    if node == NODE.PATRON:
        value = appraisal.appraise_patron(table, seat, kind, target)
    else:
        value = appraisal.appraise_scheme(table, seat, kind, target)
    decision.offer(table, play_option(kind, target), value)


# admit ----------------------------------------------------------------------------------------------------------------
@rule
def patrons_revealed(table):
    """Return the set of the kinds of patrons among the cards turned up."""
    kinds = bits.EMPTY
    for k in range(table.revealed):
        kinds = bits.plus(kinds, table.deck[deck.place_at(table, k)])
    return bits.common(kinds, table.is_patron)


@rule
def offered_admit(table, seat):
    """Return the set of the kinds of patrons that may be admitted."""
    return patrons_revealed(table)


@rule
def part_of_admit(table, seat, option):
    """Return the kind that was admitted, NO_PART if none."""
    return NO_PART if option == NONE_ADMITTED else option


@rule
def choose_admit(table, seat):
    """Return the kind of the patron that the BIC admits, or NONE_ADMITTED."""
    kinds = patrons_revealed(table)
    k = decision.forced_or_random(table, seat, NODE.ADMIT, 1 + bits.count(kinds))
    if k == 0:
        return NONE_ADMITTED
    if k != APPRAISE:
        return bits.select(kinds, k - 1)
    decision.begin(table)
    decision.offer(table, NONE_ADMITTED, 0)
    rest = kinds
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        decision.offer(table, kind, appraisal.appraise_admit(table, kind))
    return decision.chosen(table)
