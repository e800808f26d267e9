"""CMA-ES on functions whose optimum is known."""

import numpy as np
import pytest

from balancer.players.evolution import Evolution

SIZE = 6


def climbed(worth, start, generations=60, seed=3, noise=0.0, step=0.12):
    """Return the mean after some generations of 14 tries; noise: standard deviation of what a try seems worth."""
    rng = np.random.default_rng(seed)
    evolution = Evolution(np.array(start), step, 14, rng)
    for _ in range(generations):
        tries = evolution.ask()
        values = [worth(point) + noise * rng.standard_normal() for point in tries]
        evolution.tell([tries[k] for k in np.argsort(values)[::-1]])
    return evolution


def hill(point):
    return -float(((point - 0.6) ** 2).sum())


def ridge(point):
    """Return a narrow ridge along the diagonal, a thousand times steeper across it."""
    along = point.mean() - 0.7
    return -float(along**2 + 1000 * ((point - point.mean()) ** 2).sum())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_climbs_a_hill_and_narrows(seed):
    found = climbed(hill, [0.1] * SIZE, seed=seed)
    assert found.mean == pytest.approx([0.6] * SIZE, abs=1e-3)
    assert found.step < 0.01


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_it_learns_the_shape_of_a_ridge(seed):
    """Tries of equal width in all directions would get stuck where they met the ridge."""
    found = climbed(ridge, [0.2, 0.25, 0.2, 0.15, 0.2, 0.3], generations=250, seed=seed)
    assert found.mean == pytest.approx([0.7] * SIZE, abs=0.02)
    values, vectors = np.linalg.eigh(found.covariance)
    assert abs(vectors[:, -1].sum()) / np.sqrt(SIZE) > 0.9, "the longest axis is the diagonal"
    assert values[-1] > 20 * values[0]


def test_an_optimum_outside_is_met_at_the_edge():
    found = climbed(lambda point: float(point.sum()), [0.5] * SIZE)
    assert np.clip(found.mean, 0, 1) == pytest.approx([1.0] * SIZE, abs=0.01)


def test_tries_stay_in_the_cube():
    evolution = Evolution(np.zeros(SIZE), 0.5, 14, np.random.default_rng(1))
    tries = np.array(evolution.ask())
    assert tries.shape == (14, SIZE)
    assert tries.min() >= 0
    assert tries.max() <= 1


def test_noise_of_the_games_does_not_stop_it():
    """A difference of 0.01 at the optimum's edge is drowned by noise of 0.05; the start is worth -1.5."""
    found = climbed(hill, [0.1] * SIZE, noise=0.05)
    assert hill(found.mean) > -0.05


def test_a_step_widens_where_the_way_is_long():
    """Twelve generations from a step of 2 %: it must grow to get across the cube."""
    found = climbed(lambda point: -abs(float(point[0]) - 0.9), [0.05], generations=12, step=0.02)
    assert found.mean[0] == pytest.approx(0.9, abs=0.1)


def test_the_same_seed_makes_the_same_tries():
    one, other = (climbed(hill, [0.3] * SIZE, generations=5).mean.tolist() for _ in range(2))
    assert one == other
