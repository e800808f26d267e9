"""Decisions whose options have known worth."""

import numpy as np
import pytest

from balancer.analysis.play.choices import Choices, Decision, NodeChoices


def decision(*own: float, persona: float, other: float | tuple[float, ...] = 0.0, **more: object) -> Decision:
    """Return a decision of seat 0 of three, without noise; other: the chance of seat 2, with each option."""
    others = np.broadcast_to(np.array(other, float), (len(own),))
    chances = np.zeros((1 + len(own), 2, 3))
    chances[:, :, 0] = np.array([persona, *own])[:, None]
    chances[:, :, 2] = np.array([others[0], *others])[:, None]
    facts = {"number": 0, "seat": 0, "node": "take", "dominated": 0, "alike": False, "tried": range(len(own)), **more}
    return Decision(chances=chances, **facts)  # type: ignore[arg-type]


def test_what_options_are_worth() -> None:
    one = decision(0.2, 0.5, 0.1, 0.45, persona=0.2)

    assert (one.gap, one.range, one.lost) == pytest.approx((0.05, 0.4, 0.3))
    assert one.is_blunder(0)
    assert [one.is_blunder(1 + option) for option in range(4)] == [True, False, True, False]
    assert one.best == 1
    assert not decision(0.5, 0.2, persona=0.5).is_blunder(0)


def test_noise_makes_no_option_better() -> None:
    """Eight options that are alike, 20 trial games a half: the best of one half is not better in the other."""
    rng = np.random.default_rng(2)
    games = []
    for _ in range(400):
        one = decision(*[0.5] * 8, persona=0.5)
        one.chances[...] = rng.binomial(20, 0.5, one.chances.shape) / 20
        games.append([one])
    found = NodeChoices.of(games, 1 - 1e-6)

    assert found.gap.low < 0 < found.gap.high
    assert found.lost.low < 0 < found.lost.high
    assert max(abs(one.own[1:].mean(axis=1).max() - one.own[0].mean()) for (one,) in games) > 0.1


def test_who_cannot_win_makes_the_king_where_the_choice_moves_another() -> None:
    king = decision(0.0, 0.02, persona=0.0, other=(0.3, 0.6))
    hopeful = decision(0.0, 0.2, persona=0.0, other=(0.3, 0.6))
    harmless = decision(0.0, 0.02, persona=0.0, other=(0.3, 0.38))
    found = Choices.of([[king, hopeful, harmless], [hopeful]], ["take", "offer"], 0.95)

    assert [one.makes_king for one in (king, hopeful, harmless)] == [True, False, False]
    assert found.hopeless.value == pytest.approx(2 / 4)
    assert found.kingmaking.value == pytest.approx(1 / 4)
    assert found.kingmaking_games.value == pytest.approx(1 / 2)
    assert list(found.nodes) == ["take"], "nobody offered"


def test_means_are_over_decisions_and_dominated_ones_over_options() -> None:
    idle = decision(0.4, 0.4, persona=0.4, alike=True)
    found = NodeChoices.of([[idle, decision(0.1, 0.5, 0.3, persona=0.5, dominated=2)], [idle]], 0.95)

    assert found.per_game == 1.5
    assert found.range.value == pytest.approx(0.4 / 3)
    assert found.gap.value == pytest.approx(0.2 / 3)
    assert found.lost.value == 0
    assert found.idle.value == pytest.approx(2 / 3)
    assert found.dominated.value == pytest.approx(2 / 7)
