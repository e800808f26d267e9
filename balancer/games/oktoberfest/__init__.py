"""Oktoberfest: drafting with hidden own tipsiness, contests, and two ways to win."""

from balancer.core.game import Game
from balancer.games.oktoberfest.table import MAX_PLAYERS

GAME = Game.of(
    __name__,
    title="Oktoberfest",
    summary="Take cards whose backs only the others see, and contest who is less tipsy; two ways to win.",
    source="Oktoberfest, Jeff Warrender, 2025",
    reconstructed="the 72 activity cards, from the rulebook's text; their pictures are lost",
    least_players=3,
    most_players=MAX_PLAYERS,
    usual_players=4,
    lineup=("careful",),
    part_holding="in hand or banked at the end",
    dealt_when="on top of a pile when seat 1 takes the first card",
    score_meaning="lowest of the three suit totals, hand and banked cards, wild cards best assigned",
    standing_meaning="progress, per mille, towards the instant win or a lowest total of 12, whichever is further",
)
