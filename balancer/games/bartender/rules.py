"""The rules of Bartender, in the order of the rulebook (rulebook.md; § names are its sections)."""

from balancer.core import bits, cards
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import SETUP
from balancer.core.events import say, seat_name
from balancer.core.table import begin_turn, next_in, seat_after
from balancer.games.bartender import bar, decisions, deck, effects, memory
from balancer.games.bartender.decisions import NO_CARD, NONE_ADMITTED, PASS, REPLACE
from balancer.games.bartender.knobs import DRAFT_NONE, FIXED, OPEN, TO_BOTTOM, TO_BREAKAGE
from balancer.games.bartender.preparation import DERIVED, check, derive, prepare
from balancer.games.bartender.result import count_shift, standing_of, write_result
from balancer.games.bartender.table import ENDING, EXTRA, MAX_HOURS
from balancer.games.bartender.words import bid_words, cards_words, name_of, revealed_words

__all__ = ["DERIVED", "check", "derive", "play_round", "prepare", "setup", "standing_of", "write_result"]


# § Setup --------------------------------------------------------------------------------------------------------------
@separate_rule
def setup(table):
    """Shuffle, deal and draft; the only tokens are those of the head start."""
    lay_out(table)
    if table.rules.draft != DRAFT_NONE:
        draft(table)
        return
    for seat in range(table.seats):
        mulligan(table, seat)


@rule
def lay_out(table):
    """Set up everything that comes before the first choice."""
    table.still_in = bits.first_bits(table.seats)
    table.players_in = table.seats
    table.opener = 0
    for card in range(table.n_cards):
        table.deck[card] = table.box[card]
    cards.shuffle(table.deck, table.n_cards, table, SETUP)
    table.deck_size = table.n_cards
    for seat in range(table.seats):
        table.players[seat].good = table.rules.head_start[seat]
    deal(table)


@rule
def dealt_to(table, seat):
    """Return the set of the names of the cards of a hand, or of the first packet of a draft."""
    return table.players[seat].kinds


@separate_rule
def deal(table):
    """Deal `hand_size` cards to each player still in, one player after the other."""
    for seat in range(table.seats):
        if bits.has(table.still_in, seat):
            deck.draw_cards(table, seat, table.rules.hand_size)


@rule
def previous_in(table, seat):
    """Return the player still in who comes before a seat."""
    seat = seat_after(table, seat, table.seats - 1)
    while not bits.has(table.still_in, seat):
        seat = seat_after(table, seat, table.seats - 1)
    return seat


@separate_rule
def draft(table):
    """Pick a card of a packet and pass the rest on, until all are picked; the player before gets the picks.

    A packet stays in the `hand` where it was dealt; the players move from each packet to the one before.
    """
    if table.watched:
        memory.forget(table)  # hands that were dealt are packets now, and go round
    for picks in range(table.rules.hand_size):
        table.drafting = picks + 1
        for seat in range(table.seats):
            if bits.has(table.still_in, seat):
                pick(table, seat, packet_before(table, seat, picks), picks)
    for seat in range(table.seats):
        if bits.has(table.still_in, seat):
            take_picks(table, seat)
    table.drafting = 0


@rule
def packet_before(table, seat, picks):
    """Return the seat that was dealt the packet that a player holds after that number of picks."""
    for _ in range(picks):
        seat = previous_in(table, seat)
    return seat


@rule
def pick(table, seat, packet, picks):
    """Pick one card of a packet for the player before."""
    if table.watched and picks >= table.players_in:
        memory.note_packet_seen(table, seat, table.players[packet], -1)
    kind = decisions.choose_draft(table, seat, packet)
    receiver = previous_in(table, seat)
    deck.give_up(table.players[packet], kind)
    player = table.players[receiver]
    player.next_hand[kind] += 1
    player.next_kinds = bits.plus(player.next_kinds, kind)
    player.next_size += 1
    if table.watched:
        table.known[receiver, kind] += memory.in_byte(1, seat)
        memory.note_packet_seen(table, seat, table.players[packet], 1)
    say(
        "{} picks {} for {}",
        seat_name(seat),
        name_of(table, kind),
        seat_name(receiver),
        seen_by=[seat],
        instead="{0} picks a card for {2}",
    )


@rule
def take_picks(table, seat):
    """Make a hand of the cards that the next player has picked for a seat."""
    player = table.players[seat]
    for kind in range(table.n_kinds):
        player.hand[kind] = player.next_hand[kind]
        player.next_hand[kind] = 0
    player.kinds = player.next_kinds
    player.hand_size = player.next_size
    player.next_kinds = bits.EMPTY
    player.next_size = 0
    if table.watched:
        memory.note_own_hand(table, seat)
    say(
        "{} receives {}", seat_name(seat), cards_words(table, player.hand), seen_by=[seat], instead="{} receives a hand"
    )


@separate_rule
def mulligan(table, seat):
    """`draft: none`: keep or replace each card; those replaced go to the breakage before new ones are drawn."""
    player = table.players[seat]
    for kind in range(table.n_kinds):
        for _ in range(player.hand[kind]):
            player.next_hand[kind] += decisions.choose_mulligan(table, seat, kind) == REPLACE
    replaced = 0
    for kind in range(table.n_kinds):
        for _ in range(player.next_hand[kind]):
            deck.give_up(player, kind)
            deck.throw_away(table, kind)
            replaced += 1
        player.next_hand[kind] = 0
    say("{} replaces {} cards", seat_name(seat), replaced)
    deck.draw_cards(table, seat, replaced)


@separate_rule
def redraft(table):
    """`redraft: true`: throw all hands into the breakage, then deal and draft new ones."""
    say("All hands go to the breakage, and new ones are dealt")
    for seat in range(table.seats):
        deck.throw_away_hand(table, seat)
    if table.watched:
        memory.forget(table)
    deal(table)
    if table.rules.draft != DRAFT_NONE:
        draft(table)


# § Auction ------------------------------------------------------------------------------------------------------------
@separate_rule
def auction(table):
    """Decide who is in charge (BIC), and the goal; if nobody bids, it is the opener with a goal of 1."""
    table.bic = table.opener
    table.high = 0
    table.bidding = table.still_in
    table.compared = 0
    for seat in range(table.seats):
        table.players[seat].estimated = 0
    if table.rules.auction == FIXED:
        table.high = table.rules.fixed_goal
    elif table.rules.auction == OPEN:
        open_auction(table)
    else:
        secret_auction(table)
    table.goal = max(1, table.high)
    table.bid = table.goal
    say("{} is in charge; the goal is {}", seat_name(table.bic), table.goal)


@separate_rule
def open_auction(table):
    """Let players raise or pass in turn, until only one bidder is left, all have passed, or the bid is `max_bid`."""
    seat = table.opener
    while not auction_is_over(table):
        bid = decisions.choose_bid(table, seat)
        say("{} {}", seat_name(seat), bid_words(bid))
        if bid == PASS:
            table.bidding = bits.less(table.bidding, seat)
        else:
            table.high = bid
            table.bic = seat
        seat = next_in(table.bidding, seat)


@rule
def auction_is_over(table):
    bidding = table.bidding
    one_left = (table.high > 0) & bits.is_empty(bits.without_lowest(bidding))
    return one_left or bits.is_empty(bidding) or table.high == table.rules.max_bid


@separate_rule
def secret_auction(table):
    """Let all players bid at once; a tie goes to the first bidder from the opener on."""
    seat = table.opener
    for _ in range(table.players_in):
        bid = decisions.choose_secret_bid(table, seat)
        table.players[seat].bid = bid
        table.bidding = bits.less(table.bidding, seat)
        say("{} {}", seat_name(seat), bid_words(bid), seen_by=[seat], instead="{} bids in secret")
        seat = next_in(table.still_in, seat)
    for _ in range(table.players_in):
        bid = table.players[seat].bid
        if bid > table.high:
            table.high = bid
            table.bic = seat
        seat = next_in(table.still_in, seat)


# § Hours --------------------------------------------------------------------------------------------------------------
@separate_rule
def play_round(table):
    """Play one shift: the auction, the hours, and the result."""
    if table.rounds > 1 and table.rules.redraft:
        redraft(table)
    auction(table)
    table.last_hour = table.rules.hours
    table.hour = 0
    table.locks_next = 0
    table.no_reveal = 0
    table.protected = 0
    table.silenced = 0
    deck.draw_cards(table, table.bic, table.rules.bic_draw)
    seat = table.bic
    while table.hour < min(table.last_hour, MAX_HOURS):
        play_hour(table, seat)
        seat = next_in(table.still_in, seat)
    end_shift(table)


@rule
def play_hour(table, seat):
    """Play one turn: a scheme, a patron, and perhaps an admission if no patron was played."""
    begin_turn(table)
    table.hour += 1
    table.locked = table.locks_next
    table.locks_next = 0
    table.to_ask = 1
    table.patron_played = 0
    say("Hour {} is {}'s", table.hour, seat_name(seat))
    if table.rules.draw_every_hour:
        deck.draw_card(table, seat)
    play_scheme(table, seat)
    while table.to_ask > 0 and table.locked == 0:
        table.to_ask -= 1
        play_patron(table, seat)
    table.hours_without_patron += table.patron_played == 0
    if table.patron_played == 0 and table.locked == 0 and table.no_reveal == 0:
        admit(table)


@rule
def play_scheme(table, seat):
    """Play a scheme or none (node `scheme`): it stays in the bar, and has its effect."""
    option = decisions.choose_scheme(table, seat)
    if option == NO_CARD:
        return
    kind = decisions.kind_of(option)
    leave_hand(table, seat, kind)
    bar.lay_scheme(table, kind)
    effects.take_effect(table, seat, kind, decisions.target_of(option))


@rule
def play_patron(table, seat):
    """Play a patron or none (node `patron`): it enters the bar, and has its effect unless silenced."""
    option = decisions.choose_patron(table, seat)
    if option == NO_CARD:
        return
    kind = decisions.kind_of(option)
    leave_hand(table, seat, kind)
    bar.enter(table, kind)
    table.patron_played = 1
    if table.silenced == 0:
        effects.take_effect(table, seat, kind, decisions.target_of(option))


@rule
def leave_hand(table, seat, kind):
    """Take a card that is played out of the hand."""
    player = table.players[seat]
    deck.give_up(player, kind)
    if table.watched:
        memory.note_shown(table, seat, kind)
    player.played = bits.plus(player.played, kind)
    table.extras[EXTRA.CARDS_PLAYED] += 1
    say("{} plays {}", seat_name(seat), name_of(table, kind))


@separate_rule
def admit(table):
    """Let the BIC look at the top cards of the deck and perhaps admit a patron, without its effect."""
    turn_up(table)
    if table.revealed == 0:
        return
    say(
        "{0} turns up {2}",
        seat_name(table.bic),
        table.revealed,
        revealed_words(table),
        seen_by=[table.bic],
        instead="{0} turns up {1} cards",
    )
    table.extras[EXTRA.ADMIT_CHANCES] += 1
    kind = decisions.choose_admit(table, table.bic)
    say("{} admits {}", seat_name(table.bic), "nobody" if kind == NONE_ADMITTED else name_of(table, kind))
    if kind != NONE_ADMITTED:
        take_revealed(table, kind)
        bar.enter(table, kind)
        table.extras[EXTRA.ADMISSIONS] += 1
    put_back(table)


@rule
def turn_up(table):
    """Turn up cards from the top; if the deck ends, shuffle the breakage and put it below the cards turned up."""
    table.revealed = min(table.rules.reveal, table.deck_size)
    see_revealed(table)
    if table.revealed < table.rules.reveal and table.breakage_size > 0:
        deck.reshuffle_breakage(table)
        table.revealed = min(table.rules.reveal, table.deck_size)
        see_revealed(table)


@rule
def see_revealed(table):
    """Note that the BIC, and nobody else, knows the cards turned up."""
    for k in range(table.revealed):
        place = deck.place_at(table, k)
        table.seen[place] = table.seen[place] | 1 << table.bic


@rule
def take_revealed(table, kind):
    """Take the first card of that kind among those turned up out of the deck; the cards above it move down."""
    k = 0
    while table.deck[deck.place_at(table, k)] != kind:
        k += 1
    while k > 0:
        place = deck.place_at(table, k)
        above = deck.place_at(table, k - 1)
        table.deck[place] = table.deck[above]
        table.seen[place] = table.seen[above]
        k -= 1
    table.top = deck.place_at(table, 1)
    table.deck_size -= 1
    table.revealed -= 1


@rule
def put_back(table):
    """Move the other cards turned up to the bottom in order or to the breakage, or leave them on top."""
    destination = table.rules.revealed_go
    if destination == TO_BOTTOM:
        for _ in range(table.revealed):
            place = table.top
            bottom = deck.place_at(table, table.deck_size)
            table.deck[bottom] = table.deck[place]
            table.seen[bottom] = table.seen[place]
            table.top = deck.place_at(table, 1)
    elif destination == TO_BREAKAGE:
        for _ in range(table.revealed):
            deck.throw_away(table, table.deck[table.top])
            table.top = deck.place_at(table, 1)
            table.deck_size -= 1
    table.revealed = 0


# § End of the shift ---------------------------------------------------------------------------------------------------
@separate_rule
def end_shift(table):
    """Give the BIC its token; then a packed bar wins, the bar is cleared, and too many BAD NIGHTs knock the BIC out."""
    player = table.players[table.bic]
    good = table.total >= table.goal
    player.good += good
    player.bad += not good
    say("The bar is worth {}, the goal is {}: a {} NIGHT", table.total, table.goal, "GOOD" if good else "BAD")
    count_shift(table, good)
    if table.rules.packed_bar > 0 and table.total >= table.rules.packed_bar:
        table.ending = ENDING.PACKED
        say("The bar is packed with {}: {} wins at once", table.total, seat_name(table.bic))
        return
    bar.clear(table)
    if table.rules.bad_nights_out > 0 and not good and player.bad >= table.rules.bad_nights_out:
        knock_out(table, table.bic)
    if table.players_in == 1:
        table.ending = ENDING.LAST_STANDING
    elif table.rounds == table.rules.shifts:
        table.ending = ENDING.CLOSING_TIME
    table.opener = next_in(table.still_in, table.bic)


@rule
def knock_out(table, seat):
    """Take a player out of the game; its hand goes to the breakage."""
    table.still_in = bits.less(table.still_in, seat)
    table.players_in -= 1
    table.extras[EXTRA.KNOCK_OUTS] += 1
    deck.throw_away_hand(table, seat)
    say("{} is knocked out", seat_name(seat))
