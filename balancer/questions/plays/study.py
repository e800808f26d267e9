"""The study of `balancer plays`: logged plays of real people, and simulated games by the same rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from balancer.analysis.play import few_plays
from balancer.analysis.play.few_plays import ComparedFigure, Floats, Pace, PoolMoments
from balancer.questions.logged_plays import (
    DECISIONS,
    GAMES,
    MIN_PLAYS,
    RANK,
    SLOW_PART,
    compared,
    figure_names,
    label,
    measured,
    notes_of,
    of_play,
    words,
)
from balancer.questions.plays.report import Findings, PlaysReport
from balancer.questions.study import Further, Note, Study
from balancer.reporting.plays import MistakeFit
from balancer.scenario import plan as plans
from balancer.scenario.logs.columns import MINUTES
from balancer.scenario.logs.play import PlayLog
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import MAIN, FinishedRun, Part
from balancer.simulation.runner import Runner
from balancer.simulation.store import Store
from balancer.wording import plural

FIT_GAMES = 1_000  # games of each line-up at each rate of mistakes; GAMES are played of each setting
RATES = (0, 50, 100, 150, 200, 300, 450, 700, 1000)  # mistakes that are simulated, per mille of the decisions

LINEUP = "the line-up"


@dataclass(frozen=True)
class PlaysStudy(Study[PlaysReport]):
    """Logged plays and the simulation of their settings; jobs: a cell per setting."""

    log: PlayLog
    games: int  # per setting
    fit_games: int  # per setting, line-up and rate of mistakes
    kind = "plays"

    @classmethod
    def of(cls, scenario: Scenario, log: PlayLog, games: int | None = None) -> PlaysStudy:
        """Plan a comparison; games: per setting, instead of the default number."""
        slow = scenario.game.is_plain or any(persona.search for persona in scenario.base.seated.values())
        most = games or GAMES // (SLOW_PART if slow else 1)
        fit_games = max(1, most * FIT_GAMES // GAMES)
        study = cls(scenario, (), log, most, fit_games)
        return dataclasses.replace(study, jobs=[CellJob.of(study.cell(setting)) for setting in log.settings])

    def cell(self, setting: Setting, games: int = 0) -> Cell:
        """Return the cell of a setting."""
        return plans.cell_of(self.scenario, setting, {}).with_games(games or self.games)

    @property
    def tables(self) -> dict[str, tuple[str, ...]]:
        """The line-ups that might play as people do: each persona in all seats, and the scenario's own; no thinkers."""
        base = self.scenario.base
        personas = {
            name: persona for name, persona in base.personas.items() if not (persona.at_random or persona.search)
        }
        tables: dict[str, tuple[str, ...]] = {name: (name,) for name in personas}
        if len(set(base.lineup)) > 1 and {*base.lineup} <= {*personas}:
            tables[LINEUP] = base.lineup
        return tables

    def table(self, lineup: Sequence[str], rate: int, setting: Setting, games: int) -> Cell:
        """Return the cell of a line-up whose players make mistakes (per mille of their decisions)."""
        seated = {name: dataclasses.replace(setting.personas[name], mistakes=rate) for name in lineup}
        cell = self.cell(setting, games)
        return dataclasses.replace(cell, lineup=tuple(lineup), personas=seated)

    def fits(self) -> list[Cell]:
        """Return the cells of all line-ups at all rates of mistakes in all settings."""
        return [
            self.table(lineup, rate, setting, self.fit_games)
            for lineup in self.tables.values()
            for rate in RATES
            for setting in self.log.settings
        ]

    @property
    def further(self) -> list[Further]:
        """The line-ups with mistakes that are compared with the people."""
        cells = self.fits()
        words = f"line-ups with mistakes of 0 to 100%, to find the one most like the people: {len(cells)} settings"
        return [Further("fits", cells, f"{words} of {self.fit_games:_} games")]

    def play(self, runner: Runner, store: Store | None, note: Note, *, keep_games: bool) -> Iterator[Part]:  # noqa: ARG002
        """Play all settings and line-ups; no folder keeps the games."""
        with runner.watch([job.cell for job in self.jobs]) as progress:
            runner.compile(self.scenario.game.name, [job.cell for job in self.jobs], progress)
        yield Part(MAIN, [PlaysComparison(self, runner, note).answer()], {"cells": []})

    @staticmethod
    def report(played: FinishedRun) -> PlaysReport:
        """Return the report of the findings."""
        return PlaysReport(played.manifest, *played.main)


class PlaysComparison:
    """Comparison of plays with simulated games."""

    def __init__(self, study: PlaysStudy, runner: Runner, note: Note) -> None:
        """Prepare the comparison of a study's plays."""
        self.study, self.runner, self.note = study, runner, note
        self.names = figure_names(study.scenario, study.log)
        settings = study.log.settings
        game = study.scenario.game
        plays = [of_play(play, settings[play.setting].players, game) for play in study.log.plays]
        self.plays = np.array([[play.get(name, np.nan) for name in self.names] for play in plays])
        self.group = np.array([play.setting for play in study.log.plays])

    def measured(self, cells: Sequence[Cell], games: int) -> list[Floats]:
        """Return the figures of cells; the last column has the number of decisions."""
        return measured(self.runner, cells, [*self.names, DECISIONS], games)

    def answer(self) -> Findings:
        """Return the comparison, figure by figure, and the line-up most like the people."""
        study = self.study
        simulated = self.measured([job.cell for job in study.jobs], study.games)
        comparable = [k for k in range(len(self.names)) if self.is_comparable(k, simulated)]
        shown = [k for k in comparable if not self.names[k].startswith(RANK)]
        players = self.players(self.fitted_figures(comparable)) if shown else []
        likely = self.like(players[0]) if players else None
        setup = self.compared(shown, simulated)
        fitted: Sequence[ComparedFigure | None] = self.compared(shown, likely) if likely else [None] * len(shown)
        figures = [
            compared(study.scenario, self.names[k], of_setup, of_fitted)
            for k, of_setup, of_fitted in zip(shown, setup, fitted, strict=True)
        ]
        counts = np.sum(~np.isnan(self.plays), axis=0)
        few = [label(name, study.scenario) for k, name in enumerate(self.names) if counts[k] and k not in comparable]
        settings = enumerate(study.log.settings)
        by_setting = [(words(study.scenario, setting), int(np.sum(self.group == k))) for k, setting in settings]
        pace, notes = self.pace(likely or simulated), notes_of(study.log, int(counts[0]), study.scenario.game)
        return Findings(
            study.log.file, len(self.plays), by_setting, figures, players, pace, few, study.log.unused, notes
        )

    def is_comparable(self, k: int, pools: Sequence[Floats]) -> bool:
        """Return whether enough plays have the figure, and simulated games of all their settings, too."""
        plays = ~np.isnan(self.plays[:, k])
        groups = np.unique(self.group[plays])
        return int(plays.sum()) >= MIN_PLAYS and not any(np.isnan(pools[g][:, k]).all() for g in groups)

    def fitted_figures(self, places: Sequence[int]) -> list[int]:
        """Return the figures that line-ups are fitted to: scores by rank, without figures that follow from them."""
        names = {self.names[k] for k in places}
        follows = {"score", "winner_score", "margin", "tie_rate"} if f"{RANK}.1" in names else set()
        return [k for k in places if self.names[k] not in follows]

    def compared(self, used: Sequence[int], pools: Sequence[Floats]) -> Sequence[ComparedFigure]:
        """Compare figures with simulated games; pools: float[games, figures] per setting."""
        if not used:
            return []
        false = 1 - self.study.scenario.report.confidence
        return few_plays.compare_plays(self.plays[:, used], self.group, [pool[:, used] for pool in pools], false)

    # Who plays --------------------------------------------------------------------------------------------------------
    def players(self, used: Sequence[int]) -> list[MistakeFit]:
        """Return the line-ups with mistakes, the one most like the people first; [] if none can be fitted."""
        study, plays = self.study, self.plays[:, used]
        tables, settings = study.tables, len(study.log.settings)
        if not tables:
            return []
        self.note(f"playing {plural(len(tables), 'line-up')} with mistakes of 0 to 100%")
        pools = [PoolMoments.of(pool[:, used]) for pool in self.measured(study.fits(), study.fit_games)]
        fits = []
        for number, name in enumerate(tables):
            first = number * len(RATES) * settings
            mine = [pools[first + k * settings : first + (k + 1) * settings] for k in range(len(RATES))]
            fits.append(MistakeFit(name, few_plays.fit_mistakes(plays, self.group, RATES, mine)))
        return sorted(fits, key=lambda fit: fit.fit.deviance)

    def like(self, player: MistakeFit) -> list[Floats]:
        """Return the figures of games of the line-up that plays like people, per setting."""
        study, rate = self.study, round(1000 * player.fit.rate.value)
        lineup = study.tables[player.name]
        return self.measured(
            [study.table(lineup, rate, setting, study.games) for setting in study.log.settings], study.games
        )

    def pace(self, pools: Sequence[Floats]) -> Pace | None:
        """Return the seconds per decision, from plays with minutes and the expected number of their decisions."""
        timed = [k for k, play in enumerate(self.study.log.plays) if play.figures.get(MINUTES)]
        if len(timed) < MIN_PLAYS:
            return None
        rounds = self.names.index("rounds")
        minutes = np.array([self.study.log.plays[k].figures[MINUTES] for k in timed])
        games, confidence = [pools[self.group[k]] for k in timed], self.study.scenario.report.confidence
        return few_plays.pace(minutes, self.plays[timed, rounds], games, rounds, confidence)
