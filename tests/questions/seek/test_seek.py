"""The smallest change that passes: against answers that are known without playing.

Where one persona alone sits at the table, it loses 1 / n of its games, whatever the dice; where `max_rounds` is below
the usual length of a game, it is the length.
"""

import dataclasses
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.estimates.metrics import estimate
from balancer.analysis.intervals.elementary import critical_z, share_interval
from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED, Bound, verdict
from balancer.checks.baseline import mark_of
from balancer.checks.claims import Budget
from balancer.checks.elsewhere import HabitSearches
from balancer.checks.judge import Checking
from balancer.questions.seek import race as seeking
from balancer.questions.seek.candidates import Candidate, KnobChange, SearchSpace, space_of
from balancer.questions.seek.contender import Contender
from balancer.questions.seek.race import Seek, SeekResult, batches, first_look, looks_of, seed_of
from balancer.questions.seek.report import SeekReport
from balancer.reporting.document.model import Table
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import from_dict
from balancer.scenario.plan import base_cell
from balancer.scenario.resolved import Scenario
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import Manifest
from balancer.simulation.runner import Runner, open_runner
from balancer.simulation.stopping import FixedGames

LOSES = {"metric": "persona_loss_rate", "of": "random"}
ALONE = {"game": "black_death", "games": 2000, "seed": 5, "players": 3, "lineup": ["random"]}


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with open_runner(jobs=1) as found:
        yield found


def question(*checks: dict[str, Any], **changes: Any) -> Scenario:
    return from_dict({**ALONE, "checks": list(checks), **changes})


def sought(scenario: Scenario, runner: Runner, *knobs: str, budget: Budget | None = None) -> SeekResult:
    return Seek(scenario, space_of(scenario, knobs), budget or Budget.of(scenario), runner).run()


def chosen(found: SeekResult) -> list[str]:
    return [one.candidate.name for one in found.chosen]


def verdicts(found: SeekResult) -> dict[str, str]:
    return {one.candidate.name: one.final for one in found.contenders}


# Known answers --------------------------------------------------------------------------------------------------------
def test_the_smallest_change_is_known_by_arithmetic(runner: Runner) -> None:
    """A fair share of at most 21% takes five players: 1/3 and 1/4 are more; six would do, too, but are further away."""
    found = sought(question({**LOSES, "at_most": 0.21}), runner, "players=2..6")

    assert found.verdict == PASS
    assert chosen(found) == ["players 5"]
    assert found.base.final == FAIL
    assert verdicts(found) == {"players 2": FAIL, "players 4": FAIL, "players 5": PASS, "players 6": PASS}
    assert [one.candidate.name for one in found.closer] == ["players 2", "players 4"]
    assert next(one for one in found.contenders if one.candidate.name == "players 6").replayed is None


def test_two_knobs_change_only_where_one_is_not_enough(runner: Runner) -> None:
    """Games of two last 8 rounds, those of eight far more than 12: only eight players who are cut off play 12."""
    length = {"metric": "rounds", "stat": "p90", "between": [12, 12.5]}
    found = sought(question(length, players=2), runner, "players=8", "max_rounds=11,12,13")
    assert found.base.final == FAIL
    assert chosen(found) == ["players 8, max_rounds 12"]
    alone = [one.final for one in found.contenders if len(one.candidate.changes) == 1]
    assert alone == [FAIL] * 4
    document = SeekReport(Manifest.begun(found.scenario), found).document()
    (table,) = [item for section in document.sections for item in section.items if isinstance(item, Table)]
    assert sorted(row.cells[0] for row in table.rows) == sorted(
        ["base", *(one.candidate.name for one in found.contenders if one.verdict)]
    )


def test_further_candidates_wait_until_none_of_the_closer_ones_passes(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same answer in batches, without a game for those that come after it; equal distances stay together."""
    monkeypatch.setattr(seeking, "BATCH", 1)
    scenario = question({**LOSES, "at_most": 0.21})
    found = sought(scenario, runner, "players=2..10")
    assert chosen(found) == ["players 5"]
    assert set(verdicts(found)) == {"players 2", "players 4", "players 5"}

    level = list(space_of(scenario, ["players=2..6"]).candidates)
    names = [[one.name for one in batch] for batch in batches(level)]
    assert names == [["players 2", "players 4"], ["players 5"], ["players 6"]]
    monkeypatch.setattr(seeking, "BATCH", 100)
    assert list(batches(level)) == [level]


def test_base_rules_that_pass_end_it(runner: Runner) -> None:
    found = sought(question({**LOSES, "at_most": 0.4}), runner, "players=2..6")
    assert (found.verdict, found.base.final, found.contenders, found.chosen) == (PASS, PASS, (), ())


def test_a_figure_on_its_bound_stays_undecided_until_the_budget_ends(runner: Runner) -> None:
    """No number of games shows that the mean of turns is at most what it is in them; shorter games pass."""
    base = question({"metric": "turns", "at_most": 20})
    (cell,) = runner.play([CellJob.of(base_cell(base))], FixedGames(2000))
    mean = estimate(cell, "turns").value
    scenario = question({"metric": "turns", "at_most": mean})
    found = sought(scenario, runner, "ranks=20", budget=Budget(1000, 2000))
    assert (found.base.final, verdicts(found)) == (UNDECIDED, {"ranks 20": FAIL})
    assert (found.verdict, chosen(found)) == (UNDECIDED, [])
    assert found.base.games_to_decide is None

    answer = SeekReport(Manifest.begun(scenario), found).answer()
    assert any(sentence.startswith("Of those that fail, nearest to passing: ") for sentence in answer)

    shorter = sought(scenario, runner, "ranks=10", budget=Budget(1000, 2000))
    assert (shorter.verdict, chosen(shorter)) == (UNDECIDED, ["ranks 10"])  # the base may do without a change


def test_changes_that_are_as_small_are_all_found(runner: Runner) -> None:
    """Of different personas one loses less; of one alone each seat loses as much: two changes of one word."""
    even = {"metric": "persona_loss_rate", "each": "persona", "between": [0.24, 0.26]}
    scenario = question(even, players=4, lineup=["middler", "baiter", "reader", "even"])
    found = sought(scenario, runner, "lineup=middler;reader")
    assert found.base.final == FAIL
    assert chosen(found) == ["lineup [middler]", "lineup [reader]"]
    assert {one.candidate.distance for one in found.chosen} == {1.0}


# Games of its own -----------------------------------------------------------------------------------------------------
def test_the_change_found_is_judged_on_other_games(runner: Runner) -> None:
    """By another seed, at least as many games as asked for; and not on a single game of the race."""
    scenario = question({**LOSES, "at_most": 0.21})
    (five,) = sought(scenario, runner, "players=5").chosen
    replayed = five.replayed
    assert replayed is not None
    (fresh,) = replayed.cells
    assert replayed.scenario.seed == seed_of(five.candidate, scenario) != scenario.seed
    assert fresh.games == 2000
    raced = runner.play(five.jobs, FixedGames(2000))
    assert mark_of(raced[0]) != mark_of(fresh)
    assert all(result.claim.setting.cell.seed == replayed.scenario.seed for result in five.final_results)


def test_a_change_that_fails_on_its_own_games_is_not_chosen(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if five players had passed by luck: the next one takes its place."""
    right = Checking.run

    def unlucky(self: Any) -> Any:
        outcome = right(self)
        if self.question.scenario.base.players != 5:
            return outcome
        failed = tuple(dataclasses.replace(result, verdict=FAIL) for result in outcome.results)
        return dataclasses.replace(outcome, results=failed)

    monkeypatch.setattr(Checking, "run", unlucky)
    found = sought(question({**LOSES, "at_most": 0.21}), runner, "players=4..6")
    assert chosen(found) == ["players 6"]
    assert verdicts(found)["players 5"] == FAIL
    assert found.verdict == PASS


def test_threads_and_what_was_played_before_change_nothing() -> None:
    scenario = question({"metric": "turns", "at_most": 20}, lineup=["middler"])
    runs = []
    for jobs in (1, 3):
        with open_runner(jobs=jobs) as runner:
            runs += [sought(scenario, runner, "ranks=11..16") for _ in range(2)]
    records = [[_record(one) for one in run.contenders] for run in runs]
    assert all(record == records[0] for record in records)


def _record(one: Contender) -> tuple[Any, ...]:
    figures = [(result.verdict, result.now, result.confidence) for result in one.final_results]
    return one.candidate.name, one.verdict, one.look, figures


# Checks ---------------------------------------------------------------------------------------------------------------
def test_checks_of_cells_count_where_the_candidate_is_such_a_cell(runner: Runner) -> None:
    """With four players a check of three is left out, and named; one of four counts, though the base has three."""
    sweep = {"axes": {"players": [3, 4, 5]}}
    three = {**LOSES, "name": "three", "at_most": 0.3, "cells": {"players": 3}}
    four = {**LOSES, "name": "four", "at_most": 0.2, "cells": {"players": 4}}
    found = sought(question(three, four, {**LOSES, "name": "all", "at_most": 0.5, "cells": "all"}, sweep=sweep), runner)
    assert found.base.not_about == {"four": "it is about players 4"}
    assert chosen(found) == ["players 5"]
    assert found.chosen[0].not_about == {"three": "it is about players 3", "four": "it is about players 4"}
    assert verdicts(found)["players 4"] == FAIL


def test_checks_of_variants_are_of_the_variant_upon_the_candidate(runner: Runner) -> None:
    """Played to the other side, three still lose a third each: at most 26% takes four players there, too."""
    checks = (
        {**LOSES, "at_most": 0.26, "variant": "right"},
        {"metric": "rounds", "variant": "right", "against": "base", "equivalent_within": 3},
    )
    scenario = question(*checks, variants={"right": {"rules": {"offer_to": "right"}}})
    found = sought(scenario, runner, "players=2,4")
    assert (found.base.final, chosen(found)) == (FAIL, ["players 4"])
    claims = [result.claim for result in found.chosen[0].final_results]
    assert [(claim.setting.cell.players, claim.setting.cell.rules["offer_to"]) for claim in claims] == [
        (4, "right")
    ] * 2
    assert claims[1].against is not None
    assert (claims[1].against.cell.players, claims[1].against.cell.rules["offer_to"]) == (4, "left")


def test_figures_that_a_candidate_lacks_are_left_out(runner: Runner) -> None:
    """There is no third seat with two players; the check is named, and the others still count."""
    third = {"metric": "seat_loss_rate", "of": 3, "at_most": 0.3}
    found = sought(question(third, {**LOSES, "at_most": 0.21}), runner, "players=2")
    (two,) = found.contenders
    assert two.not_about == {"seat_loss_rate.3": "there is no seat 3"}
    assert two.final == FAIL


@pytest.mark.parametrize(("gain", "verdict"), [(0.01, PASS), (0.2, FAIL)])
def test_what_takes_a_search_is_judged_on_the_fresh_games_only(
    runner: Runner, monkeypatch: pytest.MonkeyPatch, gain: float, verdict: str
) -> None:
    """By the search that `balancer check` makes, upon the candidate's rules."""
    searched = []

    def exploitability(self: Any, variant: str, confidence: float) -> Estimate:
        del confidence
        searched.append((self.scenario.base.players, self.scenario.seed, variant))
        return Estimate(gain, 0.001, gain - 0.005, gain + 0.005, 1000, "difference")

    monkeypatch.setattr(HabitSearches, "exploitability", exploitability)
    scenario = question({**LOSES, "at_most": 0.21}, {"metric": "exploitability", "at_most": "5pp"})
    found = sought(scenario, runner, "players=4,5")
    (five,) = [one for one in found.contenders if one.candidate.name == "players 5"]
    assert (found.verdict, five.verdict, five.final) == (verdict, PASS, verdict)
    assert set(searched) == {(5, seed_of(five.candidate, scenario), "base")}
    assert [result.claim.figure.metric for result in five.results] == ["persona_loss_rate"]


@pytest.mark.parametrize(
    ("checks", "message"),
    [
        ([], "no checks: seek looks for the smallest change with which they pass; write a scenario with checks:"),
        (
            [{**LOSES, "at_most": 0.5, "cells": {"players": 4}}],
            "no check applies to the base rules (persona_loss_rate.random, players 4: it is about players 4)",
        ),
    ],
)
def test_without_a_check_there_is_nothing_to_seek(runner: Runner, checks: list[Any], message: str) -> None:
    with pytest.raises(ScenarioError) as found:
        sought(question(*checks, sweep={"axes": {"players": [3, 4]}}), runner)
    assert message in str(found.value)


def test_the_looks_begin_with_few_games_and_meet_those_of_a_sweep() -> None:
    """100 000 games are the sixth look, so a finished sweep need not be played again."""
    assert looks_of(Budget(100_000, 1_000_000))[:6] == (3125, 6250, 12_500, 25_000, 50_000, 100_000)
    assert first_look(Budget(1500, 9000)) == 1500
    assert first_look(Budget(20_000, 20_000)) == 1250
    assert looks_of(Budget(500, 500)) == (500,)


# False alarms ---------------------------------------------------------------------------------------------------------
@dataclasses.dataclass(eq=False)
class Coin:
    """A contender whose only figure is the share of heads, at most one half: true, and as near as can be."""

    candidate: Candidate
    rng: random.Random
    share: float
    verdict: str = ""
    look: int = 0
    heads: int = 0
    games: int = 0

    def toss(self, games: int) -> None:
        self.heads += sum(self.rng.random() < self.share for _ in range(games - self.games))
        self.games = games

    def judged(self, played: Any, confidence: float) -> str:
        del played
        low, high = share_interval(self.heads / self.games, self.games, critical_z(confidence))
        return verdict((low, high), Bound(None, 0.5))

    def judge(self, played: Any, confidence: float, look: int) -> list[Any]:
        del played, confidence, look
        return []

    def record(self, found: str, look: int, results: Any) -> None:
        del results
        self.verdict, self.look = found, look


def coins(number: int, share: float, rng: random.Random) -> list[Coin]:
    empty: Any = None
    return [
        Coin(Candidate((KnobChange("x", 0, place, place / number),), empty, {}, {}), rng, share)
        for place in range(1, number + 1)
    ]


def false_alarms(monkeypatch: pytest.MonkeyPatch, repeats: int, share: float = 0.5) -> float:
    """Return how often any of ten true candidates fails in a race of five looks at a total error of one half."""

    def toss(runner: Any, contenders: Sequence[Any], games: int) -> dict[str, Any]:
        del runner
        for one in contenders:
            one.toss(games)
        return {}

    monkeypatch.setattr(seeking, "play", toss)
    scenario = question({**LOSES, "at_most": 0.5}, report={"confidence": 0.5})
    empty: Any = None
    alarms = 0
    for repeat in range(repeats):
        seek = Seek(scenario, SearchSpace((), space_of(scenario, ["players"]).base, ()), Budget(50, 800), empty)
        monkeypatch.setattr(seek, "_replay", lambda _: False)
        raced: list[Any] = coins(10, share, random.Random(f"{share} {repeat}"))
        seek._race(raced, seek._suite(1, len(raced)))
        alarms += any(one.verdict == FAIL for one in raced)
    return alarms / repeats


def test_candidates_that_keep_their_checks_seldom_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 12.5% where an eighth is allowed (half of a half, half of it for this level); 60 races, p < 1e-4."""
    assert false_alarms(monkeypatch, 60) <= 0.3


def test_candidates_that_miss_their_checks_do_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    assert false_alarms(monkeypatch, 5, share=0.7) == 1


@pytest.mark.verify
def test_the_rate_of_false_alarms(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measured rate itself, of 2000 races; 0.125 + 4 standard errors."""
    rate = false_alarms(monkeypatch, 2000)
    assert rate <= 0.125 + 4 * (0.125 * 0.875 / 2000) ** 0.5, rate
