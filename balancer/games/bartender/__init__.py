"""Bartender: bid for a shift, then play patrons and schemes for or against the player in charge."""

from balancer.core.game import Game
from balancer.games.bartender.table import MAX_PLAYERS

GAME = Game.of(
    __name__,
    title="Bartender",
    summary="Bid how good a night the bar will have; all others try to spoil it for the player in charge.",
    source="Bartender the Card Game, 2012",
    reconstructed="the 99 cards, sent by mail: the text gives only their number, two classes and kinds of effects",
    least_players=3,
    most_players=MAX_PLAYERS,
    usual_players=4,
    lineup=("careful", "bold", "saboteur", "hoarder"),
    part_holding="played from the hand",
    dealt_when="in the first hand, before cards are replaced or drafted",
    score_meaning="10 per GOOD NIGHT token, less 10 per BAD NIGHT token",
    standing_meaning="10 per GOOD NIGHT token, less 10 per BAD NIGHT token",
)
