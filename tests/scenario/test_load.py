"""Right scenarios: what comes out of them, and what the command line changes."""

import pathlib
import re
from typing import Any

import pytest

from balancer import games
from balancer.analysis.figure_ref import FigureRef
from balancer.scenario import plan
from balancer.scenario.errors import ScenarioError
from balancer.scenario.levers import named
from balancer.scenario.load import Overrides, Scenario, from_dict, load, load_with

EXAMPLE = """\
version: 1
title: Where should the instant win of Oktoberfest sit?
game: oktoberfest
seed: 20261120
games: 100_000                     # a cell
players: 4
lineup: [rusher, builder, bully, balanced]
seating: rotate
personas:
  timid: {base: balanced, habits: {contest_margin: 300}, mistakes: 50}
rules: {win_threshold: 22}
variants:
  gentle: {rules: {contest_from_round: 6}}
sweep:
  mode: grid
  axes:
    rules.win_threshold: [18, 20, 22, 24, 26]
    players: {from: 3, to: 6}
checks:
  - {metric: seat_advantage, each: seat, between: [-3pp, 3pp]}
  - {metric: ending_share, of: instant, at_most: 0.4}
  - {metric: rounds, stat: p90, at_most: 16, cells: all}
  - {metric: seat_spread, variant: gentle, against: base, equivalent_within: 1pp}
  - {metric: ending_share, of: instant, at_least: 30%, cells: {players: 4}}
report:
  confidence: 0.95
  headline: [seat_spread, ending_share.instant, rounds.p90]
  better: {seat_spread: lower}
  margins: {rounds: 0.25, seat_win_rate: 0.5pp}
  seconds_per_decision: 12
"""


@pytest.fixture
def example(tmp_path: pathlib.Path) -> pathlib.Path:
    file = tmp_path / "beer.yaml"
    file.write_text(EXAMPLE, encoding="utf-8")
    return file


def read(text: str, folder: pathlib.Path, overrides: Overrides | None = None) -> Scenario:
    file = folder / "s.yaml"
    file.write_text(text, encoding="utf-8")
    return load(file, overrides)


# A scenario -----------------------------------------------------------------------------------------------------------
def test_the_example_means_what_it_says(example: pathlib.Path) -> None:
    found = load(example)

    assert (found.name, found.seed, found.games, found.precision) == ("beer", 20261120, 100_000, None)
    assert found.base.lineup == ("rusher", "builder", "bully", "balanced")
    assert found.base.rules["win_threshold"] == 22
    assert set(found.base.rules) == {knob.name for knob in games.load("oktoberfest").knobs}
    assert found.variants["gentle"].rules["contest_from_round"] == 6
    assert [(axis.name, axis.values) for axis in found.axes] == [
        ("rules.win_threshold", (18, 20, 22, 24, 26)),
        ("players", (3, 4, 5, 6)),
    ]
    assert len(found.swept) == 20
    assert found.warnings == ("the persona timid is in no line-up",)


def test_a_persona_of_ones_own_inherits(example: pathlib.Path) -> None:
    timid = load(example, Overrides(lineup="timid")).base.seated["timid"]

    assert (timid.habits["contest_margin"], timid.mistakes, timid.at_random) == (300, 50, False)
    assert timid.claim == "balanced, but with contest_margin 300, mistakes 50"


def test_checks_hold_numbers_and_names(example: pathlib.Path) -> None:
    checks = load(example).checks

    assert [(check.low, check.high, check.margin) for check in checks] == [
        (-0.03, 0.03, None),
        (None, 0.4, None),
        (None, 16, None),
        (None, None, 0.01),
        (0.3, None, None),
    ]
    assert checks[0].each == "seat"
    assert checks[2].figure == FigureRef("rounds", "", "p90")
    assert [check.cells for check in checks] == [None, None, {}, None, {"players": 4}]
    assert (checks[3].variant, checks[3].against) == ("gentle", "base")


def test_the_report_holds_figures(example: pathlib.Path) -> None:
    report = load(example).report

    assert [figure.name for figure in report.headline] == ["seat_spread", "ending_share.instant", "rounds.p90"]
    assert report.margins == {"rounds": 0.25, "seat_win_rate": 0.005}
    assert report.better == {"seat_spread": "lower"}
    assert report.seconds_per_decision == 12


@pytest.mark.parametrize("name", games.names())
def test_a_games_name_alone_means_its_defaults(name: str) -> None:
    found, game = load(name), games.load(name)

    assert (found.name, found.title, found.games, found.seed) == (name, game.title, 100_000, 1)
    assert (found.base.players, found.base.lineup) == (game.usual_players, game.lineup)
    assert dict(found.base.rules) == game.defaults
    assert not found.warnings


def test_numbers_words_and_empty_sections(tmp_path: pathlib.Path) -> None:
    text = """\
game: oktoberfest
games: 1_000
lineup: bully
rules:
  # piles: 4
personas:
checks:
report:
"""
    found = read(text, tmp_path)

    assert (found.games, found.base.lineup, found.checks) == (1000, ("bully",), ())


def test_anchors_and_merge_keys_work(tmp_path: pathlib.Path) -> None:
    text = """\
game: oktoberfest
rules: &house {win_threshold: 20, ties_to: challenger}
variants:
  a: {rules: {<<: *house, win_threshold: 30}}
  b: {rules: {<<: [*house, {ties_to: defender, bank_rest: false}]}}
"""
    found = read(text, tmp_path)

    assert [found.variants["a"].rules[name] for name in ("win_threshold", "ties_to")] == [30, "challenger"]
    assert [found.variants["b"].rules[name] for name in ("ties_to", "bank_rest")] == ["challenger", False]


@pytest.mark.parametrize(
    "raw",
    [
        b"\xef\xbb\xbfgame: oktoberfest\r\nplayers: 5\r\n",
        "game: oktoberfest\nplayers: 5\n".encode("utf-16"),
        b'{"game": "oktoberfest", "players": 5}',
        b"%YAML 1.1\n---\ngame: oktoberfest\nplayers: 5\n...\n",
    ],
    ids=["byte order mark and Windows lines", "UTF-16", "JSON", "directive"],
)
def test_files_as_editors_write_them(raw: bytes, tmp_path: pathlib.Path) -> None:
    (tmp_path / "s.yaml").write_bytes(raw)

    assert load(tmp_path / "s.yaml").base.players == 5


def test_a_table_lies_beside_the_scenario(tmp_path: pathlib.Path) -> None:
    (tmp_path / "my.csv").write_bytes(games.load("oktoberfest").own_table("parts").read_bytes())

    base = read("game: oktoberfest\nrules: {parts: my.csv}\n", tmp_path).base

    assert (base.table_files, base.rules["parts"]) == ({"parts": tmp_path / "my.csv"}, "my.csv")


def test_a_table_called_as_the_games_own_is_taken_where_it_lies_beside_the_scenario(tmp_path: pathlib.Path) -> None:
    text = "game: oktoberfest\nrules: {parts: oktoberfest.csv}\n"

    assert read(text, tmp_path).base.table_files == {}

    (tmp_path / "oktoberfest.csv").write_bytes(games.load("oktoberfest").own_table("parts").read_bytes())

    assert read(text, tmp_path).base.table_files == {"parts": tmp_path / "oktoberfest.csv"}


def test_a_variant_may_change_everything_about_the_table(tmp_path: pathlib.Path) -> None:
    text = """\
game: oktoberfest
personas: {timid: {base: balanced, habits: {spoil: 1}}}
variants:
  other:
    players: 5
    lineup: [timid, bully]
    seating: fixed
    rules: {piles: 2, removed: auto}
    personas: {timid: {habits: {deny: 7}}, bully: {mistakes: 100}}
"""
    other = read(text, tmp_path).variants["other"]

    assert (other.players, other.lineup, other.seating, other.rules["piles"]) == (5, ("timid", "bully"), "fixed", 2)
    assert (other.seated["timid"].habits["spoil"], other.seated["timid"].habits["deny"]) == (1, 7)
    assert other.seated["bully"].mistakes == 100


# Warnings -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "warning"),
    [
        (
            "seating: fixed\nplayers: 3\nlineup: [rusher, builder, bully, balanced]",
            "seating is fixed: with 3 players balanced never play",
        ),
        ("sweep: {axes: {players: {from: 3, to: 6, step: 2}}}", "the axis players ends at 5: steps of 2 don't reach 6"),
        (
            "sweep: {axes: {personas.sober.mistakes: [1, 2]}}",
            "the axis personas.sober.mistakes changes a persona that is in no line-up of the sweep",
        ),
    ],
)
def test_what_is_asked_for_in_vain_is_said(text: str, warning: str, tmp_path: pathlib.Path) -> None:
    assert read(f"game: oktoberfest\n{text}\n", tmp_path).warnings == (warning,)


# The command line -----------------------------------------------------------------------------------------------------
def test_options_go_before_the_scenario(example: pathlib.Path) -> None:
    options = Overrides(
        sets=("piles=4", "rules.bank_rest=false", "removed=auto"),
        games="2_000",
        seed="7",
        players="5",
        lineup="bully, random",
    )
    found = load(example, options)

    assert (found.games, found.seed, found.base.players, found.base.lineup) == (2000, 7, 5, ("bully", "random"))
    assert (found.base.rules["piles"], found.base.rules["bank_rest"]) == (4, False)
    assert "--set piles=4" in found.options


def test_an_option_takes_the_place_of_an_axis_and_says_so(example: pathlib.Path) -> None:
    found = load(example, Overrides(sets=("win_threshold=20",)))

    assert [axis.name for axis in found.axes] == ["players"]
    assert {setting.rules["win_threshold"] for _, setting in found.swept} == {20}
    assert "--set win_threshold=20 replaces the axis rules.win_threshold of the sweep" in found.warnings


def test_games_and_precision_take_each_others_place(example: pathlib.Path) -> None:
    precise = load(example, Overrides(precision="0.2pp"))
    most = load(example, Overrides(precision="0.002", max_games="9_000"))

    assert (precise.games, precise.precision, precise.max_games) == (None, 0.002, 5_000_000)
    assert (most.precision, most.max_games) == (0.002, 9000)
    text = "game: oktoberfest\nprecision: 1pp\nmax_games: 5_000\n"
    counted = read(text, example.parent, Overrides(games="100"))
    assert (counted.games, counted.precision, counted.max_games) == (100, None, None)
    assert read(text, example.parent, Overrides(max_games="7_000")).max_games == 7000


def test_a_personas_weight_and_the_seating_can_be_set(example: pathlib.Path) -> None:
    sets = ("personas.timid.habits.spoil=3", "personas.bully.mistakes=9", "seating=fixed")
    base = load(example, Overrides(sets=sets, lineup="timid,bully")).base

    assert (base.seated["timid"].habits["spoil"], base.seated["bully"].mistakes) == (3, 9)
    assert base.seating == "fixed"


WRITTEN = {
    "rounds": ["3", '"3"', "'3'", "+3", "-3", "1_0", "010", "3.0", "1e1", "true", "off", "''", "[7, 8]", "{a: 1}"],
    "magical": ["true", "False", '"true"', "yes", "1", "[true]"],
    "abilities": ["all", '"all"', "none", "[orc, elf]", """['orc', "elf"]""", "[]", "[[orc], elf]", "[{a: [b]}]"],
    "column_extra": ["[1, 2, 3]", "[1, 2]", "[1, '2', 3]", "[1, 2.0, 3]", "[1_0, 010, 5]", "[9, 1, 1]"],
}  # fmt: skip
WITHOUT_BRACKETS = {
    "abilities": ["orc", "orc, elf", '"orc", elf', "ORC", "''", "orc,orc", "orc, elv"],
    "column_extra": ["1,2,3", "1, x, 010"],
}


@pytest.mark.parametrize(("knob", "text"), [(knob, text) for knob, texts in WRITTEN.items() for text in texts])
def test_an_option_takes_what_yaml_writes_and_refuses_it_in_the_same_words(
    knob: str, text: str, tmp_path: pathlib.Path
) -> None:
    typed = value_or_message("game: festo", knob, tmp_path, Overrides(sets=(f"{knob}={text}",)))

    assert typed == value_or_message(f"game: festo\nrules:\n  {knob}: {text}", knob, tmp_path)


@pytest.mark.parametrize(("knob", "text"), [(knob, text) for knob, texts in WITHOUT_BRACKETS.items() for text in texts])
def test_an_option_takes_a_list_without_its_brackets(knob: str, text: str, tmp_path: pathlib.Path) -> None:
    typed = value_or_message("game: festo", knob, tmp_path, Overrides(sets=(f"{knob}={text}",)))

    assert typed == value_or_message(f"game: festo\nrules:\n  {knob}: [{text}]", knob, tmp_path)


def value_or_message(text: str, knob: str, folder: pathlib.Path, overrides: Overrides | None = None) -> Any:
    """Return the value that a scenario gives a knob, or all that is wrong with it."""
    try:
        return read(text, folder, overrides).base.rules[knob]
    except ScenarioError as error:
        return [fault.message for fault in error.faults]


@pytest.mark.parametrize(
    ("written", "begin", "end"),
    [
        (
            "[orc, elv]",
            "[orc, elv] is not allowed; allowed: all, none, or a list of: ",
            "'elv' is none of them; did you mean elf?",
        ),
        ("[orc, orc]", "[orc, orc] is a list with orc twice; ", "dwarf"),  # two words are no two values to be tried
        ("orc", "'orc' is not allowed; ", "; write [orc]"),
        ("orc, elf", "'orc, elf' is not allowed; ", "; write [orc, elf]"),
        ('"[orc, elf]"', "'[orc, elf]' is not allowed; ", "; write [orc, elf]"),
    ],
)
def test_a_wrong_set_is_refused_with_what_was_meant(written: str, begin: str, end: str, tmp_path: pathlib.Path) -> None:
    (message,) = value_or_message(f"game: festo\nrules:\n  abilities: {written}", "abilities", tmp_path)

    assert message.startswith(f"abilities: {begin}")
    assert message.endswith(end)


@pytest.mark.parametrize("typed", ["bully, random", "[bully, random]", '["bully", random]'])
def test_a_line_up_may_have_the_brackets_of_yaml(typed: str, example: pathlib.Path) -> None:
    assert load(example, Overrides(lineup=typed)).base.lineup == ("bully", "random")


@pytest.mark.parametrize(
    ("game", "name", "value"),
    [
        ("festo", "rules.rounds", 4),
        ("festo", "rules.magical", True),
        ("festo", "rules.abilities", ("orc",)),
        ("festo", "rules.abilities", ()),
        ("festo", "rules.event_effects", "none"),
        ("festo", "rules.column_extra", (0, 2, 5)),
        ("oktoberfest", "lineup", ("bully", "random")),
        ("oktoberfest", "players", 5),
        ("oktoberfest", "seating", "fixed"),
    ],
)
def test_the_words_of_an_option_are_read_back(game: str, name: str, value: Any) -> None:
    option, text = named(name).option(value)
    typed: dict[str, Any] = {"sets": (text,)} if option == "--set" else {option.removeprefix("--"): text}

    setting = load(game, Overrides(**typed)).base
    assert setting.rules[name[6:]] == value if name.startswith("rules.") else getattr(setting, name) == value


def test_a_table_on_the_command_line_lies_where_the_user_is(
    example: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = example.parent / "elsewhere"
    here.mkdir()
    (here / "my.csv").write_bytes(games.load("oktoberfest").own_table("parts").read_bytes())
    monkeypatch.chdir(here)

    base = load("../beer.yaml", Overrides(sets=("parts=my.csv",))).base

    assert base.table_files["parts"].resolve() == here / "my.csv"


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        (
            Overrides(games="100k"),
            "--games 100k: '100k' is not a whole number; allowed: 1..1_000_000_000_000; write",
        ),
        (Overrides(players="9"), "--players 9: 9 is out of range"),
        (Overrides(lineup="bully,bulli"), "--lineup bully,bulli: unknown persona of oktoberfest 'bulli'"),
        (Overrides(sets=("win_threshold=7",)), "--set win_threshold=7: win_threshold: 7 is out of range"),
        (Overrides(sets=("win_treshold=9",)), "did you mean win_threshold?"),
        (Overrides(sets=("players=3",)), "players is not a rule; write --players 3"),
        (Overrides(sets=("players",)), "--set players: 'players' does not set a rule; allowed: KNOB=VALUE"),
        (Overrides(sets=("personas.timid.mistakes=x",)), "--set personas.timid.mistakes=x: mistakes: 'x' is not"),
        (Overrides(sets=("personas.tmid.mistakes=1",)), "unknown name 'personas.tmid.mistakes'"),
        (Overrides(precision="9"), "--precision 9: 9 is out of range"),
        (Overrides(max_games="9"), "max_games needs precision"),
        (Overrides(sets=("removed=7",)), "--set removed=7: 72 cards"),
        (Overrides(sets=("parts.Stien.value=3",)), "--set parts.Stien.value=3: no row of the component table is named"),
    ],
)
def test_wrong_options_are_reported_as_typed(overrides: Overrides, expected: str, example: pathlib.Path) -> None:
    with pytest.raises(ScenarioError) as caught:
        load(example, overrides)

    assert expected in str(caught.value)


# Python ---------------------------------------------------------------------------------------------------------------
def test_a_dict_means_the_same_as_the_file(example: pathlib.Path) -> None:
    from ruamel.yaml import YAML

    written = YAML(typ="safe", pure=True).load(EXAMPLE)

    of_dict, of_file = (one.question.to_json() for one in (from_dict(written), load(example)))

    assert of_dict.pop("name") == "where_should_the_instant_win_of_oktoberfest_sit"
    assert of_file.pop("name") == "beer"
    assert of_dict == of_file


def test_what_python_calls_numbers_is_taken(tmp_path: pathlib.Path) -> None:
    import numpy as np

    content: dict[str, Any] = {
        "game": "oktoberfest",
        "games": np.int64(5),
        "rules": {"win_threshold": np.int32(20), "parts": tmp_path / "my.csv"},
        "sweep": {"axes": {"players": range(3, 5), "rules.win_threshold": np.array([18, 20])}},
    }
    (tmp_path / "my.csv").write_bytes(games.load("oktoberfest").own_table("parts").read_bytes())
    found = from_dict(content)

    assert [axis.values for axis in found.axes] == [(3, 4), (18, 20)]
    assert found.base.table_files["parts"].resolve() == tmp_path / "my.csv"


def test_changes_from_python_are_added(example: pathlib.Path) -> None:
    found = load_with(example, {"rules": {"piles": 4, "removed": "auto"}, "precision": 0.01, "lineup": ("bully",)})

    assert (found.base.rules["piles"], found.base.rules["win_threshold"]) == (4, 22)
    assert (found.games, found.precision, found.base.lineup) == (None, 0.01, ("bully",))


def test_the_dict_given_stays_as_it_was() -> None:
    given = {"game": "oktoberfest", "rules": {"piles": 3}}

    load_with(given, {"rules": {"piles": 4}, "players": 3})

    assert given == {"game": "oktoberfest", "rules": {"piles": 3}}


def test_every_shipped_scenario_is_right() -> None:
    folder = pathlib.Path(__file__).parents[2] / "scenarios"

    for file in folder.glob("*.yaml"):
        assert plan.cells(load(file))


def test_checks_of_what_options_take_away_are_idle_not_wrong(example: pathlib.Path) -> None:
    found = load(example, Overrides(players="5", sets=("win_threshold=20",)))

    assert (found.axes, len(found.swept)) == ((), 1)
    assert [check.place for check in found.checks] == ["checks[0]", "checks[1]", "checks[3]"]
    assert sum("not used with these options" in warning for warning in found.warnings) == 2


def test_a_scenario_must_be_right_as_written_too(example: pathlib.Path) -> None:
    example.write_text(EXAMPLE.replace("win_threshold: 22", "win_threshold: 99"), encoding="utf-8")

    with pytest.raises(ScenarioError) as caught:
        load(example, Overrides(sets=("win_threshold=20",), games="x"))

    assert [fault.place for fault in caught.value.faults] == [f"{example}:11:24", "--games x"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rules": {"win_threshold:22": None}}, "a space is missing after the colon: write win_threshold: 22"),
        (
            {"lineup": ["rusher"], "checks": [{"metric": "win_rate", "of": "rusher", "at_most": 0.5}]},
            "for persona rusher write persona_win_rate",
        ),
        ({"report": {"headline": ["nonsense"]}}, r"unknown metric: 'nonsense'; `balancer metrics GAME` lists all \d+$"),
        ({"sweep": {"axes": {"rules.win_threshold": "18-26"}}}, "write {from: 18, to: 26}"),
        ({"game": None}, "balancer games"),
        ({"report": {"answer": "wher"}}, "allowed: where, effect, ranking; did you mean where?"),
    ],
)
def test_a_mistake_says_what_to_write(changes, said):
    with pytest.raises(ScenarioError) as caught:
        from_dict({"game": "oktoberfest", **changes})
    assert any(re.search(said, fault.message) for fault in caught.value.faults)


# Personas and warnings ------------------------------------------------------------------------------------------------
def test_a_persona_may_start_from_another_of_the_scenario():
    """In any order, over several steps, and in a variant from the one that it changes."""
    personas = {
        "third": {"base": "second", "mistakes": 7},
        "second": {"base": "first", "habits": {"contest_gain": 20}},
        "first": {"base": "bully", "habits": {"contest_margin": 500}},
    }
    variants = {"v": {"personas": {"first": {"base": "first", "mistakes": 3}, "fourth": {"base": "first"}}}}
    scenario = from_dict({"game": "oktoberfest", "personas": personas, "variants": variants, "lineup": ["third"]})
    third, fourth = scenario.base.personas["third"], scenario.variants["v"].personas["fourth"]

    assert third.mistakes == 7
    assert (third.habits["contest_gain"], third.habits["contest_margin"]) == (20, 500)
    assert list(scenario.base.personas)[-3:] == list(personas)
    assert (fourth.mistakes, fourth.habits["contest_margin"]) == (3, 500)


@pytest.mark.parametrize(
    ("changes", "warning"),
    [
        ({"players": 4, "lineup": ["rusher", "bully", "builder"]}, "3 personas for 4 players: .* more than one seat"),
        ({"players": 4, "lineup": ["rusher", "bully", "sober", "random", "builder"]}, "5 personas for 4 .* sits out"),
        ({"variants": {"same": {"rules": {"win_threshold": 22}}}}, "the variant same changes nothing"),
        (
            {"players": 4, "lineup": ["rusher", "bully", "builder"], "seating": "fixed"},
            "3 personas take 4 seats in turn: rusher in more",
        ),
        ({"precision": "0.0002pp"}, r"±0.0002pp takes more than the maximum of 5_000_000 games per setting"),
        (
            {"checks": [{"metric": "rounds", "at_most": 10}, {"metric": "rounds", "at_least": 12}]},
            r"checks\[0\] and checks\[1\] can't both pass",
        ),
    ],
)
def test_what_can_not_be_meant_is_a_warning(changes, warning):
    (found,) = from_dict({"game": "oktoberfest", **changes}).warnings

    assert re.search(warning, found)


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 4, "lineup": ["rusher", "bully"]},
        {"players": 4, "lineup": ["rusher"]},
        {"precision": "0.5pp"},
        {"checks": [{"metric": "rounds", "at_most": 12}, {"metric": "rounds", "at_least": 12}]},
        {"checks": [{"metric": "rounds", "at_most": 10}, {"metric": "rounds", "stat": "p90", "at_least": 12}]},
    ],
)
def test_what_may_be_meant_is_none(changes):
    assert from_dict({"game": "oktoberfest", **changes}).warnings == ()


def test_a_seat_is_named_as_tables_print_it():
    check = {"metric": "seat_win_rate", "of": "seat 2", "at_most": "30%"}

    assert from_dict({"game": "oktoberfest", "checks": [check]}).checks[0].figure.of == "2"


@pytest.mark.parametrize(
    ("written", "of", "stat"),
    [
        ({"metric": "seat_win_rate.1", "at_most": "30%"}, "1", ""),
        ({"metric": "rounds.p90", "at_most": 30}, "", "p90"),
        ({"metric": "extras.contests", "stat": "at_least_3", "at_most": "30%"}, "", "at least 3"),
        ({"metric": "extras.contests.at least 3", "at_most": "30%"}, "", "at least 3"),
    ],
)
def test_a_check_takes_the_names_that_balancer_metrics_lists(written, of, stat):
    """Dotted, as in headlines; with the unit of the statistic."""
    check = from_dict({"game": "oktoberfest", "checks": [written]}).checks[0]
    assert (check.figure.of, check.figure.stat) == (of, stat)


def test_a_file_that_has_the_name_of_a_shipped_game_is_said_not_to_be_played(tmp_path: pathlib.Path) -> None:
    (tmp_path / "black_death.py").write_text("", encoding="utf-8")
    (warning,) = read("game: black_death", tmp_path).warnings
    assert warning.endswith(
        "black_death.py is not played: black_death is balancer's own game; give the file another name"
    )
