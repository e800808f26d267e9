"""The commands: what they print where, and how they end."""

import itertools
import json
import os
import pathlib
import re
import signal
from typing import Any

import pytest
from click.testing import CliRunner, Result

import balancer.cli
from balancer import games
from balancer.cli import app
from balancer.simulation import runner as runs

SCENARIO = """\
title: Where should the instant win sit?
game: oktoberfest
games: 200
rules: {win_threshold: 22}
sweep:
  axes:
    rules.win_threshold: [18, 22]
checks:
  - {metric: rounds, at_most: 20}
"""


FEW = "game: black_death\nplayers: 3\ngames: 50\nsweep: {{axes: {{players: {}}}}}\n"


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return a folder of one's own to work in, with a scenario."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "beer.yaml").write_text(SCENARIO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def balance(*words: str) -> Result:
    as_it_was = {"NUMBA_DISABLE_JIT": os.environ.get("NUMBA_DISABLE_JIT")}  # `trace` sets it for its process
    return CliRunner(env=as_it_was).invoke(balancer.cli.balancer, words)


# run ------------------------------------------------------------------------------------------------------------------
def test_run_tells_figures_and_leaves_nothing(here: pathlib.Path) -> None:
    done = balance("run", "oktoberfest", "--games", "200")

    assert done.exit_code == 0, done.output
    assert "200 games" in done.stdout
    assert "\x1b" not in done.output
    assert done.stderr == ""
    assert sorted(here.iterdir()) == [here / "scenarios"]


def test_json_on_stdout_is_alone_there() -> None:
    done = balance("run", "scenarios/beer.yaml", "--json", "-", "-v")
    content = json.loads(done.stdout)

    assert (content["game"], content["games"], content["rules"]["win_threshold"]) == ("oktoberfest", 200, 22)
    assert "`balancer sweep scenarios/beer.yaml` varies rules.win_threshold" in done.stderr


def test_json_goes_to_a_file(here: pathlib.Path) -> None:
    done = balance("run", "oktoberfest", "--games", "50", "--json", "out.json")

    assert done.exit_code == 0
    assert json.loads((here / "out.json").read_text(encoding="utf-8"))["games"] == 50
    assert "Seats" in done.stdout


def test_quiet_says_nothing_on_stderr() -> None:
    assert balance("run", "scenarios/beer.yaml", "-q").stderr == ""


def test_options_change_what_is_played() -> None:
    options = ("--seed", "9", "--players", "5", "--lineup", "bully,random", "--set", "piles=4", "--set", "removed=auto")
    content = json.loads(balance("run", "oktoberfest", "--games", "20", "--json", "-", *options).stdout)

    assert (content["seed"], content["players"], content["lineup"], content["rules"]["piles"]) == (
        9,
        5,
        ["bully", "random"],
        4,
    )


def test_a_run_is_kept_where_asked(here: pathlib.Path) -> None:
    done = balance("run", "oktoberfest", "--games", "50", "-o", "kept", "--keep-games")

    assert done.exit_code == 0, done.output
    assert (here / "kept" / "index.html").exists()
    assert len(list((here / "kept" / "games").glob("*.parquet"))) == 1


# sweep ----------------------------------------------------------------------------------------------------------------
def test_sweep_writes_a_folder_and_says_where_the_page_lies(here: pathlib.Path) -> None:
    done = balance("sweep", "scenarios/beer.yaml")

    assert done.exit_code == 0, done.output
    assert done.stdout.rstrip().endswith("Page: reports/beer/index.html")
    manifest = json.loads((here / "reports" / "beer" / "manifest.json").read_text(encoding="utf-8"))
    kept = {path.stem for path in (here / "reports" / "beer" / "cells").glob("*.json")}
    assert len(manifest["cells"]) == 2
    assert len(kept) == 2 + len(manifest["ladder"]["cells"]) + 1, "one table tells who is best"
    assert manifest["command"] == "balancer sweep scenarios/beer.yaml"
    assert manifest["scenario_text"] == SCENARIO
    assert manifest["seconds"] > 0


def test_sweep_again_plays_only_what_is_missing(here: pathlib.Path) -> None:
    balance("sweep", "scenarios/beer.yaml")
    cells = (here / "reports" / "beer" / "cells").glob("*.json")
    next(path for path in cells if json.loads(path.read_text(encoding="utf-8"))["games"] == 200).unlink()

    again = balance("sweep", "scenarios/beer.yaml", "-v")
    fresh = balance("sweep", "scenarios/beer.yaml", "-v", "--fresh")

    before = [line for line in again.stderr.splitlines() if " of 2: " in line and "played before" in line]
    assert len(before) == 1
    assert fresh.stderr.count("played before") == 0


def test_verbose_is_a_line_a_cell() -> None:
    lines = balance("sweep", "scenarios/beer.yaml", "-v").stderr.splitlines()

    records = [line for line in lines if line.startswith("setting ") and " of 2: " in line]
    assert re.fullmatch(r"setting 1 of 2: win_threshold 18: 200 games, \d+\.\d\d s", records[0])
    assert len(records) == 2


def test_a_plan_plays_nothing(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs.Runner, "play", None)
    done = balance("sweep", "scenarios/beer.yaml", "--plan", "--games", "1_000")

    assert done.exit_code == 0, done.output
    assert "2 settings, 2_000 games" in done.stdout
    assert "estimated time: " in done.stdout
    assert not (here / "reports").exists()


def test_a_plan_knows_what_is_finished_and_what_options_change(here: pathlib.Path) -> None:
    (here / "few.yaml").write_text(
        "game: black_death\nplayers: 3\ngames: 50\nsweep: {axes: {players: [2, 3]}}\n", encoding="utf-8"
    )
    assert balance("sweep", "few.yaml", "--set", "ranks=9").exit_code == 0
    (here / "few.yaml").write_text(
        "game: black_death\nplayers: 3\ngames: 50\nsweep: {axes: {players: [3, 4]}}\n", encoding="utf-8"
    )

    some = balance("sweep", "few.yaml", "--plan", "--set", "ranks=9").stdout
    assert "2 settings (1 played before, in reports/few), 50 games" in some
    assert "with --set ranks=9\n" in some
    assert "players 3: played before" in some
    assert "players 4: 50 games" in some

    assert "2 settings, 100 games" in balance("sweep", "few.yaml", "--plan", "--set", "ranks=9", "--fresh").stdout
    assert "2 settings, 100 games" in balance("sweep", "few.yaml", "--plan", "--set", "ranks=9", "--keep-games").stdout
    other_rules = balance("sweep", "few.yaml", "--plan").stdout
    assert "2 settings, 100 games" in other_rules
    assert "with --" not in other_rules

    assert balance("sweep", "few.yaml", "--set", "ranks=9").exit_code == 0
    done = balance("sweep", "few.yaml", "--set", "ranks=9", "--plan").stdout
    assert "2 settings (2 played before, in reports/few), 0 games" in done
    assert done.endswith("nothing is left to play\n")


def test_two_scenarios_of_one_name_do_not_lose_a_report_silently(here: pathlib.Path) -> None:
    for folder in ("mine", "yours"):
        (here / folder).mkdir()
        (here / folder / "few.yaml").write_text("game: black_death\ngames: 50\n", encoding="utf-8")

    first, again = (balance("sweep", "mine/few.yaml") for _ in range(2))
    other = balance("sweep", "yours/few.yaml")

    assert first.exit_code == again.exit_code == other.exit_code == 0
    assert "replaces" not in first.stderr + again.stderr
    assert (
        "note: reports/few holds the report of mine/few.yaml, which that of yours/few.yaml replaces; -o" in other.stderr
    )
    assert "replaces" not in balance("sweep", "mine/few.yaml", "-o", "apart").stderr


def test_other_peoples_folders_are_left_alone(here: pathlib.Path) -> None:
    (here / "mine").mkdir()
    (here / "mine" / "diary.txt").touch()

    done = balance("sweep", "scenarios/beer.yaml", "-o", "mine")

    assert done.exit_code == 2
    assert "mine holds other files (diary.txt" in done.stderr
    assert [file.name for file in (here / "mine").iterdir()] == ["diary.txt"]


@pytest.mark.parametrize("command", ["sweep", "run", "trace"])
def test_without_a_scenario_one_is_shown_what_there_is(command: str) -> None:
    done = balance(command)

    assert done.exit_code == 2
    assert "scenarios here: scenarios/beer.yaml" in done.stderr
    assert "oktoberfest" in done.stderr


# Exit codes -----------------------------------------------------------------------------------------------------------


def test_a_metric_is_explained() -> None:
    done = balance("metrics", "seat_spread")

    assert done.exit_code == 0, done.output
    assert "max p_s - min p_s" in done.stdout


def test_a_metric_of_a_game_is_explained_in_either_order() -> None:
    words = balance("metrics", "oktoberfest", "instant_round").stdout
    assert "Round of the instant win" in words
    assert balance("metrics", "instant_round", "oktoberfest").stdout == words
    assert balance("metrics", "oktoberfest", "comeback_rate").stdout == balance("metrics", "comeback_rate").stdout


def test_a_precision_out_of_reach_is_in_the_plan() -> None:
    """With what all games allowed would give; one that they give is planned without a word."""
    done = balance("run", "oktoberfest", "--precision", "0.0001pp", "--plan")
    assert re.search(r"±0.0001pp can't be reached: about ±0.04\d*pp after 5_000_000 games", done.stdout)
    assert "can't be reached" not in balance("run", "oktoberfest", "--precision", "1pp", "--plan").stdout


def test_a_precision_not_reached_is_undecided() -> None:
    options = ("--precision", "0.1pp", "--max-games", "2000")

    assert balance("run", "oktoberfest", *options).exit_code == 3
    done = balance("sweep", "scenarios/beer.yaml", *options, "-q")
    assert done.exit_code == 3
    assert re.search(
        r"2 of 2 settings: precision not reached: ±[\d.]+pp where ±0.1pp .*; about [\d_]+ games", done.stderr
    )
    assert balance("run", "oktoberfest", "--precision", "10pp").exit_code == 0


def test_a_wrong_scenario_is_usage_and_nothing_is_run(here: pathlib.Path) -> None:
    (here / "bad.yaml").write_text("game: oktoberfest\nplayers: 9\nseed: x\n", encoding="utf-8")

    done = balance("sweep", "bad.yaml")

    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.splitlines()[0].startswith("bad.yaml:2:10: players: 9 is out of range")
    assert done.stderr.splitlines()[-1] == "2 errors; nothing was run"
    assert not (here / "reports").exists()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("swep",), "no such command 'swep'; did you mean sweep?"),
        (("sweep", "scenarios/ber.yaml"), "did you mean scenarios/beer.yaml?"),
        (("run", "octoberfest"), "did you mean oktoberfest?"),
        (("run", "oktoberfest", "--gmaes", "3"), "No such option"),
        (("run", "oktoberfest", "-j", "0"), "0 is not in the range"),
        (("run", "oktoberfest", "--set", "pils=3"), "did you mean piles?"),
        (("games", "octoberfest"), "did you mean oktoberfest?"),
        (("metrics", "octoberfest"), "did you mean oktoberfest?"),
        (("report", "reports/none"), "has no manifest.json"),
        (("trace", "oktoberfest", "--game", "-1"), "-1 is not in the range"),
        (("validate",), "Missing argument"),
        (("run", "oktoberfest", "--keep-games"), "add -o FOLDER"),
        (("run", "oktoberfest", "--threads", "2"), "no such option --threads; here it is --jobs"),
        (("tournament", "oktoberfest", "--lineup", "rusher"), "no such option --lineup; here it is --personas"),
        (("run", "oktoberfest", "-o", "scenarios/beer.yaml"), "beer.yaml is a file; -o takes a folder"),
        (("metrics", "seat_spreed"), "did you mean seat_spread?"),
        (
            ("metrics", "oktoberfest", "instant_rond"),
            "no metric 'instant_rond' of oktoberfest; did you mean instant_round?",
        ),
        (("metrics", "rounds", "turns"), "rounds and turns: name one metric"),
        (("new", "--game", "class"), "--game class: Python keeps this word for itself"),
        (("new", "x.yaml"), "name the game first: balancer new GAME x.yaml"),
    ],
)
def test_wrong_usage_ends_with_2_and_a_hint(words: tuple[str, ...], expected: str) -> None:
    done = balance(*words)

    assert done.exit_code == 2
    assert expected in done.stderr
    assert done.stdout == ""


def test_results_that_cannot_be_written_are_a_failure(here: pathlib.Path) -> None:
    (here / "full").touch()

    done = balance("run", "oktoberfest", "--games", "20", "--json", "full/out.json")

    assert done.exit_code == 4
    assert "can't write" in done.stderr


def test_a_mistake_of_ours_is_a_failure_with_its_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs.Runner, "play", "nothing that can be called")
    done = balance("run", "oktoberfest")

    assert done.exit_code == 4
    assert "Traceback" in done.stderr
    assert "object is not callable" in done.stderr
    assert done.stderr.endswith("there is a bug in balancer; please report it with the lines above\n")


def test_a_mistake_of_somebody_else_is_a_failure_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        message = "what nobody thought of"
        raise RuntimeError(message)

    monkeypatch.setattr(runs.Runner, "play", broken)
    done = balance("run", "oktoberfest")

    assert done.exit_code == 4
    assert "what nobody thought of" in done.stderr
    assert "there is a bug at " in done.stderr
    assert "test_commands.py, line " in done.stderr
    assert "please report" not in done.stderr


def test_an_interruption_says_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(runs.Runner, "play", interrupted)
    done = balance("sweep", "scenarios/beer.yaml")

    assert done.exit_code == 130
    assert "finished settings are in reports/beer; run the same command again" in done.stderr


def test_sigterm_is_left_alone_where_it_is_ignored_and_two_at_once_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        app.raise_on_sigterm()
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN

        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        balance("games")
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL  # the program alone takes it
        app.raise_on_sigterm()
        with pytest.raises(app.TerminatedError):
            signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
        monkeypatch.setattr(app, "ONE_SIGNAL", 0.0)
        with pytest.raises(app.TerminatedError):
            signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)


# report, validate, schema ---------------------------------------------------------------------------------------------
def test_report_writes_the_page_again(here: pathlib.Path) -> None:
    balance("sweep", "scenarios/beer.yaml", "-q")
    page = here / "reports" / "beer" / "index.html"
    before = page.read_bytes()
    page.unlink()

    done = balance("report", "reports/beer")

    assert (done.exit_code, done.stdout) == (0, "reports/beer/index.html\n")
    assert page.read_bytes() == before


def test_validate_tells_all_files(here: pathlib.Path) -> None:
    (here / "bad.yaml").write_text("game: oktoberfest\nplayers: 9\n", encoding="utf-8")

    done = balance("validate", "scenarios/beer.yaml", "bad.yaml", "nowhere.yaml")

    assert done.exit_code == 2
    assert done.stdout == "scenarios/beer.yaml: ok, 2 settings, 400 games\n"
    assert "bad.yaml:2:10: players" in done.stderr
    assert "nowhere.yaml: no such file" in done.stderr
    assert balance("validate", "scenarios/beer.yaml").exit_code == 0


def test_schema_is_printed_or_written(here: pathlib.Path) -> None:
    printed = balance("schema")

    assert balance("schema", "-o", "balancer.schema.json").stdout == ""
    assert (here / "balancer.schema.json").read_text(encoding="utf-8") == printed.stdout
    assert json.loads(printed.stdout)["$schema"].endswith("2020-12/schema")


# games, metrics -------------------------------------------------------------------------------------------------------
def test_games_are_listed() -> None:
    output = balance("games").stdout

    for name in games.names():
        assert name in output


@pytest.mark.parametrize("name", games.names())
def test_all_about_a_game_fits_80_columns(name: str) -> None:
    game, output = games.load(name), balance("games", name).stdout

    things: tuple[Any, ...] = (game.knobs, game.personas, game.habits, game.nodes, game.endings, game.extras)
    for thing in itertools.chain(*things):
        assert thing.name in output
    for column in (column for table in game.components.values() for column in table.columns):
        assert column.name in output
    words = " ".join(output.split())
    for knob in game.knobs:
        assert knob.meaning.split()[0] in words
    assert max(map(len, output.splitlines())) <= 80
    assert not any(line.endswith(" ") for line in output.splitlines())


@pytest.mark.parametrize("name", [None, *games.names()])
def test_metrics_are_explained(name: str | None) -> None:
    output = balance("metrics", *([name] if name else [])).stdout

    assert "seat_spread" in output
    assert max(map(len, output.splitlines())) <= 80
    for extra in games.load(name).extras if name else ():
        assert extra.name in output


# Help -----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", list(balancer.cli.balancer.commands))
def test_every_command_and_option_is_explained(name: str) -> None:
    command = balancer.cli.balancer.commands[name]

    assert command.help
    assert balance(name, "--help").exit_code == 0
    for option in command.params:
        if option.param_type_name == "option":
            assert getattr(option, "help", ""), option.name


def test_the_help_lists_the_commands_in_groups() -> None:
    output = balance("--help").stdout.partition("Ask what a rule does:\n")[2]

    groups = [block.splitlines() for block in output.split("\n\n")]
    assert [lines[0] for lines in groups[1:]] == [
        "Judge and design:", "Players:", "One game:", "What there is:", "Your game:", "Files:",
    ]  # fmt: skip
    listed = [line.split()[0] for lines in groups for line in lines if re.match(r"  \w", line)]
    assert listed == list(balancer.cli.balancer.commands)
    assert "…" not in output
    assert "..." not in output


@pytest.mark.parametrize("words", [(), ("schema",)])
def test_examples_in_the_help_keep_their_lines(words: tuple[str, ...]) -> None:
    output = balance(*words, "--help").stdout

    assert "\\b" not in output
    assert sum(line.startswith("  balancer ") for line in output.splitlines()) == (1 if words else 4)


def test_the_version_is_reported() -> None:
    assert re.fullmatch(r"balancer \d+\.\d+\.\d+\n", balance("--version").stdout)
    assert balance("-V").stdout == balance("--version").stdout
