"""Variants of rules, each with numbers of players, in which a game is held against its reference."""

from collections.abc import Iterable, Sequence

import pytest


def variants_with_players(variants: Iterable[str], counts: Sequence[int]) -> list[object]:
    """Return a parameter for every variant with every number of players.

    Routine runs play the first variant, the printed rules, with every number, and of the others half of the
    combinations: every variant with every second number, every number with every second variant.  `make verify` plays
    the rest.
    """
    return [
        pytest.param(variant, players, marks=() if not i or (i + k) % 2 else pytest.mark.verify)
        for i, variant in enumerate(variants)
        for k, players in enumerate(counts)
    ]
