"""What lies on the table during a game of Biergarten.  One record = one game.

Cells are numbered row by row from the north-west, on a grid with a border of cells on which no card may lie: so every
cell has four neighbours, at ± 1 and ± WIDTH, and no index is ever out of bounds.
"""

from typing import NamedTuple

import numpy as np

from balancer.core.compile import record
from balancer.core.game import FIRST_ENDING
from balancer.core.knobs import rules_record
from balancer.core.table import common_fields, persona_record
from balancer.games.biergarten.components import MAX_CARDS, N_COLOURS
from balancer.games.biergarten.knobs import RULES
from balancer.games.biergarten.personas import HABITS

MAX_PLAYERS = 5
MAX_HAND = 6  # the range of the knob `hand`, and the card just drawn
MAX_SUPPLY = 6
NO_CARD = MAX_CARDS  # a card number that no card has: an empty supply slot
MEANS = 60  # means over 2..5 players, and shares of a victory, are whole numbers of 1 / 60

SIDE = 24  # the grid
WIDTH = SIDE + 2  # with its border
CELLS = WIDTH * WIDTH
HOME = 13 * WIDTH + 13  # row 12, column 12, both from 0
STEPS = np.array((-WIDTH, 1, WIDTH, -1))  # north, east, south, west
MAX_SPOTS = 2 * MAX_CARDS + 2  # cells next to a garden: a row of cards has most
MAX_PLAYS = MAX_HAND * MAX_SPOTS
WALLED = 12  # exposed shields from which on one begins to think of a walled garden
MAX_SHORTLIST = 16  # the range of the habit `shortlist`


class Node(NamedTuple):
    """Decision nodes (§ Decision nodes)."""

    HOME: int = 0
    REFRESH: int = 1
    DRAW: int = 2
    PLAY: int = 3
    REARRANGE: int = 4


class Ending(NamedTuple):
    """How a game ends, besides being cut off."""

    FINAL_ROUND: int = FIRST_ENDING
    DECK_OUT: int = FIRST_ENDING + 1


class Extra(NamedTuple):
    """The game's own figures, in the order of GAME.extras."""

    TRIGGER_TURN: int = 0
    TRIGGER_ROUND: int = 1
    TRIGGER_WINS: int = 2
    TRIGGER_SEAT: int = 3  # and the four after it: one for each seat
    BARRELS_MATCHES: int = 8
    BARRELS_COLOR: int = 9
    BARRELS_GARDEN: int = 10
    BARRELS_UMBRELLA: int = 11
    WINNER_SCORE: int = 12
    TIES_AT_TOP: int = 13
    SWAPS: int = 14
    MOVES: int = 15
    SHIFTS: int = 16
    REARRANGE_GAIN: int = 17
    FROM_SUPPLY: int = 18
    FROM_DECK: int = 19
    STEALS: int = 20
    REFRESHES: int = 21
    SKIPPED_DRAWS: int = 22
    SKIPPED_PLAYS: int = 23
    WILDS_IN_GARDENS: int = 24
    WILD_MATCHES: int = 25
    WALLED_PLAYERS: int = 26
    WALLED_WINNERS: int = 27


class Event(NamedTuple):
    """What `balancer trace` tells."""

    TAKES_HOME: int = 0  # a: seat, b: card
    REFRESHES: int = 1  # a: seat
    DRAWS_FROM_SUPPLY: int = 2  # a: seat, b: card, c: slot
    DRAWS_FROM_DECK: int = 3  # a: seat, b: card
    STEALS: int = 4  # a: seat, b: card, c: opponent
    REPLACES: int = 5  # a: seat, b: card drawn for one stolen
    CANNOT_DRAW: int = 6  # a: seat
    CANNOT_PLAY: int = 7  # a: seat
    PLAYS: int = 8  # a: seat, b: card, c: cell
    REARRANGES: int = 9  # a: seat, b: option, c: barrels gained
    BEGINS_FINAL_ROUND: int = 10  # a: seat, b: barrels
    LAST_STEP: int = 11  # a: seat
    DECK_OUT: int = 12


NODE, ENDING, EXTRA, EVENT = Node(), Ending(), Extra(), Event()
N_NODES = len(NODE)

CARD = record(
    ("name", np.uint8),
    ("sides", np.uint16),  # what faces north, east, south, west: four bits each, see garden.py
    ("wild", np.uint8),  # 1: it is
    ("colours", np.uint8),  # set of its colours; of a wild card none
    ("bears", np.uint8),  # set of the colours of its umbrellas
    ("umbrellas", np.uint8, N_COLOURS),
)

GARDEN = record(
    ("sides", np.uint16, CELLS),  # of the card on each cell; 0 where there is none
    ("card", np.uint8, CELLS),  # its number + 1; 0 where there is none
    ("rows", np.int32, WIDTH),  # set of occupied columns by row
    ("used", np.int32),  # set of rows with a card
    ("cards", np.int16),  # how many
    ("wilds", np.int16),  # of them: wild
    ("main", np.int64),  # matches, exposed shields, matches by colour: see garden.py
    ("pairs", np.int64),  # matches of a wild card that may be of either of two colours
    ("umbrellas", np.int16, N_COLOURS),  # on all cards
    ("score", np.int16),
)

PLAYER = record(
    ("hand", np.uint8, MAX_HAND),  # cards in order of number
    ("known", np.uint8, MAX_HAND),  # 1: everybody knows that this card is in this hand
    ("hand_size", np.int16),
    ("garden", GARDEN),
)

MIND = record(  # where the player who is choosing thinks: options counted, gardens tried out
    # The garden looked at (see layout.py)
    ("cards", np.int64),
    ("cell", np.uint16, MAX_CARDS),  # its occupied cells, in order
    ("moves", np.int32, MAX_CARDS),  # moves of the card on each
    ("shifts", np.int32, MAX_CARDS),  # shifts of the card on each
    ("cut", np.uint8, MAX_CARDS),  # 1: without it the others are not connected
    ("kinds", np.int32, 4),  # how many rearrangements there are: none, swaps, moves, shifts
    ("top", np.int64),  # first and last row with a card
    ("bottom", np.int64),
    ("at_edge", np.int64),  # 1: a card lies at the edge of the grid
    ("frontier", np.int64),  # how many cells a card may be laid on
    ("border", np.int32, WIDTH),  # these cells, as columns by row
    ("single", np.int32, WIDTH),  # those of them with one neighbour alone
    ("target", np.int32, WIDTH),  # where a card may go that was taken out
    ("flood", np.int32, WIDTH),  # cells connected so far
    ("gap", np.int64),  # the empty cell that the last shift filled
    ("stack", np.uint16, MAX_CARDS),  # cells to go on from, in a group of umbrellas
    # How the player sees it (worth.py, rearranging.py)
    ("spot", np.uint16, MAX_SPOTS),  # the cells of `border`, in order
    ("faces", np.int32, CELLS),  # what the neighbours of occupied cells and of spots turn to them
    ("best_other", np.int64),  # most barrels of any opponent
    ("open_end", np.int64),  # 1: the final round has not begun
    ("with_pairs", np.int64),  # 1: `pairs` must be followed as well as `main`
    ("strings", np.int64),  # colours with umbrellas enough for a string
    ("hopes", np.int64),  # the most that umbrellas may be worth beyond their bonus
    ("wall_hopes", np.int64, WALLED + 1),  # what is hoped of a garden with so many shields exposed, or more
    ("colour_hope", np.int64),  # and of each colour matched
    ("string_hope", np.int64),  # and the weight of strings of umbrellas
    ("slack", np.int64),  # see `worth.expect`
    ("near_end", np.int64),
    ("alike", np.uint8, 2**N_COLOURS),  # cards of two colours in the garden, by set of colours
    ("own", np.int64, MAX_CARDS),  # what each card adds to `main` where it lies
    ("own_pairs", np.int64, MAX_CARDS),  # and to `pairs`
    ("best", np.int64),  # what the best rearrangement so far is worth
    ("offering", np.int64),  # 1: rearrangements are offered, 0: the best is looked for
    ("foreseen", np.int64),  # 1: the play was thought through,
    ("expected", np.int64),  # and the garden is worth so much after the best rearrangement
    # The plays looked at: planning.py
    ("plays", np.int64),
    ("play", np.int16, MAX_PLAYS),
    ("value", np.int64, MAX_PLAYS),  # what the garden is worth after each
    ("picked", np.uint8, MAX_PLAYS),  # 1: it is on the shortlist
    ("shortlist", np.int16, MAX_SHORTLIST),
    ("shortlisted", np.int64),
    ("pool", np.uint8, MAX_CARDS),  # unseen cards, dealt anew (unseen.py)
)

TABLE = record(
    *common_fields(rules_record(RULES), persona_record([habit.name for habit in HABITS])),
    ("players", PLAYER, MAX_PLAYERS),
    ("deck", np.uint8, MAX_CARDS),  # what is left of it is deck[top : deck_end], its top first
    ("top", np.int16),
    ("deck_end", np.int16),
    ("supply", np.uint8, MAX_SUPPLY),  # card by slot, or NO_CARD
    ("homes", np.uint8, MAX_CARDS),  # the home cards shuffled; the first so many lie face up
    ("homes_left", np.int16),
    ("idle", np.int16),  # turns in a row in which nobody drew from the supply
    ("initiator", np.int16),  # who began the final round, or nobody: -1
    ("trigger_turn", np.int32),
    ("trigger_round", np.int32),
    ("swaps", np.int32),
    ("moves", np.int32),
    ("shifts", np.int32),
    ("rearrange_gain", np.int32),
    ("from_supply", np.int32),
    ("from_deck", np.int32),
    ("steals", np.int32),
    ("refreshes", np.int32),
    ("skipped_draws", np.int32),
    ("skipped_plays", np.int32),
    # The cards, the same in all games (set by `lay`)
    ("cards", CARD, MAX_CARDS),
    ("common", np.uint8, MAX_CARDS),  # the common cards in play, in order of number
    ("n_common", np.int64),
    ("home", np.uint8, MAX_CARDS),  # the home cards
    ("n_home", np.int64),
    ("mind", MIND),
)
