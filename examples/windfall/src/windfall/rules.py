"""Windfall, in the order of the rulebook (rulebook.md; § names are its sections)."""

from balancer.core import bits, cards
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHANCE, SETUP
from balancer.core.events import say, seat_name
from balancer.core.knobs import Problem
from balancer.core.result_row import write_highest_score_wins
from balancer.core.table import begin_turn, seat_after
from windfall import decisions
from windfall.appraisal import worth_of
from windfall.table import ENDING, EXTRA, STOP
from windfall.words import fruit_name, fruit_words


# Before any game is played (plain Python) ---------------------------------------------------------------------------
def check(rules, players, parts):
    """Each player needs a wish."""
    if len(parts.data) < players:
        return [Problem("parts", f"{len(parts.data)} kinds of fruit, but {players} players, each with a wish")]
    return []


def prepare(table, rules, players, parts):
    """Put all cards into the box: the fruit in the order of the component table, then the wasps."""
    table.kinds = len(parts.data)
    box = []
    for number, kind in enumerate(parts.data):
        table.values[number] = kind.value
        box += [number] * kind.copies
    box += [table.kinds] * rules["wasps"]
    table.box[: len(box)] = box
    table.box_cards = len(box)


# § Setup ------------------------------------------------------------------------------------------------------------
@rule
def setup(table):
    shuffle_tree(table)
    draw_wishes(table)


@rule
def shuffle_tree(table):
    """All cards become the tree; what hangs there is counted."""
    for i in range(table.box_cards):
        table.tree[i] = table.box[i]
    table.left = table.box_cards
    cards.shuffle(table.tree, table.left, table, SETUP)
    for i in range(table.left):
        table.hanging[table.tree[i]] += 1


@rule
def draw_wishes(table):
    for kind in range(table.kinds):
        table.wishes[kind] = kind
    cards.shuffle(table.wishes, table.kinds, table, SETUP)


@rule
def dealt_to(table, seat):
    """Return the kind wished for."""
    return bits.bit(table.wishes[seat])


# § Turn -------------------------------------------------------------------------------------------------------------
@separate_rule
def play_round(table):
    """One turn per seat; the game ends when the tree is bare, or after a round with a full basket."""
    for seat in range(table.seats):
        take_turn(table, seat)
        if table.left == 0:
            table.ending = ENDING.BARE
            return
    for seat in range(table.seats):
        if table.players[seat].cards >= table.rules.basket:
            table.ending = ENDING.FULL_BASKET


@rule
def take_turn(table, seat):
    begin_turn(table)
    clear_picked(table)
    while True:
        card = next_card(table)
        if card == table.kinds:
            say("{} is stung and loses {}", seat_name(seat), fruit_words(table, table.picked))
            table.extras[EXTRA.STINGS] += 1
            return
        table.picked[card] += 1
        table.picked_cards += 1
        table.picked_kinds = bits.plus(table.picked_kinds, card)
        say("{} picks {}", seat_name(seat), fruit_name(card))
        if table.left == 0 or decisions.choose_pick(table, seat) == STOP:
            break
    if table.rules.gift and table.picked_cards > 1:
        give_one(table, seat)
    keep_picked(table, seat)


@rule
def clear_picked(table):
    table.picked_cards = 0
    table.picked_kinds = bits.EMPTY
    cards.clear(table.picked, table.kinds)


@rule
def next_card(table):
    """§ Turn 1: the top card of the tree."""
    table.left -= 1
    card = table.tree[table.left]
    table.hanging[card] -= 1
    return card


@rule
def give_one(table, seat):
    """§ Turn 4: one of the cards picked goes to the next player."""
    receiver = seat_after(table, seat, 1)
    kind = decisions.choose_give(table, seat)
    table.picked[kind] -= 1
    table.picked_cards -= 1
    table.players[receiver].basket[kind] += 1
    table.players[receiver].cards += 1
    table.extras[EXTRA.GIVEN] += table.values[kind]
    say("{} gives {} to {}", seat_name(seat), fruit_name(kind), seat_name(receiver))


@rule
def keep_picked(table, seat):
    player = table.players[seat]
    for kind in range(table.kinds):
        player.basket[kind] += table.picked[kind]
    player.cards += table.picked_cards
    say("{} keeps {}", seat_name(seat), fruit_words(table, table.picked))


# § Result -----------------------------------------------------------------------------------------------------------
@rule
def standing_of(table, seat):
    """Return the score so far."""
    return worth_of(table, seat, table.players[seat].basket)


@rule
def write_result(table, row):
    """Return the highest score wins; a wish is a part that a seat holds."""
    for seat in range(table.seats):
        row.score[seat] = standing_of(table, seat)
        row.parts[seat] = bits.bit(table.wishes[seat])
    write_highest_score_wins(table, row)


# § Seen by ----------------------------------------------------------------------------------------------------------
@rule
def reshuffle_unseen(table, seat):
    """Deal anew what `seat` can't see: the order of the tree, and all wishes but the own one."""
    cards.shuffle(table.tree, table.left, table, CHANCE)
    last = table.kinds - 1
    cards.swap(table.wishes, seat, last)
    cards.shuffle(table.wishes, last, table, CHANCE)
    cards.swap(table.wishes, seat, last)
