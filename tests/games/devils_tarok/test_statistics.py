"""The Devil's Tarok under random players, against figures of an independent program (a million games each).

Every comparison allows 6 standard errors of both sides together, which fair dice exceed twice in 1,000 million.
"""

from math import sqrt

import numpy as np
import pytest

from balancer.games.devils_tarok import GAME
from balancer.games.devils_tarok.table import EXTRA
from balancer.testing import cases
from balancer.testing.cases import Case

SIGMAS = 6
ROUNDING = 0.00005
CHUNK = 10_000
PUBLISHED_GAMES = 1_000_000

PUBLISHED = {2: (0.5996, 1.4534), 3: (0.4446, 1.8722), 4: (0.3533, 2.0245), 5: (0.2988, 2.2871)}
"""By players: share of tricks won by their leader (a ratio of sums), hands per game."""


def simulate(players, games):
    """Tricks won by the leader, tricks and hands of each game, as three columns."""
    case = Case(GAME.defaults, players, (GAME.persona("random"),))
    table, history = cases.lay(GAME, case), GAME.history(case.rules)
    found = []
    for first in range(0, games, CHUNK):
        rows = GAME.play(table, history, 2025, first, CHUNK)
        found.append(
            np.column_stack([rows["extras"][:, EXTRA.LEADER_TRICKS], rows["rounds"], rows["extras"][:, EXTRA.HANDS]])
        )
    return np.concatenate(found).astype(float)


def assert_near(found, expected, error, games, what):
    allowed = SIGMAS * error * sqrt(1 / games + 1 / PUBLISHED_GAMES) + ROUNDING

    assert abs(found - expected) < allowed, f"{what}: {found:.5f}, not {expected:.4f} (allowed: {allowed:.5f})"


def assert_agrees(players, games):
    won, tricks, hands = simulate(players, games).T
    share, length = PUBLISHED[players]
    ratio = won.sum() / tricks.sum()
    assert_near(ratio, share, np.std(won - ratio * tricks) / tricks.mean(), games, "share of the leader")
    assert_near(hands.mean(), length, hands.std(), games, "hands per game")


@pytest.mark.parametrize("players", PUBLISHED)
def test_figures_of_an_independent_program(players):
    assert_agrees(players, 60_000)


@pytest.mark.verify
@pytest.mark.parametrize("players", PUBLISHED)
def test_figures_of_an_independent_program_at_full_size(players):
    assert_agrees(players, PUBLISHED_GAMES)


def test_seats_are_not_alike_with_five_players():
    """Only three of five draw a 16th card."""
    case = Case({**GAME.defaults, "target": 50}, 5, (GAME.persona("random"),))
    rows = cases.play(GAME, case, count=40_000)
    wins = np.array([(rows["winners"] >> np.uint64(seat) & np.uint64(1)).mean() for seat in range(5)])

    assert np.ptp(wins) > SIGMAS * sqrt(2 * 0.2 * 0.8 / len(rows))
