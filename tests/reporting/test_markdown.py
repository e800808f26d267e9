"""The answer of a sweep as Markdown."""

import pytest

from balancer.reporting import numbers
from balancer.reporting.document.markdown import safe, table_lines, to_markdown
from balancer.reporting.findings.verdict_matrix import matrices
from tests.reporting.made import one_axis, two_axes


@pytest.mark.parametrize("made", [one_axis, two_axes])
def test_the_answer_and_every_cell_are_in_it(made):
    """The verdict first; one row per cell, with the figures that the terminal shows."""
    report = made()
    text = to_markdown(report.document())
    unmarked = text.replace(" \\*", "")  # the base has a mark
    first, *others = report.answer()
    assert f"**{safe(first)}**" in text
    for sentence in others:
        assert f"- {safe(sentence)}" in text
    items = report.headline[0].read(report.reader, report.cells, 0.95)
    for cell, figure in enumerate(next(iter(items.values()))):
        at = " | ".join(axis.shown(report.sweep.places[cell][k]) for k, axis in enumerate(report.sweep.axes))
        written = numbers.text(figure, report.headline[0].unit, numbers.NARROW)
        assert f"| {at} | {safe(written)} |" in unmarked
    for matrix in matrices(report.verdicts):
        for name, cells in matrix.rows:
            shown = " | ".join(safe(one.text) for one in cells if one is not None)
            assert f"| {safe(name)} | {shown} |" in unmarked


def test_letters_that_markdown_reads_are_escaped():
    """And line breaks are blanks, so that a table stays a table."""
    assert safe("a|b *c*\nd_e") == "a\\|b \\*c\\* d\\_e"
    assert table_lines(["x"], [["1"]]) == ["| x |", "| --- |", "| 1 |"]
