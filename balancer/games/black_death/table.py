"""The table of a game of Black Death: all that lies on it.  One record is one game."""

from typing import NamedTuple

import numpy as np

from balancer.core.declarations import Ending, Extra, Node, numbered
from balancer.core.dice import MAX_SEATS
from balancer.core.record import record
from balancer.core.table import table_record
from balancer.games.black_death.knobs import KNOBS
from balancer.games.black_death.personas import HABITS

MAX_RANKS = 26  # the range of the knob `ranks`
MAX_SUITS = 6  # the range of the knob `suits`
MAX_CARDS = MAX_RANKS * MAX_SUITS + 1  # Death is the last
NOBODY = MAX_SEATS  # a seat number nobody has
NO_SLOT = -1  # Death is not among the cards laid out


NODE = numbered(
    Node("offer", "offerer holding Death and another card", "the slot at which Death lies"),
    Node("take", "taker", "the slot taken"),
)
ENDING = numbered(
    Ending("death_held", "Only one player still holds cards, just Death, and loses.", "end with Death in one hand"),
)
EXTRA = numbered(
    Extra("death_moves", "How often Death changed hands.", "moves"),
    Extra(
        "loss_given_death_dealt",
        "Whether the player who held Death after the deal lost; finished games only.",
        "share",
        undefined=True,
    ),
    Extra("out_in_setup", "Players whose cards all paired off in the deal.", "players"),
)


class Place(NamedTuple):
    """Part of a hand of k cards laid out in which a slot lies, as players remember it."""

    FIRST: int = 0
    LAST: int = 1
    MIDDLE: int = 2  # the one or two central slots, of three or more
    BETWEEN: int = 3


PLACE = Place()

PLAYER = record(
    ("ranks", np.uint64),  # the hand: set of ranks (never two of one), Death not among them
    ("cards", np.int32),  # cards held, Death too
    ("score", np.int32),  # order of getting out, in halves; final once the player is out
    ("refused", np.uint64),  # set of the slot at which Death lay when last refused; empty if it was not refused here
    ("took", np.int32, len(PLACE)),  # how often this player took from each place (all see it)
    ("saw_laid", np.int32, (MAX_SEATS, len(PLACE))),  # by opponent: how often this player took Death from each place
)

TABLE = table_record(
    KNOBS,
    HABITS,
    ("deck", np.uint8, MAX_CARDS),  # the shuffled row of ranks; `ranks` stands for Death
    ("players", PLAYER, MAX_SEATS),
    ("death", np.uint8),  # who holds Death
    ("death_dealt", np.uint8),  # who held it after the deal
    ("death_known", np.uint64),  # seats that know who holds it
    ("still_in", np.int32),  # players with cards
    ("places_left", np.int32),  # the score of the next player to get out
    ("after", np.uint8, MAX_SEATS),  # the next player still in, on the side that `offer_to` names
    ("before", np.uint8, MAX_SEATS),  # the next player still in, on the other side
    ("active", np.uint8),  # the next player to offer (order `offer`) or to draw (order `draw`)
    ("offerer", np.uint8),  # the player whose cards are laid out, or NOBODY
    ("death_slot", np.int32),  # the slot at which Death lies there, or NO_SLOT
    prepared=(
        ("box", np.uint8, MAX_CARDS),  # the deck in order
        ("watched", np.int32),  # 1: a persona of the line-up remembers where others take and lay
    ),
)
