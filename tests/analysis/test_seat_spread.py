"""The change of the seat spread, from pairs: coverage where seats are even, tied, turned round; what pairs gain."""

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from balancer.analysis.comparisons.differences import difference
from balancer.analysis.estimates.metrics import estimate
from balancer.analysis.intervals.paired_intervals import matched_interval
from balancer.analysis.intervals.paired_quantiles import recovered_interval
from balancer.analysis.results import CellResult, PairResult
from tests.analysis.sample import blank_cell
from tests.analysis.test_coverage import covers

GAMES = 4000


def cell_of(won: Any, *, one_loses: bool = False) -> CellResult:
    """Return the cell of games of which seat s won (lost, where one loses) `won[s]`."""
    games, n = int(won.sum()), len(won)
    unit, credit, products = 1, won, np.diag(won)
    if one_loses:
        unit, credit = n - 1, games - won
        products = games - won[:, None] - won[None, :] + np.diag(won)
    tally = {
        "games": games,
        "won": games,
        "credit_unit": unit,
        "credit": credit.tolist(),
        "credit_products": products.tolist(),
        "losses": won.tolist() if one_loses else [0] * n,
    }
    return blank_cell(players=n, one_loses=one_loses, games=games, tally=tally)


def pair_of(joint: Any, *, one_loses: bool = False) -> PairResult:
    """Return the pair of cells of games of which seat s won the base's and t the variant's `joint[s, t]`."""
    base, variant = joint.sum(axis=1), joint.sum(axis=0)
    games = int(joint.sum())
    credit = games - base[:, None] - variant[None, :] + joint if one_loses else joint
    products = {f"loss.{s + 1}": [int(joint[s, s])] * 4 for s in range(min(joint.shape))} if one_loses else {}
    pairs = {"games": games, "alike": 0, "credit": credit.tolist(), "products": products}
    one, other = (cell_of(side, one_loses=one_loses) for side in (base, variant))
    return PairResult(games, one, other, pairs)


@dataclass(frozen=True)
class Change:
    """Win rates of the seats under the base; the variant's game is the same with chance `stay`, else one of `other`."""

    base: tuple[float, ...]
    other: tuple[float, ...]
    stay: float

    @property
    def joint(self) -> Any:
        """The chance of every two winners."""
        p, q = np.array(self.base), np.array(self.other)
        apart = (1 - self.stay) * np.outer(p, q)
        return apart + self.stay * np.diag(p) if self.stay else apart

    @property
    def truth(self) -> float:
        """How much the spread changes."""
        return float(np.ptp(self.joint.sum(axis=0)) - np.ptp(self.base))

    def draw(self, rng: Any, games: int = GAMES, **kind: bool) -> PairResult:
        """Return a pair of cells."""
        joint = self.joint
        return pair_of(rng.multinomial(games, joint.ravel()).reshape(joint.shape), **kind)


EVEN = (0.25,) * 4
CHANGES = {
    "evened": Change((0.4, 0.3, 0.2, 0.1), EVEN, 0.7),
    "nothing known, most games alike": Change((0.222, 0.25, 0.26, 0.268), (0.24, 0.25, 0.25, 0.26), 0.86),
    "all even": Change(EVEN, EVEN, 0.7),
    "all even, no games alike": Change(EVEN, EVEN, 0.0),
    "two ahead of two": Change((0.3, 0.3, 0.2, 0.2), (0.27, 0.27, 0.23, 0.23), 0.7),
    "nearly even": Change((0.262, 0.258, 0.242, 0.238), EVEN, 0.7),
    "turned round": Change((0.3, 0.25, 0.25, 0.2), (0.1, 0.25, 0.25, 0.4), 0.5),
    "turned into a tie": Change((0.28, 0.24, 0.24, 0.24), (0.2, 0.3, 0.25, 0.25), 0.5),
    "eight seats": Change((0.125,) * 8, (0.125,) * 8, 0.5),
    "two seats, turned round": Change((0.52, 0.48), (0.45, 0.55), 0.7),
    "one player more": Change((0.35, 0.33, 0.32), (0.3, 0.25, 0.25, 0.2), 0.0),
}


def half_widths(pair: PairResult) -> tuple[float, float]:
    """Half the width of the interval, and of that of two runs with dice of their own."""
    found: Any = difference(pair, "seat_spread")
    apart: Any = recovered_interval(found.base, found.variant, 0.0)
    return (found.high - found.low) / 2, (apart.high - apart.low) / 2


def hits_of(change: Change, repeats: int, seed: int) -> int:
    rng = np.random.default_rng(seed)
    hits = 0
    for _ in range(repeats):
        found: Any = difference(change.draw(rng), "seat_spread")
        hits += found.low - 1e-12 <= change.truth <= found.high + 1e-12
    return hits


@pytest.mark.parametrize("name", ["evened", "all even", "turned round", "two seats, turned round"])
def test_coverage_roughly(name):
    assert covers(hits_of(CHANGES[name], 150, seed=1), 150)


@pytest.mark.verify
@pytest.mark.parametrize("name", CHANGES)
def test_coverage(name):
    assert covers(hits_of(CHANGES[name], 4000, seed=2), 4000, least=0.945)


@pytest.mark.parametrize(
    ("name", "share"),
    [("evened", 0.55), ("nothing known, most games alike", 0.55), ("two ahead of two", 0.75), ("all even", 1.05)],
)
def test_pairs_gain(name, share):
    """The interval is a half to three quarters as wide as that of two runs that share no dice."""
    rng = np.random.default_rng(3)
    found = np.array([half_widths(CHANGES[name].draw(rng)) for _ in range(20)]).mean(axis=0)
    assert found[0] < share * found[1]


def test_where_the_extremes_are_beyond_doubt_it_is_one_contrast():
    """Of seats 1 and 4: every pair of games moves it by -2 .. 2, and half of that is a share's."""
    joint = np.round(CHANGES["evened"].joint * 100_000).astype(int)
    found: Any = difference(pair_of(joint), "seat_spread")

    moves = np.array([1, 0, 0, -1])
    of_pair = moves[None, :] - moves[:, None]
    pairs = joint.sum()
    mean = (joint * of_pair).sum() / pairs
    variance = (joint * of_pair**2).sum() / pairs - mean**2
    expected = matched_interval(mean / 2, variance / 4, pairs, 2.0537)  # 4 %: the rest says which seats, and how apart
    assert found.value == pytest.approx(mean)
    assert found.se == pytest.approx((variance / pairs) ** 0.5)
    assert 2 * expected.low - 1e-3 <= found.low <= 2 * expected.low + 1e-3
    assert found.interval == pytest.approx((2 * expected.low, 2 * expected.high), abs=2e-4)


def test_losses_are_compared_as_losses():
    """Where one of n loses, win rates lie n - 1 times closer together: spread and fairness are of loss rates."""
    rng = np.random.default_rng(4)
    wins, losses = (CHANGES["evened"].draw(np.random.default_rng(4), one_loses=one) for one in (False, True))
    for name in ("seat_spread", "balance", "first_player_fairness", "seat_entropy"):
        for side in ("base", "variant"):
            won, lost = (estimate(getattr(pair, side), name) for pair in (wins, losses))
            assert (won.value, won.low, won.high) == pytest.approx((lost.value, lost.low, lost.high)), name
    one, other = (difference(pair, "seat_spread") for pair in (wins, losses))
    assert (one.value, one.se, one.low, one.high) == pytest.approx((other.value, other.se, other.low, other.high))
    base, variant = (dataclasses.replace(cell, one_loses=False) for cell in (losses.base, losses.variant))
    by_rule = PairResult(losses.games, base, variant, losses.pairs)
    assert difference(by_rule, "seat_spread").interval == pytest.approx(other.interval)
    eight = cell_of(rng.multinomial(80_000, [0.14, 0.11, *[0.125] * 6]), one_loses=True)
    assert estimate(eight, "seat_spread").value == pytest.approx(0.03, abs=0.008)
    assert estimate(eight, "first_player_fairness").value == pytest.approx(8 * 0.86 / 7, abs=0.01)
