"""Equilibria of small games, worked out by hand, and what they gain on payoffs other than those measured."""

import numpy as np
import pytest

from balancer.players.equilibrium import Equilibrium, equilibria, multiplicative_weights, polish, viable
from balancer.players.payoffs import Payoff, Payoffs, SymmetricGame, line_ups
from balancer.players.tournament import Tournament
from balancer.reporting.findings.tournament import sentences
from tests.players.test_payoffs import share


def odd_one_out(mine, others):
    """Matching pennies with three: the one who shows another side than both others takes all; else all share."""
    return {0: 1.0, 1: 0.0, 2: 1 / 3}[others.count(mine)]


def test_matching_pennies_with_three_are_mixed_evenly():
    """Heads with chance p: heads earns (1-p)^2 + p^2/3, tails p^2 + (1-p)^2/3: equal at p = 1/2 alone."""
    (found,) = equilibria(SymmetricGame.of(2, 3, odd_one_out))

    assert found.shares == pytest.approx([0.5, 0.5], abs=1e-9)
    assert found.exploitability == pytest.approx(0, abs=1e-12)
    assert found.viable == pytest.approx(2)
    assert found.starts == (-1, 0, 1)


def test_what_a_strategy_earns_in_matching_pennies_with_three():
    game = SymmetricGame.of(2, 3, odd_one_out)

    heads, tails = game.against(np.array([0.9, 0.1]))

    assert heads == pytest.approx(0.1**2 + 0.9**2 / 3)
    assert tails == pytest.approx(0.9**2 + 0.1**2 / 3)
    assert game.exploitability(np.array([0.9, 0.1])) == pytest.approx(tails - (0.9 * heads + 0.1 * tails))


def test_rock_paper_scissors_with_a_dominated_fourth():
    """Rock beats scissors by 3, the others win by 1: rock 1/5, paper 3/5, scissors 1/5.  A bad rock loses to all."""
    margins = {(0, 2): 3, (1, 0): 1, (2, 1): 1}

    def payoff(mine, others):
        (other,) = others
        if mine == other:
            return 0.5
        if 3 in (mine, other):
            return 0.05 if mine == 3 else 0.95
        return 0.5 + (margins.get((mine, other), 0) - margins.get((other, mine), 0)) / 10

    (found,) = equilibria(SymmetricGame.of(4, 2, payoff))

    assert found.shares == pytest.approx([0.2, 0.6, 0.2, 0.0], abs=1e-6)
    assert found.exploitability < 1e-9
    assert found.viable == pytest.approx(np.exp(-(0.4 * np.log(0.2) + 0.6 * np.log(0.6))))


def two_conventions(mine, others):
    """Pay each of two strategies more, the more others do the same; a lone first among the second gets less."""
    alike = others.count(mine)
    return (0.20, 0.30, 1 / 3)[alike] if mine == 0 else (0.10, 0.32, 1 / 3)[alike]


def test_both_conventions_are_found():
    """With share p of the first: 0.2(1-p)^2 + 0.6p(1-p) + p^2/3 against 0.1p^2 + 0.64p(1-p) + (1-p)^2/3.

    At p = 1/2 the first earns 0.2833, the second 0.2683: the uniform mixture leads to the first.
    """
    first, second = equilibria(SymmetricGame.of(2, 3, two_conventions))

    assert first.shares == pytest.approx([1, 0], abs=1e-6)
    assert first.starts == (-1, 0)
    assert second.shares == pytest.approx([0, 1], abs=1e-6)
    assert second.starts == (1,)
    assert max(first.exploitability, second.exploitability) < 1e-6


def test_games_are_solved_side_by_side_as_alone():
    one, two = SymmetricGame.of(2, 3, odd_one_out), SymmetricGame.of(2, 3, two_conventions)
    both = SymmetricGame(one.counts, np.array([one.values, two.values]))
    start = np.array([0.3, 0.7])

    together = multiplicative_weights(both, np.array([start, start]), 300)

    assert together[0] == pytest.approx(multiplicative_weights(one, start, 300))
    assert together[1] == pytest.approx(multiplicative_weights(two, start, 300))


def test_the_effective_number_of_strategies():
    assert viable(np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]])) == pytest.approx([1, 2])


def hawk(mine, others):
    """Hawks win most among doves and little among hawks; chances of winning are proportional to this."""
    return (3.0, 0.6, 0.4)[others.count(0)] if mine == 0 else 1.0


def rock(mine, others):
    """Rock, paper, scissors with two others."""
    return 1 + 0.5 * sum((mine - other) % 3 == 1 for other in others)


@pytest.mark.parametrize(("strength", "strategies"), [(hawk, 2), (rock, 3)])
@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_the_limit_of_exploitability_holds_on_the_true_payoffs(strength, strategies, confidence):
    """Tournaments of known truth, 400 games per line-up: the limit holds at its confidence, the point value does not.

    The margin is 5.3 standard errors: a limit at the stated confidence falls below it with a chance of less than 1e-6.
    """
    seats, games, times = 3, 400, 600
    rng = np.random.default_rng(20261120)
    wins, truth = {}, {}
    for line_up in line_ups(strategies, seats):
        weights = [strength(one, line_up[:seat] + line_up[seat + 1 :]) for seat, one in enumerate(line_up)]
        truth[line_up] = np.array(weights) / sum(weights)
        wins[line_up] = rng.multinomial(games, truth[line_up], size=times)
    true = SymmetricGame.of(
        strategies, seats, lambda one, others: truth[line := tuple(sorted((one, *others)))][line.index(one)]
    )
    start = polish(true, np.full(strategies, 1 / strategies))

    gains, limits, points = [], [], []
    for number in range(times):
        found = {
            line_up: {
                one: share(drawn[number][np.array(line_up) == one].mean() / games, line_up.count(one), games)
                for one in dict.fromkeys(line_up)
            }
            for line_up, drawn in wins.items()
        }
        payoffs = Payoffs(tuple("abc"[:strategies]), seats, 1 / seats, found)
        mixture = polish(payoffs.game, start)
        point = float(payoffs.game.exploitability(mixture))
        held = Tournament({}, payoffs, one_loses=False, games=0, unfinished={}, confidence=confidence)
        gains.append(float(true.exploitability(mixture)))
        limits.append(held.exploitability_limit(Equilibrium(mixture, point, (-1,))))
        points.append(point)

    covered = np.mean(np.less_equal(gains, limits))
    assert covered > confidence - 5.3 * np.sqrt(confidence * (1 - confidence) / times)
    assert np.mean(limits) < 4 * np.mean(gains), "a limit that says something"
    assert np.mean(np.less_equal(gains, points)) < 0.05


def tournament_of(matrix, games=20_000):
    """Return a tournament of two seats with these payoffs, as if measured in that many games."""
    k = len(matrix)
    measured: dict[tuple[int, ...], dict[int, Payoff]] = {
        (a, b): {a: share(matrix[a][b], 1, games), b: share(matrix[b][a], 1, games)}
        for a, b in line_ups(k, 2)
        if a != b
    } | {(a, a): {a: share(0.5, 2, games)} for a in range(k)}
    payoffs = Payoffs(tuple("abcd"[:k]), 2, 0.5, measured)
    return Tournament({}, payoffs, one_loses=False, games=0, unfinished={})


EFRON = [
    [1 / 2, 2 / 3, 4 / 9, 1 / 3],
    [1 / 3, 1 / 2, 2 / 3, 1 / 2],
    [5 / 9, 1 / 3, 1 / 2, 2 / 3],
    [2 / 3, 1 / 2, 1 / 3, 1 / 2],
]


def test_an_equilibrium_of_singular_payoffs_is_one_of_several():
    """With Efron's dice a line of mixtures is in equilibrium, at one end of it (3/7, 1/7, 3/7, 0)."""
    held = tournament_of(EFRON)

    assert held.alternative is not None
    assert held.payoffs.game.exploitability(held.alternative) < 0.01
    assert np.abs(held.alternative - held.equilibrium.shares).max() > 0.05
    first, *more = sentences(held)
    assert first.startswith("Players who adapt to each other may end up with")
    assert any(sentence.startswith("It is one of several mixtures") for sentence in more)


def test_an_equilibrium_of_regular_payoffs_is_the_only_one():
    held = tournament_of([[0.5, 0.35, 0.8], [0.65, 0.5, 0.4], [0.2, 0.6, 0.5]])

    assert held.alternative is None
    assert sentences(held)[0].startswith("Players who adapt to each other end up with")
