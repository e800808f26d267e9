"""Cells played until they are decided: no longer than needed, as long as it may help, and with the error promised."""

import dataclasses
import math
from typing import Any

import numpy as np
import pytest
import scipy.stats

from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED
from balancer.checks.cell_verdicts import judge_cells
from balancer.checks.deciding import Deciding, looks
from balancer.questions import pages
from balancer.questions.compare.study import CompareStudy
from balancer.questions.study import carry_out
from balancer.questions.sweep.study import SweepStudy
from balancer.scenario.file import template
from balancer.scenario.load import Overrides, from_dict, load
from balancer.simulation import notable, store
from balancer.simulation.jobs import PairJob
from balancer.simulation.runner import open_runner
from balancer.simulation.stopping import FixedGames
from tests.analysis.sample import sample_cell

SEED = 20261123
BOUND = 0.2
USUAL = 3200


def scenario(margin="90pp", **check):
    return from_dict(
        {
            "game": "oktoberfest",
            "games": USUAL,
            "until_decided": True,
            "checks": [{"metric": "ending_share", "of": "instant", **check}] if check else [],
            "report": {"headline": ["ending_share.instant"], "margins": {"ending_share.instant": margin}},
        }
    )


class Made:
    """A runner of made-up cells, in which a share of the games ends with an instant win."""

    sample = sample_cell(games=20)

    def __init__(self, shares, seed=SEED):
        self.shares, self.dice = shares, np.random.default_rng(seed)
        self.played = [(0, 0)] * len(shares)
        self.calls = []

    def play(self, jobs, rule, *, links=()):
        assert not links
        self.calls.append((rule.most, list(jobs)))
        return [self.cell(job, rule.most) for job in jobs]

    def cell(self, job, games):
        before, instant = self.played[job]
        instant += int(self.dice.binomial(games - before, self.shares[job]))
        self.played[job] = games, instant
        endings = {"unfinished": 0, "instant": instant, "exhausted": games - instant}
        return dataclasses.replace(
            self.sample, games=games, tally={**self.sample.tally, "games": games, "endings": endings}
        )


def decided(shares, asked, seed=SEED):
    runner: Any = Made(shares, seed)
    results, _ = Deciding.of(asked).play(runner, list(range(len(shares))), (), (), keep_games=False)  # type: ignore[arg-type]
    judged = judge_cells(asked.question.checks, results)
    return runner, results, [judged.verdict(number) for number in range(len(shares))]


def test_looks_double_and_meet_the_usual_number():
    assert looks(1600, 16_000) == [100, 200, 400, 800, 1600, 3200, 6400, 12_800, 16_000]
    assert looks(1000, 1000) == [63, 125, 250, 500, 1000]
    assert looks(1000, 300) == [63, 125, 250, 300]


def test_games_before_a_look_are_not_played_again_for_the_next():
    first, *_ = looks(template.GAMES, 10 * template.GAMES)
    assert first >= notable.EARLY_GAMES


def test_what_is_clear_is_played_least():
    """Far from the bound a cell ends early; near it later; each is judged at the level of its own look."""
    asked = scenario(at_most="20%")
    runner, results, verdicts = decided([0.01, 0.17, 0.6], asked)
    assert verdicts == [PASS, PASS, FAIL]
    assert [one.games for one in results] == [200, 800, 200]
    assert [one.precision["looks"] for one in results] == [1, 3, 1]
    assert runner.calls == [(200, [0, 1, 2]), (400, [1]), (800, [1])]
    first, second, _ = judge_cells(asked.question.checks, results).verdicts
    assert first.confidence < second.confidence


def test_on_its_bound_a_figure_is_left_undecided_at_the_usual_size():
    _, results, verdicts = decided([BOUND], scenario(at_most="20%"), seed=1)
    assert (results[0].games, verdicts) == (USUAL, [UNDECIDED])


def test_what_the_next_look_probably_decides_is_played_beyond_the_usual_size():
    """Two and a half standard errors of the usual number of games from the bound, nearly what a verdict takes there."""
    _, results, verdicts = decided([0.1823], scenario(at_most="20%"))
    assert USUAL < results[0].games <= 10 * USUAL
    assert verdicts == [PASS]


def test_a_headline_figure_is_played_until_it_is_known_within_its_margin():
    for margin, least in (("8pp", 200), ("1pp", USUAL)):
        _, (cell,), _ = decided([0.3], scenario(margin))
        assert cell.games >= least
        half_width = 3 * math.sqrt(0.3 * 0.7 / cell.games)
        assert half_width / 2 < float(margin[:-2]) / 100 * 1.3
    _, (cell,), _ = decided([0.3], scenario("0.01pp"))
    assert cell.games == USUAL, "twice as many would not do either"


def test_no_more_wrong_verdicts_than_promised_over_cells_and_looks():
    """Truth on the bound in eight cells, 150 sweeps: failing wrongly in more than 5 % has a chance below 1e-6 at 28."""
    asked, sweeps = scenario(at_most="20%"), 150
    wrong = sum(FAIL in decided([BOUND] * 8, asked, seed)[2] for seed in range(sweeps))
    assert scipy.stats.binom.sf(27, sweeps, 0.05) < 1e-6
    assert wrong <= 27


# Real games -----------------------------------------------------------------------------------------------------------
GRID = {
    "game": "black_death",
    "games": 800,
    "until_decided": True,
    "lineup": ["middler", "baiter", "reader", "even"],
    "sweep": {"axes": {"rules.suits": [2, 4, 6], "rules.max_rounds": [1000, 2000]}},
    "checks": [{"metric": "turns", "at_most": 40}],
    "report": {"headline": ["turns"], "margins": {"turns": 3}, "robustness": False},
}


def carried_out(study, folder=None):
    with open_runner(jobs=2, store=folder) as runner:
        return carry_out(study, runner, runner.store)


def test_cells_and_their_pairs_are_those_of_so_many_games(tmp_path):
    """And they are read back as they were, pairs with the earlier results of cells that went on alone."""
    study = SweepStudy.of(from_dict(GRID))
    report = carried_out(study, tmp_path)
    assert len({cell.games for cell in report.cells}) > 1, "the case this test is about"
    for job, cell in zip(study.jobs, report.cells, strict=True):
        with open_runner(jobs=1) as runner:
            (alone,) = runner.play([job], FixedGames(cell.games))
        assert cell.tally == alone.tally
    for (a, b), pair in report.reading.paired.items():
        assert pair.games <= min(report.cells[a].games, report.cells[b].games)
        job = PairJob.of("", study.jobs[a].cell, study.jobs[b].cell, study.scenario.report)
        with open_runner(jobs=1) as runner:
            (alone,) = runner.play([job], FixedGames(pair.games))
        assert pair.pairs["products"] == alone.pairs["products"]
        assert (pair.base.tally, pair.variant.tally) == (alone.base.tally, alone.variant.tally)

    again = SweepStudy.report(store.read(tmp_path))
    assert again.to_json() == report.to_json()
    assert again.reading.paired == report.reading.paired
    assert carried_out(SweepStudy.of(from_dict(GRID)), tmp_path).to_json()["cells"] == report.to_json()["cells"]


def test_the_base_goes_on_with_its_changes():
    axes = {"rules.suits": [2, 6], "rules.max_rounds": [900]}
    report = carried_out(SweepStudy.of(from_dict({**GRID, "sweep": {"mode": "one_at_a_time", "axes": axes}})))
    games = [cell.games for cell in report.cells]
    assert games[0] == max(games)
    assert [pair.games for pair in report.pairs] == games[1:]


def test_variants_are_compared_until_their_effects_are_decided():
    variants = {"fewer": {"rules": {"suits": 2}}, "longer": {"rules": {"max_rounds": 3000}}}
    content = {name: value for name, value in GRID.items() if name != "sweep"} | {"variants": variants}
    report = carried_out(CompareStudy.of(from_dict(content)))
    clear, same = report.pairs
    assert clear.games > same.games, "both change how long a game lasts, or nothing at all"
    assert same.pairs["alike"] == same.games


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, (100_000, 1_000_000, True)),
        ({"max_games": 300_000}, (100_000, 300_000, True)),
        ({"games": 500}, (500, None, False)),
        ({"games": 500, "until_decided": True}, (500, 5000, True)),
        ({"until_decided": False}, (100_000, None, False)),
        ({"precision": "1pp"}, (None, 5_000_000, False)),
    ],
)
def test_a_sweep_is_played_until_decided_where_it_says_nothing_else(changes, expected):
    plain = {name: value for name, value in GRID.items() if name not in {"games", "until_decided"}}
    found = from_dict({**plain, **changes})
    assert (found.games, found.max_games, found.until_decided) == expected
    assert not from_dict({"game": "black_death"}).until_decided


def test_a_switch_that_plays_until_decided_changes_no_rules(tmp_path):
    """A page of other rules may be replaced by one of fewer games; this is no such page."""
    file = tmp_path / "death.yaml"
    file.write_text("game: black_death\n", encoding="utf-8")
    found = load(file, Overrides(games="320", until_decided="true", sets=("suits=2",)))
    assert (found.games, found.max_games, found.until_decided) == (320, 3200, True)
    assert found.options == ("--games 320", "--until-decided", "--set suits=2")
    assert pages._of_rules(found.options) == ["--set suits=2"]
