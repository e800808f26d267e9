"""Symmetric equilibria of an n-player game by multiplicative weights, made exact on their support.

From every start the shares of strategies grow with what they earn (Arora, Hazan & Kale 2012), with shrinking steps; the
average of the second half is then improved to a point where all strategies in use earn the same, where there is one.
An equilibrium is judged by its exploitability alone: what the best answer to it gains.

Alpha-rank (Omidshafiei et al. 2019) is left out: its chain is nearly reducible where selection is strong, so that the
answer depends on the mutation rate that makes it irreducible, and where it does not it says what the equilibrium says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from balancer.players.payoffs import Floats, SymmetricGame

Numbers = npt.NDArray[np.intp]

STEPS = 2000
LEAST_SHARE = 1e-7  # no strategy dies out, for it may become worthwhile later
STEP_SIZE, HALF_LIFE = 10.0, 200  # exponent per step relative to the range of payoffs; steps until it is halved
SUPPORTS = (1e-1, 3e-2, 1e-2, 1e-3)  # shares above which a strategy counts as being in use, tried in turn
ROOT, ROUNDING = 1e-13, 1e-8  # how exactly equations are solved, and by how much a share that is 0 may miss it
SAME = 0.02  # equilibria whose shares all differ by less are one

NEARLY_PURE = 0.9


@dataclass(frozen=True)
class Equilibrium:
    """A mixture of strategies, what its best answer gains, and the starts that led to it (-1: the uniform mixture).

    exploitability: on the payoffs on which it was found, so near 0 whatever their errors; `Tournament` has its limit.
    """

    shares: Floats
    exploitability: float
    starts: tuple[int, ...]

    @property
    def viable(self) -> float:
        """The effective number of strategies in use: exp of the entropy."""
        return float(viable(self.shares))


def viable(shares: Floats) -> Floats:
    """Exp of the entropy of mixtures: float[..., k] -> float[...]."""
    kept = np.maximum(shares, 1e-300)
    effective: Floats = np.exp(-(shares * np.log(kept)).sum(-1))
    return effective


def multiplicative_weights(game: SymmetricGame, start: Floats, steps: int = STEPS) -> Floats:
    """The mean mixture of the second half of `steps`: float[..., k], leading dimensions as of the games."""
    mixture = np.maximum(start, LEAST_SHARE)
    mixture = mixture / mixture.sum(-1, keepdims=True)
    total = np.zeros_like(mixture)
    spread = np.ptp(game.values, axis=(-2, -1))[..., None]
    for step in range(steps):
        size = STEP_SIZE / (1 + step / HALF_LIFE) / np.maximum(spread, 1e-12)
        values = game.against(mixture)
        growth = size * (values - (values * mixture).sum(-1, keepdims=True))
        mixture = np.maximum(mixture * np.exp(np.clip(growth, -50, 50)), LEAST_SHARE)
        mixture = mixture / mixture.sum(-1, keepdims=True)
        if step >= steps // 2:
            total += mixture
    average: Floats = total / total.sum(-1, keepdims=True)
    return average


def polished(game: SymmetricGame, mixture: Floats) -> Floats:
    """A less exploitable mixture nearby, in which all strategies in use earn the same; `mixture` if there is none."""
    return min([mixture, *_candidates(game, mixture)], key=lambda one: float(game.exploitability(one)))


def _candidates(game: SymmetricGame, mixture: Floats) -> Iterator[Floats]:
    from scipy import optimize  # it loads for a fifth of a second, for which most commands need not wait

    for least in SUPPORTS:
        support = np.flatnonzero(mixture > least)
        if not len(support):
            continue
        start = mixture[support] / mixture[support].sum()
        found = optimize.root(_unequal, start, args=(game, support), tol=ROOT)
        if (found.x > -ROUNDING).all() and abs(found.x.sum() - 1) < ROUNDING:
            shares = np.maximum(_whole(found.x, game, support), 0.0)
            yield shares / shares.sum()


def _whole(shares: Floats, game: SymmetricGame, support: Numbers) -> Floats:
    """The shares of all strategies, of which those in use have `shares`."""
    whole = np.zeros(game.values.shape[-1])
    whole[support] = shares
    return whole


def _unequal(shares: Floats, game: SymmetricGame, support: Numbers) -> Floats:
    """How far strategies in use are from earning the same, and their shares from adding up to 1."""
    values = game.against(np.maximum(_whole(shares, game, support), 0.0))[support]
    return np.append(values[1:] - values[:-1], shares.sum() - 1)


def starts(strategies: int) -> Floats:
    """The uniform mixture, then one near each pure strategy: float[k + 1, k]."""
    uniform = np.full(strategies, 1 / strategies)
    pure = np.eye(strategies) * NEARLY_PURE + (1 - NEARLY_PURE) / strategies
    return np.vstack([uniform, pure])


def equilibria(game: SymmetricGame) -> list[Equilibrium]:
    """The equilibria reached from all starts, each once, that from the uniform mixture first."""
    found: list[Equilibrium] = []
    for number, mixture in enumerate(multiplicative_weights(game, starts(game.values.shape[-1]))):
        shares = polished(game, mixture)
        same = next((k for k, one in enumerate(found) if np.abs(one.shares - shares).max() < SAME), None)
        if same is None:
            found.append(Equilibrium(shares, max(0.0, float(game.exploitability(shares))), (number - 1,)))
        else:
            found[same] = Equilibrium(found[same].shares, found[same].exploitability, (*found[same].starts, number - 1))
    return found
