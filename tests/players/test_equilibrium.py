"""Equilibria of small games, worked out by hand."""

import numpy as np
import pytest

from balancer.players.equilibrium import equilibria, multiplicative_weights, viable
from balancer.players.payoffs import SymmetricGame


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
    """Each of two strategies earns more the more others do the same; a table of the second pays a lone first less."""
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
