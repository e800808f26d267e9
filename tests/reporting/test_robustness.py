"""Figures at other tables: the same, different, or not known yet."""

import dataclasses
import json
from typing import Any

import pytest

from balancer.analysis.conclusions import sameness
from balancer.analysis.intervals.elementary import critical_z
from balancer.players.other_line_ups import MIXTURE
from balancer.questions.sweep.report import SweepReport
from balancer.reporting.document.html import to_html
from balancer.scenario.question import Check
from balancer.simulation.manifest import Manifest
from tests.analysis.sample import sample_cell
from tests.reporting.made import headline, kept, manifest, many

THRESHOLDS = (14, 18, 22)


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """Charts are made but not drawn, which takes seconds."""
    monkeypatch.setattr("balancer.reporting.drawing.svg.Drawing.svg", lambda _: '<svg viewBox="0 0 10 10"></svg>')


def cells(*thresholds, **options):
    """Return a made-up sweep whose games follow from other thresholds than its label says."""
    return [
        many(sample_cell(axes={"rules.win_threshold": at}, threshold=played, games=200, **options), 50)
        for at, played in zip(THRESHOLDS, thresholds, strict=True)
    ]


def report(tables, competence=None, wanted=("ending_share.instant", "rounds"), **more):
    """Return a sweep with other tables, by name."""
    record = {"names": list(tables), "games": 10_000, "fair": 0.25, "pair_games": 1000, "competence": competence}
    wishes = {"headline": [headline(name) for name in wanted], "margins": {"rounds": 0.25}, **more}
    content = {**kept({"rules.win_threshold": THRESHOLDS}, **wishes), "tables": record}
    content["tables"]["mixture"] = {"builder": 0.75, "bully": 0.25}
    return SweepReport(
        Manifest.from_json(content), cells(14, 18, 22), [cell for table in tables.values() for cell in table]
    )


SAME, FLAT, OTHER = cells(14, 18, 22), cells(18, 18, 18), cells(22, 22, 22)


def test_what_is_the_same_everywhere():
    found = report({"builder": SAME, "bully": SAME}, margins={"ending_share.instant": 0.5, "rounds": 5}).robustness

    assert {one.verdict for one in found.conclusions if one.kind != "check"} == {"the same"}
    assert found.conclusions[0].where == "the same with 2 line-ups"
    assert {one.kind for one in found.conclusions} == {"value", "change", "check"}
    assert found.difference == ""
    assert "no figure certainly differs" in found.summary


def test_a_change_that_others_do_not_show_differs():
    found = report({"builder": SAME, "bully": FLAT}).robustness

    change = next(one for one in found.conclusions if one.kind == "change")
    assert change.label == "endings: instant, win_threshold 14 to 22"
    assert change.as_set_up.value < -0.05
    assert change.verdict == "differs"
    assert change.where.startswith("differs when all seats play bully (0.0 ± ")
    assert change.by_table["bully alone"].value == pytest.approx(0)
    assert " with the scenario's line-up; differs when all seats play bully" in change.sentence
    assert found.brief[0] == change.sentence


def test_a_value_that_others_do_not_have_differs():
    found = report({"builder": SAME, MIXTURE: OTHER}).robustness

    instant = found.conclusions[0]
    assert instant.differing == ("the mixture",)
    low, high = instant.ends
    assert low.value == pytest.approx(instant.by_table["the mixture"].value)
    assert high.value == pytest.approx(instant.by_table["builder alone"].value)
    assert "compared with 1 other line-up" in report({"bully": FLAT}).robustness.summary.lower()


def test_a_margin_decides_what_is_the_same():
    wide = report({"builder": OTHER}, margins={"ending_share.instant": 0.9, "rounds": 100}).robustness

    assert all(one.verdict == "the same" for one in wide.conclusions if one.kind == "value")


def test_all_comparisons_hold_together(monkeypatch):
    """The interval behind a verdict is at a confidence that all of a page share."""
    asked = []
    known = sameness.compared

    def noted(*given):
        asked.append(given)
        return known(*given)

    monkeypatch.setattr(sameness, "compared", noted)
    found = report({"builder": SAME, "bully": OTHER}).robustness
    comparisons = sum(len(one.found) for one in found.conclusions)
    wide, instant = asked[0][0], found.conclusions[0].as_set_up

    assert len(asked) == comparisons
    assert wide.value == instant.value
    ratio = critical_z(0.95, 3 * comparisons) / critical_z(0.95, 3)  # of three endings
    assert wide.half_width / instant.half_width == pytest.approx(ratio, rel=0.02)


def test_tables_that_are_not_competent_do_not_count():
    competence = {
        "builder": {"payoff": 0.25, "low": 0.2, "high": 0.3, "own_table_holds": False, "competent": True},
        "bully": {"payoff": 0.1, "low": 0.1, "high": 0.1, "own_table_holds": False, "competent": False},
    }

    found = report({"builder": SAME, "bully": OTHER}, competence).robustness

    assert [table.competent for table in found.tables] == [True, False]
    assert found.tables[1].reason.endswith("; competent means at least 20% (80% of an equal share)")
    assert all(set(one.by_table) == {"builder alone"} for one in found.conclusions)
    assert "bully is too weak to count" in found.summary


def judged(**competent):
    """Return a record of who is competent."""
    made = {
        name: {"payoff": 0.3 if good else 0.1, "low": 0.1, "high": 0.3, "own_table_holds": False, "competent": good}
        for name, good in competent.items()
    }
    return {"fair": 0.25, "mixture": {"builder": 0.75, "bully": 0.25}, "competence": made}


def test_a_persona_that_is_competent_at_an_end_counts_for_changes_along_that_axis_alone():
    base = judged(builder=True, bully=False)["competence"]
    made = report({"builder": SAME, "bully": FLAT}, base)
    made.manifest.facts["tables"]["ends"] = [
        {"cell": 0, **judged(builder=False, bully=True)},
        {"cell": 2, **judged(builder=True, bully=False)},
    ]

    found = made.robustness
    assert made.sweep.base == 1, "neither end is the base cell"
    assert [sorted(table.counts) for table in found.tables] == [[1, 2], [0]]
    assert found.tables[1].reason.endswith(
        "; but at win_threshold 14 wins 30% against the mixture; an equal share is 25%"
    )
    by_kind = {one.kind: set(one.by_table) for one in found.conclusions}
    assert by_kind["value"] == by_kind["check"] == {"builder alone"}
    assert by_kind["change"] == {"builder alone", "bully alone"}
    assert "not counted" not in found.summary


def test_a_table_that_never_ends_its_games_is_not_competent():
    endless = cells(14, 18, 22, unfinished=1.0)

    found = report({"builder": SAME, "bully": endless}).robustness

    assert not found.tables[1].competent
    assert found.tables[1].reason == "100% of its games are cut off"


def test_figures_of_personas_are_not_compared():
    one = report({"builder": SAME}, wanted=("persona_win_rate.rusher",))

    assert [c for c in one.robustness.conclusions if c.kind != "check"] == []


def test_figures_of_checks_are_compared_too():
    found = report({"builder": SAME, "bully": OTHER})

    labels = [one.label for one in found.robustness.conclusions if one.kind == "check"]
    assert labels == [f"check even (seat_advantage.{seat}.mean)" for seat in range(1, 5)]


def test_what_differs_and_what_is_the_same_are_listed_without_riddles():
    """`lies (2)` and `rounds, dice 1 to 5; rounds` were read three times."""
    found = report({"builder": SAME, "bully": FLAT}).robustness

    assert found.difference == (
        "2 of 8 figures and changes differ among other players: change of endings (instant, win_threshold 14 to 22) "
        "and change of rounds (win_threshold 14 to 22)."
    )
    assert found.brief[-1].startswith("The same among other players: "), found.brief
    assert found.difference.removesuffix(".") in found.summary


def test_only_what_differs_reaches_the_first_screen():
    same = to_html(report({"builder": SAME}).document()).partition('id="sweep"')[0]
    other = to_html(report({"bully": FLAT}).document()).partition('id="sweep"')[0]

    assert "Other players</a>:" not in same
    assert "Other players</a>:" in other


def test_page_json_and_table_say_the_same():
    one = report({"builder": SAME, "bully": FLAT})

    page = one.document()
    html = to_html(page).replace("\N{NO-BREAK SPACE}", " ")
    assert 'id="players"' in html
    differing = one.robustness.with_verdict("differs")[0]
    assert f"{one.robustness.difference} For example: {differing.sentence}" in html.replace(
        "&#39;", "'"
    )  # the answer names what differs
    assert [chart.name for chart in page.charts if chart.name.startswith("players-")] == ["players-1", "players-2"]
    content = json.loads(json.dumps(one.players_json))["robustness"]
    assert [row["label"] for row in content["conclusions"]] == [c.label for c in one.robustness.conclusions]
    rows = one.robustness.rows()
    assert {row["table"] for row in rows} == {"as set up", "builder alone", "bully alone"}
    assert {row["verdict"] for row in rows} <= {"the same", "differs", "not known yet"}
    assert all(row["games"] for row in rows)  # a change along an axis has the games of its shorter end


def test_without_other_tables_nothing_is_said():
    one = SweepReport(manifest({"rules.win_threshold": THRESHOLDS}), cells(14, 18, 22))

    assert one.robustness is None
    assert one.players_json == {}
    assert 'id="players"' not in to_html(one.document())


def test_a_check_of_a_persona_has_no_counterpart_at_its_own_table():
    """Who sits alone gets an equal share: that says nothing about the check."""
    checks: list[dict[str, Any]] = [
        {"name": "", "figure": headline("persona_win_rate.rusher"), "each": "", "low": None, "high": 0.5},
        {"name": "", "figure": headline("rounds"), "each": "", "low": None, "high": 40},
    ]
    made = report({"builder": SAME, "bully": FLAT})
    question = dataclasses.replace(made.question, checks=tuple(Check.from_json(one) for one in checks))
    judged = dataclasses.replace(made, manifest=dataclasses.replace(made.manifest, question=question)).robustness
    assert judged is not None
    assert [one.label for one in judged.conclusions if one.kind == "check"] == ["check rounds.mean"]
