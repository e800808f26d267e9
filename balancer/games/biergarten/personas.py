"""Personas of Biergarten: all appraise options in the same way, with different weights.

`walls`, `colours` and `umbrellas` are weights at the printed bonuses; at half the bonus the weight is half as large.
"""

from balancer.core.declarations import Habit, Persona, expert

HABITS = (
    Habit(
        "walls",
        8,
        0,
        30,
        "Weight of a nearly walled garden, before the final round: at 10, with 12, 6, 3, 0 shields exposed, it is "
        "worth 0, 3, 6 and 12 barrels in addition to a bonus of 6.",
    ),
    Habit("colours", 4, 0, 60, "Worth of each colour matched, in tenths of a barrel, before the final round."),
    Habit(
        "umbrellas",
        0,
        0,
        30,
        "Before the final round, at an umbrella bonus of 2: worth of a card with umbrellas in tenths of a barrel, and "
        "weight of each colour's longest string (at 10 it is worth its square over the bonus's length, in barrels).",
    ),
    Habit(
        "two_colours",
        9,
        0,
        60,
        "Worth of a card of two colours beyond its sale value, in tenths of a barrel, before the final round.",
    ),
    Habit("least_gain", 1, 0, 1000, "Tenths of a barrel that a rearrangement must gain (1000: it never rearranges)."),
    Habit(
        "shortlist",
        4,
        0,
        16,
        "Number of the best plays that it values together with the rearrangement that may follow.",
    ),
    Habit("luck", 10, 0, 100, "Expected worth of an unseen card, in tenths of a barrel."),
    Habit("steal", -3, -50, 100, "Worth of drawing from an opponent's hand, in tenths of a barrel."),
    Habit(
        "finish", 5, 0, 50, "Worth of beginning the final round if ahead, or of not beginning it if not, in barrels."
    ),
    Habit("lead", 2, -20, 20, "Barrels by which it wants to be ahead of all others to begin the final round."),
)

PERSONAS = (
    Persona("random", "Takes, lays and rearranges without a thought.", at_random=True),
    Persona("tidy", "Uses rearranging fully: chooses each play together with the rearrangement that follows."),
    Persona(
        "matcher",
        "Takes and lays what sells the most barrels now, and never rearranges.",
        {"walls": 0, "colours": 0, "two_colours": 0, "least_gain": 1000, "shortlist": 0, "finish": 0},
    ),
    Persona(
        "gardener",
        "Builds a walled garden: turns walls outward, even if that costs matches.",
        {"walls": 18},
    ),
    Persona(
        "painter",
        "Wants matches of all colours and cards of two colours, and does not care about walls.",
        {"walls": 0, "colours": 15, "two_colours": 20},
    ),
    Persona("umbrella", "Connects umbrellas of one colour.", {"umbrellas": 4, "two_colours": 0}),
    Persona(
        "sprinter",
        "Races for the barrels that begin the final round, and begins it when level with the best.",
        {"walls": 2, "colours": 0, "finish": 30, "lead": 0},
    ),
    Persona(
        "thief", "Draws from the others' hands if that is not much worse than its best other option.", {"steal": 15}
    ),
)

EXPERT = expert(PERSONAS, "tidy", 24, until=2)  # 24 trial games of 2 rounds per decision
