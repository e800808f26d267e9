"""Chutes and Ladders, exactly: the Markov chain of one player, and the first of several to arrive."""

import functools

import numpy as np

# Althoen, King and Schilling (1993), figure 1: from square to square.
LADDERS = [(1, 38), (4, 14), (9, 31), (21, 42), (28, 84), (36, 44), (51, 67), (71, 91), (80, 100)]
CHUTES = [(16, 6), (47, 26), (49, 11), (56, 53), (62, 19), (64, 60), (87, 24), (93, 73), (95, 75), (98, 78)]
JUMPS = dict([*LADDERS, *CHUTES])
LONGEST = 6000  # spins; longer games have a probability below 1e-60


@functools.cache
def arrivals(*, exact: bool = True) -> np.ndarray:
    """Return float[1 + LONGEST]: how likely one player arrives at 100 with exactly that many spins."""
    moves = np.zeros((101, 101))
    for square in range(100):
        for number in range(1, 7):
            after = square + number
            if after > 100:
                after = square if exact else 100
            moves[square, JUMPS.get(after, after)] += 1 / 6
    moves[100, 100] = 1
    state = np.zeros(101)
    state[0] = 1
    arrived = [0.0]
    for _ in range(LONGEST):
        state = state @ moves
        arrived.append(state[100])
    return np.diff(arrived, prepend=0.0)


def mean_and_deviation() -> tuple[float, float]:
    """Return the mean and the standard deviation of the spins that one player needs."""
    spins = np.arange(LONGEST + 1)
    mean = float(spins @ arrivals())
    return mean, float(np.sqrt(spins**2 @ arrivals() - mean**2))


def seat_wins(players: int) -> list[float]:
    """Return how often each seat arrives first: those before it need more spins, those behind at least as many."""
    at = arrivals()
    later = 1 - np.cumsum(at)
    not_earlier = later + at
    return [float(np.sum(at * later**seat * not_earlier ** (players - 1 - seat))) for seat in range(players)]


def mean_rounds(players: int, *, exact: bool = True) -> float:
    """Return the mean number of rounds until the first of several players arrives."""
    later = 1 - np.cumsum(arrivals(exact=exact))
    return float(np.sum(later**players))
