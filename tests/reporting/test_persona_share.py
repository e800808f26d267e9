"""Personas far from an equal share: found exactly where the rate, worked out from the games, is far from it."""

import pytest

from balancer.analysis.conclusions import ranking
from balancer.analysis.estimates.metric_names import names_for
from balancer.analysis.figure import Figure
from balancer.reporting import numbers
from balancer.reporting.figure_reader import FigureReader
from balancer.reporting.findings.caveats import persona_sentence, seat_sentence
from tests.analysis.sample import sample_cell
from tests.reporting.made import many
from tests.reporting.swept import sweep_of


def far_from_fair(sweep, reader):
    return ranking.far_from_fair(sweep.cells, reader.of_persona, reader.confidence)


def seated(*lineups, **options):
    """Return a sweep over line-ups, sharp enough to judge."""
    cells = [
        many(sample_cell(axes={"lineup": list(one)}, lineup=list(one), players=4, games=200, **options), 50)
        for one in lineups
    ]
    return sweep_of(cells)


def test_the_persona_that_wins_by_far_is_named_with_its_cells():
    """A bully among builders wins more than one and a half times its share; in a table of bullies nobody does."""
    sweep = seated(["bully", "builder", "builder", "builder"], ["bully", "bully", "bully", "balanced"])
    reader = FigureReader()
    named = {(one.name, one.above): one for one in far_from_fair(sweep, reader)}
    for cell in range(2):
        for of in names_for(sweep.cells[cell])["persona_win_rate"].of:
            rate = reader.figure(sweep.cells[cell], "persona_win_rate", of)
            for above, outside in ((True, rate.value > 1.5 / 4 + 0.02), (False, rate.value < 0.5 / 4 - 0.02)):
                if outside:
                    assert cell in named[of, above].rates
            if 0.5 / 4 < rate.value < 1.5 / 4:
                assert all(cell not in one.rates for (name, _), one in named.items() if name == of)
    assert named


def test_the_sentence_has_the_rate_of_the_table():
    """The most extreme of its cells, and the equal share there."""
    sweep = seated(["bully", "builder", "builder", "builder"])
    for one in far_from_fair(sweep, FigureReader()):
        rate, tally = FigureReader().figure(sweep.cells[0], "persona_win_rate", one.name), sweep.cells[0].tally
        equal = tally["won"] / tally["games"] / 4
        text = persona_sentence(one, sweep)
        assert f"({numbers.text(rate, numbers.SHARE, numbers.SHORT)}; an equal share is {100 * equal:.1f}%)" in text
        assert ("more than one and a half times" in text) == (rate.value > equal)


@pytest.mark.parametrize("lineup", [["bully"] * 4, ["balanced", "balanced", "balanced", "balanced"]])
def test_a_single_persona_is_never_far(lineup):
    """There is nobody to be compared with."""
    assert far_from_fair(seated(lineup), FigureReader()) == []


def test_counts_of_cells_are_counts():
    """What is sure of one cell of three is not sure of all that look like it."""
    lineup = ["bully", "builder", "builder", "builder"]
    few = [sample_cell(axes={"lineup": [*lineup, "x" * n]}, lineup=lineup, games=20, seed=n) for n in (2, 3)]
    sweep = sweep_of([many(sample_cell(axes={"lineup": lineup}, lineup=lineup, games=200), 50), *few])
    reader = FigureReader()
    (above,) = [one for one in far_from_fair(sweep, reader) if one.above]
    rates = [reader.figure(cell, "persona_win_rate", "bully").value for cell in sweep.cells]

    assert list(above.rates) == [0]
    assert above.by_figures == sum(rate > 1.5 / 4 for rate in rates) > 1
    assert f" in 1 of 3 settings, perhaps {above.by_figures} (" in persona_sentence(above, sweep)


def test_seats_far_from_an_equal_share_are_named():
    """Seat 3 is below an equal share, but not by half."""
    start = sample_cell(lineup=["builder"] * 4, players=4, games=200)
    rates = {"1": Figure(0.6, 0.55, 0.65), "2": Figure(0.1, 0.08, 0.11), "3": Figure(0.15, 0.1, 0.2)}

    def read(cell, metric, seat, _):
        assert metric == "seat_win_rate"
        return rates.get(seat, Figure(0.25, 0.2, 0.3)) if cell is start else Figure(0.25, 0.2, 0.3)

    sweep = sweep_of([start])
    far = ranking.far_from_fair(sweep.cells, read, 0.95, "seat")
    assert {(seat.name, seat.above) for seat in far} == {("1", True), ("2", False)}
    equal = 100 * start.tally["won"] / start.tally["games"] / 4
    assert seat_sentence(far, sweep) == (
        "A seat wins more than one and a half times or less than half an equal share: seat 1 (starts) wins 60% and "
        f"seat 2 wins 10%; an equal share is {equal:.1f}%."
    )
    assert seat_sentence([], sweep) == ""
