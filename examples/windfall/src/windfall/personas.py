"""Who plays Windfall: habits of stopping and giving, and who has which."""

from balancer.core.game import Habit, Persona

HABITS = (
    Habit("stop_at", 0, 0, 20, "Stops with so many cards picked; 0: weighs the odds instead."),
    Habit("courage", 100, 0, 300, "What the next card may bring, in per cent, against what a wasp would take."),
    Habit("envy", 50, 0, 300, "How much it hurts, in per cent, to give the next player a point."),
)

PERSONAS = (
    Persona("random", "Stops, picks on and gives without a thought.", at_random=True),
    Persona("careful", "Stops with three cards, come what may.", {"stop_at": 3}),
    Persona("bold", "Never stops before five cards; gives what it likes least.", {"stop_at": 5, "envy": 0}),
    Persona("counter", "Counts what still hangs, and picks on while that promises more than a wasp would take."),
)
