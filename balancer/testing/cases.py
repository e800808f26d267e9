"""Rules, line-ups and tables of any game, and the games played at them, for tests."""

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import strategies as st

from balancer.core.authoring import ways
from balancer.core.authoring.ways import NO_TABLES, Tables
from balancer.core.game import Game, Parts, Persona
from balancer.core.jit import is_compiled
from balancer.core.knobs import Knob, Number, Numbers, Several, TableKnob
from balancer.core.rule_errors import RuleError
from balancer.scenario.plan import Cell
from balancer.simulation import jobs
from balancer.simulation.backends.threads import Threads, usual_jobs
from balancer.simulation.dry_run import dry_run

ROW_GAMES = 2  # games of each case that plain Python plays, too
FIRSTS = "firsts.json"  # holds the first game of each of these cases
SEARCHED, MANY_TURNS = 60, 2000  # games searched for short ones, and turns that take plain Python a second

NO_LIMITS: Mapping[str, int] = MappingProxyType({})


class Case(NamedTuple):
    """A table to be laid: complete rules, players, and who may sit down."""

    rules: dict[str, Any]
    players: int
    lineup: tuple[Persona, ...]


# Rules ----------------------------------------------------------------------------------------------------------------
def values(knob: Knob, tables: Tables = NO_TABLES) -> st.SearchStrategy[Any]:
    """Return a strategy for any valid value of a knob, often the printed one or a noted one."""
    every = [st.just(knob.default), st.sampled_from(ways.noted_values(knob, tables))]
    if isinstance(knob, Number) and not knob.only:
        every.append(st.integers(knob.low, knob.high))
    if isinstance(knob, Numbers):
        every.append(st.lists(st.integers(knob.low, knob.high), min_size=knob.length, max_size=knob.length))
    if isinstance(knob, Several):
        every.append(st.lists(st.sampled_from(knob.choices), unique=True))
    return st.one_of(every)


# Who plays ------------------------------------------------------------------------------------------------------------
def at_the_ends(game: Game) -> list[Persona]:
    """Return personas whose every habit is as low, or as high, as may be."""
    return [
        Persona("lowest", "", {habit.name: habit.low for habit in game.habits}),
        Persona("highest", "", {habit.name: habit.high for habit in game.habits}),
    ]


@st.composite
def personas(draw: st.DrawFn, game: Game) -> Persona:
    """Draw a persona of the game, or one of any habits; with or without mistakes."""
    persona = draw(st.sampled_from([*game.personas, *at_the_ends(game)]))
    if not persona.at_random and draw(st.booleans()):
        persona = Persona("any", "", {habit.name: draw(st.integers(habit.low, habit.high)) for habit in game.habits})
    return dataclasses.replace(persona, mistakes=draw(st.sampled_from([0, 0, 1, 500, 1000])))


@st.composite
def cases(draw: st.DrawFn, game: Game, tables: Tables = NO_TABLES) -> Case:
    """Draw any rules that can be played, any number of players, any line-up."""
    players = draw(st.sampled_from(game.player_counts))
    drawn_rules = {knob.name: draw(values(knob, tables)) for knob in game.knobs}
    rules = ways.playable(game, drawn_rules, players) or game.defaults
    lineup = draw(st.lists(personas(game), min_size=1, max_size=6))
    return Case(rules, players, tuple(lineup))


def usual_lineup(game: Game) -> tuple[Persona, ...]:
    """Return the line-up of `balancer run GAME`."""
    return tuple(game.persona(name) for name in game.lineup)


def lineups(game: Game) -> Iterator[tuple[Persona, ...]]:
    """Yield random players, the usual line-up, and each persona among random ones."""
    yield (game.persona("random"),)
    yield usual_lineup(game)
    for persona in game.personas:
        yield persona, game.persona("random")


# Games ----------------------------------------------------------------------------------------------------------------
def lay(game: Game, case: Case) -> Any:
    """Return a table laid for a case."""
    return game.lay_table(case.rules, case.players, parts_of(game, case.rules), case.lineup)


def parts_of(game: Game, rules: dict[str, Any]) -> Parts:
    """Return the component tables that the rules name; they are read again after a change.  TableError, OSError."""
    return jobs.parts_of(game.name, ways.table_files(game, rules))


def play(game: Game, case: Case, first: int = 0, count: int = 20, seed: int = 20) -> Any:
    """Play games of a case and return their rows."""
    return play_at(game, lay(game, case), game.history(case.rules), seed, first, count)


def standings(game: Game, case: Case, seed: int, number: int) -> Any:
    """Play one game of a case and return the standings of its rounds: int32[rounds, players]."""
    history = game.history(case.rules)
    (row,) = play_at(game, lay(game, case), history, seed, number, 1)
    return history[: row.rounds, : case.players]


def short_games(game: Game, case: Case, count: int) -> int:
    """Return the first of `count` consecutive games that plain Python plays in a moment, else in the least time."""
    turns = np.asarray(play(game, case, 0, SEARCHED)["turns"])
    longest = np.lib.stride_tricks.sliding_window_view(turns, count).max(axis=1)
    return int(np.argmin(np.maximum(longest, MANY_TURNS)))


def play_at(game: Game, table: Any, history: Any, seed: int, first: int, count: int) -> Any:
    """Call `Game.play` so that Ctrl-C can interrupt it."""
    return _players().call(lambda: game.play(table, history, seed, first, count))


# Threads are kept, as starting one takes ten times as long as a short game.  Their name is not the one at which an
# interrupted command ends the process.
@functools.cache
def _players() -> Threads:
    return Threads(usual_jobs(), "kept-for-tests")


def check_dry(game: Game, played: Sequence[Case], seed: int = 20) -> None:
    """Play rules that have not been compiled yet as plain Python: an error fails the test with its file and line."""
    wrong = ""
    if not is_compiled(game.play_games):
        try:
            dry_run([cell_of(game, case, seed) for case in played])
        except RuleError as error:
            wrong = str(error)
    if wrong:
        pytest.fail(wrong, pytrace=False)


def cell_of(game: Game, case: Case, seed: int) -> Cell:
    """Return a case as a cell of no games."""
    tables = tuple(knob.name for knob in game.knobs if isinstance(knob, TableKnob))
    lineup = {f"{place} {persona.name}": persona for place, persona in enumerate(case.lineup)}
    return Cell(
        axes={},
        game=game.name,
        players=case.players,
        lineup=tuple(lineup),
        personas=lineup,
        seating="rotate",
        rules=case.rules,
        table_files=ways.table_files(game, case.rules),
        tables=tables,
        seed=seed,
        games=0,
        precision=None,
        max_games=None,
        confidence=0.95,
    )


# Cases that are also played as plain Python ---------------------------------------------------------------------------
def with_at_most(lineup: Iterable[Persona], most: Mapping[str, int]) -> tuple[Persona, ...]:
    """Return the same personas with lower limits of some habits."""
    return tuple(
        dataclasses.replace(
            persona, habits={name: min(value, most.get(name, value)) for name, value in persona.habits.items()}
        )
        for persona in lineup
    )


def plain_cases(game: Game, tables: Tables = NO_TABLES, most: Mapping[str, int] = NO_LIMITS) -> list[Case]:
    """Return a few cases with every persona and every noted value of every knob, hard ones last.

    most: the highest value of some habits.
    """
    thinkers = [persona for persona in game.personas if not persona.at_random]
    slow = [dataclasses.replace(persona, mistakes=200) for persona in thinkers]
    chosen = [
        Case(game.defaults, game.usual_players, (game.persona("random"),)),
        Case(game.defaults, game.least_players, tuple(thinkers)),
        Case(game.defaults, game.most_players, (*slow, *at_the_ends(game))),
    ]
    noted = [ways.noted_values(knob, tables) for knob in game.knobs]
    for place in range(max(map(len, noted))):
        noted_rules = {
            knob.name: options[place % len(options)] for knob, options in zip(game.knobs, noted, strict=True)
        }
        players = game.player_counts[place % len(game.player_counts)]
        rules = ways.playable(game, noted_rules, players)
        if rules:
            chosen.append(Case(rules, players, (*thinkers[place % len(thinkers) :], *slow[:2])))
    return [case._replace(lineup=with_at_most(case.lineup, most)) for case in chosen]
