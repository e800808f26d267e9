"""Left, Center, Right, exactly: the Markov chain of who has how many chips and whose turn it is."""

import itertools
from collections import Counter, defaultdict

State = tuple[tuple[int, ...], int]


def throws(dice: int) -> list[tuple[int, int, int, float]]:
    """Return chips to the left, to the right and to the centre, and how likely each is."""
    counts = Counter(
        (faces.count(0), faces.count(1), faces.count(2)) for faces in itertools.product(range(6), repeat=dice)
    )
    return [(*chips, number / 6**dice) for chips, number in counts.items()]


def play(players: int, chips: int = 3) -> tuple[list[float], float, float]:
    """Return how often each seat wins, and the mean numbers of rounds begun and of turns with a throw."""
    thrown = [throws(dice) for dice in range(4)]
    wins, rounds, rolls = [0.0] * players, 0.0, 0.0
    states: dict[State, float] = {((chips,) * players, 0): 1.0}
    while sum(states.values()) > 1e-13:
        after: dict[State, float] = defaultdict(float)
        for (held, seat), p in states.items():
            rounds += p * (seat == 0)
            rolls += p * (held[seat] > 0)
            for left, right, centre, q in thrown[min(3, held[seat])]:
                moved = list(held)
                moved[seat] -= left + right + centre
                moved[(seat + 1) % players] += left
                moved[(seat - 1) % players] += right
                holders = [player for player in range(players) if moved[player]]
                if len(holders) == 1:
                    wins[holders[0]] += p * q
                else:
                    after[tuple(moved), (seat + 1) % players] += p * q
        states = after
    return wins, rounds, rolls
