"""Logged plays of games that are won together, in teams, or against a bank: figures are of sides."""

import pathlib

import numpy as np
import pytest

import balancer
from balancer.analysis.play.few_plays import DIFFERS
from balancer.scenario import plan
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import from_dict
from balancer.simulation.jobs import CellJob

PUBLIC = pathlib.Path(__file__).parents[3] / "examples" / "public"
TEAMS = ["win rate of team 0 (seats 1 and 3)", "win rate of team 1 (seats 2 and 4)"]


def logged(folder: pathlib.Path, name: str, plays: int, *columns: str) -> pathlib.Path:
    """Write plays drawn from the simulator, with these columns."""
    job = CellJob.of(plan.base_cell(from_dict({"game": str(PUBLIC / f"{name}.py"), "seed": 4711})))
    lines = [",".join(("play", *columns))]
    for row in np.asarray(job.play(0, plays)):
        for seat in range(job.cell.players):
            cells = {
                "seat": str(seat + 1),
                "team": f"Team {row['side'][seat]}",
                "won": "yes" if int(row["winners"]) >> seat & 1 else "no",
                "rounds": str(row["rounds"]),
            }
            lines.append(",".join([str(row["game_number"]), *(cells[column] for column in columns)]))
    path = folder / f"{name}.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "columns", "labels"),
    [
        ("first_orchard", ("won", "rounds"), ["win rate of the table"]),
        ("chutes_in_teams", ("team", "won"), TEAMS),
        ("chutes_in_teams", ("seat", "won"), TEAMS),
        ("craps", ("seat", "won"), ["win rate of seat 1"]),
    ],
)
def test_plays_of_the_game_itself_differ_in_nothing(
    name: str, columns: tuple[str, ...], labels: list[str], tmp_path: pathlib.Path
) -> None:
    """30 plays, whose win rates are those of sides: not half of a victory for each of two partners."""
    file = logged(tmp_path, name, 30, *columns)
    report = balancer.plays(file, str(PUBLIC / f"{name}.py"), games=500, compiled="off").report
    figures = {figure.label: figure for figure in report.findings.figures}
    shares = [figure.setup.value for label, figure in figures.items() if label.startswith("win rate")]
    rows = file.read_text(encoding="utf-8").splitlines()[1:]

    assert [label for label in figures if label.startswith("win rate")] == labels
    assert [label for label, figure in figures.items() if figure.verdict == DIFFERS] == []
    assert sum(shares) == pytest.approx(1 if labels == TEAMS else sum("yes" in row for row in rows) / len(rows))
    assert "everybody wins" not in " ".join(report.findings.notes)


def test_a_table_of_which_one_row_says_who_won_is_known(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "plays.csv"
    rows = [f"{play},{won}\n{play},\n" for play, won in enumerate(["yes", "no", "no", "yes", "no", "no"])]
    file.write_text("play,won\n" + "".join(rows), encoding="utf-8")
    report = balancer.plays(file, str(PUBLIC / "first_orchard.py"), games=100, compiled="off").report

    (figure,) = [figure for figure in report.findings.figures if figure.name == "win_rate.table"]
    assert figure.setup.value == pytest.approx(2 / 6)


def test_partners_of_whom_one_wins_are_a_mistake_with_its_place(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "plays.csv"
    file.write_text("play,team,won\n1,0,yes\n1,1,no\n1,0,no\n1,1,no\n", encoding="utf-8")

    with pytest.raises(ScenarioError, match=r"plays\.csv:4:5: a team wins or loses as a whole, but another player"):
        balancer.plays(file, str(PUBLIC / "chutes_in_teams.py"), games=100)
