"""The Python interface for analysts: the same as the command line, without YAML and files."""

from __future__ import annotations

import dataclasses
import functools
import os
import pathlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from balancer.analysis import cell_json, comparison, tables
from balancer.players import tournament as tournaments
from balancer.players import tournament_tables
from balancer.scenario import load as scenarios
from balancer.scenario import plan as plans
from balancer.scenario.resolved import Scenario
from balancer.simulation import comparison_plan
from balancer.simulation.jobs import CellJob, PairJob
from balancer.simulation.runner import open_runner
from balancer.simulation.stopping import rule_of
from balancer.simulation.store import Store

if TYPE_CHECKING:
    import pandas as pd

    from balancer.analysis.results import CellResult, PairResult
    from balancer.players.tournament import Tournament
    from balancer.scenario.plan import Cell

Folder = str | os.PathLike[str]


@dataclass(frozen=True, repr=False)
class Results:
    """What was played, as tidy tables: one row per cell and seat, persona, ending or metric, with its uncertainty.

    scenario: as resolved; cells: one result each, in order of the sweep; kept: one row per game where games were kept.
    """

    scenario: Scenario
    cells: tuple[CellResult, ...]
    kept: pd.DataFrame | None = None

    @functools.cached_property
    def _tables(self) -> dict[str, pd.DataFrame]:
        report = self.scenario.report
        found = tables.all_tables(self.cells, report.confidence, report.seconds_per_decision)
        return {**found, "columns": tables.columns(self.cells)}

    def _table(self, name: str) -> pd.DataFrame:
        return self._tables[name].copy()  # columns added by the caller stay in the copy

    def __repr__(self) -> str:
        """What was played, in a few lines; the tables have the rest."""
        return summary(self.scenario, self.cells, self._tables)

    @property
    def played(self) -> pd.DataFrame:
        """What was played: one row per cell, with line-up and games."""
        return self._table("cells")

    @property
    def seats(self) -> pd.DataFrame:
        """Win rate, advantage and score of each seat."""
        return self._table("seats")

    @property
    def personas(self) -> pd.DataFrame:
        """Win rate and lift of each persona."""
        return self._table("personas")

    @property
    def persona_seats(self) -> pd.DataFrame:
        """Win rate of each persona in each seat."""
        return self._table("persona_seats")

    @property
    def length(self) -> pd.DataFrame:
        """Rounds, turns, decisions (minutes where seconds per decision are given)."""
        return self._table("length")

    @property
    def endings(self) -> pd.DataFrame:
        """Share of each ending."""
        return self._table("endings")

    @property
    def nodes(self) -> pd.DataFrame:
        """Kinds of decision: how many per game, among how many options."""
        return self._table("nodes")

    @property
    def metrics(self) -> pd.DataFrame:
        """Every metric."""
        return self._table("metrics")

    @property
    def extras(self) -> pd.DataFrame:
        """Figures that only this game has."""
        return self._table("extras")

    @property
    def parts(self) -> pd.DataFrame:
        """Lift of each part of the component table."""
        return self._table("parts")

    @property
    def histograms(self) -> pd.DataFrame:
        """The whole distribution of each quantity that has one."""
        return self._table("histograms")

    @property
    def columns(self) -> pd.DataFrame:
        """What every column of all tables means."""
        return self._table("columns")

    @property
    def games(self) -> pd.DataFrame:
        """One row per game; ValueError where games were not kept."""
        if self.kept is None:
            message = "the games were not kept: play with keep_games=True"
            raise ValueError(message)
        return self.kept

    def to_json(self) -> dict[str, Any]:
        """What ``--json`` writes: of a run the cell itself, of a sweep ``{"cells": [...]}``."""
        report = self.scenario.report
        records = [cell_json.to_json(cell, report.confidence, report.seconds_per_decision) for cell in self.cells]
        return {"cells": records} if self.scenario.axes else records[0]


MAX_LINES = 8
"""Of a summary; the tables have all."""


def summary(scenario: Scenario, cells: Sequence[Mapping[str, Any]], tables: Mapping[str, pd.DataFrame]) -> str:
    """What was played in a few lines: game, line-up, games; of a run how often each seat wins, of a sweep each cell."""
    base, seats = scenario.base, tables["seats"]
    games = f"{tables['cells']['games'].sum():_} games, seed {scenario.seed}"
    if scenario.axes:
        head = f"{scenario.game.title}: {len(cells)} cells, {games}"
        lines = [_cell_line(cell, seats[seats["cell"] == n]["win"]) for n, cell in enumerate(cells, start=1)]
    else:
        head = f"{scenario.game.title}: {base.players} players ({', '.join(base.lineup)}), {games}"
        ends = zip(seats["seat"], seats["win"], seats["win_low"], seats["win_high"], strict=True)
        lines = [f"seat {seat} wins {win:.1%} ({low:.1%} to {high:.1%})" for seat, win, low, high in ends]
    more = [f"… and {len(lines) - MAX_LINES} more"] if len(lines) > MAX_LINES else []
    tables_there = "tables: .seats .personas .length .endings .metrics and more; .columns explains them"
    return "\n  ".join([head, *lines[:MAX_LINES], *more, tables_there])


def _cell_line(cell: Mapping[str, Any], wins: pd.Series[float]) -> str:
    names = tables.axis_columns([cell])
    at = ", ".join(f"{names[axis]} {tables.shown(value)}" for axis, value in cell["axes"].items())
    return f"{at}: seats win {wins.min():.1%} to {wins.max():.1%}"


def run(
    scenario: Folder | Mapping[str, Any],
    *,
    players: int | None = None,
    lineup: str | Sequence[str] | None = None,
    rules: Mapping[str, Any] | None = None,
    personas: Mapping[str, Any] | None = None,
    games: int | None = None,
    precision: float | str | None = None,
    max_games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    keep_games: bool = False,
    output: Folder | None = None,
) -> Results:
    """Play one set of rules: of a game by its name, or the base rules of a scenario (a file, or a dict of its keys).

    Arguments override the scenario.  precision: half-width of the widest interval of the seats' win rates
    (0.002 or "0.2pp"); output: a folder that keeps what was played.  ScenarioError, a ValueError, lists all that is
    wrong.
    """
    changes = {
        "players": players,
        "lineup": lineup if lineup is None or isinstance(lineup, str) else list(lineup),
        "rules": rules,
        "personas": personas,
        "games": games,
        "precision": precision,
        "max_games": max_games,
        "seed": seed,
    }
    found = scenarios.load_with(scenario, {name: value for name, value in changes.items() if value is not None})
    found = dataclasses.replace(found, axes=(), swept=(({}, found.base),))
    return _play(found, [plans.base_cell(found)], jobs=jobs, keep_games=keep_games, output=output)


def sweep(
    scenario: Folder | Mapping[str, Any],
    *,
    jobs: int | None = None,
    keep_games: bool = False,
    output: Folder | None = None,
) -> Results:
    """Play every cell of a scenario's sweep (a file, or a dict of its keys); as `run`."""
    found = scenarios.load_with(scenario, {})
    return _play(found, plans.cells(found), jobs=jobs, keep_games=keep_games, output=output)


@dataclass(frozen=True, repr=False)
class Comparisons:
    """The effects of changed rules, as tidy tables: one row per variant and figure, each difference with its interval.

    scenario: as resolved; pairs: one result per variant, both cells and what connects them.
    """

    scenario: Scenario
    pairs: tuple[PairResult, ...]

    @functools.cached_property
    def _differences(self) -> pd.DataFrame:
        return comparison.differences_table(self.pairs, self.scenario.report)

    def __repr__(self) -> str:
        """One line per variant: the verdicts on its main figures; the tables have the rest."""
        main = self._differences[self._differences["table"] == "main"]
        lines = [
            f"{self.scenario.game.title}: {len(self.pairs)} compared with the base rules, seed {self.scenario.seed}"
        ]
        for pair in self.pairs:
            verdicts = main[main["variant"] == pair["name"]]["verdict"].value_counts()
            counts = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
            lines.append(f"{pair['name']}: {pair['games']:_} pairs of games; of the main figures {counts}")
        return "\n  ".join([*lines, "tables: .differences .games .columns; .columns explains them"])

    @property
    def differences(self) -> pd.DataFrame:
        """Every figure of base and variant, their difference and its verdict."""
        return self._differences.copy()

    @property
    def games(self) -> pd.DataFrame:
        """How far each change reaches: pairs of games that are alike, and that have other winners."""
        return comparison.pairs_table(self.pairs, self.scenario.report)

    @property
    def columns(self) -> pd.DataFrame:
        """What every column of the tables means."""
        return comparison.columns_table()

    def to_json(self) -> dict[str, Any]:
        """What ``balancer compare --json`` writes."""
        return comparison.all_to_json(self.scenario.to_dict(), self.pairs)


def compare(
    scenario: Folder | Mapping[str, Any],
    other: Folder | Mapping[str, Any] | None = None,
    *,
    variants: str | Sequence[str] = (),
    games: int | None = None,
    precision: float | str | None = None,
    max_games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    output: Folder | None = None,
) -> Comparisons:
    """Compare a scenario's base rules with its variants (all, or those named), or with another scenario of its game.

    Both sides play the same game numbers on the same dice.  Arguments override the scenario; precision:
    half-width of the widest interval of the differences of the seats' win rates; output: a folder that keeps the pairs.
    ScenarioError, a ValueError, lists all that is wrong.
    """
    changes = {"games": games, "precision": precision, "max_games": max_games, "seed": seed}
    given = {name: value for name, value in changes.items() if value is not None}
    one = scenarios.load_with(scenario, given)
    two = None if other is None else scenarios.load_with(other, given)
    names = [variants] if isinstance(variants, str) else list(variants)
    if two is not None and names:
        raise ValueError("variants are of one scenario: leave them out, or the other scenario")
    plan = comparison_plan.two_scenarios(one, two) if two else comparison_plan.variants_of(one, names)
    results = _results(plan, one, jobs=jobs, output=output)
    return Comparisons(comparison_plan.as_scenario(one, two), tuple(results))


LEAST_NAMED = 0.005
"""Share of an equilibrium from which a persona is named in a summary."""


@dataclass(frozen=True, repr=False)
class Tournaments:
    """Personas against each other, as tidy tables: who settles, what each wins against whom, each with its interval.

    scenario: as resolved; held: one tournament per setting.
    """

    scenario: Scenario
    held: tuple[Tournament, ...]

    @functools.cached_property
    def _tables(self) -> dict[str, pd.DataFrame]:
        return tournament_tables.all_tables(self.held)

    def __repr__(self) -> str:
        """One line per setting; the tables have the rest."""
        games = sum(one.games for one in self.held)
        lines = [f"{self.scenario.game.title}: {len(self.held[0].names)} personas, {games:_} games"]
        for one in self.held:
            at = ", ".join(f"{axis} {tables.shown(value)}" for axis, value in one.axes.items()) or "equilibrium"
            shares = zip(one.names, one.equilibrium.shares.tolist(), strict=True)
            lines.append(f"{at}: {', '.join(f'{name} {share:.0%}' for name, share in shares if share >= LEAST_NAMED)}")
        return "\n  ".join(
            [*lines, "tables: .personas .matrix .payoffs .dominance .equilibria; .columns explains them"]
        )

    @property
    def personas(self) -> pd.DataFrame:
        """Share in the equilibrium of each persona, its payoff against it, and whether its own table holds."""
        return self._tables["personas"].copy()

    @property
    def matrix(self) -> pd.DataFrame:
        """Payoff of one persona where all others are alike; the intervals hold together."""
        return self._tables["matrix"].copy()

    @property
    def payoffs(self) -> pd.DataFrame:
        """Payoff of every persona in every line-up."""
        return self._tables["payoffs"].copy()

    @property
    def dominance(self) -> pd.DataFrame:
        """Who gets more than whom against every line-up of the others."""
        return self._tables["dominance"].copy()

    @property
    def equilibria(self) -> pd.DataFrame:
        """Every symmetric equilibrium found."""
        return self._tables["equilibria"].copy()

    @property
    def tournaments(self) -> pd.DataFrame:
        """One row per setting: viable personas, exploitability, games."""
        return self._tables["tournaments"].copy()

    @property
    def columns(self) -> pd.DataFrame:
        """What every column of the tables means."""
        return self._tables["columns"].copy()

    def to_json(self) -> dict[str, Any]:
        """What ``balancer tournament --json`` writes."""
        return tournament_tables.to_json(self.held)


def tournament(
    scenario: Folder | Mapping[str, Any],
    *,
    entrants: Sequence[str] = (),
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    personas: Mapping[str, Any] | None = None,
    variants: str | Sequence[str] = (),
    sweep: bool = False,
    games: int = tournaments.GAMES,
    seed: int | None = None,
    jobs: int | None = None,
    output: Folder | None = None,
) -> Tournaments:
    """Play personas against each other in every line-up, of a game or under a scenario's base rules.

    entrants: who takes part, all that think by default; personas: of your own, as in a scenario; variants: also by
    their rules; sweep: in every cell of the sweep instead of the base rules; games: per line-up.  ScenarioError.
    """
    changes = {"players": players, "rules": rules, "personas": personas, "seed": seed}
    found = scenarios.load_with(scenario, {name: value for name, value in changes.items() if value is not None})
    tour = tournaments.stops(found, [variants] if isinstance(variants, str) else variants, sweep=sweep)
    work = tournaments.plan(found, tour, entrants, games)
    with open_runner(jobs=jobs, store=None if output is None else pathlib.Path(output)) as runner:
        results = runner.play(work, [rule_of(job.cell) for job in work])
    names = tournaments.entrants(tour[0].setting, entrants)
    return Tournaments(found, tuple(tournaments.held_in(results, names, found.report.confidence)))


def _play(
    scenario: Scenario, plan: list[Cell], *, jobs: int | None, keep_games: bool, output: Folder | None
) -> Results:
    if output is None and keep_games:
        with tempfile.TemporaryDirectory(prefix="balancer-") as folder:
            return _play(scenario, plan, jobs=jobs, keep_games=True, output=folder)
    work = [CellJob.of(cell) for cell in plan]
    cells = _results(work, scenario, jobs=jobs, output=output, keep_games=keep_games)
    kept = _kept(work, cells, Store(pathlib.Path(output))) if keep_games and output is not None else None
    return Results(scenario, tuple(cells), kept)


def _results(
    work: Sequence[CellJob | PairJob],
    scenario: Scenario,
    *,
    jobs: int | None,
    output: Folder | None,
    keep_games: bool = False,
) -> list[Any]:
    """Play jobs as the scenario's games or precision say."""
    rule = rule_of(work[0].cell, scenario.report)
    with open_runner(jobs=jobs, store=None if output is None else pathlib.Path(output)) as runner:
        return runner.play(work, rule, keep_games=keep_games)


def _kept(work: Sequence[CellJob], cells: Sequence[CellResult], store: Store) -> pd.DataFrame:
    """The games of all cells, with cell and axes as columns before them, called as in the other tables."""
    import pandas as pd

    frames = []
    named = tables.axis_columns(cells)
    for number, (job, cell) in enumerate(zip(work, cells, strict=True), start=1):
        frame = pd.read_parquet(store.games_path(job.key, cell.games))
        for place, (name, value) in enumerate(cell.axes.items()):
            frame.insert(place, named[name], tables.shown(value))
        frame.insert(0, "cell", number)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)
