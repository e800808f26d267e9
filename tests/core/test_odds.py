"""Rough chances against exact ones."""

from fractions import Fraction
from math import comb

import pytest

from balancer.core.arithmetic.odds import CERTAIN, MAX_THINGS, STEPS, chance_of_none, line_of, step_of


@pytest.mark.parametrize("whole", [1, 7, 30, 78])
def test_nothing_is_in_an_empty_share_and_everything_in_a_whole_one(whole):
    assert [chance_of_none(line_of(0, step_of(whole)), things) for things in (0, 1, MAX_THINGS)] == [CERTAIN] * 3
    assert [chance_of_none(line_of(whole, step_of(whole)), things) for things in (0, 1, MAX_THINGS)] == [CERTAIN, 0, 0]


@pytest.mark.parametrize(("part", "whole"), [(5, 40), (13, 52), (30, 60), (1, 3)])
def test_each_thing_is_in_the_share_independently(part, whole):
    for things in range(8):
        exact = (1 - Fraction(part, whole)) ** things

        assert (
            abs(chance_of_none(line_of(part, step_of(whole)), things) - CERTAIN * exact) <= CERTAIN * things / STEPS + 1
        )


def test_cards_without_replacement_are_close_to_it():
    """15 of 60 unseen cards are in a hand: the chance that none of 3 higher ones is among them."""
    exact = Fraction(comb(57, 15), comb(60, 15))

    assert chance_of_none(line_of(15, step_of(60)), 3) == pytest.approx(CERTAIN * float(exact), rel=0.05)


def test_very_many_things_count_as_so_many():
    assert chance_of_none(line_of(1, step_of(64)), 1000) == chance_of_none(line_of(1, step_of(64)), MAX_THINGS)
