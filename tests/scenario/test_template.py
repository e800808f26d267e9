"""The starter scenario of every game: right as it stands, and every line of it right when it is switched on."""

import pathlib
import re

import pytest

from balancer import games
from balancer.core.knobs import Choice, Flag, Number, Numbers, Several, TableKnob
from balancer.plain.files import load_file
from balancer.scenario import plan
from balancer.scenario.file import template
from balancer.scenario.literals import written
from tests.scenario.test_load import read

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "take_or_pay.py"

every_game = pytest.mark.parametrize("name", games.own_names())
READY = re.compile(r"^( *)#(\w.*)$", re.MULTILINE)
"""A line that says something as soon as its # is gone."""


@every_game
def test_as_it_stands_it_is_the_printed_game(name: str, tmp_path: pathlib.Path) -> None:
    game = games.load(name)
    found = read(template.scenario_text(game, "s.yaml"), tmp_path)

    assert dict(found.base.rules) == game.defaults
    assert (found.base.players, found.base.lineup) == (game.usual_players, game.lineup)
    assert found.warnings == ()
    assert found.axes
    assert game.defaults[found.axes[0].name.removeprefix("rules.")] in found.axes[0].values
    assert 4 <= len(plan.cells(found)) <= 25
    assert found.checks
    assert "_" not in found.title


@every_game
def test_everything_that_can_be_changed_is_reported(name: str) -> None:
    game = games.load(name)
    text = template.scenario_text(game, "s.yaml")
    words = " ".join(text.replace("#", " ").split())

    for knob in game.knobs:
        assert " ".join(f"§ {knob.section}. {knob.meaning}".split()) in words
        if not isinstance(knob, TableKnob):
            assert f"printed: {written(knob.default)}; allowed: {knob.allowed}" in words
    for habit in game.habits:
        assert f"{habit.name} {habit.default} ({habit.low}..{habit.high}). {habit.meaning}" in words
    for persona in game.personas:
        assert f"{persona.name} {persona.claim}" in words
    assert max(map(len, text.splitlines())) <= 120


@every_game
def test_each_line_that_is_ready_is_right(name: str, tmp_path: pathlib.Path) -> None:
    """One after the other, and all at once; the personas and variants they make are what they say."""
    game = games.load(name)
    text = template.scenario_text(game, "s.yaml")
    ready = list(READY.finditer(text))

    assert len(ready) >= len([knob for knob in game.knobs if not isinstance(knob, TableKnob)]) + 2
    for line in ready:
        read(text[: line.start()] + line[1] + line[2] + text[line.end() :], tmp_path)
    found = read(READY.sub(r"\1\2", text), tmp_path)
    assert dict(found.base.rules) == game.defaults
    assert list(found.variants) == ["changed"]
    assert found.report.seconds_per_decision == 10


@pytest.mark.parametrize(
    ("knob", "values"),
    [
        (Number(name="a", default=22, low=8, high=60, meaning="", section=""), [14, 18, 22, 26, 30]),
        (Number(name="a", default=1, low=0, high=2, meaning="", section=""), [0, 1, 2]),
        (Number(name="a", default=4, low=2, high=6, only=(6, 2, 4), meaning="", section=""), [2, 4, 6]),
        (Number(name="a", default="auto", low=0, high=2, words=(("auto", ""),), meaning="", section=""), []),
        (Choice(name="a", default="x", choices=("x", "y"), meaning="", section=""), ["x", "y"]),
        (Flag(name="a", default=True, meaning="", section=""), [False, True]),
        (Several(name="a", default="all", choices=("x",), meaning="", section=""), ["none", "all"]),
        (Numbers(name="a", default=(1, 2), length=2, low=0, high=3, meaning="", section=""), []),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_to_sweep_lie_around_the_printed_one(knob, values) -> None:
    assert template.neighbours(knob) == values


@pytest.mark.parametrize(
    ("name", "figure"),
    [
        ("chutes_in_teams", "win_rate"),
        ("first_orchard", "win_rate"),
        ("craps", "seat_win_rate"),
        ("kuhn_poker", "score"),
    ],
)
def test_games_of_sides_and_for_points_begin_with_the_figure_that_counts(
    name: str, figure: str, tmp_path: pathlib.Path
) -> None:
    """Headline, margins and checks name no figure that such a game lacks."""
    file = EXAMPLE.parent / "public" / f"{name}.py"
    text = template.scenario_text(load_file(file), "s.yaml")
    found = read(re.sub("^game: .*$", f"game: {file}", text, flags=re.MULTILINE), tmp_path)

    assert found.report.headline[0].metric == figure


def test_rules_without_a_section_have_no_empty_one() -> None:
    """Those of a game of one plain file: its rulebook has no numbers."""
    game = load_file(EXAMPLE)
    text = template.scenario_text(game, "mine.yaml")

    assert "§" not in text
    assert f"  # {game.knobs[0].meaning[:40]}" in text
