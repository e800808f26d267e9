"""Leads that good players would sign: what is otherwise among the best is said in the same sentence."""

from __future__ import annotations

import dataclasses

import pytest

from balancer.analysis.conclusions.sameness import AmongBest, MixturePayoff, level_at_top
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import EFFECT, FigureRef
from balancer.checks.cell_verdicts import judge_cells
from balancer.reporting.findings.among_best import change_words, of_checks
from balancer.reporting.findings.axis_line import AxisStep
from balancer.reporting.findings.lead import split_lead, with_reservation
from balancer.reporting.findings.verdict_answer import VerdictAnswer
from balancer.scenario.question import Check
from tests.reporting.test_robustness import FLAT, OTHER, SAME, judged, report

GOOD = judged(builder=True, bully=False)["competence"]


def answer(tables):
    made = report(tables, GOOD)
    made.__dict__["asked"] = EFFECT
    return made.answer()


def test_a_lead_that_does_not_hold_among_the_best_says_so():
    """Among builders, the best, the threshold changes nothing: the scenario's line-up wins at once far less often."""
    first = answer({"builder": FLAT, "bully": SAME})[0]

    lead, _, reservation = first.partition("; not among the best players (")
    assert "falls from" in lead
    assert reservation.startswith("0.0 ± ")
    assert "when all seats play builder)." in reservation
    (finding, *_) = report({"builder": FLAT, "bully": SAME}, GOOD).findings
    assert not any("falls from" in sentence for sentence in finding.besides([first])), "no bullet repeats it"


def test_a_lead_that_holds_stays_short():
    """The bully, with whom it does not hold, is not among the best."""
    assert "among the best" not in " ".join(answer({"builder": SAME, "bully": FLAT}))


def test_checks_that_fail_among_the_best_are_in_the_verdict():
    """At least 30% of the games are won at once with thresholds of 14 and 18; builders play as if it were 22."""
    check = Check("", FigureRef("ending_share", "instant"), low=0.3)

    def verdict(builder, competence=GOOD):
        made = report({"builder": builder, "bully": OTHER}, competence)
        reading = dataclasses.replace(made.reading, question=dataclasses.replace(made.question, checks=(check,)))
        answer = VerdictAnswer(made.sweep, judge_cells([check], made.cells, made.spec))
        assert answer.passed
        players = dataclasses.replace(made.robustness, reading=reading)
        return dataclasses.replace(answer, reservation=of_checks(players, answer)).verdict

    assert (
        "among them; but among the best players a check fails in each of these settings when all seats play builder "
        in verdict(OTHER)
    )
    assert "among the best" not in verdict(SAME)


def test_personas_level_at_the_top_are_all_the_best():
    """Two of three are within 2 pp of an equal share; that the solver left one of them out says nothing."""
    payoffs = {
        "tidy": MixturePayoff(0.252, 0.25),
        "sprinter": MixturePayoff(0.235, 0.25),
        "thief": MixturePayoff(0.12, 0.25),
    }

    assert level_at_top(payoffs, {"tidy": 1.0, "sprinter": 0.0, "thief": 0.0}) == ["tidy", "sprinter"]
    assert level_at_top(payoffs, {"tidy": 0.3, "sprinter": 0.7}) == ["sprinter", "tidy"]


def change(value: float, half: float = 1.0) -> Figure:
    return Figure.around(value, half, 1000)


@pytest.mark.parametrize(
    ("own", "best", "words"),
    [
        (-15, {"a alone": (4, 2)}, "not among the best players (+4 ± 2 turns when all seats play a)"),
        (-15, {"a alone": (-14, 1)}, ""),
        (-15, {"a alone": (-20, 1)}, ""),
        (-15, {"a alone": (-5, 1)}, "among the best players the change is −5.0 ± 1.0 turns when all seats play a"),
        (-15, {"a alone": (-9, 1)}, "among the best players the change is −9.0 ± 1.0 turns when all seats play a"),
        (
            -15,
            {"a alone": (0, 2), "b alone": (-30, 1)},
            "not among all of the best players (0 ± 2 turns when all seats play a; −30.0 ± 1.0 turns when they play b)",
        ),
        (
            -15,
            {"a alone": (0, 2), "b alone": (-14, 1)},
            "not among all of the best players (0 ± 2 turns when all seats play a)",
        ),
        (
            -15,
            {"a alone": (4, 1), "b alone": (6, 1)},
            "not among the best players (+4.0 ± 1.0 turns when all seats play a; +6.0 ± 1.0 turns when they play b)",
        ),
        (
            0,
            {"a alone": (8, 1)},
            "among the best players it does change (+8.0 ± 1.0 turns when all seats play a)",
        ),
    ],
)
def test_a_reservation_says_no_more_than_is_certain(own, best, words):
    figures = {name: change(*figure) for name, figure in best.items()}
    differing = [name for name, figure in figures.items() if abs(figure.value - own) > 3]

    fact = AmongBest(change(own), figures, differing)
    assert change_words(fact, "turns", AxisStep(0, "", 0, 1)) == words
    unsigned = words.replace("+", "").replace("change is", "difference is")
    assert change_words(fact, "turns", AxisStep(0, "", 0, 1, is_signed=False)) == unsigned


def test_a_reservation_belongs_to_the_first_sentence():
    assert (
        with_reservation("It falls by 0.5 pp. Without it 3.", "not there")
        == "It falls by 0.5 pp; not there. Without it 3."
    )
    assert with_reservation("It falls by 0.5 pp.", "not there") == "It falls by 0.5 pp; not there."
    assert with_reservation("It falls.", "") == "It falls."


def test_a_long_lead_is_followed_by_its_reservation():
    """The bold sentence is read in one go; what limits it stands right below it, in the same part of the answer."""
    first, reservation = f"It falls from {'5 to ' * 20}3 (−2 ± 1 turns).", "(+3 ± 3 turns when all seats play shrewd)"

    lead = with_reservation(f"{first} Without it 3.", f"not among the best players {reservation}")
    assert split_lead(lead) == (
        first,
        f"Without it 3. This does not hold among the best players {reservation}.",
    )
    assert with_reservation(first, "but among the best players a check fails there").endswith(
        "turns). But among the best players a check fails there."
    )


def test_no_figure_comes_from_a_handful_of_games():
    """A line-up that played ten games is not compared."""
    few = [dataclasses.replace(cell, tally={**cell.tally, "games": 10}) for cell in SAME]
    assert report({"builder": few}, GOOD).robustness.conclusions == []
