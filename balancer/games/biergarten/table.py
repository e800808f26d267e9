"""What lies on the table during a game of Biergarten.  One record = one game.

Cells are numbered as in grid.py.  Only large arrays have small fields; read what gardens hold per cell by
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
WALLED = 12  # exposed shields from which on one begins to think of a walled garden
MAX_SHORTLIST = 16  # the range of the habit `shortlist`


STARTED = "games in which it began only"

NODE = numbered(
    Node("home", "each player, before the first turn", "each home card still lying"),
    Node("refresh", "active player, if nobody drew from the supply for a round", "keep; a new supply"),
    Node("draw", "active player", "each supply card; the deck; each opponent with a card in hand"),
    Node("play", "active player", "each hand card on each empty cell next to the garden"),
    Node(
        "rearrange",
        "active player; whoever began the final round once more at its end",
        "none; swap of two cards; move of a card to an empty cell; shift of a card between others",
    ),
)
ENDING = numbered(
    Ending(
        "final_round",
        "Somebody had barrels enough; the others took one more turn, and most barrels won.",
        "end with a final round",
    ),
    Ending(
        "deck_out",
        "Deck and supply were empty after a round, nobody having barrels enough; most barrels won.",
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
    Extra("winner_score", "Barrels of the winner; games that somebody won.", "barrels", undefined=True),
    Extra(
        "ties_at_top",
        "Whether several had the most barrels, before the tie-break; finished games.",
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
    Extra("refreshes", "New supplies that somebody chose.", "supplies"),
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
        "Share of the winners whose garden is walled; games that somebody won.",
        "share",
        MEANS,
        undefined=True,
    ),
)
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
    ("rows", np.int64, WIDTH),  # set of occupied columns by row
    ("used", np.int64),  # set of rows with a card
    ("cards", np.int64),  # how many
    ("wilds", np.int64),  # of them: wild
    ("match_counts", np.int64),  # see garden.py
    ("pairs", np.int64),  # matches of a wild card that may be of either of two colours
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
    ("moves", np.int64, MAX_CARDS),  # moves of the card on each
    ("shifts", np.int64, MAX_CARDS),  # shifts of the card on each
    ("cut", np.int64, MAX_CARDS),  # 1: without it the others are not connected
    ("kinds", np.int64, 4),  # how many rearrangements there are: none, swaps, moves, shifts
    ("top", np.int64),  # first and last row with a card
    ("bottom", np.int64),
    ("at_edge", np.int64),  # 1: a card lies at the edge of the grid
    ("frontier", np.int64),  # how many cells a card may be laid on
    ("border", np.int64, WIDTH),  # these cells, as columns by row
    ("single", np.int64, WIDTH),  # those of them with one neighbour alone
    ("target", np.int64, WIDTH),  # where a card may go that was taken out
    ("flood", np.int64, WIDTH),  # cells connected so far
    ("gap", np.int64),  # the empty cell that the last shift filled
    ("stack", np.int64, MAX_CARDS),  # cells to go on from, in a group of umbrellas
    # How the player sees it (evaluation.py, rearrangements_appraised.py)
    ("spot", np.int64, MAX_SPOTS),  # the cells of `border`, in order
    ("faces", np.int32, CELLS),  # what the neighbours of occupied cells and of spots turn to them
    ("best_other", np.int64),  # most barrels of any opponent, less those of the own head start
    ("end_from", np.int64),  # barrels of the own garden that start the final round, less those of the head start
    ("open_end", np.int64),  # 1: the final round has not begun
    ("with_pairs", np.int64),  # 1: `pairs` must be followed as well as `match_counts`
    ("strings", np.int64),  # colours with umbrellas enough for a string
    ("hopes", np.int64),  # the most that umbrellas may be worth beyond their bonus
    ("wall_hopes", np.int64, WALLED + 1),  # what is hoped of a garden with so many shields exposed, or more
    ("colour_hope", np.int64),  # and of each colour matched
    ("string_hope", np.int64),  # and the weight of strings of umbrellas
    ("slack", np.int64),  # see `evaluation.expect`
    ("near_end", np.int64),
    ("alike", np.int64, 2**N_COLOURS),  # cards of two colours in the garden, by set of colours
    ("own", np.int64, MAX_CARDS),  # what each card adds to `match_counts` where it lies
    ("own_pairs", np.int64, MAX_CARDS),  # and to `pairs`
    ("best", np.int64),  # what the best rearrangement so far is worth
    ("needed", np.int64, WALLED + 1),  # matches that a better one needs, by exposed shields
    ("offering", np.int64),  # 1: rearrangements are offered, 0: the best is looked for
    ("foreseen", np.int64),  # 1 + the play, if that was thought through,
    ("expected", np.int64),  # and the garden is worth so much after the best rearrangement
    # The plays looked at: planning.py
    ("plays", np.int64),
    ("play", np.int16, MAX_PLAYS),
    ("value", np.int64, MAX_PLAYS),  # what the garden is worth after each
    ("picked", np.uint8, MAX_PLAYS),  # 1: it is on the shortlist
    ("shortlist", np.int64, MAX_SHORTLIST),
    ("shortlisted", np.int64),
    ("pool", np.int64, MAX_CARDS),  # unseen cards, dealt anew (unseen.py)
)

TABLE = table_record(
    KNOBS,
    HABITS,
    ("players", PLAYER, MAX_PLAYERS),
    ("deck", np.int64, MAX_CARDS),  # what is left of it is deck[top : deck_end], its top first
    ("top", np.int64),
    ("deck_end", np.int64),
    ("supply", np.int64, MAX_SUPPLY),  # card by slot, or NO_CARD
    ("homes", np.int64, MAX_CARDS),  # the home cards shuffled; the first so many lie face up
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
