"""Any component table: a right one is played to the end, agreeing with its own counts; an odd one is refused."""

import csv
import io
import pathlib
import re
import tempfile
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from balancer.core.table import RUNNING
from balancer.core.text_table import TableError
from balancer.games.oktoberfest import GAME
from balancer.games.oktoberfest.components import (  # fmt: skip
    MAX_CARDS,
    MAX_NAME,
    MAX_TIPSINESS,
    MAX_VALUE,
    MAX_WILDS,
    SUIT_NAMES,
)
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import load
from balancer.testing import cases
from tests.scenario.any_scenario import scribbled

NAMES = [column.name for column in GAME.components["parts"].columns]

words = st.sampled_from(["A", "Maß", "x y", '"', "a,b", "=1", "<b>", "$x$", "🍺", "'", "%", "é" * MAX_NAME]) | st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]), min_size=1, max_size=8
)
row = st.fixed_dictionaries({
    "name": words.filter(lambda word: word.strip() == word and not word.startswith("#")),
    "suit": st.sampled_from(SUIT_NAMES),
    "value": st.sampled_from([0, 1, 7, MAX_VALUE]) | st.integers(0, MAX_VALUE),
    "tipsiness": st.sampled_from([0, MAX_TIPSINESS]) | st.integers(0, MAX_TIPSINESS),
    "banked": st.sampled_from([0, 2, MAX_TIPSINESS]),
    "count": st.integers(0, 12),
})  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Rows that make a right table: every scoring suit, no more cards and wild cards than may be."""
    rows: list[dict[str, Any]] = draw(
        st.lists(row, min_size=1, max_size=12, unique_by=lambda r: tuple(r[n] for n in NAMES[:-1]))
    )
    rows = [{**r, "count": min(r["count"], 2)} if r["suit"] == "wild" else r for r in rows]
    for suit in SUIT_NAMES[:3]:
        rows.append({"name": f"sure {suit}", "suit": suit, "value": 3, "tipsiness": 1, "banked": 2, "count": 4})
    while sum(r["count"] for r in rows) > MAX_CARDS or sum(r["count"] for r in rows if r["suit"] == "wild") > MAX_WILDS:
        rows.pop(0)
    return rows


def text_of(rows: list[dict[str, Any]], end: str = "\n") -> str:
    file = io.StringIO()
    writer = csv.DictWriter(file, NAMES, lineterminator=end)
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def outcome(raw: bytes, players: int, rules: str = "") -> str:
    """Return what becomes of a scenario with this table: played to the end, or refused with every place."""
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "mine.csv"
        table.write_bytes(raw)
        scenario = pathlib.Path(folder) / "s.yaml"
        result = f"game: oktoberfest\ngames: 2\nplayers: {players}\nrules: {{parts: mine.csv{rules}}}\n"
        scenario.write_text(result, encoding="utf-8")
        try:
            found = load(scenario)
        except ScenarioError as error:
            refused = error
        else:
            parts = GAME.read_table("parts", table)
            tallest = cases.usual_lineup(GAME)
            laid = GAME.lay_table(found.base.rules, players, parts, [*tallest, GAME.persona("random")])
            rows = GAME.play(laid, GAME.history(found.base.rules), 1, 0, 3)
            assert all(row.ending > RUNNING for row in rows)
            assert all(int(row.parts[seat]) >> len(parts.names) == 0 for row in rows for seat in range(players))
            return "played"
    for fault in refused.faults:
        assert re.fullmatch(r".*(mine\.csv|s\.yaml):\d+:\d+", fault.place, re.DOTALL), fault
        assert 0 < len(fault.message) < 500, fault
    return "table refused" if "mine.csv:" in refused.faults[0].place else "refused for too few cards"


@given(rows=tables(), players=st.integers(3, 7), piles=st.integers(1, 6), end=st.sampled_from(["\n", "\r\n"]))
def test_a_right_table_is_played_to_the_end(rows: list[dict[str, Any]], players: int, piles: int, end: str) -> None:
    result = outcome(b"\xef\xbb\xbf" + text_of(rows, end).encode(), players, f", piles: {piles}")

    event(result)
    assert result == "played" or (result == "refused for too few cards" and sum(r["count"] for r in rows) < 40)


def test_invisible_letters_in_names_are_refused() -> None:
    rows = [{"name": "A\x1b[1m", "suit": "food", "value": 1, "tipsiness": 1, "banked": 1, "count": 20}]

    assert outcome(text_of(rows).encode(), 4) == "table refused"


@given(data=st.data())
def test_a_table_scribbled_over_is_played_or_refused_with_its_place(data: st.DataObject) -> None:
    rows = data.draw(st.none() | tables())
    raw = (GAME.folder / "components.csv").read_bytes() if rows is None else text_of(rows).encode()

    event(outcome(data.draw(scribbled(raw)), 4))


def test_a_file_that_is_too_large_for_a_table_is_refused(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "x.csv"
    for lines, message in ((3_000_000, "too large"), (200_000, "199999 rows; at most 100000")):
        path.write_text("name\n" * lines, encoding="utf-8")
        with pytest.raises(TableError, match=message):
            GAME.read_table("parts", path)
