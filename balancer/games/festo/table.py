"""The state of a game of Festo!: one record per game.

A pack is a word with seven small numbers (packs.py): by kind of ingredient, by seat, by place or by type of dish.
"""

from typing import NamedTuple

import numpy as np

from balancer.core.declarations import Ending, Extra, Node, Quantity, numbered
from balancer.core.record import record
from balancer.core.table import persona_record, table_record
from balancer.games.festo.components import MAX_EVENTS, MAX_KINDS, MAX_PILE, N_COLOURS, N_ROWS, N_TYPES, TYPES
from balancer.games.festo.knobs import CHARACTERS, EFFECTS, KNOBS, MAX_HELPERS, MAX_ROUNDS_OF_GAME
from balancer.games.festo.personas import HABITS
from balancer.wording import capital

MAX_PLAYERS = 5
NOBODY = MAX_PLAYERS  # a seat number nobody has
DISCS = 2  # special discs of each player
COLUMNS = 3
N_SLOTS = N_ROWS * COLUMNS  # slot = COLUMNS * row + column
MAX_LISTED = 256  # the most options of a node: 252 of the Troll and skip

SALT = N_COLOURS  # the kind of ingredient after the six colours
N_KINDS = N_COLOURS + 1  # kinds of ingredient
GROCER = len(CHARACTERS)  # the place after the six characters
N_PLACES = GROCER + 1
PLACES = (*CHARACTERS, "grocer")
ROAST, MAIN = N_ROWS, N_ROWS + 1  # types of dish that lie in no row
SEVERAL = ("drinks", "appetisers", "desserts", "side dishes", "roasts", "main dishes")  # TYPES in the plural

SHOWN = 3  # a trace shows this many divisions of the helpers, the best of those weighed

MAX_LEAD = 5  # larger leads over the next player count as this one

MEANS = 60  # means over 2..5 players are whole numbers of 1 / 60
PER_INGREDIENT = 1000  # victory points per ingredient, rounded down to 1 / 1000
PER_HELPER = 1000  # victory points per helper, rounded down to 1 / 1000
SHARES = 5040  # shares of six characters over 1..8 rounds
CREDITS = 50_400  # shares of 1..5 winners over 1..8 rounds, less one of 2..5 players

NODE = numbered(
    Node("start_player", "holder of the start card", "each seat"),
    Node("morning", "in player order", "keep the rest; each open character, the Grocer (one helper)"),
    Node("afternoon", "in player order", "each open character, the Grocer (one helper)"),
    Node("take_all", "absolute majority", "no, yes"),
    Node("ability", "each with a helper there", "skip; each option of the character's ability"),
    Node("take", "each with a helper left there", "each colour in the market"),
    Node("grocer", "each with a helper there", "each colour on the shelves"),
    Node("cook", "in turn, from the start card on", "pass; call a helper back; each dish and way to pay for it"),
)
QUANTITY = numbered(
    Quantity("ingredient", "an ingredient in hand, beyond its points"),
    Quantity("salt", "salt in hand, beyond its points"),
    Quantity("start_card", "the start card"),
    Quantity("reserved", "a reserved dish"),
)
ENDING = numbered(
    Ending("festo", "The last round was played: most victory points win.", "last all rounds"),
)
EXTRA = numbered(
    Extra("vp_dishes", "Victory points printed on dishes, mean of the players.", "points", MEANS),
    Extra("vp_sets", "Victory points of sets of types, mean of the players.", "points", MEANS),
    Extra("vp_ingredients", "Victory points of ingredients left, mean of the players.", "points", MEANS),
    Extra("vp_tokens", "Victory points of tokens, mean of the players.", "points", MEANS),
    Extra("dishes", "Dishes cooked, mean of the players.", "dishes", MEANS, title="dishes per player"),
    Extra("winner_score", "The highest score.", "points"),
    *(
        Extra(
            f"dishes_{name}", f"{capital(many)} cooked by all players.", "dishes", title=f"{many} cooked, all players"
        )
        for name, many in zip(TYPES, SEVERAL, strict=True)
    ),
    *(
        Extra(
            f"vp_per_ingredient_{name}",
            f"Victory points printed on {many} per ingredient paid; games with such a dish.",
            "points per ingredient",
            PER_INGREDIENT,
            undefined=True,
            title=f"points per ingredient of {many}",
        )
        for name, many in zip(TYPES, SEVERAL, strict=True)
    ),
    *(Extra(f"helpers_{name}", f"Helpers and discs at {name} when it is its turn.", "helpers") for name in PLACES),
    *(Extra(f"got_{name}", f"Ingredients received at {name}, salt too.", "ingredients") for name in PLACES),
    *(Extra(f"ability_{name}", f"Uses of the ability of {name}.", "uses") for name in CHARACTERS),
    Extra(
        "closed_morning",
        "Share of the characters closed in the morning.",
        "share",
        SHARES,
        title="closed in the morning",
    ),
    Extra(
        "closed_afternoon",
        "Share of the characters closed in the afternoon.",
        "share",
        SHARES,
        title="closed in the afternoon",
    ),
    Extra("take_all_offered", "Absolute majorities that could take a market.", "markets"),
    Extra("take_all_taken", "Markets that an absolute majority took.", "markets", title="markets taken whole"),
    Extra("reserved_cooked", "Reserved dishes cooked.", "dishes"),
    Extra("call_backs", "Helpers called back from reserved dishes.", "helpers"),
    Extra("salt_spent", "Salt paid for dishes.", "ingredients"),
    Extra("tokens_dwarf", "Victory points of the Dwarf's ability.", "points"),
    Extra("tokens_event", "Victory points of events.", "points"),
    Extra("tokens_magical", "Victory points of magical dishes.", "points", title="points of magical dishes"),
    Extra(
        "start_card_advantage",
        "Share of the victory of the start card's holder in a cooking phase, mean of the phases, less 1 / players; "
        "games that somebody won.",
        "difference",
        CREDITS,
        undefined=True,
        title="advantage of the start card",
    ),
    *(
        Extra(
            f"value_{name}",
            f"Victory points gained per helper or disc used at the {name}: each ingredient received counts as much as "
            "the others, tokens where they are earned; games with a helper there.",
            "points",
            PER_HELPER,
            undefined=True,
            title=f"points per helper at the {name}",
        )
        for name in PLACES
    ),
    Extra("mean_score", "Mean score of the players.", "points", MEANS),
    *(
        Extra(
            f"event_{name}",
            f"Mean score of the players in games with an event {name}, against games without one.",
            "points",
            MEANS,
            undefined=True,
            against="mean_score",
            title=f"effect of '{name.replace('_', ' ')}'",
        )
        for name in EFFECTS
    ),
)


class Place(NamedTuple):
    """The places where helpers stand, from left to right."""

    TROLL: int = 0
    PIXIES: int = 1
    ORC: int = 2
    MAGICIAN: int = 3
    ELF: int = 4
    DWARF: int = 5
    GROCER: int = 6


class Tokens(NamedTuple):
    """The sources of tokens of victory points."""

    DWARF: int = 0
    EVENT: int = 1
    MAGICAL: int = 2


PLACE, TOKENS = Place(), Tokens()

PLAYER = record(
    ("hand", np.uint64),  # pack by kind: ingredients, salt too
    ("home", np.int64),  # helpers not placed
    ("discs", np.int64),  # special discs in hand
    ("discs_at", np.uint64),  # pack by place: discs that stand there and count
    ("discs_coming", np.uint64),  # pack by character: discs that count from the next round on
    ("reserved", np.uint64),  # set of slots with an own helper or disc on the dish
    ("dishes", np.uint64),  # pack by type: dishes cooked
    ("names", np.uint64),  # set of names of dishes cooked
    ("n_dishes", np.int64),
    ("vp_dishes", np.int64),
    ("vp_sets", np.int64),
    ("vp_tokens", np.int64, len(TOKENS)),  # by TOKENS
    ("benefits", np.uint64, N_ROWS),  # by type, pack by colour: magical dishes of that type and colour
    ("received", np.uint64),  # set of 8 * character + colour: received there in this round (Magical Dishes)
    ("cooked", np.int64),  # 1: has cooked a dish this round
    ("cooking", np.int64),  # 1: has not passed this round
)

KIND = record(
    ("dish_type", np.int64),
    ("colour", np.int64),
    ("main_amount", np.int64),
    ("other_amount", np.int64),
    ("vp", np.int64),
    ("name", np.int64),
)

CARD = record(("effect", np.int64), ("amount", np.int64))

MIND = record(  # what a player has thought of before looking at options (planning.py)
    ("round_number", np.int64),  # round, hand and reserved dishes of the following; 0: not computed
    ("hand", np.uint64),
    ("reserved", np.uint64),
    ("price", np.int64),  # worth of any ingredient, in 1/100 VP
    ("worth", np.int64, N_KINDS),  # of each kind that is wanted, in 1/100 VP
    ("wanted", np.uint64),  # pack by kind: how many are worth that; more are worth the price
    ("used", np.uint64),  # pack by kind: what the dishes planned will use of the hand
    # Of each dish of a row (numbers of their own, so that all are weighed at once), if it is in reach
    ("colour_at", np.int64, N_SLOTS),  # 8 * main colour
    ("main_at", np.int64, N_SLOTS),  # amount of it
    ("other_at", np.int64, N_SLOTS),  # amount of another colour, less the discount
    ("extra_at", np.int64, N_SLOTS),  # extra of the column, less the discount
    ("points_at", np.int64, N_SLOTS),  # victory points, in 1/100
    ("value_at", np.int64, N_SLOTS),  # these, and the promise of its type
    ("merit_at", np.int64, N_SLOTS),  # what it brings beyond the worth of the ingredients it takes from a hand
    ("missing_at", np.int64, N_SLOTS),  # how many of these that hand lacks
    ("promise", np.int64, N_TYPES),  # worth of one more dish of a type beyond its points, in 1/100 VP
    ("dish", np.int64),  # the dish planned first, or NO_DISH
    ("missing", np.int64),  # ingredients missing for it
    ("place_turn", np.int64),  # the turn in which the following was computed
    ("earlier", np.uint64),  # pack by seat: FAVOURED for those before the own in player order
    ("trust", np.int64, MAX_LEAD + 1),  # percent, by lead over the next player: how likely a majority lasts
    ("calm", np.int64, MAX_LEAD + 1),  # the same where nobody gains by overtaking
    ("expected", np.uint64, N_PLACES),  # by place, pack by seat: helpers of others expected to come
    ("overtaken", np.uint64, N_PLACES),  # by place, pack by seat: the most helpers that another would overtake
    ("foresees", np.int64),  # 1: these were computed, for all who have still to place
    ("dares", np.uint64),  # what is expected of a player: pack by place, helpers that it would send for the majority
    ("places", np.uint64),  # the open places and the helpers in hand for which that was computed
    ("helpers", np.int64),
    ("meant", np.uint64),  # pack by place: own helpers and discs that are to be there in the end
    ("kept", np.int64),  # helpers that are to be kept for the afternoon
    ("place_worth", np.int64, N_PLACES),  # of each helper that is to go to a place, in 1/100 VP
    ("ability", np.int64),  # percent: the habit
    ("one", np.int64, N_COLOURS),  # worth of one more ingredient of each colour
    ("two", np.int64, N_COLOURS),  # of two more
    ("most_taken", np.int64),  # the most that two more, of one colour or two, are worth
    ("giving", np.int64, N_KINDS),  # what it costs to give one away
    ("access", np.int64, N_PLACES),  # percent: how surely the player gets what lies at a place
)

PLACE_VIEW = record(  # what a player sees at a place before thinking of numbers of own helpers there (crowds.py)
    ("is_morning", np.int64),  # 1: helpers can be kept
    ("now", np.uint64),  # pack by seat: helpers and discs of others
    ("most_now", np.int64),  # the most that one of them has
    ("others", np.uint64),  # pack by seat: these, and helpers expected
    ("most", np.int64),  # the most that one of them will have
    ("overtaken", np.uint64),  # pack by seat: the most helpers that another would overtake
    ("is_foreseen", np.int64),  # 1: these were computed
    ("stock", np.int64),  # ingredients in the market; at the Grocer on the fullest shelf
    ("wanted", np.int64),  # of these, of its own colour: how many are worth the premium
    ("part", np.int64, MAX_HELPERS + DISCS + 1),  # by number of ingredients: their worth, in 1/100 VP
    ("premium", np.int64),  # what such an ingredient is worth beyond the price, in 1/100 VP
    ("rival_takes_all", np.int64),  # 1: another has an absolute majority as things stand
    ("ability", np.int64),  # worth of the ability, in 1/100 VP
    ("uses", np.int64),  # how many players can use it
    ("whole", np.int64),  # worth of taking all, 0 where nobody may; at the Grocer of the start card
    ("best_shelf", np.int64),  # worth of what the helpers take, in 1/100 VP
    ("second_shelf", np.int64),  # the same if another takes that before
    ("denied", np.int64),  # worth of what is kept from a rival's majority
)

TABLE = table_record(
    KNOBS,
    HABITS,
    ("players", PLAYER, MAX_PLAYERS),
    ("supply", np.uint64),  # pack by kind
    ("markets", np.uint64, N_COLOURS),  # by character, pack by colour
    ("shelf", np.uint64),  # pack by colour: the grocery store
    ("crowd", np.uint64, N_PLACES),  # by place, pack by seat: helpers and discs there
    ("face_up", np.uint64),  # set of slots with a dish
    ("reserved", np.uint64),  # set of slots reserved by anybody
    ("by_disc", np.uint64),  # of these: with a disc
    ("dish_at", np.int64, N_SLOTS),  # the kind of dish at a slot
    ("piles", np.uint8, (N_ROWS, MAX_PILE)),  # kinds of dish, in the shuffled order
    ("next_of_pile", np.int64, N_ROWS),  # place of the next dish
    ("specials_left", np.int64, 2),  # roasts, main courses
    ("deck", np.uint8, MAX_EVENTS),  # numbers of events, in the shuffled order
    ("next_event", np.int64),  # place of the next event
    ("effect", np.int64),  # of this round's event
    ("effects_seen", np.uint64),  # set of the effects of all events so far
    ("effect_amount", np.int64),
    ("closed", np.uint64),  # set of characters that can't be placed at now
    ("start_card", np.int64),  # seat that holds it
    ("start_player", np.int64),
    ("holders", np.int64, MAX_ROUNDS_OF_GAME),  # by round: seat that held the start card in the cooking
    ("spent", np.int64, N_TYPES),  # ingredients paid for dishes of each type
    ("vp_of", np.int64, N_TYPES),  # victory points printed on dishes cooked, by type
    ("listed", np.int64, MAX_LISTED),  # options of the node, in the order of their numbers
    ("n_listed", np.int64),
    # By number of a mind: own minds, those that others expect, and both of imagined players (planning.py, Minds)
    ("minds", MIND, 4 * MAX_PLAYERS),
    # Sharing out helpers (sharing.py)
    ("seen", PLACE_VIEW),
    ("brings", np.int64, (N_PLACES, MAX_HELPERS + 1)),  # by place and number of further helpers: worth they add
    ("best", np.int64, MAX_HELPERS + 1),  # by number of helpers: worth of the best division so far
    ("sent", np.int64, (N_PLACES, MAX_HELPERS + 1)),  # by place and helpers left: helpers sent there
    # A day imagined (imagining.py)
    ("division", np.int64, N_PLACES + 1),  # how many helpers go to each place, and how many are kept (KEPT)
    ("division_worth", np.int64),  # what it brings
    ("weighed", np.uint64, SHOWN),  # for traces: the best divisions, packs by place and KEPT
    ("weighed_worth", np.int64, SHOWN),
    ("real_crowd", np.uint64, N_PLACES),  # the crowds and the helpers at home as they are
    ("real_home", np.int64, MAX_PLAYERS),
    ("markets_left", np.uint64, N_COLOURS),  # by character, pack by colour
    ("salt_left", np.int64),
    prepared=(
        ("kinds", KIND, MAX_KINDS),
        ("box", np.uint8, (N_ROWS, MAX_PILE)),  # kinds of dish of each row, in the order of the table
        ("pile_size", np.int64, N_ROWS),
        ("special_kind", np.int64, 2),  # the kind of roast, of main course
        ("special_count", np.int64, 2),  # how many of them a game has
        ("events", CARD, MAX_EVENTS),
        ("n_events", np.int64),
        ("set_step", np.int64, N_TYPES),  # by number of types in a set: VP that one more adds
        ("usual", persona_record([habit.name for habit in HABITS])),  # the defaults of all habits
    ),
)
