"""Two games that should be the same, as a plain one and its compiled twin: played on the same dice and compared."""

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
from balancer.questions.tryout.settings import Settings, rows, rows_within
from balancer.wording import listed, plural

GAMES, SECONDS = 200, 0.3  # games of each setting at most; seconds after which no more are begun
FEW_GAMES, FEW_SECONDS = 20, 0.05  # the same for each value of a rule
PER_SEAT = ("scores", "parts")  # figures with one number for each seat

OF_A_KIND = {"extras": "figure", "node_decisions": "decisions at", "node_options": "options at"}  # one number per name

TIES = "the personas differ, or a compiled decision breaks ties by one draw (`offer_set`), where games need not agree"

NOTHING = "nothing"


class Twins:
    """Two games, compared by their declared names and by games of the same settings."""

    def __init__(self, first: Settings, second: Settings) -> None:
        """Compare two games by what both have."""
        self.first, self.second = first, second
        self.games = 0

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two games."""
        return self.first.game.name, self.second.game.name

    @property
    def personas(self) -> list[str]:
        """The personas that both games have and that appraise their options."""
        return [name for name in self.first.thinking if name in self.second.thinking]

    def declared(self) -> Iterator[TryoutFinding]:
        """Yield what only one of the two declares."""
        games = (self.first.game, self.second.game)
        for fact in ("lowest_wins", "one_loses"):
            declaring = [name for name, game in zip(self.names, games, strict=True) if getattr(game, fact)]
            if len(declaring) == 1:
                yield TryoutFinding(WRONG, "against", f"only {declaring[0]} says `{fact} = True`")
        mine, theirs = map(declared_names, games)
        for kind in mine:
            for game, names, others in zip(
                self.names, (mine[kind], theirs[kind]), (theirs[kind], mine[kind]), strict=True
            ):
                only = [name for name in names if name not in others]
                if only:
                    yield TryoutFinding(LOOK, "against", f"only {game} has the {kind} {listed(only)}")

    def settings(self) -> Iterator[tuple[tuple[str, ...], int, dict[str, Any], int, float]]:
        """Yield line-up, players, changed rules, games, seconds: the printed rules first, then each value of a rule."""
        counts = [players for players in self.first.game.player_counts if players in self.second.game.player_counts]
        line_ups = [("random",), *([tuple(self.personas)] if self.personas else [])]
        for lineup in line_ups:
            for players in counts:
                yield lineup, players, {}, GAMES, SECONDS
        shared = {knob.name for knob in self.second.game.knobs}
        for knob in self.first.game.knobs:
            if knob.name in shared and not isinstance(knob, TableKnob):
                for value in ways.noted_values(knob):
                    yield line_ups[-1], self.first.players, {knob.name: value}, FEW_GAMES, FEW_SECONDS

    def difference(self, lineup: Sequence[str], players: int, rules: dict[str, Any], games: int, seconds: float) -> str:
        """Return in words the first game of a setting in which the two differ; '' where none does.  RuleError."""
        if any(refused(settings, rules, players) for settings in (self.first, self.second)):
            return ""
        mine, theirs = (settings.cell(lineup, players, rules) for settings in (self.first, self.second))
        played = rows_within(mine, games, seconds)
        self.games += len(played)
        pairs = ((self.first.game, mine), (self.second.game, theirs))
        names = [ways.parts_of(game, dict(cell.rules)).names for game, cell in pairs]
        for row, twin in zip(played, rows(theirs, 0, len(played)), strict=True):
            figures = differing(self.first.game, row, self.second.game, twin, names)
            if figures:
                number = int(row.game_number)
                changed = "".join(f", {name} {value}" for name, value in rules.items())
                game = f"game {number} of seed {mine.seed}, {players} players ({', '.join(lineup)}{changed})"
                return f"{game}: {self.first_difference([mine, theirs], number)}; {self.in_words(*figures[0])}"
        return ""

    def in_words(self, name: str, mine: Any, theirs: Any) -> str:
        """Return ``in the end, score of seat 2: 17 in my_game and 18 in twin``."""
        if name in PER_SEAT and isinstance(mine, list):
            seat = next(place for place, pair in enumerate(zip(mine, theirs, strict=True)) if pair[0] != pair[1])
            name, mine, theirs = f"{name.removesuffix('s')} of seat {seat + 1}", mine[seat], theirs[seat]
        if isinstance(mine, dict):
            key = next(key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key))
            name, mine, theirs = f"{OF_A_KIND[name]} {key}", mine.get(key, NOTHING), theirs.get(key, NOTHING)
        if name == "winners":
            mine, theirs = ([seat + 1 for seat in seats] for seats in (mine, theirs))
        first, second = self.names
        return f"in the end, {name}: {shown(mine)} in {first} and {shown(theirs)} in {second}"

    def first_difference(self, cells: list[Any], number: int) -> str:
        """Return in words where the courses of a game separate."""
        try:
            logs = logs_of(cells, number)
        except LogError as error:
            return f"its course can't be followed ({error})"
        pairs = enumerate(zip(*logs, strict=False))
        place = next((number for number, (mine, theirs) in pairs if mine != theirs), min(map(len, logs)))
        if place == len(logs[0]) == len(logs[1]):
            return "the same decisions and standings throughout"
        mine, theirs = (log[place] if place < len(log) else None for log in logs)
        first, second = self.names
        return f"{where(mine, theirs)} {entry_words(mine, first)}, and {entry_words(theirs, second)}"


def where(mine: LogEntry | None, theirs: LogEntry | None) -> str:
    """Return the place of the earlier of two entries: ``in round 3, turn 9,``."""
    first = min(filter(None, (mine, theirs)), key=lambda entry: (entry.round, entry.turn == LAST, entry.turn))
    turn = "" if first.turn == LAST else f", turn {first.turn}"
    return f"in round {first.round}{turn}," if first.round else "in the setup,"


def entry_words(entry: LogEntry | None, game: str) -> str:
    """Return ``seat 2 decides bid among 3 options in my_game``."""
    return f"{entry.words if entry else 'the game is over'} in {game}"


def declared_names(game: Game) -> dict[str, list[str]]:
    """Return the names that a game declares, by kind."""
    return {
        "decisions": [node.name for node in game.nodes],
        "rules": [knob.name for knob in game.knobs if not isinstance(knob, TableKnob)],
        "endings": [ending.name for ending in game.endings],
        "figures": [extra.name for extra in game.extras],
        "personas": [persona.name for persona in game.personas],
    }


def refused(settings: Settings, rules: dict[str, Any], players: int) -> bool:
    """Return whether a game refuses its rules with these changes."""
    changed = {**settings.scenario.base.rules, **rules}
    return bool(settings.game.problems(changed, players, ways.parts_of(settings.game, changed)))


def differing(
    game: Game, row: Any, other: Game, twin: Any, parts: Sequence[Sequence[str]] = ((), ())
) -> list[tuple[str, Any, Any]]:
    """Return the figures of both games in which two rows differ: name, value and other value.

    parts: the names of the parts of each game.
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
        figures_of["parts"] = [names & common for names in figures_of.get("parts", [])] if common else []
        lead = np.asarray(line.lead)
        figures_of["leaders"] = {name: lead[name].tolist() for name in lead.dtype.names or ()}
    return [(name, value, theirs[name]) for name, value in mine.items() if value != theirs[name]]


def both(game: Game, other: Game, name: str) -> list[str]:
    """Return the nodes or figures that both games have."""
    kind = "figures" if name == "extras" else "decisions"
    others = declared_names(other)[kind]
    return [name for name in declared_names(game)[kind] if name in others]


def against(first: Settings, second: Settings) -> Iterator[TryoutFinding]:
    """Yield what differs between two games: what only one declares, and the first game that differs."""
    twins, began = Twins(first, second), time.monotonic()
    yield from twins.declared()
    for setting in twins.settings():
        try:
            differs = twins.difference(*setting)
        except RuleError as error:
            yield TryoutFinding(WRONG, "against", str(error))
            return
        if differs:
            yield TryoutFinding(WRONG, "against", differs)
            if setting[0] != ("random",):
                yield TryoutFinding(LOOK, "against", f"random players play the same games: {TIES}")
            return
    players = ", ".join(["random", *twins.personas])
    sentence = (
        f"{plural(twins.games, 'game')} of {listed(twins.names)} are the same: {players}, each rule over its range"
    )
    yield TryoutFinding(OK, "against", f"{sentence} ({time.monotonic() - began:.1f} s)")
