"""The sentence on the arc of a game says what is in the table, and nothing that the intervals leave open."""

import re
from typing import Any

import pytest

from balancer.analysis import tables
from balancer.analysis.estimates.arc import arc
from balancer.reporting.findings import arc_line
from tests.analysis import sample
from tests.analysis.test_arc import with_arc

GAMES = 2000


def cell_with(leads: float, stays: float, late: float, last: float, *, games: int = GAMES, **options: Any) -> Any:
    """Return a cell of four players; shares halfway, and late: of winners who lead from nine tenths on."""

    def counts(share: float, at_late: float) -> list[int]:
        return [round(games * one) for one in [share] * 8 + [at_late] * 2]

    cell = sample.sample_cell(games=20, **options)
    return with_arc(cell, games, leads=counts(leads, leads), stays=counts(stays, late), last=counts(last, last))


def sentence_of(cell: Any) -> str:
    return arc_line.sentence(arc(cell), cell.players, one_loses=cell.one_loses)


EARLY = {"leads": 0.8, "stays": 0.6, "late": 0.9, "last": 0.1}
LATE = {"leads": 0.5, "stays": 0.1, "late": 0.3, "last": 0.1}
LITTLE = {"leads": 0.28, "stays": 0.1, "late": 0.6, "last": 0.2}
WORSE = {"leads": 0.18, "stays": 0.1, "late": 0.6, "last": 0.2}
HARDLY = {"leads": 0.5, "stays": 0.3, "late": 0.7, "last": 0.01}
USUAL = {"leads": 0.5, "stays": 0.3, "late": 0.7, "last": 0.1}


@pytest.mark.parametrize(
    ("shares", "of_winner", "of_loser", "at", "column"),
    [
        (EARLY, "Most games are decided halfway: in", "the loser is last from there to the end", 0.5, "stays"),
        (LATE, "Most games are decided late: in", "the loser is not yet last for good", 0.9, "-stays"),
        (LITTLE, "A lead halfway means little:", "Being last halfway means little:", 0.5, "leads"),
        (WORSE, "A lead halfway is no advantage:", "Being last halfway means little:", 0.5, "leads"),
        (
            HARDLY,
            "The player in last place halfway hardly ever wins:",
            "The player in first place halfway hardly ever loses:",
            0.5,
            "last",
        ),
    ],
)
@pytest.mark.parametrize("one_loses", [False, True], ids=["one wins", "one loses"])
def test_it_says_in_one_line_what_the_table_holds(shares, of_winner, of_loser, at, column, one_loses):
    cell = cell_with(**shares, one_loses=one_loses)
    line = sentence_of(cell)

    assert (of_loser if one_loses else of_winner) in line
    assert line.endswith(".")
    assert len(line) <= 120

    table = tables.table("arc", [cell]).set_index("at")
    share = table.loc[at, column.removeprefix("-")]
    wanted = 1 - share if column.startswith("-") else share
    said = [float(number) / 100 for number in re.findall(r"([\d.]+)%", line)]
    assert said[0] == pytest.approx(wanted, abs=0.001)
    assert said[1:] in ([], [1 / 4])


@pytest.mark.parametrize("shares", [EARLY, LATE, LITTLE, WORSE, HARDLY])
def test_it_says_nothing_of_what_few_games_leave_open(shares):
    assert sentence_of(cell_with(**shares, games=12)) == ""


def test_nothing_remarkable_is_no_sentence():
    usual: Any = USUAL
    assert sentence_of(cell_with(**usual)) == ""
    assert arc_line.sentence([], 4, one_loses=False) == ""


@pytest.mark.parametrize(("name", "bound", "at"), [("stays", 0.5, 0.5), ("late", 0.5, 0.9), ("leads", 0.325, 0.5)])
def test_it_begins_where_the_interval_has_left_the_bound(name, bound, at):
    """Share by share along the bound: a sentence if and only if the whole interval lies beyond it."""
    spoken = []
    for step in range(-30, 31):
        shares: Any = {**USUAL, name: bound + step / 400}
        cell = cell_with(**shares)
        point = next(point for point in arc(cell) if point.at == at)
        found: Any = point.leads if name == "leads" else point.stays
        beyond = found.low > bound if name == "stays" else found.high < bound
        assert bool(sentence_of(cell)) == beyond, (step, found)
        spoken.append(beyond)
    assert 0 < sum(spoken) < len(spoken)


def test_the_course_of_a_game_of_teams_is_that_of_its_teams():
    """Of two teams each wins half; the leader of four players who wins 25% would be no better than any other."""
    cell = cell_with(0.5, 0.2, 0.7, 0.45)

    words = arc_line.sentence(arc(cell), 2, one_loses=False, teams=True)
    assert words.startswith("A lead halfway means little: the team in the lead then wins 50%")
    assert words.endswith("an equal share is 50.0%.")
