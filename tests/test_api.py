"""`import balancer`: the same from Python."""

import pathlib
import subprocess
import sys
from typing import Any

import openpyxl
import pandas as pd
import pytest

import balancer
from balancer.api import answered


def test_a_game_is_played_and_reported_in_tables() -> None:
    found = balancer.run("oktoberfest", players=4, lineup=["bully", "random"], rules={"win_threshold": 20}, games=300)

    assert list(found.seats["seat"]) == [1, 2, 3, 4]
    assert set(found.personas["persona"]) == {"bully", "random"}
    assert set(found.length["quantity"]) >= {"rounds", "turns", "decisions"}
    assert set(found.endings["ending"]) == {"unfinished", "instant", "exhausted"}
    assert not found.metrics.empty
    result = found.to_json()
    assert (result["games"], result["rules"]["win_threshold"], result["seed"]) == (300, 20, 1)


def test_every_table_of_a_run_is_there() -> None:
    found = balancer.run("oktoberfest", games=50)

    for name in ("played", "persona_seats", "nodes", "extras", "parts", "histograms"):
        assert not getattr(found, name).empty, name
    explained = found.columns
    assert set(found.parts.columns) <= set(explained[explained["table"] == "parts"]["column"])
    seats = found.seats
    seats["mine"] = 1
    assert "mine" not in found.seats, "a table is the reader's own"


def test_all_tables_go_into_a_workbook(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet each, with the values of the tables; without openpyxl the message says what to do."""
    found = balancer.run("black_death", games=100)
    found.to_excel(tmp_path / "all.xlsx")

    sheets = pd.read_excel(tmp_path / "all.xlsx", sheet_name=None, engine="openpyxl")
    assert {"cells", "seats", "personas", "length", "endings", "metrics", "columns"} <= set(sheets)
    assert sheets["seats"]["win"].tolist() == pytest.approx(found.seats["win"].tolist())
    compared = balancer.compare({"game": "black_death", "games": 100, "variants": {"two": {"rules": {"suits": 2}}}})
    compared.to_excel(tmp_path / "compared.xlsx")
    written = pd.read_excel(tmp_path / "compared.xlsx", sheet_name=None, engine="openpyxl")
    assert {*written} == {"differences", "games", "columns"}
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(ImportError, match=r"pip install 'balancer\[excel\]'"):
        found.to_excel(tmp_path / "other.xlsx")


def test_no_text_of_a_workbook_is_a_formula_and_numbers_are_numbers(tmp_path: pathlib.Path) -> None:
    """Names of variants, cards and columns may begin like formulas, or be words that Excel takes for errors."""
    texts = ["=1+1", "+1", "-x", "@SUM(A1)", "#N/A", "\t=1", "12"]
    frame = pd.DataFrame({"=HYPERLINK(1)": texts, "share": [-0.5, 1, 2, 3, 4, 5, 6]})

    answered.write_excel(tmp_path / "all.xlsx", {"seats": frame})

    sheet = openpyxl.load_workbook(tmp_path / "all.xlsx")["seats"]
    assert [cell.value for cell in sheet["A"]] == ["=HYPERLINK(1)", *texts]
    assert {cell.data_type for cell in sheet["A"]} == {"s"}
    assert sheet["A1"].quotePrefix
    assert sheet["A2"].quotePrefix
    assert [cell.data_type for cell in sheet["B"]] == ["s", *"nnnnnnn"]


def test_results_say_in_short_what_they_are() -> None:
    run = balancer.run("black_death", games=50, lineup="reader", players=10)
    sweep = balancer.sweep({"game": "black_death", "games": 50, "sweep": {"axes": {"players": [3, 4]}}})

    assert repr(run).startswith("Black Death: 10 players (reader), 50 games, seed 1\n  seat 1 wins ")
    assert "… and 2 more" in repr(run)
    assert len(repr(run).splitlines()) == 11
    assert repr(sweep).startswith("Black Death: 2 settings, 100 games, seed 1\n  players 3: seats win ")


def test_games_are_kept_on_request() -> None:
    found = balancer.run("black_death", games=50, seed=3, keep_games=True)

    assert list(found.games["game"]) == list(range(50))
    with pytest.raises(ValueError, match="keep_games=True"):
        _ = balancer.run("black_death", games=50).games


def test_a_sweep_of_a_dict_or_a_file(tmp_path: pathlib.Path) -> None:
    question = {"game": "black_death", "games": 40, "sweep": {"axes": {"players": [3, 4]}}}
    (tmp_path / "q.yaml").write_text(
        "game: black_death\ngames: 40\nsweep: {axes: {players: [3, 4]}}\n", encoding="utf-8"
    )

    of_dict = balancer.sweep(question, keep_games=True)
    of_file = balancer.sweep(tmp_path / "q.yaml", output=tmp_path / "kept")
    changed = balancer.sweep(question, games=20, seed=7)

    assert list(changed.seats["games"].unique()) == [20]
    assert not changed.seats["win"].equals(of_dict.seats["win"])
    assert of_dict.seats.equals(of_file.seats)
    assert list(of_dict.seats["players"].unique()) == [3, 4]
    assert [cell["axes"] for cell in of_dict.to_json()["cells"]] == [{"players": 3}, {"players": 4}]
    assert list(of_dict.games["players"].unique()) == [3, 4]
    assert (tmp_path / "kept" / "cells").is_dir()


def test_kept_games_name_cell_and_axes_as_the_other_tables() -> None:
    axes = {"rules.order": ["offer", "draw"], "lineup": [["even", "reader"], "random"]}
    found = balancer.sweep({"game": "black_death", "games": 30, "sweep": {"axes": axes}}, keep_games=True)
    shared = ["cell", "order", "lineup"]

    kept = found.games.drop_duplicates(shared)[shared].reset_index(drop=True)
    assert kept.equals(found.seats.drop_duplicates(shared)[shared].reset_index(drop=True))
    assert list(kept["cell"]) == [1, 2, 3, 4, 5]
    assert list(found.played["label"]) == ["", "", "", "", "base"]  # its line-up is on no axis


def test_of_a_scenario_run_plays_the_base_rules() -> None:
    question = {"game": "black_death", "games": 40, "sweep": {"axes": {"players": [3, 4]}}}

    assert balancer.run(question, players=6).to_json()["players"] == 6


def test_everything_wrong_is_reported_at_once() -> None:
    with pytest.raises(ValueError, match=r"(?s)^players: 99.*rules\.pils: unknown rule.*did you mean piles\?"):
        balancer.run("oktoberfest", players=99, rules={"pils": 3})


def test_compare_gives_tidy_tables_and_the_json_of_the_command() -> None:
    question = {
        "game": "black_death",
        "games": 300,
        "variants": {"draw": {"rules": {"order": "draw"}}, "short": {"rules": {"suits": 2}}},
    }
    found = balancer.compare(question)
    one = balancer.compare(question, variants="short", seed=1)

    assert list(found.differences["variant"].unique()) == ["draw", "short"]
    seats = one.differences[one.differences["metric"] == "seat_loss_rate"]
    assert seats["of"].tolist() == ["1", "2", "3", "4"]
    assert (seats["difference_low"] <= seats["difference"]).all()
    assert one.games["games"].tolist() == [300]
    assert [variant["variant"] for variant in found.to_json()["variants"]] == ["draw", "short"]
    assert "short: 300 pairs of games; of the main figures" in repr(one)
    assert set(one.columns["column"]) >= set(one.differences.columns)
    assert [sentence.partition(",")[0] for sentence in found.answer] == ["draw", "short"]


def test_two_scenarios_are_compared(tmp_path: pathlib.Path) -> None:
    one = {"game": "black_death", "title": "one", "games": 200}
    found = balancer.compare(one, {**one, "title": "two", "rules": {"suits": 2}}, output=tmp_path / "kept")

    assert found.differences["variant"].unique().tolist() == ["two"]
    assert (tmp_path / "kept" / "cells").is_dir()
    with pytest.raises(ValueError, match="variants are of one scenario"):
        balancer.compare(one, one, variants="x")
    with pytest.raises(ValueError, match="no variants to compare"):
        balancer.compare(one)


def test_checks_are_judged() -> None:
    checks = [
        {"metric": "rounds", "at_most": 40},
        {"metric": "seat_win_rate", "of": 1, "at_least": "60%"},
    ]
    judged = balancer.check({"game": "black_death", "games": 500, "checks": checks}, seed=2)

    assert judged.verdict == "fail"
    assert list(judged.figures["verdict"]) == ["pass", "fail"]
    assert set(judged.figures.columns) <= set(judged.columns["column"])
    assert repr(judged).startswith("Black Death: 1 fail, 1 pass\n  FAIL ")
    assert judged.to_json()["scenarios"][0]["verdict"] == "fail"
    assert balancer.check({"game": "black_death", "games": 500, "checks": checks[:1]}).verdict == "pass"


def test_a_game_is_narrated() -> None:
    narrated = balancer.trace("black_death", 3, players=4, brief=True)

    assert "wins" in narrated[0] or "loses" in narrated[0]
    assert str(narrated) == repr(narrated) == "\n".join(narrated)
    assert len(narrated) < len(balancer.trace("black_death", 3, players=4))
    with pytest.raises(ValueError, match="variant"):
        balancer.trace("black_death", variant="none")
    with pytest.raises(ValueError, match="games are counted from 0"):
        balancer.trace("black_death", -1)


def test_notebooks_show_what_the_terminal_does() -> None:
    shown = balancer.run({"game": "black_death", "title": "<b>", "games": 50})._repr_html_()

    assert "<h3>&lt;b&gt;</h3>" in shown
    for words in ("Black Death; 4 players; 50 games", "<h4>Seats</h4>", "seat 1 (starts)", "balancer trace"):
        assert words in shown
    assert "<html" not in shown


def test_only_what_is_promised_is_there() -> None:
    assert {"run", "sweep", "compare", "check", "trace", "Results", "__version__"} <= set(dir(balancer))
    with pytest.raises(AttributeError):
        _ = balancer.simulate


def test_importing_is_quick() -> None:
    code = "import sys, balancer; print(sorted({'numba', 'numpy', 'pandas', 'matplotlib', 'click'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout == "[]\n"


def test_what_there_is_can_be_listed() -> None:
    games = balancer.list_games()
    assert set(games["game"]) >= {"oktoberfest", "black_death"}
    mine, every = balancer.metrics("oktoberfest"), balancer.metrics()
    assert "instant_round" in set(mine["metric"])
    assert "instant_round" not in set(every["metric"])
    assert set(every["metric"]) - {"win_rate"} <= set(mine["metric"])  # each seat is a side
    with pytest.raises(ValueError, match="no game of that name"):
        balancer.metrics("octoberfest")


def test_a_scenario_is_validated_without_playing() -> None:
    assert balancer.validate({"game": "black_death", "games": 10}) == []
    with pytest.raises(ValueError, match="did you mean suits"):
        balancer.validate("black_death", rules={"suit": 3})


def test_a_rule_as_an_argument_is_told_where_it_belongs() -> None:
    run: Any = balancer.run
    with pytest.raises(TypeError, match=r"did you mean rules=\{'suits': 3\}\?"):
        run("black_death", suits=3)
    with pytest.raises(TypeError, match=r"did you mean games\?"):
        run("black_death", gmaes=3)


def test_the_answer_of_checks_is_that_of_the_page() -> None:
    found = balancer.check({"game": "black_death", "games": 40, "checks": [{"metric": "rounds", "at_most": 900}]})
    assert found.answer == found.report.answer()
    assert found.open_figures == []


def test_a_comparison_is_drawn_by_figure_and_as_the_command_does() -> None:
    question = {"game": "black_death", "games": 60, "variants": {"draw": {"rules": {"order": "draw"}}}}
    found = balancer.compare(question)
    assert "Change of" in found.plot("rounds").get_suptitle()
    assert len(found.plot("seat_loss_rate").axes[0].get_yticks()) == 4
    assert set(found.charts()) >= {"draw-rounds"}
    with pytest.raises(ValueError, match="no figure 'rouns' was compared; did you mean rounds"):
        found.plot("rouns")


def test_a_page_that_plays_is_written_to_a_file(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page itself, whose module takes long to compile, has tests of its own (tests/browser)."""
    monkeypatch.setattr("balancer.api.functions.page_text", lambda scenario, _: f"<p>{scenario.base.players}</p>")
    path = balancer.page("black_death", tmp_path / "death.html", players=5)
    assert path.read_text(encoding="utf-8") == "<p>5</p>"
