"""What lies on the table during a game of Oktoberfest.  One record = one game."""

from typing import NamedTuple

import numpy as np

from balancer.core.compile import record
from balancer.core.dice import MAX_SEATS
from balancer.core.game import FIRST_ENDING
from balancer.core.knobs import rules_record
from balancer.core.table import common_fields, persona_record
from balancer.games.oktoberfest.components import MAX_CARDS, MAX_NAME, MAX_ROWS, MAX_WILDS, N_SUITS
from balancer.games.oktoberfest.knobs import RULES
from balancer.games.oktoberfest.personas import HABITS

MAX_PLAYERS = 7
MAX_PILES = 6  # the range of the knob `piles`
WORDS = 2  # a set of cards is two 64-bit words (see core/cardset.py)


class Node(NamedTuple):
    """Decision nodes (§ Decision nodes)."""

    TAKE: int = 0
    CONTEST: int = 1
    DISCARD: int = 2


class Ending(NamedTuple):
    """How a game ends, besides being cut off."""

    INSTANT: int = FIRST_ENDING
    EXHAUSTED: int = FIRST_ENDING + 1


class Extra(NamedTuple):
    """The game's own figures, in the order of GAME.extras."""

    CONTESTS: int = 0
    CONTESTS_WON_BY_CHALLENGER: int = 1
    DISCARDS: int = 2
    BANKED_AT_END: int = 3
    HAND_AT_END: int = 4
    WINNER_SCORE: int = 5
    TIPSINESS_AT_END: int = 6
    INSTANT_ROUND: int = 7
    PENALTY_CHANGED_WINNERS: int = 8


class Event(NamedTuple):
    """What `balancer trace` tells."""

    TAKES: int = 0  # a: seat, b: card, c: pile
    LAYS_PILES_ANEW: int = 1
    CHALLENGES: int = 2  # a: challenger, b: defender, c: card banked
    LOSES_CONTEST: int = 3  # a: loser, b: tipsiness of the challenger, c: of the defender
    DISCARDS: int = 4  # a: seat, b: card, c: 1 if it was banked
    WINS_AT_ONCE: int = 5  # a: seat, b: value of the hand
    EXHAUSTED: int = 6  # a: cards left
    TIPSIEST: int = 7  # a: seat, b: sum of backs
    LOSES_CARD: int = 8  # a: seat, b: card


NODE, ENDING, EXTRA, EVENT = Node(), Ending(), Extra(), Event()
N_NODES = len(NODE)

CARD = record(
    ("name", np.uint8),
    ("suit", np.uint8),
    ("value", np.uint8),  # the front
    ("back", np.uint8),  # tipsiness
    ("banked", np.uint8),  # added to tipsiness while banked, as the rules have it
    ("front", np.uint8),  # number of the front
    ("printed_back", np.uint8),  # the back as the table has it, should `reshuffle_unseen` have dealt backs anew
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
    ("gone", np.uint64, WORDS),  # what this player has discarded
    ("hand_size", np.int16),
    ("banked_size", np.int16),
    ("hand_value", np.int16),
    ("banked_value", np.int16),
    ("tipsiness", np.int16),  # sum of backs in hand: hidden from the player, seen by all others
    ("banked_tipsiness", np.int16, N_SUITS),  # of the banked cards, by suit
    ("suit_total", np.int16, N_SUITS),  # values of hand and banked cards, by suit
    ("split", np.int64),  # (lowest, middle, highest) suit total, wilds best assigned: see wilds.py
    ("split_known", np.int8),  # 1: `split` is that of the present cards
    # What this player's own cards have told the others, and contests have told this player (players.py):
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
    ("goes_to", np.int8, MAX_WILDS),  # the suit each is being tried in
    ("totals", np.int32, 3),  # suit totals with the wild cards tried so far
)

MIND = record(  # what the player who is choosing has thought of before looking at options (players.py)
    ("to_come", np.int32),  # points the player counts on adding later
    ("level", np.int32),  # up to where all suits can be filled, in sixths of a point
    ("counted", np.int32),  # own value that counts toward the threshold
    ("racing", np.int32),  # 1: the threshold is within reach
    # Of contests:
    ("own_tipsiness", np.int64),  # expected before a card is banked, in 1/16, less half a point where ties are won
    ("steps", np.int64),  # steps of a standard deviation of the own estimate of tipsiness to 1/16 of it, in 1/2**32
    ("needed", np.int64),  # by how much, in 1/16, the player wants to be less tipsy before challenging
    ("urgent", np.uint64),  # set of opponents about to win at once, if the player minds
    # Of contests with the card being looked at:
    ("even", np.int64),  # the tipsiness, in 1/16, that an opponent needs for an even contest
    ("cost", np.int64),  # of banking it
    ("risk", np.int64),  # what is lost with the contest
    # What an opponent would lose with it:
    ("loss", np.int64),  # value of a card
    ("loss_in_race", np.int64),  # the same, as far as it counts toward the threshold
)

TABLE = record(
    *common_fields(rules_record(RULES), persona_record([habit.name for habit in HABITS])),
    ("players", PLAYER, MAX_SEATS),
    ("deck", np.uint8, MAX_CARDS),  # the shuffled row; pile p is deck[next_of_pile[p] : end_of_pile[p]]
    ("next_of_pile", np.uint8, MAX_PILES),  # place of its top card
    ("end_of_pile", np.uint8, MAX_PILES),
    ("left", np.int16),  # cards in all piles
    ("holders", np.uint64),  # set of seats with a card in hand or banked
    ("contests", np.int32),
    ("contests_won_by_challenger", np.int32),
    ("discards", np.int32),
    ("tipsiness_at_end", np.int32),  # backs in hand of all players together, before the tipsiest's loss
    ("penalty_changed_winners", np.int32),
    ("winner", np.int32),  # who won at once
    # The cards, the same in all games (set by `lay`)
    ("n_cards", np.int64),
    ("n_fronts", np.int64),
    ("cards", CARD, MAX_CARDS),
    ("fronts", FRONT, MAX_ROWS),
    ("names", np.uint32, (MAX_ROWS, MAX_NAME)),  # letters, for those who tell the game
    ("of_suit", np.uint64, (N_SUITS, WORDS)),  # set of cards by suit
    (
        "answers",
        np.uint64,
        (N_SUITS, WORDS),
    ),  # set of cards, by challenge suit, that a loser discards first: the suit and wild
    ("values", np.uint8, MAX_ROWS),  # all values that cards have, greatest first
    ("n_values", np.int64),  # how many they are
    ("of_value", np.uint64, (MAX_ROWS, WORDS)),  # set of cards of each
    ("of_threshold", np.int64),  # per mille of it that a point is, in 1/2**32, rounded up (0: nobody wins at once)
    ("rounds_dealt", np.int64),  # how many rounds the piles last
    # What everybody has seen
    ("taken", np.int16, MAX_ROWS),  # cards of each front taken so far
    ("taken_backs", np.int16, MAX_ROWS),  # sum of their backs; each player knows it less the own ones
    ("shown", np.uint64, WORDS),  # cards whose front was seen before the piles were laid anew
    ("watched", np.int8),  # 1: somebody at this table thinks; else what is seen need not be noted
    ("backs_dealt", np.int8),  # 1: `reshuffle_unseen` has dealt backs anew
    ("wilds", WILDS),
    ("mind", MIND),
)
