"""Public games have the figures that are published, or that follow exactly from their rules.

Seeds are fixed, so there are no false alarms: each test passes or fails in every run and on any machine.  With new
seeds |z| would exceed 4 in one of about 16 000 right figures.
"""

from __future__ import annotations

import csv
import dataclasses
import itertools
import types

import numpy as np
import pytest

from balancer.plain.files import load_file
from docs import make_validation
from tests.validation.exact import blackjack, chutes_and_ladders, pig
from tests.validation.figures import GROUPS, PUBLIC, ExactFigure, Setting, all_figures


@pytest.mark.parametrize("title", GROUPS)
def test_figures_are_right(title: str) -> None:
    errors = {figure.meaning: figure.z for figure in all_figures()[title]}

    assert {meaning: z for meaning, z in errors.items() if not abs(z) <= 4} == {}


def test_standard_errors_are_right() -> None:
    errors = [figure.z for group in all_figures().values() for figure in group if figure.estimate.se]

    assert 0.5 < np.mean(np.square(errors)) < 2


def test_a_figure_of_other_rules_is_found() -> None:
    """The rule that 100 may be passed shortens games by 2.4 rounds of 26."""
    setting = Setting("chutes_and_ladders", rules=(("exact", False),))
    figure = ExactFigure(setting, "rounds", chutes_and_ladders.mean_rounds(2), "", "rounds")

    assert abs(figure.z) > 4
    assert abs(dataclasses.replace(figure, exact=chutes_and_ladders.mean_rounds(2, exact=False)).z) <= 4


def test_the_policy_of_pig_is_optimal() -> None:
    lines = csv.reader((PUBLIC / "pig_optimal.csv").read_text(encoding="utf-8").splitlines())

    assert np.array_equal(np.array([[int(points) for points in line] for line in lines]), pig.optimal()[1])


def test_a_policy_is_worth_the_same_by_both_ways_of_computing() -> None:
    won, policy = pig.optimal()

    assert pig.first_wins(policy, policy) == pytest.approx(won, abs=1e-6)


def test_basic_strategy_of_blackjack_is_optimal() -> None:
    """The chart makes the best move with every two cards, and with as many points in more of them."""
    basic = load_file(PUBLIC / "blackjack.py").package.Basic()
    for one, two, shown, is_first in itertools.product(range(1, 11), range(1, 11), range(1, 11), (True, False)):
        hand = blackjack.Hand().with_card(one).with_card(two)
        if hand.total < 21:
            game, me = types.SimpleNamespace(shown=shown), types.SimpleNamespace(cards=[one, two])
            moves = ["stand", "hit", *(["double"] if is_first else [])]
            best = max(moves, key=lambda move: basic.play(game, me, move))
            assert best == blackjack.optimal(hand, shown, is_first), (one, two, shown, is_first)


def test_the_page_says_what_is_measured() -> None:
    """If this fails after a change of rules, figures or dice: make validation."""
    assert make_validation.PAGE.read_text(encoding="utf-8") == make_validation.page()
