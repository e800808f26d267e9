"""CMA-ES, the evolution strategy that adapts the shape of its normal tries, on the unit cube.

Formulas, names and constants are those of Hansen (2016), "The CMA Evolution Strategy: A Tutorial" (arXiv:1604.00772),
without negative weights.  Tries outside the cube are drawn again some times, then moved to its edge.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from balancer.players.payoffs import Floats

REDRAWN = 20  # draws of a try that falls outside the cube, before it is moved to the edge
LEAST_TRIES = 4  # tries of a generation, of which the better half counts


class Evolution:
    """Normal tries around a mean, whose step and covariance follow the better half of each generation."""

    def __init__(self, start: Floats, step: float, tries: int, rng: np.random.Generator) -> None:
        """start: the first mean, float[n]; step: the first standard deviation; tries: per generation."""
        self.mean, self.step, self.tries, self.rng = start.copy(), step, max(LEAST_TRIES, tries), rng
        size = len(start)
        kept = self.tries // 2
        weights = math.log((self.tries + 1) / 2) - np.log(np.arange(1, kept + 1))
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
        """The tries of a generation."""
        values, vectors = np.linalg.eigh(self.covariance)
        shape = vectors * np.sqrt(np.maximum(values, 1e-20))
        return [self._drawn(shape) for _ in range(self.tries)]

    def _drawn(self, shape: Floats) -> Floats:
        point: Floats = self.mean
        for _ in range(REDRAWN):
            point = self.mean + self.step * (shape @ self.rng.standard_normal(len(self.mean)))
            if (point >= 0).all() and (point <= 1).all():
                break
        return np.clip(point, 0.0, 1.0)

    def tell(self, ranked: Sequence[Floats]) -> None:
        """Move on; ranked: the tries of the generation, the best first."""
        self.generation += 1
        moves = (np.array(ranked[: len(self.weights)]) - self.mean) / self.step
        move = self.weights @ moves
        self.mean = self.mean + self.step * move
        self.step_path = (1 - self.c_step) * self.step_path + self._scale(self.c_step) * (self._whitening() @ move)
        length = float(np.linalg.norm(self.step_path))
        fading = math.sqrt(1 - (1 - self.c_step) ** (2 * self.generation))
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
        """What keeps the length of a path that forgets at that rate."""
        return math.sqrt(rate * (2 - rate) * self.mass)

    def _whitening(self) -> Floats:
        """The inverse square root of the covariance."""
        values, vectors = np.linalg.eigh(self.covariance)
        inverse: Floats = (vectors / np.sqrt(np.maximum(values, 1e-20))) @ vectors.T
        return inverse
