"""Personas of Black Death: habits of laying and taking that can be read, and one persona that can't be read."""

from balancer.core.declarations import Habit, Persona, expert

HABITS = (
    Habit("lay_first", 0, 0, 1000, "Liking for laying Death at the first slot."),
    Habit("lay_middle", 0, 0, 1000, "Liking for laying Death in the middle."),
    Habit("lay_last", 0, 0, 1000, "Liking for laying Death at the last slot."),
    Habit("lay_elsewhere", 0, 0, 1000, "Dislike of the slot at which Death was refused the last time."),
    Habit("lay_where_taken", 0, 0, 1000, "Liking for the places from which the next taker has been taking."),
    Habit("take_first", 0, 0, 1000, "Liking for taking from the first slot."),
    Habit("take_middle", 0, 0, 1000, "Liking for taking from the middle."),
    Habit("take_last", 0, 0, 1000, "Liking for taking from the last slot."),
    Habit("take_elsewhere", 0, 0, 1000, "Dislike of the places at which this offerer has been seen to lay Death."),
)

PERSONAS = (
    Persona("random", "Lays Death anywhere and takes any card, without a thought.", at_random=True),
    Persona("even", "Has no habits at all: every slot is as good as another, so there is nothing to read."),
    Persona(
        "middler",
        "Hides Death at an end and takes from the middle, as most people do.",
        {"lay_first": 500, "lay_last": 500, "take_middle": 500},
    ),
    Persona(
        "baiter",
        "Lays Death in the middle, where hands reach first, and takes from an end.",
        {"lay_middle": 500, "take_first": 500, "take_last": 500},
    ),
    Persona(
        "edger",
        "Lays Death last and takes from the ends.",
        {"lay_last": 500, "take_first": 500, "take_last": 500},
    ),
    Persona(
        "fidget",
        "Lays Death first, but never again where it has just been refused; takes anywhere.",
        {"lay_first": 500, "lay_elsewhere": 1000},
    ),
    Persona(
        "reader",
        "Lays Death where the next player has been taking, and shuns where Death was laid before.",
        {"lay_where_taken": 1000, "take_elsewhere": 1000},
    ),
)

EXPERT = expert(PERSONAS, "reader", 20)
