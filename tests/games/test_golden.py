"""One narrated game of every game here, line by line as in its golden.txt (its golden.py says how to write it)."""

import pytest

from balancer import games
from tests.games import golden


@pytest.mark.parametrize("game", games.own_names())
def test_a_whole_game_in_words(game: str) -> None:
    """Rules, personas, dice and words of a room, all at once."""
    golden.compare(game)
