"""Where games get longer or shorter along an axis: when it is shown, and that what is said is in the tables."""

import dataclasses
import re
from typing import Any

import numpy as np
import pytest

from balancer.analysis import tables
from balancer.reporting.findings import length_change
from balancer.reporting.page import length_section
from balancer.reporting.page.run_page import Page
from balancer.reporting.reports.run_report import Report
from tests.analysis import sample
from tests.reporting import made
from tests.reporting.test_charts import letters

GAMES = 2000


def rounds(mean: float, sd: float, games: int = GAMES) -> dict[str, int]:
    """Games by their rounds: a bell, rounded."""
    drawn = np.random.default_rng(1).normal(mean, sd, games).round().clip(1).astype(int)
    return {str(value): int(count) for value, count in zip(*np.unique(drawn, return_counts=True), strict=True)}


def report_of(*lengths: dict[str, int], turns: dict[str, int] | None = None) -> Report:
    """A sweep over win_threshold whose cells have these distributions of rounds, and these turns (fixed if None)."""
    cells = []
    for number, counts in enumerate(lengths):
        threshold, games = 16 + 2 * number, sum(counts.values())
        cell = sample.sample_cell(games=20, threshold=threshold, axes={"rules.win_threshold": threshold})
        histograms = {
            **cell.tally["histograms"],
            "rounds": {"unit": 1, "counts": counts},
            "turns": {"unit": 1, "counts": turns or {"40": games}},
        }
        cells.append(
            dataclasses.replace(cell, games=games, tally={**cell.tally, "games": games, "histograms": histograms})
        )
    axes = {"rules.win_threshold": [16 + 2 * number for number in range(len(lengths))]}
    return Report(made.manifest(axes), cells)


def found_in(report: Report) -> Any:
    return length_change.length_change(report.sweep, 0.95)


def test_it_says_where_the_shares_of_games_that_are_over_differ_most():
    report = report_of(rounds(8, 1), rounds(10, 1.5), rounds(13, 2))
    found = found_in(report)
    line = found.sentence(report.sweep)

    histograms = tables.histograms(report.cells).query("quantity == 'rounds'")
    per_cell = [histograms[histograms["cell"] == cell] for cell in (1, 2, 3)]
    over = {by: [one[one["value"] <= by]["share"].sum() for one in per_cell] for by in range(1, 20)}
    widest = max(over, key=lambda by: max(over[by]) - min(over[by]))
    assert re.findall(r"round (\d+)", line) == [str(widest)]
    said = [float(share) / 100 for share in re.findall(r"([\d.]+)%", line)]
    assert said == pytest.approx([over[widest][0], over[widest][2]], abs=0.005)
    assert re.search(r"% of the games are over at .*16, [\d.]+% at .*20\.$", line)


@pytest.mark.parametrize(
    "lengths",
    [
        [rounds(10, 1.5), rounds(10, 1.5)],
        [rounds(10, 1.5), rounds(10.1, 1.5)],
        [rounds(10, 3, 40), rounds(11, 3, 40)],
        [{"10": GAMES}, {"14": GAMES}, {"18": GAMES}],
        [{"10": GAMES - 20, "11": 20}, {"14": GAMES}],
        [rounds(10, 2), {"14": GAMES}],
    ],
    ids=["the same", "too little", "too few games", "no spread", "hardly any spread", "half of the cells without"],
)
def test_nothing_is_shown_where_nothing_can_be_seen(lengths):
    report = report_of(*lengths)

    assert found_in(report) is None
    assert length_section.block(report, lambda _: "") is None


def test_turns_where_rounds_do_not_change():
    turns = rounds(40, 5)
    report = report_of(rounds(10, 1.5), rounds(10, 1.5), turns=turns)
    assert found_in(report) is None

    cells = list(report.cells)
    longer = {**cells[1].tally["histograms"], "turns": {"unit": 1, "counts": rounds(50, 5)}}
    cells[1] = dataclasses.replace(cells[1], tally={**cells[1].tally, "histograms": longer})
    found = found_in(Report(report.manifest, cells))
    assert found.quantity == "turns"


@pytest.mark.parametrize(("quantity", "shown"), [("rounds", True), ("turns", False)])
def test_turns_of_more_players_are_no_news(quantity, shown):
    cells = []
    for players, counts in ((3, rounds(30, 4)), (4, rounds(40, 5))):
        cell = sample.sample_cell(games=20, players=players, axes={"players": players})
        lengths = {name: {"unit": 1, "counts": {"10": GAMES}} for name in ("rounds", "turns")}
        lengths[quantity] = {"unit": 1, "counts": counts}
        histograms = {**cell.tally["histograms"], **lengths}
        tally = {**cell.tally, "games": GAMES, "histograms": histograms}
        cells.append(dataclasses.replace(cell, games=GAMES, tally=tally))

    assert (found_in(Report(made.manifest({"players": [3, 4]}), cells)) is not None) == shown


def test_the_chart_names_every_row_and_the_table_holds_every_figure():
    report = report_of(rounds(8, 1), rounds(10, 1.5), rounds(13, 2))
    block: Any = length_section.block(report, lambda _: "with 4 players")
    drawn, table = block.charts[0], block.tables[0]
    by = found_in(report).by

    assert {"16", "18", "20", f"by round {by}"} <= set(letters(drawn.svg))
    assert drawn.svg.count("<title>") == 3
    assert block.text == "With 4 players."
    for cell, row in enumerate(table.rows):
        median = report.reader.figure(report.cells[cell], "rounds", stat="median")
        assert row.cells[0] == str(16 + 2 * cell)
        assert row.cells[4] == median.short
        assert f"half of the games by {median.value:.0f} rounds" in drawn.svg


def test_of_a_long_axis_some_rows_are_drawn_the_ends_among_them():
    report = report_of(*(rounds(8 + k / 2, 1, 400) for k in range(20)))
    block: Any = length_section.block(report, lambda _: "")

    assert block.charts[0].svg.count("<title>") == length_section.MAX_ROWS
    assert {"16", "54"} <= set(letters(block.charts[0].svg))
    assert len(block.tables[0].rows) == 20


def test_the_page_has_it_folded_under_its_sentence():
    report = report_of(rounds(8, 1), rounds(10, 1.5), rounds(13, 2))
    html = Page(report).html()

    assert html.count('aria-label="distributions of the rounds of a game over') == 1
    words = found_in(report).sentence(report.sweep)
    summary = re.search(r'<details class="more folded"><summary>(By round [^<]*)</summary>', html)
    assert summary
    assert summary[1].replace("\N{NO-BREAK SPACE}", " ") == words
