"""What lies on the table during a game of Black Death.  One record = one game."""

from typing import NamedTuple

import numpy as np

from balancer.core.compile import record
from balancer.core.dice import MAX_SEATS
from balancer.core.game import FIRST_ENDING
from balancer.core.knobs import rules_record
from balancer.core.table import common_fields, persona_record
from balancer.games.black_death.knobs import RULES
from balancer.games.black_death.personas import HABITS

MAX_RANKS = 26  # the range of the knob `ranks`
MAX_SUITS = 6  # the range of the knob `suits`
MAX_CARDS = MAX_RANKS * MAX_SUITS + 1  # Death is the last
NOBODY = MAX_SEATS  # a seat number nobody has


class Node(NamedTuple):
    """Decision nodes (§ Decision nodes)."""

    OFFER: int = 0
    TAKE: int = 1


class Place(NamedTuple):
    """Where in a hand of k cards laid out a slot lies, as players remember it."""

    FIRST: int = 0
    LAST: int = 1
    MIDDLE: int = 2  # the one or two central slots, of three or more
    BETWEEN: int = 3


class Extra(NamedTuple):
    """The game's own figures, in the order of GAME.extras."""

    DEATH_MOVES: int = 0
    LOSS_GIVEN_DEATH_DEALT: int = 1
    OUT_IN_SETUP: int = 2


class Event(NamedTuple):
    """What `balancer trace` tells."""

    DEALT: int = 0  # a: seat, b: cards dealt to it
    OUT: int = 1  # a: seat
    TAKES: int = 2  # a: taker, b: offerer, c: rank taken, or ranks of the deck for Death
    PAIRS: int = 3  # a: taker, b: rank
    LOSES: int = 4  # a: seat
    OFFERS: int = 5  # a: offerer, b: taker


NODE, PLACE, EXTRA, EVENT = Node(), Place(), Extra(), Event()
N_NODES = len(NODE)
DEATH_HELD = FIRST_ENDING

PLAYER = record(
    ("ranks", np.uint64),  # the hand: set of ranks (never two of one), Death not among them
    ("cards", np.int32),  # cards held, Death too
    ("score", np.int32),  # order of getting out, in halves; final once the player is out
    ("refused", np.uint64),  # the slot at which Death lay when last refused, as a set; empty: not refused here yet
    ("took", np.int32, len(PLACE)),  # how often this player took from each place (all see it)
    ("saw_laid", np.int32, (MAX_SEATS, len(PLACE))),  # where this player saw each opponent lay Death
)

TABLE = record(
    *common_fields(rules_record(RULES), persona_record([habit.name for habit in HABITS])),
    ("box", np.uint8, MAX_CARDS),  # the deck in order; constant during a game
    ("deck", np.uint8, MAX_CARDS),  # the shuffled row of ranks; `ranks` stands for Death
    ("players", PLAYER, MAX_SEATS),
    ("death", np.uint8),  # who holds Death
    ("death_dealt", np.uint8),  # who held it after the deal
    ("death_known", np.uint64),  # seats that know who holds it
    ("death_moves", np.int32),
    ("out_in_setup", np.int32),
    ("still_in", np.int32),  # players with cards
    ("places_left", np.int32),  # the score of the next player to get out
    ("after", np.uint8, MAX_SEATS),  # who of those still in sits next to each of them, to the side the rules say
    ("before", np.uint8, MAX_SEATS),  # and to the other side
    ("active", np.uint8),  # who offers next (order offer), who draws next (order draw)
    ("watched", np.int32),  # 1: somebody at this table remembers where others take and lay
)
