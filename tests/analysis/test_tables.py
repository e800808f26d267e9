"""Tables: tidy, complete, every column explained."""

import dataclasses
from typing import Any

import pandas as pd
import pytest

from balancer.analysis import tables
from balancer.analysis.estimates.equal_share import equal_share
from balancer.analysis.estimates.metrics import estimate
from tests.analysis import sample


@pytest.fixture(scope="module")
def sweep():
    return sample.sample_sweep(games=60)


@pytest.fixture(scope="module")
def frames(sweep):
    return tables.all_tables(sweep, seconds_per_decision=10)


def test_every_column_is_explained(sweep):
    explained = tables.columns(sweep)

    assert not explained.duplicated(["table", "column"]).any()
    assert explained["meaning"].str.len().min() > 3


@pytest.mark.parametrize("name", tables.SHEETS)
def test_tables_begin_with_cell_and_axes_and_figures_are_numbers(frames, name):
    table = frames[name]

    assert list(table.columns) == ["cell", "win_threshold", *tables.SHEETS[name].meanings]
    assert set(table["cell"]) == {1, 2, 3}
    assert set(table["win_threshold"]) == {14, 18, 22}
    for column in tables.SHEETS[name].columns:
        assert pd.api.types.is_numeric_dtype(table[column.name]) or not column.is_number, column.name
    assert list(tables.table(name, []).columns) == ["cell", *tables.SHEETS[name].meanings]


def test_seats(sweep, frames):
    row = frames["seats"].query("cell == 2 and seat == 1").iloc[0]
    win: Any = estimate(sweep[1], "seat_win_rate", of=1)

    assert len(frames["seats"]) == 3 * 4
    assert (row["win"], row["win_low"], row["win_high"]) == (win.value, win.low, win.high)
    assert row["advantage"] == pytest.approx(win.value - equal_share(sweep[1]))
    assert pd.isna(row["loss"])


def test_seats_where_one_loses():
    cell = sample.sample_cell(one_loses=True)

    assert tables.table("seats", [cell])["loss"].tolist() == [
        estimate(cell, "seat_loss_rate", of=seat).value for seat in (1, 2, 3, 4)
    ]


def test_personas_and_their_seats(frames):
    bully = frames["persona_seats"].query("cell == 1 and persona == 'bully'")
    whole = frames["personas"].query("cell == 1 and persona == 'bully'").iloc[0]

    assert bully["games"].sum() == whole["seats_played"] == 60
    assert (bully["win"] * bully["games"]).sum() / 60 == pytest.approx(whole["win"])


def test_endings_sum_to_one(frames):
    assert frames["endings"].groupby("cell")["share"].sum().tolist() == pytest.approx([1, 1, 1])


def test_histograms_count_all_games(frames):
    rounds = frames["histograms"].query("quantity == 'rounds'")

    assert rounds.groupby("cell")["games"].sum().tolist() == [60, 60, 60]
    assert rounds.groupby("cell")["share"].sum().tolist() == pytest.approx([1, 1, 1])


def test_lengths_with_and_without_a_pace(sweep, frames):
    assert list(frames["length"]["quantity"].unique()) == ["rounds", "turns", "decisions", "minutes"]
    assert list(tables.table("length", sweep)["quantity"].unique()) == ["rounds", "turns", "decisions"]


def test_the_long_table_has_every_figure_once(frames):
    assert not frames["metrics"].duplicated(["cell", "metric", "of", "stat"]).any()
    assert {"seat_spread", "extras.winner_score", "contests", "minutes"} <= set(frames["metrics"]["metric"])


def test_undefined_figures_say_why():
    table = tables.table("metrics", [sample.sample_cell(games=20, unfinished=1.1)])
    empty = table[table["value"].isna()]

    assert len(empty) > 5
    assert (empty["note"].str.len() > 0).all()


def test_what_a_game_has_not_got_says_why():
    table = tables.table("metrics", [sample.sample_cell(one_loses=True)]).set_index("metric")

    assert "one player loses" in str(table.loc["margin", "note"])


# Axes ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("axes", "columns"),
    [
        (["rules.win_threshold", "players"], ["win_threshold", "players"]),
        (["personas.timid.habits.contest_margin"], ["contest_margin"]),
        (
            ["personas.a.habits.contest_margin", "personas.b.habits.contest_margin"],
            ["personas.a.habits.contest_margin", "personas.b.habits.contest_margin"],
        ),
        (["rules.score"], ["rules.score"]),  # 'score' is a column of its own
    ],
)
def test_axes_have_readable_names(axes, columns):
    cell = sample.sample_cell(games=1, axes=dict.fromkeys(axes, 1))

    assert list(tables.axis_columns([cell.axes]).values()) == columns


def test_a_line_up_as_an_axis_is_text():
    cell = sample.sample_cell(games=5, axes={"lineup": ["bully", "rusher"]}, lineup=["bully", "rusher"])

    assert tables.table("seats", [cell])["lineup"].tolist() == ["bully, rusher"] * 4
    assert tables.table("cells", [cell])["lineup"].tolist() == ["bully, rusher"]


def test_players_as_an_axis_leave_each_cell_its_seats():
    cells = [sample.sample_cell(games=5, players=n, axes={"players": n}) for n in (2, 3)]

    assert tables.table("seats", cells)["players"].tolist() == [2, 2, 3, 3, 3]


def test_the_cell_with_the_base_rules_has_a_label():
    """So that a table without the scenario says which it is; none where it was not played."""
    cells = [sample.sample_cell(axes={"players": n}, players=n, games=20) for n in (3, 4)]
    assert tables.table("cells", cells, base=1)["label"].tolist() == ["", "base"]
    assert tables.table("cells", cells)["label"].tolist() == ["", ""]


def test_tables_of_many_cells_are_made_in_blocks(monkeypatch):
    """And leave no figures behind."""
    cells = [sample.sample_cell(axes={"players": number}) for number in range(5)]
    whole = tables.table("metrics", [dataclasses.replace(cell) for cell in cells])
    monkeypatch.setattr(tables, "BLOCK", 2)

    pd.testing.assert_frame_equal(tables.table("metrics", cells), whole)
    assert not any(cell.memo for cell in cells)
