"""`plays`: logged plays of real people against what is simulated by the rules by which they were played."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balancer.analysis import few_plays
from balancer.analysis.few_plays import Floats, Held, Moments
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.intervals.elementary import critical_t
from balancer.analysis.verdicts import usual_margin
from balancer.core.table import UNDEFINED
from balancer.core.tallies.tally import game_values, own_values
from balancer.reporting.axis import shown
from balancer.reporting.numbers import SHARE
from balancer.reporting.reports.plays_report import Answer, Compared, Pace, Player, PlaysReport
from balancer.scenario import plan as plans
from balancer.scenario.logs.columns import MINUTES, SEAT, STARTS, WON
from balancer.scenario.logs.columns import RANK as WINNING_RANK
from balancer.scenario.logs.play import ENDING_SHARE, LENGTHS, LoggedPlay, PlayLog
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.simulation.backends.backend import Ranges, ranges
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import MAIN, Part, Played
from balancer.simulation.runner import Runner
from balancer.simulation.store import Store
from balancer.studies.study import Further, Note, Study
from balancer.wording import plural

GAMES, FIT_GAMES = 5_000, 1_000
"""Games of each setting as set up, and of each table at each rate of mistakes."""

SLOW_PART = 2
"""Part of them that is played where plain Python plays, or somebody thinks ahead."""

RATES = (0, 50, 100, 150, 200, 300, 450, 700, 1000)
"""Mistakes, per mille, at which tables are played."""

LEAST_PLAYS = 5
"""Plays that know a figure, from which it is compared."""

LINEUP = "the line-up"

DECISIONS, RANK, NO_WINNER = "decisions", "rank", "no_winner"

COMMON = (*LENGTHS, "score", "winner_score", "margin", "tie_rate")
"""Figures of any game, beside the win rates of the seats."""


# Figures --------------------------------------------------------------------------------------------------------------
def figure_names(scenario: Scenario, log: PlayLog) -> list[str]:
    """What can be compared, of any number of players."""
    seats = max(setting.players for setting in log.settings)
    shares = [f"seat_win_rate.{seat + 1}" for seat in range(seats)]
    own = [extra.name for extra in scenario.game.extras if extra.name not in COMMON]
    ranks = [f"{RANK}.{seat + 1}" for seat in range(seats)]
    cut_off, *endings = [f"{ENDING_SHARE}.{name}" for name in scenario.game.endings_by_number[1:]]
    endings += [cut_off] if any(play.figures.get(cut_off) for play in log.plays) else []
    endings += (
        [NO_WINNER] if any(play.seated and all(one.won is False for one in play.seated) for play in log.plays) else []
    )
    return [*shares, *COMMON, *own, *endings, *ranks]


def of_play(play: LoggedPlay, players: int, *, lowest_wins: bool) -> dict[str, float]:
    """Return the figures that a play knows: of a seat where it is known whether it won, of the table where all are."""
    found = {name: value for name, value in play.figures.items() if name != MINUTES}
    seated = play.seated
    winners = sum(bool(one.won) for one in seated)
    for one in seated:
        if one.seat and one.won is not None:
            found[f"seat_win_rate.{one.seat}"] = one.won / max(1, winners)
    if not seated or len(seated) < players:
        return found
    scores = [one.score for one in seated if one.score is not None]
    won = all(one.won is not None for one in seated)
    if won:
        found |= {"tie_rate": float(winners > 1), NO_WINNER: float(winners == 0)}
    if len(scores) == players:
        ranked = sorted(scores, reverse=not lowest_wins)
        found |= {f"{RANK}.{k}": score for k, score in enumerate(ranked, 1)}
        found |= {"score": sum(scores) / players, "margin": abs(ranked[0] - ranked[1]) if players > 1 else np.nan}
        if won and winners:
            best = min if lowest_wins else max
            found["winner_score"] = best(one.score or 0 for one in seated if one.won)
    return found


def notes_of(log: PlayLog, known: int) -> list[str]:
    """Return what is to be said of a log, also why no win rate of who begins can be had.  known: plays that tell it."""
    if known >= LEAST_PLAYS:
        return list(log.notes)
    if not log.columns & {SEAT, STARTS}:
        why = f"no column says who began; add {STARTS} (yes or no) or {SEAT} (1 for who begins)"
    elif not log.columns & {WON, WINNING_RANK}:
        why = f"no column says who won; add {WON} (yes or no)"
    elif not known:
        why = "no play tells both who began and who won"
    else:
        why = f"who began and who won is known of {plural(known, 'play')}; it takes {LEAST_PLAYS}"
    return [*log.notes, f"no win rate of who begins: {why}"]


def of_games(job: CellJob, rows: Any) -> dict[str, Any]:
    """The same figures of simulated games, and their decisions: float[games] each."""
    game, players = job.game, job.cell.players
    values = game_values(rows, players, game.score_order)
    won = ((np.asarray(rows["winners"], np.uint64)[:, None] >> np.arange(players, dtype=np.uint64)) & np.uint64(1)) > 0
    winners = won.sum(axis=1)
    found = {f"seat_win_rate.{seat + 1}": won[:, seat] / np.maximum(1, winners) for seat in range(players)}
    found[NO_WINNER] = winners == 0
    found |= {name: values[name] for name in (*LENGTHS, DECISIONS)}
    scores = np.sort(values["score"].reshape(-1, players), axis=1) / game.score_unit
    found |= {f"{RANK}.{k + 1}": scores[:, k if game.lowest_wins else -1 - k] for k in range(players)}
    found["score"] = values["score"].reshape(-1, players).mean(axis=1)
    found |= {name: _known(values[name], game.score_unit) for name in ("winner_score", "margin")}
    found["score"] = found["score"] / game.score_unit
    if not game.one_loses:
        found["tie_rate"] = winners > 1
    endings = enumerate(game.endings_by_number)
    found |= {f"{ENDING_SHARE}.{name}": np.asarray(rows["ending"]) == number for number, name in endings}
    own = {
        extra.name: _known(own_values(rows, game, len(game.nodes) + k), extra.unit)
        for k, extra in enumerate(game.extras)
    }
    return own | found


def _known(values: Any, unit: int) -> Any:
    return np.where(values == UNDEFINED, np.nan, values / unit)


@dataclass(frozen=True)
class Measuring:
    """A backend's task: the figures of games; game g of job k has the number k * games + g."""

    jobs: tuple[CellJob, ...]
    names: tuple[str, ...]
    games: int

    @property
    def holds_interpreter(self) -> bool:
        """See `backend.holds_interpreter`."""
        return self.jobs[0].game.shipped is not None

    def __call__(self, first: int, count: int) -> tuple[int, Floats]:
        """The number of the first game, and float[count, names]."""
        which, number = divmod(first, self.games)
        found = of_games(self.jobs[which], self.jobs[which].play(number, count))
        missing = np.full(count, np.nan)
        return first, np.stack([np.asarray(found.get(name, missing), float) for name in self.names], axis=1)


def measured(runner: Runner, cells: Sequence[Cell], names: Sequence[str], games: int) -> list[Floats]:
    """The figures of the first games of each cell: float[games, names] each."""
    jobs = tuple(map(CellJob.of, cells))
    parts = (part for k, job in enumerate(jobs) for part in ranges(k * games, (k + 1) * games, job.chunk))
    answers = sorted(
        runner.backend.play(Ranges(Measuring(jobs, tuple(names), games), parts)), key=lambda one: one[1][0]
    )
    whole = np.concatenate([figures for _, (_, figures) in answers])
    return [whole[k * games : (k + 1) * games] for k in range(len(jobs))]


# The study ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class PlaysStudy(Study[PlaysReport]):
    """Plays against their settings; jobs: a cell of each; games: of these; fit_games: of each table that is fitted."""

    log: PlayLog
    games: int
    fit_games: int
    kind = "plays"
    has_page = False

    @classmethod
    def of(cls, scenario: Scenario, log: PlayLog, games: int | None = None) -> PlaysStudy:
        """games: of each setting, in place of the usual number."""
        slow = scenario.game.is_plain or any(one.search for one in scenario.base.seated.values())
        most = games or GAMES // (SLOW_PART if slow else 1)
        fit_games = max(1, most * FIT_GAMES // GAMES)
        made = cls(scenario, (), log, most, fit_games)
        return dataclasses.replace(made, jobs=[CellJob.of(made.cell(setting)) for setting in log.settings])

    def cell(self, setting: Setting, games: int = 0) -> Cell:
        """The cell of a setting."""
        return plans.cell_of(self.scenario, setting, {}).with_games(games or self.games)

    @property
    def tables(self) -> dict[str, tuple[str, ...]]:
        """Who might play as people do: each persona with itself alone, and the line-up; nobody who thinks ahead."""
        base = self.scenario.base
        known = {name: one for name, one in base.personas.items() if not (one.at_random or one.search)}
        tables: dict[str, tuple[str, ...]] = {name: (name,) for name in known}
        if len(set(base.lineup)) > 1 and {*base.lineup} <= {*known}:
            tables[LINEUP] = base.lineup
        return tables

    def table(self, lineup: Sequence[str], rate: int, setting: Setting, games: int) -> Cell:
        """The cell of a table whose players make mistakes, per mille."""
        seated = {name: dataclasses.replace(setting.personas[name], mistakes=rate) for name in lineup}
        cell = self.cell(setting, games)
        return dataclasses.replace(cell, lineup=tuple(lineup), personas=seated)

    def fits(self) -> list[Cell]:
        """The cells of all tables at all rates, by all settings."""
        return [
            self.table(lineup, rate, setting, self.fit_games)
            for lineup in self.tables.values()
            for rate in RATES
            for setting in self.log.settings
        ]

    @property
    def further(self) -> list[Further]:
        """The tables that are fitted."""
        cells = self.fits()
        words = f"tables with mistakes of 0 to 100%, and who plays as people do: {len(cells)} cells"
        return [Further("fits", cells, f"{words} of {self.fit_games:_} games")]

    def play(self, runner: Runner, store: Store | None, note: Note, *, keep_games: bool) -> Iterator[Part]:  # noqa: ARG002
        """Play all settings and tables; what they show is kept in no folder."""
        with runner.watch([job.cell for job in self.jobs]) as progress:
            runner.compile(self.scenario.game.name, [job.cell for job in self.jobs], progress)
        yield Part(MAIN, [Holding(self, runner, note).answer()], {"cells": []})

    @staticmethod
    def report(played: Played) -> PlaysReport:
        """The answer."""
        return PlaysReport(played.manifest, *played.main)


class Holding:
    """Holds plays against what is simulated."""

    def __init__(self, study: PlaysStudy, runner: Runner, note: Note) -> None:
        """Of a study, played by a runner."""
        self.study, self.runner, self.note = study, runner, note
        self.names = figure_names(study.scenario, study.log)
        settings = study.log.settings
        lowest = study.scenario.game.lowest_wins
        plays = [of_play(play, settings[play.setting].players, lowest_wins=lowest) for play in study.log.plays]
        self.plays = np.array([[play.get(name, np.nan) for name in self.names] for play in plays])
        self.group = np.array([play.setting for play in study.log.plays])

    def measured(self, cells: Sequence[Cell], games: int) -> list[Floats]:
        """The figures of cells, and their decisions last."""
        return measured(self.runner, cells, [*self.names, DECISIONS], games)

    def answer(self) -> Answer:
        """Everything that is found."""
        study = self.study
        setup = self.measured([job.cell for job in study.jobs], study.games)
        known_well = [k for k in range(len(self.names)) if self.is_comparable(k, setup)]
        used = [k for k in known_well if not self.names[k].startswith(RANK)]
        players = self.players(self.telling(known_well)) if used else []
        fitted = self.like(players[0]) if players else None
        held = self.held(used, setup)
        with_mistakes: Sequence[Held | None] = self.held(used, fitted) if fitted else [None] * len(used)
        pairs = zip(used, held, with_mistakes, strict=True)
        figures = [compared(study.scenario, self.names[k], one, other) for k, one, other in pairs]
        known = np.sum(~np.isnan(self.plays), axis=0)
        few = [label(name) for k, name in enumerate(self.names) if known[k] and k not in known_well]
        settings = enumerate(study.log.settings)
        by_setting = [(words(study.scenario, one), int(np.sum(self.group == k))) for k, one in settings]
        pace, notes = self.pace(fitted or setup), notes_of(study.log, int(known[0]))
        return Answer(study.log.file, len(self.plays), by_setting, figures, players, pace, few, study.log.unused, notes)

    def is_comparable(self, k: int, pools: Sequence[Floats]) -> bool:
        """Whether enough plays know a figure, and all their simulated games have it."""
        known = ~np.isnan(self.plays[:, k])
        groups = np.unique(self.group[known])
        return int(known.sum()) >= LEAST_PLAYS and not any(np.isnan(pools[g][:, k]).all() for g in groups)

    def telling(self, places: Sequence[int]) -> list[int]:
        """The figures by which tables are fitted: scores by rank, not what follows from them."""
        names = {self.names[k] for k in places}
        follows = {"score", "winner_score", "margin", "tie_rate"} if f"{RANK}.1" in names else set()
        return [k for k in places if self.names[k] not in follows]

    def held(self, used: Sequence[int], pools: Sequence[Floats]) -> Sequence[Held]:
        """Each figure against pools."""
        if not used:
            return []
        false = 1 - self.study.scenario.report.confidence
        return few_plays.held_against(self.plays[:, used], self.group, [pool[:, used] for pool in pools], false)

    # Who plays --------------------------------------------------------------------------------------------------------
    def players(self, used: Sequence[int]) -> list[Player]:
        """The tables by how much they play as people do, the likeliest first; [] where none can be fitted."""
        study, plays = self.study, self.plays[:, used]
        tables, settings = study.tables, len(study.log.settings)
        if not tables:
            return []
        self.note(f"playing {plural(len(tables), 'table')} with mistakes of 0 to 100%")
        pools = [Moments.of(pool[:, used]) for pool in self.measured(study.fits(), study.fit_games)]
        found = []
        for number, name in enumerate(tables):
            first = number * len(RATES) * settings
            mine = [pools[first + k * settings : first + (k + 1) * settings] for k in range(len(RATES))]
            found.append(Player(name, few_plays.fitted(plays, self.group, RATES, mine)))
        return sorted(found, key=lambda one: one.fit.deviance)

    def like(self, player: Player) -> list[Floats]:
        """Games of a table that plays as people do, by all settings."""
        study, rate = self.study, round(1000 * player.fit.rate)
        lineup = study.tables[player.name]
        return self.measured([study.table(lineup, rate, one, study.games) for one in study.log.settings], study.games)

    def pace(self, pools: Sequence[Floats]) -> Pace | None:
        """How long a decision takes, by the plays that know their minutes: of their decisions the expected number."""
        timed = [k for k, play in enumerate(self.study.log.plays) if play.figures.get(MINUTES)]
        if len(timed) < LEAST_PLAYS:
            return None
        rounds = self.names.index("rounds")
        decisions = []
        for k in timed:
            pool, own = pools[self.group[k]], self.plays[k, rounds]
            mean, spread = pool.mean(axis=0), float(np.var(pool[:, rounds]))
            slope = float(np.cov(pool[:, rounds], pool[:, -1])[0, 1]) / spread if spread else 0.0
            decisions.append(mean[-1] + (0.0 if np.isnan(own) else slope * (own - mean[rounds])))
        minutes = np.array([self.study.log.plays[k].figures[MINUTES] for k in timed])
        pace, error = few_plays.per_decision(minutes, np.array(decisions))
        half = critical_t(self.study.scenario.report.confidence, len(timed) - 1) * error
        return Pace(len(timed), pace, max(0.0, pace - half), pace + half, pace / 60 * float(np.mean(decisions)))


LABELS = {"score": "score per player", "winner_score": "winner's score", NO_WINNER: "share of plays that nobody wins"}


def label(name: str) -> str:
    """What a figure is called: `win rate of seat 2`."""
    metric, _, of = name.partition(".")
    if metric == ENDING_SHARE:
        return f"share of the ending '{of}'"
    return f"win rate of seat {of}" if of else LABELS.get(metric, metric.replace("_", " "))


def words(scenario: Scenario, setting: Setting) -> str:
    """A setting: its players, and the rules in which it differs from the scenario's base."""
    others = [f"{rule} {shown(value)}" for rule, value in setting.rules.items() if value != scenario.base.rules[rule]]
    return ", ".join([f"{setting.players} players", *others])


def compared(scenario: Scenario, name: str, setup: Held, fitted: Held | None = None) -> Compared:
    """A figure with its words and margin."""
    metric, _, of = name.partition(".")
    unit = _unit(scenario, metric)
    margin = scenario.report.margin_of(FigureRef(metric, of)) or usual_margin(unit, "mean", setup.expected)
    return Compared(name, label(name), unit, margin, setup, fitted)


def _unit(scenario: Scenario, metric: str) -> str:
    if metric in {"seat_win_rate", "tie_rate", NO_WINNER, ENDING_SHARE}:
        return SHARE
    own = {extra.name: extra.measure for extra in scenario.game.extras}
    return own.get(metric, metric if metric in LENGTHS else "points")
