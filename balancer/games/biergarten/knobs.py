"""The knobs of Biergarten (rulebook.md, § Rules), in rulebook order."""

from balancer.core.knobs import Choice, Flag, Number, Table

COLOR_BONUS, GARDEN_BONUS = 3, 6  # as printed

KNOBS = (
    Choice(
        name="board",
        default="lagers",
        choices=("lagers", "ales"),
        meaning="Cellar board: lagers ends at 15 barrels and counts umbrellas, ales ends at 10 and does not.",
        section="Setup",
    ),
    Number(
        name="end_at",
        default="auto",
        low=3,
        high=60,
        words=(("auto", "by board: 15 or 10"),),
        meaning="Barrels that start the final round.",
        section="Turn 5",
    ),
    Number(
        name="umbrella_bonus",
        default="auto",
        low=0,
        high=10,
        words=(("auto", "by board: 2 or 0"),),
        meaning="Barrels for each colour in which enough umbrellas are connected.",
        section="The garden 4",
    ),
    Number(
        name="umbrella_run",
        default=7,
        low=2,
        high=20,
        meaning="Connected umbrellas of one colour that earn the umbrella bonus.",
        section="The garden 4",
    ),
    Number(
        name="color_bonus",
        default=COLOR_BONUS,
        low=0,
        high=20,
        meaning="Barrels for a match of every colour.",
        section="The garden 2",
    ),
    Number(
        name="garden_bonus",
        default=GARDEN_BONUS,
        low=0,
        high=20,
        meaning="Barrels for a walled garden: no shield faces an empty cell.",
        section="The garden 3",
    ),
    Number(name="hand", default=2, low=1, high=5, meaning="Common cards dealt to each player.", section="Setup"),
    Number(name="supply", default=3, low=1, high=6, meaning="Common cards face up in the supply.", section="Setup"),
    Choice(
        name="rearrange",
        default="both",
        choices=("both", "swap", "move", "none"),
        meaning="What a player may do after playing a card: swap two cards, move one, either, or nothing.",
        section="Turn 4",
    ),
    Flag(
        name="shift",
        default=True,
        meaning="A card may be moved between others, which give way; false: to empty cells only.",
        section="Turn 4",
    ),
    Flag(
        name="final_rearrange",
        default=True,
        meaning="Whoever started the final round may rearrange once more at its end.",
        section="End",
    ),
    Flag(name="steal", default=True, meaning="A card may be drawn from an opponent's hand.", section="Turn 2"),
    Number(
        name="wilds",
        default=10,
        low=0,
        high=10,
        meaning="Wild common cards in the deck: the first so many of the table.",
        section="Parts",
    ),
    Choice(
        name="tie_break",
        default="last_seat",
        choices=("last_seat", "shared"),
        meaning="Who wins of several with the most barrels: the last in turn order, or all of them.",
        section="End",
    ),
    Table(name="parts", default="biergarten.csv", meaning="The table of cards.", section="Parts"),
    Number(
        name="max_rounds",
        default=200,
        low=1,
        high=10_000,
        meaning="Rounds after which a game is cut off as unfinished, in the final round too.",
        section="End",
    ),
)

AUTO = -1  # `end_at`, `umbrella_bonus`
LAGERS, ALES = 0, 1
END_AT = (15, 10)  # by board
UMBRELLA_BONUS = (2, 0)
BOTH, SWAP, MOVE, NOTHING = range(4)  # `rearrange`
LAST_SEAT, SHARED = 0, 1  # `tie_break`
