"""`balancer plays`: logged plays against a compiled game and a plain one; names of people stay unsaid."""

import csv
import json
import pathlib

import numpy as np
import pytest
from click.testing import CliRunner, Result

import balancer
import balancer.cli
from balancer.analysis.play.few_plays import DIFFERS, FITS, OPEN, ComparedFigure
from balancer.reporting.plays import Compared
from balancer.scenario import plan
from balancer.scenario.load import from_dict
from balancer.simulation.jobs import CellJob
from tests.plain.coins import written

SCENARIO = "game: black_death\nlineup: [baiter, middler]\nplayers: 3\nvariants: {few: {players: 4}}\n"
FEW = ("--games", "600", "-q")


def balance(*words: str) -> Result:
    return CliRunner().invoke(balancer.cli.balancer, words)


def logged(path: pathlib.Path, scenario: dict[str, object], number: int, longer: int = 0) -> None:
    """Plays drawn from the simulator, by rules and players of a scenario; longer: rounds added to each."""
    cell = plan.base_cell(from_dict({**scenario, "seed": 4711}))
    job = CellJob.of(cell)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["play", "seat", "player", "score", "won", "rounds", "minutes", "weather"])
        for row in np.asarray(job.play(0, number)):
            for seat in range(cell.players):
                won = "yes" if int(row["winners"]) >> seat & 1 else "no"
                play = [row["rounds"] + longer, round(int(row["decisions"]) / 3), "rain"] if seat == 0 else ["", "", ""]
                table.writerow(
                    [row["game_number"], seat + 1, f"Zoe{seat}", row["score"][seat] / job.game.score_unit, won, *play]
                )


@pytest.fixture
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.yaml").write_text(SCENARIO, encoding="utf-8")
    return tmp_path


BASE = {"game": "black_death", "lineup": ["baiter", "middler"], "players": 3}


def test_plays_of_the_game_itself_differ_in_nothing(here: pathlib.Path) -> None:
    logged(here / "plays.csv", BASE, 40)

    done = balance("plays", "plays.csv", "--scenario", "s.yaml", *FEW, "--json", "out.json", "-o", "out")
    assert done.exit_code == 0, done.output
    found = json.loads((here / "out.json").read_text(encoding="utf-8"))

    assert "40 plays of plays.csv; 3 players: 40; 95% confidence" in done.stdout
    assert "Columns that are not used: weather." in done.stdout
    assert "A decision takes " in done.stdout
    assert "Zoe" not in done.output + json.dumps(found)
    assert [one["figure"] for one in found["figures"] if one["verdict"] == DIFFERS] == []
    assert found["pace"]["low"] < 20 < found["pace"]["high"]
    assert (here / "out" / "figures.csv").read_text(encoding="utf-8").startswith("figure,unit,plays,value,simulated,")
    page = (here / "out" / "index.html").read_text(encoding="utf-8")
    assert "Zoe" not in page
    assert page.count("<circle") >= len(found["figures"])
    assert all(f">{words}<" in page for words in ("win rate of seat 1", "rounds", "undecided", "Reproduce it"))
    assert balance("plays", "plays.csv", "--scenario", "s.yaml", *FEW, "--json", "-").stdout == (
        (here / "out.json").read_text(encoding="utf-8")
    )


@pytest.mark.parametrize(("plays", "verdict"), [(20, OPEN), (299, OPEN), (300, FITS)])
def test_an_event_that_no_play_shows_may_still_occur(plays: int, verdict: str) -> None:
    never = Compared("tie_rate", "tie rate", "share", 0.01, ComparedFigure(plays, 0.0, 0.0, 0.0), None)
    once = Compared("tie_rate", "tie rate", "share", 0.01, ComparedFigure(plays, 1 / plays, 0.0, 0.0), None)

    assert (never.verdict, once.verdict) == (verdict, DIFFERS)
    assert (never.judged.half, once.judged.half) == (3 / plays, 0)
    assert never.wanted == 300


def test_what_differs_comes_first_with_its_size(here: pathlib.Path) -> None:
    logged(here / "plays.csv", BASE, 40, longer=6)

    done = balance("plays", "plays.csv", "--scenario", "s.yaml", *FEW)

    assert "Your plays differ from the simulation in rounds (+" in done.stdout


def test_mistakes_are_found_again_in_a_plain_game(here: pathlib.Path) -> None:
    """One run of a fixed seed: the rate lies in the interval, which is not all there is."""
    written(here)
    personas = {"sloppy": {"base": "greedy", "mistakes": 300}}
    logged(here / "plays.csv", {"game": "coins.py", "lineup": ["sloppy"], "personas": personas}, 50)

    found = balancer.plays("plays.csv", "coins.py", lineup=["greedy"], games=600)
    greedy = found.players.set_index("table").loc["greedy"]

    assert greedy["low"] <= 0.3 <= greedy["high"] < 0.7
    assert greedy["low"] > 0
    assert list(found.figures["plays"].unique()) == [50]
    assert found.answer[-1].startswith("A decision takes ")
    assert any(" plays would be enough to tell a difference of " in sentence for sentence in found.answer)


def test_a_plan_says_what_would_be_played_and_mistakes_of_the_file_end_with_2(here: pathlib.Path) -> None:
    (here / "plays.csv").write_text("play,rounds,won\n1,x,maybe\n", encoding="utf-8")
    wrong = balance("plays", "plays.csv", "--scenario", "s.yaml")
    (here / "plays.csv").write_text("play,rounds\n1,8\n", encoding="utf-8")
    plan_only = balance("plays", "plays.csv", "--scenario", "s.yaml", "--plan")
    little = balance("plays", "plays.csv", "--scenario", "s.yaml", *FEW)

    missing = balance("plays", "plaus.csv", "--scenario", "s.yaml")

    assert (missing.exit_code, "plaus.csv: no such file" in missing.output) == (2, True)
    assert wrong.exit_code == 2 or "plays.csv:2:3: rounds is a number" in str(wrong.exception)
    assert "the one most like the people" in plan_only.stdout
    assert "Nothing can be compared: no figure is known from enough plays." in little.stdout
    assert "Too few plays to compare: rounds." in little.stdout


def test_a_log_in_other_words_is_read_and_said_to_be_so(here: pathlib.Path) -> None:
    """What the columns are is said, by the option too; what is wrong with the option ends with 2."""
    lines = ["Partie;Punkte;Startspieler;Sieger"]
    for play in range(6):
        lines += [f"{play};{40 + seat};{'ja' if seat == 0 else 'nein'};{'x' if seat == 1 else ''}" for seat in range(3)]
    (here / "plays.csv").write_text("\n".join(lines), encoding="utf-8")

    found = balance("plays", "plays.csv", "--scenario", "s.yaml", *FEW, "--columns", "Punkte=-")
    wrong = balance("plays", "plays.csv", "--scenario", "s.yaml", *FEW, "--columns", "Punkt=score")

    api = balancer.plays("plays.csv", "s.yaml", columns={"Punkte": "-"}, games=100)

    said = " ".join(found.stdout.split())
    assert "score" not in set(api.figures["figure"])
    assert "semicolons between cells; Partie = play, Sieger = won, Startspieler = starts." in said
    assert "win rate of seat 1 6 0%" in said
    assert "score per player" not in said
    assert (wrong.exit_code, "no column 'Punkt'; did you mean Punkte?" in wrong.output) == (2, True)
    assert balance("plays", "plays.csv", "--scenario", "s.yaml", "--columns", "Punkte").exit_code == 2


def test_why_there_is_no_win_rate_of_who_begins_is_said(here: pathlib.Path) -> None:
    (here / "plays.csv").write_text("play,won\n1,yes\n1,no\n1,no\n", encoding="utf-8")
    said = " ".join(balance("plays", "plays.csv", "--scenario", "s.yaml", *FEW).stdout.split())
    assert "No win rate of who begins: no column says who began;" in said
