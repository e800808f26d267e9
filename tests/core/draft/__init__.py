"""A compiled game of up to 392 kinds of cards, for tests; plain_draft.py beside it plays the same games."""

from balancer.core.game import Game

GAME = Game.of(
    __name__,
    title="Draft",
    summary="Take one of two cards, five times.",
    source="Made up for this test",
    least_players=2,
    most_players=4,
    usual_players=4,
    lineup=("greedy", "random"),
    part_holding="in hand at the end",
    dealt_when="in the opening hand",
    score_meaning="values of the cards in hand",
    standing_meaning="the same so far",
)
