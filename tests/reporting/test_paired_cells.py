"""Changes along the lines of a grid come from pairs of games on the same dice."""

import dataclasses
import functools
from itertools import combinations

import pytest

from balancer.analysis.comparisons.differences import difference
from balancer.players import among_random
from balancer.questions.compare.study import CompareStudy
from balancer.questions.study import carry_out
from balancer.questions.sweep.study import SweepStudy, grid, paired
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
    """Return two axes, one of which no game meets; the base has four suits and a thousand rounds."""
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


def test_all_cells_of_a_small_sweep_are_paired():
    known = report()

    assert set(known.reading.paired) == set(combinations(range(6), 2))
    for (here, there), pair in known.reading.paired.items():
        assert (pair.base.tally, pair.variant.tally) == (known.cells[here].tally, known.cells[there].tally)


def test_a_large_grid_is_paired_along_its_lines():
    """The central cell with each on its lines, and the ends of every line."""
    axes = {"rules.suits": [2, 4, 6], "rules.max_rounds": [*range(1000, 1900, 100)]}
    scenario = from_dict({**GRID, "sweep": {"axes": axes}})
    along = grid(scenario)
    assert along is not None
    pairs = paired(scenario, along)

    assert sum(along.centre in two for two in pairs) == 2 + 8
    assert len(pairs) == (2 + 8) + (3 + 9) - 1, "the centre is an end of one line"


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
    assert any("max_rounds: it is exactly the same in every game." in text for text in known.findings[0].more)
    only = carried_out(SweepStudy.of(from_dict({**GRID, "sweep": {"axes": {"rules.max_rounds": [1000, 2000]}}})))
    assert only.findings[0].lead.endswith("it is exactly the same in every game.")


@pytest.mark.parametrize(
    "changes",
    [
        {"sweep": {"axes": {"players": [3, 4]}}},
        {"sweep": {"axes": {"lineup": [["even"], ["middler"]]}}},
        {"games": None, "precision": "2pp"},
    ],
)
def test_cells_are_not_paired(changes):
    """Where others play, or each stops by itself."""
    written = {key: value for key, value in {**GRID, **changes}.items() if value is not None}
    scenario = from_dict(written)
    assert paired(scenario, grid(scenario)) == []
