"""The state of a game of The Devil's Tarok: one record per game.

A minor card is numbered 16 * suit + its place in the order of tricks (0 the lowest), a major 64 + its number.  So a
set of cards is a pair of words, as in core/cards/cardset.py.
"""

from typing import NamedTuple

import numpy as np

from balancer.core.cards import tarot
from balancer.core.declarations import Ending, Extra, Node, numbered
from balancer.core.dice import MAX_SEATS
from balancer.core.record import record
from balancer.core.table import table_record
from balancer.games.devils_tarok.knobs import KNOBS
from balancer.games.devils_tarok.personas import HABITS

MAX_PLAYERS = 5
MAX_HAND = 26  # the range of the knob `hand_size`
N_CARDS = tarot.CARDS
LANE = 16  # bits of a minor suit in the word of minors
FIRST_MAJOR = 64  # the Fool
CARD_NUMBERS = FIRST_MAJOR + tarot.MAJORS
MAJORS = 4  # the fifth suit
N_SUITS = 5
NO_SUIT = 5  # nothing has been led, or only an excused Fool
POINTS_UNIT = 1000  # points per trick are counted in thousandths
SHARE_UNIT = 10**6  # shares of tricks in millionths
PILE = MAX_SEATS  # the draw pile as a place of cards, next to the seats


NODE = numbered(
    Node("lead", "leader of a trick", "each card in hand"),
    Node("follow", "each next player", "each card in hand that follows suit, or the Fool; each card if void"),
)
ENDING = numbered(Ending("target", "A score reached the target: the highest score won.", "end at the target"))
EXTRA = numbered(
    Extra("hands", "Hands begun.", "hands"),
    Extra("points_per_trick", "Points scored by all players per trick.", "points", POINTS_UNIT),
    Extra("leader_share", "Share of tricks won by the player who led them.", "share", SHARE_UNIT),
    Extra("fool_share", "Share of tricks won by the Fool.", "share", SHARE_UNIT),
    Extra("leader_tricks", "Tricks won by the player who led them.", "tricks"),
    Extra("fool_tricks", "Tricks won by the Fool.", "tricks"),
    Extra("points", "Points scored by all players.", "points"),
    Extra("margin", "Highest score less second highest; finished games only.", "points", undefined=True),
    Extra(
        "past_target",
        "Points by which the winner passed the target; finished games only.",
        "points",
        undefined=True,
        title="points past the target",
    ),
    Extra("shared_win", "Whether several players shared the victory; finished games only.", "share", undefined=True),
    Extra(
        "several_at_target",
        "Whether several scores are at the target; finished games only.",
        "share",
        undefined=True,
        title="several at the target",
    ),
)


class Part(NamedTuple):
    """Cards whose lift is reported, in the order of PART_NAMES."""

    DEVIL: int = 0
    FOOL: int = 1


PART = Part()
PART_NAMES = ("Devil", "Fool")

PLAYER = record(
    ("minors", np.uint64),  # the hand: set of minors, by card number
    ("majors", np.uint64),  # and of majors, by number
    ("held", np.int32),  # how many cards that is
    ("points", np.int32),
    ("won", np.uint64),  # set of PARTs that this player has won in a trick or kept, in any hand
    ("void", np.uint64),  # set of suits in which this player has shown to be void since the last card drawn
)

MIND = record(  # what the player who is choosing has thought of before looking at options (appraisal.py)
    ("minors", np.uint64),  # cards that others may hold, as far as the player knows
    ("majors", np.uint64),
    ("later", np.int64),  # players after this one in the trick
    ("odds", np.int64, N_SUITS),  # by suit: line of core/arithmetic/odds.py for those players' cards
    ("odds_of_all", np.int64),  # the same for the cards of all opponents
    ("above_minor", np.int64),  # cards others may hold that beat any minor, and
    ("above_major", np.int64),  # any major
    # Prices, in tenths of a point (those of what is certain: times CERTAIN)
    ("lead", np.int64),  # of leading the next trick
    ("stakes", np.int64, N_SUITS),  # by suit led: of the trick won, the lead with it, without the own card
    ("own_point", np.int64),  # of a point on the own card that is won rather than lost
    ("save", np.int64),  # of one that is lost
    ("shed", np.int64),  # percent of it that counts less for a major that is sure to be beaten later
    ("future", np.int64),  # of a card that is sure to win a later trick
    ("kept_major", np.int64),  # of a major kept, certain
    ("keep_fool", np.int64),  # of the Fool kept, long before the end of a hand
    ("piled", np.int64),  # cards in the draw pile
    ("held", np.int64),  # cards in the own hand
)

REDEAL = record(  # scratch of `reshuffle_unseen`: places are seats and PILE
    ("free", np.int64, PILE + 1),  # cards that a place still lacks
    ("minors", np.uint64, PILE + 1),  # cards it has got
    ("majors", np.uint64, PILE + 1),
    ("room", np.int64, N_SUITS),  # by suit: cards of all places that may hold some of it
    ("order", np.int64, N_SUITS),  # the suits, the one with least room first
    ("pool", np.uint8, N_CARDS),  # the draw pile while it is shuffled
)

TABLE = table_record(
    KNOBS,
    HABITS,
    ("players", PLAYER, MAX_PLAYERS),
    ("deck", np.uint8, N_CARDS),  # the shuffled row
    ("next_card", np.int64),  # place of the draw pile's top card; what lies before it has been dealt or drawn
    ("last_card", np.int64),  # one past its last card; `draw: false`: nothing can be drawn
    ("hands", np.int64),  # hands begun
    ("hand_over", np.int64),  # 1: the next hand is to be dealt
    ("played_minors", np.uint64),  # cards played in this hand
    ("played_majors", np.uint64),
    # The trick
    ("leader", np.int64),  # seat that led it, or will
    ("trick_size", np.int64),  # cards played to it
    ("led", np.int64),  # the suit led, or NO_SUIT
    ("best", np.int64),  # strength of the card that wins so far (rules.strength)
    ("winner", np.int64),  # seat that played it
    ("trick_points", np.int64),
    ("trick_parts", np.uint64),  # set of PARTs in it
    ("mind", MIND),
    ("redeal", REDEAL),
    prepared=(
        ("box", np.uint8, N_CARDS),  # the deck in order
        ("points", np.uint8, CARD_NUMBERS),  # of each card
        ("poor_points", np.int64, N_SUITS),  # by suit: what a card played without a chance to win brings, on average
    ),
)
