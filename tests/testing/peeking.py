"""Black Death, whose unseen hands are not dealt again, and an appraisal that looks into them; writes JSON.

Rules must be plain Python: ``NUMBA_DISABLE_JIT=1 python -m tests.testing.peeking``.
"""

import dataclasses
import json
import sys
from typing import Any

from balancer.games.black_death import GAME
from balancer.testing import plain_runner
from balancer.testing.game_under_test import Trial
from tests.games.games_under_test import black_death_hidden, looks_at_hand_of_taker, looks_for_death


def deals_death_anew(table: Any, seat: int) -> None:
    """Deal all but the hands again: Death goes to another seat that could have it."""
    others = [other for other in range(table.seats) if other != seat and table.players[other].cards]
    if table.death != seat:
        table.death = others[(others.index(table.death) + 1) % len(others)]


TRIAL = Trial(
    game=dataclasses.replace(GAME, reshuffle_unseen=deals_death_anew),
    hidden=black_death_hidden,
    cheats={"offer": looks_at_hand_of_taker, "take": looks_for_death},
)

if __name__ == "__main__":
    with plain_runner.planted(GAME, "offer", looks_at_hand_of_taker):
        seen = plain_runner.watch(TRIAL, plain_runner.honest_cases(TRIAL), {"offer": 12, "take": 12})
    json.dump(seen, sys.stdout)
