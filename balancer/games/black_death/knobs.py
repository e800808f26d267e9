"""The knobs of Black Death (rulebook.md, § Rules), in rulebook order."""

from balancer.core.cards import tarot
from balancer.core.knobs import Choice, Number, head_start

KNOBS = (
    Number(
        name="suits",
        noun="the number of suits",
        phrases=("with {} suits",),
        default=len(tarot.SUITS),
        low=2,
        high=6,
        only=(2, 4, 6),
        meaning="Suits of the deck; even, so that every rank pairs off.",
        section="Parts",
    ),
    Number(
        name="ranks",
        noun="the number of ranks",
        phrases=("with {} ranks",),
        default=tarot.RANKS,
        low=5,
        high=26,
        meaning="Ranks of the deck (Ace..King are 14).",
        section="Parts",
    ),
    Choice(
        name="offer_to",
        noun="the direction of play",
        phrases=("with play to the left", "with play to the right"),
        default="left",
        choices=("left", "right"),
        meaning="The side on which the next player sits.",
        section="Turn",
    ),
    Choice(
        name="order",
        noun="the order of play",
        phrases=("with the printed order", "with Old Maid's order"),
        default="offer",
        choices=("offer", "draw"),
        meaning="offer: the taker offers next (printed). draw: the one drawn from draws next (common Old Maid).",
        section="Turn",
    ),
    head_start("cards", seats=10, high=5, fewer=True),
    Number(
        name="max_rounds",
        default=1000,
        low=10,
        high=100_000,
        meaning="Rounds after which a game is cut off as unfinished.",
        section="Turn",
    ),
)

OFFER_TO_RIGHT = 1
ORDER_DRAW = 1
