"""Who plays Bartender: one way of thinking, different weights."""

from balancer.core.declarations import Habit, Persona

HABITS = (
    Habit("serve", 5, 0, 100, "Weight of a GOOD NIGHT while in charge (10: as much as ten cards at weight 10)."),
    Habit("spoil", 10, 0, 100, "Weight of a BAD NIGHT while another player is in charge."),
    Habit("packed", 40, 0, 100, "Weight of a packed bar, the own or another's."),
    Habit("bid_odds", 450, 0, 1001, "Chance of a GOOD NIGHT, per mille, that a bid needs (1001: never bids)."),
    Habit("bid_packed", 300, 0, 1000, "What a packed bar for certain adds to that chance, per mille."),
    Habit("endgame", 150, 0, 1000, "By how much, per mille, a bid needs less in the last shift; more when leading."),
    Habit("brink", 100, 0, 1000, "By how much, per mille, a bid needs more when one BAD NIGHT knocks out."),
    Habit("want_cards", 20, 0, 100, "Worth of a card drawn or taken."),
    Habit("rob", 5, 0, 100, "Worth of a card that an opponent loses."),
    Habit("keep_patrons", 2, 0, 100, "Worth of a point of a patron kept in hand for a later shift."),
    Habit("keep_schemes", 4, 0, 100, "Worth of a scheme kept in hand for a later shift."),
    Habit("block", 0, 0, 100, "Worth of an hour with a patron, so that no other enters, while another is in charge."),
)

PERSONAS = (
    Persona("random", "Bids, plays and admits without a thought.", at_random=True),
    Persona("careful", "Bids what its hand and the draft make likely, and plays a card for whoever is in charge."),
    Persona(
        "bold",
        "Bids for the packed bar: takes the shift at long odds and spends its cards on it.",
        {"bid_odds": 150, "bid_packed": 1000, "packed": 60, "keep_patrons": 0},
    ),
    Persona(
        "saboteur",
        "Never bids; fills the bar with drunks while others are in charge.",
        {"bid_odds": 1001, "endgame": 0, "spoil": 60, "keep_patrons": 0, "keep_schemes": 0},
    ),
    Persona(
        "hoarder",
        "Keeps its patrons for the shift in which it is in charge.",
        {"bid_odds": 350, "keep_patrons": 20, "keep_schemes": 10},
    ),
    Persona(
        "schemer",
        "Plays for cards: draws, takes and makes others discard before anything else.",
        {"bid_odds": 350, "want_cards": 60, "rob": 40, "keep_schemes": 0},
    ),
    Persona(
        "opportunist",
        "Plays any patron early in another's shift, a good one too, so that none is admitted.",
        {"bid_odds": 350, "block": 60, "keep_patrons": 0},
    ),
)
