"""`balancer.exploit` and `balancer.tune`: what they find where the best answer is known."""

import re

import pytest

import balancer
from balancer.scenario.errors import ScenarioError
from tests.players.hold import Hold
from tests.players.two_classes import TwoClasses

GAMES = 400


def test_a_readable_table_is_exploited_and_the_figures_agree() -> None:
    """Three who take from the middle are never safe from one who lays Death there: it is the only thing to learn."""
    found = balancer.exploit("black_death", players=3, lineup="middler", games=GAMES, jobs=1)
    shares = found.shares.iloc[0]

    assert found.exploitability == shares["exploitability"]
    assert found.exploitability > 0.1
    assert shares["fair"] == pytest.approx(2 / 3)
    assert shares["gain"] == pytest.approx(shares["held_out"] - shares["incumbent_share"])
    assert found.to_json()["habits"] == found.habits
    assert re.search(r"Exploitability within habits: \+\d+\.?\d* ± \d", repr(found))
    assert "<li>Exploitability within habits: +" in found._repr_html_()


def test_personas_that_were_tuned_can_be_played() -> None:
    """From `middler` alone there is something to gain; what is found plays on as it is given."""
    found = balancer.tune("black_death", players=3, persona="middler", games=GAMES, jobs=1)

    assert next(iter(found.rounds["name"])) == "middler_tuned"
    assert found.settled == (not found.rounds["kept"].iloc[-1])
    assert set(found.personas) == set(found.rounds["name"][found.rounds["kept"]])
    assert found.to_json()["yaml"] == found.yaml()
    for name, written in found.personas.items():
        played = balancer.run("black_death", personas={name: written}, lineup=[name, "even"], games=20)
        assert set(played.personas["persona"]) == {name, "even"}


def test_a_search_of_few_games_claims_no_absence() -> None:
    """Whether another number than 18 is better can't be seen in 200 games: so it is said, with the number found."""
    for report in (balancer.exploit(Hold, games=200, jobs=1), balancer.tune(Hold, games=200, jobs=1)):
        lead, *more = " ".join(repr(report).split()).partition("Undecided whether any habits beat ")[2].split(". ")
        pattern = r"careful(, the best persona .*)?: the best habits found \(at \d\d\) gain [+−]\d+ ± \d+ pp on it; "
        assert re.match(pattern + r"(about [\d ]+ games would tell \(--precision [\d.]+pp\)|more than)", lead)
        assert "may have been missed: 200 games confirm that much" in more[0]


def test_a_game_for_one_is_tuned() -> None:
    """There are no opponents to draw, and no mixture to speak of; six is the best number."""
    found = balancer.tune(TwoClasses, games=100, jobs=1)
    rounds = " ".join(str(line) for line in found.report.document().sections)

    assert found.rounds["held_out"].iloc[0] == pytest.approx(6 + 3.5, abs=1)
    assert "Round 1: found" in rounds
    assert "against" not in rounds
    assert "equilibrium" not in rounds


def test_habits_that_a_persona_does_not_have_are_not_pasted() -> None:
    found = balancer.tune(TwoClasses, games=100, jobs=1)

    assert "left_tuned: {base: left, habits: {left_hand: 6}}" in found.yaml()


def test_a_precision_makes_the_confirmation_as_narrow() -> None:
    search = balancer.exploit(Hold, precision="2.5pp", max_games=20_000, jobs=1, players=2)

    assert search.found.response.gain.at(0.95).half_width <= 0.025
    assert search.to_json()["outcome"] in {"kept", "undecided", "none"}


def test_what_is_wrong_is_said_as_by_the_command() -> None:
    with pytest.raises(ScenarioError, match="unknown persona 'midler'"):
        balancer.tune("black_death", persona="midler", games=GAMES)
    with pytest.raises(ScenarioError, match="variant"):
        balancer.exploit("black_death", variant="none", games=GAMES)
