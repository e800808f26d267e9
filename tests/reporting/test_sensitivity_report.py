"""What every rule changes by itself: ranks, dead knobs and every number against the pairs themselves."""

import dataclasses
import functools
import re
from html import unescape

import pytest

from balancer.questions.sensitivity import study
from balancer.questions.sensitivity.report import SensitivityReport
from balancer.reporting.document.html import to_html
from balancer.reporting.findings.asked import ranking
from balancer.reporting.findings.effect_words import change_words
from balancer.reporting.findings.lead import split_lead
from balancer.scenario.load import from_dict
from balancer.simulation.manifest import Manifest
from tests.simulation.cells import play

QUESTION = {"title": "Which rule matters?", "game": "black_death", "games": 400, "report": {"headline": ["turns"]}}


@functools.cache
def report():
    """Suits, direction, who draws next, and the cut-off, which no game of this length meets."""
    scenario = from_dict(QUESTION)
    tried = study.values_to_try(scenario, ["suits", "offer_to", "order", "max_rounds"])
    jobs = list(study.pair_jobs(scenario, tried))
    results = play(jobs, jobs=1)
    shown = study.as_scenario(scenario, tried)
    manifest = Manifest.begun(shown, jobs, command="balancer sensitivity black_death", kind="sensitivity")
    return SensitivityReport(manifest.completed(results, 1.0), results)


def test_changes_that_may_be_as_large_are_named_together():
    """`Most on A (−4 ± 2); then on B`, where B was −4 ± 2 as well."""
    changes = dataclasses.replace(report().changes)
    largest = changes.ranked("turns")[0]
    rules = {effect.rule.noun: effect.rule for effect in changes.ranked("turns")}
    (rule, *_) = (rule for noun, rule in rules.items() if noun != largest.rule.noun)
    part = 0.9 * (largest.value or 0.0)
    as_large = dataclasses.replace(largest, rule=rule, value=part, low=largest.low, high=largest.high)
    smaller = dataclasses.replace(as_large, low=part - 0.01, high=part + 0.01)

    changes.__dict__["effects"] = [largest, as_large]
    both = changes.sentence("turns")
    assert f"depends most on {largest.rule.noun} and {rule.noun}: {change_words(largest)} turns" in both
    assert f"{change_words(as_large)} turns {rule.phrase}; no other rule" in both
    changes.__dict__["effects"] = [largest, smaller]
    assert f"depends most on {largest.rule.noun}: " in changes.sentence("turns")
    assert changes.sentence("turns").endswith(f"; then on {rule.noun}.")


def test_the_answer_names_the_first_and_the_dead():
    """With its change as the table writes it; a knob that changes no game is dead, not merely unclear."""
    found = report()
    first = found.changes.ranked("turns")[0]
    assert first.certain
    assert found.answer()[0].startswith(
        f"The number of turns in a game depends most on {first.rule.noun}: {change_words(first)} turns "
        f"{first.rule.phrase}"
    )
    assert found.changes.dead == ["max_rounds"]
    words, others = split_lead(ranking(found.changes, "turns"))
    assert words.startswith("What moves ")
    assert others.startswith("Of the "), "the first sentence ranks; the next counts the rest"
    assert any(re.search(r"Not a single game differs with max_rounds changed", one) for one in found.answer())
    assert not set(found.changes.weak) & {
        one.rule.noun for one in found.changes.effects if one.certain and one.verdict != "equivalent"
    }


def test_a_rule_that_a_figure_depends_on_is_not_called_equivalent():
    """An effect that is certain, but within its margin, is among those that do not matter."""
    changes = report().changes
    first = next(one for one in changes.ranked("turns") if one.certain)
    within = {**vars(first), "verdict": "equivalent"}
    all_within = dataclasses.replace(changes)
    all_within.__dict__["effects"] = [type(first)(**within)]

    assert changes.sentence("turns")
    assert all_within.sentence("turns") == ""
    assert all_within.weak == [first.noun]
    assert (
        all_within.flat_sentence("turns")
        == "No rule varied here moves the number of turns in a game beyond its margin."
    )


def test_json_has_every_change():
    """One row per change and figure, the numbers unrounded."""
    found = report()
    rows = found.to_json()["changes"]
    assert len(rows) == len(found.pairs)
    by_name = {(row["knob"], row["value"]): row for row in rows}
    for one in found.changes.effects:
        if one.name == "turns":
            row = by_name[one.rule.knob, one.rule.value]
            assert row["change"] == one.value
            assert row["now"] - row["base"] == pytest.approx(row["change"])


def test_the_page_shows_the_answer_first():
    """And as its description; a chart with a bar for every change that changes games."""
    html = to_html(report().document())
    assert html.index("depends most on") < html.index('<h2 id="figures-title"')
    assert '<meta name="description" content="The number of turns in a game depends most on' in html
    assert "Old Maid&#39;s order" in html
    assert "same games" in html


def test_what_moves_most_stands_first_at_a_glance():
    """By margins; a change that moves nothing for certain, or less than the margin, has no row."""
    html = unescape(to_html(report().document()))
    glance = html.partition('class="matrix glance"')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    moved = [one for one in report().changes.ranked("turns") if one.certain and one.verdict != "equivalent"]

    assert re.findall(r'<th scope="row">(.*?)</th>', glance) == [one.rule.label for one in moved]
    assert 0 < len(moved) < len(report().pairs)
    assert glance.count("◆") == len(moved)
    assert f"{len(report().pairs) - len(moved)} other change" in html
    assert 'href="#glance"' in html


def test_where_points_are_played_for_rules_are_ranked_by_the_score():
    scenario = from_dict({**QUESTION, "aim": "score", "report": {}, "lineup": ["even"]})
    jobs = list(study.pair_jobs(scenario, tried := study.values_to_try(scenario, ["suits"])))
    results = play(jobs, jobs=1)
    manifest = Manifest.begun(study.as_scenario(scenario, tried), jobs, command="", kind="sensitivity")
    report = SensitivityReport(manifest.completed(results, 1.0), results)

    assert report.changes.figures[0].startswith("score")
    assert report.changes.ranked(report.changes.figures[0])[0].unit == "points"
