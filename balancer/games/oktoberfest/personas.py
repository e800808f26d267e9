"""Who plays Oktoberfest: one way of thinking, different weights."""

from balancer.core.game import Habit, Persona

HABITS = (
    Habit("want_value", 10, 0, 100, "Weight of a point toward the instant win, while it is within reach (10: a point is a point)."),
    Habit("finish", 10, 0, 100, "Weight of having the threshold in hand at the end of the turn (10: as good as 20 points)."),
    Habit("want_lowest", 10, 0, 100, "Weight of a point by which the lowest suit total can be raised, wilds filling gaps."),
    Habit("foresight", 15, 0, 60, "Tenths of a point a turn that it counts on adding later wherever they are wanted."),
    Habit("keep_wilds", 0, 0, 100, "Worth of a wild card beyond its value, in tenths of a point."),
    Habit("fear_tipsiness", 5, 0, 100, "Weight of a point of tipsiness expected in hand."),
    Habit("deny", 0, 0, 100, "Weight of a point on a card that would bring the next player over the threshold."),
    Habit("contest_margin", 600, 0, 1001, "Chance of winning, per mille, that a contest needs (1001: never challenges)."),
    Habit("contest_gain", 10, 0, 100, "Weight of a point that the loser of a contest must give up."),
    Habit("spoil", 5, 0, 100, "Weight of a point off a hand within 8 of the threshold; a contest that keeps somebody from winning is tried at any odds."),
)

PERSONAS = (
    Persona("random", "Takes, challenges and discards without a thought.", at_random=True),
    Persona("balanced", "Weighs the race, the lowest suit and sobriety alike, and stops whoever is about to win."),
    Persona(
        "rusher",
        "Races for the instant win: takes the most valuable card and keeps it in hand.",
        {"want_value": 20, "want_lowest": 2, "fear_tipsiness": 3, "contest_margin": 700},
    ),
    Persona(
        "builder",
        "Builds the most of the least: takes what raises the lowest suit and banks freely.",
        {"want_value": 0, "finish": 0, "want_lowest": 30, "keep_wilds": 10},
    ),
    Persona(
        "bully",
        "Challenges whenever the odds are good, for whatever the loser must give up.",
        {"contest_margin": 500, "contest_gain": 40, "fear_tipsiness": 10},
    ),
    Persona(
        "sober",
        "Keeps tipsiness low, so that nobody wins a contest against it.",
        {"fear_tipsiness": 15},
    ),
    Persona(
        "spoiler",
        "Hits whoever is about to win at once, and takes the card the next player needs.",
        {"spoil": 40, "deny": 20, "contest_margin": 400},
    ),
)
