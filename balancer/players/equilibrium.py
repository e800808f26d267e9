"""Symmetric equilibria of an n-player game by multiplicative weights, made exact on their support.

From every start the shares of strategies grow with what they earn (Arora, Hazan & Kale 2012), with shrinking steps.
The average of the second half is then improved to a point where all strategies in use earn the same, if there is one.
An equilibrium is judged only by its exploitability: what the best answer to it gains.

Alpha-rank (Omidshafiei et al. 2019) is left out: its chain is nearly reducible where selection is strong, so that the
answer depends on the mutation rate that makes it irreducible; elsewhere it says the same as the equilibrium.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from balancer.players.payoffs import Floats, SymmetricGame

Numbers = npt.NDArray[np.intp]

STEPS = 2000
MIN_SHARE = 1e-7  # no strategy dies out, for it may become worthwhile later
STEP_SIZE, HALF_LIFE = 10.0, 200  # exponent per step relative to the range of payoffs; steps until it is halved
SUPPORTS = (1e-1, 3e-2, 1e-2, 1e-3)  # shares above which a strategy counts as being in use, tried in turn
ROOT, ROUNDING = 1e-13, 1e-8  # precision of solved equations, and how far a share that is 0 may be off
SAME = 0.02  # equilibria whose shares all differ by less count as one
DERIVATIVE_STEP = 1e-5  # of shares, for derivatives of payoffs
MIN_MIXED = 2  # strategies in use, of a mixture with others beside it

NEARLY_PURE = 0.9


@dataclass(frozen=True)
class Equilibrium:
    """A mixture against which no strategy gains anything by deviating, or next to nothing."""

    shares: Floats
    exploitability: float  # on the measured payoffs, so near 0; `Tournament` has a limit for the true ones
    starts: tuple[int, ...]  # that led to it; -1: the uniform mixture

    @property
    def viable(self) -> float:
        """The effective number of strategies in use: exp of the entropy."""
        return float(viable(self.shares))


def viable(shares: Floats) -> Floats:
    """Return exp of the entropy of mixtures: float[..., k] -> float[...]."""
    positive = np.maximum(shares, 1e-300)
    effective: Floats = np.exp(-(shares * np.log(positive)).sum(-1))
    return effective


def multiplicative_weights(game: SymmetricGame, start: Floats, steps: int = STEPS) -> Floats:
    """Return the mean mixture of the second half of `steps`: float[..., k], leading dimensions as in the games."""
    mixture = np.maximum(start, MIN_SHARE)
    mixture = mixture / mixture.sum(-1, keepdims=True)
    total = np.zeros_like(mixture)
    spread = np.ptp(game.values, axis=(-2, -1))[..., None]
    for step in range(steps):
        size = STEP_SIZE / (1 + step / HALF_LIFE) / np.maximum(spread, 1e-12)
        values = game.against(mixture)
        growth = size * (values - (values * mixture).sum(-1, keepdims=True))
        mixture = np.maximum(mixture * np.exp(np.clip(growth, -50, 50)), MIN_SHARE)
        mixture = mixture / mixture.sum(-1, keepdims=True)
        if step >= steps // 2:  # mixtures may circle around an equilibrium, which their mean approaches
            total += mixture
    average: Floats = total / total.sum(-1, keepdims=True)
    return average


def polish(game: SymmetricGame, mixture: Floats) -> Floats:
    """Return a less exploitable mixture nearby in which all strategies in use earn the same, else `mixture`."""
    return min([mixture, *_candidates(game, mixture)], key=lambda candidate: float(game.exploitability(candidate)))


def _candidates(game: SymmetricGame, mixture: Floats) -> Iterator[Floats]:
    from scipy import optimize  # it loads for a fifth of a second, for which most commands need not wait

    for least in SUPPORTS:
        support = np.flatnonzero(mixture > least)
        if not len(support):
            continue
        start = mixture[support] / mixture[support].sum()
        solution = optimize.root(_inequalities, start, args=(game, support), tol=ROOT)
        if (solution.x > -ROUNDING).all() and abs(solution.x.sum() - 1) < ROUNDING:
            shares = np.maximum(_all_shares(solution.x, game, support), 0.0)
            yield shares / shares.sum()


def _all_shares(shares: Floats, game: SymmetricGame, support: Numbers) -> Floats:
    whole = np.zeros(game.values.shape[-1])
    whole[support] = shares
    return whole


def _inequalities(shares: Floats, game: SymmetricGame, support: Numbers) -> Floats:
    # 0 if strategies in use earn the same and their shares add up to 1
    values = game.against(np.maximum(_all_shares(shares, game, support), 0.0))[support]
    return np.append(values[1:] - values[:-1], shares.sum() - 1)


def farthest_alike(game: SymmetricGame, shares: Floats) -> list[Floats]:
    """Return both ends of the line of mixtures on which those in use earn most nearly the same; [] if one is in use.

    The line goes through `shares`, in the direction that changes the differences of payoffs least: the last singular
    vector of their derivatives.  If the payoffs are singular there, all of the line are equilibria.
    """
    used = np.flatnonzero(shares > SUPPORTS[-1])
    if len(used) < MIN_MIXED:
        return []
    steps = DERIVATIVE_STEP * np.eye(len(shares))[used]
    slopes = (game.against(shares + steps) - game.against(np.maximum(shares - steps, 0.0)))[:, used].T
    *_, vectors = np.linalg.svd(np.vstack([np.diff(slopes, axis=0) / (2 * DERIVATIVE_STEP), np.ones(len(used))]))
    ends = []
    for direction in (vectors[-1], -vectors[-1]):
        falling = direction < 0
        # rounding may leave a direction that changes the sum of the shares
        if not falling.any():
            continue
        length = float((shares[used][falling] / -direction[falling]).min())
        end = np.zeros_like(shares)
        end[used] = np.maximum(shares[used] + length * direction, 0.0)
        ends.append(end / end.sum())
    return ends


def starts(strategies: int) -> Floats:
    """Return float[k + 1, k]: the uniform mixture, then one near each pure strategy."""
    uniform = np.full(strategies, 1 / strategies)
    pure = np.eye(strategies) * NEARLY_PURE + (1 - NEARLY_PURE) / strategies
    return np.vstack([uniform, pure])


def equilibria(game: SymmetricGame) -> list[Equilibrium]:
    """Return the equilibria reached from all starts, each once, that from the uniform mixture first."""
    results: list[Equilibrium] = []
    for number, mixture in enumerate(multiplicative_weights(game, starts(game.values.shape[-1]))):
        shares = polish(game, mixture)
        same = next(
            (k for k, equilibrium in enumerate(results) if np.abs(equilibrium.shares - shares).max() < SAME), None
        )
        if same is None:
            results.append(Equilibrium(shares, max(0.0, float(game.exploitability(shares))), (number - 1,)))
        else:
            results[same] = Equilibrium(
                results[same].shares, results[same].exploitability, (*results[same].starts, number - 1)
            )
    return results
