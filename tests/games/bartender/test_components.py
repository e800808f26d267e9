"""The component table: what is read, and what is refused with which line."""

import pathlib

import pytest

from balancer.games.bartender import GAME
from balancer.games.bartender.components import EFFECT_NAMES
from tests.games.component_tables import mistakes_of, table

HEADER = "class,name,count,value,tag,mod_tag,mod,effect,amount\n"
GOOD = "patron,Regular,90,2,regular,,,none,\n"


def errors(tmp_path: pathlib.Path, *rows: str) -> list[tuple[int, str]]:
    """Line and message of every error of a table with these rows, a good one first (line 2)."""
    return mistakes_of(GAME, "parts", table(tmp_path, HEADER + GOOD + "".join(f"{row}\n" for row in rows)))


def test_the_shipped_table() -> None:
    parts = GAME.read_parts()

    assert len(parts.names) == 30
    assert {EFFECT_NAMES[kind.effect] for kind in parts.data} == set(EFFECT_NAMES)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("patron,Guest,1,2,guest,,,cheeer,1", "did you mean cheer?"),
        ("patron,Guest,1,2,guest,regulr,1,none,", "did you mean regular?"),
        ("patron,Guest,1,two,guest,,,none,", "'two' is not a whole number"),
        ("patron,Guest,1,51,guest,,,none,", "out of range -50..50"),
        ("patron,Guest,1,,guest,,,none,", "a patron needs one"),
        ("patron,Guest,1,1,guest,,2,none,", "without a mod_tag"),
        ("patron,Regular,1,1,guest,,,none,", "the same name as line 2"),
        ("guest,Guest,1,1,guest,,,none,", "not one of patron, scheme"),
        ("scheme,Plan,1,3,,,,none,", "value of a scheme"),
        ("scheme,Plan,1,,tag,,,none,", "tag of a scheme"),
        ("scheme,Plan,1,,,regular,1,none,", "mod_tag of a scheme"),
        ("scheme,Plan,1,,,,,draw,-1", "0 or more"),
        ("scheme,Plan,101,,,,,none,", "out of range 0..100"),
        ("scheme,Plan,39,,,,,none,", "130 cards in all; at most 128"),
        (f"scheme,{'x' * 41},1,,,,,none,", "at most 40"),
    ],
)
def test_an_error_is_reported_with_its_line(tmp_path: pathlib.Path, row: str, message: str) -> None:
    found = errors(tmp_path, row, "scheme,Other,1,,,,,none,")
    assert len(found) >= 1
    assert any(message in said for _, said in found), found
    if "in all" not in message:
        assert {line for line, _ in found} == {3}


def test_too_many_names(tmp_path: pathlib.Path) -> None:
    found = errors(tmp_path, *(f"scheme,Plan {k},0,,,,,none," for k in range(64)))

    assert [said for _, said in found] == ["65 rows; at most 64"]


def test_a_table_of_a_few_cards_is_refused_with_what_to_change(tmp_path: pathlib.Path) -> None:
    parts = GAME.read_table("parts", table(tmp_path, HEADER + GOOD.replace("90", "19")))
    (problem,) = GAME.problems(GAME.defaults, 4, parts)

    assert problem.knob == "hand_size"
    assert "need 20 of 19" in problem.message
