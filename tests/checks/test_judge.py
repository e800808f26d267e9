"""How a suite is played and judged: looks, budgets, shared tables, false alarms."""

import dataclasses
import pathlib
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from balancer.analysis.comparisons.differences import difference
from balancer.analysis.figure_ref import ReportSpec
from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED
from balancer.checks import baseline, claims, judge
from balancer.checks.claims import Budget
from balancer.checks.judge import Checking, Outcome
from balancer.checks.scenario_claims import claims_of
from balancer.scenario.load import Overrides, Scenario, load
from balancer.simulation import keys
from balancer.simulation.jobs import PairJob
from balancer.simulation.runner import Runner, open_runner
from balancer.simulation.stopping import FixedGames

SHIPPED = pathlib.Path(__file__).parents[2] / "scenarios"

SCENARIO = """\
game: black_death
games: 1000
seed: 3
players: 3
sweep: {axes: {players: [2, 3, 4]}}
checks:
  - {metric: turns, at_most: 60}
report:
  headline: [turns, seat_loss_rate, seat_spread, ending_share.unfinished, persona_loss_rate, lead_changes, rounds.p90]
"""


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with open_runner() as found:
        yield found


def scenario(folder: pathlib.Path, text: str = SCENARIO, **changes: Any) -> Scenario:
    file = folder / "death.yaml"
    file.write_text(text, encoding="utf-8")
    return load(file, Overrides(**changes))


def checked(scenario: Scenario, runner: Runner, first: int, most: int) -> Outcome:
    return Checking(claims_of(scenario), Budget(first, most), runner, scenario.report.confidence).run()


def accept(scenario: Scenario, runner: Runner, games: int) -> None:
    baseline.write(scenario, baseline.accept(scenario, Budget(games, games), runner).settings, "as it is")


def test_a_cell_that_is_played_like_the_base_is_played_once(tmp_path: pathlib.Path, runner: Runner) -> None:
    accept(scenario(tmp_path), runner, 1000)
    found = checked(scenario(tmp_path), runner, 1000, 1000)

    assert len(found.cells) == 3  # base rules and players 3 are one
    assert {result.claim.setting.name for result in found.results} == {
        "base rules",
        "players 2",
        "players 3",
        "players 4",
    }


def test_only_places_with_open_questions_are_played_on(tmp_path: pathlib.Path, runner: Runner) -> None:
    text = SCENARIO.replace("at_most: 60}", "cells: {players: 2}, at_most: 12.9}")
    found = checked(scenario(tmp_path, text), runner, 1000, 8000)
    assert [result.verdict for result in found.results] in ([UNDECIDED], [PASS], [FAIL])

    text = SCENARIO.replace("at_most: 60}", "at_most: 21.46}\n  - {metric: turns, cells: all, at_most: 60}")
    found = checked(scenario(tmp_path, text), runner, 1000, 8000)
    games = {cell.players: cell.games for cell in found.cells}
    assert (games[2], games[4]) == (1000, 1000)
    assert games[3] > 1000


@pytest.mark.parametrize("jobs", [1, 3])
def test_threads_change_no_verdict(tmp_path: pathlib.Path, jobs: int) -> None:
    text = SCENARIO.replace("at_most: 60", "at_most: 21.4")
    with open_runner(jobs=jobs) as runner:
        found = checked(scenario(tmp_path, text), runner, 1000, 16000)
    with open_runner(jobs=2) as runner:
        again = checked(scenario(tmp_path, text), runner, 1000, 16000)

    records = [(result.verdict, result.look, result.now, result.confidence) for result in found.results]
    assert records == [(result.verdict, result.look, result.now, result.confidence) for result in again.results]


def test_other_games_of_the_same_rules_are_not_taken_for_the_same(tmp_path: pathlib.Path, runner: Runner) -> None:
    accept(scenario(tmp_path), runner, 2000)

    same = checked(scenario(tmp_path), runner, 1000, 1000)
    other = checked(scenario(tmp_path, seed="4"), runner, 1000, 1000)
    kept = {(result.verdict, result.drift, result.note) for result in same.results if result.claim.accepted}
    assert kept == {(PASS, (0, 0), "the same games as accepted")}
    assert "the same games as accepted" not in {result.note for result in other.results}


@pytest.mark.parametrize(("margin", "verdict"), [(0.5, FAIL), (50, PASS)])
def test_the_same_games_with_another_figure_mean_that_the_analysis_changed(
    tmp_path: pathlib.Path, runner: Runner, monkeypatch: pytest.MonkeyPatch, margin: float, verdict: str
) -> None:
    """As if an upgrade doubled every mean of a length: judged by the margin, never passed for the games alone."""
    text = SCENARIO + f"  margins: {{turns: {margin}}}\n"
    accept(scenario(tmp_path, text), runner, 1000)
    right = claims.measured

    def doubled(result: Any, figure: Any, *others: Any) -> Any:
        found = right(result, figure, *others)
        return dataclasses.replace(found, value=2 * (found.value or 0)) if figure.metric == "turns" else found

    monkeypatch.setattr(claims, "measured", doubled)
    found = checked(scenario(tmp_path, text), runner, 1000, 1000)
    turns = [result for result in found.results if result.claim.accepted and result.claim.figure.metric == "turns"]
    others = [result for result in found.results if result.claim.accepted and result.claim.figure.metric != "turns"]

    assert {(result.verdict, result.note) for result in turns} == {(verdict, judge.ANALYSIS_CHANGED)}
    assert {(result.verdict, result.note) for result in others} == {(PASS, "the same games as accepted")}
    assert found.changes[-1] == "balancer's analysis: the same games give other figures"


def test_a_figure_that_was_undefined_when_accepted_is_not_passed_once_it_is_defined(
    tmp_path: pathlib.Path, runner: Runner
) -> None:
    text = SCENARIO.replace("headline: [turns,", "headline: [comeback_rate, turns,")
    accept(scenario(tmp_path, text), runner, 1000)
    path = tmp_path / "death.baseline.json"
    kept = baseline.read(scenario(tmp_path, text))
    assert kept is not None
    actual = dict(kept.content)
    for place in actual["places"]:
        place["figures"]["comeback_rate"] = {"value": None, "low": None, "high": None, "games": 0, "reason": "none"}
        place["marks"] = {}
    actual["content"] = keys.digest(actual)
    path.write_text(keys.canonical(actual), encoding="utf-8")

    found = checked(scenario(tmp_path, text), runner, 1000, 1000)
    rates = [result for result in found.results if result.claim.figure.metric == "comeback_rate"]
    assert {(result.verdict, result.note) for result in rates} == {(UNDECIDED, "undefined when it was accepted")}


# Changed rules are compared in pairs with those that were accepted ---------------------------------------------------
def drift(outcome: Outcome, name: str) -> list[Any]:
    return [one for one in outcome.results if one.claim.figure.name == name and one.claim.accepted]


def test_a_rule_that_no_game_meets_has_not_moved_anything(tmp_path: pathlib.Path, runner: Runner) -> None:
    """The accepted rules are played again: every pair is alike, so few games decide what takes a million apart."""
    accept(scenario(tmp_path), runner, 1000)
    found = checked(scenario(tmp_path, sets=("max_rounds=900",)), runner, 1000, 8000)
    assert found.changes == ("rules.max_rounds 1000 → 900",)
    assert len(found.cells) == 3
    assert {(one.verdict, one.change) for one in drift(found, "turns")} == {(PASS, 0.0)}
    assert all(one.drift[0] < 0 < one.drift[1] for one in drift(found, "turns")), "what was not seen may be rare"


def test_the_change_is_that_of_a_comparison(tmp_path: pathlib.Path, runner: Runner) -> None:
    accept(scenario(tmp_path), runner, 1000)
    changed = scenario(tmp_path, sets=("suits=2",))
    found = checked(changed, runner, 1000, 1000)
    place, was = claims.base_setting(changed), claims.base_setting(scenario(tmp_path))
    (pair,) = runner.play([PairJob.of("", was.cell, place.cell, ReportSpec())], FixedGames(1000))
    for one in drift(found, "turns"):
        if one.claim.setting.name == "base rules":
            change = difference(pair, "turns", confidence=one.confidence, family=1)
            assert (one.change, one.drift) == (change.value, (change.low, change.high))
            assert one.now.value == pytest.approx(change.variant.value)


@pytest.mark.parametrize("seed", ["3", "4"])
def test_without_the_accepted_games_nothing_is_paired(
    seed: str, tmp_path: pathlib.Path, runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that plays the accepted rules otherwise, or another seed: the accepted figures are what is left."""
    accept(scenario(tmp_path), runner, 1000)
    monkeypatch.setattr(baseline, "mark_of", lambda _: "another")
    found = checked(scenario(tmp_path, seed=seed, sets=("max_rounds=900",)), runner, 1000, 1000)
    assert all(one.paired is None for one in found.results)
    assert any(one.drift[1] > one.drift[0] for one in drift(found, "turns"))


def test_habits_that_have_changed_are_compared_in_pairs_too(tmp_path: pathlib.Path, runner: Runner) -> None:
    text = SCENARIO + "personas: {mine: {base: reader, habits: {lay_where_taken: 700}}}\nlineup: [mine]\n"
    accept(scenario(tmp_path, text), runner, 1000)
    found = checked(scenario(tmp_path, text.replace("700", "300")), runner, 1000, 1000)
    assert all(one.paired is not None for one in drift(found, "turns"))


# False alarms ---------------------------------------------------------------------------------------------------------
def test_a_baseline_is_not_alarmed_by_another_seed(tmp_path: pathlib.Path, runner: Runner) -> None:
    accept(scenario(tmp_path), runner, 4000)
    found = [checked(scenario(tmp_path, seed=str(seed)), runner, 1000, 4000).verdict for seed in range(50, 60)]

    assert FAIL not in found


@pytest.mark.verify
def test_baselines_without_margins_raise_few_false_alarms(tmp_path: pathlib.Path) -> None:
    """The worst case: margins of next to nothing, so that only chance is judged.  20 baselines, 10 other seeds each.

    5 % of 200 are 10; checks of one baseline hang together.
    """
    names = ("turns", "seat_loss_rate", "seat_spread", "ending_share", "persona_loss_rate", "lead_changes")
    text = SCENARIO + f"  margins: {{{', '.join(f'{name}: 0.000001' for name in names)}, rounds.p90: 0.000001}}\n"
    alarms = 0
    for base in range(20):
        with open_runner() as runner:
            accept(scenario(tmp_path, text, seed=str(1000 + base)), runner, 2000)
            seeds = [str(5000 + 10 * base + k) for k in range(10)]
            alarms += sum(
                checked(scenario(tmp_path, text, seed=seed), runner, 1000, 4000).verdict == FAIL for seed in seeds
            )

    assert alarms <= 20, f"{alarms} false alarms in 200 checks"


@pytest.mark.verify
def test_the_shipped_oktoberfest_raises_few_false_alarms(tmp_path: pathlib.Path) -> None:
    """Changing nothing but the seed fails at most 20 of 200 times."""
    shutil.copy(SHIPPED / "oktoberfest.yaml", tmp_path)
    file = tmp_path / "oktoberfest.yaml"
    with open_runner() as runner:
        accept(load(file), runner, 10_000)
    alarms = 0
    for seed in range(200):
        with open_runner() as runner:
            alarms += checked(load(file, Overrides(seed=str(seed))), runner, 1000, 2000).verdict == FAIL

    assert alarms <= 20, f"{alarms} false alarms in 200 checks"


def test_the_shipped_oktoberfest_notices_a_threshold_moved_by_one(tmp_path: pathlib.Path) -> None:
    """The base rules alone, at a twentieth of the games; `make balance` has them all."""
    text = (SHIPPED / "oktoberfest.yaml").read_text(encoding="utf-8")
    head, rest = text.split("sweep:\n")
    file = tmp_path / "oktoberfest.yaml"
    file.write_text(head + rest[rest.index("checks:") :], encoding="utf-8")
    with open_runner() as runner:
        accept(load(file), runner, 50_000)
        found = checked(load(file, Overrides(sets=("win_threshold=16",))), runner, 10_000, 80_000)
    moved = {result.claim.figure.name for result in found.results if result.verdict == FAIL}
    assert "ending_share.instant" in moved
    assert found.changes[0] == "rules.win_threshold 15 → 16"
