"""Pig, exactly: the optimal policy by value iteration, and who wins between two policies by dynamic programming.

A policy is int[GOAL, GOAL]: with that score, against that score of the other, it rolls while the turn has fewer points.
"""

import functools

import numpy as np

GOAL = 100
SIDES = 6


def hold_at(points: int) -> np.ndarray:
    """Return the policy that holds at a fixed number of points."""
    return np.full((GOAL, GOAL), points)


def keep_pace() -> np.ndarray:
    """Return 'end race or keep pace' (Neller and Presser 2010): 21 and an eighth of the lag; from 71 on roll to win."""
    own, other = np.indices((GOAL, GOAL))
    pace = 21 + np.round((other - own) / 8).astype(int)
    return np.where((own >= 71) | (other >= 71), GOAL, pace)


@functools.cache
def optimal() -> tuple[float, np.ndarray]:
    """Return how often the first player wins if both play the optimal policy, and that policy.

    Value iteration over chances[own score, other's score, points of the turn] of the player whose turn it is.
    """
    chances = np.full((GOAL, GOAL, GOAL), 0.5)
    while True:
        largest_change = 0.0
        for own in range(GOAL):
            roll, hold = roll_and_hold(chances, own)
            better = np.maximum(roll, hold)
            largest_change = max(largest_change, np.abs(better - chances[own, :, : GOAL - own]).max())
            chances[own, :, : GOAL - own] = better
        if largest_change < 1e-12:
            break
    policy = np.full((GOAL, GOAL), GOAL)
    for own in range(GOAL):
        roll, hold = roll_and_hold(chances, own)
        holds = hold >= roll
        holds[:, :2] = False  # no turn has 1 point, and to hold at none is to pass
        policy[own] = np.where(holds.any(axis=1), holds.argmax(axis=1), GOAL)
    return float(chances[0, 0, 0]), policy


def roll_and_hold(chances: np.ndarray, own: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the chances after a roll and after holding: float[other's score, points of the turn] each."""
    needed = GOAL - own
    hold = 1 - chances[:, own:, 0]
    roll = np.repeat((1 - chances[:, own, 0])[:, None] / SIDES, needed, axis=1)
    for face in range(2, SIDES + 1):
        won = np.ones((GOAL, needed))
        won[:, : max(0, needed - face)] = chances[own, :, face:needed]
        roll += won / SIDES
    return roll, hold


def first_wins(first: np.ndarray, second: np.ndarray) -> float:
    """Return how often the player with the policy `first` wins, who begins, against `second`.

    Positions with one sum of scores depend only on each other, in pairs, and on positions with larger sums.
    """
    chances = np.zeros((2, GOAL + 1, GOAL + 1))  # of the player to move, whose policy is first or second: own, other's
    for total in range(2 * GOAL - 2, -1, -1):
        for own in range(max(0, total - GOAL + 1), min(GOAL, total + 1)):
            other = total - own
            loses_turn, gains = turn(int(first[own, other]), GOAL - own)
            replies_lose, replies = turn(int(second[other, own]), GOAL - other)
            ahead = sum(p * (1 - chances[1, other, own + gain]) for gain, p in gains if own + gain < GOAL)
            ahead += sum(p for gain, p in gains if own + gain >= GOAL)
            behind = sum(p * (1 - chances[0, own, other + gain]) for gain, p in replies if other + gain < GOAL)
            behind += sum(p for gain, p in replies if other + gain >= GOAL)
            # mine = ahead + loses_turn (1 - theirs), theirs = behind + replies_lose (1 - mine)
            mine = (ahead + loses_turn * (1 - behind - replies_lose)) / (1 - loses_turn * replies_lose)
            chances[0, own, other] = mine
            chances[1, other, own] = behind + replies_lose * (1 - mine)
    return float(chances[0, 0, 0])


@functools.cache
def turn(threshold: int, needed: int) -> tuple[float, list[tuple[int, float]]]:
    """Return how often a turn is lost, and its other gains with their probabilities."""
    reach = np.zeros(GOAL + SIDES + 1)
    reach[0] = 1
    stop = min(threshold, needed)
    lost, gains = 0.0, []
    for points, p in enumerate(reach):
        if points == 0 or points < stop:
            lost += p / SIDES
            for face in range(2, SIDES + 1):
                if points + face < len(reach):
                    reach[points + face] += p / SIDES
        elif p:
            gains.append((points, float(p)))
    return float(lost), gains
