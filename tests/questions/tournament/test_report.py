"""What is said of a tournament, on made-up payoffs."""

import pytest

from balancer.analysis.intervals.elementary import RatioSums
from balancer.players.payoffs import Payoff, Payoffs
from balancer.players.tournament import Tournament
from balancer.reporting.findings.tournament import sentences

GAMES = 1000


def payoff(wins: int, seats: int = 1) -> Payoff:
    """Return the payoff of that many games won in 1000, by one of `seats` seats each."""
    return Payoff(RatioSums(wins, GAMES * seats, wins, wins * seats, GAMES * seats * seats, 1), GAMES, GAMES)


def held(wins: int, among_random: dict[str, int]) -> Tournament:
    """Return two players: `strong` wins so many of 1000 games against `weak`."""
    measured: dict[tuple[int, ...], dict[int, Payoff]] = {
        (0, 0): {0: payoff(GAMES, 2)},
        (0, 1): {0: payoff(wins), 1: payoff(GAMES - wins)},
        (1, 1): {1: payoff(GAMES, 2)},
    }
    random = {name: payoff(number) for name, number in among_random.items()}
    return Tournament({}, Payoffs(("strong", "weak"), 2, 0.5, measured), False, 3 * GAMES, {}, among_random=random)


def test_a_persona_that_takes_all_needs_no_interval():
    one = held(900, {})
    text = " ".join(sentences(one))
    assert "end up with strong only: no persona does better against this mixture." in text
    assert "Effectively 1.0 of 2 personas are viable" in text
    assert "Skill" not in text, "nobody played among random players"
    one = held(500, {})
    assert "only:" not in sentences(one)[0]


def test_what_the_best_answer_to_an_equilibrium_may_gain_is_said():
    """500 of 1000 wins: half and half; each gains half of what it wins more than 50 %, ± 1.96 * 1.58 pp / 2."""
    one = held(500, {})
    limit = one.exploitability_limit(one.equilibrium)
    assert limit == pytest.approx(1.96 * 0.0158 / 2, rel=0.15), "the error is that of 200 redraws"
    assert f"no persona gains more than {100 * limit + 0.05:.1f} pp against this mixture." in sentences(one)[0]


def test_skill_names_the_best_and_the_least_among_random_players():
    """800 of 1000 games: (0.8 - 0.5) / 0.5 = 0.60; by Wilson at 2.24, 95 % for two at once, 0.770 to 0.827."""
    one = held(900, {"weak": 650, "strong": 800})
    (sentence,) = [each for each in sentences(one) if each.startswith("Skill")]
    assert sentence == (
        "Skill: where the other chooses at random, strong wins 80% ± 3 pp, weak 65% ± 3 pp; an equal share is 50%. "
        "Skill order 0.60 (0.54 to 0.65): 0 is pure luck, 1 is a player who always wins."
    )
    strong = one.skill["strong"]
    assert (strong.low, strong.high) == pytest.approx((0.7702, 0.8268), abs=1e-4)
