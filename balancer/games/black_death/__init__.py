"""Black Death (kin: Old Maid): the example game.  Verbose on purpose: copy it when you add a game."""

from balancer.core.game import Game
from balancer.games.black_death.rules import HALVES

GAME = Game.of(
    __name__,
    title="Black Death",
    summary="Old Maid with a tarot deck: the player left with Death loses.",
    source="The rules of Alcohol Tarot, third game",
    least_players=2,
    most_players=10,
    usual_players=4,
    lineup=("middler", "baiter", "reader", "even"),
    score_meaning="order of getting out: the first player out scores players - 1, the loser 0",
    standing_meaning="minus the number of cards held",
    score_unit=HALVES,
    dealt_when="in the hand once pairs are out",
    dealt_names=("Death", *(f"rank {rank}" for rank in range(1, 15))),
    one_loses=True,
)
