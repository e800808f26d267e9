"""The knobs of Windfall (rulebook.md, § Rules), in rulebook order."""

from balancer.core.knobs import Flag, Number, TableKnob

KNOBS = (
    TableKnob(name="parts", default="components.csv", meaning="The fruit cards.", section="Parts"),
    Number(name="wasps", default=12, low=1, high=30, meaning="Wasps in the tree.", section="Parts"),
    Flag(
        name="gift", default=True, meaning="Whether who picked two cards gives one to the next player.", section="Turn"
    ),
    Number(
        name="basket", default=12, low=5, high=50, meaning="Cards that fill a basket and end the game.", section="End"
    ),
    Number(
        name="max_rounds", default=50, low=2, high=200, meaning="Rounds after which a game is cut off.", section="End"
    ),
    Number(
        name="wish_counts",
        default=2,
        low=1,
        high=5,
        meaning="How often a card of the kind wished for counts.",
        section="Result",
    ),
)
