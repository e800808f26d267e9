"""Rules and habits over their range: errors, and rules and habits that change nothing."""

from __future__ import annotations

import dataclasses
import itertools
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from balancer.core.authoring import ways
from balancer.core.knobs import Choice, Flag, Knob, Number, TableKnob
from balancer.core.rule_errors import RuleError
from balancer.plain.loading.reading import STYLE
from balancer.players.among_random import RANDOM
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.settings import Settings, rows, rows_within
from balancer.scenario.plan import Cell
from balancer.wording import listed, plural

FIRST, SURE = (10, 0.05), (500, 0.2)  # games of a value, seconds: at first; before it counts as doing nothing

PATIENCE = 1.0  # seconds for a rule or habit that seems to do nothing
VALUES = 12  # values of a number that are tried before it counts as doing nothing
ONLY_A_LIMIT = "max_rounds"  # a rule that changes nothing once it is high enough


class Effects:
    """Effects of rules and habits: games with a change against the same games without it, which are kept."""

    def __init__(self, settings: Settings) -> None:
        """Compare games of these settings; none are played yet."""
        self.settings = settings
        self.before: dict[Any, Any] = {}

    def changes(self, before: Cell, after: Cell, key: Any, games: int, seconds: float) -> bool:
        """Return whether games of two settings differ; rows of the first are kept under a key.  RuleError."""
        if (key, games) not in self.before:
            self.before[key, games] = rows_within(before, games, seconds)
        expected = self.before[key, games]
        # By fields, as bytes between the fields of a row may be anything.
        return bool((np.asarray(rows(after, 0, len(expected))) != np.asarray(expected)).any())


def knobs(settings: Settings) -> Iterator[TryoutFinding]:
    """Play every rule over its range; yield errors, and rules that change nothing."""
    effects, dead, tried = Effects(settings), [], 0
    for knob in settings.game.knobs:
        if isinstance(knob, TableKnob):
            continue
        tried += knob.name != ONLY_A_LIMIT
        try:
            live = _moves(effects, knob)
        except RuleError as error:
            yield TryoutFinding(WRONG, "knob", str(error))
            continue
        if not live and knob.name != ONLY_A_LIMIT:
            dead.append(f"{knob.name} changes nothing, {_range(knob)}")
    for sentence in dead:
        others = "; rules are tried one by one, so it may matter where other rules are changed, too"
        yield TryoutFinding(LOOK, "knob", f"{sentence}, in games of random players and of the line-up{others}")
    if tried and not dead:
        yield TryoutFinding(OK, "knob", f"{plural(tried, 'rule')} played over {'their' if tried > 1 else 'its'} range")


def _moves(effects: Effects, knob: Knob) -> bool:
    """Return whether a rule changes any game; every noted value is played, to find its errors.  RuleError."""
    settings, usual = effects.settings, effects.settings.players
    seats = settings.game.player_counts
    noted = list(_ways(settings, ways.noted_values(knob), (usual, settings.game.most_players)))
    moved = [_moves_to(effects, knob.name, *way, FIRST) for way in noted]
    if any(moved):
        return True
    end = time.monotonic() + PATIENCE
    more = itertools.takewhile(lambda _: time.monotonic() < end, _ways(settings, _more_values(knob), seats))
    return any(_moves_to(effects, knob.name, *way, SURE) for way in more) or _moves_with_others(effects, knob, end)


def _ways(
    settings: Settings, values: Sequence[Any], seats: Iterable[int]
) -> Iterator[tuple[Any, tuple[str, ...], int]]:
    for value, players in itertools.product(values, dict.fromkeys(seats)):
        yield value, ("random",), players
        yield value, settings.lineup, players


def _moves_to(
    effects: Effects, name: str, value: Any, lineup: tuple[str, ...], players: int, patience: tuple[int, float]
) -> bool:
    """Return whether a value of a rule changes a game; RuleError names the value."""
    settings = effects.settings
    rules = _playable(settings, {name: value}, players)
    if rules is None or value == settings.scenario.base.rules[name]:
        return False
    before, after = settings.cell(lineup, players), settings.cell(lineup, players, rules)
    try:
        return effects.changes(before, after, (lineup, players), *patience)
    except RuleError as error:
        players_name = "random players" if lineup == ("random",) else "the line-up"
        raise RuleError(error.game, f"{name}: {value}, {players_name}: {error}", error.number) from error


def _moves_with_others(effects: Effects, knob: Knob, end: float) -> bool:
    """Return whether a rule changes a game where one other rule, a choice, is not as printed; RuleError."""
    settings, printed = effects.settings, effects.settings.scenario.base.rules
    for other in settings.game.knobs:
        if other.name == knob.name or not isinstance(other, Choice | Flag):
            continue
        for value, mine in itertools.product(ways.noted_values(other), ways.noted_values(knob)):
            company = {other.name: value}
            base = _playable(settings, company, settings.players)
            rules = _playable(settings, {**company, knob.name: mine}, settings.players)
            if value == printed[other.name] or base is None or rules is None or time.monotonic() > end:
                continue
            before, after = settings.cell(settings.lineup, rules=base), settings.cell(settings.lineup, rules=rules)
            if effects.changes(before, after, (other.name, str(value)), *FIRST):
                return True
    return False


def _more_values(knob: Knob) -> list[Any]:
    """Return values of a rule: the noted ones, and of a number about a dozen over its range."""
    noted = ways.noted_values(knob)
    if not isinstance(knob, Number) or knob.listed:
        return noted
    step = max(1, (knob.high - knob.low) // VALUES)
    return list(dict.fromkeys([*noted, *map(knob.lower, range(knob.low, knob.high + 1, step))]))


def _playable(settings: Settings, changes: Mapping[str, Any], players: int) -> dict[str, Any] | None:
    rules = {**settings.scenario.base.rules, **changes}
    problems = settings.game.problems(rules, players, ways.parts_of(settings.game, rules))
    return None if problems else dict(changes)


def _range(knob: Knob) -> str:
    """Return the values that were played: ``from 0 to 50``, ``whether true or false``."""
    values = ways.noted_values(knob)
    if hasattr(knob, "low"):
        return f"from {values[0]} to {values[-1]}"
    return f"whether {listed([str(value).lower() for value in values], last='or')}"


def habits(settings: Settings) -> Iterator[TryoutFinding]:
    """Play every persona with each habit at both ends of its range; yield habits that change nothing."""
    effects = Effects(settings)
    dead = [
        habit
        for habit in settings.game.habits
        if not (_habit_moves(effects, habit, FIRST) or _habit_moves(effects, habit, SURE))
    ]
    for habit in dead:
        sentence = f"the habit {habit.name} changes nothing that a persona does, from {habit.low} to {habit.high}"
        yield TryoutFinding(LOOK, "habit", sentence)
    own = [habit for habit in settings.game.habits if not (settings.game.is_plain and habit.name == STYLE)]
    if own and not dead:
        yield TryoutFinding(OK, "habit", f"{plural(len(own), 'habit')} tried at both ends")


def _habit_moves(effects: Effects, habit: Any, patience: tuple[int, float]) -> bool:
    """Return whether a habit changes a game: of one persona next to the line-up, as it may matter only there."""
    settings, end = effects.settings, time.monotonic() + PATIENCE
    others = {
        f"{name} beside": settings.thinking.get(name) or settings.game.persona(RANDOM) for name in settings.lineup
    }
    for name, persona in settings.thinking.items():
        for value in (habit.low, habit.high):
            if value == persona.habits.get(habit.name, habit.default) or time.monotonic() > end:
                continue
            other = dataclasses.replace(persona, habits={**persona.habits, habit.name: value})
            before, after = settings.cell({name: persona, **others}), settings.cell({name: other, **others})
            if effects.changes(before, after, name, *patience):
                return True
    return False
