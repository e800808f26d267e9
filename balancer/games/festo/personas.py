"""Personas of Festo!: all think in the same way, with different weights."""

from balancer.core.declarations import Habit, Persona, expert

HABITS = (
    Habit(
        "focus",
        40,
        0,
        300,
        "Percent: additional worth of the ingredients that a planned dish lacks, as a share of what the dish brings.",
    ),
    Habit("thrift", 240, 0, 400, "Worth of any ingredient before the last round, in 1/100 VP."),
    Habit("majority", 125, 0, 300, "Percent: weight of a whole market taken by absolute majority."),
    Habit("ability", 100, 0, 300, "Percent: weight of abilities."),
    Habit("shelf", 115, 0, 300, "Percent: weight of the grocery shelves."),
    Habit(
        "nerve",
        14,
        0,
        60,
        "Number of helpers still to be placed by others that halves the worth of being level with the most; 3.5 times "
        "as many with a lead of one, seven times with a lead of two; four times as many if nobody gains by overtaking.",
    ),
    Habit(
        "foresight",
        1,
        0,
        2,
        "0: expects others' helpers anywhere; 1: expects them where they would now bring most to a player with the "
        "usual habits, and in the afternoon which majorities they would overtake; 2: also imagines, for each helper "
        "that could go elsewhere, how the others would answer, and what the characters would then give.",
    ),
    Habit("deny", 15, 0, 400, "Worth of each ingredient kept from another's absolute majority, in 1/100 VP."),
    Habit("start_card", 32, 0, 500, "Worth of the start card for each round left, this one too, in 1/100 VP."),
    Habit("go_first", -27, -100, 100, "Liking for being early in player order; below 0: for being late."),
    Habit(
        "patience",
        350,
        0,
        1000,
        "Worth, in 1/100 VP, below which a helper is kept for the afternoon (1000: nearly all are); two thirds of it "
        "in the last round.",
    ),
    Habit("new_type", 120, 0, 300, "Percent: weight of what a dish adds to the set bonus."),
    Habit("roast", 0, 0, 2000, "Worth of a roast beyond its victory points, in 1/100 VP."),
)

PERSONAS = (
    Persona("random", "Places, takes and cooks at random.", at_random=True),
    Persona("chef", "Works backward from the dishes within reach, and places early only where much is to be had."),
    Persona(
        "planner",
        "Imagines how others would answer each division of its helpers, and what it would then bring.",
        {"foresight": 2},
    ),
    Persona(
        "merchant",
        "Goes for absolute majorities and whole markets, whatever the dishes.",
        {"majority": 300, "focus": 40, "ability": 60},
    ),
    Persona("early", "Places all helpers in the morning, while there is a choice.", {"patience": 0}),
    Persona("late", "Keeps all helpers for the afternoon, when others stand already.", {"patience": 1000}),
    Persona(
        "grocer",
        "Wants the start card, the shelves and the first place in player order.",
        {"shelf": 160, "start_card": 150, "go_first": 50},
    ),
    Persona("collector", "Cooks one dish of each type for the set bonus.", {"new_type": 220}),
    Persona("roaster", "Collects six of a colour for roasts.", {"roast": 500}),
    Persona("wizard", "Uses abilities: the Elf's exchange, salt, special discs.", {"ability": 190, "majority": 100}),
)

EXPERT = expert(PERSONAS, "chef", 10, until=1, nodes=("morning", "afternoon"))
