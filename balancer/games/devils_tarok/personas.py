"""Personas of The Devil's Tarok: each weighs winning tricks, keeping cards and leading."""

from balancer.core.declarations import Habit, Persona, expert

HABITS = (
    Habit("lead", 10, -200, 200, "Points that a trick is worth beyond its cards: its winner leads the next."),
    Habit("save", 18, 0, 100, "Tenths of a point by which it minds each point of its own that another wins."),
    Habit("shed", 150, 0, 200, "Percent by which it minds less to discard a major that is sure to be beaten later."),
    Habit("thrift", 10, 0, 200, "Points that a card sure to win a later trick is worth in hand."),
    Habit("keep_fool", 40, 0, 300, "Points that it keeps the Fool for; less near the end of a hand."),
    Habit("keep_majors", 8, 0, 200, "Points by which it dislikes playing a major while cards can be drawn."),
    Habit(
        "stop_leader",
        0,
        0,
        200,
        "Tenths of a point by which it minds each point that goes to the player in the lead; in full at the target.",
    ),
    Habit("memory", 1, 0, 1, "1: it remembers the cards played in this hand and who is void; 0: it does not."),
)

PERSONAS = (
    Persona("random", "Plays any card that the rules allow.", at_random=True),
    Persona(
        "grabber",
        "Wins whatever it can, with the card most likely to win.",
        {"lead": 200, "save": 0, "thrift": 0, "keep_fool": 0, "memory": 0},
    ),
    Persona(
        "miser",
        "Wins rich tricks and ducks poor ones.",
        {"lead": -25, "save": 15, "thrift": 10, "keep_fool": 60, "memory": 0},
    ),
    Persona(
        "counter",
        "Counts cards: knows which cards nobody can beat any more, and who is void.",
        {"lead": 25, "save": 75, "shed": 125, "thrift": 12, "keep_fool": 200, "keep_majors": 16},
    ),
    Persona(
        "hoarder",
        "Keeps the Fool and the majors for the end of the hand.",
        {"shed": 0, "keep_fool": 200, "keep_majors": 100, "memory": 0},
    ),
    Persona("leader", "Wins to lead: gives much for leading the next trick.", {"lead": 60, "memory": 0}),
)

EXPERT = expert(PERSONAS, "counter", 40)
