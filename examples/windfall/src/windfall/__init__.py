"""Windfall: push your luck in an orchard."""

from balancer.core.game import Game

GAME = Game.of(
    __name__,
    title="Windfall",
    summary="Pick fruit until you stop or a wasp stings you; a secret wish counts double.",
    source="Made up for this example",
    least_players=2,
    most_players=5,
    usual_players=4,
    lineup=("careful", "bold", "counter", "counter"),
    part_holding="as secret wish",
    dealt_when="as secret wish",
    score_meaning="values of the cards in the basket, those wished for counted more often",
    standing_meaning="the score so far, secret wish included",
)
