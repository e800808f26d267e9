"""Rules and habits over their range: errors there, and those that change nothing."""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from balancer.core.authoring import ways
from balancer.core.knobs import Choice, Flag, Knob, Number, TableKnob
from balancer.core.rule_errors import RuleError
from balancer.players.among_random import RANDOM
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.tables import Tables, rows, rows_within
from balancer.scenario.plan import Cell
from balancer.wording import listed, plural

FIRST, SURE = (10, 0.05), (500, 0.2)  # games of a value, seconds: at first; before it is said to do nothing

PATIENCE = 1.0  # seconds for what seems to do nothing
VALUES = 12  # values of a number that are tried before it is said to do nothing
COURSE_ALONE = "max_rounds"  # a knob that only has to be high enough


class Effects:
    """Effects of a rule or a habit, against the games of the same numbers without it."""

    def __init__(self, tables: Tables) -> None:
        """Nothing is played yet."""
        self.tables = tables
        self.before: dict[Any, Any] = {}

    def changes(self, before: Cell, after: Cell, key: Any, games: int, seconds: float) -> bool:
        """Tell whether games of one table differ from those of another, whose rows are kept under a key; RuleError."""
        if (key, games) not in self.before:
            self.before[key, games] = rows_within(before, games, seconds)
        kept = self.before[key, games]
        return bool(rows(after, 0, len(kept)).tobytes() != kept.tobytes())


def knobs(tables: Tables) -> Iterator[TryoutFinding]:
    """Every noted value of every knob."""
    effects, dead, tried = Effects(tables), [], 0
    for knob in tables.game.knobs:
        if isinstance(knob, TableKnob):
            continue
        tried += 1
        try:
            live = _moves(effects, knob)
        except RuleError as error:
            yield TryoutFinding(WRONG, "knob", str(error))
            continue
        if not live and knob.name != COURSE_ALONE:
            dead.append(f"{knob.name} changes nothing, {_range(knob)}")
    for sentence in dead:
        yield TryoutFinding(LOOK, "knob", f"{sentence}, in games of random players and of the line-up")
    if not dead:
        yield TryoutFinding(OK, "knob", f"{plural(tried, 'rule')} played over {'their' if tried > 1 else 'its'} range")


def _moves(effects: Effects, knob: Knob) -> bool:
    """Try whether a knob changes any game; every noted value is played, whatever the first of them does; RuleError."""
    tables, usual = effects.tables, effects.tables.players
    seats = tables.game.player_counts
    noted = list(_ways(tables, ways.noted_values(knob), (usual, tables.game.most_players)))
    moved = [_moves_to(effects, knob.name, *way, FIRST) for way in noted]
    if any(moved):
        return True
    end = time.monotonic() + PATIENCE
    more = itertools.takewhile(lambda _: time.monotonic() < end, _ways(tables, _more_values(knob), seats))
    return any(_moves_to(effects, knob.name, *way, SURE) for way in more) or _moves_with_others(effects, knob, end)


def _ways(tables: Tables, values: Sequence[Any], seats: Iterable[int]) -> Iterator[tuple[Any, tuple[str, ...], int]]:
    for value, players in itertools.product(values, dict.fromkeys(seats)):
        yield value, ("random",), players
        yield value, tables.lineup, players


def _moves_to(
    effects: Effects, name: str, value: Any, lineup: tuple[str, ...], players: int, patience: tuple[int, float]
) -> bool:
    """Tell whether a value of a knob changes a game; RuleError names the value."""
    tables = effects.tables
    rules = _playable(tables, {name: value}, players)
    if rules is None or value == tables.scenario.base.rules[name]:
        return False
    before, after = tables.cell(lineup, players), tables.cell(lineup, players, rules)
    try:
        return effects.changes(before, after, (lineup, players), *patience)
    except RuleError as error:
        who = "random players" if lineup == ("random",) else "the line-up"
        raise RuleError(error.game, f"{name}: {value}, {who}: {error}", error.number) from error


def _moves_with_others(effects: Effects, knob: Knob, end: float) -> bool:
    """Tell whether a knob changes a game where one other rule, a choice, is not as printed; RuleError."""
    tables, printed = effects.tables, effects.tables.scenario.base.rules
    for other in tables.game.knobs:
        if other.name == knob.name or not isinstance(other, Choice | Flag):
            continue
        for value, mine in itertools.product(ways.noted_values(other), ways.noted_values(knob)):
            company = {other.name: value}
            base = _playable(tables, company, tables.players)
            rules = _playable(tables, {**company, knob.name: mine}, tables.players)
            if value == printed[other.name] or base is None or rules is None or time.monotonic() > end:
                continue
            before, after = tables.cell(tables.lineup, rules=base), tables.cell(tables.lineup, rules=rules)
            if effects.changes(before, after, (other.name, str(value)), *FIRST):
                return True
    return False


def _more_values(knob: Knob) -> list[Any]:
    """More values of a number, the noted ones among them."""
    noted = ways.noted_values(knob)
    if not isinstance(knob, Number) or knob.listed:
        return noted
    step = max(1, (knob.high - knob.low) // VALUES)
    return list(dict.fromkeys([*noted, *map(knob.lower, range(knob.low, knob.high + 1, step))]))


def _playable(tables: Tables, wanted: Mapping[str, Any], players: int) -> dict[str, Any] | None:
    """Return the changed rules, if the game allows them, and nothing else needs a change."""
    rules = {**tables.scenario.base.rules, **wanted}
    problems = tables.game.problems(rules, players, ways.parts_of(tables.game, rules))
    return None if problems else dict(wanted)


def _range(knob: Knob) -> str:
    """``from 0 to 50``, `at true`."""
    values = ways.noted_values(knob)
    if hasattr(knob, "low"):
        return f"from {values[0]} to {values[-1]}"
    return f"whether {listed([str(value).lower() for value in values], last='or')}"


def habits(tables: Tables) -> Iterator[TryoutFinding]:
    """Every habit at both ends of its range, of each persona."""
    effects = Effects(tables)
    dead = [
        habit
        for habit in tables.game.habits
        if not (_habit_moves(effects, habit, FIRST) or _habit_moves(effects, habit, SURE))
    ]
    for habit in dead:
        sentence = f"the habit {habit.name} changes nothing that a persona does, from {habit.low} to {habit.high}"
        yield TryoutFinding(LOOK, "habit", sentence)
    if tables.game.habits and not dead:
        yield TryoutFinding(OK, "habit", f"{plural(len(tables.game.habits), 'habit')} tried at both ends")


def _habit_moves(effects: Effects, habit: Any, patience: tuple[int, float]) -> bool:
    """Tell whether a habit changes a game: of one persona, beside the line-up, since all alike may do the same."""
    tables, end = effects.tables, time.monotonic() + PATIENCE
    others = {f"{name} beside": tables.thinking.get(name) or tables.game.persona(RANDOM) for name in tables.lineup}
    for name, persona in tables.thinking.items():
        for value in (habit.low, habit.high):
            if value == persona.habits.get(habit.name, habit.default) or time.monotonic() > end:
                continue
            other = dataclasses.replace(persona, habits={**persona.habits, habit.name: value})
            before, after = tables.cell({name: persona, **others}), tables.cell({name: other, **others})
            if effects.changes(before, after, name, *patience):
                return True
    return False
