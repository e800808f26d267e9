"""The rules of Festo!, in the order of the rulebook (rulebook.md; § names are its sections).

Phases have files of their own: shopping.py, action.py with abilities.py, cooking.py with costs.py.
"""

from balancer.core import bits, cards, dice
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHANCE, SETUP
from balancer.core.events import say, seat_name
from balancer.core.table import RUNNING, seat_after
from balancer.games.festo import decisions
from balancer.games.festo.abilities import is_last_round
from balancer.games.festo.action import act_at_character, act_at_grocer, take_start_card
from balancer.games.festo.components import EFFECT, N_COLOURS, N_ROWS, N_TYPES
from balancer.games.festo.cooking import cook_dishes
from balancer.games.festo.costs import EACH_COLOUR
from balancer.games.festo.packs import amount, more, pack_of, times, total
from balancer.games.festo.personas import HABITS
from balancer.games.festo.seats import put_discs_that_come
from balancer.games.festo.shopping import EVENTS_OF_DAY, go_to_day, shop
from balancer.games.festo.stores import clear_shelves, fill_market, fill_shelf, rob_market, take_salt
from balancer.games.festo.table import (
    COLUMNS,
    CREDITS,
    DISCS,
    ENDING,
    EXTRA,
    GROCER,
    MEANS,
    N_PLACES,
    PER_HELPER,
    PER_INGREDIENT,
    PLACE,
    QUANTITY,
    ROAST,
    SALT,
    SHARES,
    TOKENS,
)
from balancer.games.festo.words import event_words

FIVE_PLAYERS = 5


# Components and rules, before any game is played (plain Python) ------------------------------------------------------
def resolve_auto(rules, seats):
    """Return the values that `auto` stands for, by knob."""
    five = seats == FIVE_PLAYERS
    auto = {"dice": 2 if five else 3, "market_fill": 4 if five else 3, "salt": seats + 1}
    return {knob: value if rules[knob] == "auto" else rules[knob] for knob, value in auto.items()}


def prepare(table, rules, seats, parts):
    """Put the components on the table, with the values that the rules give them."""
    for knob, value in resolve_auto(rules, seats).items():
        setattr(table.rules, knob, value)
    for number, dish in enumerate(parts.data["dishes"]):
        kind = table.kinds[number]
        kind.dish_type, kind.colour, kind.name = dish.type, dish.colour, dish.name
        kind.main_amount, kind.other_amount, kind.vp = dish.main, dish.other, dish.vp
        if dish.type < N_ROWS:
            size = int(table.pile_size[dish.type])
            table.box[dish.type, size : size + dish.copies] = number
            table.pile_size[dish.type] = size + dish.copies
        else:
            table.special_kind[dish.type - ROAST] = number
            table.special_count[dish.type - ROAST] = min(dish.copies, seats)
    for habit in HABITS:
        setattr(table.usual.habits, habit.name, habit.default)
    for types, bonus in enumerate(rules["set_bonus"]):
        table.set_step[types] = bonus - (rules["set_bonus"][types - 1] if types else 0)
    events_in_game = [
        event for event in parts.data["events_table"] if table.rules.event_effects >> event.effect - 1 & 1
    ]
    table.n_events = len(events_in_game)
    for number, event in enumerate(events_in_game):
        table.events[number].effect, table.events[number].amount = event.effect, event.amount
    table.rules.events = table.rules.events and table.n_events > 0


# § Setup --------------------------------------------------------------------------------------------------------------
@separate_rule
def setup(table):
    """Fill the supplies, shuffle dishes and events, and give the start card to seat 0."""
    table.supply = more(times(EACH_COLOUR, table.rules.stock), pack_of(SALT, table.rules.salt))
    shuffle_dishes(table)
    if table.rules.events:
        shuffle_events(table, SETUP)
    table.start_card = 0
    for seat in range(table.seats):
        table.players[seat].home = table.rules.helpers
        table.players[seat].discs = DISCS


@rule
def shuffle_dishes(table):
    """Shuffle the dishes of each row into a pile; lay out roasts and mains for each player."""
    for row in range(N_ROWS):
        for place in range(table.pile_size[row]):
            table.piles[row, place] = table.box[row, place]
        cards.shuffle(table.piles[row], table.pile_size[row], table, SETUP)
    for special in range(2):
        table.specials_left[special] = table.special_count[special]


@rule
def shuffle_events(table, stream):
    """Shuffle all events into a new deck."""
    for place in range(table.n_events):
        table.deck[place] = place
    cards.shuffle(table.deck, table.n_events, table, stream)
    table.next_event = 0


# § Round --------------------------------------------------------------------------------------------------------------
@separate_rule
def play_round(table):
    """Play one round: preparation, shopping, action and cooking; the game ends with its last round."""
    prepare_round(table)
    shop(table)
    for place in range(GROCER):
        act_at_character(table, place)
    act_at_grocer(table)
    cook_dishes(table)
    if is_last_round(table):
        table.ending = ENDING.FESTO
        say("the last round is over; the highest score is {}", highest_score(table))


# § 1 Preparation
@separate_rule
def prepare_round(table):
    """Fill markets, shelves and rows, turn up the event, and let the holder of the start card name the start player."""
    for colour in range(N_COLOURS):
        fill_market(table, colour, table.rules.market_fill)
        fill_shelf(table, colour, 1)
    for row in range(N_ROWS):
        refill_row(table, row)
    for seat in range(table.seats):
        table.players[seat].received = bits.EMPTY
    put_discs_that_come(table)
    table.effect = EFFECT.NO_EVENT
    if table.rules.events:
        turn_up_event(table)
    table.start_player = decisions.choose_start_player(table, table.start_card)
    take_start_card(table, table.start_player)


@rule
def refill_row(table, row):
    """Move the dishes of a row to the left, with the helpers on them; then fill the row from its pile."""
    filled = COLUMNS * row
    for slot in range(COLUMNS * row, COLUMNS * (row + 1)):
        if bits.has(table.face_up, slot):
            move_dish(table, slot, filled)
            filled += 1
    while filled < COLUMNS * (row + 1) and table.next_of_pile[row] < table.pile_size[row]:
        table.dish_at[filled] = table.piles[row, table.next_of_pile[row]]
        table.next_of_pile[row] += 1
        table.face_up = bits.plus(table.face_up, filled)
        filled += 1


@rule
def move_dish(table, slot, target):
    """Move a dish to an empty slot on its left, or leave it where it is."""
    table.dish_at[target] = table.dish_at[slot]
    table.face_up = moved(table.face_up, slot, target)
    table.reserved = moved(table.reserved, slot, target)
    table.by_disc = moved(table.by_disc, slot, target)
    for seat in range(table.seats):
        table.players[seat].reserved = moved(table.players[seat].reserved, slot, target)


@rule
def moved(slots, slot, target):
    """Return a set of slots in which `target` replaces `slot` if that is in the set."""
    return bits.plus_if(bits.has(slots, slot), bits.less(slots, slot), target)


@rule
def turn_up_event(table):
    """Turn up the next event, and carry out its effect on markets, shelves and salt."""
    if table.next_event == table.n_events:
        go_to_day(table, EVENTS_OF_DAY)
        shuffle_events(table, CHANCE)
    number = table.deck[table.next_event]
    table.next_event += 1
    table.effect = table.events[number].effect
    table.effect_amount = table.events[number].amount
    table.effects_seen = bits.plus(table.effects_seen, table.effect)
    say("event: {}", event_words(table, number))
    apply_event(table)


@rule
def apply_event(table):
    """Carry out what the event does at once."""
    effect = table.effect
    for colour in range(N_COLOURS):
        if effect == EFFECT.MARKET_ADD:
            fill_market(table, colour, table.effect_amount)
        elif effect == EFFECT.MARKET_REMOVE:
            for _ in range(table.effect_amount):
                rob_market(table, colour)
        elif effect == EFFECT.SHELF_ADD:
            fill_shelf(table, colour, table.effect_amount)
    if effect == EFFECT.SHELF_CLEAR:
        clear_shelves(table)
    elif effect == EFFECT.SALT_EACH:
        hand_out_salt(table)


@rule
def hand_out_salt(table):
    """Let each player take salt while it lasts, from the holder of the start card on."""
    for k in range(table.seats):
        seat = seat_after(table, table.start_card, k)
        taken = take_salt(table, seat, table.effect_amount)
        say("{} takes {} salt", seat_name(seat), taken)


# § End and result -----------------------------------------------------------------------------------------------------
@rule
def standing_of(table, seat):
    """Return the victory points if the game ended now: the score, and the standing after each round."""
    player = table.players[seat]
    return player.vp_dishes + player.vp_sets + tokens_of(table, seat) + table.rules.ingredient_vp * total(player.hand)


@rule
def worth(table, seat):
    """Return the value of a position to players who think ahead, in tenths of a point.

    The weights are those of least squares among four chefs: `balancer tune festo --lineup chef --worth`.
    """
    value = 10 * standing_of(table, seat)
    if table.ending == RUNNING:
        hand = table.players[seat].hand
        salt = amount(hand, SALT)
        value += 15 * (total(hand) - salt) + 24 * salt + 12 * (table.start_card == seat)
    return value


@rule
def quantities(table, seat, values):
    """Write the quantities of a position that may be worth more than the points they already give."""
    player = table.players[seat]
    values[QUANTITY.SALT] = amount(player.hand, SALT)
    values[QUANTITY.INGREDIENT] = total(player.hand) - values[QUANTITY.SALT]
    values[QUANTITY.START_CARD] = table.start_card == seat
    values[QUANTITY.RESERVED] = bits.count(player.reserved)


@rule
def tokens_of(table, seat):
    """Return the victory points of all tokens, including those of the head start."""
    player = table.players[seat]
    points = table.rules.head_start[seat]
    for source in range(len(TOKENS)):
        points += player.vp_tokens[source]
    return points


@rule
def highest_score(table):
    """Return the highest of all scores."""
    best = standing_of(table, 0)
    for seat in range(1, table.seats):
        best = max(best, standing_of(table, seat))
    return best


@rule
def rank_of(table, seat):
    """Return a number that orders players: by score, then dishes, then ingredients left."""
    return (standing_of(table, seat) * 1024 + table.players[seat].n_dishes) * 1024 + total(table.players[seat].hand)


@rule
def winners_of(table):
    """Return the set of the seats with the highest rank."""
    best = rank_of(table, 0)
    winners = bits.bit(0)
    for seat in range(1, table.seats):
        rank = rank_of(table, seat)
        if rank > best:
            best = rank
            winners = bits.bit(seat)
        elif rank == best:
            winners = bits.plus(winners, seat)
    return winners


@separate_rule
def write_result(table, row):
    """Let most victory points win; ties are broken by dishes, then by ingredients left, then shared."""
    winners = winners_of(table) if table.ending == ENDING.FESTO else bits.EMPTY
    row.winners = winners
    for seat in range(table.seats):
        row.score[seat] = standing_of(table, seat)
        row.parts[seat] = table.players[seat].names
    write_sources(table)
    write_shares(table, winners)
    write_values(table)
    write_effects(table)


@rule
def write_sources(table):
    """Write where victory points come from."""
    extras = table.extras
    for seat in range(table.seats):
        player = table.players[seat]
        extras[EXTRA.VP_DISHES] += player.vp_dishes
        extras[EXTRA.VP_SETS] += player.vp_sets
        extras[EXTRA.VP_INGREDIENTS] += table.rules.ingredient_vp * total(player.hand)
        extras[EXTRA.VP_TOKENS] += tokens_of(table, seat)
        extras[EXTRA.DISHES] += player.n_dishes
        for source in range(len(TOKENS)):
            extras[EXTRA.TOKENS_DWARF + source] += player.vp_tokens[source]
        extras[EXTRA.MEAN_SCORE] += standing_of(table, seat) * (MEANS // table.seats)
    for extra in range(EXTRA.VP_DISHES, EXTRA.DISHES + 1):
        extras[extra] = extras[extra] * (MEANS // table.seats)
    extras[EXTRA.WINNER_SCORE] = highest_score(table)


@rule
def write_shares(table, winners):
    """Write the ratios: points per ingredient, closed characters, the advantage of the start card."""
    extras = table.extras
    for dish_type in range(N_TYPES):
        spent = table.spent[dish_type]
        if spent:
            per = PER_INGREDIENT * table.vp_of[dish_type] // spent
            extras[EXTRA.VP_PER_INGREDIENT_DRINK + dish_type] = per
    share = SHARES // N_COLOURS // table.rounds
    extras[EXTRA.CLOSED_MORNING] *= share
    extras[EXTRA.CLOSED_AFTERNOON] *= share
    if not bits.is_empty(winners):
        extras[EXTRA.START_CARD_ADVANTAGE] = card_advantage(table, winners)


@rule
def write_values(table):
    """Write the value of each place: victory points gained per helper there, with all ingredients worth the same."""
    extras = table.extras
    points = 0
    for seat in range(table.seats):
        points += standing_of(table, seat) - tokens_of(table, seat)
    received = -extras[EXTRA.ABILITY_ELF]  # each use of it gives one away
    for place in range(N_PLACES):
        received += extras[EXTRA.GOT_TROLL + place]
    for place in range(N_PLACES):
        helpers = extras[EXTRA.HELPERS_TROLL + place]
        if helpers and received:
            given = extras[EXTRA.ABILITY_ELF] if place == PLACE.ELF else 0
            tokens = extras[EXTRA.TOKENS_DWARF] if place == PLACE.DWARF else 0
            gained = points * (extras[EXTRA.GOT_TROLL + place] - given) + tokens * received
            extras[EXTRA.VALUE_TROLL + place] = PER_HELPER * gained // (received * helpers)


@rule
def write_effects(table):
    """Write the mean score as the figure of every event that was turned up."""
    for effect in range(1, len(EFFECT)):
        if bits.has(table.effects_seen, effect):
            table.extras[EXTRA.EVENT_MARKET_ADD + effect - 1] = table.extras[EXTRA.MEAN_SCORE]


@rule
def card_advantage(table, winners):
    """Return the mean share of the victory of the holders of the start card in cooking phases, less 1 / players."""
    credit = CREDITS // bits.count(winners) // table.rounds
    share = 0
    for k in range(table.rounds):
        share += credit if bits.has(winners, table.holders[k]) else 0
    return share - CREDITS // table.seats


# § Seen by ------------------------------------------------------------------------------------------------------------
@rule
def reshuffle_unseen(table, seat):
    """Redeal what nobody can see, with the dice of chance: the order of the piles and of the events to come."""
    for row in range(N_ROWS):
        reshuffle(table, table.piles[row], table.next_of_pile[row], table.pile_size[row])
    reshuffle(table, table.deck, table.next_event, table.n_events)


@rule
def reshuffle(table, pile, begin, end):
    """Shuffle the cards of a pile from place `begin` on (Fisher-Yates)."""
    for i in range(end - 1, begin, -1):
        j = begin + dice.below(table.dice, CHANCE, i - begin + 1)
        card = pile[i]
        pile[i] = pile[j]
        pile[j] = card
