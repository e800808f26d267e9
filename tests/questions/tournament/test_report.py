"""What is said of a tournament, on made-up payoffs."""

import dataclasses

import pytest

import balancer
from balancer.analysis.figure import Figure
from balancer.analysis.intervals.elementary import RatioSums
from balancer.core.jit import PLAIN
from balancer.players.payoffs import Payoff, Payoffs
from balancer.players.stakes import Stakes
from balancer.players.tournament import Tournament
from balancer.reporting.console import Console
from balancer.reporting.document.terminal import print_document
from balancer.reporting.findings.tournament import _line_up_words, mixture, sentences
from balancer.reporting.numbers import SHARE, text
from balancer.sides import BANK, RIVALS, SCORE, TOGETHER, WIN
from tests.players.table_games import Alone

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
    assert "end up with strong only: no persona does better against it." in text
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
        "Skill: where the other chooses at random, a player wins at best 80% ± 3 pp with strong, at worst 65% ± 3 pp "
        "with weak; an equal share is 50%. "
        "Skill order 0.60 (0.54 to 0.65): 0 is pure luck, 1 is a player who always wins."
    )
    strong = one.skill["strong"]
    assert (strong.low, strong.high) == pytest.approx((0.7702, 0.8268), abs=1e-4)


def without_rivals(stakes: Stakes, **wins: int) -> Tournament:
    """Return personas that win so many of 1000 games each when they play all seats."""
    share = stakes.aim == WIN
    measured = {
        (k,) * stakes.players: {k: payoff(number)._replace(is_share=share)} for k, number in enumerate(wins.values())
    }
    payoffs = Payoffs(tuple(wins), stakes.players, None, measured)
    return Tournament({}, payoffs, False, GAMES * len(wins), {}, stakes=stakes)


@pytest.mark.parametrize(
    ("stakes", "wins", "sentence"),
    [
        (
            Stakes(2, 1, BANK),
            {"first": 500, "second": 490, "third": 350},
            (
                "Too few games to tell who wins most often against the bank: first 50% ± 4 pp and second 49% ± 4 pp; "
                "less often than first: third 35% ± 4 pp."
            ),
        ),
        (
            Stakes(2, 1, BANK),
            {"first": 500, "second": 350, "third": 340},
            (
                "Against the bank first wins most often, 50% ± 4 pp of its games, and least often one of second 35% "
                "± 4 pp and third 34% ± 4 pp."
            ),
        ),
        (
            Stakes(2, 1, TOGETHER),
            {"first": 500, "second": 350, "third": 340},
            (
                "The table wins most often with first only, 50% ± 4 pp of the games, and least often with one of "
                "second only 35% ± 4 pp and third only 34% ± 4 pp."
            ),
        ),
        (
            Stakes(1, 1, RIVALS, SCORE),
            {"first": 500, "second": 499, "third": 498},
            (
                "Too few games to tell who scores most: first 0.50 ± 0.04 points, second 0.50 ± 0.04 points and third "
                "0.50 ± 0.04 points."
            ),
        ),
    ],
)
def test_only_what_is_told_apart_from_all_others_is_the_most_or_the_least(
    stakes: Stakes, wins: dict[str, int], sentence: str
):
    assert sentences(without_rivals(stakes, **wins))[0] == sentence


def test_a_share_has_one_interval_in_sentences_and_tables():
    three = {"first": 500, "second": 350, "third": 340}
    one = without_rivals(Stakes(3, 1, TOGETHER), **three)
    mixed: dict[tuple[int, ...], dict[int, Payoff]] = {
        line_up: {0: payoff(400)} for line_up in ((0, 0, 1), (0, 0, 2), (0, 1, 2), (1, 1, 2))
    }
    payoffs = dataclasses.replace(one.payoffs, measured={**one.payoffs.measured, **mixed})
    among_random = {name: payoff(won) for name, won in three.items()}
    one = dataclasses.replace(one, payoffs=payoffs, among_random=among_random, random=payoff(20))

    own = Figure(0.5, *one.own_payoff(0).interval(one.joint_z))
    assert one.skill["first"].ends == own.ends
    assert f"first only, {text(own, SHARE)} of the games" in sentences(one)[0]


def test_a_line_up_of_three_personas_has_one_with():
    three = without_rivals(Stakes(3, 1, TOGETHER), first=500, second=350, third=340)
    assert _line_up_words(three, (0, 1, 2)) == "first with second and third"
    assert _line_up_words(three, (0, 1, 1)) == "first with second ×2"
    assert mixture(three, (0.5, 0.3, 0.2)) == "first 50% with second 30% and third 20%"


@pytest.mark.skipif(PLAIN, reason="hundreds of games")
def test_one_player_has_no_seats_to_compare():
    report = balancer.tournament(Alone, games=100, jobs=1).report
    console = Console()
    print_document(report.document(), console)
    said = " ".join(console.text.getvalue().split())

    assert "a payoff is the mean score;" in said
    assert "per seat" not in said
    assert "All seats" not in said
