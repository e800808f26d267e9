"""Figures of logged plays, and the same figures of simulated games; `plays` and `sweep --plays` compare them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.play.few_plays import ComparedFigure, Floats
from balancer.analysis.verdicts import usual_margin
from balancer.core.game import Game
from balancer.core.table import UNDEFINED
from balancer.core.tallies.tally import game_values, own_values
from balancer.reporting.axis import shown
from balancer.reporting.numbers import SHARE, team
from balancer.reporting.plays import Compared
from balancer.scenario.logs.columns import MINUTES, SEAT, STARTS, TEAM, WON
from balancer.scenario.logs.columns import RANK as WINNING_RANK
from balancer.scenario.logs.play import ENDING_SHARE, LENGTHS, LoggedPlay, PlayLog
from balancer.scenario.plan import Cell
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import Setting
from balancer.sides import BANK, RIVALS, TABLE, TEAMS, TOGETHER
from balancer.simulation.backends.backend import Ranges, ranges
from balancer.simulation.jobs import CellJob
from balancer.simulation.runner import Runner
from balancer.wording import plural

GAMES = 5_000  # simulated per setting
SLOW_PART = 2  # divisor of the games if plain Python plays, or somebody thinks ahead
MIN_PLAYS = 5  # plays that have a figure, so that it is compared

DECISIONS, RANK, NO_WINNER = "decisions", "rank", "no_winner"

COMMON = (*LENGTHS, "score", "winner_score", "margin", "tie_rate")  # figures of rivals, next to win rates of seats
COMMON_OF_SIDES = (*LENGTHS, "score")  # the same of other games


def figure_names(scenario: Scenario, log: PlayLog) -> list[str]:
    """Return the names of all figures that can be compared, for the largest number of players."""
    seats, game = max(setting.players for setting in log.settings), scenario.game
    common, nobody = (COMMON if game.sides == RIVALS else COMMON_OF_SIDES), game.sides in {RIVALS, TEAMS}
    own = [extra.name for extra in game.extras if extra.name not in common]
    ranks = [f"{RANK}.{seat + 1}" for seat in range(seats)]
    cut_off, *endings = [f"{ENDING_SHARE}.{name}" for name in scenario.game.endings_by_number[1:]]
    endings += [cut_off] if any(play.figures.get(cut_off) for play in log.plays) else []
    endings += (
        [NO_WINNER]
        if nobody and any(play.seated and all(player.won is False for player in play.seated) for play in log.plays)
        else []
    )
    return [*side_names(game, seats), *common, *own, *endings, *ranks]


def side_names(game: Game, players: int) -> list[str]:
    """Return the names of the win rates of all sides: of the table, of each team, else of each seat."""
    if game.sides == TOGETHER:
        return [f"win_rate.{TABLE}"]
    if game.sides == TEAMS:
        return [f"win_rate.{team}" for team in game.teams(players)]
    return [f"seat_win_rate.{seat + 1}" for seat in range(players)]


def sides_won(play: LoggedPlay, players: int, game: Game) -> dict[str, float]:
    """Return the wins of the sides of a play, as far as the log has them; sides that win together share a win.

    A seat's win needs only that seat, and a team's or the table's only one of its players.
    """
    judged = [player for player in play.seated if player.won is not None]
    if game.sides == TOGETHER:
        return {f"win_rate.{TABLE}": float(any(player.won for player in judged))} if judged else {}
    if game.sides == TEAMS:
        by_seat = {seat: str(team) for team, seats in game.team_seats(players).items() for seat in seats}
        names = {"": "", **{f"{prefix}{team}": str(team) for team in game.teams(players) for prefix in ("", TEAM)}}
        team_of = [names.get(player.team, "") or by_seat.get(player.seat or 0, "") for player in judged]
        pairs = [(player, team) for player, team in zip(judged, team_of, strict=True) if team]
        won = {team: any(player.won for player, own in pairs if own == team) for _, team in pairs}
        return {f"win_rate.{team}": wins / max(1, sum(won.values())) for team, wins in won.items()}
    winners = 1 if game.sides == BANK else sum(bool(player.won) for player in judged)
    return {
        f"seat_win_rate.{player.seat}": float(bool(player.won)) / max(1, winners) for player in judged if player.seat
    }


def of_play(play: LoggedPlay, players: int, game: Game) -> dict[str, float]:
    """Return the figures of a logged play, as far as it has them; scores and ties need all seats."""
    figures = {name: value for name, value in play.figures.items() if name != MINUTES}
    figures |= sides_won(play, players, game)
    seated, lowest_wins = play.seated, game.lowest_wins
    winners = sum(bool(player.won) for player in seated)
    if not seated or len(seated) < players:
        return figures
    scores = [player.score for player in seated if player.score is not None]
    won = all(player.won is not None for player in seated)
    if won:
        figures |= {"tie_rate": float(winners > 1), NO_WINNER: float(winners == 0)}
    if len(scores) == players:
        ranked = sorted(scores, reverse=not lowest_wins)
        figures |= {f"{RANK}.{k}": score for k, score in enumerate(ranked, 1)}
        figures |= {"score": sum(scores) / players, "margin": abs(ranked[0] - ranked[1]) if players > 1 else np.nan}
        if won and winners:
            best = min if lowest_wins else max
            figures["winner_score"] = best(player.score or 0 for player in seated if player.won)
    return figures


def notes_of(log: PlayLog, plays: int, game: Game) -> list[str]:
    """Return notes on a log, also on why it has no win rate of the first side.  plays: those that tell it."""
    if plays >= MIN_PLAYS:
        return list(log.notes)
    side, needed = {
        TOGETHER: ("the table", "who won"),
        TEAMS: ("the teams", "who played in which team and who won"),
    }.get(game.sides, ("who begins", "both who began and who won"))
    if game.sides == TEAMS and not log.columns & {SEAT, STARTS, TEAM}:
        why = f"no column says who played in which team; add {TEAM} (its number, from 0) or {SEAT} (1 for who begins)"
    elif game.sides in {RIVALS, BANK} and not log.columns & {SEAT, STARTS}:
        why = f"no column says who began; add {STARTS} (yes or no) or {SEAT} (1 for who begins)"
    elif not log.columns & {WON, WINNING_RANK}:
        why = f"no column says who won; add {WON} (yes or no)"
    elif not plays:
        why = f"no play tells {needed}"
    else:
        why = f"{needed.removeprefix('both ')} is known of {plural(plays, 'play')}; it takes {MIN_PLAYS}"
    return [*log.notes, f"no win rate of {side}: {why}"]


def of_games(job: CellJob, rows: Any) -> dict[str, Any]:
    """Return figures of simulated games, and their numbers of decisions: float[games] each."""
    game, players = job.game, job.cell.players
    values = game_values(rows, players, game.score_order)
    won = ((np.asarray(rows["winners"], np.uint64)[:, None] >> np.arange(players, dtype=np.uint64)) & np.uint64(1)) > 0
    winners = won.sum(axis=1)
    figures = _sides_won_in(job, rows, won)
    figures[NO_WINNER] = winners == 0
    figures |= {name: values[name] for name in (*LENGTHS, DECISIONS)}
    scores = np.sort(values["score"].reshape(-1, players), axis=1) / game.score_unit
    figures |= {f"{RANK}.{k + 1}": scores[:, k if game.lowest_wins else -1 - k] for k in range(players)}
    figures["score"] = values["score"].reshape(-1, players).mean(axis=1)
    figures |= {name: _known(values[name], game.score_unit) for name in ("winner_score", "margin")}
    figures["score"] = figures["score"] / game.score_unit
    if not game.one_loses:
        figures["tie_rate"] = winners > 1
    endings = enumerate(game.endings_by_number)
    figures |= {f"{ENDING_SHARE}.{name}": np.asarray(rows["ending"]) == number for number, name in endings}
    own = {
        extra.name: _known(own_values(rows, game, len(game.nodes) + k), extra.unit)
        for k, extra in enumerate(game.extras)
    }
    return own | figures


def _sides_won_in(job: CellJob, rows: Any, won: Any) -> dict[str, Any]:
    """Return the win of each side in simulated games, as `sides_won` does; won: bool[games, players]."""
    game, players = job.game, job.cell.players
    columns = won.T
    if game.sides == TOGETHER:
        columns = columns[:1]
    if game.sides == TEAMS:
        sides = np.asarray(rows["side"])[:, :players]
        columns = np.array([(won & (sides == team)).any(axis=1) for team in game.teams(players)])
    sharing = 1 if game.sides == BANK else np.maximum(1, columns.sum(axis=0))
    return {name: wins / sharing for name, wins in zip(side_names(game, players), columns, strict=True)}


def _known(values: Any, unit: int) -> Any:
    return np.where(values == UNDEFINED, np.nan, values / unit)


@dataclass(frozen=True)
class Measuring:
    """The task of a backend: the figures of games; game g of job k has the number k * games + g."""

    jobs: tuple[CellJob, ...]
    names: tuple[str, ...]
    games: int

    @property
    def holds_interpreter(self) -> bool:
        """True if plain Python plays (`backend.holds_interpreter`)."""
        return self.jobs[0].holds_interpreter

    def __call__(self, first: int, count: int) -> tuple[int, Floats]:
        """Return the number of the first game, and float[count, names]."""
        which, number = divmod(first, self.games)
        figures = of_games(self.jobs[which], self.jobs[which].play(number, count))
        missing = np.full(count, np.nan)
        return first, np.stack([np.asarray(figures.get(name, missing), float) for name in self.names], axis=1)


def measured(runner: Runner, cells: Sequence[Cell], names: Sequence[str], games: int) -> list[Floats]:
    """Return the figures of the first games of each cell: float[games, names] each."""
    jobs = tuple(map(CellJob.of, cells))
    parts = (part for k, job in enumerate(jobs) for part in ranges(k * games, (k + 1) * games, job.chunk))
    answers = sorted(
        runner.backend.play(Ranges(Measuring(jobs, tuple(names), games), parts)), key=lambda answer: answer[1][0]
    )
    whole = np.concatenate([figures for _, (_, figures) in answers])
    return [whole[k * games : (k + 1) * games] for k in range(len(jobs))]


LABELS = {"score": "score per player", "winner_score": "winner's score", NO_WINNER: "share of plays that nobody wins"}


def label(name: str, scenario: Scenario) -> str:
    """Return the label of a figure: `win rate of seat 2`, `win rate of team 0 (seats 1 and 3)`."""
    metric, _, item = name.partition(".")
    if metric == "win_rate":
        seats = scenario.game.team_seats(scenario.base.players)
        return f"win rate of {'the table' if item == TABLE else team(item, seats.get(int(item), ()))}"
    if metric == ENDING_SHARE:
        return f"share of the ending '{item}'"
    return f"win rate of seat {item}" if item else LABELS.get(metric, metric.replace("_", " "))


def words(scenario: Scenario, setting: Setting) -> str:
    """Return a setting in words: its players, and the rules in which it differs from the base."""
    others = [f"{rule} {shown(value)}" for rule, value in setting.rules.items() if value != scenario.base.rules[rule]]
    return ", ".join([plural(setting.players, "player"), *others])


def compared(scenario: Scenario, name: str, setup: ComparedFigure, fitted: ComparedFigure | None = None) -> Compared:
    """Return the comparison of a figure, with its label and margin."""
    metric, _, item = name.partition(".")
    unit = _unit(scenario, metric)
    margin = scenario.report.margin_of(FigureRef(metric, item)) or usual_margin(unit, "mean", setup.expected)
    return Compared(name, label(name, scenario), unit, margin, setup, fitted)


def _unit(scenario: Scenario, metric: str) -> str:
    if metric in {"seat_win_rate", "win_rate", "tie_rate", NO_WINNER, ENDING_SHARE}:
        return SHARE
    own = {extra.name: extra.measure for extra in scenario.game.extras}
    return own.get(metric, metric if metric in LENGTHS else "points")
