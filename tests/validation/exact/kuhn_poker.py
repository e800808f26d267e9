"""Kuhn poker, exactly: what two mixed strategies win, by enumeration of the six deals."""

import itertools
from fractions import Fraction
from typing import NamedTuple

JACK, QUEEN, KING = range(3)


class Strategy(NamedTuple):
    """How often a player bets a jack, and calls with a queen as the first and as the second; kings bet and call."""

    bluffs: Fraction
    first_calls: Fraction
    second_calls: Fraction


EQUILIBRIUM = Strategy(Fraction(1, 3), Fraction(2, 3), Fraction(1, 3))  # Kuhn's family at its end: first bluffs 1/3
HONEST = Strategy(Fraction(0), Fraction(0), Fraction(0))
CALLER = Strategy(Fraction(1), Fraction(1), Fraction(1))


def first_gains(first: Strategy, second: Strategy) -> tuple[Fraction, Fraction]:
    """Return the mean chips that the first player wins in a hand, and how often somebody bets."""
    chips, bets = Fraction(0), Fraction(0)
    for own, other in itertools.permutations((JACK, QUEEN, KING), 2):
        higher = 1 if own > other else -1
        opens = (first.bluffs, Fraction(0), Fraction(1))[own]
        follows = (second.bluffs, Fraction(0), Fraction(1))[other]
        first_answers = (Fraction(0), first.first_calls, Fraction(1))[own]
        second_answers = (Fraction(0), second.second_calls, Fraction(1))[other]
        after_open = second_answers * 2 * higher + (1 - second_answers)
        after_follow = first_answers * 2 * higher - (1 - first_answers)
        after_check = follows * after_follow + (1 - follows) * higher
        chips += (opens * after_open + (1 - opens) * after_check) / 6
        bets += (opens + (1 - opens) * follows) / 6
    return chips, bets
