"""The table of a game of Oktoberfest: all that lies on it.  One record is one game."""

import numpy as np

from balancer.core.declarations import Ending, Extra, Node, Quantity, numbered
from balancer.core.record import record
from balancer.core.table import table_record
from balancer.games.oktoberfest.components import MAX_CARDS, MAX_NAME, MAX_ROWS, MAX_WILDS, N_SUITS
from balancer.games.oktoberfest.knobs import KNOBS
from balancer.games.oktoberfest.personas import HABITS

MAX_PLAYERS = 7
MAX_PILES = 6  # the range of the knob `piles`
MEANS = 420  # means over 3..7 players are whole numbers of 1 / 420
WORDS = 2  # a set of cards is two 64-bit words (see core/cards/cardset.py)


NODE = numbered(
    Node("take", "active player", "each pile"),
    Node("contest", "active player", "none; each opponent with cards and each hand card but the one just taken"),
    Node("discard", "loser of a contest", "cards of the challenge suit or wild, in hand or banked; else any in hand"),
)
QUANTITY = numbered(
    Quantity("lowest", "a point of the lowest suit total, wild cards best assigned"),
    Quantity("banked", "a point of value banked"),
    Quantity("hand", "a point of value in hand"),
    Quantity("wild", "a point of that value on wild cards"),
    Quantity("tipsiness", "a point of tipsiness in hand"),
)
ENDING = numbered(
    Ending(
        "instant", "A player began a turn with a hand worth the threshold or more, and won at once.", "are won at once"
    ),
    Ending(
        "exhausted",
        "As many cards as piles were left: the highest lowest suit total won.",
        "end because the cards are used up",
    ),
)
EXTRA = numbered(
    Extra("contests", "Contests held.", "contests"),
    Extra("contests_won_by_challenger", "Contests that the challenger won.", "contests"),
    Extra("discards", "Cards discarded by losers of contests.", "cards"),
    Extra("banked_at_end", "Banked cards at the end, all players together.", "cards"),
    Extra("hand_at_end", "Cards in hand at the end, all players together, after the tipsiest's loss.", "cards"),
    Extra(
        "winner_score",
        "Lowest suit total of the winner, or of the first of several; games with a winner only.",
        "points",
        undefined=True,
    ),
    Extra("tipsiness_at_end", "Backs in hand, mean of the players, before the tipsiest's loss.", "tipsiness", MEANS),
    Extra("instant_round", "Round of the instant win; games with an instant win only.", "rounds", undefined=True),
    Extra(
        "penalty_changed_winners",
        "Whether the tipsiest's loss changed who won; exhausted games only.",
        "share",
        undefined=True,
    ),
)
CARD = record(
    ("name", np.uint8),
    ("suit", np.uint8),
    ("value", np.uint8),  # the front
    ("back", np.uint8),  # tipsiness
    ("banked", np.uint8),  # added to tipsiness while banked, by the rules in force
    ("front", np.uint8),  # number of the front
    ("printed_back", np.uint8),  # the back in the component table, restored after `reshuffle_unseen` has redealt backs
    # Packed amounts that it adds to a player's sums (figures.py):
    ("on_table", np.int64),
    ("burden", np.int64),
    ("total", np.int64),
)

FRONT = record(
    ("cards", np.int16),  # how many cards have this front
    ("backs", np.int16),  # sum of their backs
    ("spread", np.int16),  # variance of their backs, in 1/16
    ("mean_back", np.int16),  # mean of their backs, in 1/16
)

PLAYER = record(
    ("hand", np.uint64, WORDS),  # set of cards
    ("banked", np.uint64, WORDS),
    ("discarded", np.uint64, WORDS),
    # Sums over the cards, packed (figures.py):
    ("in_hand", np.int64),  # hand: value, number of cards, backs
    ("on_table", np.int64),  # banked cards: value, number of cards
    ("burdens", np.int64),  # what banked cards add to tipsiness, by suit
    ("totals", np.int64),  # values of hand and banked cards, by scoring suit and wild
    ("split", np.int64),  # (lowest, middle, highest) suit total, wilds best assigned: see wilds.py
    ("given", np.int8),  # points of the head start, added to the lowest total
    ("split_known", np.int8),  # 1: `split` is up to date
    # What the others know of this player's cards, and what this player learned from contests (memory.py):
    ("took", np.int16, MAX_ROWS),  # cards of each front this player has taken
    ("took_backs", np.int16, MAX_ROWS),  # sum of their backs
    ("expects", np.int16, MAX_ROWS),  # the back expected of a card of each front, in 1/16
    ("held", np.int16, MAX_ROWS),  # cards of each front in hand
    ("backs_expected", np.int32),  # sum of the backs in hand, each as expected
    ("spread", np.int32),  # variance of the backs in hand before anything was learned, in 1/16
    ("shift", np.int32),  # by how much contests have moved the own estimate of the backs in hand, in 1/16
    ("learned", np.int32),  # by how much contests have reduced that variance, in 1/16
)

WILDS = record(
    ("values", np.int16, MAX_WILDS),  # of the wild cards being assigned, largest first
    ("goes_to", np.int8, MAX_WILDS),  # the suit in which each is being tried
    ("totals", np.int32, 3),  # suit totals with the wild cards tried so far
)

MIND = record(  # scratch space of the player who is deciding, computed before options are appraised (appraisal.py)
    ("to_come", np.int32),  # points the player counts on adding later
    ("level", np.int32),  # lowest suit total within reach, in sixths of a point
    ("counted", np.int32),  # own value that counts toward the threshold
    ("racing", np.int32),  # 1: the threshold is within reach
    # Of contests:
    ("own_tipsiness", np.int64),  # expected before a card is banked, in 1/16, less half a point if ties are won
    ("steps", np.int64),  # steps of the normal distribution's tables per 1/16 of own tipsiness, in 1/2**32
    ("needed", np.int64),  # by how much, in 1/16, the player wants to be less tipsy before challenging
    ("about_to_win", np.uint64),  # set of opponents about to win at once, if the player minds
    # Of contests with the card being looked at:
    ("even", np.int64),  # the tipsiness, in 1/16, that an opponent needs for an even contest
    ("cost", np.int64),  # cost of banking it
    ("risk", np.int64),  # what is lost with the contest
    # What an opponent would lose with it:
    ("loss", np.int64),  # value of a card
    ("loss_in_race", np.int64),  # the part of it that counts toward the threshold
)

TABLE = table_record(
    KNOBS,
    HABITS,
    ("players", PLAYER, MAX_PLAYERS),
    ("deck", np.uint8, MAX_CARDS),  # the shuffled row; pile p is deck[next_of_pile[p] : end_of_pile[p]]
    ("next_of_pile", np.uint8, MAX_PILES),  # place of its top card in the deck
    ("end_of_pile", np.uint8, MAX_PILES),
    ("left", np.int16),  # cards in all piles
    ("holders", np.uint64),  # set of seats with a card in hand or banked
    ("winner", np.int32),  # the seat that won at once
    # What everybody has seen:
    ("taken", np.int16, MAX_ROWS),  # cards of each front taken so far
    ("taken_backs", np.int16, MAX_ROWS),  # sum of their backs; each player knows it without its own cards
    ("shown", np.uint64, WORDS),  # cards whose front was seen before the piles were cut again
    ("wilds", WILDS),
    ("mind", MIND),
    prepared=(
        ("n_cards", np.int64),
        ("n_fronts", np.int64),
        ("cards", CARD, MAX_CARDS),
        ("fronts", FRONT, MAX_ROWS),
        ("names", np.uint32, (MAX_ROWS, MAX_NAME)),  # letters, for the narration
        ("of_suit", np.uint64, (N_SUITS, WORDS)),  # set of cards by suit
        (
            "answers",
            np.uint64,
            (N_SUITS, WORDS),
        ),  # by challenge suit: cards of it and wild cards, which a loser discards first
        ("values", np.uint8, MAX_ROWS),  # all values that cards have, greatest first
        ("n_values", np.int64),  # number of `values`
        ("of_value", np.uint64, (MAX_ROWS, WORDS)),  # set of the cards of each value
        (
            "of_threshold",
            np.int64,
        ),  # per mille of the threshold in a point, in 1/2**32, rounded up (0: nobody wins at once)
        ("rounds_dealt", np.int64),  # rounds for which the piles last
        ("watched", np.int8),  # 1: a persona appraises its options; otherwise what is seen need not be noted
        ("backs_dealt", np.int8),  # 1: `reshuffle_unseen` has redealt backs
    ),
)
