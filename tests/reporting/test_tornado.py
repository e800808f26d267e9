"""Single changes against the base: ranked by size, every number that of the pairs themselves."""

import functools
import re
from typing import Any

import pytest

from balancer.analysis.comparisons.differences import difference
from balancer.analysis.intervals.elementary import bonferroni
from balancer.questions.study import carry_out
from balancer.questions.sweep.study import SweepStudy
from balancer.reporting.console import Console
from balancer.reporting.document.html import picture, to_html
from balancer.reporting.document.terminal import print_document
from balancer.reporting.findings.effect_words import change_words
from balancer.reporting.page import tornado
from balancer.scenario.load import from_dict
from balancer.simulation.runner import open_runner

AXES = {"rules.suits": [2, 6], "players": [3], "rules.max_rounds": [2000], "rules.order": ["offer", "draw"]}
QUESTION: dict[str, Any] = {
    "title": "Which rule matters?",
    "game": "black_death",
    "games": 400,
    "lineup": ["middler", "baiter", "reader", "even"],
    "sweep": {"mode": "one_at_a_time", "axes": AXES},
    "report": {"headline": ["turns", "persona_loss_rate", "seat_spread"], "robustness": False},
}


def played(question):
    """Return the report of a sweep."""
    with open_runner(jobs=1) as runner:
        return carry_out(SweepStudy.of(from_dict(question)), runner)


@functools.cache
def report():
    """Return five single changes, one of them of a rule that no game of this length meets."""
    return played(QUESTION)


def test_the_cells_are_the_sides_of_the_pairs():
    """The same games."""
    known = report()
    base, *others = known.cells
    for cell, pair in zip(others, known.pairs, strict=True):
        assert (pair.variant.tally, pair.base.tally) == (cell.tally, base.tally)


def test_every_change_has_its_axis_and_value():
    """In the order of the cells."""
    names = [("suits", "2"), ("suits", "6"), ("players", "3"), ("max_rounds", "2000"), ("order", "draw")]
    assert [(one.knob, one.value) for one in report().changes.changes] == names
    assert [one.name for one in report().pairs] == [f"{axis} {value}" for axis, value in names]


@pytest.mark.parametrize("changes", [{"mode": "grid"}, {"axes": {"rules.suits": [2, 6]}}])
def test_there_is_none_of_other_sweeps(changes):
    """Nor along a single axis, whose values are in order."""
    assert played({**QUESTION, "games": 10, "sweep": {**QUESTION["sweep"], **changes}}).changes is None


def test_a_precision_gives_the_pairs_the_games_of_their_cells():
    """Those of the cell with fewer games, where the two stop at different looks."""
    sweep = {"mode": "one_at_a_time", "axes": {"rules.suits": [2], "players": [2]}}
    question = {k: v for k, v in QUESTION.items() if k != "games"}
    found = played({**question, "precision": "1pp", "max_games": 20_000, "sweep": sweep})
    cells = found.cells
    assert len({cell.games for cell in cells}) > 1
    assert [pair.games for pair in found.pairs] == [min(cells[0].games, cell.games) for cell in cells[1:]]


def test_certain_changes_come_first_by_size():
    """Each is worked out again from its pair, at a level that holds for all changes and figures."""
    known = report().changes
    level = bonferroni(known.spec.confidence, len(known.pairs))
    ranked = known.ranked("turns")
    for one in ranked:
        pair = known.pairs[list(known.changes).index(one.rule)]
        again = difference(pair, "turns", confidence=level, family=one.family)
        assert (one.value, one.interval, one.gain) == (again.value, again.interval, again.gain)
    keys = [(not one.certain, -abs(one.value)) for one in ranked]
    assert keys == sorted(keys)
    assert ranked[0].certain


def test_the_table_has_every_change_and_the_chart_those_that_change_games():
    """One row each, in the order of the chart: rule, value, figure, change, verdict."""
    changes = report().changes
    drawn, table = tornado.of_changes("t", changes, ["turns"])
    assert [column.heading for column in table.columns] == ["rule", "value", "figure", "change", "verdict"]
    assert [tuple(row.cells) for row in table.rows] == [one.row for one in changes.ranked("turns")]
    assert list(table.rows[-1].cells[3:]) == ["0", "same games"]
    assert picture(drawn[0]).count('class="pt"') == 4


def test_the_figures_of_one_headline_share_a_chart():
    """Of four personas, each under every change, ranked together."""
    known = report()
    figures = known.changes.of_headline(known.headlines[1].ref)
    assert len(figures) == 4
    _, table = tornado.of_changes("t", known.changes, figures)
    assert len(table.rows) == 4 * 5
    sizes = [one.size for name in figures for one in known.changes.ranked(name) if one.certain]
    first = table.rows[0].cells
    best = max((one for name in figures for one in known.changes.ranked(name) if one.certain), key=lambda one: one.size)
    assert (first[0], first[1], first[3]) == (best.rule.knob, best.rule.value, change_words(best))
    assert best.size == max(sizes)
    assert first[2].split()[0] in {"middler", "baiter", "reader", "even"}


def test_sentences_say_what_the_pairs_say():
    """The answer names the dead rule; every figure its strongest change with its value, or the largest it may be."""
    known = report()
    assert any("Not a single game differs with max_rounds changed" in one for one in known.answer())
    first = known.changes.ranked("turns")[0]
    lead = known.findings[0].lead
    assert lead.startswith(f"The number of turns in a game depends most on {first.rule.noun}")
    assert f": {change_words(first)} turns {first.rule.phrase}" in lead
    spread = known.changes.ranked("seat_spread")
    if not any(one.certain for one in spread):
        ends = [abs(end) for one in spread if not one.identical for end in one.interval]
        assert f"{100 * max(ends):.0f} pp" in known.findings[2].lead


def test_the_page_and_the_terminal_show_them():
    """Instead of a line over every axis, and of a table of cells."""
    known = report()
    html = to_html(known.document())
    assert re.search("under every single change", html)
    assert "depends most on" in html
    assert len(re.findall("<figcaption>.*in pairs on the same dice", html)) == 3


def test_the_terminal_has_a_table_of_changes():
    """With the figures of the headline, in its order."""
    console = Console()
    print_document(report().document(), console)
    text = console.text.getvalue()
    for one in report().changes.ranked("turns"):
        assert re.search(rf"{one.rule.knob}\s+{one.rule.value}\s+{re.escape(one.row[2])}\s", text)
    assert text.index("\nturns\n") < text.index("\nloss rate by persona: ") < text.index("\nseat spread\n")
