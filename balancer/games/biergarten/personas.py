"""Who plays Biergarten: one way of thinking, different weights."""

from balancer.core.game import Habit, Persona

HABITS = (
    Habit("walls", 2, 0, 30, "Tenths of a barrel that a shield facing an empty cell costs, before the final round."),
    Habit("colours", 8, 0, 60, "Tenths of a barrel that each colour with a match is worth, before the final round."),
    Habit(
        "umbrellas",
        0,
        0,
        30,
        "Weight of umbrellas: of a card that bears some, and of each colour's longest string, its square over the "
        "length that earns the bonus, in tenths of a barrel.",
    ),
    Habit("two_colours", 0, 0, 60, "Tenths of a barrel that a card of two colours is worth besides."),
    Habit("least_gain", 1, 0, 1000, "Tenths of a barrel that a rearrangement must gain (1000: it never rearranges)."),
    Habit("shortlist", 4, 0, 16, "Plays of which it thinks through the rearrangement that may follow, the best first."),
    Habit("luck", 18, 0, 100, "Tenths of a barrel that it hopes a card unseen will bring."),
    Habit("steal", -3, -50, 100, "Tenths of a barrel that it is worth to draw from an opponent's hand."),
    Habit("finish", 5, 0, 50, "Barrels that it is worth to begin the final round when ahead, or not to when not."),
    Habit("lead", 1, -20, 20, "Barrels by which it wants to be ahead of all others to begin the final round."),
)

PERSONAS = (
    Persona("random", "Takes, lays and rearranges without a thought.", at_random=True),
    Persona(
        "matcher",
        "Takes and lays what sells most barrels now, and never rearranges.",
        {"walls": 0, "colours": 0, "least_gain": 1000, "shortlist": 0, "finish": 0},
    ),
    Persona("tidy", "Uses rearranging fully: lays each card with the rearrangement in mind that follows."),
    Persona(
        "gardener",
        "Builds a walled garden: turns walls outward, even if that costs matches.",
        {"walls": 8},
    ),
    Persona(
        "painter",
        "Wants a match of every colour first, and cards of two colours.",
        {"walls": 0, "colours": 25, "two_colours": 8},
    ),
    Persona("umbrella", "Connects umbrellas of one colour.", {"umbrellas": 4}),
    Persona(
        "sprinter",
        "Ends the game while ahead, be it by little.",
        {"walls": 0, "finish": 20, "lead": 0},
    ),
    Persona("thief", "Draws from the others' hands.", {"steal": 25}),
)
