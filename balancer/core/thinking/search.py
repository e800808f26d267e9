"""A player who thinks ahead: trial games at each decision, from what the seat can see.

At a decision of a thinker the game is played on many times with each option.  A trial game takes place in a world that
the seat can't tell from the true one: the game's `reshuffle_unseen` deals anew what is hidden, with other dice; the
thinker goes on as its own persona, the opponents as the thinker believes.  All options share the worlds and the dice
(common random numbers), so what counts is the difference to the persona's own choice in the same worlds.  Options are
dropped by sequential halving (Karnin, Koren, Somekh 2013).  The persona's choice is the first of the options, is never
dropped, and gives way only to one that gained more than a standard error on it.

So a thinker is stronger than its persona, not perfect: it does not bluff, does not gather information, and expects
itself to stop thinking after the move (determinisation; Frank, Basin 1998 on what that costs).

The functions below `Thinkers` are templates, as in core/game_loop.py: copied for one game, compiled when a thinker
first plays it.  Trials begin with the part of the game in which the decision is: the setup, a round, or the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from balancer.core import bits, dice, rule_errors
from balancer.core.bits import ALL_BITS, WORD
from balancer.core.compile import chapter, rebound, rule
from balancer.core.dice import CHANCE
from balancer.core.game_loop import end_game as nothing_at_the_end
from balancer.core.leader_metrics import end_standings
from balancer.core.memory import address_of, copy
from balancer.core.record import empty, record
from balancer.core.result_row import CREDIT, RESULT
from balancer.core.table import RUNNING, UNFINISHED, open_game
from balancer.core.thinking.forcing import MAX_FORCED, NEVER, PERSONA, PLAN, arm

MAX_TRIALS = 10_000
"""The most trial games per decision: with more, sums of squares would not fit 64 bits."""

TRIALS_PER_OPTION = 4
"""A decision with more options than a quarter of the trials has as many of them tried, spread evenly and drawn."""

THINKER = record(
    ("trials", np.int64),  # trial games per decision; 0: not a thinker
    ("nodes", np.uint64),  # at which nodes it thinks
    ("knows_all", np.int64),  # 1: opponents are played by their own personas; 0: by any of the game's
)

TRIED = record(
    ("option", np.int64),  # its number, or PERSONA
    ("games", np.int64),
    ("gain", np.int64),  # sum of the credit it got more than the persona's choice in the same world
    ("squares", np.int64),  # sum of the squares of these differences
    ("is_left", np.int64),  # 0: dropped
)

GAME, BEGUN, SEEN, DEALT = range(4)
"""The tables of a search: the game itself, copies at the beginning of its part and at the decision, a dealt world."""

SETUP, ROUND, END, OVER = range(4)
"""The parts of a game."""

MILLION = 1_000_000

N_NODES: Any = None
FIRST_EXTRAS: Any = None
setup: Any = None
play_round: Any = None
standing_of: Any = None
write_result: Any = None
write_row: Any = None
end_game: Any = nothing_at_the_end
reshuffle_unseen: Any = None

_STREAM = WORD(0xA0761D6478BD642F)  # an odd constant, keeps the dice of trials apart from those of games


class Thinkers:
    """The tables of a game in which somebody thinks, and what has been thought."""

    def __init__(self, table: Any, thinkers: Any, population: int) -> None:
        """Think at a laid `table`.

        thinkers: THINKER[line-up]; population: how many personas follow those of the line-up, one of whom plays where a
        thinker does not know who does.
        """
        self.tables = empty(table.dtype, 4)
        self.thinkers, self.population = thinkers, population
        self.plan = empty(PLAN)
        self.tried = empty(TRIED, 2 + int(thinkers["trials"].max()) // TRIALS_PER_OPTION)
        self.counts = empty(np.dtype(np.int64), 2)
        self.row = empty(RESULT)
        self.games = 0  # played so far
        self.plan.seen = address_of(self.tables[SEEN])
        self.plan.dealt = address_of(self.tables[DEALT])
        table.decision.plan = address_of(self.plan)
        np.asarray(self.tables)[...] = np.asarray(table)

    @property
    def table(self) -> Any:
        """The table of the game itself."""
        return self.tables[GAME]

    @property
    def forced(self) -> list[tuple[int, int, int]]:
        """Of the last game: at which decisions a thinker deviated, its option, and the gain in millionths of a win."""
        count = int(self.plan.length)
        columns = (self.plan.numbers, self.plan.options, self.plan.gains)
        return list(zip(*(column[:count].tolist() for column in columns), strict=True))

    @property
    def decisions(self) -> int:
        """How many decisions have been searched."""
        return int(self.counts[0])

    @property
    def trials(self) -> int:
        """How many trial games have been played."""
        return int(self.counts[1])

    def play(self, think_games: Any, history: Any, rows: Any, seed: int, first: int) -> None:
        """Fill rows with games from `first` on; think_games: the game's own, compiled."""
        own = self.tables, self.plan, self.thinkers, self.tried, self.counts
        self.games += len(rows)
        think_games(*own, history, rows, self.row, self.population, seed, first)


# The game -------------------------------------------------------------------------------------------------------------
def think_games(tables, plan, thinkers, tried, counts, history, rows, row, population, seed, first):
    """Play games first, first + 1, ... of a seed with thinkers, one RESULT row per game.

    tables: TABLE[4], all as they were laid; tried: space for the options of a decision; counts: decisions searched and
    trial games, added up; row: space for that of a trial game; population: see `Thinkers`.
    """
    for i in range(len(rows)):
        open_game(tables[GAME], seed, first + i, N_NODES, FIRST_EXTRAS)
        plan.length = 0
        plan.mistake = rule_errors.NONE
        for seat in range(tables[GAME].seats):
            thinker = thinkers[tables[GAME].entry[seat]]
            plan.searched[seat] = thinker.nodes if thinker.trials > 0 else WORD(0)
        think_game(tables, plan, thinkers, tried, counts, history, row, population)
        if plan.mistake != rule_errors.NONE:
            tables[GAME].mistake = plan.mistake
        write_row(tables[GAME], history, rows[i])


def think_game(tables, plan, thinkers, tried, counts, history, row, population):
    """Play one game on an opened table, part by part; each part is played anew after every decision searched in it."""
    table = tables[GAME]
    part = np.int64(SETUP)  # a constant would have all that is called with it compiled twice
    while part != OVER:
        copy(tables[BEGUN], table)
        plan.first = plan.length
        plan.then = tables[BEGUN].decision.number
        while True:
            plan.is_fork = 0
            plan.is_found = 0
            arm(table, plan)
            play_part(table, part)
            if plan.is_found == 0:
                break
            think(tables, plan, thinkers[tables[SEEN].entry[plan.seat]], tried, counts, row, population, part)
            copy(table, tables[BEGUN])
        if part == ROUND:
            for seat in range(table.seats):
                history[table.standings, seat] = standing_of(table, seat)
            end_standings(table)
        part = following(table, part)


def play_part(table, part):
    """Play the setup, one round without its standings, or the end."""
    if part == SETUP:
        setup(table)
    elif part == ROUND:
        table.rounds += 1
        play_round(table)
    else:
        end_game(table)


@rule
def following(table, part):
    """The part that follows; a game that runs when no round may follow is cut off."""
    if part == END:
        return OVER
    if table.ending != RUNNING:
        return END
    if table.rounds >= table.rules.max_rounds:
        table.ending = UNFINISHED
        return END
    return ROUND


# A decision -----------------------------------------------------------------------------------------------------------
def think(tables, plan, thinker, tried, counts, row, population, part):
    """Search the decision that was found: the plan forces the option that gained, if one did, and watches on behind."""
    count = list_options(tables, plan, tried, thinker.trials)
    halvings = halvings_of(count)
    plan.is_fork = 1
    plan.then = plan.found
    world = 0
    left = count
    for _ in range(halvings):
        for _ in range(max(1, thinker.trials // (halvings * left))):
            deal(tables, plan, thinker.knows_all, population, world)
            world += 1
            own = 0
            for k in range(count):
                if tried[k].is_left:
                    credit = trial_credit(tables, plan, np.int64(tried[k].option), row, part)
                    own = credit if k == 0 else own
                    note_trial(tried[k], credit - own)
            counts[1] += left
        left = drop_worst(tried, count, left)
    counts[0] += 1
    take_best(plan, tried, count)


@rule
def list_options(tables, plan, tried, trials):
    """List what the persona would do, and the options, or as many drawn as are worth trying; how many these are."""
    limit = max(1, min(plan.count, trials // TRIALS_PER_OPTION))
    for k in range(limit + 1):
        tried[k].option = PERSONA
        tried[k].games = 0
        tried[k].gain = 0
        tried[k].squares = 0
        tried[k].is_left = 1
    begin_dice(tables, plan, 0)
    for k in range(limit):
        low = k * plan.count // limit
        high = (k + 1) * plan.count // limit
        tried[k + 1].option = low + dice.below(tables[DEALT].dice, CHANCE, high - low)
    return limit + 1


@rule
def halvings_of(count):
    """How often `count` options are halved."""
    halvings = 1
    while (1 << halvings) < count:
        halvings += 1
    return halvings


@rule
def begin_dice(tables, plan, world):
    """Give the dealt table the dice of a world, 0 for what is drawn before any."""
    key = WORD(tables[SEEN].dice.game_key) ^ ((WORD(plan.found + 1) * _STREAM) & WORD(ALL_BITS))
    dice.start(tables[DEALT].dice, key, world, tables[SEEN].seats)


def deal(tables, plan, knows_all, population, world):
    """Make a world that the thinker can't tell from the true one, with opponents as it believes them to be."""
    table = tables[DEALT]
    copy(table, tables[SEEN])
    begin_dice(tables, plan, world + 1)
    if knows_all == 0:
        for seat in range(table.seats):
            if seat != plan.seat:
                table.entry[seat] = table.lineup_length + dice.below(table.dice, CHANCE, population)
    table.decision.force_at = NEVER
    reshuffle_unseen(table, plan.seat)


def trial_credit(tables, plan, option, row, part):
    """Play on from the decision with an option in the dealt world; the thinker's share of the win, of CREDIT."""
    table = tables[GAME]
    copy(table, tables[BEGUN])
    plan.fork_option = option
    plan.is_found = 0
    arm(table, plan)
    while part != OVER:
        play_part(table, part)
        part = following(table, part)
    row.winners = WORD(0)
    row.seats = table.seats
    write_result(table, row)
    if plan.is_found == 0:
        rule_errors.note(table, rule_errors.ANOTHER_COURSE)
    if table.mistake != rule_errors.NONE:
        plan.mistake = table.mistake
    winners = bits.WORD(row.winners)
    return CREDIT // bits.count(winners) if bits.has(winners, plan.seat) else 0


@rule
def note_trial(option, gain):
    """Add a trial game to an option."""
    option.games += 1
    option.gain += gain
    option.squares += gain * gain


@rule
def drop_worst(tried, count, left):
    """Drop the worse half of the options left, at least one beside the persona's being kept; how many are left."""
    kept = max(2, (left + 1) // 2)
    while left > kept:
        worst = 0
        for k in range(1, count):
            if tried[k].is_left and (
                worst == 0 or tried[k].gain * tried[worst].games < tried[worst].gain * tried[k].games
            ):
                worst = k
        tried[worst].is_left = 0
        left -= 1
    return left


@rule
def take_best(plan, tried, count):
    """Force the option that gained most, if that is more than one standard error; watch on behind the decision.

    Mean gain > standard error <=> gain > 0 and gain**2 (games + 1) > games * squares, in whole numbers.
    """
    best = 0
    for k in range(1, count):
        each = tried[k]
        sure = each.gain > 0 and each.gain * each.gain * (each.games + 1) > each.games * each.squares
        if each.is_left and sure and (best == 0 or each.gain * tried[best].games > tried[best].gain * each.games):
            best = k
    plan.is_fork = 0
    plan.then = plan.found + 1
    if best > 0:
        plan.numbers[plan.length] = plan.found
        plan.options[plan.length] = tried[best].option
        plan.gains[plan.length] = MILLION * tried[best].gain // (CREDIT * tried[best].games)
        plan.length += 1
        plan.then = NEVER if plan.length == MAX_FORCED else plan.then


# Binding --------------------------------------------------------------------------------------------------------------
TEMPLATES = {
    play_part: chapter,
    deal: rule,
    trial_credit: rule,
    think: rule,
    think_game: rule,
    think_games: chapter,
}
"""In the order in which they call each other; a chapter costs compiling all that it calls once more."""


def bound_search(package: str, names: Mapping[str, Any]) -> Any:
    """`think_games` for the game of `package`; names: as `game_loop.compiled_loop` has them, and `reshuffle_unseen`."""
    bound = dict(names)
    for template, compiled in TEMPLATES.items():
        bound[template.__name__] = rebound(template, package, bound, compiled)
    return bound[think_games.__name__]
