"""Drunken Shit Head: a shedding game with the whole tarot deck."""

from balancer.core.cards import tarot
from balancer.core.game import Game
from balancer.games.shit_head.table import HALVES, MAX_PLAYERS
from balancer.games.shit_head.zones import FIRST_MAJOR

GAME = Game.of(
    __name__,
    title="Drunken Shit Head",
    summary="Get rid of all cards, in hand, face up and face down; the first player out wins.",
    source="The rules of Alcohol Tarot, second game",
    least_players=2,
    most_players=MAX_PLAYERS,
    usual_players=4,
    lineup=("shrewd", "keeper", "burner", "blocker"),
    score_meaning="minus the cards held at the end (play_to: last: order of getting out, the loser 0)",
    standing_meaning="minus the cards held",
    score_unit=HALVES,
    dealt_when="in the hand, before cards are laid face up",
    dealt_names=(*map(tarot.rank_name, range(1, FIRST_MAJOR + 1)), *map(tarot.major_name, range(tarot.MAJORS))),
    endless=True,
)
