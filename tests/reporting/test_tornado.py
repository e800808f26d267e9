"""Single changes against the base: ranked by size, every number that of the cells themselves."""

import pytest

from balancer.analysis.figure_ref import FigureRef
from balancer.reporting.numbers import SHARE, Figure
from balancer.reporting.page import tornado
from balancer.reporting.sentences.axis_line import Headline
from balancer.reporting.sweep_grid import lay_out
from tests.analysis.sample import blank_cell

BASE = {"rules.a": 1, "rules.b": 1, "rules.c": "left"}
AXES = [BASE, {**BASE, "rules.a": 2}, {**BASE, "rules.b": 3}, {**BASE, "rules.c": "right"}, {**BASE, "rules.b": 5}]


def sweep_of(mode="one_at_a_time", base=BASE):
    """Five cells: the base and four single changes."""
    return lay_out([blank_cell(axes=one) for one in AXES], mode=mode, base=base)


def headline(values, margin=None, half=0.01):
    """A share per cell."""
    figures = [Figure(value, value - half, value + half, SHARE, 1000) for value in values]
    return Headline(FigureRef("m"), "the share", lambda _: {"": figures}, margin)


def test_certain_changes_come_first_by_size():
    """Each is the cell minus the base; what is within the uncertainty comes last and is not called a change."""
    values = [0.30, 0.31, 0.50, 0.10, 0.42]
    ranked = tornado.changes(headline(values), sweep_of(), 0.95)
    assert [(one.axis, one.value) for one in ranked] == [("b", "3"), ("c", "right"), ("b", "5"), ("a", "2")]
    for one in ranked:
        assert one.gap.value == pytest.approx(values[one.cell] - values[0])
    assert [one.verdict for one in ranked] == ["moved", "moved", "moved", "no clear change"]


def test_a_change_within_the_margin_is_equivalent():
    """With its whole interval."""
    (first, *_) = tornado.changes(headline([0.3, 0.33, 0.3, 0.3, 0.3], margin=0.05), sweep_of(), 0.95)
    assert first.verdict == "equivalent"


def test_the_table_has_every_change():
    """One row each, in the order of the chart."""
    drawn, table = tornado.chart_and_table("t", headline([0.30, 0.31, 0.50, 0.10, 0.42]), sweep_of(), 0.95)
    assert [tuple(row.cells[:2]) for row in table.rows] == [("b", "3"), ("c", "right"), ("b", "5"), ("a", "2")]
    assert table.rows[0].cells[3] == "+20.0 ± 1.4 pp"
    assert drawn[0].svg.count('class="pt"') == 4


def test_it_needs_single_changes_of_a_base_that_was_played():
    """Otherwise there is nothing to subtract."""
    assert tornado.applies(sweep_of())
    assert not tornado.applies(sweep_of(mode="grid"))
    assert not tornado.applies(sweep_of(base={**BASE, "rules.a": 7}))


def test_the_confidence_is_the_scenario_s_shared_by_all_changes():
    """Each of four changes gets a fourth of the error."""
    asked = []

    def figures_at(confidence):
        asked.append(confidence)
        return {"": [Figure(0.3, 0.29, 0.31, SHARE, 1000)] * 5}

    tornado.changes(Headline(FigureRef("m"), "the share", figures_at), sweep_of(), 0.9)
    assert asked == [pytest.approx(1 - 0.1 / 4)]
