"""Shared options are declared once: commands and Python functions take the same."""

import inspect
import pathlib

import click
import pytest

import balancer
import balancer.cli
from balancer.questions.playing import DECLARED, PlayOptions
from tests.cli.test_commands import balance

QUESTIONS = (
    "run", "sweep", "compare", "sensitivity", "cards", "check", "seek", "tournament", "exploit", "tune", "plays",
    "chances", "trace",
)  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_a_function_shares_with_others_its_command_takes_too(name: str) -> None:
    function = getattr(balancer, name)
    shared = [key for key in inspect.signature(function).parameters if key in DECLARED and DECLARED[key].flags]
    flags = {flag for param in balancer.cli.balancer.commands[name].params for flag in param.opts}

    assert {"rules", "players", "seed"} <= set(shared)
    assert [key for key in shared if DECLARED[key].flags[0] not in flags] == []
    assert all(f"    {key}: " in function.__doc__ or f"{key}: " in function.__doc__ for key in shared)


def test_a_wrong_argument_is_named_with_the_nearest_right_one() -> None:
    with pytest.raises(TypeError, match=r"run\(\) got an unexpected keyword argument 'sead'; did you mean seed\?"):
        balancer.run("black_death", sead=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'lineup'"):
        balancer.tournament("black_death", lineup=["even"])


def test_arguments_change_both_sides_of_a_comparison() -> None:
    question = {"game": "black_death", "games": 40, "variants": {"short": {"rules": {"suits": 2}}}}

    compared = balancer.compare(question, players=3, jobs=1)

    assert compared.differences.query("metric == 'seat_loss_rate'")["of"].tolist() == ["1", "2", "3"]


def test_options_that_a_command_has_not_got_are_none_and_others_are_errors() -> None:
    chosen = PlayOptions(games="20", sets=("piles=3",))

    assert (chosen.games, chosen.dask, chosen.changed(games=None).games) == ("20", None, None)
    with pytest.raises(AttributeError):
        _ = chosen.gmaes


def test_help_of_a_command_may_say_a_shared_option_otherwise() -> None:
    helps = {
        name: next(one.help for one in command.params if isinstance(one, click.Option) and one.name == "games")
        for name, command in balancer.cli.balancer.commands.items()
        if name in {"run", "sweep", "cards"}
    }

    assert helps["run"] == helps["sweep"] == DECLARED["games"].arguments["help"] != helps["cards"]


def test_a_persona_in_no_line_up_is_noted_only_where_it_does_not_play(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = pathlib.Path(__file__).parents[1] / "players" / "uneven.py"
    (tmp_path / "uneven.py").write_text(source.read_text(encoding="utf-8").partition("class DrawnWatch")[0], "utf-8")
    scenario = "game: uneven.py\nlineup: [one]\npersonas: {spare: {base: two}}\n"
    (tmp_path / "idle.yaml").write_text(scenario, encoding="utf-8")
    commands = {
        "run": ("--games", "40"),
        "tournament": ("--games", "8"),
        "chances": ("--games", "2", "--trials", "2"),
        "trace": ("--game", "1"),
    }
    notes = {
        name: "the persona spare is in no line-up" in balance(name, "idle.yaml", *options).stderr
        for name, options in commands.items()
    }

    assert notes == {"run": True, "tournament": False, "chances": False, "trace": False}
