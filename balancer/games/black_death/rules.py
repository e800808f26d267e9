"""The rules of Black Death, in the order of the rulebook (rulebook.md; § names are its sections)."""

from balancer.core import bits, cards, dice
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHANCE, SETUP
from balancer.core.events import say, seat_name
from balancer.core.result_row import write_losing
from balancer.core.table import RUNNING, begin_turn, seat_after
from balancer.games.black_death import decisions
from balancer.games.black_death.appraisal import N_PLACES, place_of
from balancer.games.black_death.decisions import choose_offer
from balancer.games.black_death.knobs import OFFER_TO_RIGHT, ORDER_DRAW
from balancer.games.black_death.table import ENDING, EXTRA, NO_SLOT, NOBODY
from balancer.games.black_death.words import cards_words, rank_words

TRADES = 6  # per seat, in a redeal: enough to leave no trace of the true deal
HALVES = 2  # scores are counted in halves: players out in the setup share the mean of their places


# Before any game is played (plain Python) ---------------------------------------------------------------------------
def prepare(table, rules, players, parts):
    """Put the deck into the box in order: rank by rank, a card for each suit, Death last.

    Also note whether a persona of this line-up remembers where others take and lay; if none does, nobody counts it.
    """
    del players, parts
    table.box[:] = rules["ranks"]
    for i in range(rules["ranks"] * rules["suits"]):
        table.box[i] = i // rules["suits"]
    habits = [table.lineup[entry].habits for entry in range(table.lineup_length)]
    table.watched = any(habit.lay_where_taken or habit.take_elsewhere for habit in habits)


# § Setup ------------------------------------------------------------------------------------------------------------
@rule
def setup(table):
    """Shuffle, deal, and discard pairs; players without cards are out."""
    table.still_in = table.seats
    sit_in_a_ring(table)
    table.places_left = table.seats - 1
    table.active = 0
    table.offerer = NOBODY
    shuffle(table)
    deal(table)
    leave_after_setup(table)
    check_end(table)
    if table.extras[EXTRA.OUT_IN_SETUP]:
        while player_is_out(table, table.active):  # the neighbour of a player who is out may be out as well
            table.active = next_in(table, table.active)


@rule
def dealt_to(table, seat):
    """Return the set of the dealt names in a hand without its pairs: bit 0 is Death, bit 1 + rank a rank."""
    return (bits.WORD(table.players[seat].ranks) << bits.WORD(1)) | bits.WORD(table.death == seat)


@rule
def shuffle(table):
    """Shuffle the deck: each rank once per suit, and Death (rank number `ranks`)."""
    for i in range(deck_length(table)):
        table.deck[i] = table.box[i]
    cards.shuffle(table.deck, deck_length(table), table, SETUP)


@rule
def deck_length(table):
    """Return the number of cards in the deck, Death included."""
    return table.rules.ranks * table.rules.suits + 1


@rule
def deal(table):
    """Deal all cards one at a time clockwise; a second card of a rank takes the first away with it, as a pair.

    A hand is thus the sum of its cards modulo 2.  Death is dealt like one more rank and then taken out.
    """
    deal_round_by_round(table)
    for seat in range(table.seats):
        player = table.players[seat]
        hand = player.ranks
        player.cards = bits.count(hand)
        if bits.has(hand, table.rules.ranks):
            hand = bits.less(hand, table.rules.ranks)
            table.death = seat
        player.ranks = hand
    table.death_dealt = table.death
    table.death_known = bits.bit(table.death)


@rule
def deal_round_by_round(table):
    """Deal one card to each seat in turn, until there are no more; seats with a head start sit out the first rounds."""
    dealt = 0
    rounds = 0
    while dealt < deck_length(table):
        for seat in range(table.seats):
            if rounds >= table.rules.head_start[seat] and dealt < deck_length(table):
                player = table.players[seat]
                player.ranks = bits.toggled(player.ranks, table.deck[dealt])
                dealt += 1
        rounds += 1


@rule
def leave_after_setup(table):
    """Put players without cards out of the game, safe; they share the mean of the first places."""
    for seat in range(table.seats):
        if table.players[seat].cards == 0:
            table.extras[EXTRA.OUT_IN_SETUP] += 1
    out = table.extras[EXTRA.OUT_IN_SETUP]
    for seat in range(table.seats):
        if table.players[seat].cards == 0:
            table.players[seat].score = 2 * table.seats - 1 - out  # twice the mean of n-1, ..., n-out
            leave(table, seat)
            say("{} has no cards left: out, safe", seat_name(seat))
    table.places_left -= out


@rule
def player_is_out(table, seat):
    """Return whether that player has no cards."""
    return table.players[seat].cards == 0


@rule
def sit_in_a_ring(table):
    """Give each player a neighbour on either side; `after` is the side that `offer_to` names."""
    for seat in range(table.seats):
        left = seat_after(table, seat, 1)
        right = seat_after(table, seat, table.seats - 1)
        to_right = table.rules.offer_to == OFFER_TO_RIGHT
        table.after[seat] = right if to_right else left
        table.before[seat] = left if to_right else right


@rule
def leave(table, seat):
    """Take a player out of the ring; the neighbours now sit next to each other."""
    table.still_in -= 1
    table.after[table.before[seat]] = table.after[seat]
    table.before[table.after[seat]] = table.before[seat]


@rule
def next_in(table, seat):
    """Return the next player still in, on the side that `offer_to` names; works for a player just out, too."""
    return table.after[seat]


# § Turn -------------------------------------------------------------------------------------------------------------
@separate_rule
def play_round(table):
    """Play as many turns as there are players still in at the start of the round, unless the game ends before."""
    for _ in range(table.still_in):
        take_turn(table)
        if table.ending != RUNNING:
            break


@rule
def take_turn(table):
    """Play one take: the offerer lays out the hand, the taker takes a card, pairs go, players without cards are out."""
    begin_turn(table)
    if table.rules.order == ORDER_DRAW:
        taker = table.active
        offerer = next_in(table, taker)
    else:
        offerer = table.active
        taker = next_in(table, offerer)
    take_card(table, offerer, taker)
    leave_if_empty(table, offerer)
    leave_if_empty(table, taker)
    check_end(table)
    if table.ending == RUNNING:
        next_active = offerer if table.rules.order == ORDER_DRAW else taker
        table.active = next_in(table, next_active) if player_is_out(table, next_active) else next_active


@rule
def take_card(table, offerer, taker):
    """§ Turn 1 and 2: let the taker take a card from a slot, and discard the pair if it makes one."""
    giver = table.players[offerer]
    say("{} offers {} to {}", seat_name(offerer), cards_words(giver.cards), seat_name(taker))
    table.offerer = offerer
    table.death_slot = NO_SLOT
    if table.death == offerer:
        table.death_slot = decisions.choose_offer(table, offerer, taker) if giver.cards > 1 else 0
    slot = decisions.choose_take(table, taker, offerer)
    table.offerer = NOBODY
    death_slot = table.death_slot  # read only now: while the taker decides, a search redeals it in the table
    if table.watched:
        remember(table, offerer, taker, slot, slot == death_slot)
    if slot == death_slot:
        move_death(table, offerer, taker)
    else:
        if table.death == offerer:
            giver.refused = bits.bit(death_slot)
            table.death_known = bits.common(table.death_known, bits.plus(bits.bit(offerer), taker))
        move_card(table, giver, taker)


@rule
def remember(table, offerer, taker, slot, was_death):
    """Note the place that the taker takes (all see it), and if it took Death, where it lay (only the taker sees)."""
    place = place_of(slot, table.players[offerer].cards)
    table.players[taker].took[place] += 1
    if was_death:
        table.players[taker].saw_laid[offerer, place] += 1


@rule
def move_death(table, offerer, taker):
    """Move Death to the taker; only the two players know."""
    table.players[offerer].cards -= 1
    table.players[offerer].refused = bits.EMPTY
    table.players[taker].cards += 1
    table.death = taker
    table.extras[EXTRA.DEATH_MOVES] += 1
    table.death_known = bits.plus(bits.bit(offerer), taker)
    say(
        "{} takes Death from {}",
        seat_name(taker),
        seat_name(offerer),
        seen_by=[taker, offerer],
        instead="{} takes a card from {}",
    )


@rule
def move_card(table, giver, taker):
    """Move a random card other than Death to the taker: those cards lie in random order."""
    receiver = table.players[taker]
    k = dice.below(table.dice, CHANCE, bits.count(giver.ranks))
    rank = bits.select(giver.ranks, k)
    giver.ranks = bits.less(giver.ranks, rank)
    giver.cards -= 1
    say("{} takes {}", seat_name(taker), rank_words(table, rank), seen_by=[taker], instead="{} takes a card")
    if bits.has(receiver.ranks, rank):
        receiver.cards -= 1
        say("{} discards a pair of {}", seat_name(taker), rank_words(table, rank))
    else:
        receiver.cards += 1
    receiver.ranks = bits.toggled(receiver.ranks, rank)


@rule
def leave_if_empty(table, seat):
    """§ Turn 3: put a player without cards out of the game, safe."""
    player = table.players[seat]
    if player.cards == 0:
        player.score = HALVES * table.places_left
        table.places_left -= 1
        leave(table, seat)
        say("{} has no cards left: out, safe", seat_name(seat))


@rule
def check_end(table):
    """End the game as soon as only one player holds cards: just Death.  That player loses."""
    if table.still_in == 1:
        table.ending = ENDING.DEATH_HELD
        say("{} is the last to hold cards, just Death, and loses", seat_name(table.death))


@rule
def standing_of(table, seat):
    """Return the standing: minus the number of cards held."""
    return -table.players[seat].cards


# § Result -----------------------------------------------------------------------------------------------------------
@rule
def write_result(table, row):
    """Let everybody but the loser share the victory; the score is the order of getting out."""
    for seat in range(table.seats):
        player = table.players[seat]
        # cut off: those still in share the mean of the places left, 0 .. still_in - 1
        row.score[seat] = player.score if player.cards == 0 else table.still_in - 1
    if table.ending == ENDING.DEATH_HELD:
        write_losing(row, table.death)
        table.extras[EXTRA.LOSS_GIVEN_DEATH_DEALT] = table.death == table.death_dealt


# § Seen by ----------------------------------------------------------------------------------------------------------
@rule
def reshuffle_unseen(table, seat):
    """Redeal what `seat` can't see: the others' cards, and Death among them unless `seat` knows who holds it.

    The numbers of cards stay the same, and nobody has two of a rank (they would have been discarded).  Every such deal
    has the same chance.
    """
    knows_holder = bits.has(table.death_known, seat)
    if not knows_holder:  # Death is redealt like one more rank, as in the deal
        holder = table.players[table.death]
        holder.ranks = bits.plus(holder.ranks, table.rules.ranks)
    for _ in range(TRADES * table.seats):
        a = dice.below(table.dice, CHANCE, table.seats)
        b = dice.below(table.dice, CHANCE, table.seats)
        if a != b and a != seat and b != seat:
            trade(table, table.players[a], table.players[b])
    if not knows_holder:
        take_death_out(table)
    forget_the_unseen(table, seat, knows_holder)
    if table.offerer != NOBODY and table.offerer != seat:
        lay_death_again(table, table.offerer, seat)


@rule
def trade(table, first, second):
    """Redeal the cards that only one of two players holds, at random, so that both keep their numbers of cards.

    Curveball trades: repeated between random pairs of players, they lead to every possible deal with the same chance
    (Strona et al. 2014, Carstens 2015).
    """
    shared = bits.common(first.ranks, second.ranks)
    to_first = bits.count(first.ranks) - bits.count(shared)
    pool = bits.minus(bits.union(first.ranks, second.ranks), shared)
    first_gets = bits.EMPTY
    second_gets = pool
    # Each rank goes to the first player with chance to_first / cards_left: all divisions are equally likely.
    for cards_left in range(bits.count(pool), 0, -1):
        rank = bits.lowest(pool)
        pool = bits.without_lowest(pool)
        if dice.below(table.dice, CHANCE, cards_left) < to_first:
            to_first -= 1
            first_gets = bits.plus(first_gets, rank)
            second_gets = bits.less(second_gets, rank)
    first.ranks = bits.union(shared, first_gets)
    second.ranks = bits.union(shared, second_gets)


@rule
def take_death_out(table):
    """Take Death out of the redealt hand that holds it; only its player is then supposed to know where it is."""
    for seat in range(table.seats):
        player = table.players[seat]
        if bits.has(player.ranks, table.rules.ranks):
            player.ranks = bits.less(player.ranks, table.rules.ranks)
            table.death = seat
    table.death_known = bits.bit(table.death)


@rule
def forget_the_unseen(table, seat, knows_holder):
    """Make the others forget what `seat` can't know: where Death lay when it was refused, and where it was laid.

    If `seat` knows who holds Death, it knows whether Death was refused there, but not at which slot.
    """
    for other in range(table.seats):
        player = table.players[other]
        if other != seat:
            was_refused = knows_holder and not bits.is_empty(player.refused)
            slot = dice.below(table.dice, CHANCE, max(1, player.cards))
            player.refused = bits.bit(slot) if was_refused else bits.EMPTY
            if table.watched:
                for offerer in range(table.seats):
                    if offerer != seat:
                        cards.clear(player.saw_laid[offerer], N_PLACES)


@rule
def lay_death_again(table, offerer, taker):
    """Let the offerer choose a slot for Death if the redeal has given it Death."""
    table.death_slot = NO_SLOT
    if table.death == offerer:
        table.death_slot = choose_offer(table, offerer, taker) if table.players[offerer].cards > 1 else 0
