"""Two games that should be the same, such as a plain one and its compiled twin: on the same dice, personas included."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from balancer.core.authoring import row_checks, ways
from balancer.core.authoring.row_checks import shown
from balancer.core.game import Game
from balancer.core.knobs import TableKnob
from balancer.core.rule_errors import RuleError
from balancer.questions.tryout.course_log import LAST, LogEntry, LogError, logs_of
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.tables import Tables, rows, rows_within
from balancer.wording import listed, plural

GAMES, SECONDS = 200, 0.3  # games at each table at most; seconds after which no more are begun
FEW_GAMES, FEW_SECONDS = 20, 0.05  # the same for each value of a rule
PER_SEAT = ("scores", "parts")  # figures with one number for each seat

OF_A_KIND = {
    "extras": "figure",
    "node_decisions": "decisions at",
    "node_options": "options at",
}  # a number for each name

TIES = "the personas differ, or a compiled decision breaks ties by one draw (`offer_set`), where games need not agree"

NOTHING = "nothing"


class Twins:
    """Two games: declared names, and games at the same tables."""

    def __init__(self, one: Tables, other: Tables) -> None:
        """Compare the game of one with that of another, by what both have."""
        self.one, self.other = one, other
        self.games = 0

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two."""
        return self.one.game.name, self.other.game.name

    @property
    def personas(self) -> list[str]:
        """Those that both have and that appraise their options."""
        return [name for name in self.one.thinking if name in self.other.thinking]

    def declared(self) -> Iterator[TryoutFinding]:
        """Yield what only one of the two declares."""
        for fact in ("lowest_wins", "one_loses"):
            says = [
                name for name, each in zip(self.names, (self.one, self.other), strict=True) if getattr(each.game, fact)
            ]
            if len(says) == 1:
                yield TryoutFinding(WRONG, "against", f"only {says[0]} says `{fact} = True`")
        mine, theirs = declared_names(self.one.game), declared_names(self.other.game)
        for kind, names in mine.items():
            for here, there, who in (
                (names, theirs[kind], self.names[0]),
                (theirs[kind], names, self.names[1]),
            ):
                only = [name for name in here if name not in there]
                if only:
                    yield TryoutFinding(LOOK, "against", f"only {who} has the {kind} {listed(only)}")

    def tables(self) -> Iterator[tuple[tuple[str, ...], int, dict[str, Any], int, float]]:
        """Line-ups, players, rules, games and seconds: the printed rules first, then each value of each rule."""
        seats = [game.game for game in (self.one, self.other)]
        every = [players for players in seats[0].player_counts if players in seats[1].player_counts]
        line_ups = [("random",), *([tuple(self.personas)] if self.personas else [])]
        for lineup in line_ups:
            for players in every:
                yield lineup, players, {}, GAMES, SECONDS
        known = {knob.name for knob in self.other.game.knobs}
        for knob in self.one.game.knobs:
            if knob.name in known and not isinstance(knob, TableKnob):
                for value in ways.noted_values(knob):
                    yield line_ups[-1], self.one.players, {knob.name: value}, FEW_GAMES, FEW_SECONDS

    def difference(self, lineup: Sequence[str], players: int, rules: dict[str, Any], games: int, seconds: float) -> str:
        """Return the first game in which the two differ at a table, in words; '' where none does.  RuleError."""
        if any(refused(tables, rules, players) for tables in (self.one, self.other)):
            return ""
        mine, theirs = (tables.cell(lineup, players, rules) for tables in (self.one, self.other))
        played = rows_within(mine, games, seconds)
        self.games += len(played)
        pairs = ((self.one.game, mine), (self.other.game, theirs))
        names = [ways.parts_of(game, dict(cell.rules)).names for game, cell in pairs]
        for row, twin in zip(played, rows(theirs, 0, len(played)), strict=True):
            figures = differing(self.one.game, row, self.other.game, twin, names)
            if figures:
                number = int(row.game_number)
                changed = "".join(f", {name} {value}" for name, value in rules.items())
                table = f"game {number} of seed {mine.seed}, {players} players ({', '.join(lineup)}{changed})"
                return f"{table}: {self.first([mine, theirs], number)}; {self.in_words(*figures[0])}"
        return ""

    def in_words(self, name: str, mine: Any, theirs: Any) -> str:
        """``in the end, score of seat 2: 17 in one and 18 in other``."""
        here, there = self.names
        if name in PER_SEAT and isinstance(mine, list):
            seat = next(place for place, pair in enumerate(zip(mine, theirs, strict=True)) if pair[0] != pair[1])
            name, mine, theirs = f"{name.removesuffix('s')} of seat {seat + 1}", mine[seat], theirs[seat]
        if isinstance(mine, dict):
            key = next(key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key))
            name, mine, theirs = f"{OF_A_KIND[name]} {key}", mine.get(key, NOTHING), theirs.get(key, NOTHING)
        if name == "winners":
            mine, theirs = ([seat + 1 for seat in seats] for seats in (mine, theirs))
        return f"in the end, {name}: {shown(mine)} in {here} and {shown(theirs)} in {there}"

    def first(self, cells: list[Any], number: int) -> str:
        """Return where the courses of a game separate, in words."""
        try:
            one, other = logs_of(cells, number)
        except LogError as error:
            return f"its course can't be followed ({error})"
        place = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        if place == len(one) == len(other):
            return "the same decisions and standings throughout"
        mine, theirs = (log[place] if place < len(log) else None for log in (one, other))
        here, there = self.names
        return f"{where(mine, theirs)} {said(mine, here)}, and {said(theirs, there)}"


def where(mine: LogEntry | None, theirs: LogEntry | None) -> str:
    """``in round 3, turn 9,``."""
    both = [entry for entry in (mine, theirs) if entry is not None]
    first = min(both, key=lambda entry: (entry.round, entry.turn == LAST, entry.turn))
    turn = "" if first.turn == LAST else f", turn {first.turn}"
    return f"in round {first.round}{turn}," if first.round else "in the setup,"


def said(entry: LogEntry | None, who: str) -> str:
    """``seat 2 decides bid among 3 options in my_game``."""
    return f"{entry.words if entry else 'the game is over'} in {who}"


def declared_names(game: Game) -> dict[str, list[str]]:
    """Names by kind."""
    return {
        "decisions": [node.name for node in game.nodes],
        "rules": [knob.name for knob in game.knobs if not isinstance(knob, TableKnob)],
        "endings": [ending.name for ending in game.endings],
        "figures": [extra.name for extra in game.extras],
        "personas": [persona.name for persona in game.personas],
    }


def refused(tables: Tables, rules: dict[str, Any], players: int) -> bool:
    """Tell whether a game refuses its rules with these changes."""
    changed = {**tables.scenario.base.rules, **rules}
    return bool(tables.game.problems(changed, players, ways.parts_of(tables.game, changed)))


def differing(
    game: Game, row: Any, other: Game, twin: Any, parts: Sequence[Sequence[str]] = ((), ())
) -> list[tuple[str, Any, Any]]:
    """Return figures in which two rows differ, of those that both games have: name, value and value.

    parts: the names of either game's parts.
    """
    mine, theirs = (
        row_checks.named_figures(each, figures, tuple(names))
        for each, figures, names in ((game, row, parts[0]), (other, twin, parts[1]))
    )
    endings = set(game.endings_by_number) & set(other.endings_by_number)
    if not {mine["ending"], theirs["ending"]} & endings:  # each has its own word for it
        theirs["ending"] = mine["ending"]
    if row.score.tolist() == twin.score.tolist():  # in whole numbers of another unit
        theirs["scores"] = mine["scores"]
    figures = both(game, other, "extras")
    whole = [
        dict(zip([extra.name for extra in each.extras], np.asarray(line.extras).tolist(), strict=False))
        for each, line in ((game, row), (other, twin))
    ]
    theirs["extras"] |= {name: mine["extras"].get(name) for name in figures if whole[0][name] == whole[1][name]}
    for name in ("extras", "node_decisions", "node_options"):
        keys = both(game, other, name)
        mine[name], theirs[name] = ({key: each[name].get(key) for key in keys} for each in (mine, theirs))
    common = set(parts[0]) & set(parts[1])
    for figures_of, line in ((mine, row), (theirs, twin)):
        figures_of["parts"] = [held & common for held in figures_of.get("parts", [])] if common else []
        lead = np.asarray(line.lead)
        figures_of["leaders"] = {name: lead[name].tolist() for name in lead.dtype.names or ()}
    return [(name, value, theirs[name]) for name, value in mine.items() if value != theirs[name]]


def both(game: Game, other: Game, name: str) -> list[str]:
    """Return the nodes or figures that both games have."""
    kind = "figures" if name == "extras" else "decisions"
    there = declared_names(other)[kind]
    return [each for each in declared_names(game)[kind] if each in there]


def against(one: Tables, other: Tables) -> Iterator[TryoutFinding]:
    """Yield what differs between two games, the first game of each that does."""
    twins, began = Twins(one, other), time.monotonic()
    yield from twins.declared()
    for table in twins.tables():
        try:
            differs = twins.difference(*table)
        except RuleError as error:
            yield TryoutFinding(WRONG, "against", str(error))
            return
        if differs:
            yield TryoutFinding(WRONG, "against", differs)
            if table[0] != ("random",):
                yield TryoutFinding(LOOK, "against", f"random players play the same games: {TIES}")
            return
    who = ", ".join(["random", *twins.personas])
    sentence = f"{plural(twins.games, 'game')} of {listed(twins.names)} are the same: {who}, each rule over its range"
    yield TryoutFinding(OK, "against", f"{sentence} ({time.monotonic() - began:.1f} s)")
