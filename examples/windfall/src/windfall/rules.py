"""Windfall, in the order of the rulebook (rulebook.md; § names are its sections)."""

from balancer.core import bits, cards, dice, events
from balancer.core.compile import chapter, rule
from balancer.core.dice import CHANCE, SETUP
from balancer.core.knobs import Problem
from balancer.core.leader_metrics import end_standing, record_standing, write_story
from balancer.core.result_row import write_counts, write_winner
from balancer.core.table import RUNNING, UNFINISHED, begin_turn
from windfall import decisions
from windfall.appraisal import worth
from windfall.table import BARE, EVENT, EXTRA, FULL_BASKET, N_NODES, STOP


# Parts and rules, before any game is played (plain Python) ----------------------------------------------------------
def check(rules, players, parts):
    """A wish for everybody is needed."""
    del rules
    if len(parts.data) < players:
        return [Problem("parts", f"{len(parts.data)} kinds of fruit, but {players} players, each with a wish")]
    return []


def lay(table, rules, players, parts):
    """Put all cards into the box: the fruit in the order of the table, then the wasps."""
    del players
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
    table.stings = 0
    table.given = 0
    shuffle_tree(table)
    draw_wishes(table)
    for seat in range(table.seats):
        player = table.players[seat]
        player.cards = 0
        for kind in range(table.kinds):
            player.basket[kind] = 0


@rule
def shuffle_tree(table):
    """All cards become the tree; what hangs there is counted."""
    table.tree[:] = table.box
    table.left = table.box_cards
    cards.shuffle(table.tree, table.left, table, SETUP)
    for card in range(table.kinds + 1):
        table.hanging[card] = 0
    for i in range(table.left):
        table.hanging[table.tree[i]] += 1


@rule
def draw_wishes(table):
    for kind in range(table.kinds):
        table.wishes[kind] = kind
    cards.shuffle(table.wishes, table.kinds, table, SETUP)
    look_at_wishes(table)


@rule
def look_at_wishes(table):
    """The wish at place s is that of seat s."""
    for seat in range(table.seats):
        table.players[seat].wish = table.wishes[seat]


# § Turn -------------------------------------------------------------------------------------------------------------
@chapter
def play(table, history):
    """Rounds of a turn a seat, until the tree is bare or a basket full."""
    setup(table)
    while table.ending == RUNNING:
        if table.rounds == table.rules.max_rounds:
            table.ending = UNFINISHED
            break
        table.rounds += 1
        for seat in range(table.seats):
            take_turn(table, seat)
            if table.left == 0:
                table.ending = BARE
                break
        note_standings(table, history)
        if table.ending == RUNNING and fullest_basket(table) >= table.rules.basket:
            table.ending = FULL_BASKET


@rule
def take_turn(table, seat):
    begin_turn(table)
    clear_picked(table)
    while True:
        card = next_card(table)
        if card == table.kinds:
            events.tell(table, EVENT.STUNG, seat, table.picked_cards, 0)
            table.stings += 1
            return
        table.picked[card] += 1
        table.picked_cards += 1
        events.tell(table, EVENT.PICKED, seat, card, 0)
        if table.left == 0 or decisions.choose_pick(table, seat) == STOP:
            break
    if table.rules.gift and table.picked_cards > 1:
        give_one(table, seat)
    keep_picked(table, seat)


@rule
def clear_picked(table):
    table.picked_cards = 0
    for kind in range(table.kinds):
        table.picked[kind] = 0


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
    receiver = seat + 1 if seat + 1 < table.seats else 0
    kind = decisions.choose_give(table, seat)
    table.picked[kind] -= 1
    table.picked_cards -= 1
    table.players[receiver].basket[kind] += 1
    table.players[receiver].cards += 1
    table.given += table.values[kind]
    events.tell(table, EVENT.GAVE, seat, receiver, kind)


@rule
def keep_picked(table, seat):
    player = table.players[seat]
    for kind in range(table.kinds):
        player.basket[kind] += table.picked[kind]
    player.cards += table.picked_cards
    events.tell(table, EVENT.KEPT, seat, table.picked_cards, 0)


# § End --------------------------------------------------------------------------------------------------------------
@rule
def fullest_basket(table):
    """Cards in the fullest basket."""
    most = 0
    for seat in range(table.seats):
        most = max(most, table.players[seat].cards)
    return most


# § Result -----------------------------------------------------------------------------------------------------------
@rule
def score(table, seat):
    points = 0
    for kind in range(table.kinds):
        points += table.players[seat].basket[kind] * worth(table, seat, kind)
    return points


@rule
def note_standings(table, history):
    for seat in range(table.seats):
        record_standing(table, history, seat, score(table, seat))
    end_standing(table)


@chapter
def write_result(table, history, row):
    """The highest score wins; who is tied shares the victory."""
    write_counts(table, row, N_NODES)
    best = -1
    for seat in range(table.seats):
        row.score[seat] = score(table, seat)
        row.parts[seat] = bits.bit(table.players[seat].wish)
        best = max(best, row.score[seat])
    winners = 0
    winner = 0
    if table.ending != UNFINISHED:
        for seat in range(table.seats):
            if row.score[seat] == best:
                write_winner(row, seat)
                winners += 1
                winner = seat
    write_story(table, history, row, winners, winner, False)
    row.extras[EXTRA.STINGS] = table.stings
    row.extras[EXTRA.GIVEN] = table.given


# § Seen by ----------------------------------------------------------------------------------------------------------
@rule
def reshuffle_unseen(table, seat):
    """Deal anew what `seat` can't see: the order of the tree, and all wishes but the own one."""
    cards.shuffle(table.tree, table.left, table, CHANCE)
    for place in range(table.kinds - 1, 0, -1):
        other = dice.below(table.dice, CHANCE, place + 1)
        if place != seat and other != seat:
            wish = table.wishes[place]
            table.wishes[place] = table.wishes[other]
            table.wishes[other] = wish
    look_at_wishes(table)
