"""Personas of Bartender: all appraise options in the same way, with different weights."""

from balancer.core.declarations import Habit, Persona, expert

HABITS = (
    Habit("serve", 5, 0, 100, "Weight of a GOOD NIGHT while in charge (10: as much as ten cards at weight 10)."),
    Habit("spoil", 10, 0, 100, "Weight of a BAD NIGHT while another player is in charge."),
    Habit("packed", 40, 0, 100, "Weight of a packed bar, its own or another's."),
    Habit(
        "bid_odds",
        0,
        -1000,
        1001,
        "By how much, per mille, the chance of a GOOD NIGHT must exceed break-even for a bid (1001: never bids).",
    ),
    Habit("bid_packed", 100, 0, 1000, "Weight of the chance of a packed bar in a bid, in percent."),
    Habit(
        "push",
        400,
        -1000,
        1001,
        "By how much, per mille, a rival's chance to make a still higher bid must exceed its break-even, for a bid "
        "that raises the price (1001: never).",
    ),
    Habit(
        "leap",
        200,
        -1000,
        1001,
        "By how much, per mille, a rival's chance to make a still higher bid must exceed its break-even, for this "
        "player to skip a price (1001: it bids one more each time).",
    ),
    Habit(
        "stop_leader",
        0,
        0,
        1000,
        "By how much, per mille, a bid above the leader's needs a lower chance of a GOOD NIGHT.",
    ),
    Habit("want_cards", 20, 0, 100, "Worth of a card drawn or taken."),
    Habit("rob", 5, 0, 100, "Worth of a card that an opponent loses."),
    Habit("keep_patrons", 2, 0, 100, "Worth of a point of a patron kept in hand for a later shift."),
    Habit("keep_schemes", 4, 0, 100, "Worth of a scheme kept in hand for a later shift."),
    Habit("block", 0, 0, 100, "Worth of playing a patron while another is in charge, so that none is admitted."),
)

PERSONAS = (
    Persona("random", "Bids, plays and admits without a thought.", at_random=True),
    Persona(
        "careful",
        "Bids what its hand and the draft make likely, and plays cards for or against the player in charge.",
        {"bid_odds": 250, "bid_packed": 300, "push": 1001},
    ),
    Persona(
        "bold",
        "Bids for the packed bar: takes the shift at long odds and spends its cards on it.",
        {"bid_odds": 50, "bid_packed": 300, "packed": 60, "keep_patrons": 0},
    ),
    Persona(
        "saboteur",
        "Never bids; fills the bar with drunks while others are in charge.",
        {"bid_odds": 1001, "spoil": 60, "keep_patrons": 0, "keep_schemes": 0},
    ),
    Persona(
        "hoarder",
        "Keeps its patrons for the shift in which it is in charge.",
        {
            "serve": 45,
            "spoil": 60,
            "packed": 2,
            "bid_odds": 240,
            "bid_packed": 500,
            "push": 700,
            "want_cards": 70,
            "rob": 20,
            "keep_patrons": 20,
            "keep_schemes": 15,
        },
    ),
    Persona(
        "schemer",
        "Plays for cards: draws, takes and makes others discard before anything else.",
        {"want_cards": 60, "rob": 40, "keep_schemes": 0},
    ),
    Persona(
        "opportunist",
        "Plays any patron early in another's shift, a good one too, so that none is admitted.",
        {"block": 60, "keep_patrons": 0},
    ),
)

EXPERT = expert(PERSONAS, "hoarder", 24)
