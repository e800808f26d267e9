"""Games worth a look, among rows made up for it."""

import numpy as np
import pytest

from balancer.core.result_row import RESULT
from balancer.simulation import notable


def rows(drama, changes, defined=None, first=0):
    """RESULT rows of games with those figures."""
    made = np.zeros(len(drama), RESULT)
    made["game_number"] = first + np.arange(len(drama))
    made["lead"]["drama"], made["lead"]["changes"] = drama, changes
    made["lead"]["defined"] = 1 if defined is None else defined
    return made


@pytest.mark.parametrize("cut", range(1, 5))
def test_the_greatest_comeback_and_the_most_lead_changes(cut):
    """The first of equals, whatever chunks the games came in, and in whatever order."""
    whole = rows([3, 9, 9, 0, 5], [1, 0, 4, 4, 2])
    pieces = [notable.early_figures(whole[cut:]), notable.early_figures(whole[:cut])]
    found = notable.early_games(pieces)
    assert (found["comeback"], found["lead_changes"]) == (1, 2)


def test_only_games_with_one_winner_count():
    """Of the others the leader metrics are not defined; where none has any there is no such game."""
    found = notable.early_games([notable.early_figures(rows([7, 2], [9, 0], defined=[0, 1]))])
    assert (found["comeback"], found["lead_changes"]) == (1, None)
    assert notable.early_games([notable.early_figures(rows([0], [0]))])["comeback"] is None


def test_later_games_are_not_looked_at():
    """So that the answer is the same however many more are played."""
    early = notable.early_figures(rows([1], [1]))
    late = notable.early_figures(rows([8], [8], first=notable.EARLY_GAMES))
    assert late.shape[1] == 0
    assert notable.early_games([late, early])["comeback"] == 0
