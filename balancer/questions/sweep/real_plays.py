"""Logged plays of real people, compared with the cells of a run or a sweep."""

from __future__ import annotations

import dataclasses
import hashlib
import pathlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balancer.analysis.estimates.catalogue import CATALOGUE
from balancer.analysis.estimates.metric_names import EXTRA_PREFIX
from balancer.analysis.play import few_plays
from balancer.questions.logged_plays import (
    COMMON,
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
from balancer.questions.study import Note
from balancer.reporting.findings.real_plays import PART
from balancer.reporting.plays import FIGURES
from balancer.scenario.logs.play import LoggedPlay, PlayLog
from balancer.scenario.plan import Cell
from balancer.scenario.play_log import read
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.simulation.jobs import Job
from balancer.simulation.manifest import Part
from balancer.simulation.runner import Runner
from balancer.wording import plural

Record = dict[str, Any]


@dataclass(frozen=True)
class PlaysPlan:
    """Logged plays by the cells that they belong to."""

    scenario: Scenario
    log: PlayLog
    places: Sequence[int | None]  # by setting of the log the number of its cell; None if the sweep has none
    cells: dict[int, Cell]  # those with plays, by number, with the games that are simulated
    sha256: str  # of the file

    @property
    def words(self) -> str:
        """The line of a plan."""
        many = f"{plural(len(self.log.plays), 'play')} of {self.log.file}"
        return f"real plays: {many}, compared with the first games of {plural(len(self.cells), 'setting')}"

    def in_cell(self, number: int) -> list[LoggedPlay]:
        """Return the plays of a cell."""
        return [play for play in self.log.plays if self.places[play.setting] == number]

    def play(self, runner: Runner, note: Note) -> Part:
        """Compare the plays with the first games of their cells."""
        note(self.words)
        differences = {extra.name for extra in self.scenario.game.extras if extra.against}  # no means of games
        names = figure_names(self.scenario, self.log)
        names = [name for name in names if not name.startswith(RANK) and name not in differences]
        rows, left_out = list[Record](), list[Record]()
        for number, cell in self.cells.items():
            (pool,) = measured(runner, [cell], names, cell.most_games)
            plays = [of_play(play, cell.players, self.scenario.game) for play in self.in_cell(number)]
            values = np.array([[play.get(name, np.nan) for name in names] for play in plays])
            counts = np.sum(~np.isnan(values), axis=0)
            simulated = [bool(np.isfinite(pool[:, k]).any()) for k in range(len(names))]
            used = [k for k, n in enumerate(counts) if n >= MIN_PLAYS and simulated[k]]
            left_out += [
                {"cell": number, "label": label(names[k], self.scenario), "plays": int(n), "simulated": simulated[k]}
                for k, n in enumerate(counts)
                if n and k not in used
            ]
            rows += self._held([names[k] for k in used], values[:, used], pool[:, used], number)
        played = Counter(play.setting for play in self.log.plays)
        settings = [
            {"setting": words(self.scenario, setting), "cell": self.places[k], "plays": played[k]}
            for k, setting in enumerate(self.log.settings)
        ]
        record = {"settings": settings, "figures": rows, "left_out": left_out, "unused_columns": list(self.log.unused)}
        game, players = self.scenario.game, [self.log.settings[play.setting].players for play in self.log.plays]
        knows = [of_play(play, number, game) for play, number in zip(self.log.plays, players, strict=True)]
        record["notes"] = notes_of(self.log, sum(names[0] in values for values in knows), game)
        return Part(PART, [], {"file": self.log.file, "sha256": self.sha256, "plays": len(self.log.plays), **record})

    def _held(self, names: Sequence[str], plays: Any, pool: Any, number: int) -> Iterator[Record]:
        """Yield a record for each figure of the plays of a cell; all cells share the probability of a false alarm."""
        if not names:
            return
        false = 1 - self.scenario.report.confidence ** (1 / len(self.cells))
        comparisons = few_plays.compare_plays(plays, np.zeros(len(plays), np.int64), [pool], false)
        for name, comparison in zip(names, comparisons, strict=True):
            metric, _, item = name.partition(".")
            own = EXTRA_PREFIX if metric in CATALOGUE and metric not in COMMON and not item else ""
            figure = compared(self.scenario, name, comparison)
            row = {column: value for column, value in FIGURES.row(figure).items() if "fitted" not in column}
            yield {"cell": number, "metric": own + metric, "of": item, "label": figure.label, **row}


def plan(scenario: Scenario, settings: Sequence[Setting], jobs: Sequence[Job], file: pathlib.Path) -> PlaysPlan:
    """Read plays and find the cell of each; settings: of the jobs.  ScenarioError with all faults, OSError."""
    log = read(file, scenario)
    places = [settings.index(setting) if setting in settings else None for setting in log.settings]
    slow = scenario.game.is_plain or any(job.cell.has_thinkers for job in jobs)
    most = GAMES // (SLOW_PART if slow else 1)
    cells = {
        number: dataclasses.replace(jobs[number].cell, games=min(most, jobs[number].cell.most_games), precision=None)
        for number in sorted({place for place in places if place is not None})
    }
    return PlaysPlan(scenario, log, places, cells, hashlib.sha256(file.read_bytes()).hexdigest())
