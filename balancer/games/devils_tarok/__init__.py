"""The Devil's Tarok: trick-taking with the whole tarot deck."""

from balancer.core.cards import tarot
from balancer.core.game import Game
from balancer.games.devils_tarok.table import MAX_PLAYERS, PART_NAMES

GAME = Game.of(
    __name__,
    title="The Devil's Tarok",
    summary="Take tricks with the whole tarot deck; the highest score wins when somebody has 666 points.",
    source="The rules of Alcohol Tarot, first game",
    least_players=2,
    most_players=MAX_PLAYERS,
    usual_players=4,
    lineup=("counter", "miser", "hoarder", "leader"),
    score_meaning="points of the tricks won, all hands together",
    standing_meaning="points",
    part_names=PART_NAMES,
    dealt_when="in the first hand",
    dealt_names=tuple(tarot.major_name(major).removeprefix("the ") for major in range(tarot.MAJORS)),
    part_holding="won in a trick, or kept, in any hand",
)
