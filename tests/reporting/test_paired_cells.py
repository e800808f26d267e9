"""Changes along the lines of a grid come from pairs of games on the same dice."""

import dataclasses
import functools
import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.analysis.differences import difference
from balancer.analysis.figure import Figure
from balancer.players import among_random
from balancer.questions.compare.study import CompareStudy
from balancer.questions.study import carry_out
from balancer.questions.sweep.study import SweepStudy, grid, paired
from balancer.reporting.findings.trends import Curve, ReadChanges
from balancer.reporting.findings.trends import difference as difference_of
from balancer.scenario.load import from_dict
from balancer.simulation.jobs import CellJob
from balancer.simulation.runner import open_runner

GRID = {
    "game": "black_death",
    "games": 400,
    "lineup": ["middler", "baiter", "reader", "even"],
    "sweep": {"axes": {"rules.suits": [2, 4, 6], "rules.max_rounds": [1000, 2000]}},
    "report": {"headline": ["turns", "seat_loss_rate"], "robustness": False},
}


def carried_out(study):
    with open_runner(jobs=1) as runner:
        return carry_out(study, runner)


@functools.cache
def report():
    """Two axes, one of which no game meets; the base has four suits and a thousand rounds."""
    return carried_out(SweepStudy.of(from_dict(GRID)))


def test_no_game_is_played_twice(monkeypatch, tmp_path):
    """Nor by the rows that are kept."""
    games, original = [], CellJob.play

    def counted(job, first, count):
        games.append(count)
        return original(job, first, count)

    monkeypatch.setattr(CellJob, "play", counted)
    monkeypatch.setattr(among_random, "record", lambda _: {})
    study = SweepStudy.of(from_dict(GRID))
    for keep_games, folder in ((False, None), (True, tmp_path)):
        games.clear()
        with open_runner(jobs=2, store=folder) as runner:
            carry_out(study, runner, runner.store, keep_games=keep_games)
        assert sum(games) == 6 * 400 + 1, "and one to compile"
    assert len(list(tmp_path.glob("games/*.parquet"))) == 6


def test_cells_are_paired_along_the_lines_of_a_grid():
    """The central one with each on its lines, and the ends of every line."""
    known = report()
    centre, places = known.sweep.centre, known.sweep.places
    on_lines = {
        cell for cell, at in enumerate(places) if sum(a != b for a, b in zip(at, places[centre], strict=True)) == 1
    }

    assert {frozenset(two) for two in known.paired} >= {frozenset((centre, cell)) for cell in on_lines}
    assert len(known.paired) == len(known.pairs) == 3 + 3 + 1
    for (here, there), pair in known.paired.items():
        assert (pair.base.tally, pair.variant.tally) == (known.cells[here].tally, known.cells[there].tally)


def test_a_change_is_that_of_compare_to_the_digit():
    """The same two settings, as base and variant; pairs of values, which only `compare` counts, left out of lengths."""
    changed = {key: value for key, value in GRID.items() if key != "sweep"}
    variants = {"two": {"rules": {"suits": 2}}, "six": {"rules": {"suits": 6}}}
    compared = carried_out(CompareStudy.of(from_dict({**changed, "variants": variants})))
    known = report()
    cells = {(one.rules["suits"], one.rules["max_rounds"]): number for number, one in enumerate(known.cells)}
    for pair, suits in zip(compared.pairs, (2, 6), strict=True):
        two = cells[4, 1000], cells[suits, 1000]
        counted = dataclasses.replace(pair, pairs={**pair.pairs, "joint": {}})
        expected = difference(counted, "turns", confidence=0.99, family=1)
        found = known.headlines[0].curves_at(0.99)[""].change(*two)
        assert (found.value, (found.low, found.high)) == (pytest.approx(expected.value, abs=0), expected.interval)
        low, high = difference(pair, "seat_loss_rate", of="2", confidence=0.99, family=1).interval
        found = known.headlines[1].curves_at(0.99)["seat 2"].change(*reversed(two))
        assert (-found.high, -found.low) == (low, high)


def test_what_is_the_same_in_every_game_is_said_to_be_so():
    """A limit of rounds that no game reaches changes nothing."""
    known = report()
    curve = known.headlines[0].curves_at(0.95)[""]
    line = known.sweep.line(1)

    assert curve.same(line)
    assert curve.change(*line).is_zero
    assert not curve.same(known.sweep.line(0))
    only = carried_out(SweepStudy.of(from_dict({**GRID, "sweep": {"axes": {"rules.max_rounds": [1000, 2000]}}})))
    assert only.findings[0].lead.endswith("it is exactly the same in every game.")


@pytest.mark.parametrize(
    "changes",
    [
        {"sweep": {"axes": {"players": [3, 4]}}},
        {"sweep": {"axes": {"lineup": [["even"], ["middler"]]}}},
        {"sweep": {"mode": "zip", "axes": {"rules.suits": [2, 4], "rules.max_rounds": [1000, 2000]}}},
        {"games": None, "precision": "2pp"},
    ],
)
def test_cells_are_not_paired(changes):
    """Where others play, cells differ in several rules, or each stops by itself."""
    written = {key: value for key, value in {**GRID, **changes}.items() if value is not None}
    scenario = from_dict(written)
    assert paired(scenario, grid(scenario)) == []


def test_a_curve_reads_pairs_in_both_directions_and_through_cells_that_are_the_same():
    zero, one, two, three = (Figure(float(n), n - 0.5, n + 0.5) for n in range(4))
    step = Figure(1.0, 0.9, 1.2)
    curve = Curve([zero, zero, one, three], {(1, 0): Figure(0.0, 0.0, 0.0), (0, 2): step})

    assert curve.change(0, 2) == step
    assert (curve.change(2, 0).value, curve.change(2, 0).low, curve.change(2, 0).high) == (-1.0, -1.2, -0.9)
    assert curve.change(1, 2) == step
    assert curve.change(0, 1).is_zero
    assert curve.same([0, 1])
    assert not curve.same([0, 1, 2])
    assert curve.change(0, 3) == Curve([zero, zero, two, three]).change(1, 3), "others count as independent"


def test_a_change_is_read_when_it_is_asked_for_and_once():
    asked: list[tuple[int, int]] = []
    rise = Figure(1.0, 0.5, 1.5)

    def read(cells):
        asked.append(cells)
        return None if cells == (0, 2) else rise

    curve = Curve([Figure(x, x - 1, x + 1) for x in (3.0, 4.0, 9.0)], ReadChanges([(0, 1), (0, 2), (1, 2)], read))

    assert curve.change(0, 1) == curve.change(0, 1) == rise
    assert curve.change(1, 0).value == -1.0
    assert curve.change(0, 2) == difference_of(curve.figures[0], curve.figures[2])
    assert asked == [(0, 1), (0, 2)]


@given(
    st.lists(st.tuples(st.floats(-3, 3), st.floats(0, 2), st.floats(0, 2) | st.just(math.inf)), min_size=4, max_size=4)
)
def test_the_direction_of_a_change_is_that_of_the_change(figures):
    step = Figure(1.0, 0.9, 1.2)
    changes = {(0, 1): Figure(0.0, 0.0, 0.0), (2, 1): step}
    curve = Curve([Figure(value, value - below, value + above) for value, below, above in figures], changes)

    for here, there in itertools.product(range(len(figures)), repeat=2):
        assert curve.direction(here, there) == curve.change(here, there).direction
