"""Any right value of a game's knob; see balancer.testing.cases."""

from typing import Any

from hypothesis import strategies as st

from balancer.core.game import Game
from balancer.core.knobs import Knob
from balancer.testing import cases


def values(game: Game, knob: Knob) -> st.SearchStrategy[Any]:
    """Any right value of a knob."""
    del game
    return cases.values(knob)
