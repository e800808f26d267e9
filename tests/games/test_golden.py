"""One whole game of every game here in words, as in its golden.txt: rules, personas, dice and words at once.

Who changes a rule or a word writes the file again, with `balancer trace` and these words, and reads what changed in it.
"""

import pathlib

import pytest

from balancer import games
from balancer.testing.golden import assert_golden

TRACED = {
    "bartender": "--lineup careful,bold,hoarder,random --set shifts=2 --game 7",
    "biergarten": "--lineup tidy,thief,gardener,random --game 25",
    "black_death": "--lineup middler,fidget,reader,random --set suits=2 --set ranks=8 --game 6",
    "devils_tarok": "--lineup counter,hoarder,leader,random --set hand_size=4 --set target=200 --set trumps=majors "
    "--game 6",
    "festo": "--lineup chef,wizard,merchant,random --set magical=true --set rounds=2 --game 4",
    "oktoberfest": "--lineup rusher,builder,spoiler,random --set win_threshold=15 --game 7",
    "shit_head": "--lineup shrewd,keeper,blocker,random --set majors=specials_only --set must_play=false --game 6",
}


@pytest.mark.parametrize("game", games.own_names())
def test_a_whole_game_in_words(game: str) -> None:
    golden = pathlib.Path(__file__).parent / game / "golden.txt"
    assert_golden(golden, game, "--players", "4", "--seed", "3", "--set", "seating=in_order", *TRACED[game].split())
