"""Black Death, in the order of the rulebook (rulebook.md; § names are its sections)."""

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

TRADES = 6  # per seat: then no trace of the true deal is left
HALVES = 2  # scores are counted in halves: players out in the setup share the mean of their places


# Before any game is played (plain Python) ---------------------------------------------------------------------------
def prepare(table, rules, players, parts):
    """Put the deck into the box in order: rank by rank, a card for each suit, Death last.

    Also note whether a persona at this table remembers where others take and lay; otherwise that is not counted.
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
    """Shuffle, deal, discard pairs; players without cards are out."""
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
    """Death, and the ranks of a hand that did not pair off."""
    return (bits.WORD(table.players[seat].ranks) << bits.WORD(1)) | bits.WORD(table.death == seat)


@rule
def shuffle(table):
    """Shuffle the deck: each rank once per suit, and Death (rank number `ranks`)."""
    for i in range(deck_length(table)):
        table.deck[i] = table.box[i]
    cards.shuffle(table.deck, deck_length(table), table, SETUP)


@rule
def deck_length(table):
    """Cards in the deck, Death among them."""
    return table.rules.ranks * table.rules.suits + 1


@rule
def deal(table):
    """Deal all cards one at a time clockwise; a second card of a rank takes the first away with it, as a pair.

    So a hand is what its cards sum to modulo 2.  Death is dealt as one more rank and then taken out.
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
    """Players without cards are out, safe; they share the mean of the first places."""
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
    """Whether that player has no cards."""
    return table.players[seat].cards == 0


@rule
def sit_in_a_ring(table):
    """Give each player a neighbour on either side; `after` is the side that `offer_to` says."""
    for seat in range(table.seats):
        left = seat_after(table, seat, 1)
        right = seat_after(table, seat, table.seats - 1)
        to_right = table.rules.offer_to == OFFER_TO_RIGHT
        table.after[seat] = right if to_right else left
        table.before[seat] = left if to_right else right


@rule
def leave(table, seat):
    """Take a player out of the ring: the neighbours now sit next to each other."""
    table.still_in -= 1
    table.after[table.before[seat]] = table.after[seat]
    table.before[table.after[seat]] = table.before[seat]


@rule
def next_in(table, seat):
    """The next player still in, on the side that `offer_to` says; works for a player just out, too."""
    return table.after[seat]


# § Turn -------------------------------------------------------------------------------------------------------------
@separate_rule
def play_round(table):
    """As many turns as there are players still in when the round begins, or until one alone holds cards."""
    for _ in range(table.still_in):
        take_turn(table)
        if table.ending != RUNNING:
            break


@rule
def take_turn(table):
    """One take: the offerer lays out the hand, the taker takes a card, pairs go, players without cards are out."""
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
        follows = offerer if table.rules.order == ORDER_DRAW else taker
        table.active = next_in(table, follows) if player_is_out(table, follows) else follows


@rule
def take_card(table, offerer, taker):
    """§ Turn 1 and 2: the taker takes a card from a slot and discards the pair if it makes one."""
    giver = table.players[offerer]
    say("{} offers {} to {}", seat_name(offerer), cards_words(giver.cards), seat_name(taker))
    table.offerer = offerer
    table.death_slot = NO_SLOT
    if table.death == offerer:
        table.death_slot = decisions.choose_offer(table, offerer, taker) if giver.cards > 1 else 0
    slot = decisions.choose_take(table, taker, offerer)
    table.offerer = NOBODY
    death_slot = table.death_slot  # in the table until now: a search deals it anew while the taker decides
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
    """All see where the taker takes from; the taker alone sees where Death had been laid."""
    place = place_of(slot, table.players[offerer].cards)
    table.players[taker].took[place] += 1
    if was_death:
        table.players[taker].saw_laid[offerer, place] += 1


@rule
def move_death(table, offerer, taker):
    """Death changes hands; only these two know."""
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
    """A card other than Death changes hands, whichever lies there: their order is random."""
    receiver = table.players[taker]
    k = dice.below(table.dice, CHANCE, bits.count(giver.ranks))
    rank = bits.select(giver.ranks, k)
    giver.ranks = bits.less(giver.ranks, rank)
    giver.cards -= 1
    say("{} takes {}", seat_name(taker), rank_words(table, rank), seen_by=[taker], instead="{} takes a card")
    if bits.has(receiver.ranks, rank):
        receiver.cards -= 1
        say("{} discards the pair of {}", seat_name(taker), rank_words(table, rank))
    else:
        receiver.cards += 1
    receiver.ranks = bits.toggled(receiver.ranks, rank)


@rule
def leave_if_empty(table, seat):
    """§ Turn 3: a player without cards is out, safe."""
    player = table.players[seat]
    if player.cards == 0:
        player.score = HALVES * table.places_left
        table.places_left -= 1
        leave(table, seat)
        say("{} has no cards left: out, safe", seat_name(seat))


@rule
def check_end(table):
    """The game ends as soon as one player alone holds cards: just Death.  That player loses."""
    if table.still_in == 1:
        table.ending = ENDING.DEATH_HELD
        say("{} alone holds cards, just Death, and loses", seat_name(table.death))


@rule
def standing_of(table, seat):
    """Standing: minus the number of cards held."""
    return -table.players[seat].cards


# § Result -----------------------------------------------------------------------------------------------------------
@rule
def write_result(table, row):
    """Everybody but the loser shares the victory; the score is the order of getting out."""
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
    """Deal anew what `seat` can't see: the others' cards, Death among them unless `seat` knows who holds it.

    All deals are alike likely in which the numbers of cards stay and nobody has two of a rank (they would have gone).
    """
    knows = bits.has(table.death_known, seat)
    if not knows:
        holder = table.players[table.death]
        holder.ranks = bits.plus(holder.ranks, table.rules.ranks)  # one more rank, as in the deal
    for _ in range(TRADES * table.seats):
        a = dice.below(table.dice, CHANCE, table.seats)
        b = dice.below(table.dice, CHANCE, table.seats)
        if a != b and a != seat and b != seat:
            trade(table, table.players[a], table.players[b])
    if not knows:
        take_death_out(table)
    forget_the_unseen(table, seat, knows)
    if table.offerer != NOBODY and table.offerer != seat:
        lay_death_anew(table, table.offerer, seat)


@rule
def trade(table, one, other):
    """Let two players mix the cards that only one of them has, and divide them in any way that keeps their numbers.

    Such trades lead to each deal with the same chance (curveball: Strona et al. 2014, Carstens 2015).
    """
    both = bits.common(one.ranks, other.ranks)
    wanted = bits.count(one.ranks) - bits.count(both)
    pool = bits.minus(bits.union(one.ranks, other.ranks), both)
    mine = bits.EMPTY
    theirs = pool
    for left in range(bits.count(pool), 0, -1):
        rank = bits.lowest(pool)
        pool = bits.without_lowest(pool)
        if dice.below(table.dice, CHANCE, left) < wanted:
            wanted -= 1
            mine = bits.plus(mine, rank)
            theirs = bits.less(theirs, rank)
    one.ranks = bits.union(both, mine)
    other.ranks = bits.union(both, theirs)


@rule
def take_death_out(table):
    """Take Death out of the hand in which it is, whose player alone is taken to know."""
    for seat in range(table.seats):
        player = table.players[seat]
        if bits.has(player.ranks, table.rules.ranks):
            player.ranks = bits.less(player.ranks, table.rules.ranks)
            table.death = seat
    table.death_known = bits.bit(table.death)


@rule
def forget_the_unseen(table, seat, knows):
    """Let the others remember nothing that `seat` can't know: where Death lay when it was refused, or was laid.

    Where `seat` knows who holds Death, it knows whether it was refused there, not at which slot.
    """
    for other in range(table.seats):
        player = table.players[other]
        if other != seat:
            was_refused = knows and not bits.is_empty(player.refused)
            slot = dice.below(table.dice, CHANCE, max(1, player.cards))
            player.refused = bits.bit(slot) if was_refused else bits.EMPTY
            if table.watched:
                for offerer in range(table.seats):
                    if offerer != seat:
                        cards.clear(player.saw_laid[offerer], N_PLACES)


@rule
def lay_death_anew(table, offerer, taker):
    """Let the offerer, if it holds Death now, choose anew where Death lies."""
    table.death_slot = NO_SLOT
    if table.death == offerer:
        table.death_slot = choose_offer(table, offerer, taker) if table.players[offerer].cards > 1 else 0
