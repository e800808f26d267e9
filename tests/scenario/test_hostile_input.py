"""Input that no designer writes on purpose: refused quickly, with a place, in messages of bounded length."""

import json
import pathlib
import time
from typing import Any

import pytest

from balancer.checks import baseline
from balancer.core.component_table import ComponentColumn
from balancer.scenario.errors import MAX_LISTED, MAX_MESSAGE, ScenarioError
from balancer.scenario.faults import MAX_ERRORS
from balancer.scenario.literals import amount, plain, whole
from balancer.scenario.load import from_dict, load
from tests.scenario.test_scenario_errors import faults_of

SECONDS = 20.0  # of processor time: the slowest took 43 s before messages were bounded, and takes less than 2 s now


@pytest.mark.parametrize("text", ["_k", "_", "__m", "0__1", "0_", "1__0", "_1", "00_", "\u0661"])
def test_what_only_looks_like_a_number_is_refused_in_our_words(text: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(ValueError, match="is not a whole number; allowed"):
        whole(plain(text), 0, 100)
    with pytest.raises(ValueError, match="is not a number; allowed"):
        amount(plain(text))
    error = faults_of(f"game: oktoberfest\nrules: {{win_threshold: {text}}}\n", tmp_path)
    assert error.faults[0].place.endswith("s.yaml:2:24")
    assert "int()" not in str(error)
    assert "float" not in str(error)


@pytest.mark.parametrize("text", ["1__0pp", "_1pp", "1_pp", "1_%", "\u0663pp", "pp"])
def test_amounts_are_read_to_the_letter(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        amount(text)


def test_a_character_beyond_unicode_is_refused_at_its_place(tmp_path: pathlib.Path) -> None:
    error = faults_of('game: black_death\ntitle: "a \\U00110000"\n', tmp_path)

    assert error.faults[0].place.endswith("s.yaml:2:11")
    assert "0010FFFF" in error.faults[0].message


@pytest.mark.parametrize("character", ["\u202e", "\u2066", "\u200f"])
@pytest.mark.parametrize("where", ["title: a{0}b", "variants: {{'a{0}b': {{players: 3}}}}"])
def test_text_that_is_shown_in_another_order_than_written_is_refused(
    character: str, where: str, tmp_path: pathlib.Path
) -> None:
    error = faults_of(f"game: black_death\n{where.format(character)}\n", tmp_path)

    assert f"U+{ord(character):04X}" in error.faults[0].message


def test_a_component_table_may_not_turn_text_round_either() -> None:
    assert "U+202E" in ComponentColumn("name", "what it is called").read("Stein\u202e")[1]


FLOODS: dict[str, dict[str, Any]] = {
    "wrong values of an axis": {"sweep": {"axes": {"rules.win_threshold": [f"w{n}" for n in range(14_000)]}}},
    "the same value again and again": {"sweep": {"axes": {"rules.win_threshold": [20] * 10_000}}},
    "checks of an unknown metric": {"checks": [{"metric": "rownds", "at_most": 5}] * 4000},
    "unknown knobs": {"rules": {f"knob{n}": 1 for n in range(4000)}},
    "unknown keys": {f"key{n}": 1 for n in range(4000)},
    "a key without end": {"rules": {"k" * 5000: 1}, "q" * 5000: 1},
    "a persona without end": {"lineup": ["p" * 5000] * 60},
}


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_of_errors_is_bounded_and_quick(name: str) -> None:
    began = time.process_time()
    with pytest.raises(ScenarioError) as refused:
        from_dict({"game": "oktoberfest", **FLOODS[name]})

    assert time.process_time() - began < SECONDS
    assert 1 <= len(refused.value.faults) <= MAX_ERRORS
    for fault in refused.value.faults:
        assert len(fault.message) <= MAX_MESSAGE
        assert len(fault.place) <= 300


def test_of_many_errors_the_first_are_listed_and_the_others_counted(tmp_path: pathlib.Path) -> None:
    others = ",".join(f"x{number:03}" for number in range(399))
    (tmp_path / "my.csv").write_text(f"name,suit,value,tipsiness,banked,count,{others}\n")
    error = faults_of("game: oktoberfest\nrules: {parts: my.csv}\n", tmp_path)

    assert len(error.faults) == 399, "each is an unknown column"
    for text in (str(error), error.with_excerpts()):
        lines = text.splitlines()
        assert (len(lines), lines[-1]) == (MAX_LISTED + 1, f"… and {399 - MAX_LISTED} more")
        assert lines[-2].startswith(f"{tmp_path}/my.csv:1:1: unknown column 'x{MAX_LISTED - 1:03}'")


def test_many_errors_of_one_kind_are_one(tmp_path: pathlib.Path) -> None:
    (tmp_path / "my.csv").write_text("name,suit,value,tipsiness,banked,count\n" + "Beer,wild,1,0,2,1\n" * 400)

    (fault,) = faults_of("game: oktoberfest\nrules: {parts: my.csv}\n", tmp_path).faults

    assert fault.place == f"{tmp_path}/my.csv:3:1"
    assert fault.message == (
        "the same name, suit, value, banked, tipsiness as line 2 (399 like it: 3:1, 4:1, 5:1 …); delete one of them"
    )


def test_a_long_line_is_quoted_around_the_error(tmp_path: pathlib.Path) -> None:
    values = ", ".join(["20"] * 3000)
    error = faults_of(f"game: oktoberfest\nsweep: {{axes: {{players: [{values}, x]}}}}\n", tmp_path)

    assert len(error.with_excerpts()) < MAX_ERRORS * 2000


@pytest.mark.parametrize("opened", ["[", "{ ", "[\n", "- ", "? "])
def test_thousands_of_levels_are_refused_at_once(opened: str, tmp_path: pathlib.Path) -> None:
    began = time.process_time()

    assert "nested too deeply" in str(faults_of(f"game: black_death\nrules:\n  {opened * 20_000}", tmp_path))
    assert time.process_time() - began < 2


# Baselines ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("damage", ["NaN", "9" * 5000, '"\\ud800"', "[" * 100_000, "{}"])
def test_a_damaged_baseline_is_refused_with_its_name(damage: str, tmp_path: pathlib.Path) -> None:
    (tmp_path / "s.yaml").write_text("game: black_death\n", encoding="utf-8")
    scenario = load(tmp_path / "s.yaml")
    result = json.dumps({"format": baseline.FORMAT, "content": "x", "games": "?"}).replace('"?"', damage)
    (tmp_path / f"s{baseline.SUFFIX}").write_text(result, encoding="utf-8")

    with pytest.raises(ScenarioError, match=r"baseline\.json"):
        baseline.read(scenario)


def test_a_baseline_that_is_no_text_is_refused_in_our_words(tmp_path: pathlib.Path) -> None:
    (tmp_path / "s.yaml").write_text("game: black_death\n", encoding="utf-8")
    (tmp_path / f"s{baseline.SUFFIX}").write_bytes(b'{"content": "\xf3"}')

    with pytest.raises(ScenarioError, match=r"baseline\.json: it is not UTF-8 text"):
        baseline.read(load(tmp_path / "s.yaml"))


def test_a_name_of_two_lines_breaks_no_message(tmp_path: pathlib.Path) -> None:
    text = 'game: black_death\nlineup: [evn]\npersonas: {"a\\nb": {mistakes: 1%}, "e\\nf": }\nvariants: {"c\\nd": {}}\n'

    assert all(len(fault.message.splitlines()) == 1 for fault in faults_of(text, tmp_path).faults)
