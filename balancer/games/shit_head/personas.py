"""Personas of Drunken Shit Head: each weighs keeping cards, burning piles and blocking the next player."""

from balancer.core.declarations import Habit, Persona, expert

HABITS = (
    Habit("keep_high", 10, 0, 100, "Reluctance, per point of value, to play a card: low cards go first."),
    Habit("keep_special", 300, 0, 1000, "Reluctance to play a 2, a 10 or the Fool, in addition to its value."),
    Habit("keep_major", 20, 0, 1000, "Reluctance to play any other major, in addition to its value."),
    Habit("copies", 50, 0, 1000, "Liking for each further copy that it plays along with the first."),
    Habit("burn", 100, 0, 1000, "Liking for burning the pile and going again."),
    Habit("burn_pile", 0, 0, 200, "Liking for each card of a pile that it burns."),
    Habit(
        "block",
        100,
        0,
        1000,
        "Liking for a top that the next player can't answer, in full on piles of 8 cards or more.",
    ),
    Habit(
        "stop_leader",
        0,
        0,
        4000,
        "Liking for a top that the next player can't answer, on any pile, divided by the number of cards left to them.",
    ),
)

PERSONAS = (
    Persona("random", "Plays any card that the rules allow.", at_random=True),
    Persona(
        "low_first",
        "Plays the lowest card it can, all copies of it, and keeps nothing back.",
        {"keep_special": 0, "keep_major": 0, "copies": 3, "burn": 0, "block": 0},
    ),
    Persona(
        "keeper",
        "Saves 2s, 10s, the Fool and the majors for the end.",
        {"keep_special": 800, "keep_major": 400, "burn": 0, "block": 0},
    ),
    Persona(
        "burner",
        "Completes fours and burns big piles.",
        {"burn": 600, "burn_pile": 60, "block": 0},
    ),
    Persona(
        "blocker",
        "Plays a major, the Devil or the Hanged Man when the next player can't answer it.",
        {"block": 800, "keep_major": 60, "burn": 0},
    ),
    Persona("shrewd", "Weighs saving, burning and blocking against each other.", {"keep_high": 18, "copies": 20}),
)

EXPERT = expert(PERSONAS, "shrewd", 40, nodes=("play",))
