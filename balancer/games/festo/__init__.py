"""Festo!: worker placement with majorities, and dishes cooked from what the market yields."""

from balancer.core.game import Game, Whole
from balancer.games.festo.table import MAX_PLAYERS

GAME = Game.of(
    __name__,
    title="Festo!",
    summary="Place helpers where characters sell ingredients, win majorities, and cook dishes of what you bring home.",
    source="Festo!, Arve D. Fühler",
    reconstructed="costs and points of most dishes, and what the events do: their pictures are lost",
    least_players=2,
    most_players=MAX_PLAYERS,
    usual_players=4,
    lineup=("planner", "chef", "collector", "roaster"),
    wholes=(
        Whole(
            "Where victory points come from",
            "Victory points of a player, mean of the players.",
            {"vp_dishes": "dishes", "vp_sets": "sets", "vp_ingredients": "ingredients left", "vp_tokens": "tokens"},
        ),
    ),
    part_holding="cooked by the end",
    score_meaning="victory points: dishes, sets, ingredients left, tokens",
    standing_meaning="victory points if the game ended now",
)
