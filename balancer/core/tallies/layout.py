"""The layout of a tally, and the columns of RESULT rows that its sums are made from."""

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
    # The beginning of each field, in words of 32 bits
    places = {name: (begin + layout.fields[name][1]) // 4 for name in layout.names}
    return namedtuple("Places", places)(**places)  # noqa: PYI024  made of data


ROW = _places(RESULT)
IN_LEAD = _places(LEAD, RESULT.fields["lead"][1])  # columns of a row's figures; of an array the first

# Rows with more words of sets of parts have them from this column on, seat by seat, to the end of the row.
MORE_PARTS = _places(result_record(2)).more_parts

MOMENTS = (
    ("rounds", 1, ROW.rounds, ROW.seats),
    ("turns", 1, ROW.turns, ROW.seats),
    ("decisions", 1, ROW.decisions, ROW.seats),
    ("lead_changes", 1, IN_LEAD.changes, IN_LEAD.defined),
    ("lead_changes_per_round", FRACTION, IN_LEAD.changes_per_round, IN_LEAD.defined),
    ("drama", FRACTION, IN_LEAD.drama, IN_LEAD.defined),
    ("decisiveness", FRACTION, IN_LEAD.decisiveness, IN_LEAD.defined),
)
"""Quantities with number, sum and sum of squares in a tally: (name, unit, column, column that is not 0 if they count).

Those that are computed from several columns, or have several values per game, follow them in TALLY.moments.
"""

# After MOMENTS in TALLY.moments: margin and winner's score, scores by seat, extras
MARGIN = len(MOMENTS)
WINNER_SCORE = MARGIN + 1
SCORES = WINNER_SCORE + 1
EXTRAS = SCORES + MAX_SEATS
N_MOMENTS = EXTRAS + MAX_EXTRAS

# Ratios x/m, with sums of x, m, xx, xm, mm over games in TALLY.ratios: these, then nodes, personas, their scores,
# sides, parts
BRANCHING, FORCED_SHARE, STARTER = 0, 1, 2
NODES = 3
PERSONAS = NODES + MAX_NODES
PERSONA_SCORES = PERSONAS + MAX_LINEUP
SIDES = PERSONA_SCORES + MAX_LINEUP
PARTS = SIDES + MAX_SEATS

# Quantities with the whole distribution in a tally, and the value of the first bin of each
HISTOGRAMS = ("rounds", "turns", "decisions", "margin", "winner_score", "score")
N_HISTOGRAMS = len(HISTOGRAMS)
BINS = 2048
FIRST_BIN = (0, 0, 0, 0, -BINS // 2, -BINS // 2)
H_MARGIN, H_WINNER_SCORE, H_SCORE = 3, 4, 5

# After them: the decisions at each node, then the game's extras
FIRST_NODE_BIN = 0
FIRST_EXTRA_BIN = -BINS // 4

# Findings of `reduce_rows`, as bits: values outside the bins, values beyond LARGEST
LENGTHS_OR_SCORES_OUTSIDE, NODES_OR_EXTRAS_OUTSIDE, TOO_LARGE = 1, 2, 4

NO_GAME = 2**62
NONE = 2**40  # a value that no figure of a row has

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
    ("lead_games", np.int64),  # games with leader metrics
    ("led", np.int64, 3),  # of these: with a leader at 1/4, 1/2, 3/4 of the game
    ("runaway", np.int64, 3),  # of these: this leader won
    ("comebacks", np.int64),  # of these: the winner was last halfway
    ("arc", np.int64, (3, ARC_POINTS)),  # of these: by state of the winner and point (leader_metrics.LEADS ...)
    ("moments", np.int64, (N_MOMENTS, 3)),  # number, sum, sum of squares
    # The last field depends on the number of parts: ("ratios", np.int64, (PARTS + parts, 5)), sums of x, m, xx, xm, mm
)


@functools.cache
def tally_record(words: int) -> Any:
    """Return the layout of the TALLY of a game whose sets of parts have this number of words."""
    return record(*FIELDS, ("ratios", np.int64, (PARTS + WORD_PARTS * words, 5)))


def words_of(layout: Any) -> Any:
    """Return the indexes of a tally's words of 64 bits: for each field an array of its shape."""
    return np.arange(layout.itemsize // 8).view(layout)[0]


WORDS = words_of(tally_record(MAX_PARTS // WORD_PARTS))  # indexes in the largest tally; smaller ones are its beginning


class FigureColumns(NamedTuple):
    """The columns to be summed for a game and number of players, and the words of the sums: arrays, a line per figure.

    A word is an index into a TALLY as an array of 64 bits, see `WORDS`.
    """

    moments: Any  # int64[k, 4]: column; only games whose column `where` is not `but`; words of number, sum, squares
    sums: Any  # int64[k, 3]: column; only games whose column `where` is not 0; word of the sum
    bits: Any  # int64[k, 4]: column; only games whose column `where` is not 0; number of bits; word of their sum
    ratios: Any  # int64[k, 4]: columns of x and m; 1 if m is the sum of both; word of the sums of x, m, xx, xm, mm
    bins: Any  # int64[k, 5]: column; value not counted; first bin's value; histogram; flag of values beyond it


@functools.cache
def figures_of(nodes: int, extras: int, players: int) -> FigureColumns:
    """Return the figures of a game with these numbers of nodes and extras."""
    some, defined = ROW.seats, IN_LEAD.defined
    moments = [(column, where, 0, k) for k, (_, _, column, where) in enumerate(MOMENTS)]
    moments += [(ROW.score + seat, some, 0, SCORES + seat) for seat in range(players)]
    moments += [(ROW.extras + k, ROW.extras + k, UNDEFINED, EXTRAS + k) for k in range(extras)]
    sums = [(defined, defined, WORDS["lead_games"]), (IN_LEAD.comeback, defined, WORDS["comebacks"])]
    sums += [(IN_LEAD.led + k, defined, word) for k, word in enumerate(WORDS["led"])]
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
    """Return the memory of RESULT rows as int32[games, words]."""
    return np.asarray(rows).view(np.int32).reshape(len(rows), -1)
