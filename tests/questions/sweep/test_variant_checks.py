"""Checks of variants in a sweep: played in the settings that pass all other checks, counted, found again."""

import csv
import json
import pathlib
from typing import Any

import pytest

from balancer.checks.variant_checks import PART
from balancer.questions import kinds
from balancer.questions.sweep.report import SweepReport
from balancer.questions.sweep.study import SweepStudy
from balancer.scenario.load import load_with
from balancer.simulation.jobs import CellJob
from tests.cli.test_commands import balance

SHORT = {"metric": "turns", "at_most": 1, "cells": {"players": 4}}  # fails in that setting
POSSIBLE = {"metric": "turns", "at_least": 1}
DRAWN = {"metric": "turns", "variant": "draw", "at_least": 1}
SHORT_DRAWN = {"metric": "turns", "variant": "draw", "at_most": 13}  # passes with 2 players only
WRITTEN: dict[str, Any] = {
    "game": "black_death",
    "players": 2,
    "games": 60,
    "lineup": ["middler"],
    "variants": {"draw": {"rules": {"order": "draw"}}},
    "sweep": {"axes": {"players": [2, 3, 4]}},
    "checks": [POSSIBLE, SHORT, DRAWN, SHORT_DRAWN],
    "report": {"headline": ["turns"], "robustness": "off"},
}


@pytest.fixture(autouse=True)
def here(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return a folder of one's own with a scenario; charts are not drawn."""
    (tmp_path / "one.yaml").write_text(json.dumps(WRITTEN), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("balancer.reporting.drawing.svg.Drawing.svg", lambda _: '<svg viewBox="0 0 10 10"></svg>')
    return tmp_path


def test_variants_are_played_where_all_other_checks_pass_and_counted(
    here: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = balance("sweep", "one.yaml", "--plan").output.replace("\n", " ")
    assert "checks of variants, in the settings that pass all other checks: at most 180 games" in plan
    done = balance("sweep", "one.yaml", "--json", "out.json", "-o", "kept")

    assert done.exit_code == 0, done.output
    text = " ".join(done.stdout.split())
    assert "ll checks that apply pass with 2 players." in text
    assert "Only a check of a variant fails at 3 players (turns in variant draw " in text
    assert "Nearest miss: 4 players (turns " in text
    rows = list(csv.DictReader((here / "kept" / "verdicts.csv").read_text(encoding="utf-8").splitlines()))
    assert {(row["players"], row["verdict"]) for row in rows if row["variant"] == "draw"} == {
        ("2", "pass"), ("3", "pass"), ("3", "fail"),
    }  # fmt: skip
    found = json.loads((here / "out.json").read_text(encoding="utf-8"))["verdicts"]
    assert sum(verdict["variant"] == "draw" for verdict in found) == 4

    again = kinds.reported(here / "kept")
    assert isinstance(again, SweepReport)
    assert again.verdict_rows == found
    monkeypatch.setattr(CellJob, "play", None)
    monkeypatch.setattr("balancer.players.among_random.record", lambda _: {})  # is played each time
    repeated = balance("sweep", "one.yaml", "-o", "kept", "--json", "-")
    assert json.loads(repeated.stdout)["verdicts"] == found, "nothing is played again"


def test_a_variant_is_based_on_the_rules_of_the_setting() -> None:
    study = SweepStudy.of(load_with(WRITTEN, {}))
    assert study.variants is not None
    assert {(cell.players, cell.rules["order"]) for cell in study.variants.cells.values()} == {
        (2, "draw"), (3, "draw"), (4, "draw"),
    }  # fmt: skip


def test_a_variant_with_a_line_up_is_about_the_number_of_players_of_the_scenario() -> None:
    """A win rate that is high among three players is low among two."""
    written = {**WRITTEN, "variants": {"draw": {"lineup": ["reader", "middler"]}}}
    study = SweepStudy.of(load_with(written, {}))
    assert study.variants is not None
    assert {cell.players for cell in study.variants.cells.values()} == {2}


@pytest.mark.parametrize("checks", [[], [POSSIBLE], [{**POSSIBLE, "variant": "draw", "against": "base"}]])
def test_without_checks_of_variants_nothing_more_is_played(checks: list[dict[str, Any]]) -> None:
    study = SweepStudy.of(load_with({**WRITTEN, "checks": checks}, {}))
    assert study.variants is None
    assert all(part.name != PART for part in study.further)


def test_an_answer_names_checks_that_were_not_played(here: pathlib.Path) -> None:
    checks = [POSSIBLE, {"metric": "turns", "variant": "draw", "against": "base", "at_least": -99}]
    (here / "one.yaml").write_text(json.dumps({**WRITTEN, "checks": checks}), encoding="utf-8")
    text = " ".join(balance("sweep", "one.yaml", "-o", "kept").stdout.split())
    assert "passes in every setting (1 other check needs games of a variant or a search)." in text
