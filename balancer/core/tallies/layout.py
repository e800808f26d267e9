"""What a tally holds, and which columns of RESULT rows its sums come from."""

import functools
from collections import namedtuple
from typing import Any, NamedTuple

import numpy as np

from balancer.core.component_table import MAX_PARTS, WORD_PARTS
from balancer.core.dice import MAX_NODES, MAX_SEATS
from balancer.core.leader_metrics import ARC_POINTS, FRACTION, LEAD
from balancer.core.record import record
from balancer.core.result_row import MAX_ENDINGS, RESULT, result_record
from balancer.core.table import MAX_EXTRAS, MAX_LINEUP, UNDEFINED


def _places(layout, begin=0):
    """Where each field of a layout begins, in words of 32 bits, as a named tuple."""
    places = {name: (begin + layout.fields[name][1]) // 4 for name in layout.names}
    return namedtuple("Places", places)(**places)  # noqa: PYI024  made of data


ROW = _places(RESULT)
IN_LEAD = _places(LEAD, RESULT.fields["lead"][1])  # columns of a row's figures; of a field of several, the first

MORE_PARTS = _places(result_record(2)).more_parts
"""The column where sets of parts go on in rows that have more words of them, seat by seat, to the end of the row."""

MOMENTS = (
    ("rounds", 1, ROW.rounds, ROW.seats),
    ("turns", 1, ROW.turns, ROW.seats),
    ("decisions", 1, ROW.decisions, ROW.seats),
    ("lead_changes", 1, IN_LEAD.changes, IN_LEAD.defined),
    ("lead_changes_per_round", FRACTION, IN_LEAD.changes_per_round, IN_LEAD.defined),
    ("drama", FRACTION, IN_LEAD.drama, IN_LEAD.defined),
    ("decisiveness", FRACTION, IN_LEAD.decisiveness, IN_LEAD.defined),
)
"""Quantities of which a tally keeps number, sum and sum of squares: name, unit, column, and the column that is not 0
where they count.  After them those that are worked out from several columns, or of which a game has several.
"""

# After MOMENTS in TALLY.moments: margin and winner's score, scores by seat, extras.
MARGIN = len(MOMENTS)
WINNER_SCORE = MARGIN + 1
SCORES = WINNER_SCORE + 1
EXTRAS = SCORES + MAX_SEATS
N_MOMENTS = EXTRAS + MAX_EXTRAS

# Ratios x/m of which a tally keeps the sums of x, m, xx, xm, mm over games: these, then nodes, personas, parts.
BRANCHING, FORCED_SHARE = 0, 1
NODES = 2
PERSONAS = NODES + MAX_NODES
PARTS = PERSONAS + MAX_LINEUP

# Quantities of which a tally keeps the whole distribution, and the value at which each one's bins begin.
HISTOGRAMS = ("rounds", "turns", "decisions", "margin", "winner_score", "score")
N_HISTOGRAMS = len(HISTOGRAMS)
BINS = 2048
FIRST_BIN = (0, 0, 0, 0, -BINS // 2, -BINS // 2)
H_MARGIN, H_WINNER_SCORE, H_SCORE = 3, 4, 5

# After them: the decisions at each node, then the game's extras.
FIRST_NODE_BIN = 0
FIRST_EXTRA_BIN = -BINS // 4

LENGTHS_OR_SCORES_OUTSIDE, NODES_OR_EXTRAS_OUTSIDE, TOO_LARGE = 1, 2, 4
"""What `reduce_rows` finds, as bits: values beyond the bins, values beyond LARGEST."""

NO_GAME = 2**62
NONE = 2**40  # no figure of a row, which has 32 bits

FIELDS = (
    ("games", np.int64),
    ("won", np.int64),  # games that somebody won
    ("shared", np.int64),  # of these: with more than one winner
    ("endings", np.int64, MAX_ENDINGS),
    ("credit", np.int64, MAX_SEATS),  # in units of 1 / CREDIT
    ("credit_products", np.int64, (MAX_SEATS, MAX_SEATS)),  # sums of c[s] * c[t], for covariances
    ("losses", np.int64, MAX_SEATS),  # games that somebody else won
    ("persona_games", np.int64, (MAX_LINEUP, MAX_SEATS)),  # by persona and seat
    ("persona_credit", np.int64, (MAX_LINEUP, MAX_SEATS)),
    ("persona_squares", np.int64, (MAX_LINEUP, MAX_SEATS)),
    ("lead_games", np.int64),  # games on which the leader figures rest
    ("runaway", np.int64, 3),  # of these: the leader at 1/4, 1/2, 3/4 of the game won
    ("comebacks", np.int64),  # of these: the winner was last half-way
    ("arc", np.int64, (3, ARC_POINTS)),  # of these: what is true of the winner at each point (leader_metrics.LEADS ...)
    ("moments", np.int64, (N_MOMENTS, 3)),  # number, sum, sum of squares
    # last, of as many parts as there are: ("ratios", np.int64, (PARTS + parts, 5)), sums of x, m, xx, xm, mm
)


@functools.cache
def tally_record(words: int) -> Any:
    """Return the layout of the TALLY of a game whose sets of parts take so many words."""
    return record(*FIELDS, ("ratios", np.int64, (PARTS + WORD_PARTS * words, 5)))


def words_of(layout: Any) -> Any:
    """Return the places of a tally in words of 64 bits: of each field an array of its shape."""
    return np.arange(layout.itemsize // 8).view(layout)[0]


WORDS = words_of(tally_record(MAX_PARTS // WORD_PARTS))  # places of the largest tally, which smaller ones begin alike


class FigureColumns(NamedTuple):
    """Which columns are summed, for one game and number of players, and where: arrays of numbers, a line per figure.

    A word is an offset into a TALLY, see `WORDS`.
    """

    moments: Any  # int64[k, 4]: column; only games whose column `where` is not `but`; words of number, sum, squares
    sums: Any  # int64[k, 3]: column; only games whose column `where` is not 0; word of the sum
    bits: Any  # int64[k, 4]: column; only games whose column `where` is not 0; number of bits; word of their sum
    ratios: Any  # int64[k, 4]: columns of x and m; 1 if m is the sum of both; word of the sums of x, m, xx, xm, mm
    bins: Any  # int64[k, 5]: column; value not counted; first bin's value; histogram; flag of values beyond it


@functools.cache
def figures_of(nodes: int, extras: int, players: int) -> FigureColumns:
    """The figures of a game with so many nodes and extras; made once."""
    some, defined = ROW.seats, IN_LEAD.defined
    moments = [(column, where, 0, k) for k, (_, _, column, where) in enumerate(MOMENTS)]
    moments += [(ROW.score + seat, some, 0, SCORES + seat) for seat in range(players)]
    moments += [(ROW.extras + k, ROW.extras + k, UNDEFINED, EXTRAS + k) for k in range(extras)]
    sums = [(defined, defined, WORDS["lead_games"]), (IN_LEAD.comeback, defined, WORDS["comebacks"])]
    sums += [(IN_LEAD.leader_won + k, defined, word) for k, word in enumerate(WORDS["runaway"])]
    arc = (IN_LEAD.arc, defined, 3 * ARC_POINTS, WORDS["arc"][0, 0])
    ratios = [(ROW.options, ROW.decisions, 0, BRANCHING), (ROW.forced, ROW.decisions, 1, FORCED_SHARE)]
    ratios += [(ROW.node_options + k, ROW.node_decisions + k, 0, NODES + k) for k in range(nodes)]
    bins = [
        (column, UNDEFINED, k, LENGTHS_OR_SCORES_OUTSIDE)
        for k, column in enumerate((ROW.rounds, ROW.turns, ROW.decisions))
    ]
    bins += [(ROW.score + seat, NONE, H_SCORE, LENGTHS_OR_SCORES_OUTSIDE) for seat in range(players)]
    own = [*(ROW.node_decisions + k for k in range(nodes)), *(ROW.extras + k for k in range(extras))]
    firsts = [*FIRST_BIN, *[FIRST_NODE_BIN] * nodes, *[FIRST_EXTRA_BIN] * extras]
    bins += [(column, UNDEFINED, N_HISTOGRAMS + k, NODES_OR_EXTRAS_OUTSIDE) for k, column in enumerate(own)]
    return FigureColumns(
        np.array([(*line, WORDS["moments"][k, 0]) for *line, k in moments], np.int64),
        np.array(sums, np.int64),
        np.array([arc], np.int64),
        np.array([(*line, WORDS["ratios"][k, 0]) for *line, k in ratios], np.int64),
        np.array([(column, but, firsts[k], k, outside) for column, but, k, outside in bins], np.int64),
    )


def columns_of(rows: Any) -> Any:
    """The memory of RESULT rows as int32[games, words]."""
    return np.asarray(rows).view(np.int32).reshape(len(rows), -1)
