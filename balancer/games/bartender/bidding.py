"""Appraisal of bids by a player of Bartender: the total that it expects, and the worth of being in charge.

Habits are in personas.py; appraisal.py describes what a player knows.  A bid is weighed against leaving the shift to
the highest bidder: how likely must a GOOD NIGHT be so that the player wins the game equally often either way?

A player also raises the price if it expects a rival to bid still higher.  It predicts the rivals' bids from their
tokens, as if they weighed bids like itself, and skips prices at which it expects to be outbid.
"""

from balancer.core import bits
from balancer.core.arithmetic.fast_division import reciprocal
from balancer.core.arithmetic.normal import STEPS
from balancer.core.compile import rule, separate_rule
from balancer.core.table import habits_of, seat_after
from balancer.games.bartender import memory
from balancer.games.bartender.appraisal import DEVIATION, POINT, SPOILED_SUMS, hours_of, odds, sum_of_hours
from balancer.games.bartender.knobs import OPEN
from balancer.games.bartender.tokens import CERTAIN, note_chances

# What a player expects of a shift with itself in charge, before it bids, in 1/16 of a point:
START = -32
PER_CARD = 7  # for each card in the own hand, and each that the BIC draws
OWN_SHARE = 4  # in 1/16, of what the own cards do for the player in charge
KNOWN_SHARE = 12  # in 1/16, of what known cards of others do against the player in charge
PASSED_SHARE = 8  # in 1/16, the same for cards that it passed on
FIRST_SHIFT = -32  # hands are full of cards that nobody wants
LAST_SHIFT = -24  # everybody spends the last cards

RIVALS_CARDS = 32  # what unseen cards of a rival are expected to add with it in charge
RIVALS_NERVE = 300  # a bidder has at least this chance of a GOOD NIGHT, per mille


# The total of a shift -------------------------------------------------------------------------------------------------
@separate_rule
def estimate(table, seat):
    """Return the total, in 1/16, that the player expects of a shift in which it is in charge.

    It knows its own cards, the number of the others' cards, some of these, and some that it passed on in the draft.
    """
    player = table.players[seat]
    players = table.players_in
    hours = table.rules.hours
    own_hours = hours_of(hours, players, 0)
    admission = table.admission_worth
    total = START + own_hours * admission + PER_CARD * (player.hand_size + table.rules.bic_draw)
    total += OWN_SHARE * own_cards(table, player, own_hours, admission) // POINT
    place = 0
    other = seat
    for _ in range(table.seats - 1):
        other = seat_after(table, other, 1)
        if bits.has(table.still_in, other):
            place += 1
            their_hours = hours_of(hours, players, place)
            spoiled = sum_of_hours(SPOILED_SUMS, table.players[other].hand_size, their_hours, 0)
            total += their_hours * admission - spoiled
    total -= remembered_spoils(table, seat) // POINT
    return total + FIRST_SHIFT * (table.rounds == 1) + LAST_SHIFT * (table.rounds == table.rules.shifts)


@rule
def remembered_spoils(table, seat):
    """Return what cards remembered in the others' hands do against the player, in excess of mean cards, in 1/256."""
    spoils = 0
    for kind in range(table.n_kinds):
        known_cards = bits.EMPTY  # bytes of all seats; none overflows, since a kind has at most 100 cards
        for other in range(table.seats):
            known_cards = known_cards + table.known[other, kind]
        known_share = KNOWN_SHARE * memory.byte_of(known_cards, seat)
        passed_share = PASSED_SHARE * memory.byte_of(table.passed[kind], seat)
        spoils += (known_share + passed_share) * (table.facts[kind].spoils - table.mean_spoils)
    return spoils


@rule
def own_cards(table, player, own_hours, admission):
    """Return what the own cards add: the best, one patron and one scheme per hour, patrons in excess of admissions."""
    total = 0
    patrons = 0
    schemes = 0
    rest = player.kinds
    while not bits.is_empty(rest):
        kind = bits.lowest(rest)
        rest = bits.without_lowest(rest)
        facts = table.facts[kind]
        cards = player.hand[kind]
        if bits.has(table.is_patron, kind):
            gain = max(0, facts.serves - admission)
            used = min(cards, own_hours - patrons) * (gain > 0)
            patrons += used
        else:
            gain = facts.serves
            used = min(cards, own_hours - schemes) * (gain > 0)
            schemes += used
        total += gain * used
    return total


@rule
def estimate_of_rival(table, rival):
    """Return the total, in 1/16, that others expect of a shift with `rival` in charge, whose cards they don't see."""
    players = table.players_in
    hours = table.rules.hours
    admission = table.admission_worth
    cards = table.players[rival].hand_size
    total = START + RIVALS_CARDS + PER_CARD * (cards + table.rules.bic_draw) + hours * admission
    place = 0
    other = rival
    for _ in range(table.seats - 1):
        other = seat_after(table, other, 1)
        if bits.has(table.still_in, other):
            place += 1
            their_hours = hours_of(hours, players, place)
            total -= sum_of_hours(SPOILED_SUMS, table.players[other].hand_size, their_hours, 0)
    return total + FIRST_SHIFT * (table.rounds == 1) + LAST_SHIFT * (table.rounds == table.rules.shifts)


@separate_rule
def compare_players(table):
    """Note, once per auction, the total expected with each player in charge, and chances to win after each token."""
    for bic in range(table.seats):
        table.players[bic].as_rival = estimate_of_rival(table, bic)
        note_chances(table, bic, 0)
        note_chances(table, bic, 1)
    table.compared = 1


# What a bid is worth -------------------------------------------------------------------------------------------------
@rule
def chance_otherwise(table, seat):
    """Return the chance, per mille, to win if the highest bidder is in charge; before any bid, the next player."""
    if table.high == 0:
        rival = next_bidder(table, seat)
        return (table.chances[rival, 1, seat] + table.chances[rival, 0, seat]) // 2
    return chance_under(table, seat, table.bic, table.high)


@rule
def chance_under(table, seat, rival, bid):
    """Return the chance, per mille, to win the game with a rival in charge at that bid."""
    expected = table.players[rival].as_rival + POINT // 2
    good = max(RIVALS_NERVE, odds(table, expected - POINT * bid))
    packed = chance_packed(table, expected)
    with_good = table.chances[rival, 1, seat]
    with_bad = table.chances[rival, 0, seat]
    return (max(0, good - packed) * with_good + (CERTAIN - good) * with_bad) // CERTAIN


@rule
def chance_packed(table, expected):
    """Return the chance, per mille, of a packed bar if that total is expected."""
    return odds(table, expected - POINT * table.rules.packed_bar) * (table.rules.packed_bar > 0)


@rule
def break_even(table, habits, seat, expected, otherwise):
    """Return the chance of a GOOD NIGHT, per mille, above which the player wins more often if it is in charge.

    habits: those of the player who considers this; expected: the total with the player in charge, plus half a point;
    otherwise: the player's chance to win if another is in charge.
    """
    good = table.chances[seat, 1, seat]
    bad = table.chances[seat, 0, seat]
    from_packed = habits.bid_packed * chance_packed(table, expected) * (CERTAIN - good) // (100 * CERTAIN)
    # chance * good + (1 - chance) * bad + from_packed = otherwise
    needed = CERTAIN * (otherwise - bad - from_packed) // max(1, good - bad)
    return max(-CERTAIN, min(needed, CERTAIN))


@separate_rule
def eagerness(table, seat, bid):
    """Return the eagerness of the rival most eager to bid one more if the player makes that bid."""
    eager = -CERTAIN
    for rival in range(table.seats):
        if rival != seat and bits.has(table.bidding, rival):
            eager = max(eager, eagerness_of(table, seat, rival, bid))
    return eager


@separate_rule
def shown_eagerness(table, seat, bid):
    """Return the eagerness of the highest bidder or of the second most eager rival, whichever is greater.

    The highest bidder has shown that it wants the shift.
    """
    most = second = -CERTAIN
    for rival in range(table.seats):
        if rival != seat and bits.has(table.bidding, rival):
            eager = eagerness_of(table, seat, rival, bid)
            second = max(second, min(most, eager))
            most = max(most, eager)
            if table.high > 0 and rival == table.bic:
                second = max(second, eager)
    return second


@rule
def eagerness_of(table, seat, rival, bid):
    """Return how eager a rival is to bid one more if the player makes that bid: up to CERTAIN, below 0 if it passes.

    Eagerness is the chance of a GOOD NIGHT less the chance that the rival needs, per mille.  The rival is supposed to
    weigh a bid as the player does; the player does not see its cards.
    """
    habits = habits_of(table, seat)
    expected = table.players[rival].as_rival + POINT // 2
    otherwise = chance_under(table, rival, seat, bid)
    needed = habits.bid_odds + break_even(table, habits, rival, expected, otherwise)
    return min(odds(table, expected - POINT * (bid + 1)) - needed, CERTAIN)


@rule
def next_bidder(table, seat):
    """Return the next player still bidding; if there is none, the seat before the player's."""
    rival = seat_after(table, seat, 1)
    for _ in range(table.seats - 2):
        if not bits.has(table.bidding, rival):
            rival = seat_after(table, rival, 1)
    return rival


# bid, secret_bid ------------------------------------------------------------------------------------------------------
@separate_rule
def prepare_bid(table, seat):
    """Compute the total expected of the shift, once per auction, and the worth of being in charge."""
    mind = table.mind
    player = table.players[seat]
    if not table.compared:
        compare_players(table)
    if not player.estimated:
        player.estimate = estimate(table, seat)
        player.estimated = 1
    mind.expected = player.estimate
    mind.steps = STEPS * reciprocal(DEVIATION[table.rules.hours])
    consider(table, seat, chance_otherwise(table, seat), table.high + 1)


@rule
def consider(table, seat, otherwise, bid):
    """Weigh a bid against leaving the shift to another; otherwise: the chance to win then, per mille."""
    mind = table.mind
    habits = habits_of(table, seat)
    expected = mind.expected + POINT // 2
    mind.needed = habits.bid_odds + break_even(table, habits, seat, expected, otherwise)
    if habits.stop_leader > 0 and leader_bids(table):
        mind.needed -= habits.stop_leader
    mind.overbid = -2 * CERTAIN
    if may_push(table, habits, bid) and chance_to_make(table, bid) <= mind.needed:
        mind.overbid = eagerness(table, seat, bid) - habits.push


@rule
def leader_bids(table):
    """Return whether the highest bidder has a GOOD NIGHT token and the best balance of tokens of all still in."""
    bic = table.players[table.bic]
    for other in range(table.seats):
        player = table.players[other]
        if bits.has(table.still_in, other) and player.good - player.bad > bic.good - bic.bad:
            return False
    return (table.high > 0) & (bic.good > 0)


@rule
def may_push(table, habits, bid):
    """Return whether a player with these habits ever raises a price, and a still higher bid is allowed."""
    pushes = (habits.push <= CERTAIN) & (habits.bid_odds <= CERTAIN)
    return pushes & (table.rules.auction == OPEN) & (bid < table.rules.max_bid)


@rule
def chance_to_make(table, bid):
    """Return the chance, per mille, of a GOOD NIGHT at that bid, as the player believes."""
    return odds(table, table.mind.expected + POINT // 2 - POINT * bid)


@rule
def appraise_bid(table, seat, bid):
    """Return the value of a bid; to pass is worth 0.  A persona with `bid_odds` 1001 never bids."""
    if bid == 0:
        return 0
    never = habits_of(table, seat).bid_odds > CERTAIN
    return max(chance_to_make(table, bid) - table.mind.needed, table.mind.overbid) - 4 * CERTAIN * never


@separate_rule
def leap(table, seat):
    """Return how far above the lowest bid a bidding player goes at once, to skip prices at which it would be outbid.

    It goes no further than if the highest bidder, or else the next one, went on raising by ones.
    """
    min_eagerness = habits_of(table, seat).leap
    min_bid = table.high + 1
    if min_eagerness > CERTAIN:
        return 0
    rival = next_bidder(table, seat) if table.high == 0 else table.bic
    bid = min_bid
    while bid + 1 < table.rules.max_bid:  # at max_bid the auction is over
        consider(table, seat, chance_under(table, seat, rival, bid), bid + 1)
        if appraise_bid(table, seat, bid + 1) <= 0 or shown_eagerness(table, seat, bid + 1) < min_eagerness:
            break
        bid += 1
    return bid - min_bid


@rule
def appraise_secret_bid(table, seat, bid):
    """Return the value of a secret bid, which grows with the bid: the higher, the likelier it wins."""
    return bid * appraise_bid(table, seat, bid)
