"""One whole game of every room told in words, line by line as in its told.txt (its told.py says how to write it)."""

import pytest

from balancer import games
from tests.games import golden


@pytest.mark.parametrize("game", games.own_names())
def test_a_whole_game_in_words(game: str) -> None:
    """Rules, personas, dice and words of a room, all at once."""
    golden.compare(game)
