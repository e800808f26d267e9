"""Phase 2: morning and afternoon, dice that close characters, placing of helpers (rulebook.md, § 2 Shopping)."""

from balancer.core import bits, dice
from balancer.core.compile import rule, separate_rule
from balancer.core.dice import CHANCE
from balancer.core.events import say, seat_name
from balancer.core.table import begin_turn, seat_after
from balancer.games.festo import decisions
from balancer.games.festo.appraisal import KEEP_REST
from balancer.games.festo.components import EFFECT, N_COLOURS
from balancer.games.festo.seats import put_helper
from balancer.games.festo.table import EXTRA
from balancer.games.festo.words import NAMES, places_words

DAY = 2**20  # dice of a round have addresses beyond all turns: the same, however many turns a variant takes
EVENTS_OF_DAY, MORNING_OF_DAY, AFTERNOON_OF_DAY = 0, 1, 2


@rule
def go_to_day(table, part):
    """Address the dice of chance by the round and the part of its day."""
    dice.go_to(table.dice, CHANCE, DAY + 4 * table.rounds + part)


@separate_rule
def shop(table):
    """Play morning and afternoon; then open all characters again."""
    table.closed = bits.EMPTY
    if table.effect != EFFECT.OPEN_MORNING:
        cover(table, MORNING_OF_DAY)
    table.extras[EXTRA.CLOSED_MORNING] += bits.count(table.closed)
    for k in range(table.seats):
        place_in_the_morning(table, seat_after(table, table.start_player, k))
    if table.effect == EFFECT.OPEN_AFTERNOON:
        table.closed = bits.EMPTY
    elif table.effect != EFFECT.KEEP_COVERS:
        cover(table, AFTERNOON_OF_DAY)
    table.extras[EXTRA.CLOSED_AFTERNOON] += bits.count(table.closed)
    for k in range(table.seats):
        place_in_the_afternoon(table, seat_after(table, table.start_player, k))
    table.closed = bits.EMPTY


@rule
def cover(table, part):
    """Roll the dice, and close the characters shown."""
    go_to_day(table, part)
    closed = bits.EMPTY
    for _ in range(table.rules.dice):
        closed = bits.plus(closed, dice.below(table.dice, CHANCE, N_COLOURS))
    table.closed = closed
    say("{}: closed are {}", "afternoon" if part == AFTERNOON_OF_DAY else "morning", places_words(closed))


@rule
def place_in_the_morning(table, seat):
    """Let a player place some of its helpers, one by one."""
    if table.players[seat].home == 0:
        return
    begin_turn(table)
    placing = True
    while placing and table.players[seat].home > 0:
        option = decisions.choose_morning(table, seat)
        placing = option != KEEP_REST
        if placing:
            place_helper(table, seat, option - 1)
    if not placing:
        say("{} keeps {} for the afternoon", seat_name(seat), table.players[seat].home)


@rule
def place_in_the_afternoon(table, seat):
    """Let a player place all of its helpers."""
    if table.players[seat].home == 0:
        return
    begin_turn(table)
    while table.players[seat].home > 0:
        place_helper(table, seat, decisions.choose_afternoon(table, seat))


@rule
def place_helper(table, seat, place):
    """Place a helper at an open character or at the Grocer."""
    put_helper(table, seat, place)
    say("{} places a helper at {}", seat_name(seat), NAMES[place])
