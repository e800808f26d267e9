"""What lies on the table during a game of Draft."""

import numpy as np

from balancer.core.declarations import Ending, Node, numbered
from balancer.core.part_sets import parts_record
from balancer.core.record import record
from balancer.core.table import table_record
from tests.core.draft.components import MAX_KINDS
from tests.core.draft.knobs import KNOBS
from tests.core.draft.personas import HABITS

DEALT, ROUNDS = 2, 5

NODE = numbered(Node("take", "player whose turn it is", "the two cards shown"))
ENDING = numbered(Ending("over", "Five rounds were played.", "are over"))

PARTS = parts_record(MAX_KINDS)
PLAYER = record(("held", PARTS), ("score", np.int32))

TABLE = table_record(
    KNOBS,
    HABITS,
    ("cards", np.int16, MAX_KINDS),  # shuffled
    ("next_card", np.int32),
    ("shown", PARTS),  # a set, for `offered_take`
    ("players", PLAYER, 4),
    prepared=(("kinds", np.int32), ("values", np.int32, MAX_KINDS)),
)
