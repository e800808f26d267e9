"""`balancer seek`: answers in words, files, exit codes, and the mistakes of a first day."""

import csv
import json
import os
import pathlib
from typing import Any

import pytest
from click.testing import CliRunner, Result

import balancer
import balancer.cli

SCENARIO = """\
title: How many must share the blame?
game: black_death
games: 2000
seed: 7
players: 3
lineup: [random]
sweep:
  axes:
    players: {from: 2, to: 6}
checks:
  - {name: fair, metric: persona_loss_rate, of: random, at_most: 21%}
  - {metric: ending_share, of: unfinished, at_most: 5%}
"""


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return a folder of one's own to work in, with a scenario."""
    (tmp_path / "blame.yaml").write_text(SCENARIO, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def seek(*words: str) -> Result:
    as_it_was = {"NUMBA_DISABLE_JIT": os.environ.get("NUMBA_DISABLE_JIT")}
    return CliRunner(env=as_it_was).invoke(balancer.cli.balancer, ["seek", "blame.yaml", *words])


def text_of(done: Result) -> str:
    return words_of(done.stdout.replace("\n- ", "\n"))


def words_of(text: str) -> str:
    """Return a text with plain spaces, in numbers too."""
    return " ".join(text.split())


def table(name: str) -> list[dict[str, str]]:
    with pathlib.Path(f"reports/blame-seek/{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(text: str) -> None:
    pathlib.Path("blame.yaml").write_text(text, encoding="utf-8")


def test_the_answer_comes_first_and_tables_are_written() -> None:
    done = seek()
    assert done.exit_code == 0, done.output
    text = text_of(done)
    assert "Both checks pass with 5 players instead of 3 (2 000 fresh games)." in text
    base, closer = text.index("The base rules fail: "), text.index("Closer changes that fail: ")
    assert text.index("Both checks pass") < base < closer
    assert text[closer:].startswith("Closer changes that fail: 4 players (loss rate of random 25.0%, at most 21%)")
    assert "To check it: balancer check blame.yaml --players 5" in text
    assert "Page: reports/blame-seek" in text
    page = pathlib.Path("reports/blame-seek/index.html").read_text(encoding="utf-8")
    assert page.count('class="bullet"') == len(table("candidates"))
    markdown = pathlib.Path("reports/blame-seek/report.md").read_text(encoding="utf-8")
    assert "| 5 players | pass |" in words_of(markdown).replace("players 5", "5 players")

    rows = table("candidates")
    assert [(row["players"], row["verdict"], row["chosen"]) for row in rows] == [
        ("3", "fail", "False"), ("2", "fail", "False"), ("4", "fail", "False"), ("5", "pass", "True"),
        ("6", "pass", "False"),
    ]  # fmt: skip
    assert [float(row["distance"]) for row in rows] == [0, 0.125, 0.125, 0.25, 0.375]
    columns = table("columns")
    assert [row["column"] for row in columns] == list(rows[0])
    assert all(row["meaning"] for row in columns)


def test_the_advice_gives_the_same_answer() -> None:
    """What is to be typed next passes."""
    seek()
    checked = CliRunner().invoke(balancer.cli.balancer, ["check", "blame.yaml", "--players", "5"])
    assert checked.exit_code == 0, checked.output


def test_the_advice_repeats_what_was_given_unless_the_change_replaces_it() -> None:
    text = text_of(seek("--set", "ranks=13", "--players", "4", "--games", "1000", "--knob", "players=5"))
    assert "To check it: balancer check blame.yaml --set ranks=13 --players 5" in text
    write(SCENARIO.replace("persona_loss_rate, of: random, at_most: 21%", "turns, at_most: 18"))
    text = text_of(seek("--set", "ranks=13", "--players", "3", "--games", "1000", "--knob", "ranks=9"))
    assert "To check it: balancer check blame.yaml --players 3 --set ranks=9" in text


def test_json_has_every_candidate_and_the_same_keys_for_each() -> None:
    done = seek("--json", "-")
    content = json.loads(done.stdout)
    assert done.exit_code == 0
    assert content["verdict"] == "pass"
    assert words_of(content["answer"][0]) == "Both checks pass with 5 players instead of 3 (2 000 fresh games)."
    assert content["smallest"] == [
        {
            "changes": [{"name": "players", "base": 3, "value": 5, "distance": 0.25}],
            "distance": 0.25,
            "options": ["--players 5"],
        }
    ]
    every = [content["base"], *content["candidates"]]
    keys = {"changes", "distance", "options", "verdict", "games", "fresh", "not_about", "figures"}
    assert all(set(one) == keys for one in every)
    assert [one["verdict"] for one in every] == ["fail", "fail", "fail", "pass", "pass"]
    five, six = every[3], every[4]
    assert five["fresh"]["seed"] != content["seed"] == 7
    assert five["fresh"]["games"] == 2000
    assert (six["fresh"], six["games"]) == (None, 1000)
    figure = five["figures"][0]
    assert (figure["check"], figure["metric"], figure["at_most"], figure["verdict"]) == (
        "fair", "persona_loss_rate", 0.21, "pass",
    )  # fmt: skip
    assert content["not_played"] == 0


def test_exit_codes_say_whether_the_answer_is_known() -> None:
    write(SCENARIO.replace("21%", "5%"))
    none = seek()
    assert none.exit_code == 1, none.output
    assert "None of the 4 changes passes both checks." in text_of(none)
    assert "This check fails with every change: loss rate of random at most 5%. The base rules fail" in text_of(none)
    assert "Nearest to passing: 6 players (loss rate of random 16.7%, at most 5%)" in text_of(none)

    write(SCENARIO.replace("21%", "40%"))
    base = seek()
    assert base.exit_code == 0
    assert "The base rules pass both checks (2 000 fresh games): nothing needs to change." in text_of(base)

    write(SCENARIO.replace("persona_loss_rate, of: random, at_most: 21%", "turns, at_most: 19.6"))
    left = seek("--games", "40", "--max-games", "40", "--knob", "players=3,4")
    assert left.exit_code == 3, left.output
    assert "The only change does not pass both checks. The base rules are undecided: turns" in text_of(left)
    assert "games would decide, with 80% probability (--max-games)" in text_of(left)

    left = seek("--games", "40", "--max-games", "40", "--set", "ranks=15", "--knob", "ranks=13,14")
    assert left.exit_code == 3, left.output
    assert "None of the 2 changes is certain to pass both checks yet. Still possible: " in text_of(left)


def test_named_knobs_change_alone_and_the_words_are_those_of_the_game() -> None:
    write(SCENARIO.replace("persona_loss_rate, of: random, at_most: 21%", "turns, at_most: 18"))
    done = seek("--knob", "ranks=8..14", "--knob", "order")
    assert done.exit_code == 0, done.output
    answer = text_of(done)
    assert "pass with " in answer
    assert " ranks instead of 14 (2 000 fresh games)" in answer
    assert "with Old Maid's order instead of" not in answer.partition("The base rules fail")[0]
    assert "of ranks and order tried" in answer


def test_a_finished_race_is_found_again() -> None:
    seek()
    folder = pathlib.Path("reports/blame-seek/cells")
    before = {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}
    again = seek()
    assert again.exit_code == 0
    assert {path.name: path.stat().st_mtime_ns for path in folder.iterdir()} == before


def test_the_plan_plays_nothing() -> None:
    done = seek("--plan")
    assert done.exit_code == 0, done.output
    assert "5 settings, 5_000 games" in done.stdout
    assert "4 changes to try" in done.stdout
    assert not pathlib.Path("reports").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--knob", "rank"), "--knob rank: unknown knob of Black Death 'rank'"),
        (("--max-games", "none"), "--max-games none: 'none' is not a whole number"),
        (("--plan", "--json", "x.json"), "--plan plays nothing, so --json has nothing to write"),
        (("--json", "blame.yaml"), "--json blame.yaml: an input of this command"),
        (("--players", "4", "--set", "suits=3"), "suits: 3 is not allowed"),
    ],
)
def test_each_mistake_has_its_message_and_plays_nothing(words: tuple[str, ...], message: str) -> None:
    done = seek(*words)
    assert done.exit_code == 2, done.output
    assert message in " ".join(done.output.split())
    assert not pathlib.Path("reports").exists()


def test_report_says_who_writes_these_tables() -> None:
    seek()
    done = CliRunner().invoke(balancer.cli.balancer, ["report", "reports/blame-seek"])
    assert done.exit_code == 2
    assert "an answer of `balancer seek`, which keeps only some of its games" in " ".join(done.output.split())


# From Python ----------------------------------------------------------------------------------------------------------
def test_the_same_from_python() -> None:
    found = balancer.seek("blame.yaml", jobs=1)
    assert (found.verdict, found.smallest) == ("pass", [{"players": 5}])
    assert list(found.candidates["verdict"]) == ["fail", "fail", "fail", "pass", "pass"]
    assert list(found.columns["column"]) == list(found.candidates.columns)
    assert repr(found).startswith("Black Death; 3 players; 4 of 4 changes of players tried; ")
    assert "\n  Both checks pass with 5 players instead of 3" in repr(found)
    assert "<table" in found._repr_html_()
    content: Any = json.loads(json.dumps({**found.to_json(), "seconds": 0}))
    shell = json.loads(seek("--json", "-").stdout)
    del shell["generated_by"]
    assert content == {**shell, "seconds": 0}


@pytest.mark.parametrize(
    ("knobs", "smallest"),
    [
        ("players", [{"players": 5}]),
        (["players"], [{"players": 5}]),
        ({"players": range(5, 8)}, [{"players": 5}]),
        ({"players": 6}, [{"players": 6}]),
        ({"players": None, "ranks": [13]}, [{"players": 5}]),
    ],
)
def test_knobs_from_python(knobs: Any, smallest: list[dict[str, int]]) -> None:
    assert balancer.seek("blame.yaml", knobs=knobs, games=1000, jobs=1).smallest == smallest


def test_the_words_for_several_changes_and_for_checks_that_are_about_others() -> None:
    """Line-ups of one persona are even; a check of three players says nothing of five."""
    table: dict[str, Any] = {"game": "black_death", "games": 1000, "seed": 5, "players": 4}
    even = {"metric": "persona_loss_rate", "each": "persona", "between": [0.24, 0.26]}
    mixed = {**table, "lineup": ["middler", "baiter", "reader", "even"], "checks": [even]}
    first, *_ = balancer.seek(mixed, knobs={"lineup": [["middler"], ["reader"]]}, jobs=1).answer
    assert words_of(first).startswith(
        "The check passes with any of 2 equally small changes (1 000 fresh games each): with the line-up middler"
    )

    share = {"metric": "persona_loss_rate", "of": "random"}
    three = {**share, "name": "three", "at_most": 0.3, "cells": {"players": 3}}
    checks = [three, {**share, "at_most": 0.5, "cells": "all"}]
    alone = {**table, "players": 3, "lineup": ["random"], "sweep": {"axes": {"players": [3, 5]}}, "checks": checks}
    answer = [words_of(sentence) for sentence in balancer.seek(alone, jobs=1).answer]
    assert answer[:2] == [
        "The only check that applies passes with 5 players instead of 3 (1 000 fresh games).",
        "Checks that do not apply there: three (it is about players 3).",
    ]


def test_a_difference_says_between_what() -> None:
    """Both sides are played by the candidate's rules, but for what the variant sets."""
    check = {"metric": "turns", "variant": "short", "against": "base", "at_least": 5}
    scenario = {"game": "black_death", "games": 1000, "checks": [check], "variants": {"short": {"rules": {"ranks": 8}}}}
    answer = [words_of(sentence) for sentence in balancer.seek(scenario, knobs={"ranks": [9]}, jobs=1).answer]
    assert answer[0] == "The only change does not pass the check."
    assert any(", at least 5 (short against base rules)." in sentence for sentence in answer)
