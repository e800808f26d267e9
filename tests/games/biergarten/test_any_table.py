"""Any component table under any rules: the room plays it as the naive reference does."""

import csv
import pathlib
import tempfile
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from balancer.core.knobs import TableKnob
from balancer.games.biergarten import GAME
from balancer.testing import cases
from balancer.testing.agreement import assert_same_games
from tests.games.biergarten import naive

NAMES = ["kind", "colors", "walls", "umbrellas", "count"]


def letters(some: str, least: int, most: int) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(some), min_size=least, max_size=most, unique=True).map("".join)


colored = st.tuples(
    st.sampled_from(["common", "common", "common", "home"]),
    letters("GYRB", 1, 2),
    letters("NESW", 0, 4),
    st.text("GYRB", max_size=5),
    st.integers(0, 6),
)
wild = st.tuples(st.just("common"), st.just("W"), letters("NESW", 0, 4), st.just(""), st.integers(0, 6))
wild_home = st.tuples(st.just("home"), st.just("W"), letters("NESW", 0, 4), st.just(""), st.integers(0, 2))


@st.composite
def tables(draw: st.DrawFn) -> list[tuple[Any, ...]]:
    """Rows in any order, some of them alike, with enough cards for any players and hands of two."""
    rows = draw(st.lists(st.one_of(colored, colored, wild, wild_home), max_size=8))
    rows += [("home", "G", "N", "", 6), ("common", draw(letters("GYRB", 1, 2)), draw(letters("NESW", 0, 4)), "", 20)]
    return draw(st.permutations(rows))


@st.composite
def rules_for(draw: st.DrawFn, players: int) -> dict[str, Any]:
    """Any rules, knob by knob, for a table that is still to be named."""
    wanted = {knob.name: draw(cases.values(knob)) for knob in GAME.knobs if not isinstance(knob, TableKnob)}
    fits = players * wanted["hand"] + wanted["supply"] <= 20
    return wanted if fits else {**wanted, "hand": 2, "supply": 3}


@given(rows=tables(), data=st.data(), players=st.integers(2, 5), seed=st.integers(0, 2**63 - 1))
def test_any_table_is_played_as_the_reference_plays_it(
    rows: list[tuple[Any, ...]], data: st.DataObject, players: int, seed: int
) -> None:
    knobs = data.draw(rules_for(players))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "mine.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([NAMES, *rows])

        assert_same_games(
            GAME,
            lambda number: naive.play(seed, number, players, knobs, rows),
            {**knobs, "parts": str(path)},
            players,
            seed=seed,
            games=2,
        )
