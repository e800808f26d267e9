"""What lies on the table during a game of Windfall.  One record = one game."""

from typing import NamedTuple

import numpy as np

from balancer.core.compile import record
from balancer.core.game import FIRST_ENDING
from balancer.core.knobs import rules_record
from balancer.core.table import common_fields, persona_record
from windfall.components import MAX_FRUIT, MAX_KINDS
from windfall.knobs import RULES
from windfall.personas import HABITS

MAX_PLAYERS = 5
MAX_WASPS = 30  # the range of the knob `wasps`
MAX_CARDS = MAX_FRUIT + MAX_WASPS


class Node(NamedTuple):
    """Decision nodes (§ Decision nodes), in the order of GAME.nodes."""

    PICK: int = 0
    GIVE: int = 1


class Extra(NamedTuple):
    """The game's own figures, in the order of GAME.extras."""

    STINGS: int = 0
    GIVEN: int = 1


class Event(NamedTuple):
    """What `balancer trace` tells."""

    PICKED: int = 0  # a: seat, b: kind
    STUNG: int = 1  # a: seat, b: cards lost
    GAVE: int = 2  # a: giver, b: receiver, c: kind
    KEPT: int = 3  # a: seat, b: cards put into the basket


NODE, EXTRA, EVENT = Node(), Extra(), Event()
N_NODES = len(NODE)
BARE, FULL_BASKET = FIRST_ENDING, FIRST_ENDING + 1  # in the order of GAME.endings
STOP, PICK_ON = 0, 1  # the options of PICK

PLAYER = record(
    ("basket", np.uint8, MAX_KINDS),  # cards of each kind
    ("cards", np.int32),  # all of them
    ("wish", np.int32),  # the kind wished for; only this player has seen it
)

TABLE = record(
    *common_fields(rules_record(RULES), persona_record([habit.name for habit in HABITS])),
    ("kinds", np.int32),  # kinds of fruit; as a card, the number of a wasp; constant during a game
    ("values", np.int32, MAX_KINDS),  # points a card of each kind; constant during a game
    ("box", np.uint8, MAX_CARDS),  # all cards in order; constant during a game
    ("box_cards", np.int32),  # how many; constant during a game
    ("tree", np.uint8, MAX_CARDS),  # the shuffled cards; the next one is the last of those left
    ("left", np.int32),  # cards left in the tree
    ("hanging", np.uint8, MAX_KINDS + 1),  # how many of each kind, and wasps, are left: all can count that
    ("wishes", np.uint8, MAX_KINDS),  # the shuffled wishes; seat s has that at place s, the others are put aside
    ("picked", np.uint8, MAX_KINDS),  # picked in this turn
    ("picked_cards", np.int32),  # how many
    ("players", PLAYER, MAX_PLAYERS),
    ("stings", np.int32),
    ("given", np.int32),
)
