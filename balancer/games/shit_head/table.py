"""The state of a game of Drunken Shit Head: one record per game.  Zones of cards are words of zones.py."""

import numpy as np

from balancer.core.cards import tarot
from balancer.core.declarations import Ending, Extra, Node, numbered
from balancer.core.record import record
from balancer.core.table import MAX_LINEUP, table_record
from balancer.games.shit_head.knobs import KNOBS
from balancer.games.shit_head.personas import HABITS
from balancer.games.shit_head.zones import FIRST_MAJOR, N_KINDS

MAX_PLAYERS = 6
MAX_ZONE = 5  # the range of the knobs `down`, `up`, `hand`
MAX_CARDS = tarot.CARDS

TWO = 1  # the kind of the minor 2
FOOL = FIRST_MAJOR + tarot.FOOL
HANGED_MAN = FIRST_MAJOR + tarot.HANGED_MAN
DEVIL = FIRST_MAJOR + tarot.DEVIL
NO_PILE = N_KINDS  # the top where there is no pile
N_TOPS = N_KINDS + 1

HALVES = 2  # scores are counted in halves: places left are shared where a game is cut off

NODE = numbered(
    Node("lay_up", "each player, after the deal", "each set of 3 of the 6 cards"),
    Node("play", "player whose turn it is", "each playable kind and number of copies"),
    Node("fool_as", "player of the Fool", "each card as which it is playable"),
)
ENDING = numbered(Ending("out", "A player was out (play_to: last: all but one).", "end with a player out"))
EXTRA = numbered(
    Extra("pickups", "Piles picked up, failed blind cards included.", "pick-ups", title="piles picked up"),
    Extra("blind_pickups", "Blind cards that could not be played.", "pick-ups"),
    Extra("blind_plays", "Blind cards played.", "cards"),
    Extra("burns", "Piles burned.", "burns", title="piles burned"),
    Extra("burns_ten", "Piles burned by a 10.", "burns"),
    Extra("burns_four", "Piles burned by four of a rank.", "burns"),
    Extra("burned_cards", "Cards burned.", "cards"),
    Extra("deck_left", "Cards in the deck at the end.", "cards"),
    Extra(
        "blind_end",
        "Whether a blind card ended the game; games that ended `out` only.",
        "share",
        undefined=True,
        title="ended by a blind card",
    ),
)
PLAYER = record(
    ("dealt", np.uint8, 2 * MAX_ZONE),  # kinds from which the cards face up are chosen
    ("hand", np.uint64),  # zone; before `lay_up` all the cards dealt
    ("known", np.uint64),  # zone: cards of the hand that the others have seen
    ("up", np.uint64),  # zone
    ("down", np.uint8, MAX_ZONE),  # kinds; the first is turned up first
    ("held", np.int32),  # cards in hand
    ("up_left", np.int32),
    ("turned", np.int32),  # cards turned up so far
    ("down_left", np.int32),
    ("place", np.int32),  # place of getting out, in halves
)

COSTS = record(  # what a persona gives up by playing, in the values of its habits
    ("of", np.int32, N_KINDS),  # by kind: reluctance to play one card of it
    ("dearer", np.uint64, N_KINDS),  # by kind: the lowest bits of the kinds after it that cost more
)

MIND = record(  # what the player who is choosing has thought of before looking at options (appraisal.py)
    ("unseen", np.uint64),  # zone: cards that this player has not seen
    ("step", np.int64),  # their number, as `odds.line_of` needs it
    ("open", np.uint64),  # zone: cards that the next player may play, as far as they are seen
    ("hidden", np.int64),  # cards that the next player may play unseen
    ("own_left", np.int64),
    ("burning", np.int64),  # how many copies of the card considered, at least, burn the pile
    # The habits, those that are weighed against chances times CERTAIN
    ("burn", np.int64),
    ("burn_pile", np.int64),
    ("block", np.int64),  # times the chance that the next player can't answer the card considered
    ("stop_leader", np.int64),  # liking for a top that the next player can't answer, whatever the pile
    ("stop", np.int64),  # times that chance
    ("cost", np.int64),  # reluctance to play one copy of it
    ("further", np.int64),  # liking for each copy of it that goes along with the first
)

TABLE = table_record(
    KNOBS,
    HABITS,
    ("players", PLAYER, MAX_PLAYERS),
    ("laid", np.int64),  # seats that have laid their cards up
    ("deck", np.uint8, MAX_CARDS),  # the shuffled row of kinds
    ("next_card", np.int64),  # place of the deck's top card
    ("pile", np.uint64),  # zone
    ("pile_size", np.int64),
    ("burned", np.uint64),  # zone
    ("unshown", np.uint64),  # zone: cards in hands, face down or in the deck that were never seen by all
    ("top", np.int64),  # effective top: a kind, or NO_PILE
    ("run_kind", np.int64),  # kind of the last cards on the pile
    ("run_length", np.int64),  # how many of that kind lie together
    ("active", np.int64),  # seat whose turn is next
    ("still_in", np.uint64),  # set of the seats with cards
    ("blind", np.int64),  # 1: the last play was of a card face down
    ("pool", np.uint8, MAX_CARDS),  # scratch of `reshuffle_unseen`
    ("mind", MIND),
    prepared=(
        ("box", np.uint8, MAX_CARDS),  # the deck in order
        ("deck_size", np.int64),
        ("whole", np.uint64),  # zone: the whole deck
        ("playable", np.uint64, N_TOPS),  # by top: all bits of the kinds that may be played
        ("identities", np.uint64, N_TOPS),  # by top: the lowest bit of each kind as which the Fool may be played
        ("top_after", np.int64, N_KINDS),  # by kind: the effective top that it leaves
        ("answers", np.uint64, N_KINDS),  # by kind: all bits of the kinds that may be played on it
        ("burning_run", np.int64, N_KINDS),  # by kind: how many together burn the pile; never: more than there are
        ("specials", np.uint64),  # lowest bits of the burners, the resetters and the Fool
        ("burners", np.uint64),  # lowest bits of the kinds that burn the pile as a 10 does
        ("resetters", np.uint64),  # and of those that reset it as a 2 does
        ("costs", COSTS, MAX_LINEUP),  # by place in the line-up
    ),
)
