"""`balancer tournament`: what it prints and writes, and how it ends."""

import csv
import json
import pathlib
from typing import Any

import pytest

import balancer
from balancer.simulation.jobs import CellJob
from tests.cli.test_commands import balance

SCENARIO = """\
title: Who is left with Death?
game: black_death
players: 3
seed: 5
personas: {wild: {base: even, mistakes: 900}}
variants:
  draw: {rules: {order: draw}}
sweep: {axes: {players: [2, 3]}}
"""

FEW = ("--personas", "middler,baiter,even", "--games", "60")


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return a folder of one's own to work in, with a scenario; charts are not drawn, which takes seconds."""
    (tmp_path / "one.yaml").write_text(SCENARIO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("balancer.reporting.drawing.svg.Drawing.svg", lambda _: '<svg viewBox="0 0 10 10"></svg>')
    return tmp_path


def rows(path: pathlib.Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_tables_page_and_json_say_the_same(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = balance("tournament", "one.yaml", *FEW, "--json", "out.json")

    assert done.exit_code == 0, done.output
    assert "end up with" in done.stdout
    assert "\x1b" not in done.output
    folder = here / "reports" / "one-tournament"
    (written,) = json.loads((here / "out.json").read_text(encoding="utf-8"))["tournaments"]
    assert written["games"] == (10 + 3) * 60, "ten line-ups, and three among random players"
    assert all(row["skill_order_low"] <= row["skill_order"] <= row["skill_order_high"] for row in written["personas"])
    assert "Skill order 0." in done.stdout.replace("\n", " ")
    assert written["fair"] == pytest.approx(2 / 3)
    assert written["complete"]
    assert 0 <= written["exploitability"] <= written["exploitability_high"] < 0.3
    (summary,) = rows(folder / "tournaments.csv")
    assert float(summary["exploitability_high"]) == pytest.approx(written["exploitability_high"])
    assert {row["persona"]: float(row["equilibrium_share"]) for row in rows(folder / "personas.csv")} == pytest.approx(
        {row["persona"]: row["equilibrium_share"] for row in written["personas"]}
    )
    matrix = {(row["persona"], row["others"]): row for row in rows(folder / "matrix.csv")}
    assert len(matrix) == 9
    assert all(float(row["low"]) <= float(row["payoff"]) <= float(row["high"]) for row in matrix.values())
    explained = {row["column"] for row in rows(folder / "columns.csv")}
    for name in ("personas", "matrix", "payoffs", "dominance", "equilibria", "tournaments"):
        assert set(rows(folder / f"{name}.csv")[0]) <= explained
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 4
    assert "http" not in page.replace("http://www.w3.org", "")

    monkeypatch.setattr(CellJob, "play", None)
    assert balance("report", str(folder)).exit_code == 0
    assert (folder / "index.html").read_text(encoding="utf-8") == page
    again = balance("tournament", "one.yaml", *FEW, "--json", "-")
    assert json.loads(again.stdout)["tournaments"] == [written]
    plan = balance("tournament", "one.yaml", *FEW, "--plan")
    assert "nothing is left to play" in plan.stdout


def test_a_tour_says_who_rules_where(here: pathlib.Path) -> None:
    done = balance("tournament", "one.yaml", *FEW, "--sweep", "--variant", "draw", "--no-progress")

    assert done.exit_code == 0, done.output
    assert "players 2" in done.stdout
    answer, _, rest = done.stdout.partition("Share of each persona in the equilibrium, by setting")
    assert "end up with" in answer
    assert [name in rest for name in ("players 2", "players 3", "draw")] == [True] * 3
    markdown = (here / "reports" / "one-tournament" / "report.md").read_text(encoding="utf-8")
    assert "| setting |" in markdown
    written = rows(here / "reports" / "one-tournament" / "tournaments.csv")
    assert [(row["players"], row["variant"], row["seats"]) for row in written] == [
        ("2", "", "2"),
        ("3", "", "3"),
        ("", "draw", "3"),
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--personas", "midler,even"), "unknown persona 'midler'; allowed: even, middler, baiter, edger, fidget, "),
        (("--personas", "even"), "a tournament takes two personas or more, not 1"),
        (("--variant", "drawn"), "unknown variant 'drawn'; allowed: draw; did you mean draw?"),
        (("--games", "few"), "--games few: 'few' is not a whole number"),
    ],
)
def test_wrong_options_are_explained_and_nothing_is_played(
    options: tuple[str, ...], message: str, here: pathlib.Path
) -> None:
    done = balance("tournament", "one.yaml", *options)

    assert done.exit_code == 2, done.output
    assert message in done.stderr.replace("random, ", "")
    assert not (here / "reports").exists()


def test_a_game_without_a_sweep_cannot_be_toured() -> None:
    done = balance("tournament", "black_death", "--sweep")

    assert done.exit_code == 2
    assert "there is no sweep to tour" in done.stderr


def test_from_python_it_is_the_same() -> None:
    found = balancer.tournament("one.yaml", entrants=["middler", "baiter", "even"], games=60)

    assert len(found.payoffs) == 3 * 6
    assert "3 personas, 780 games" in repr(found)
    assert "end up with" in found.answer[0]
    done = balance("tournament", "one.yaml", *FEW, "--json", "-")
    del (written := json.loads(done.stdout))["generated_by"]
    assert written == json.loads(json.dumps(found.to_json()))
