"""The knobs of The Devil's Tarok (rulebook.md, § Rules), in rulebook order."""

from balancer.core.knobs import Choice, Flag, Number, head_start


def points(name, default, card):
    """Return the knob for the points of a kind of card."""
    return Number(
        name=f"points_{name}",
        noun=f"the points for {card}",
        phrases=(f"with {{}} points for {card}",),
        default=default,
        low=0,
        high=200,
        meaning=f"Points of {card}.",
        section="Parts",
    )


KNOBS = (
    Number(
        name="target",
        noun="the target",
        default=666,
        low=50,
        high=5000,
        meaning="Points that end the game.",
        section="End",
    ),
    Number(
        name="hand_size",
        noun="the hand size",
        phrases=("with {} cards dealt",),
        default=15,
        low=3,
        high=26,
        meaning="Cards dealt to each player, as far as the 78 reach.",
        section="Setup",
    ),
    Choice(
        name="end_check",
        noun="the moment of the end",
        phrases=("with the end after a hand", "with the end after a trick"),
        default="hand",
        choices=("hand", "trick"),
        meaning="When scores are compared with the target: after each hand, or after each trick.",
        section="End",
    ),
    Flag(
        name="draw",
        noun="the draw pile",
        phrases=("without a draw pile", "with a draw pile"),
        default=True,
        meaning="Players draw a card after each trick while the draw pile lasts; false: a hand is its first deal.",
        section="Trick 4",
    ),
    Choice(
        name="trumps",
        noun="the trumps",
        phrases=("without trumps", "with majors as trumps"),
        default="none",
        choices=("none", "majors"),
        meaning="majors: majors beat minors, and a player void in the suit led must play one.",
        section="Trick 2, 3",
    ),
    Choice(
        name="fool",
        noun="the Fool's power",
        phrases=("with a Fool that beats all", "with a Fool that excuses"),
        default="beats_all",
        choices=("beats_all", "excuse"),
        meaning="excuse: the Fool may be played at any time, never wins, and stays with its owner.",
        section="Trick 2, 3",
    ),
    points("major", 30, "a major other than the Fool and the Devil"),
    points("devil", 50, "the Devil"),
    points("fool", 0, "the Fool"),
    points("king", 25, "a King"),
    points("queen", 20, "a Queen"),
    points("knight", 15, "a Knight"),
    points("page", 10, "a Page"),
    Choice(
        name="points_pip",
        noun="the points of the pip cards",
        phrases=("with points for pip cards", "without points for pip cards"),
        default="face",
        choices=("face", "zero"),
        meaning="Points of the cards Ace to 10.",
        section="Parts",
    ),
    Choice(
        name="ace",
        noun="the rank of the Ace",
        phrases=("with a low Ace", "with a high Ace"),
        default="low",
        choices=("low", "high"),
        meaning="Whether the Ace is the lowest or the highest card of its suit; its points stay the same.",
        section="Trick 3",
    ),
    head_start("points", seats=5, high=100),
    Number(
        name="max_rounds",
        default=5000,
        low=100,
        high=100_000,
        meaning="Tricks after which a game is cut off as unfinished.",
        section="End",
    ),
)

END_CHECK_TRICK = 1
TRUMPS_MAJORS = 1
FOOL_EXCUSE = 1
