"""What a page gives away of a setting - a scenario, a command, a link - means that setting."""

import json
import pathlib
import shlex
import shutil
import subprocess

import pytest
from ruamel.yaml import YAML

from balancer import games
from balancer.browser import describing
from balancer.reporting.page import play
from balancer.reporting.page.play.panel_data import data_of
from balancer.scenario import plan
from balancer.scenario.load import Overrides, load
from balancer.simulation.jobs import CellJob, parts_of

SCENARIO = """\
version: 1
title: "What if: a threshold?"
game: oktoberfest
seed: 5
games: 3000
players: 4
lineup: [careful, mine]
personas: {mine: {base: racer, mistakes: 30}}
rules: {win_threshold: 15, removed: auto}
parts: {Stein: {value: 6}}
checks: [{metric: rounds, at_most: 15}]
report: {headline: [ending_share.instant, rounds], margins: {rounds: 0.5}, better: {seat_spread: lower}}
"""

WANTED = [
    {"rules": {"win_threshold": 22}},
    {"rules": {"win_threshold": 0, "tipsiest_ties": "none", "bank_rest": False}, "parts": {"Stein.value": 9}},
    {"players": 5, "lineup": ["careful"], "seed": 77, "games": 16},
    {"parts": {"Pretzel.count": 4, "Stein.value": 7}, "rules": {"removed": 2}},
    {"mistakes": 100},
    {"lineup": ["careful", "random"], "mistakes": 50},
]

HABITS = [(habit.name, habit.default) for habit in games.load("oktoberfest").habits]


@pytest.fixture
def scenario(tmp_path):
    """Return a scenario with a persona, a card and a rule of its own."""
    file = tmp_path / "mine.yaml"
    file.write_text(SCENARIO, encoding="utf-8")
    return load(str(file))


@pytest.fixture
def answers(scenario):
    """Return what the page says of each setting."""
    program = shutil.which("node")
    if not program:
        pytest.skip("no node is installed: what pages say of settings was not read")
    script = pathlib.Path(play.__file__).with_name("setting.js")
    components = describing.components(CellJob.of(plan.base_cell(scenario)), scenario)
    personas = [describing.persona_dict(persona) for persona in scenario.base.personas.values()]
    description = {"components": components, "personas": personas}
    text = json.dumps({"data": data_of(scenario), "description": description, "wanted": WANTED})
    reader = pathlib.Path(__file__).with_name("words_of.js")
    done = subprocess.run([program, reader, script], input=text, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return list(zip(WANTED, json.loads(done.stdout), strict=True))


def expected(scenario, wanted):
    """Return the setting that is meant: rules, cards, players, line-up."""
    parts = {("parts", *name.split(".")): value for name, value in wanted.get("parts", {}).items()}
    lineup = tuple(wanted.get("lineup", scenario.base.lineup))
    return (
        {**scenario.base.rules, **wanted.get("rules", {})},
        {**scenario.base.figures, **parts},
        wanted.get("players", scenario.base.players),
        lineup,
    )


def said(setting):
    """Return the same of a setting."""
    return dict(setting.rules), dict(setting.figures), setting.players, setting.lineup


def habits(scenario):
    """Return all habits of the scenario's own persona."""
    return [scenario.base.personas["mine"].habits.get(name, usual) for name, usual in HABITS]


def test_the_saved_variant_is_the_setting(scenario, answers, tmp_path):
    """A scenario of its own: base, variant, seed and games, and the report's words."""
    for number, (wanted, (text, _, _)) in enumerate(answers):
        file = tmp_path / f"saved{number}.yaml"
        file.write_text(text, encoding="utf-8")
        assert YAML(typ="safe").load(text)["title"] == scenario.title
        saved = load(str(file))
        assert said(saved.base) == said(scenario.base)
        assert {one.mistakes for one in saved.base.seated.values()} == {0, 30}
        assert habits(saved) == habits(scenario)
        assert (saved.seed, saved.games) == (wanted.get("seed", 5), wanted.get("games", 3000))
        assert (saved.report.headline, saved.report.margins) == (scenario.report.headline, scenario.report.margins)
        variant = saved.variants["changed"]
        assert said(variant) == expected(scenario, wanted)
        if "mistakes" in wanted:
            deciding = [one for one in variant.seated.values() if not one.at_random]
            assert {one.mistakes for one in deciding} == {wanted["mistakes"]}


def test_a_sweep_and_a_check_take_the_saved_variant(answers, tmp_path):
    """Base and changed setting are the settings of the sweep, in which the checks are judged."""
    for number, (wanted, (text, _, _)) in enumerate(answers):
        file = tmp_path / f"saved{number}.yaml"
        file.write_text(text, encoding="utf-8")
        saved = load(str(file))
        (check,) = saved.checks
        assert (check.figure.name, check.low, check.high, check.cells) == ("rounds", None, 15, {})
        before, after = [setting for _, setting in saved.swept][:: -1 if saved.base_apart else 1]
        variant = saved.variants["changed"]
        assert played(before) == played(saved.base)
        assert played(after) == played(variant), wanted


def played(setting):
    """Return what a setting plays: the line-up with its habits, and figures of cards as the tables then are."""
    rules, figures, players, lineup = said(setting)
    parts = parts_of("oktoberfest", setting.table_files, figures)
    personas = {name: (persona.mistakes, dict(persona.habits)) for name, persona in setting.seated.items()}
    return rules, players, lineup, personas, parts.digest


def test_the_command_plays_the_setting(scenario, answers):
    """As its options change the scenario; none where it takes a scenario."""
    for wanted, (_, command, _) in answers:
        if "mistakes" in wanted:
            assert command is None
            continue
        program, run, target, *options = shlex.split(command)
        assert (program, run) == ("balancer", "run")
        given = list(zip(options[::2], options[1::2], strict=True))
        sets = tuple(value for name, value in given if name == "--set")
        others = {name.removeprefix("--"): value for name, value in given if name != "--set"}
        played = load(target, Overrides(sets=sets, **others))
        assert said(played.base) == expected(scenario, wanted)
        assert (played.seed, played.games) == (wanted.get("seed", 5), wanted.get("games", 3000))


def test_the_link_is_the_setting(answers):
    """Written and read again."""
    assert all(same for _, (_, _, same) in answers)
