"""Who plays Oktoberfest: one way of thinking, different weights."""

from balancer.core.game import Habit, Persona

HABITS = (
    Habit(
        "want_value",
        5,
        0,
        100,
        "Weight of a point toward the instant win, while it is within reach (10: a point is a point).",
    ),
    Habit(
        "finish",
        10,
        0,
        100,
        "Weight of having the threshold in hand at the end of the turn (10: as good as 20 points).",
    ),
    Habit(
        "want_lowest",
        30,
        0,
        100,
        "Weight of a point by which the lowest suit total can be raised, wild cards filling gaps.",
    ),
    Habit("foresight", 25, 0, 60, "Tenths of a point a turn that it counts on adding later wherever they are wanted."),
    Habit("keep_wilds", 0, 0, 100, "Worth of a wild card beyond its value, in tenths of a point."),
    Habit("fear_tipsiness", 18, 0, 100, "Weight of a point of tipsiness expected in hand."),
    Habit("deny", 10, 0, 100, "Weight of a point on a card that would bring the next player over the threshold."),
    Habit(
        "contest_margin", 550, 0, 1001, "Chance of winning, per mille, that a contest needs (1001: never challenges)."
    ),
    Habit("contest_gain", 60, 0, 100, "Weight of a point that the loser of a contest must give up."),
    Habit(
        "spoil",
        20,
        0,
        100,
        "Weight of a point off a hand within 8 of the threshold; above 0, whoever is about to win at once is "
        "challenged at any odds if that can stop it.",
    ),
)

PERSONAS = (
    Persona("random", "Takes, challenges and discards without a thought.", at_random=True),
    Persona(
        "balanced",
        "Weighs the lowest suit, the race and sobriety, challenges when likely to win, stops who is about to.",
    ),
    Persona(
        "rusher",
        "Races for the instant win: takes the most valuable card, keeps it in hand, and shrugs at tipsiness.",
        {"want_value": 30, "finish": 20, "want_lowest": 3, "fear_tipsiness": 2, "contest_margin": 600},
    ),
    Persona(
        "builder",
        "Builds the most of the least: takes what raises the lowest suit, and challenges at any odds to bank it.",
        {"want_value": 0, "finish": 0, "foresight": 15, "fear_tipsiness": 16, "contest_margin": 0, "contest_gain": 100},
    ),
    Persona(
        "bully",
        "Stays sober enough to challenge whenever the odds are even, for as much as the loser must give up.",
        {"want_lowest": 50, "fear_tipsiness": 30, "contest_margin": 500, "contest_gain": 100},
    ),
    Persona(
        "sober",
        "Shuns tipsiness above all, so that hardly anybody wins a contest against it.",
        {"want_lowest": 60, "fear_tipsiness": 45, "contest_margin": 650},
    ),
    Persona(
        "spoiler",
        "Hits whoever is about to win at once, and takes the card the next player needs.",
        {"want_lowest": 40, "fear_tipsiness": 25, "contest_margin": 300, "deny": 60, "spoil": 60},
    ),
)
