"""`balancer.run` and `balancer.sweep`: cells as tidy tables."""

from __future__ import annotations

import dataclasses
import functools
import pathlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from balancer.analysis import tables
from balancer.api.playing import Answered, Folder, Table, Target, carried_out, loaded, write_excel
from balancer.questions.sweep.study import Retune, RunStudy, SweepStudy
from balancer.reporting.findings.real_plays import REAL_PLAYS
from balancer.scenario.resolved import Scenario
from balancer.simulation.store import Store

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client

    from balancer.analysis.results import CellResult
    from balancer.reporting.findings.ladder import Ladder
    from balancer.reporting.findings.other_players import Retuned
    from balancer.reporting.findings.robustness import Robustness
    from balancer.reporting.pictures import Picture
    from balancer.reporting.reports.run_report import Report
    from balancer.simulation.jobs import Job


@dataclass(frozen=True, repr=False)
class Results(Answered):
    """What was played, as tidy tables: one row per cell and seat, persona, ending or metric, with its uncertainty.

    study: what was asked, its scenario as resolved; report: what the command makes of it; kept: one row per game where
    games were kept.
    """

    study: SweepStudy
    report: Report
    kept: pd.DataFrame | None = None
    shown: ClassVar[str] = "seats"

    @property
    def scenario(self) -> Scenario:
        """The scenario as resolved."""
        return self.study.scenario

    @property
    def cells(self) -> Sequence[CellResult]:
        """One result for each cell, in order of the sweep."""
        return self.report.cells

    @property
    def answer(self) -> list[str]:
        """The answer in a few sentences, as page and terminal have it."""
        return self.report.answer

    @property
    def verdicts(self) -> pd.DataFrame:
        """The scenario's checks, judged in every cell, as verdicts.csv has them."""
        import pandas as pd

        return pd.DataFrame(self.report.verdict_rows)

    @property
    def robustness(self) -> Robustness | None:
        """The conclusions at tables of other players; None where the scenario wants none."""
        return self.report.robustness

    @property
    def ladder(self) -> Ladder | None:
        """Figures and checks from random players to the best, and what a slip costs; None where it was not played."""
        return self.report.ladder

    @property
    def tuned(self) -> Retuned | None:
        """What a search for better players found; None where none was asked for."""
        return self.report.retuned

    @property
    def real_plays(self) -> pd.DataFrame:
        """One row per figure of each cell that the real plays know, as real_plays.csv; ValueError without plays."""
        if self.report.real_plays is None:
            message = "no plays of real people were given: play with plays='plays.csv'"
            raise ValueError(message)
        return REAL_PLAYS.frame(self.report.real_plays.rows())

    @functools.cached_property
    def _tables(self) -> dict[str, pd.DataFrame]:
        report = self.scenario.report
        found = tables.all_tables(self.cells, report.confidence, report.seconds_per_decision, self.scenario.base_number)
        return {**found, "columns": tables.columns(self.cells)}

    def __repr__(self) -> str:
        """What was played, in a few lines; the tables have the rest."""
        return summary(self.scenario, self.cells, self._tables)

    def to_excel(self, path: pathlib.Path | str) -> None:
        """Write all tables into one Excel workbook, a sheet each; ImportError: openpyxl is missing, OSError."""
        write_excel(path, self._tables)

    played = Table("cells", "What was played: one row per cell, with line-up and games.")
    seats = Table("seats", "Win rate, advantage and score of each seat.")
    personas = Table("personas", "Win rate and lift of each persona.")
    persona_seats = Table("persona_seats", "Win rate of each persona in each seat.")
    length = Table("length", "Rounds, turns, decisions (minutes where seconds per decision are given).")
    endings = Table("endings", "Share of each ending.")
    arc = Table(
        "arc", "How often the leader after each tenth of a game wins, leads until the end, and the winner is last."
    )
    nodes = Table("nodes", "Kinds of decision: how many per game, among how many options.")
    metrics = Table("metrics", "Every metric.")
    extras = Table("extras", "Figures that only this game has.")
    parts = Table("parts", "Lift of each part of the component table.")
    histograms = Table("histograms", "The whole distribution of each quantity that has one.")
    columns = Table("columns", "What every column of all tables means.")

    @property
    def games(self) -> pd.DataFrame:
        """One row per game; ValueError where games were not kept."""
        if self.kept is None:
            message = "the games were not kept: play with keep_games=True"
            raise ValueError(message)
        return self.kept

    @property
    def retuned(self) -> pd.DataFrame:
        """One row per headline figure of each cell whose table is beaten, as retuned.csv; ValueError without them."""
        import pandas as pd

        if self.tuned is None:
            message = "nobody searched for better players: sweep with retune=True"
            raise ValueError(message)
        return pd.DataFrame(self.tuned.rows())

    def plot(self, figure: str, x: str | None = None) -> Picture:
        """A picture of one figure with its intervals, over an axis (the main one by itself): ``plot("seat_spread")``.

        It is a matplotlib figure: notebooks show it, ``savefig`` writes it.  ValueError: no such figure, or axis.
        """
        from balancer.reporting import pictures

        return pictures.plot(self.report, figure, x)

    def charts(self) -> dict[str, Picture]:
        """A picture of each headline figure, by a name for its file: ``instant-by-win-threshold``."""
        from balancer.reporting import pictures

        return pictures.charts(self.report)

    def to_json(self) -> dict[str, Any]:
        """What ``balancer run --json``, or ``sweep --json``, writes."""
        return self.study.content(self.report)


MAX_LINES = 8
"""Of a summary; the tables have all."""


def summary(scenario: Scenario, cells: Sequence[CellResult], tables: Mapping[str, pd.DataFrame]) -> str:
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


def _cell_line(cell: CellResult, wins: pd.Series[float]) -> str:
    names = tables.axis_columns([cell.axes])
    at = ", ".join(f"{names[axis]} {tables.shown(value)}" for axis, value in cell.axes.items())
    return f"{at}: seats win {wins.min():.1%} to {wins.max():.1%}"


def run(
    scenario: Target,
    *,
    players: int | None = None,
    lineup: str | Sequence[str] | None = None,
    rules: Mapping[str, Any] | None = None,
    personas: Mapping[str, Any] | None = None,
    games: int | None = None,
    precision: float | str | None = None,
    until_decided: bool | None = None,
    max_games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
    keep_games: bool = False,
    plays: Folder | None = None,
    output: Folder | None = None,
) -> Results:
    """Play one set of rules: of a game by its name, or the base rules of a scenario (a file, or a dict of its keys).

    Arguments override the scenario.  precision: half-width of the widest interval of the seats' win rates
    (0.002 or "0.2pp"); until_decided: play until the scenario's checks are decided; plays: a CSV file of real plays,
    held against it (``.real_plays``); output: a folder that keeps what was played; backend: a Dask client, on whose
    cluster it is played.  ScenarioError, a ValueError, lists all that is wrong.
    """
    seated = lineup if lineup is None or isinstance(lineup, str) else list(lineup)
    length = {"games": games, "precision": precision, "until_decided": until_decided, "max_games": max_games}
    found = loaded(scenario, players=players, lineup=seated, rules=rules, personas=personas, seed=seed, **length)
    found = dataclasses.replace(found, axes=(), swept=(({}, found.base),), base_apart=False)
    study = RunStudy.of_base(found).with_plays(plays)
    return _play(study, jobs=jobs, backend=backend, keep_games=keep_games, output=output)


def sweep(
    scenario: Target,
    *,
    games: int | None = None,
    precision: float | str | None = None,
    until_decided: bool | None = None,
    max_games: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    backend: Client | None = None,
    keep_games: bool = False,
    retune: bool | Literal["all"] = False,
    plays: Folder | None = None,
    output: Folder | None = None,
) -> Results:
    """Play every cell of a scenario's sweep (a file, or a dict of its keys); as `run`.  games: of each cell.

    retune: search for players that beat the table at the base and the ends of each axis ("all": at every cell), and
    play beaten cells again among tuned ones (``.retuned``, ``.tuned``): many times the games of a sweep.  plays: a
    CSV file of real plays, held against their cells (``.real_plays``).
    """
    found = loaded(
        scenario, games=games, precision=precision, until_decided=until_decided, max_games=max_games, seed=seed
    )
    where: Retune = "all" if retune == "all" else "ends" if retune else ""
    study = SweepStudy.of(found, where=where).with_plays(plays)
    return _play(study, jobs=jobs, backend=backend, keep_games=keep_games, output=output)


def _play(
    study: SweepStudy, *, jobs: int | None, backend: Client | None, keep_games: bool, output: Folder | None
) -> Results:
    if output is None and keep_games:
        with tempfile.TemporaryDirectory(prefix="balancer-") as folder:
            return _play(study, jobs=jobs, backend=backend, keep_games=True, output=folder)
    report = carried_out(study, jobs=jobs, backend=backend, output=output, keep_games=keep_games)
    kept = _kept(study.jobs, report.cells, Store(pathlib.Path(output))) if keep_games and output is not None else None
    return Results(study, report, kept)


def _kept(work: Sequence[Job], cells: Sequence[CellResult], store: Store) -> pd.DataFrame:
    """The games of all cells, with cell and axes as columns before them, called as in the other tables."""
    import pandas as pd

    frames = []
    named = tables.axis_columns(cell.axes for cell in cells)
    for number, (job, cell) in enumerate(zip(work, cells, strict=True), start=1):
        frame = pd.read_parquet(store.games_path(job.key, cell.games))
        for place, (name, value) in enumerate(cell.axes.items()):
            frame.insert(place, named[name], tables.shown(value))
        frame.insert(0, "cell", number)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)
