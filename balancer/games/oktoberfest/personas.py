"""Personas of Oktoberfest: all appraise options in the same way, with different weights."""

from balancer.core.declarations import Habit, Persona, expert

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
    Habit(
        "foresight", 25, 0, 60, "Tenths of a point per turn that it expects to add later, in any suit that needs them."
    ),
    Habit(
        "keep_wilds",
        0,
        -100,
        100,
        "Worth of a wild card beyond its value, in tenths of a point (below 0: any contest may take it).",
    ),
    Habit(
        "want_large",
        0,
        0,
        100,
        "Worth of a 5 of a suit beyond its value, in tenths of a point (a 3: three tenths of that; a 1: nothing).",
    ),
    Habit(
        "keep_hand",
        0,
        0,
        100,
        "Worth of the only card in hand, in tenths of a point; each of two is worth half, and so on.",
    ),
    Habit("fear_tipsiness", 18, 0, 100, "Weight of a point of tipsiness expected in hand."),
    Habit("deny", 10, 0, 100, "Weight of a point on a card that would bring the next player to the threshold."),
    Habit(
        "contest_margin", 550, 0, 1001, "Chance of winning, per mille, that a contest needs (1001: never challenges)."
    ),
    Habit("contest_gain", 60, 0, 100, "Weight of a point that the loser of a contest must give up."),
    Habit(
        "gives_least",
        0,
        0,
        1,
        "1: it expects to give up the card it needs least if it loses a contest; 0: to lose the card that it banks.",
    ),
    Habit(
        "spoil",
        20,
        0,
        100,
        "Weight of a point that an opponent within 8 of the threshold loses; above 0, it challenges at any odds if "
        "that can stop an instant win.",
    ),
)

PERSONAS = (
    Persona("random", "Takes, challenges and discards without a thought.", at_random=True),
    Persona(
        "balanced",
        "Weighs the lowest suit, the race and sobriety; challenges if likely to win, or to stop an instant win.",
    ),
    Persona(
        "rusher",
        "Races for the instant win: takes the most valuable card, keeps it in hand, and shrugs at tipsiness.",
        {"want_value": 30, "finish": 20, "want_lowest": 3, "fear_tipsiness": 2, "contest_margin": 600},
    ),
    Persona(
        "racer",
        "Races soberly: hoards cards worth their tipsiness, and never challenges, since banked cards leave the race.",
        {"want_value": 30, "finish": 20, "want_lowest": 3, "fear_tipsiness": 60, "contest_margin": 1001},
    ),
    Persona(
        "builder",
        "Builds its lowest suit: takes what raises it, and challenges at any odds to bank it.",
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
        "Challenges players about to win at once, and takes the card that the next player needs.",
        {"want_lowest": 40, "fear_tipsiness": 25, "contest_margin": 300, "deny": 60, "spoil": 60},
    ),
    Persona(
        "careful",
        "Careful with its cards, not with challenges: takes large ones, not wild ones; challenges at any odds to bank.",
        {
            "want_value": 0,
            "finish": 0,
            "want_lowest": 34,
            "foresight": 33,
            "keep_wilds": -20,
            "want_large": 45,
            "keep_hand": 20,
            "fear_tipsiness": 24,
            "contest_margin": 0,
            "contest_gain": 1,
            "gives_least": 1,
        },
    ),
)

EXPERT = expert(PERSONAS, "careful", 100, until=4)
