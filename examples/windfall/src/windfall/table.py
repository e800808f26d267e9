"""What lies on the table during a game of Windfall.  One record = one game."""

import numpy as np

from balancer.core.declarations import Ending, Extra, Node, numbered
from balancer.core.record import record
from balancer.core.table import table_record
from windfall.components import MAX_FRUIT, MAX_KINDS
from windfall.knobs import KNOBS
from windfall.personas import HABITS

MAX_PLAYERS = 5
MAX_WASPS = 30  # the range of the knob `wasps`
MAX_CARDS = MAX_FRUIT + MAX_WASPS
STOP, PICK_ON = 0, 1  # the options of the node `pick`

NODE = numbered(
    Node("pick", "player whose turn it is, after each fruit", "stop; pick on"),
    Node("give", "player who stopped with two cards or more", "each kind picked in this turn"),
)
ENDING = numbered(
    Ending("bare", "No card was left in the tree after a turn.", "strip the tree bare"),
    Ending("full_basket", "A round was over, and a basket was full.", "end with a full basket"),
)
EXTRA = numbered(
    Extra("stings", "Turns that ended with a wasp.", "turns"),
    Extra("given", "Points given away, at face value.", "points"),
)

PLAYER = record(
    ("basket", np.uint8, MAX_KINDS),  # cards of each kind
    ("cards", np.int32),  # all of them
)

TABLE = table_record(
    KNOBS,
    HABITS,
    ("tree", np.uint8, MAX_CARDS),  # the shuffled cards; the next one is the last of those left
    ("left", np.int32),  # cards left in the tree
    ("hanging", np.uint8, MAX_KINDS + 1),  # how many of each kind, and wasps, are left: all can count that
    ("wishes", np.uint8, MAX_KINDS),  # the shuffled wishes; seat s has that at place s, the others are put aside
    ("picked", np.uint8, MAX_KINDS),  # cards of each kind picked in this turn
    ("picked_cards", np.int32),  # how many
    ("picked_kinds", np.uint64),  # of which kinds, as a set
    ("players", PLAYER, MAX_PLAYERS),
    prepared=(
        ("kinds", np.int32),  # kinds of fruit; as a card, the number of a wasp
        ("values", np.int32, MAX_KINDS),  # points per card of each kind
        ("box", np.uint8, MAX_CARDS),  # all cards in order
        ("box_cards", np.int32),  # how many
    ),
)
