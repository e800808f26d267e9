"""The table of a game of Bartender: its complete state.  One record is one game."""

import numpy as np

from balancer.core.declarations import Ending, Extra, Node, numbered
from balancer.core.dice import MAX_SEATS
from balancer.core.record import record
from balancer.core.table import table_record
from balancer.games.bartender.components import MAX_CARDS, MAX_KINDS, MAX_NAME, MAX_TAGS
from balancer.games.bartender.knobs import KNOBS
from balancer.games.bartender.personas import HABITS

MAX_PLAYERS = 6  # the memories of all seats share a word, one byte each
RING = MAX_CARDS  # places of the deck, a power of two
MAX_HOURS = 200  # per shift at most


SHIFTS_SHOWN = 5  # shifts with figures of their own
MEANS = 2520  # means over up to 10 shifts are whole numbers of 1 / 2520
TOTALS = 60  # the same for totals, which may be large, over up to 6 shifts
SHARES = 1_000_000  # shares of hours are counted in millionths
NOBODY = -1

NODE = numbered(
    Node("draft", "each player", "each card of the packet"),
    Node("mulligan", "each player, once per card of the hand", "keep, replace"),
    Node("bid", "each player still bidding", "pass, or a bid above the highest"),
    Node("secret_bid", "each player", "0 (pass) to max_bid"),
    Node("scheme", "active player", "none, or a scheme in hand and its target"),
    Node("patron", "active player", "none, or a patron in hand and its target"),
    Node("admit", "the Bartender In Charge", "none, or a patron among the revealed"),
)
ENDING = numbered(
    Ending(
        "packed",
        "The bar was worth packed_bar or more: the Bartender In Charge won at once.",
        "are won by a packed bar",
    ),
    Ending("last_standing", "All other players were knocked out by BAD NIGHT tokens.", "end with one player left"),
    Ending(
        "closing_time",
        "All shifts were played: most GOOD, then fewest BAD NIGHT tokens won.",
        "last until closing time",
    ),
)


def _share_of_bids(low, high):
    meaning = f"Share of GOOD NIGHTs at bids of {low} to {high}; games with such a bid."
    return Extra(f"bid_{low}_{high}_good", meaning, "share", MEANS, undefined=True)


def _by_shift(name, meaning, measure, title):
    """Return the same figure for each of the first shifts."""
    shifts = range(1, SHIFTS_SHOWN + 1)
    return [
        Extra(f"{name}_shift_{k}", f"{meaning} in shift {k}.", measure, undefined=True, title=f"{title} in shift {k}")
        for k in shifts
    ]


EXTRA = numbered(
    Extra("shifts", "Shifts played.", "shifts"),
    Extra("bid", "Winning bid (the goal before any card changes it), mean of the shifts.", "points", MEANS),
    Extra("total", "The bar's total at the end of a shift, mean of the shifts.", "points", TOTALS),
    Extra("patrons_in_bar", "Patrons in the bar at the end of a shift, mean of the shifts.", "patrons", MEANS),
    Extra("total_10_or_more", "Share of shifts with a total of 10 or more.", "share", MEANS),
    Extra("total_20_or_more", "Share of shifts with a total of 20 or more.", "share", MEANS),
    Extra("good_share", "Share of shifts that were a GOOD NIGHT.", "share", MEANS, title="GOOD NIGHTs"),
    Extra("good_nights", "GOOD NIGHT tokens given.", "tokens"),
    Extra("bad_nights", "BAD NIGHT tokens given.", "tokens"),
    Extra("knock_outs", "Players knocked out.", "players", title="knock-outs"),
    Extra(
        "hours_without_patron",
        "Share of hours in which no patron was played from a hand.",
        "share",
        SHARES,
        title="hours without a patron",
    ),
    Extra("admit_chances", "Hours in which cards were turned up for an admission.", "hours"),
    Extra("admissions", "Patrons admitted.", "patrons"),
    Extra("cards_played", "Cards played from hands.", "cards"),
    _share_of_bids(1, 5),
    _share_of_bids(6, 10),
    _share_of_bids(11, 15),
    _share_of_bids(16, 20),
    _share_of_bids(21, 40),
    *_by_shift("cards_played", "Cards played from hands", "cards", "cards played"),
    *_by_shift("admissions", "Patrons admitted", "patrons", "admissions"),
)
KIND = record(  # all cards of one name
    ("cards", np.int64),
    ("value", np.int64),
    ("tag", np.int64),
    ("mod_tag", np.int64),
    ("mod", np.int64),
    ("effect", np.int64),
    ("amount", np.int64),
    # What a card of this kind does, for players who weigh it, in 1/16 points:
    ("serves", np.int64),  # for the player in charge
    ("spoils", np.int64),  # against it
    ("hand_worth", np.int64),  # in cards, one card counting 16
)

PLAYER = record(
    ("kinds", np.uint64),  # set of the kinds in hand; during a draft: in the packet dealt to this seat
    ("hand", np.uint8, MAX_KINDS),  # cards of each kind
    ("hand_size", np.int64),
    ("next_kinds", np.uint64),  # set of the kinds of the cards coming: picked for this seat, or to be replaced
    ("next_hand", np.uint8, MAX_KINDS),  # cards of each kind
    ("next_size", np.int64),
    ("good", np.int64),  # GOOD NIGHT tokens
    ("bad", np.int64),
    ("bid", np.int64),  # in a secret auction
    ("played", np.uint64),  # set of the names this player has played
    ("estimate", np.int64),  # total expected of a shift with this player in charge, in 1/16 (appraisal.py)
    ("estimated", np.int64),  # 1: `estimate` holds for this auction
    ("as_rival", np.int64),  # total that others expect of a shift with this player in charge, in 1/16 (bidding.py)
)

MIND = record(  # what the choosing player computes before it appraises options (appraisal.py)
    ("expected", np.int64),  # total at the end of the shift, in 1/16
    ("steps", np.int64),  # steps of the normal distribution's tables per 1/16 of a point, in 1/2**32
    ("of_good", np.int64),  # weight of a GOOD NIGHT, negative for those not in charge
    ("of_packed", np.int64),  # weight of a packed bar, also negative for those not in charge
    ("now", np.int64),  # worth of the expected total
    ("admission", np.int64),  # points expected of an admission in this hour, in 1/16; 0 if it is barred
    ("admissions", np.int64),  # points that admissions in the hours left are expected to add, in 1/16
    ("left", np.int64),  # hours left after this one
    ("later", np.int64),  # shifts to come in which a card kept may be of use, 4 at most
    ("needed", np.int64),  # chance of a GOOD NIGHT, per mille, that a bid needs
    ("weights", np.int64, MAX_PLAYERS),  # scratch space of tokens.py
    ("overbid", np.int64),  # eagerness of a rival to bid still higher, less the persona's threshold `push`
    # reshuffle_unseen:
    ("pool", np.uint8, MAX_CARDS),  # cards that may be anywhere
    ("pooled", np.int64),  # number of cards in `pool`
    ("hidden_cards", np.int64),  # cards hidden in others' hands
    ("kept", np.uint8, MAX_KINDS),  # by kind: how many of these the player remembers there
    ("hidden", np.uint8, MAX_CARDS),  # the hidden cards before the redeal
    ("from_hand", np.int64, MAX_SEATS),  # hidden cards in the hand of each seat, or in a draft in its packet
    ("from_picks", np.int64, MAX_SEATS),  # hidden cards among those picked for it
)

TABLE = table_record(
    KNOBS,
    HABITS,
    ("players", PLAYER, MAX_PLAYERS),
    ("deck", np.uint8, RING),  # kinds; the top card is at `top`, the next behind it, around the ring
    ("seen", np.uint8, RING),  # set of the seats that know the card at that place
    ("top", np.int64),
    ("deck_size", np.int64),  # cards in the deck, those turned up among them
    ("revealed", np.int64),  # cards from the top that are turned up for the BIC
    ("breakage", np.uint8, MAX_KINDS),  # cards of each kind
    ("breakage_size", np.int64),
    ("still_in", np.uint64),  # set of the seats that are not knocked out
    ("players_in", np.int64),  # number of these seats
    ("drafting", np.int64),  # picks made in the draft under way, plus 1; 0: no draft
    # The shift
    ("opener", np.int64),
    ("bic", np.int64),  # Bartender In Charge
    ("bidding", np.uint64),  # set of the seats still bidding
    ("high", np.int64),  # highest bid so far
    ("bid", np.int64),  # the winning bid: the goal before any card changes it
    ("goal", np.int64),
    ("compared", np.int64),  # 1: `as_rival` of all players and `chances` hold for this auction
    ("chances", np.int16, (MAX_PLAYERS, 2, MAX_PLAYERS)),  # [BIC, 1 if GOOD, seat]: to win the game, per mille
    ("hour", np.int64),
    ("last_hour", np.int64),
    ("patrons_in_bar", np.uint64),  # set of kinds
    ("in_bar", np.uint8, MAX_KINDS),  # cards of each kind, schemes too
    ("schemes_in_bar", np.uint64),  # set of kinds
    ("patrons", np.int64),  # number of patrons in the bar
    ("total", np.int64),  # their values with mods, and cheers
    ("tagged", np.int32, MAX_TAGS),  # patrons in the bar with each tag
    ("pull", np.int32, MAX_TAGS),  # change of the value of patrons in the bar if one more has that tag
    ("to_ask", np.int64),  # times that the node `patron` is still to come in this hour
    ("patron_played", np.int64),  # 1: in this hour
    ("locked", np.int64),  # 1: no patron may enter in this hour
    ("locks_next", np.int64),  # 1: nor in the next
    ("no_reveal", np.int64),
    ("protected", np.int64),
    ("silenced", np.int64),
    # Sums over the shifts so far
    ("bids", np.int64),  # sum of the winning bids
    ("totals", np.int64),
    ("patrons_counted", np.int64),
    ("ten_or_more", np.int64),  # shifts with a total of 10 or more
    ("twenty_or_more", np.int64),
    ("hours_without_patron", np.int64),
    ("bid_shifts", np.int64, 5),  # shifts by range of the bid
    ("bid_good", np.int64, 5),  # GOOD NIGHTs among them
    # What players remember (memory.py), one byte per seat
    ("known", np.uint64, (MAX_PLAYERS, MAX_KINDS)),  # [hand, kind]: cards of the hand that the seat knows
    ("passed", np.uint64, MAX_KINDS),  # cards that the seat knows to be in some other hand
    ("mind", MIND),
    prepared=(
        ("n_kinds", np.int64),
        ("n_cards", np.int64),
        ("facts", KIND, MAX_KINDS),
        ("names", np.uint32, (MAX_KINDS, MAX_NAME)),  # letters, for the narration
        ("box", np.uint8, MAX_CARDS),  # all cards in order of number
        ("is_patron", np.uint64),  # set of kinds
        ("is_scheme", np.uint64),
        ("at_hands", np.uint64),  # set of the kinds whose effect is aimed at an opponent's hand
        ("at_bar", np.uint64),  # set of the kinds whose effect is aimed at a patron in the bar
        ("admission_worth", np.int64),  # points expected of an admission, in 1/16
        ("mean_serves", np.int64),  # means of all cards
        ("mean_spoils", np.int64),
        ("mean_hand_worth", np.int64),
        ("watched", np.int64),  # 1: a persona appraises its options; otherwise nothing need be remembered
    ),
)
