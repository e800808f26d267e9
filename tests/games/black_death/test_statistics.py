"""Black Death under random players, against figures from elsewhere.

Every comparison allows 6 standard errors (both sides' together), which fair dice exceed twice in 1,000 million; there
are some 50 of them.
"""

from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import Any, NamedTuple

import numpy as np
import pytest

from balancer.games.black_death import GAME
from balancer.testing import cases
from balancer.testing.cases import Case

SIGMAS = 6
CHUNK = 10_000


class Vector(NamedTuple):
    """Takes a game and loss rate by seat, as published, from so many games."""

    takes: float
    losses: list[float]
    games: int
    knobs: dict[str, Any]


def drawing(ranks):
    return {"order": "draw", "suits": 2, "ranks": ranks}


VECTORS = {
    "printed, 3 players": Vector(20.760, [0.2057, 0.3944, 0.3999], 4_000_000, {}),
    "printed, 4 players": Vector(32.762, [0.2398, 0.2479, 0.2573, 0.2550], 4_000_000, {}),
    "printed, 5 players": Vector(51.938, [0.2282, 0.1146, 0.2446, 0.2068, 0.2058], 4_000_000, {}),
    "printed, 6 players": Vector(67.642, [0.2089, 0.1102, 0.0901, 0.2351, 0.1759, 0.1798], 4_000_000, {}),
    # Old Maid as published by others: n players draw from n * floor(26 / n) pairs
    "drawing, 2 players": Vector(15.1807, [0.50210, 0.49790], 10_000_000, drawing(26)),
    "drawing, 3 players": Vector(37.6514, [0.33513, 0.33550, 0.32937], 10_000_000, drawing(24)),
    "drawing, 4 players": Vector(69.2122, [0.25196, 0.25206, 0.24819, 0.24780], 10_000_000, drawing(24)),
    "drawing, 5 players": Vector(112.328, [0.20247, 0.20172, 0.19936, 0.19845, 0.19800], 10_000_000, drawing(25)),
}


class Sums(NamedTuple):
    """What was simulated."""

    games: int
    takes: float
    sd_of_takes: float
    losses: list[float]


def simulate(players, knobs, games):
    case = Case({**GAME.defaults, **knobs, "max_rounds": 100_000}, players, (GAME.persona("random"),))
    table, history = cases.lay(GAME, case), GAME.history(case.rules)
    losses, total, squares = np.zeros(players), 0, 0
    for first in range(0, games, CHUNK):
        rows = GAME.play(table, history, 2024, first, CHUNK)
        turns = rows["turns"].astype(np.int64)
        total, squares = total + int(turns.sum()), squares + int((turns * turns).sum())
        losses += [int((rows["winners"] >> np.uint64(seat) & np.uint64(1) == 0).sum()) for seat in range(players)]
    mean = total / games
    return Sums(games, mean, sqrt(squares / games - mean**2), list(losses / games))


def assert_near(found, expected, error, what):
    assert abs(found - expected) < SIGMAS * error, (
        f"{what}: {found:.5f}, not {expected:.5f} (standard error {error:.5f})"
    )


def assert_agrees(name, games):
    vector = VECTORS[name]
    found = simulate(len(vector.losses), vector.knobs, games)
    both = sqrt(1 / games + 1 / vector.games)
    assert_near(found.takes, vector.takes, found.sd_of_takes * both + 0.0005 / SIGMAS, "takes")
    for seat, (loss, expected) in enumerate(zip(found.losses, vector.losses, strict=True)):
        rounding = 0.00005 / SIGMAS  # published with four figures
        assert_near(loss, expected, sqrt(expected * (1 - expected)) * both + rounding, f"losses of seat {seat}")


@pytest.mark.parametrize("name", VECTORS)
def test_figures_published_elsewhere(name):
    assert_agrees(name, 60_000)


@pytest.mark.verify
@pytest.mark.parametrize("name", VECTORS)
def test_figures_published_elsewhere_at_full_size(name):
    assert_agrees(name, VECTORS[name].games)


# Two players, exactly -------------------------------------------------------------------------------------------------
def both_hold(cards_of_one):
    """Return for each m how many ways to give one player some of 4 x 14 cards leave m ranks with both players.

    A rank of which one holds 1 or 3 is left with both (4 x + 4 x^3 ways), else with none (1 + 6 x^2 + x^4).
    """
    ways = {(0, 0): 1}  # (cards given, ranks left) -> ways
    for _ in range(14):
        after: dict[tuple[int, int], int] = {}
        for (cards, ranks), number in ways.items():
            for given in range(5):
                key = cards + given, ranks + given % 2
                after[key] = after.get(key, 0) + number * comb(4, given)
        ways = after
    return {ranks: number for (cards, ranks), number in ways.items() if cards == cards_of_one}


@cache
def takes_left(ranks, offerer_holds_death):
    """Expected takes when both hold so many ranks, and one of them Death; every take but Death's pairs off."""
    if ranks == 0:
        return Fraction(0)
    if not offerer_holds_death:
        return 1 + takes_left(ranks - 1, True)
    # x = 1 + x / (ranks + 1) + takes_left(ranks - 1, False) * ranks / (ranks + 1), for a taker of Death offers it next
    return (1 + takes_left(ranks - 1, False) * Fraction(ranks, ranks + 1)) * Fraction(ranks + 1, ranks)


@cache
def offerer_loses(ranks, offerer_holds_death):
    """Return the probability that who offers now loses in the end."""
    if ranks == 0:
        return Fraction(offerer_holds_death)
    if not offerer_holds_death:
        return 1 - offerer_loses(ranks - 1, True)
    # likewise, the sought p on both sides: who takes Death offers it next, and loses with p
    stays = 1 - offerer_loses(ranks - 1, False)
    return (Fraction(1, ranks + 1) + stays * Fraction(ranks, ranks + 1)) / (1 + Fraction(1, ranks + 1))


def exactly():
    """Takes and the loss rate of seat 0, who gets 29 of the 57 cards."""
    takes = losses = Fraction(0)
    for seat_0_holds_death, others in ((True, 28), (False, 29)):
        chance = Fraction(29 if seat_0_holds_death else 28, 57) / comb(56, others)
        for ranks, ways in both_hold(others).items():
            takes += chance * ways * takes_left(ranks, seat_0_holds_death)
            losses += chance * ways * offerer_loses(ranks, seat_0_holds_death)
    return takes, losses


def test_two_players_exactly():
    """An exact computation gives the published 7.926 takes and .4939, and so do 200,000 games."""
    takes, losses = exactly()
    assert round(float(takes), 3) == 7.926
    assert round(float(losses), 4) == 0.4939

    found = simulate(2, {}, 200_000)
    assert_near(found.takes, float(takes), found.sd_of_takes / sqrt(found.games), "takes")
    assert_near(found.losses[0], float(losses), 0.5 / sqrt(found.games), "losses of seat 0")
