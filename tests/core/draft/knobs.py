"""The knobs of Draft."""

from balancer.core.knobs import Number, TableKnob

KNOBS = (
    TableKnob(name="deck", default="components.csv", meaning="The cards, one of each kind.", section="Parts"),
    Number(name="max_rounds", default=5, low=1, high=5, meaning="Rounds after which a game is cut off.", section="End"),
)
