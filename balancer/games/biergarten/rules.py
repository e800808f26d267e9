"""The rules of Biergarten, in the order of the rulebook (rulebook.md; § names are its sections)."""

from balancer.core import bits, cards, dice
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHANCE, SETUP
from balancer.core.events import say, seat_name
from balancer.core.knobs import Problem
from balancer.core.table import RUNNING, begin_turn
from balancer.games.biergarten import decisions, encoding, rearrangements_legal
from balancer.games.biergarten import garden as gardens
from balancer.games.biergarten.components import COLOURS, DIRECTIONS, N_COLOURS, WILD
from balancer.games.biergarten.grid import HOME
from balancer.games.biergarten.knobs import AUTO, END_AT, NOTHING, UMBRELLA_BONUS
from balancer.games.biergarten.table import ENDING, EXTRA, MAX_SUPPLY, NO_CARD, NOBODY
from balancer.games.biergarten.words import barrels, cell_words, name_of, supply_words


# Before any game is played (plain Python) -----------------------------------------------------------------------------
def common_cards(rules, deck):
    """Return the numbers of the common cards in play: all that are not wild, and the first `wilds` wild ones."""
    common = [number for number, card in enumerate(deck) if not card.home]
    wild = [number for number in common if deck[number].colours == WILD]
    return [number for number in common if number not in wild[rules["wilds"] :]]


def home_cards(deck):
    """Return the numbers of the home cards."""
    return [number for number, card in enumerate(deck) if card.home]


def check(rules, seats, parts):
    """Return the problems if there are too few cards."""
    deck = parts.data.cards
    problems = []
    homes = len(home_cards(deck))
    if homes < seats + 1:
        hint = "fewer players, or a table with more home cards"
        problems.append(Problem("parts", f"{homes} home cards; {seats} players choose among {seats + 1}", hint))
    common = len(common_cards(rules, deck))
    needed = seats * rules["hand"] + rules["supply"]
    if common < needed:
        demand = f"{seats} hands of {rules['hand']} and a supply of {rules['supply']}: {needed}"
        message = f"{common} common cards; {demand}"
        hint = "smaller hands, a smaller supply, more wilds, or a table with more cards"
        problems.append(Problem("hand", message, hint))
    return problems


def prepare(table, rules, seats, parts):
    """Put the cards on the table, and resolve knobs that depend on the board."""
    del seats
    deck = parts.data.cards
    board = table.rules.board
    if table.rules.end_at == AUTO:
        table.rules.end_at = END_AT[board]
    if table.rules.umbrella_bonus == AUTO:
        table.rules.umbrella_bonus = UMBRELLA_BONUS[board]
    for number, card in enumerate(deck):
        lay_card(table.cards[number], card)
    common, home = common_cards(rules, deck), home_cards(deck)
    table.n_common, table.n_home = len(common), len(home)
    table.common[: len(common)] = common
    table.home[: len(home)] = home


def lay_card(record, card):
    """Write the figures of a physical card: its four sides, colours and umbrellas."""
    sides = [gardens.side_of(card.colours, direction in card.walls) for direction in DIRECTIONS]
    record.name = card.name
    record.sides = sum(side << 4 * direction for direction, side in enumerate(sides))
    record.wild = card.colours == WILD
    record.bears = sum(1 << colour for colour in range(N_COLOURS) if card.umbrellas[colour])
    record.umbrellas = card.umbrellas
    record.colours = sum(1 << COLOURS.index(colour) for colour in card.colours if colour != WILD)


# § Setup --------------------------------------------------------------------------------------------------------------
@separate_rule
def setup(table):
    """Shuffle, deal, choose home cards, and turn up the supply."""
    lay_out(table)
    for seat in range(table.seats):
        lay_home(table, seat, decisions.choose_home(table, seat))
    fill_supply(table)


@rule
def lay_out(table):
    """Set up everything that comes before the first choice."""
    table.initiator = NOBODY
    for k in range(table.n_common):
        table.deck[k] = table.common[k]
    cards.shuffle(table.deck, table.n_common, table, SETUP)
    table.deck_end = table.n_common
    for k in range(table.n_home):
        table.homes[k] = table.home[k]
    cards.shuffle(table.homes, table.n_home, table, SETUP)
    table.homes_left = table.seats + 1
    for seat in range(table.seats):
        player = table.players[seat]
        player.garden.given = table.rules.head_start[seat]
        for _ in range(table.rules.hand):
            take_into_hand(player, next_card(table), 0)


@rule
def dealt_to(table, seat):
    """Return the set of the names of the cards of a hand."""
    player = table.players[seat]
    names = bits.EMPTY
    for place in range(player.hand_size):
        names = bits.plus(names, table.cards[player.hand[place]].name)
    return names


@rule
def deck_size(table):
    """Return the number of cards left in the deck."""
    return table.deck_end - table.top


@rule
def next_card(table):
    """Draw the top card of a deck that is not empty."""
    table.top += 1
    return table.deck[table.top - 1]


@rule
def next_card_if_any(table):
    """Draw the top card of the deck; NO_CARD if there is none."""
    return next_card(table) if deck_size(table) > 0 else NO_CARD


@rule
def take_into_hand(player, card, is_known):
    """Insert a card into a hand, which is sorted by number; is_known: all players have seen the card."""
    place = player.hand_size
    while place > 0 and player.hand[place - 1] > card:
        player.hand[place] = player.hand[place - 1]
        player.known[place] = player.known[place - 1]
        place -= 1
    player.hand[place] = card
    player.known[place] = is_known
    player.hand_size += 1


@rule
def take_from_hand(player, place):
    """Remove the card at a place of a hand, and return it."""
    card = player.hand[place]
    player.hand_size -= 1
    for k in range(place, player.hand_size):
        player.hand[k] = player.hand[k + 1]
        player.known[k] = player.known[k + 1]
    return card


@rule
def lay_home(table, seat, place):
    """Begin a garden with the home card at a place; the home cards after it move up."""
    card = table.homes[place]
    table.homes_left -= 1
    for k in range(place, table.homes_left):
        table.homes[k] = table.homes[k + 1]
    garden = table.players[seat].garden
    gardens.lay_card(table, garden, card, HOME)
    garden.score = gardens.score(table, garden)
    say("{} takes the home card {}", seat_name(seat), name_of(table, card))


@rule
def fill_supply(table):
    """Turn up cards of the deck, slot by slot, as many as there are."""
    for slot in range(MAX_SUPPLY):
        table.supply[slot] = NO_CARD
    for slot in range(table.rules.supply):
        table.supply[slot] = next_card_if_any(table)


# § Turn ---------------------------------------------------------------------------------------------------------------
@separate_rule
def play_round(table):
    """Play one turn of each player from seat 0 on, or until the final round is over; then the last step."""
    for seat in range(table.seats):
        if seat == table.initiator:
            table.ending = ENDING.FINAL_ROUND
            break
        take_turn(table, seat)
    end_round(table)
    if has_last_step(table):
        rearrange(table, table.initiator)


@rule
def end_round(table):
    """§ End: end the game if the final round is over with this round, or if all cards are drawn."""
    if table.ending != RUNNING:
        return
    if table.initiator == 0:
        table.ending = ENDING.FINAL_ROUND
    elif table.initiator == NOBODY and deck_size(table) == 0 and supply_size(table) == 0:
        table.ending = ENDING.DECK_OUT
        say("deck and supply are empty")


@rule
def supply_size(table):
    """Return the number of filled slots of the supply."""
    count = 0
    for slot in range(table.rules.supply):
        count += table.supply[slot] != NO_CARD
    return count


@separate_rule
def take_turn(table, seat):
    """Play one turn: refresh, draw, play, rearrange; then the garden may begin the final round."""
    begin_turn(table)
    if table.idle >= table.seats and decisions.choose_refresh(table, seat) == encoding.REFRESH:
        refresh(table, seat)
    table.idle += 1
    draw(table, seat)
    play_card(table, seat)
    if table.rules.rearrange != NOTHING:
        rearrange(table, seat)
    garden = table.players[seat].garden
    if table.initiator == NOBODY and garden.score >= table.rules.end_at:
        table.initiator = seat
        table.extras[EXTRA.TRIGGER_TURN] = table.turn
        table.extras[EXTRA.TRIGGER_ROUND] = table.rounds
        say("{} has {} and begins the final round", seat_name(seat), barrels(garden.score))


@separate_rule
def refresh(table, seat):
    """§ Turn 1: shuffle the supply into the deck, and turn up a new one."""
    size = deck_size(table)
    for k in range(size):
        table.deck[k] = table.deck[table.top + k]
    for slot in range(table.rules.supply):
        if table.supply[slot] != NO_CARD:
            table.deck[size] = table.supply[slot]
            size += 1
    table.top = 0
    table.deck_end = size
    cards.shuffle(table.deck, size, table, CHANCE)
    fill_supply(table)
    table.idle = 0
    table.extras[EXTRA.REFRESHES] += 1
    say("{} turns up a new supply: {}", seat_name(seat), supply_words(table))


@separate_rule
def draw(table, seat):
    """§ Turn 2: draw a card from the supply, the deck or an opponent's hand."""
    if decisions.count_draws(table, seat) == 0:
        table.extras[EXTRA.SKIPPED_DRAWS] += 1
        say("{} finds nothing to draw", seat_name(seat))
        return
    option = decisions.choose_draw(table, seat)
    if option < encoding.DECK:
        draw_from_supply(table, seat, option)
    elif option == encoding.DECK:
        card = next_card(table)
        take_into_hand(table.players[seat], card, 0)
        table.extras[EXTRA.FROM_DECK] += 1
        say(
            "{} draws {} from the deck",
            seat_name(seat),
            name_of(table, card),
            seen_by=[seat],
            instead="{} draws a card from the deck",
        )
    else:
        steal(table, seat, encoding.victim_of(option))


@rule
def draw_from_supply(table, seat, slot):
    """Draw the card of a slot, which is filled from the deck at once."""
    card = table.supply[slot]
    take_into_hand(table.players[seat], card, 1)
    table.supply[slot] = next_card_if_any(table)
    table.extras[EXTRA.FROM_SUPPLY] += 1
    table.idle = 0
    say("{} draws {} from the supply", seat_name(seat), name_of(table, card))


@rule
def steal(table, seat, victim):
    """Draw a random card from the hand of an opponent, who draws another from the deck."""
    opponent = table.players[victim]
    card = take_from_hand(opponent, dice.below(table.dice, CHANCE, opponent.hand_size))
    for place in range(opponent.hand_size):
        opponent.known[place] = 0  # the others do not know which one was stolen
    take_into_hand(table.players[seat], card, 0)
    table.extras[EXTRA.STEALS] += 1
    say(
        "{} draws {} from the hand of {}",
        seat_name(seat),
        name_of(table, card),
        seat_name(victim),
        seen_by=[seat, victim],
        instead="{0} draws a card from the hand of {2}",
    )
    if deck_size(table) > 0:
        card = next_card(table)
        take_into_hand(opponent, card, 0)
        say(
            "{} draws {} from the deck for it",
            seat_name(victim),
            name_of(table, card),
            seen_by=[victim],
            instead="{} draws a card from the deck for it",
        )


@separate_rule
def play_card(table, seat):
    """§ Turn 3: lay a card of the hand next to another of the garden."""
    player = table.players[seat]
    if player.hand_size == 0:
        table.extras[EXTRA.SKIPPED_PLAYS] += 1
        say("{} has no card to play", seat_name(seat))
        return
    option = decisions.choose_play(table, seat)
    card = take_from_hand(player, encoding.place_of(option))
    cell = encoding.played_on(option)
    gardens.lay_card(table, player.garden, card, cell)
    player.garden.score = gardens.score(table, player.garden)
    say("{} lays {} on {}", seat_name(seat), name_of(table, card), cell_words(cell))


@separate_rule
def rearrange(table, seat):
    """§ Turn 4: swap two cards of the garden, move one, or do nothing."""
    option = decisions.choose_rearrange(table, seat)
    kind = encoding.kind_of(option)
    garden = table.players[seat].garden
    before = garden.score
    table.extras[EXTRA.SWAPS] += kind == encoding.SWAPS
    table.extras[EXTRA.MOVES] += kind == encoding.MOVES
    table.extras[EXTRA.SHIFTS] += kind == encoding.SHIFTS
    if kind != encoding.NONE:
        rearrangements_legal.carry_out(table, garden, option)
        garden.score = gardens.score(table, garden)
        table.extras[EXTRA.REARRANGE_GAIN] += garden.score - before
        say("{} rearranges: {}", seat_name(seat), barrels(garden.score - before, "+d"))


# § End ----------------------------------------------------------------------------------------------------------------
@rule
def has_last_step(table):
    """Return whether the player who began the final round may rearrange once more."""
    if table.ending != ENDING.FINAL_ROUND or not table.rules.final_rearrange or table.rules.rearrange == NOTHING:
        return False
    say("{}, who began the final round, may rearrange once more", seat_name(table.initiator))
    return True


@rule
def standing_of(table, seat):
    """Return the standing of a player: its barrels."""
    return table.players[seat].garden.score
