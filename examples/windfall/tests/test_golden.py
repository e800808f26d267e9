"""One whole game in words, line by line as in golden.txt; the scenario beside it can be played."""

import pathlib

import balancer
from balancer.testing.golden import assert_golden

FOLDER = pathlib.Path(__file__).parent
SCENARIO = FOLDER.parent / "scenario.yaml"


def test_a_whole_game_in_words() -> None:
    """Written by: balancer trace scenario.yaml --game 6 > tests/golden.txt."""
    assert_golden(FOLDER / "golden.txt", str(SCENARIO), "--game", "6")


def test_the_scenario_is_played() -> None:
    result = balancer.run(SCENARIO, games=200)

    assert set(result.endings["ending"]) == {"bare", "full_basket", "unfinished"}
    assert len(balancer.sweep(SCENARIO, games=1_000).cells) == 5
