"""Who led when: hand-made traces worked by hand, and random standings against the naive reference."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.core.dice import MAX_SEATS
from balancer.core.leader_metrics import ARC_POINTS, FRACTION, write_lead
from balancer.core.record import empty
from balancer.core.result_row import RESULT
from balancer.testing import naive_leader
from balancer.testing.agreement import assert_same_lead
from tests.core import kernels


def lead_of(standings, winners, *, one_loses=False):
    """Return the lead that `write_lead` writes for a game with these winners."""
    seats = len(standings[0])
    table = empty(kernels.TABLE)
    table.seats, table.standings = seats, len(standings)
    history = empty(np.dtype(np.int32), 1200 * (MAX_SEATS + 1)).reshape(-1, MAX_SEATS + 1)
    history[: len(standings), :seats] = standings
    row = empty(RESULT)
    row.winners = sum(1 << seat for seat in winners)
    write_lead(table, history, row, one_loses)
    return row.lead


def figures_of(lead):
    names = ("changes", "changes_per_round", "drama", "decisiveness", "comeback")
    figures = {name: int(getattr(lead, name)) for name in names}
    return figures | {"leader_won": [int(v) for v in lead.leader_won], "arc": arc_of(lead)}


def arc_of(lead):
    """Return the arc as text: what is true of the winner after each tenth of the game, 1 or 0 ten times."""
    held = "".join(str(int(lead.arc) >> bit & 1) for bit in range(3 * ARC_POINTS))
    return dict(zip(("leads", "stays", "last"), (held[:10], held[10:20], held[20:]), strict=True))


def test_two_changes_and_a_tie_that_keeps_the_leader():
    """Worked by hand; seat 0 wins.

    round  standings  leader               rank of seat 0 (threshold 3/4)
    1      3 1 2      0                    1
    2      3 4 2      1                    1/2, depth sqrt(3/4 - 1/2) = 1/2
    3      4 4 3      1, tied and leading  (1 + 1/2) / 2 = 3/4: not below
    4      6 5 4      0                    1

    Leads from round 4 on: 4/4.  At 1/4, 1/2, 3/4 of the game (rounds 1, 2, 3) led 0, 1, 1.  Half-way 3 is not lowest.
    The tenths of the game fall on rounds 1 1 2 2 2 3 3 4 4 4.
    """
    lead = lead_of([[3, 1, 2], [3, 4, 2], [4, 4, 3], [6, 5, 4]], [0])

    assert lead.defined
    assert figures_of(lead) == {
        "changes": 2,
        "changes_per_round": FRACTION // 2,
        "drama": FRACTION // 2,
        "decisiveness": FRACTION,
        "comeback": 0,
        "leader_won": [1, 0, 0],
        "arc": {"leads": "1100000111", "stays": "0000000111", "last": "0000000000"},
    }


def test_a_comeback_of_a_winner_who_never_led():
    """Worked by hand; seat 1 of 2 wins, and is behind at the end: decided in the last round.

    round  standings  leader                 rank of seat 1 (threshold (1 + 0) / 2 = 1/2)
    1      0 0        0, the lowest of tied  1/2: not below
    2      2 1        0                      0, depth sqrt(1/2)
    3      5 1        0                      0, depth sqrt(1/2)

    Rounds 1, 2, 3 are those at 1/4, 1/2, 3/4 of the game.  In round 2 seat 1 is last and not alone.
    The tenths of the game fall on rounds 1 1 1 2 2 2 3 3 3 3.
    """
    lead = lead_of([[0, 0], [2, 1], [5, 1]], [1])

    assert figures_of(lead) == {
        "changes": 0,
        "changes_per_round": 0,
        "drama": int(FRACTION * 0.5**0.5),
        "decisiveness": FRACTION,
        "comeback": 1,
        "leader_won": [0, 0, 0],
        "arc": {"leads": "0000000000", "stays": "0000000000", "last": "0001111111"},
    }


def test_of_one_loser_the_same_is_reported_upside_down():
    """Worked by hand; seat 2 loses, so whoever stands lowest 'leads', and a tie keeps who stood lowest before.

    round  standings  'leader'             rank of seat 2, from the top (threshold 3/4)
    1      -5 -4 -4   0                    1/4, depth sqrt(1/2)
    2      -2 -3 -3   1, lowest of tied    3/4: not below
    3      -1 -2 -3   2                    1
    4      0 0 -1     2                    1

    Decided in round 3 of 4.  At 1/4, 1/2, 3/4 (rounds 1, 2, 3) 'led' 0, 1, 2.
    Half-way seat 2 was not the one that stood highest; after round 1 it was, with another.
    The tenths of the game fall on rounds 1 1 2 2 2 3 3 4 4 4.
    """
    lead = lead_of([[-5, -4, -4], [-2, -3, -3], [-1, -2, -3], [0, 0, -1]], [0, 1], one_loses=True)

    assert figures_of(lead) == {
        "changes": 2,
        "changes_per_round": FRACTION // 2,
        "drama": int(FRACTION * 0.5**0.5),
        "decisiveness": FRACTION * 3 // 4,
        "comeback": 0,
        "leader_won": [0, 0, 1],
        "arc": {"leads": "0000011111", "stays": "0000011111", "last": "1100000000"},
    }


def test_a_lead_lost_and_won_again_is_not_one_that_stays():
    """Worked by hand; seat 0 of 2 wins after ten rounds, one per tenth, and is behind in rounds 4 and 8."""
    standings = [[2, 1]] * 3 + [[2, 3]] + [[5, 3]] * 3 + [[5, 6]] + [[9, 6]] * 2

    arc = arc_of(lead_of(standings, [0]))

    assert arc == {"leads": "1110111011", "stays": "0000000011", "last": "0001000100"}


def test_who_leads_at_the_end_need_not_win():
    """Seat 1 wins, though seat 0 leads in the last of 20 rounds: the second of each pair of rounds counts."""
    standings = [[0, 1], [0, 1]] * 9 + [[0, 1], [1, 0]]

    arc = arc_of(lead_of(standings, [1]))

    assert arc == {"leads": "1111111110", "stays": "0000000000", "last": "0000000001"}


@pytest.mark.parametrize(
    ("standings", "winners", "one_loses"),
    [
        ([[1, 2], [2, 1]], [], False),
        ([[1, 2], [2, 1]], [], True),
        ([[1, 2, 3], [2, 1, 3]], [0, 1], False),
        ([[1, 2, 3], [2, 1, 3]], [0], True),
        ([[1, 2]], [0], False),
    ],
    ids=["nobody wins", "nobody loses", "two share", "two lose", "one round"],
)
def test_undefined_where_not_one_player_alone_won_or_lost(standings, winners, one_loses):
    assert not lead_of(standings, winners, one_loses=one_loses).defined
    assert naive_leader.lead(standings, winners, one_loses=one_loses) is None


@st.composite
def games(draw):
    """Standings of 2..10 seats, ties frequent, with one winner or one loser."""
    seats = draw(st.integers(2, MAX_SEATS))
    most = draw(st.sampled_from([1, 3, 1000]))
    line = st.lists(st.integers(-most, most), min_size=seats, max_size=seats)
    standings = draw(st.lists(line, min_size=2, max_size=24))
    return standings, draw(st.integers(0, seats - 1)), draw(st.booleans())


@given(games())
def test_every_story_is_that_of_the_naive_reference(game):
    standings, told_of, one_loses = game
    seats = range(len(standings[0]))
    winners = [seat for seat in seats if seat != told_of] if one_loses else [told_of]
    assert_same_lead(lead_of(standings, winners, one_loses=one_loses), standings, winners, one_loses=one_loses)


def test_a_thousand_rounds():
    """Each leads in turn, the winner in the last round."""
    standings = [[t % 2, 1 - t % 2] for t in range(1001)]

    assert_same_lead(lead_of(standings, [1]), standings, [1], one_loses=False)
    assert lead_of(standings, [1]).changes == 1000
