"""Checks at tables of other players: what is demanded, what is only reported, and what it costs."""

from collections.abc import Iterator

import pytest

from balancer.analysis.verdicts import FAIL, PASS
from balancer.checks import elsewhere
from balancer.checks.claims import Budget
from balancer.checks.judge import Checking
from balancer.checks.scenario_claims import claims_of
from balancer.players import other_line_ups
from balancer.players.other_line_ups import CompetentLineUps
from balancer.scenario.load import from_dict
from balancer.simulation.runner import Runner, open_runner

TURNS = {"metric": "turns", "at_most": 35}
DRAW = {"metric": "turns", "variant": "draw", "against": "base", "between": [5, 25]}


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    with open_runner(jobs=1) as found:
        yield found


@pytest.fixture
def seated(monkeypatch):
    """Two other tables count, one of which takes 38 turns; fidgets do not."""
    tables = CompetentLineUps({"even": ("even",), "edger": ("edger",)}, ("fidget",))
    monkeypatch.setattr(other_line_ups, "competent_line_ups", lambda *_: tables)


def question_of(*checks, **report):
    written = {"game": "black_death", "players": 4, "games": 1000, "lineup": ["middler", "baiter", "even", "even"]}
    variants = {"draw": {"rules": {"order": "draw"}}, "table": {"lineup": ["even"]}}
    return claims_of(from_dict({**written, "variants": variants, "checks": list(checks), "report": report}))


def checked(question, runner, *, everywhere=False):
    return Checking(question, Budget(1000, 2000), runner, 0.95, everywhere=everywhere).run()


@pytest.mark.usefixtures("seated")
def test_a_robust_check_fails_if_one_other_table_fails(runner):
    found = checked(question_of({**TURNS, "robust": True}, DRAW), runner)

    assert found.verdict == FAIL
    verdicts = {result.claim.table: result.verdict for result in found.results if result.claim.figure.metric == "turns"}
    assert [(result.claim.table, result.verdict) for result in found.results] == [
        ("", PASS), ("", PASS), ("even alone", PASS), ("edger alone", FAIL),
    ]  # fmt: skip
    assert verdicts["edger alone"] == FAIL
    assert found.elsewhere == ()
    assert "Other competent line-ups: even alone and edger alone; too weak to count: fidget" in found.notes
    assert {cell.lineup[0] for cell in found.cells} >= {"even", "edger"}


@pytest.mark.usefixtures("seated")
def test_what_is_only_reported_decides_nothing(runner):
    found = checked(question_of(TURNS, DRAW), runner, everywhere=True)

    assert found.verdict == PASS
    assert [result.claim.table for result in found.results] == ["", ""]
    assert [(result.claim.check, result.claim.table, result.verdict) for result in found.elsewhere] == [
        ("turns", "even alone", PASS), ("turns", "edger alone", FAIL),
        ("turns, draw against base", "even alone", PASS), ("turns, draw against base", "edger alone", PASS),
    ]  # fmt: skip
    effect = found.elsewhere[2]
    assert 8 < effect.now.value < 20, "draw takes 9 to 16 turns more, whoever plays"


def test_other_tables_are_played_where_they_are_wanted_alone(runner, monkeypatch):
    monkeypatch.setattr(other_line_ups, "competent_line_ups", None)

    found = checked(question_of(TURNS, DRAW), runner)
    assert found.elsewhere == ()
    assert elsewhere.most_games(question_of(TURNS, DRAW), 1000, everywhere=False) == 0


def test_checks_about_the_line_up_itself_stay_where_they_are():
    question = question_of(
        TURNS,
        {"metric": "persona_loss_rate", "of": "even", "at_most": 0.9},
        {"metric": "exploitability", "at_most": 0.9},
        {"metric": "turns", "variant": "table", "at_most": 60},
    )
    _, reported = elsewhere.chosen(question, everywhere=True)
    assert [claim.check for claim in reported] == ["turns"]


def test_the_cost_is_that_of_all_tables_if_they_count():
    """Two named tables: no tournament, 500 games each that tell whether they end; then a pair of cells has two."""
    names = {"robustness": ["even", "edger"]}
    question = question_of({**TURNS, "robust": True}, DRAW, **names)
    assert elsewhere.most_games(question, 20_000, everywhere=False) == 2 * 500 + 2 * 20_000
    assert elsewhere.most_games(question, 20_000, everywhere=True) == 2 * 500 + 2 * (20_000 + 2 * 2_000)
    alone = elsewhere.most_games(question_of({**TURNS, "robust": True}), 1000, everywhere=False)
    assert alone > 36 * 500, "a small tournament decides who is competent"


def test_named_tables_count_if_their_games_end(runner, monkeypatch):
    monkeypatch.setattr(other_line_ups, "PAIR_GAMES", 100)
    planned = elsewhere.plan(question_of(TURNS, robustness=["even", "edger"]).scenario)
    found = other_line_ups.competent_line_ups(planned, runner)
    assert found == CompetentLineUps({"even": ("even",), "edger": ("edger",)}, ())
    monkeypatch.setattr(other_line_ups, "MAX_UNFINISHED", -0.1)
    assert other_line_ups.competent_line_ups(planned, runner).left == ("even", "edger")


def test_who_is_competent_among_all(runner, monkeypatch):
    monkeypatch.setattr(other_line_ups, "PAIR_GAMES", 60)
    planned = elsewhere.plan(question_of(TURNS).scenario)
    found = other_line_ups.competent_line_ups(planned, runner)
    assert "even" in found.line_ups
    assert {*found.line_ups, *found.left} >= {"even", "middler", "baiter", "edger", "fidget", "reader"}
