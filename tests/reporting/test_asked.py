"""What an answer says first: where checks hold, what a change does, or what matters most."""

from __future__ import annotations

import dataclasses
import pathlib
from typing import Any

import pytest
from ruamel.yaml import YAML

import balancer
from balancer.analysis.conclusions.ranking import Ranking
from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import EFFECT, RANKING, WHERE, FigureRef
from balancer.analysis.verdicts import PASS, UNDECIDED, Bound
from balancer.checks.cell_verdicts import CellVerdict, SweptChecks
from balancer.reporting.findings import asked
from balancer.reporting.findings.asked import FigureKind, kind_sentence
from balancer.reporting.findings.headline_findings import HeadlineFinding
from balancer.reporting.findings.verdict_answer import VerdictAnswer
from balancer.scenario.question import Check
from tests.reporting import made

SCENARIOS = pathlib.Path(__file__).parents[2] / "scenarios"

FIRST = {
    "oktoberfest": (WHERE, "checks"),
    "bartender": (WHERE, "check"),
    "biergarten": (WHERE, "checks"),
    "devils_tarok": (WHERE, "checks"),
    "biergarten_ties": (EFFECT, "gap between the best and the worst seat"),
    "bartender_auctions": (EFFECT, "shifts that were a GOOD NIGHT"),
    "bartender_late_shifts": (EFFECT, "cards played from hands in shift 5"),
    "biergarten_rearranging": (EFFECT, "barrels gained by rearranging"),
    "black_death": (EFFECT, "gap in loss rate between the worst and the best seat"),
    "shit_head": (EFFECT, "number of turns"),
    "festo": (EFFECT, "win rate of the waits persona is"),
    "festo_characters": (RANKING, "mean score"),
    "festo_magical": (EFFECT, "winner's score"),
}
"""What the title of each scenario asks for, and the figure that answers it."""


def scenario(name: str) -> dict[str, Any]:
    """Return a scenario as it is written, without tables of other players, which take many games."""
    found = dict(YAML(typ="safe").load(SCENARIOS / f"{name}.yaml"))
    found["report"] = {key: value for key, value in found["report"].items() if key != "robustness"}
    return found


def test_every_shipped_scenario_is_in_the_table() -> None:
    """A scenario without a first sentence that was thought about would go unnoticed."""
    assert {path.stem for path in SCENARIOS.glob("*.yaml")} == set(FIRST)


@pytest.mark.parametrize("name", FIRST)
def test_the_first_sentence_answers_the_title(name: str) -> None:
    """The figure that a designer asks about stands in the first sentence, at any number of games."""
    kind, figure = FIRST[name]
    report = balancer.sweep(scenario(name), games=4).report
    assert report.asked == kind
    assert figure in report.answer()[len(report.weak_sentences)]
    if name == "black_death":  # the answer and whom it holds for, in one sentence
        assert report.answer()[0].startswith("Among players who do not clearly beat random play, the gap in loss rate")
        assert report.answer()[-1] == report.reservation
    if name == "shit_head":  # `which reading`, not which majors
        assert "majors by number" in report.leads[0]


# By its shape ---------------------------------------------------------------------------------------------------------
def test_checks_that_split_the_cells_ask_where_they_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the effect of the first figure comes first, unless the scenario says what it asks."""
    report = made.one_axis()
    for passed, failed, kind in (([0], [1], WHERE), ([0, 1], [], EFFECT), ([], [0, 1], EFFECT)):
        fresh = dataclasses.replace(report)
        verdicts = {"passed": passed, "failed": failed, "undecided": []}
        for name, cells in verdicts.items():
            monkeypatch.setitem(fresh.verdicts.__dict__, name, cells)
        assert fresh.asked == kind
        assert fresh.answer()[1 if kind == WHERE else 0] == fresh.findings[0].lead
    assert (
        dataclasses.replace(report, manifest=made.manifest({"rules.win_threshold": (14, 18, 22)}, answer=RANKING)).asked
        == RANKING
    )


@pytest.mark.parametrize(
    ("first", "kind", "leads"),
    [
        (False, EFFECT, ["rises", "still"]),
        (True, EFFECT, ["still"]),
        (None, EFFECT, ["still"]),
        (False, WHERE, ["still"]),
    ],
)
def test_a_figure_that_changes_precedes_one_that_does_not(first: bool | None, kind: str, leads: list[str]) -> None:
    """What a rule does must not be hidden behind a figure that it leaves as it is."""
    report = dataclasses.replace(made.one_axis())
    others = [("flat", False), ("rises", True), ("falls", True)]
    found = [HeadlineFinding("", {}, lead, moves=moves) for lead, moves in (("still", first), *others)]

    assert asked.Leads(report.reading, found, report.changes, None).sentences(kind) == leads


# Events that nobody has seen ------------------------------------------------------------------------------------------
RARE = FigureRef("ending_share", "unfinished")
INSTANT = FigureRef("ending_share", "instant")


def judged(report: Any, unfinished: float, most: float) -> VerdictAnswer:
    """Return a check that passes in every cell, and a guard against unfinished games that is undecided."""
    checks = (Check("", INSTANT, low=0.1), Check("", RARE, high=most))
    found = []
    for cell in range(len(report.cells)):
        seen, rare = (Estimate(value, None, value - 0.01, value + 0.01, 1000, "share") for value in (0.2, unfinished))
        found.append(CellVerdict(0, cell, INSTANT, Bound(0.1), seen, 0.99, PASS, 1000))
        found.append(CellVerdict(1, cell, RARE, Bound(None, most), rare, 0.99, UNDECIDED, 1000))
    return VerdictAnswer(report.sweep, SweptChecks(checks, tuple(found), len(report.cells)))


def test_a_guard_on_what_nobody_has_seen_leaves_the_verdict_to_the_other_checks() -> None:
    """`Still possible: every cell` said nothing."""
    report = made.one_axis()
    seen = judged(report, 0.0, 0.01)
    assert seen.verdict == "The check (instant at least 10%) passes in every setting."
    assert seen.sentences[-1].startswith(
        "Not judged yet, because it has not happened in any game: unfinished at most 1% (about "
    )
    assert judged(report, 0.001, 0.01).verdict.startswith("No setting is certain to pass both checks yet.")
    assert judged(report, 0.0, 0.2).verdict.startswith("No setting is certain to pass"), "0.2 is a bound, not a guard"


# Figures of one kind --------------------------------------------------------------------------------------------------
def test_figures_of_one_kind_are_ranked_as_far_as_they_are_known() -> None:
    """Every figure of the sentence is in the table, and those that overlap may change places."""
    values = {"elf": (2.6, 0.2), "orc": (2.4, 0.3), "pixies": (1.3, 0.1)}
    figures = {name: Figure.around(value, half) for name, (value, half) in values.items()}
    assert kind_sentence(FigureKind("points at the ", "points", Ranking(figures))) == (
        "Points at the elf: 2.6 ± 0.2 points, the highest of 3 (orc is not clearly lower); "
        "the lowest: pixies, 1.30 ± 0.10 points."
    )
    wide = {name: Figure.around(value, 2) for name, (value, _) in values.items()}
    assert kind_sentence(FigureKind("points at the ", "points", Ranking(wide))) == ""


def test_figures_of_one_kind_have_whole_words_in_common() -> None:
    """`effect of 'market add'` and `effect of 'market remove'` have no part of a name in common."""
    labels = ["effect of 'market add'", "effect of 'no abilities'", "effect of 'no take all'"]
    assert asked._common([label.split(" ") for label in labels]) == "effect of "
    assert asked.kind_name("effect of ") == "effect"
    assert asked.kind_name("points per helper at the ") == "points per helper"
