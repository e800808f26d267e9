"""Cells whose table is beaten are tuned anew and played by tuned players."""

import dataclasses
import types

import pytest

from balancer.core.game import Persona
from balancer.players import exploit, retune, tournament
from balancer.players.tuning import Response, SearchBudget, Share
from balancer.questions.exploit.report import ExploitReport
from balancer.questions.tune.report import TuneReport
from balancer.reporting.document.markdown import to_markdown
from balancer.scenario import plan as plans
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import load_with
from balancer.simulation.jobs import CellJob
from balancer.simulation.runner import open_runner

SMALL = SearchBudget(starts=12, first=24, basins=1, generations=1, tries=4, polish=48, held_out=600)
"""A search that takes a part of a second."""


def scenario_of(lineup, **more):
    written = {"game": "black_death", "players": 3, "games": 150, "lineup": lineup}
    return load_with({**written, "sweep": {"axes": {"players": [2, 3]}}, **more}, {})


def planned(lineup, cells, **more):
    scenario = scenario_of(lineup, **more)
    return retune.plan(scenario, [CellJob.of(cell) for cell in plans.cells(scenario)], cells)


def found(share, se, known=0.0):
    """Return the answer to a table: habits found, or (known) the best persona, which gets this much."""
    persona = Persona("candidate", "", {})
    shares = Share(share, se), Share(known, se)
    above, known_above = (Share(one.value - 2 / 3, one.se) for one in shares)
    response = Response(persona, "even", share, shares[0], "reader", shares[1], 1, above, known_above)
    scenario = scenario_of(["even"])
    return exploit.Exploit(scenario, tournament.stops(scenario)[0], response)


@pytest.mark.parametrize(
    ("share", "se", "known", "beaten"),
    [
        (0.70, 0.001, 0.60, True),
        (0.67, 0.001, 0.60, False),  # two thirds are fair: 0.3 pp more are not worth it
        (0.70, 0.020, 0.60, False),  # less than two standard errors
        (0.60, 0.001, 0.72, True),  # a persona that is known beats it
    ],
)
def test_a_table_is_beaten_by_two_errors_and_half_a_point(share, se, known, beaten):
    assert retune.is_beaten(found(share, se, known)) is beaten


def test_a_beaten_table_is_tuned_and_played_by_those_who_settle(monkeypatch):
    monkeypatch.setattr(retune.RetunePlan, "budget", SMALL)
    monkeypatch.setattr(exploit, "PAIR_GAMES", 60)
    plan = planned(["middler"], [1])
    assert plan.least_games < plan.most_games
    with open_runner(jobs=1) as runner:
        played = retune.play(plan, runner)
        again = retune.play(plan, runner)

    (record,) = played.record["tested"]
    assert record["beaten"], "readers are safe from middlers in most games"
    assert record["cell"] == 1
    assert sum(record["mixture"].values()) == pytest.approx(1, abs=0.05)
    (result,) = played.results
    assert result.axes == {"players": 3, "table": "tuned"}
    assert set(result.lineup) <= set(record["mixture"])
    assert set(record["tuned"]) == set(record["mixture"]) - set(plan.scenario.base.personas)
    assert played.record["cells"][0]["key"]
    assert again.record["tested"] == played.record["tested"]


def test_a_table_that_holds_is_left_alone(monkeypatch):
    monkeypatch.setattr(exploit, "exploit", lambda *_: found(0.667, 0.001))
    monkeypatch.setattr(exploit, "tune", None)
    with open_runner(jobs=1) as runner:
        played = retune.play(planned(["even"], [0, 1]), runner)

    assert [record["beaten"] for record in played.record["tested"]] == [False, False]
    assert played.results == []


def test_a_game_without_habits_has_nothing_to_tune():
    scenario = scenario_of(["even"])
    bare = dataclasses.replace(
        scenario, game=types.SimpleNamespace(name="coins", target="coins", title="Coins", habits=(), nodes=("toss",))
    )
    with pytest.raises(ScenarioError, match="Coins has no habits"):
        retune.plan(bare, [], [0])


@pytest.mark.parametrize(("confidence", "half"), [("80%", "0.6"), ("95%", "1.0"), ("99.9%", "1.6")])
def test_searches_write_intervals_at_the_confidence_of_the_scenario(confidence, half):
    """An error of 0.5 pp in words of `exploit` and `tune`, and in the YAML to paste: times 1.28, 1.96, 3.29."""
    response = found(0.70, 0.005, 0.60).response
    scenario = scenario_of(["even"], report={"confidence": confidence})
    stop = tournament.stops(scenario)[0]
    exploited = exploit.Exploit(scenario, stop, response)
    tuned = exploit.Tuned(scenario, stop, [exploit.Round({"even": 1.0}, response, "better")], {"even": 1.0})

    for report in (ExploitReport(exploited), TuneReport(tuned)):
        document = report.document()
        assert f"70.0% ± {half} pp" in to_markdown(document)
        assert document.facts[-1] == f"intervals (±) at {confidence} confidence"
    above = f"+3.3 ± {half} pp above an equal share, with the habits found in one player's place."
    assert f"Exploitability within habits: {above}" in ExploitReport(exploited).answer()
    assert f"held out 70.0% ± {half} pp against even 100%" in tuned.yaml()
