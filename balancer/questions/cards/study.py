"""The study of `cards`: games as printed, each replayed on the same dice with every change of a card."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.core.component_table import ComponentTable
from balancer.questions.cards.report import CardsReport
from balancer.questions.study import Note, Request, Study
from balancer.scenario import plan
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import names_in_a_row, sentence
from balancer.scenario.resolved import Scenario
from balancer.simulation.experiments.worth_jobs import BLANK, POINT, PartChange, WorthJob
from balancer.simulation.jobs import CellJob, parts_of
from balancer.simulation.manifest import MAIN, OF_THE_RUN, FinishedRun, Part
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames
from balancer.simulation.store import Store
from balancer.wording import did_you_mean, plural

GAMES = 40_000  # games by default; each is replayed for every change of a card

Rows = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class CardsStudy(Study[CardsReport]):
    """One job: the games as printed, each replayed with every change.

    named: by card, copies, points and axis; why_not: why no card can be made blank, '' where that is possible.
    """

    named: Mapping[str, Any] = field(default_factory=dict)
    why_not: str = ""
    kind = "cards"
    shows = "cards"

    @classmethod
    def of(cls, scenario: Scenario, parts: Sequence[str] = ()) -> CardsStudy:
        """Return the study of all cards, or of those named; ScenarioError: no such card, or the game has none."""
        game, base = scenario.game, scenario.base
        cell = plan.base_cell(scenario)
        names = list(dict.fromkeys([*parts_of(game.name, base.table_files, base.figures).names, *game.dealt_names]))
        if not names:
            counts = "`def parts(self, player)`" if game.is_plain else "what counts as having a card of it"
            hint = f"a component table and {counts} make them (docs/cards.md)"
            raise ScenarioError([Fault("", sentence(f"{game.title} names no cards, so none has a worth", hint))])
        unknown = [part for part in parts if part not in names]
        if unknown:
            all_names = f"there are {names_in_a_row(names)}"
            messages = {part: sentence("no such card", all_names, did_you_mean(part, names)) for part in unknown}
            raise ScenarioError([Fault(f"--part {part}", message) for part, message in messages.items()])
        chosen = [part for part in names if not parts or part in parts]
        tables = _tables_of(scenario)
        named, changes = {part: dict(_known_of(scenario, part, tables.get(part, ()))) for part in chosen}, []
        why_not = _why_not(scenario)
        if not why_not:
            changes = [change for part in chosen for change in _changes(scenario, cell, part, tables.get(part, ()))]
            column = "a column of points, called points or value (docs/cards.md)"
            why_not = "" if changes else f"no component table of {game.title} has {column}"
        return cls(scenario, [WorthJob.with_changes(cell, changes)], named, why_not)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The cards, when chance deals them, where they are offered, and why none is made blank."""
        game = self.scenario.game
        return {
            "named": self.named,
            "dealt_when": game.dealt_when,
            "offered_at": list(game.counted_nodes),
            "not_counted": bool(game.counted_nodes) and self.jobs[0].cell.has_thinkers,
            "why_not": self.why_not,
            "score_meaning": game.score_meaning,
            "lowest_wins": game.lowest_wins,
        }

    @property
    def remarks(self) -> list[str]:
        """The number of times that each game is played."""
        job = self.jobs[0]
        changes = len(job.changes) if isinstance(job, WorthJob) else 0
        replays = f"each game is replayed with {plural(changes, 'change')} of a card, where a player has it"
        return [f"{replays}; each replay takes as long as the game"] if changes else []

    @property
    def requests(self) -> Mapping[str, Request]:
        """The games that are played for each card, which other commands can't reuse."""
        cell = self.jobs[0].cell
        key = CellJob.of(cell).key
        return {f"{key}.{part}": Request(cell.most_games) for part in self.named}

    def play(self, runner: Runner, store: Store | None, note: Note, *, keep_games: bool) -> Iterator[Part]:  # noqa: ARG002
        """Play the games and their replays."""
        results = runner.play(self.jobs, FixedGames(self.jobs[0].cell.most_games))
        record = {"games": results[0].games, **dict.fromkeys(OF_THE_RUN)}
        yield Part(MAIN, results, {"cells": [{"key": key, **record} for key in self.requests]})

    @staticmethod
    def report(played: FinishedRun) -> CardsReport:
        """Return the report of the worth of each card."""
        return CardsReport(played.manifest, played.main[0])


def _why_not(scenario: Scenario) -> str:
    """Return why no card can be made blank; '' where that is possible."""
    thinking = [name for name, persona in scenario.base.seated.items() if persona.search]
    if thinking:
        return f"{thinking[0]} thinks ahead and would notice in its trial games"
    return ""


def _tables_of(scenario: Scenario) -> dict[str, list[tuple[str, Rows]]]:
    """Return, by card, the component tables that have it (by their knobs), with its rows as they are played."""
    base = scenario.base
    tables: dict[str, list[tuple[str, Rows]]] = {}
    for knob, table in scenario.game.components.items():
        path = base.table_files.get(knob) or scenario.game.own_table(knob)
        for name, rows in table.rows(path).items():
            changed = {column: value for (_, row, column), value in base.figures.items() if row == name}
            tables.setdefault(name, []).append((knob, [{**row, **changed} for row in rows]))
    return tables


def _known_of(scenario: Scenario, part: str, tables: Sequence[tuple[str, Rows]]) -> Iterator[tuple[str, Any]]:
    """Yield copies, printed points, axis and range of the axis of a card, as far as its component table has them."""
    for knob, rows in tables:
        table = scenario.game.components[knob]
        if table.copies and table.copies in rows[0]:
            yield "copies", sum(row[table.copies] for row in rows)
        elif "count" in rows[0]:
            yield "copies", sum(row["count"] for row in rows)
        if table.points and len({row[table.points] for row in rows}) == 1:
            yield "points", rows[0][table.points]
            yield "axis", f"parts.{part}.{table.points}"
            yield from _varied(table, rows[0][table.points])


def _varied(table: ComponentTable, points: int | None) -> Iterator[tuple[str, Any]]:
    column = _points_column(table)
    if points is not None and column.low is not None and column.high is not None:
        yield "varied", [max(points - 1, column.low), min(points + 1, column.high)]


def _points_column(table: ComponentTable) -> Any:
    return next(column for column in table.columns if column.name == table.points)


def _changes(
    scenario: Scenario, cell: plan.Cell, part: str, tables: Sequence[tuple[str, Rows]]
) -> Iterator[PartChange]:
    """Yield a card blank, and with one more point, or one less where no more is allowed."""
    for knob, rows in tables:
        table = scenario.game.components[knob]
        if not table.points:
            continue
        given = {column: value for column, value in table.blank.items() if any(row[column] for row in rows)}
        blank = {column: value for column, value in given.items() if any(row[column] != value for row in rows)}
        if blank:
            yield _changed(cell, knob, part, blank, BLANK, -1)
        column = _points_column(table)
        printed = {row[table.points] for row in rows}
        if len(printed) == 1 and (value := printed.pop()) is not None and column.high is not None:
            step = 1 if value < column.high else -1
            yield _changed(cell, knob, part, {table.points: value + step}, POINT, step)


def _changed(cell: plan.Cell, knob: str, part: str, figures: Mapping[str, Any], name: str, sign: int) -> PartChange:
    changed = {**cell.figures, **{(knob, part, column): value for column, value in figures.items()}}
    return PartChange(part, name, sign, dataclasses.replace(cell, figures=changed))
