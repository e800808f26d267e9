"""Chances to win during a game, the worth of each option of a decision, and games with redrawn dice.

Before the setup, and before rounds, every seat's chance is estimated by trial games in worlds that this seat can't
distinguish from the true one: from one seat's view at a time, at points where no rule has hidden things in local
variables.  So a seat's chances are a martingale (except for the noise of the trials), and the sum of their squared
changes is the variance of the win.  Chances from the view of the deciding player, who changes, would not be.

At decisions every option is played on in the same worlds; all seats go on as the personas that play them.  All sums are
kept separately for two halves of the worlds, so that one half can choose an option and the other judge it without bias.

The functions below `Observer` are templates, as in search.py.  Where one player loses, losing counts, not winning.
Where the score is played for, a seat's chance is its final score, in points.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from balancer.core import bits, dice, rule_errors
from balancer.core.bits import ALL_BITS, WORD
from balancer.core.dice import CHOICES
from balancer.core.game_loop import end_game as nothing_at_the_end
from balancer.core.jit import bind, rule, separate_rule
from balancer.core.leader_metrics import end_standings
from balancer.core.memory import address_of, copy
from balancer.core.record import empty, record
from balancer.core.result_row import CREDIT, write_share
from balancer.core.table import open_game
from balancer.core.thinking.forcing import NEVER, PERSONA, PLAN, arm
from balancer.core.thinking.search import BEGUN, DEALT, END, GAME, OVER, ROUND, SEEN, SETUP, following, play_part

MAX_TRIED = 16  # options of a decision that are tried; of more, as many at equal distances
MAX_DECIDED = 2048  # decisions of a game that are examined
SELDOM = 20  # a dominated option is never better than some other, and worse in at least 1 of SELDOM worlds

OBSERVE = record(
    ("trials", np.int64),  # trial games per seat before a round; 0: no chances
    ("every", np.int64),  # rounds between two looks at the chances
    ("option_trials", np.int64),  # trial games per option of a decision; 0: decisions are not examined
    ("redrawn", np.uint64),  # set of the streams of dice that are taken from another game
    ("for_score", np.int64),  # 1: final scores are estimated, not chances
)

DECIDED = record(
    ("number", np.int64),  # of the decision in its game
    ("rounds", np.int64),
    ("seat", np.int64),
    ("node", np.int64),
    ("count", np.int64),  # number of its options
    ("tried", np.int64),  # number of these that were tried
    ("alike", np.int64),  # 1: all of these led to the same result in every world
    ("dominated", np.int64),  # number of these that some other dominates, see SELDOM
)

# Placeholders, as in core/game_loop.py
N_NODES: Any = None
FIRST_EXTRAS: Any = None
ONE_LOSES: Any = None
SCORE_ORDER: Any = None
setup: Any = None
play_round: Any = None
standing_of: Any = None
write_result: Any = None
write_row: Any = None
end_game: Any = nothing_at_the_end
reshuffle_unseen: Any = None

_STREAM = WORD(0xE7037ED1A0B428DB)  # an odd constant, so that these dice are neither those of games nor of thinkers
_PLACES_A_ROUND = 16  # see `begin_world`: more than there are seats
_OTHER_GAME = 1 << 62  # added to a game's number; no games are played there


class Observed(NamedTuple):
    """A game, the chances before its setup and its rounds, and its decisions."""

    row: Any  # RESULT
    points: np.ndarray[Any, Any]  # float[looks, seats, 2], shares of the wins, or scores, in two halves of the trials
    decided: np.ndarray[Any, Any]  # DECIDED[decisions]
    # float[decisions, 1 + MAX_TRIED, 2, seats], the same with the persona's choice and with each option tried
    worth: np.ndarray[Any, Any]


class Observer:
    """The tables and memory for games that are observed."""

    def __init__(self, table: Any, kernel: Any, history: Any, layout: Any, score_unit: int = 0) -> None:
        """Observe games at a laid `table`.

        kernel: `bind_chances`; history: of `Game.history`; layout: of RESULT rows; score_unit: of the game where the
        score is played for, else 0.
        """
        self.layout = layout
        self.unit = score_unit or CREDIT
        self.tables = empty(table.dtype, 4)
        self.kernel, self.history, self.seats = kernel, history, int(table.seats)
        self.plan, self.settings, self.row = empty(PLAN), empty(OBSERVE), empty(layout)
        self.settings.for_score = score_unit > 0
        self.plan.seen = address_of(self.tables[SEEN])
        self.plan.dealt = address_of(self.tables[DEALT])
        table.decision.plan = address_of(self.plan)
        np.asarray(self.tables)[...] = np.asarray(table)
        self.decided, self.count = empty(DECIDED, MAX_DECIDED), empty(np.dtype(np.int64), 1)
        self.worth = np.zeros((MAX_DECIDED, 1 + MAX_TRIED, 2, self.seats), np.int64)
        self.better = np.zeros((MAX_TRIED, MAX_TRIED), np.int64)
        self.gained = np.zeros((1 + MAX_TRIED, self.seats), np.int64)

    def observe(self, seed: int, number: int, trials: int, every: int, option_trials: int = 0) -> Observed:
        """Play and observe one game; trials, option_trials: even numbers; every: rounds between two looks."""
        self._set(trials, every, option_trials, 0)
        points = np.zeros((1, 2 + len(self.history) // every, self.seats, 2), np.int64)
        row = self._play(seed, number, 1, points)[0]
        n_looks = 1 + -(-int(row.rounds) // every)
        decisions = int(self.count[0])
        worth = self.worth[:decisions] / (self.unit * max(1, option_trials // 2))
        decided = np.asarray(self.decided)[:decisions].copy()
        return Observed(row, points[0, :n_looks] / (self.unit * max(1, trials // 2)), decided, worth)

    def mixed(self, seed: int, first: int, count: int, redrawn: int) -> Any:
        """Return RESULT rows of games in which some streams of dice are redrawn; redrawn: the set of their numbers."""
        self._set(0, 1, 0, redrawn)
        return self._play(seed, first, count, np.zeros((1, 1, self.seats, 2), np.int64))

    def _set(self, trials: int, every: int, option_trials: int, redrawn: int) -> None:
        self.settings.trials, self.settings.every = trials, every
        self.settings.option_trials, self.settings.redrawn = option_trials, redrawn

    def _play(self, seed: int, first: int, count: int, points: np.ndarray[Any, Any]) -> Any:
        rows = empty(self.layout, count)
        own = self.tables, self.plan, self.settings, self.history, rows, self.row, points
        self.kernel(*own, self.count, self.decided, self.worth, self.better, self.gained, seed, first)
        return rows


# The game -------------------------------------------------------------------------------------------------------------
def observe_games(
    tables, plan, settings, history, rows, row, points, used, decided, worth, better, gained, seed, first
):
    """Play games first, first + 1, ... of a seed, one RESULT row per game, and observe them as settings require.

    points: int64[observed games, looks, seats, 2], in CREDIT; used: int64[1], the number of entries in `decided` and
    `worth`; better, gained: scratch memory for the options of a decision; the rest as in `search.think_games`.
    """
    for i in range(len(rows)):
        table = tables[GAME]
        open_game(table, seed, first + i, N_NODES, FIRST_EXTRAS)
        mix_dice(tables, seed, first + i, WORD(settings.redrawn))
        plan.length = 0
        plan.first = 0
        plan.mistake = rule_errors.NONE
        used[0] = 0
        for seat in range(table.seats):
            plan.searched[seat] = WORD(ALL_BITS)
        observe_game(
            tables, plan, settings, history, row, points[min(i, len(points) - 1)], used, decided, worth, better, gained
        )
        if plan.mistake != rule_errors.NONE:
            table.mistake = plan.mistake
        write_row(table, history, rows[i])


def observe_game(tables, plan, settings, history, row, points, used, decided, worth, better, gained):
    """Play one game on an opened table, part by part; observe each part before it is played."""
    table = tables[GAME]
    part = np.int64(SETUP)
    while part != OVER:
        copy(tables[BEGUN], table)
        if settings.trials > 0 and part != END and table.rounds % settings.every == 0:
            note_chances(tables, plan, settings, row, points, gained[0], part)
        if settings.option_trials > 0:
            examine_part(tables, plan, settings, row, used, decided, worth, better, gained, part)
        copy(table, tables[BEGUN])
        table.decision.force_at = NEVER
        play_part(table, part)
        if part == ROUND:
            for seat in range(table.seats):
                history[table.standings, seat] = standing_of(table, seat)
            end_standings(table)
        part = following(table, part)


@rule
def mix_dice(tables, seed, number, redrawn):
    """Replace some streams of dice by those of another game."""
    own = tables[GAME].dice
    other = tables[DEALT].dice
    dice.start(other, seed, number + _OTHER_GAME, tables[GAME].seats)
    for stream in range(CHOICES + tables[GAME].seats):
        if bits.has(redrawn, stream):
            own.key[stream] = other.key[stream]
            own.place[stream] = other.place[stream]


# A world --------------------------------------------------------------------------------------------------------------
@rule
def begin_world(table, place, world):
    """Give a copied table the dice of a world.

    place: a whole number that identifies the point in the game: even for looks at the chances, odd for decisions.
    """
    key = WORD(table.dice.game_key) ^ ((WORD(place + 1) * _STREAM) & WORD(ALL_BITS))
    dice.start(table.dice, key, world, table.seats)
    table.decision.force_at = NEVER


def end_world(table, plan, settings, row, gained, part):
    """Play a trial game to its end; write each seat's share of the win (where one loses: the loss), or its score."""
    while part != OVER:
        play_part(table, part)
        part = following(table, part)
    row.winners = WORD(0)
    row.seats = table.seats
    write_result(table, row)
    if table.mistake != rule_errors.NONE:
        plan.mistake = table.mistake
    write_share(row)
    marked = bits.WORD(row.winners)
    share = row.share
    if ONE_LOSES:
        share = CREDIT if marked != WORD(0) else 0
        marked = bits.minus(bits.first_bits(table.seats), marked)
    for seat in range(table.seats):
        if settings.for_score:
            gained[seat] = row.score[seat]
        else:
            gained[seat] = share if bits.has(marked, seat) else 0


# Chances --------------------------------------------------------------------------------------------------------------
def note_chances(tables, plan, settings, row, points, gained, part):
    """Sum up each seat's credit in worlds that it can't distinguish from the true one.

    Before the setup there is nothing to see, so the same worlds count for all seats.
    """
    table = tables[GAME]
    seats = np.int64(tables[BEGUN].seats)
    rounds = np.int64(tables[BEGUN].rounds)
    look = 0 if part == SETUP else 1 + rounds // settings.every
    for seat in range(1 if part == SETUP else seats):
        for world in range(settings.trials):
            copy(table, tables[BEGUN])
            begin_world(table, (rounds * _PLACES_A_ROUND + seat) * 2, world)
            if part != SETUP:
                reshuffle_unseen(table, seat)
            end_world(table, plan, settings, row, gained, part)
            if part == SETUP:
                for each in range(seats):
                    points[look, each, world & 1] += gained[each]
            else:
                points[look, seat, world & 1] += gained[seat]


# Decisions ------------------------------------------------------------------------------------------------------------
def examine_part(tables, plan, settings, row, used, decided, worth, better, gained, part):
    """Examine every decision of a part of the game, which is replayed after each."""
    table = tables[GAME]
    plan.then = tables[BEGUN].decision.number
    while used[0] < len(decided):
        copy(table, tables[BEGUN])
        plan.is_fork = 0
        plan.is_found = 0
        arm(table, plan)
        play_part(table, part)
        if plan.is_found == 0:
            break
        examine(tables, plan, settings, row, decided[used[0]], worth[used[0]], better, gained, part)
        used[0] += 1
        plan.then = plan.found + 1


def examine(tables, plan, settings, row, each, worth, better, gained, part):
    """Try the persona's choice, and the options of the decision that was found, in the same worlds."""
    seats = np.int64(tables[SEEN].seats)
    each.number = plan.found
    each.rounds = tables[SEEN].rounds
    each.seat = plan.seat
    each.node = plan.node
    each.count = plan.count
    each.tried = min(plan.count, MAX_TRIED)
    each.alike = 1
    clear(worth, better, each.tried, seats)
    plan.is_fork = 1
    plan.then = plan.found
    for world in range(settings.option_trials):
        copy(tables[DEALT], tables[SEEN])
        begin_world(tables[DEALT], plan.found * 2 + 1, world)
        reshuffle_unseen(tables[DEALT], plan.seat)
        for k in range(each.tried + 1):
            option = np.int64(PERSONA) if k == 0 else option_tried(each.count, each.tried, k - 1)
            try_option(tables, plan, settings, row, option, gained[k], part)
            for seat in range(seats):
                worth[k, world & 1, seat] += gained[k, seat]
                if gained[k, seat] != gained[0, seat]:
                    each.alike = 0
        compare_options(better, gained, each.tried, each.seat, settings.for_score)
    each.dominated = dominated_options(better, each.tried, settings.option_trials)


@rule
def clear(worth, better, tried, seats):
    """Clear what was recorded of the previous decision."""
    for k in range(tried + 1):
        for seat in range(seats):
            worth[k, 0, seat] = 0
            worth[k, 1, seat] = 0
    for k in range(tried):
        for other in range(tried):
            better[k, other] = 0


@rule
def option_tried(count, tried, k):
    """Return the number of the k-th option that is tried: of all, or of some at equal distances."""
    return np.int64(k if count == tried else (2 * k + 1) * count // (2 * tried))


def try_option(tables, plan, settings, row, option, gained, part):
    """Play on from the decision with an option in the dealt world."""
    table = tables[GAME]
    copy(table, tables[BEGUN])
    plan.fork_option = option
    plan.is_found = 0
    arm(table, plan)
    end_world(table, plan, settings, row, gained, part)
    if plan.is_found == 0:
        plan.mistake = rule_errors.ANOTHER_COURSE


def compare_options(better, gained, tried, seat, for_score):
    """Count each pair of options whose first was better for the deciding seat in this world."""
    order = SCORE_ORDER if for_score else -1 if ONE_LOSES else 1
    for k in range(tried):
        for other in range(tried):
            better[k, other] += order * gained[1 + k, seat] > order * gained[1 + other, seat]


@rule
def dominated_options(better, tried, worlds):
    """Return the number of options that are never better than some other, and worse than it in several worlds."""
    dominated = 0
    for k in range(tried):
        is_dominated = 0
        for other in range(tried):
            if better[k, other] == 0 and better[other, k] * SELDOM >= worlds:
                is_dominated = 1
        dominated += is_dominated
    return dominated


# Binding --------------------------------------------------------------------------------------------------------------
TEMPLATES = {  # callees first
    play_part: separate_rule,
    end_world: separate_rule,
    note_chances: rule,
    compare_options: rule,
    try_option: rule,
    examine: rule,
    examine_part: rule,
    observe_game: rule,
    observe_games: separate_rule,
}


def bind_chances(package: str, names: Mapping[str, Any]) -> Any:
    """Return `observe_games` for the game of `package`; names: as in `search.bind_search`."""
    bound = dict(names)
    for template, compiled in TEMPLATES.items():
        bound[template.__name__] = bind(template, package, bound, compiled)
    return bound[observe_games.__name__]
