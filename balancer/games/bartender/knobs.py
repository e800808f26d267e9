"""The knobs of Bartender (rulebook.md, § Rules), in rulebook order."""

from balancer.core.knobs import Choice, Flag, Number, Table

KNOBS = (
    Number(name="hand_size", default=5, low=1, high=10, meaning="Cards dealt to each player.", section="Setup"),
    Choice(
        name="draft",
        default="pass",
        choices=("pass", "none"),
        meaning="pass: dealt cards are drafted. none: they are the hand, and each may replace cards once.",
        section="Setup",
    ),
    Choice(
        name="auction",
        default="open",
        choices=("open", "secret", "fixed"),
        meaning="How the Bartender In Charge and the goal are found; fixed: in turn, with the goal fixed_goal.",
        section="Auction",
    ),
    Number(name="fixed_goal", default=10, low=1, high=40, meaning="The goal where nobody bids.", section="Auction"),
    Number(
        name="max_bid", default=20, low=5, high=40, meaning="Highest bid; it ends an open auction.", section="Auction"
    ),
    Number(
        name="packed_bar",
        default=20,
        low=5,
        high=60,
        specials=((0, "off"),),
        meaning="Total at which the Bartender In Charge wins the game at once.",
        section="End of the shift",
    ),
    Number(name="shifts", default=5, low=1, high=20, meaning="Shifts of a game.", section="End"),
    Number(name="hours", default=8, low=1, high=24, meaning="Hours (player turns) of a shift.", section="Hours"),
    Number(
        name="bad_nights_out",
        default=2,
        low=1,
        high=5,
        specials=((0, "never"),),
        meaning="BAD NIGHT tokens at which a player is knocked out.",
        section="End of the shift",
    ),
    Number(
        name="bic_draw",
        default=2,
        low=0,
        high=6,
        meaning="Cards that the Bartender In Charge draws before the hours.",
        section="Auction",
    ),
    Number(
        name="reveal",
        default=5,
        low=0,
        high=10,
        meaning="Cards turned up for an admission after an hour without a patron.",
        section="Hours",
    ),
    Flag(
        name="draw_every_hour",
        default=False,
        meaning="Each hour begins with drawing a card.",
        section="Hours",
    ),
    Choice(
        name="revealed_go",
        default="bottom",
        choices=("bottom", "top", "breakage"),
        meaning="Where revealed cards go that are not admitted.",
        section="Hours",
    ),
    Choice(
        name="final_tie",
        default="shared",
        choices=("shared", "nobody"),
        meaning="Who wins if players are tied in both tokens at closing time.",
        section="End",
    ),
    Flag(
        name="needs_good",
        default=False,
        meaning="Nobody without a GOOD NIGHT token can win at closing time.",
        section="End",
    ),
    Flag(
        name="redraft",
        default=False,
        meaning="Hands are thrown away, dealt and drafted anew before every later shift.",
        section="Setup",
    ),
    Table(name="parts", default="bartender.csv", meaning="The table of cards.", section="Parts"),
    Number(
        name="max_rounds",
        default=100,
        low=1,
        high=10_000,
        meaning="Shifts after which a game is cut off as unfinished.",
        section="End",
    ),
)

DRAFT_NONE = 1
OPEN, SECRET, FIXED = 0, 1, 2
TO_BOTTOM, TO_TOP, TO_BREAKAGE = 0, 1, 2
TIE_NOBODY = 1
