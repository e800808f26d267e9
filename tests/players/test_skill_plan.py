"""What every run says of who plays, unless it is off: who is best, whether the line-up is weak, a small ladder."""

import dataclasses
import json
import pathlib

import pytest
from scipy import special

from balancer.core.jit import PLAIN
from balancer.players import other_line_ups
from balancer.questions.check.study import CheckStudy
from balancer.questions.compare.study import CompareStudy
from balancer.questions.study import carry_out
from balancer.questions.sweep.study import RunStudy, SweepStudy
from balancer.reporting.document.brief import sentences_of
from balancer.scenario.load import from_dict
from balancer.simulation.runner import open_runner
from tests.cli.test_commands import balance
from tests.players.cut_off import CutOff

WRITTEN = {"game": CutOff, "rules": {"max_rounds": 40}, "games": 1000}
CHECKS = [{"metric": "score", "of": 1, "at_most": 5}]
SWEEP = {"axes": {"rules.max_rounds": [39, 40]}}
SEEDS, FALSE_ALARM = 12, 1e-6


def carried_out(study):
    with open_runner(jobs=1) as runner:
        return carry_out(study, runner)


def run(**changes):
    return carried_out(RunStudy.of_base(from_dict({**WRITTEN, **changes})))


def test_a_run_says_how_figures_go_with_skill():
    report = run(lineup="most")

    assert report.ladder is not None
    assert report.ladder.record["best"] == "most"
    assert [slip.equal for slip in report.ladder.slips] == [0.5] * 3
    assert report.ladder.slips[-1].cost.low > 0, "two of five picks at random, among those who always take the most"
    assert report.robustness is None, "no other tables were asked for"
    assert report.weak is None
    assert set(report.to_json()) >= {"ladder"}
    # A dozen games say nothing: simultaneous intervals from so few are too short.
    assert report.ladder.sentences == report.ladder.brief == report.ladder.known == []
    assert "skill" not in " ".join(sentences_of(report.document()))


def test_a_weak_line_up_is_called_so_before_all_else():
    """Who takes the least loses to the one who takes the most; that one scores six a turn, and no check allows it."""
    report = carried_out(SweepStudy.of(from_dict({**WRITTEN, "lineup": "least", "checks": CHECKS, "sweep": SWEEP})))

    assert report.weak is not None
    assert report.answer()[0].startswith(
        "No persona in this line-up beats random players. Against one random player the only persona, least, wins "
    )
    assert report.answer()[1].startswith("Both players of this line-up are weak: most in one seat wins ")
    assert "(among these players)" in " ".join(report.answer())
    assert report.weak.verdict == "Among most players no setting passes the check."


def test_among_equals_nobody_is_weak():
    """Dice decide; a scenario is called weak by less than half of the error of an interval."""
    rules = {"max_rounds": 9, "picks_count": False}
    weak = sum(run(lineup="least", games=400, seed=seed, rules=rules).weak is not None for seed in range(SEEDS))

    assert special.bdtrc(weak - 1, SEEDS, 0.025) > FALSE_ALARM


@pytest.mark.parametrize("games", [5, 100, 1000, 100_000])
def test_it_costs_a_tenth_of_the_games_or_two_hundred(games):
    study = RunStudy.of_base(from_dict({**WRITTEN, "lineup": "least", "games": games}))
    assert study.tables is not None
    most = max(games / 10, min(games, 200))
    planned = {further.name: sum(cell.most_games for cell in further.cells) for further in study.further}

    assert set(planned) == {"tables", "ladder"}
    assert planned["ladder"] <= max(most / 2, 2 * 8)
    assert sum(planned.values()) <= 1.5 * max(most, 2 * 8)
    if games == 1000:
        with open_runner(jobs=1) as runner:
            carry_out(study, runner)
            assert sum(one.games for one in runner.known.results.values()) - games <= 1.5 * most


def test_off_takes_it_away_and_so_does_a_single_persona():
    for off in ("off", False):
        scenario = from_dict({**WRITTEN, "report": {"robustness": off}})
        assert RunStudy.of_base(scenario).further == []
        assert CheckStudy.of(from_dict({**WRITTEN, "checks": CHECKS, "report": {"robustness": off}})).further == []
        assert not scenario.question.report.skill
        assert scenario.question.report.from_json(scenario.question.report.to_json()) == scenario.question.report

    scenario = from_dict(WRITTEN)
    base = dataclasses.replace(scenario.base, personas={"most": scenario.base.personas["most"]})
    assert other_line_ups.skill_plan(dataclasses.replace(scenario, base=base), ()) is None


def test_a_comparison_does_without():
    scenario = from_dict({**WRITTEN, "variants": {"short": {"rules": {"max_rounds": 5}}}})

    assert CompareStudy.of(scenario).further == []


def test_a_check_says_who_plays_and_decides_as_before(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("balancer.reporting.findings.ladder.MIN_GAMES", 12)
    report = carried_out(CheckStudy.of(from_dict({**WRITTEN, "lineup": "least", "checks": CHECKS})))
    alone = carried_out(
        CheckStudy.of(from_dict({**WRITTEN, "lineup": "least", "checks": CHECKS, "report": {"robustness": "off"}}))
    )

    assert report.weak.startswith("No persona in this line-up beats") or "are weak: most in one seat" in report.weak
    assert "among most players the check fails: " in report.weak
    assert report.skill
    assert report.skill[-1].startswith("Cost of mistakes")
    (said,) = report.to_json()["scenarios"]
    assert said["weak_players"] == [report.weak]
    assert said["ladder"]["best"] == "most"
    assert report.outcome.verdict == alone.outcome.verdict == "pass"
    assert alone.skill == []
    assert "ladder" not in alone.to_json()["scenarios"][0]


@pytest.mark.skipif(PLAIN, reason="kernels are kept")
def test_a_run_is_found_again_with_its_ladder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch):
    scenario = tmp_path / "one.yaml"
    written = {"game": "black_death", "games": 300, "players": 3}
    scenario.write_text(json.dumps(written), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "who plays best: " in balance("run", "one.yaml", "--plan").stdout
    first = json.loads(balance("run", "one.yaml", "--json", "-", "-o", "kept", "-q").stdout)
    monkeypatch.setattr("balancer.simulation.jobs.CellJob.play", None)
    monkeypatch.setattr("balancer.players.among_random.record", lambda _: {})
    again = json.loads(balance("run", "one.yaml", "--json", "-", "-o", "kept", "-q").stdout)

    assert first["ladder"] == again["ladder"]
    assert first["ladder"]["rungs"][-1]["name"] == "best", "experts take seconds"
