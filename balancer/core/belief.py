"""Players who believe other figures of the parts than the rules use, because parts were secretly changed.

A table is laid twice, with the parts as printed and as they are; a BELIEF contains the words in which the two differ.
For every choice the printed parts are put on the table, and removed after it (core/compile.py): appraisals read the
printed figures, the rules the true ones, and the dice stay the same.  Sums that the rules keep are true, because
players see what happened, unless the game's `decisions.py` has a rule `recount(table)` that computes them again.
"""

from typing import Any

import numpy as np

from balancer.core.jit import rule, separate_rule
from balancer.core.memory import address_of, record_at
from balancer.core.record import empty, record
from balancer.core.table import COURSE

MAX_DIFFERENCES = 2048  # words of 64 bits in which two tables may differ

BELIEF = record(
    ("length", np.int64),
    ("place", np.int64, MAX_DIFFERENCES),  # addresses on the table that is played on
    ("others", np.uint64, MAX_DIFFERENCES),  # the bits of each word that do not differ
    ("printed", np.uint64, MAX_DIFFERENCES),
    ("true", np.uint64, MAX_DIFFERENCES),
)

CELL = record(("word", np.uint64))  # any word of a table


def believe(table: Any, printed: Any) -> Any:
    """Have players at a laid table believe the parts of another one; the BELIEF must be kept alive meanwhile.

    ValueError: the tables differ too much, or in more than `prepare` sets.
    """
    end = table.dtype.fields[COURSE[0][0]][1] & ~7
    mine, others = (np.frombuffer(np.asarray(each).tobytes()[:end], np.uint8) for each in (table, printed))
    unlike = np.where(mine != others, np.uint8(255), np.uint8(0))
    mask, true, shown = (each.view(np.uint64) for each in (unlike, mine & unlike, others & unlike))
    places = np.flatnonzero(mask)
    if len(places) > MAX_DIFFERENCES:
        message = f"{len(places)} words of the table differ; at most {MAX_DIFFERENCES}"
        raise ValueError(message)
    belief, n = empty(BELIEF), len(places)
    belief.length = n
    plain: Any = np.asarray(belief)
    plain["place"][:n] = address_of(table) + 8 * places
    plain["others"][:n], plain["printed"][:n], plain["true"][:n] = ~mask[places], shown[places], true[places]
    table.decision.belief = address_of(belief) if n else 0
    return belief


@separate_rule
def show_printed(table):
    """Put the figures that players believe on the table."""
    belief = record_at(BELIEF, table.decision.belief)
    for k in range(belief.length):
        cell = record_at(CELL, belief.place[k])
        cell.word = (cell.word & belief.others[k]) | belief.printed[k]
    table.decision.belief = -table.decision.belief


@separate_rule
def show_true(table):
    """Put the true figures on the table."""
    table.decision.belief = -table.decision.belief
    belief = record_at(BELIEF, table.decision.belief)
    for k in range(belief.length):
        cell = record_at(CELL, belief.place[k])
        cell.word = (cell.word & belief.others[k]) | belief.true[k]


@rule
def nothing(table):
    """Recount nothing: in most games, the sums that the rules keep are known to all players."""
