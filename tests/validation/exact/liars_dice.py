"""Liar's dice with one die each, exactly: all 36 deals between two players who do not draw what they do."""

import itertools
from fractions import Fraction

Bid = tuple[int, int]  # number, face


def reply(die: int, bid: Bid | None, *, opens_low: bool) -> Bid | None:
    """Return the next bid of a truthful player, None to call; such a player never raises above two."""
    if bid is None:
        return (1, 1) if opens_low else (1, die)
    if bid[0] == 1 and die >= bid[1]:
        return (1, die) if die > bid[1] else (2, die)
    return None


def first_wins(*, first_opens_low: bool) -> Fraction:
    """Return how often the first player wins against a truthful one."""
    wins = 0
    for dice in itertools.product(range(1, 7), repeat=2):
        bid: Bid | None = None
        for turn in itertools.count():
            after = reply(dice[turn % 2], bid, opens_low=first_opens_low)
            if after is None and bid is not None:
                holds = dice.count(bid[1]) >= bid[0]
                winner = (turn + 1) % 2 if holds else turn % 2
                wins += winner == 0
                break
            bid = after
    return Fraction(wins, 36)
