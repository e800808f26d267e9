"""Checks judged in the cells of a sweep: against the verdict worked out from each figure's own interval."""

import dataclasses

import pytest

from balancer.analysis import verdicts
from balancer.analysis.estimates.metrics import estimate
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED
from balancer.checks.cell_verdicts import as_dict, judge_cells
from balancer.scenario.question import Check
from tests.analysis.sample import sample_cell

EVEN = Check.from_json(
    {
        "name": "",
        "figure": {"metric": "seat_advantage", "of": "", "stat": ""},
        "each": "seat",
        "low": -0.03,
        "high": 0.03,
    }
)
INSTANT = Check.from_json(
    {"name": "", "figure": {"metric": "ending_share", "of": "instant", "stat": ""}, "low": 0.2, "high": 0.9}
)
LONG = Check.from_json(
    {"name": "long", "figure": {"metric": "rounds", "of": "", "stat": "p90"}, "low": None, "high": 12.0}
)


@pytest.fixture(scope="module")
def cells():
    """Return a made-up grid of threshold and players."""
    return [
        sample_cell(axes={"rules.win_threshold": t, "players": n}, threshold=t, players=n, games=150)
        for t in (14, 22)
        for n in (3, 4)
    ]


def test_every_check_is_judged_in_every_cell(cells):
    """Each seat of each cell; the verdict is that of the interval at the level that all of them hold at."""
    found = judge_cells([EVEN, INSTANT, LONG], cells)
    assert len(found.verdicts) == (3 + 4 + 3 + 4) + 4 + 4
    assert len({one.confidence for one in found.verdicts}) == 1
    for one in found.verdicts:
        again = estimate(
            cells[one.cell], one.figure.metric, of=one.figure.of or None, stat=one.figure.stat or None,
            confidence=one.confidence, simultaneous=False,
        )  # fmt: skip
        assert one.now == again
        assert one.verdict == verdicts.verdict((again.low, again.high), one.bound)
    assert {one.verdict for one in found.verdicts} == {PASS, UNDECIDED, FAIL}


def test_the_levels_hold_jointly(cells):
    """More claims, wider intervals: at least Bonferroni's share of the error for each that did not fail."""
    alone, many = judge_cells([LONG], cells[:1]), judge_cells([EVEN, INSTANT, LONG], cells)
    assert alone.verdicts[0].confidence == pytest.approx(1 - 0.05 / 2)
    failed = sum(one.verdict == FAIL for one in many.verdicts)
    assert many.verdicts[0].confidence == pytest.approx(1 - 0.05 / 2 / (len(many.verdicts) - failed))


def test_a_cell_is_as_good_as_its_worst_check(cells):
    """And the counts of a check are of cells, not of seats."""
    found = judge_cells([EVEN, INSTANT, LONG], cells)
    for cell in range(len(cells)):
        own = [one.verdict for one in found.verdicts if one.cell == cell]
        assert found.verdict(cell) == (FAIL if FAIL in own else UNDECIDED if UNDECIDED in own else PASS)
    assert all(sum(found.counts(check).values()) == len(cells) for check in found.judged)
    together = [*found.cells_with(PASS), *found.cells_with(FAIL), *found.cells_with(UNDECIDED)]
    assert sorted(together) == list(range(len(cells)))


def test_checks_of_some_cells_variants_and_missing_seats(cells):
    """Only what the cells can answer is judged."""
    gentle = dataclasses.replace(LONG, variant="gentle")
    some = judge_cells([dataclasses.replace(LONG, cells={"players": 4})], cells)
    assert [one.cell for one in some.verdicts] == [1, 3]
    assert judge_cells([dataclasses.replace(LONG, cells={})], cells).cells_with(PASS) == judge_cells(
        [LONG], cells
    ).cells_with(PASS)
    assert judge_cells([gentle, dataclasses.replace(LONG, against="base")], cells).verdicts == ()
    assert gentle.left_out == "it is about the variant gentle"
    fourth = dataclasses.replace(EVEN, each="", figure=FigureRef("seat_advantage", "4"))
    assert [one.cell for one in judge_cells([fourth], cells).verdicts] == [1, 3]


def test_a_verdict_as_plain_values(cells):
    """Cells count from 1, axes are named, what is missing is None."""
    found = judge_cells([LONG], cells)
    row = as_dict(found.verdicts[2], found, cells[2])
    assert row["cell"] == 3
    assert row["axes"] == {"rules.win_threshold": 22, "players": 3}
    assert row["check"] == "long"
    assert row["at_least"] is None
    assert row["verdict"] == found.verdicts[2].verdict
