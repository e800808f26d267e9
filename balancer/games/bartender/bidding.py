"""What a player of Bartender thinks of a bid: the total it expects, and what being in charge is worth.

Habits are in personas.py; what a player knows is described in appraisal.py.  A bid is weighed against leaving the shift
to the highest bidder: how likely must a GOOD NIGHT be for the own win to be as likely either way?  Besides, who
expects another to bid higher still raises the price: a rival with such tokens, if it weighs bids as the player does.
Prices that it expects to be outbid are skipped.
"""

from balancer.core import bits
from balancer.core.arithmetic.fast_division import reciprocal
from balancer.core.arithmetic.normal import STEPS
from balancer.core.compile import rule, separate_rule
from balancer.core.table import habits_of, seat_after
from balancer.games.bartender import memory
from balancer.games.bartender.appraisal import DEVIATION, POINT, SPOILED_SUMS, hours_add, hours_of, odds
from balancer.games.bartender.knobs import OPEN
from balancer.games.bartender.tokens import CERTAIN, note_chances

# What a player expects of a shift with itself in charge, before it bids, in 1/16 of a point:
START = -32
PER_CARD = 7  # for each card in the own hand, and each that the BIC draws
OWN_SHARE = 4  # of what the own cards do for the player in charge, in 1/16
KNOWN_SHARE = 12  # of what the others' cards that it knows do against the player in charge
PASSED_SHARE = 8  # the same of cards that it passed on
FIRST_SHIFT = -32  # hands are full of what nobody wants
LAST_SHIFT = -24  # everybody spends the last cards

RIVALS_CARDS = 32  # what the cards of another player are expected to do for it in charge
RIVALS_NERVE = 300  # a rival's bid says that its chance is at least this, per mille


# The total of a shift -------------------------------------------------------------------------------------------------
@separate_rule
def estimate(table, seat):
    """The total, in 1/16, that the player expects of a shift in which it is in charge.

    It knows its own cards, how many the others hold, some of them, and some that it passed on in the draft.
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
            own = hours_of(hours, players, place)
            total += own * admission - hours_add(SPOILED_SUMS, table.players[other].hand_size, own, 0)
    total -= remembered_spoils(table, seat) // POINT
    return total + FIRST_SHIFT * (table.rounds == 1) + LAST_SHIFT * (table.rounds == table.rules.shifts)


@rule
def remembered_spoils(table, seat):
    """What cards that the player remembers in the others' hands do against it, more than any cards, in 1/256."""
    spoils = 0
    for kind in range(table.n_kinds):
        known = bits.EMPTY  # bytes of all seats; no byte overflows, for there are at most 100 cards of a kind
        for other in range(table.seats):
            known = known + table.known[other, kind]
        remembered = KNOWN_SHARE * memory.byte_of(known, seat) + PASSED_SHARE * memory.byte_of(table.passed[kind], seat)
        spoils += remembered * (table.facts[kind].spoils - table.mean_spoils)
    return spoils


@rule
def own_cards(table, player, own_hours, admission):
    """What the own cards add: the best of them, as many as there are hours, patrons above an admission."""
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
    """The total, in 1/16, that players expect of a shift with another in charge, whose cards they do not see."""
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
            own = hours_of(hours, players, place)
            total -= hours_add(SPOILED_SUMS, table.players[other].hand_size, own, 0)
    return total + FIRST_SHIFT * (table.rounds == 1) + LAST_SHIFT * (table.rounds == table.rules.shifts)


@separate_rule
def compare_players(table):
    """Note, once per auction, what all expect of each player in charge: the total, and what a token would change."""
    for bic in range(table.seats):
        table.players[bic].as_rival = estimate_of_rival(table, bic)
        note_chances(table, bic, 0)
        note_chances(table, bic, 1)
    table.compared = 1


# What a bid is worth -------------------------------------------------------------------------------------------------
@rule
def chance_beside(table, seat):
    """The chance, per mille, to win if the highest bidder is in charge; where there is none, whoever is next."""
    if table.high == 0:
        rival = next_bidder(table, seat)
        return (table.chances[rival, 1, seat] + table.chances[rival, 0, seat]) // 2
    return chance_under(table, seat, table.bic, table.high)


@rule
def chance_under(table, seat, rival, bid):
    """The chance, per mille, to win with a rival in charge at that bid."""
    expected = table.players[rival].as_rival + POINT // 2
    good = max(RIVALS_NERVE, odds(table, expected - POINT * bid))
    packed = chance_packed(table, expected)
    with_good = table.chances[rival, 1, seat]
    with_bad = table.chances[rival, 0, seat]
    return (max(0, good - packed) * with_good + (CERTAIN - good) * with_bad) // CERTAIN


@rule
def chance_packed(table, expected):
    """The chance, per mille, of a packed bar where that total is expected."""
    return odds(table, expected - POINT * table.rules.packed_bar) * (table.rules.packed_bar > 0)


@rule
def break_even(table, habits, seat, expected, beside):
    """The chance of a GOOD NIGHT, per mille, from which on being in charge makes a player's win likelier.

    habits: of the player who considers this; expected: the total with the player in charge, half a point included;
    beside: the player's chance to win if another is in charge.
    """
    good = table.chances[seat, 1, seat]
    bad = table.chances[seat, 0, seat]
    from_packed = habits.bid_packed * chance_packed(table, expected) * (CERTAIN - good) // (100 * CERTAIN)
    needed = CERTAIN * (beside - bad - from_packed) // max(1, good - bad)
    return max(-CERTAIN, min(needed, CERTAIN))


@separate_rule
def eagerness(table, seat, bid):
    """How gladly the most eager rival would bid one more if the player makes that bid: -CERTAIN to CERTAIN."""
    eager = -CERTAIN
    for rival in range(table.seats):
        if rival != seat and bits.has(table.bidding, rival):
            eager = max(eager, eagerness_of(table, seat, rival, bid))
    return eager


@separate_rule
def shown_eagerness(table, seat, bid):
    """The same of the highest bidder, who has shown to want the shift, or of the second most eager of all."""
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
    """How gladly a rival would bid one more if the player makes that bid: -CERTAIN to CERTAIN.

    By how much, per mille, the chance of a GOOD NIGHT exceeds what the rival needs, who weighs a bid as the player
    itself does, but whose cards the player does not see.
    """
    habits = habits_of(table, seat)
    expected = table.players[rival].as_rival + POINT // 2
    beside = chance_under(table, rival, seat, bid)
    needed = habits.bid_odds + break_even(table, habits, rival, expected, beside)
    return min(odds(table, expected - POINT * (bid + 1)) - needed, CERTAIN)


@rule
def next_bidder(table, seat):
    """The next player still bidding, or else the next."""
    rival = seat_after(table, seat, 1)
    for _ in range(table.seats - 2):
        if not bits.has(table.bidding, rival):
            rival = seat_after(table, rival, 1)
    return rival


# bid, secret_bid ------------------------------------------------------------------------------------------------------
@separate_rule
def prepare_bid(table, seat):
    """Consider what the shift would come to, once per auction, and what being in charge would be worth."""
    mind = table.mind
    player = table.players[seat]
    if not table.compared:
        compare_players(table)
    if not player.estimated:
        player.estimate = estimate(table, seat)
        player.estimated = 1
    mind.expected = player.estimate
    mind.steps = STEPS * reciprocal(DEVIATION[table.rules.hours])
    consider(table, seat, chance_beside(table, seat), table.high + 1)


@rule
def consider(table, seat, beside, bid):
    """Weigh that bid against leaving the shift to another, which gives the player that chance to win, per mille."""
    mind = table.mind
    habits = habits_of(table, seat)
    expected = mind.expected + POINT // 2
    mind.needed = habits.bid_odds + break_even(table, habits, seat, expected, beside)
    if habits.stop_leader > 0 and leads_and_bids(table):
        mind.needed -= habits.stop_leader
    mind.overbid = -2 * CERTAIN
    if may_push(table, habits, bid) and made(table, bid) <= mind.needed:
        mind.overbid = eagerness(table, seat, bid) - habits.push


@rule
def leads_and_bids(table):
    """Whether the highest bidder has a GOOD NIGHT token, and nobody still in has more, less BAD ones."""
    bic = table.players[table.bic]
    for other in range(table.seats):
        player = table.players[other]
        if bits.has(table.still_in, other) and player.good - player.bad > bic.good - bic.bad:
            return False
    return (table.high > 0) & (bic.good > 0)


@rule
def may_push(table, habits, bid):
    """Whether a player with these habits ever raises a price, and a still higher bid is allowed."""
    pushes = (habits.push <= CERTAIN) & (habits.bid_odds <= CERTAIN)
    return pushes & (table.rules.auction == OPEN) & (bid < table.rules.max_bid)


@rule
def made(table, bid):
    """The chance, per mille, that the player believes it has of making a bid."""
    return odds(table, table.mind.expected + POINT // 2 - POINT * bid)


@rule
def appraise_bid(table, seat, bid):
    """How good a bid is; to pass is worth 0.  A bid of 1001 per mille beyond break-even is never made."""
    if bid == 0:
        return 0
    never = habits_of(table, seat).bid_odds > CERTAIN
    return max(made(table, bid) - table.mind.needed, table.mind.overbid) - 4 * CERTAIN * never


@separate_rule
def leap(table, seat):
    """How far above the least bid a player who bids goes at once: as far as rivals are expected to bid higher still.

    No further than it would go if a rival, the highest bidder or else the next, bid on by ones.
    """
    wanted = habits_of(table, seat).leap
    least = table.high + 1
    if wanted > CERTAIN:
        return 0
    rival = next_bidder(table, seat) if table.high == 0 else table.bic
    bid = least
    while bid + 1 < table.rules.max_bid:  # nobody bids higher than that
        consider(table, seat, chance_under(table, seat, rival, bid), bid + 1)
        if appraise_bid(table, seat, bid + 1) <= 0 or shown_eagerness(table, seat, bid + 1) < wanted:
            break
        bid += 1
    return bid - least


@rule
def appraise_secret_bid(table, seat, bid):
    """The same; the higher a bid, the likelier it wins."""
    return bid * appraise_bid(table, seat, bid)
