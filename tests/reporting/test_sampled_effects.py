"""Sampled sweeps: which combinations are played, and every number of the sentences against made-up figures."""

import collections
import dataclasses
import random
import re

import pytest

from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import FigureRef
from balancer.reporting.findings import sampled_effects
from balancer.reporting.findings.axis_line import Headline
from balancer.reporting.findings.headline_findings import find
from balancer.reporting.numbers import SHARE
from balancer.scenario import plan
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import load
from balancer.scenario.overrides import Overrides
from balancer.scenario.question import Axis
from tests.analysis.sample import sample_cell
from tests.reporting.swept import sweep_of

CELL = sample_cell(games=20)
AXES = (Axis("rules.x", (0, 2, 4, 6)), Axis("rules.tie", ("first", "last", "none")), Axis("players", (3, 4, 5)))
BASE = {"rules.x": 2, "rules.tie": "first", "players": 4}


def cells_of(number, seed=1):
    return list(plan.combinations("sample", AXES, BASE, (number, seed)))


def headline(values, half=0.01, margin=None):
    """Return a share with these values in the cells."""
    figures = [Figure.around(value, half, 1000) for value in values]
    return Headline(FigureRef("tie_rate"), "the share of ties", SHARE, lambda _: {"": figures}, margin=margin)


def swept(points):
    return sweep_of([dataclasses.replace(CELL, axes=one) for one in points], mode="sample", base=BASE)


def test_every_value_is_played_equally_often():
    """The base first, each combination once; the same for the same seed, others for another."""
    many = (Axis("a", tuple(range(5))), Axis("b", tuple(range(100, 110))), Axis("c", tuple(range(1000))))
    found = plan.sampled(many, 40, seed=3)
    for axis, times in (("a", 8), ("b", 4)):
        assert set(collections.Counter(one[axis] for one in found).values()) == {times}
    parts = sorted(one["c"] // 25 for one in found)
    assert parts == list(range(40)), "of more values than cells, one from each part"
    assert plan.sampled(many, 40, seed=3) == found
    assert plan.sampled(many, 40, seed=4) != found

    played = cells_of(20)
    assert played[0] == BASE
    assert len({tuple(one.items()) for one in played}) == len(played) <= 21


def test_effects_are_those_of_the_figures():
    """0.05 per step of x, 0.1 for the last of a tie, nothing for players; with noise, within the intervals."""
    points = cells_of(30)
    rng = random.Random(5)
    tie = {"first": 0.0, "last": 0.1, "none": 0.02}
    exact = [0.2 + 0.05 * one["rules.x"] / 2 + tie[one["rules.tie"]] for one in points]
    found = sampled_effects.effects(headline(exact), swept(points), 0.95)

    assert found is not None
    assert [one.axis.name for one in found.ranked][:2] == ["rules.x", "rules.tie"]
    x, last, players = found.ranked
    assert (x.first, x.last, last.first, last.last) == ("0", "6", "first", "last")
    assert [x.change.value, last.change.value] == pytest.approx([0.15, 0.1])
    assert players.change.value == pytest.approx(0)
    assert found.explained == pytest.approx(1)

    noisy = [value + rng.gauss(0, 0.02) for value in exact]
    found = sampled_effects.effects(headline(noisy), swept(points), 0.95)
    assert found is not None
    by_name = {one.axis.name: one.change for one in found.ranked}
    assert by_name["rules.x"].low < 0.15 < by_name["rules.x"].high
    assert by_name["rules.tie"].low < 0.1 < by_name["rules.tie"].high
    assert by_name["players"].low < 0 < by_name["players"].high
    assert 0.5 < found.explained < 1


def test_intervals_cover_what_is_true():
    """All axes at once, in 95 of 100 samples at least, up to chance."""
    points = cells_of(24)
    sweep, rng, hits = swept(points), random.Random(6), 0
    for _ in range(200):
        noisy = [0.3 + 0.05 * one["rules.x"] + rng.gauss(0, 0.05) for one in points]
        found = sampled_effects.effects(headline(noisy), sweep, 0.95)
        assert found is not None
        truth = {"rules.x": 0.3, "rules.tie": 0.0, "players": 0.0}
        hits += all(one.change.low <= truth[one.axis.name] <= one.change.high for one in found.ranked)
    assert hits >= 180


def test_sentences_say_these_numbers():
    points = cells_of(30)
    rng = random.Random(8)
    values = [0.2 + 0.05 * one["rules.x"] / 2 + rng.uniform(-0.02, 0.02) for one in points]
    found = find(headline(values), swept(points), 0.95)
    known = sampled_effects.effects(headline(values), swept(points), 0.95)

    assert known is not None
    x, *others = known.ranked
    value, half = 100 * x.change.value, 100 * (x.change.high - x.change.value)
    written = re.match(r"The share of ties depends most on x: \+([\d.]+) ± ([\d.]+) pp from 0 to 6, on", found.lead)
    assert written is not None
    digit = 10.0 ** -len(written[1].partition(".")[2])
    assert abs(float(written[1]) - value) <= 0.51 * digit
    assert -1e-9 <= float(written[2]) - half <= digit, "an uncertainty is rounded up"
    text = " ".join(found.more)
    most = 100 * max(one.change.largest for one in others)
    unclear = re.search(r"No clear effect of (.*) \(at most ([\d.]+) pp\)", text)
    assert unclear is not None
    assert {"tie", "the number of players"} == set(unclear[1].split(" or "))
    assert float(unclear[2]) == pytest.approx(most, abs=0.6)
    assert f"These effects explain {100 * known.explained:.0f}% of the differences between settings" in text


def test_too_few_cells_are_called_so():
    points = cells_of(4)
    found = find(headline([0.1 * k for k in range(len(points))]), swept(points), 0.95)
    assert found.lead.startswith("Too few settings to separate the effects on the share of ties")


@pytest.mark.parametrize(
    ("sweep", "said"),
    [
        (
            "mode: sample, axes: {players: [3, 4]}",
            "cells is missing, the number of combinations to play; write cells: 200",
        ),
        ("cells: 5, axes: {players: [3, 4]}", "cells goes with mode: sample; mode is grid"),
        ("mode: smaple, cells: 5, axes: {players: [3]}", "did you mean sample?"),
        ("mode: sample, cells: 1, axes: {players: [3]}", "2..10_000"),
    ],
)
def test_what_is_wrong_is_said(tmp_path, sweep, said):
    file = tmp_path / "mine.yaml"
    file.write_text(f"game: black_death\nsweep: {{{sweep}}}\n", encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(file, Overrides())
    assert said in str(caught.value)
