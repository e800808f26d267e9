"""The table of a game of Biergarten: all that lies on it.  One record is one game.

Cells are numbered as in grid.py.  Only large arrays have small fields; read what gardens hold per cell with
`garden.card_on`, `garden.sides_on` and `garden.sides_of`.
"""

import numpy as np

from balancer.core.declarations import Ending, Extra, Node, numbered
from balancer.core.record import record
from balancer.core.table import table_record
from balancer.games.biergarten.components import MAX_CARDS, N_COLOURS
from balancer.games.biergarten.grid import CELLS, WIDTH
from balancer.games.biergarten.knobs import KNOBS
from balancer.games.biergarten.personas import HABITS

MAX_PLAYERS = 5
MAX_HAND = 6  # the range of the knob `hand`, and the card just drawn
MAX_SUPPLY = 6
NOBODY = -1  # the `initiator` before the final round begins
NO_CARD = MAX_CARDS  # a card number that no card has: an empty supply slot
MEANS = 60  # means over 2..5 players, and shares of a victory, are whole numbers of 1 / 60

MAX_SPOTS = 2 * MAX_CARDS + 2  # cells next to a garden: a row of cards has most
MAX_PLAYS = MAX_HAND * MAX_SPOTS
WALLED = 12  # with fewer exposed shields, personas begin to hope for a walled garden
MAX_SHORTLIST = 16  # the range of the habit `shortlist`


STARTED = "games in which it began only"

NODE = numbered(
    Node("home", "each player, before the first turn", "each home card still lying"),
    Node("refresh", "active player, if nobody drew from the supply for a round", "keep; a new supply"),
    Node("draw", "active player", "each supply card; the deck; each opponent with a card in hand"),
    Node("play", "active player", "each hand card on each empty cell next to the garden"),
    Node(
        "rearrange",
        "active player; the player who began the final round, once more at its end",
        "none; swap of two cards; move of a card to an empty cell; shift of a card between others",
    ),
)
ENDING = numbered(
    Ending(
        "final_round",
        "A player had barrels enough; the others took one more turn, and most barrels won.",
        "end with a final round",
    ),
    Ending(
        "deck_out",
        "Deck and supply were empty after a round, and nobody had barrels enough; most barrels won.",
        "end because the cards are used up",
    ),
)
EXTRA = numbered(
    Extra("trigger_turn", f"Turn that began the final round; {STARTED}.", "turns", undefined=True),
    Extra(
        "trigger_round",
        f"Round in which the final round began; {STARTED}.",
        "rounds",
        undefined=True,
    ),
    Extra(
        "trigger_wins",
        f"Win share of the player who began the final round; {STARTED}.",
        "share",
        MEANS,
        undefined=True,
        title="ends the game and wins",
    ),
    *(
        Extra(f"trigger_seat_{seat}", f"Whether seat {seat} began the final round; {STARTED}.", "share", undefined=True)
        for seat in range(1, MAX_PLAYERS + 1)
    ),
    Extra("barrels_matches", "Barrels of matches at the end, mean of the players.", "barrels", MEANS),
    Extra("barrels_color", "Barrels of the colour bonus at the end, mean of the players.", "barrels", MEANS),
    Extra("barrels_garden", "Barrels of the walled garden at the end, mean of the players.", "barrels", MEANS),
    Extra("barrels_umbrella", "Barrels of umbrellas at the end, mean of the players.", "barrels", MEANS),
    Extra("winner_score", "Barrels of the winner; games with a winner only.", "barrels", undefined=True),
    Extra(
        "ties_at_top",
        "Whether several players had the most barrels, before the tie-break; finished games only.",
        "share",
        undefined=True,
        title="ties for the most barrels",
    ),
    Extra("swaps", "Swaps of two cards, all players together.", "swaps"),
    Extra("moves", "Moves of a card to an empty cell, all players together.", "moves"),
    Extra("shifts", "Moves of a card between others, which gave way, all players together.", "shifts"),
    Extra(
        "rearrange_gain",
        "Barrels gained by rearranging, all players together.",
        "barrels",
        title="barrels gained by rearranging, all players",
    ),
    Extra("from_supply", "Cards drawn from the supply, all players together.", "cards"),
    Extra("from_deck", "Cards drawn from the deck, all players together.", "cards"),
    Extra("steals", "Cards drawn from opponents, all players together.", "cards"),
    Extra("refreshes", "New supplies chosen, all players together.", "supplies"),
    Extra("skipped_draws", "Turns in which there was nothing to draw.", "turns"),
    Extra("skipped_plays", "Turns in which there was nothing to play.", "turns"),
    Extra("wilds_in_gardens", "Wild cards in gardens at the end, all players together.", "cards"),
    Extra("wild_matches", "Matches of wild cards at the end, all players together.", "matches"),
    Extra(
        "walled_players",
        "Share of the players whose garden is walled at the end.",
        "share",
        MEANS,
    ),
    Extra(
        "walled_winners",
        "Share of the winners whose garden is walled; games with a winner only.",
        "share",
        MEANS,
        undefined=True,
    ),
)
CARD = record(
    ("name", np.uint8),
    ("sides", np.uint16),  # sides to north, east, south, west: four bits each, see garden.py
    ("wild", np.uint8),  # 1: it is wild
    ("colours", np.uint8),  # set of its colours; empty for a wild card
    ("bears", np.uint8),  # set of the colours of its umbrellas
    ("umbrellas", np.uint8, N_COLOURS),
)

GARDEN = record(
    ("sides", np.uint16, CELLS),  # of the card on each cell; 0 if there is none
    ("card", np.uint8, CELLS),  # its number + 1; 0 if there is none
    ("rows", np.int64, WIDTH),  # set of occupied columns by row
    ("used", np.int64),  # set of rows with a card
    ("cards", np.int64),  # number of cards
    ("wilds", np.int64),  # wild cards among them
    ("match_counts", np.int64),  # see garden.py
    ("pairs", np.int64),  # matches of a wild card that may be of either of two colours; see garden.py
    ("umbrellas", np.int64, N_COLOURS),  # on all cards
    ("given", np.int64),  # barrels of the head start
    ("score", np.int64),
)

PLAYER = record(
    ("hand", np.int64, MAX_HAND),  # cards in order of number
    ("known", np.int64, MAX_HAND),  # 1: everybody knows that this card is in this hand
    ("hand_size", np.int64),
    ("garden", GARDEN),
)

MIND = record(  # scratch space of the player who is deciding: options counted, gardens tried out
    # The garden looked at (rearrangements_legal.py)
    ("cards", np.int64),
    ("cell", np.int64, MAX_CARDS),  # its occupied cells, in order
    ("moves", np.int64, MAX_CARDS),  # number of moves of each card
    ("shifts", np.int64, MAX_CARDS),  # number of shifts of each card
    ("cut", np.int64, MAX_CARDS),  # 1: without it the others are not connected
    ("kinds", np.int64, 4),  # number of rearrangements by kind: none, swaps, moves, shifts
    ("top", np.int64),  # first and last row with a card
    ("bottom", np.int64),
    ("at_edge", np.int64),  # 1: a card lies at the edge of the grid
    ("frontier", np.int64),  # number of cells on which a card may be laid
    ("border", np.int64, WIDTH),  # these cells, as columns by row
    ("single", np.int64, WIDTH),  # those of them with only one neighbour
    ("target", np.int64, WIDTH),  # cells to which a card taken out may go
    ("flood", np.int64, WIDTH),  # cells connected so far
    ("gap", np.int64),  # the empty cell that the last shift filled
    ("stack", np.int64, MAX_CARDS),  # cells to go on from, in a group of umbrellas
    # Its appraisal (evaluation.py, rearrangements_appraised.py)
    ("spot", np.int64, MAX_SPOTS),  # the cells of `border`, in order
    ("faces", np.int32, CELLS),  # what the neighbours of occupied cells and of spots turn to them
    ("best_other", np.int64),  # most barrels of any opponent, less those of the own head start
    ("end_from", np.int64),  # barrels of the own garden that start the final round, less those of the head start
    ("open_end", np.int64),  # 1: the final round has not begun
    ("with_pairs", np.int64),  # 1: `pairs` must be followed as well as `match_counts`
    ("strings", np.int64),  # colours with umbrellas enough for a string
    ("hopes", np.int64),  # the most that umbrellas may be worth beyond their bonus
    (
        "wall_hopes",
        np.int64,
        WALLED + 1,
    ),  # hope for a walled garden by exposed shields; the last entry is for all larger numbers
    ("colour_hope", np.int64),  # hope for each colour matched
    ("string_hope", np.int64),  # weight of strings of umbrellas
    ("slack", np.int64),  # see `evaluation.prepare_bounds`
    ("near_end", np.int64),
    ("alike", np.int64, 2**N_COLOURS),  # cards of two colours in the garden, by set of colours
    ("own", np.int64, MAX_CARDS),  # what each card adds to `match_counts` where it lies
    ("own_pairs", np.int64, MAX_CARDS),  # what each card adds to `pairs`
    ("best", np.int64),  # worth of the best rearrangement so far
    ("needed", np.int64, WALLED + 1),  # matches that a better one needs, by exposed shields
    ("offering", np.int64),  # 1: rearrangements are offered, 0: the best is looked for
    ("foreseen", np.int64),  # 1 + the chosen play if it was evaluated with its rearrangement, else 0
    ("expected", np.int64),  # worth of the garden after the foreseen play and the best rearrangement
    # The plays looked at: planning.py
    ("plays", np.int64),
    ("play", np.int16, MAX_PLAYS),
    ("value", np.int64, MAX_PLAYS),  # worth of the garden after each play
    ("picked", np.uint8, MAX_PLAYS),  # 1: it is on the shortlist
    ("shortlist", np.int64, MAX_SHORTLIST),
    ("shortlisted", np.int64),
    ("pool", np.int64, MAX_CARDS),  # unseen cards to be redealt (unseen.py)
)

TABLE = table_record(
    KNOBS,
    HABITS,
    ("players", PLAYER, MAX_PLAYERS),
    ("deck", np.int64, MAX_CARDS),  # its remaining cards are deck[top : deck_end], from the top
    ("top", np.int64),
    ("deck_end", np.int64),
    ("supply", np.int64, MAX_SUPPLY),  # card by slot, or NO_CARD
    ("homes", np.int64, MAX_CARDS),  # the shuffled home cards; the first `homes_left` lie face up
    ("homes_left", np.int64),
    ("idle", np.int64),  # turns in a row in which nobody drew from the supply
    ("initiator", np.int64),  # who began the final round, or NOBODY
    ("mind", MIND),
    prepared=(
        ("cards", CARD, MAX_CARDS),
        ("common", np.int64, MAX_CARDS),  # the common cards in play, in order of number
        ("n_common", np.int64),
        ("home", np.int64, MAX_CARDS),  # the home cards
        ("n_home", np.int64),
    ),
)
