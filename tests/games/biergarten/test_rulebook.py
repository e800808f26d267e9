"""The rulebook's examples and rulings on what a garden is worth, section by section (rulebook.md, § The garden)."""

import itertools
from typing import Any

import pytest

from tests.games.biergarten import naive, position
from tests.games.biergarten.gardens import EIGHTEEN_BARRELS, garden


def in_the_reference(text: str, **rules: Any) -> dict[str, int]:
    """Barrels by source, as the naive reference counts them."""
    return naive.Biergarten(1, 0, 2, rules, []).barrels(garden(text))


def in_the_room(text: str, **rules: Any) -> dict[str, int]:
    """Barrels by source, as the room counts them."""
    laid = garden(text)
    table = position.table_of([(*card[1:], 1) for card in laid.values()], **rules)
    return position.barrels(table, position.lay_garden(table, 0, laid))


@pytest.fixture(params=[in_the_reference, in_the_room])
def worth(request: pytest.FixtureRequest) -> Any:
    """Return the worth of a garden, computed twice."""
    return request.param


# Example of § Scoring
def test_the_garden_of_18_barrels(worth):
    assert worth(EIGHTEEN_BARRELS) == {"matches": 9, "color": 3, "garden": 6, "umbrella": 0}
    assert sum(worth(EIGHTEEN_BARRELS).values()) == 18


# 1. Matches
@pytest.mark.parametrize(
    ("text", "barrels"),
    [
        ("G G", 1),
        ("G Y", 0),
        ("GY G", 1),
        ("GY YR", 1),
        ("GY RB", 0),
        ("RB BR", 2),
        ("RB/E BR", 0),
        ("RB BR/W", 0),
        ("RB/E BR/W", 0),
        ("RB/NSW BR/NES", 2),
        ("G . G", 0),
        ("G . \n . G", 0),
        ("G \n G", 1),
        ("G/S \n G", 0),
        ("G \n G/N", 0),
        ("W W", 1),
        ("W/E W", 0),
        ("W G", 1),
        ("W RB", 1),
        ("Y W RB", 2),
        ("Y W W RB", 3),
        ("GY GY \n GY GY", 8),
    ],
)
def test_s1_barrels_of_matches(worth, text, barrels):
    assert worth(text)["matches"] == barrels


@pytest.mark.parametrize(
    ("others", "has"), [("G G . B B", True), ("G G . R R", True), ("G G", False), ("R R . B B", False)]
)
def test_s1_a_wild_beside_yellow_and_red_blue_is_yellow_and_one_of_the_two(worth, others, has):
    """With other colours matched elsewhere, the bonus shows what the wild can be."""
    assert worth(f"Y W RB . {others}")["matches"] == 2 + worth(others)["matches"]
    assert (worth(f"Y W RB . {others}")["color"] == 3) == has


# 2. Colour bonus
@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("G G . Y Y . R R . B B", True),
        ("G G . Y Y . R R . B . B", False),
        ("GY GY . RB RB", True),
        ("GY GY . RB R", False),
        ("G . Y . R . B", False),
        ("G W Y . R W B", True),
        ("GY . W", False),
        ("W W W W W", True),
        ("W W W W", False),
        ("GY W GY . RB RB", True),
        ("GY W . RB RB", False),
        ("G W GY . R R . B B", True),
        ("G/W W W GR . YB YB", True),
        ("GY W RB . R W B", False),
        ("GY W GY . R W B", True),
        ("GY W GR . GB W G", True),
        ("GY W GR . GB W/E G", False),
        ("G/E W Y . R R . B B", False),
    ],
)
def test_s2_color_bonus(worth, text, has):
    assert (worth(text)["color"] == 3) == has


def test_s2_the_bonus_is_given_once_and_is_what_the_rules_say(worth):
    assert worth("GY GY . RB RB . GY GY . RB RB")["color"] == 3
    assert worth("GY GY . RB RB", color_bonus=20)["color"] == 20
    assert worth("GY GY . RB RB", color_bonus=0)["color"] == 0


def test_s2_wilds_are_assigned_as_best_can_be(worth):
    """Every way tried, one by one, on all rows of three wilds between cards of one or two colours."""
    kinds = ["G", "Y", "GY", "RB"]
    for left, middle, right, end in itertools.product(kinds, repeat=4):
        pairs = [(left, middle), (middle, right), (right, end)]
        shields = [shield for pair in pairs for shield in pair]
        ways = itertools.product(*shields)

        has = worth(f"{left} W {middle} W {right} W {end} . R R")["color"] == 3
        assert has == any({*way, "R"} == set("GYRB") for way in ways)


# 3. Walled garden
@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("G/NESW", True),
        ("G/NES", False),
        ("G/NSW Y/NES", True),
        ("G/NESW Y/NES", True),
        ("G/NSW Y/NE", False),
        ("G/NW G/NE \n G/SW G/ES", True),
        ("G/NESW G/NE \n G/SW G/ES", True),
        ("G/NW G/NS G/NE \n G/EW . G/EW \n G/SW G/NS G/ES", True),
        ("G/NW G/N G/NE \n G/EW . G/EW \n G/SW G/NS G/ES", False),
    ],
)
def test_s3_walled_garden(worth, text, has):
    """Walls inside have no effect, a hole inside has."""
    assert (worth(text)["garden"] == 6) == has


def test_s3_the_edge_of_the_grid_is_no_wall():
    assert not naive.is_walled({(0, 0): naive.Card(0, "home", "G", "ES", "")})
    assert naive.is_walled({(0, 0): naive.Card(0, "home", "G", "NESW", "")})


# 4. Umbrellas
@pytest.mark.parametrize(
    ("text", "bonuses"),
    [
        ("G//GG G//GG G//GG G//G", 1),
        ("G//GG G//GG G//GG", 0),
        ("G//GG G//GG G//GG GY//GY", 1),
        ("G//GG G/E/GG G//GG G//GG", 0),
        ("G//GG G//GG G/W/GG G//GG", 0),
        ("G//GG G//GG W G//GG G//GG", 0),
        ("G//GG G//GG G G//GG G//GG", 0),
        ("G//GG G//GG . G//GG G//GG", 0),
        ("G//GG G//GG Y//Y G//GG G//GG", 0),
        ("G//GG G//GG G//G \n . . G//GG", 1),
        ("G//GG G//GG G//GG G//GG . G//GG G//GG G//GG G//GG", 1),
        ("GY//GGGGYYYY GY//GGGGYYYY", 2),
        ("GY//GGGGYYYY RB//RRRRBBBB \n GY//GGGGYYYY RB//RRRRBBBB", 4),
        ("G//GGGG Y//YYYY \n Y//YYYY G//GGGG", 0),
        ("G//GG G/S/GG \n G//G G/N/GG", 1),
        ("G//GG G/S/GG \n G/E/G G//GG", 0),
        ("Y//GGGGGGG", 1),
    ],
)
def test_s4_umbrellas(worth, text, bonuses):
    """A string needs shields that face each other; where it goes does not matter."""
    assert worth(text)["umbrella"] == 2 * bonuses
    assert worth(text, board="ales")["umbrella"] == 0
    assert worth(text, board="ales", umbrella_bonus=5)["umbrella"] == 5 * bonuses


@pytest.mark.parametrize(("run", "bonuses"), [(2, 2), (3, 1), (4, 1), (5, 0)])
def test_s4_how_long_a_string_must_be(worth, run, bonuses):
    assert worth("G//G GY//GGGY Y//Y G//G", umbrella_run=run)["umbrella"] == 2 * bonuses
