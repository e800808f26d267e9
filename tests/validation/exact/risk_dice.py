"""Battles of Risk, exactly: enumeration of the dice, then dynamic programming over the armies.

Published for three dice against two: 2890, 2611 and 2275 of 7776 (Osborne, Markov Chains for the RISK Board Game
Revisited, Mathematics Magazine 76, 2003).
"""

import functools
import itertools
from collections import Counter


@functools.cache
def throw(attack: int, defence: int) -> list[tuple[int, float]]:
    """Return how many armies the defender loses in one throw, and how likely."""
    losses = Counter(
        sum(a > d for a, d in zip(sorted(dice[:attack])[::-1], sorted(dice[attack:])[::-1], strict=False))
        for dice in itertools.product(range(1, 7), repeat=attack + defence)
    )
    return [(lost, number / 6 ** (attack + defence)) for lost, number in losses.items()]


@functools.cache
def battle(attackers: int, defenders: int) -> tuple[float, float, float, float]:
    """Return how often the attacker wins, and the means of throws, of attackers left and of defenders left."""
    if not attackers or not defenders:
        return float(attackers > 0), 0.0, float(attackers), float(defenders)
    attack, defence = min(3, attackers), min(2, defenders)
    total = [0.0, 1.0, 0.0, 0.0]
    for lost, p in throw(attack, defence):
        further = battle(attackers - min(attack, defence) + lost, defenders - lost)
        for place, mean in enumerate(further):
            total[place] += p * mean
    return total[0], total[1], total[2], total[3]
