"""CMA-ES, the evolution strategy that adapts the shape of its normal tries, on the unit cube.

Formulas and constants are those of Hansen (2016), "The CMA Evolution Strategy: A Tutorial" (arXiv:1604.00772), without
negative weights.  Tries outside the cube are redrawn up to REDRAWS times, then moved to its edge.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from balancer.players.payoffs import Floats

REDRAWS = 20  # of a try that falls outside the cube, before it is moved to the edge
MIN_TRIES = 4  # of a generation; only the better half counts


class Evolution:
    """Normal tries around a mean, whose step and covariance follow the better half of each generation."""

    def __init__(self, start: Floats, step: float, tries: int, rng: np.random.Generator) -> None:
        """start: the first mean, float[n]; step: the first standard deviation; tries: per generation."""
        self.mean, self.step, self.tries, self.rng = start.copy(), step, max(MIN_TRIES, tries), rng
        # Hansen's notation: mass is mu_eff, c_step c_sigma, damping d_sigma, c_path c_c, c_one c_1, c_rank c_mu, and
        # usual_length is E|N(0, I)|.
        size = len(start)
        parents = self.tries // 2
        weights = math.log((self.tries + 1) / 2) - np.log(np.arange(1, parents + 1))
        self.weights = weights / weights.sum()
        self.mass = mass = 1 / float((self.weights**2).sum())
        self.c_step = (mass + 2) / (size + mass + 5)
        self.damping = 1 + 2 * max(0.0, math.sqrt((mass - 1) / (size + 1)) - 1) + self.c_step
        self.c_path = (4 + mass / size) / (size + 4 + 2 * mass / size)
        self.c_one = 2 / ((size + 1.3) ** 2 + mass)
        self.c_rank = min(1 - self.c_one, 2 * (mass - 2 + 1 / mass) / ((size + 2) ** 2 + mass))
        self.usual_length = math.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size**2))
        self.covariance = np.eye(size)
        self.step_path, self.path = np.zeros(size), np.zeros(size)
        self.generation = 0

    def ask(self) -> list[Floats]:
        """Return the tries of a generation."""
        values, vectors = np.linalg.eigh(self.covariance)
        shape = vectors * np.sqrt(np.maximum(values, 1e-20))
        return [self._draw(shape) for _ in range(self.tries)]

    def _draw(self, shape: Floats) -> Floats:
        point: Floats = self.mean
        for _ in range(REDRAWS):
            point = self.mean + self.step * (shape @ self.rng.standard_normal(len(self.mean)))
            if (point >= 0).all() and (point <= 1).all():
                break
        return np.clip(point, 0.0, 1.0)

    def tell(self, ranked: Sequence[Floats]) -> None:
        """Move the mean and adapt step and covariance; ranked: the tries of the generation, the best first."""
        self.generation += 1
        moves = (np.array(ranked[: len(self.weights)]) - self.mean) / self.step
        move = self.weights @ moves
        self.mean = self.mean + self.step * move
        values, vectors = np.linalg.eigh(self.covariance)
        whitening = (vectors / np.sqrt(np.maximum(values, 1e-20))) @ vectors.T  # the inverse root of the covariance
        self.step_path = (1 - self.c_step) * self.step_path + self._scale(self.c_step) * (whitening @ move)
        length = float(np.linalg.norm(self.step_path))
        fading = math.sqrt(1 - (1 - self.c_step) ** (2 * self.generation))
        # h_sigma in Hansen: while the path of the step is too long, the path of the covariance is not extended.
        straight = length / fading < (1.4 + 2 / (len(self.mean) + 1)) * self.usual_length
        self.path = (1 - self.c_path) * self.path + straight * self._scale(self.c_path) * move
        lost = 0.0 if straight else self.c_path * (2 - self.c_path)
        self.covariance = (
            (1 - self.c_one - self.c_rank + self.c_one * lost) * self.covariance
            + self.c_one * np.outer(self.path, self.path)
            + self.c_rank * (moves.T * self.weights) @ moves
        )
        self.step *= math.exp(min(1.0, (self.c_step / self.damping) * (length / self.usual_length - 1)))

    def _scale(self, rate: float) -> float:
        # A path that forgets at this rate keeps its length.
        return math.sqrt(rate * (2 - rate) * self.mass)
