"""Biergarten: gardens of cards, matched by colour and rearranged every turn; the score is their present worth."""

from balancer.core.game import Game, Whole
from balancer.games.biergarten.table import MAX_PLAYERS

GAME = Game.of(
    __name__,
    title="Biergarten",
    summary="Lay cards so that colours match, and swap or move one every turn; walls, colours and umbrellas earn more.",
    source="Biergarten, 2025 (author not named in the rulebook)",
    reconstructed="the list of cards, except for what the rulebook's text says of them",
    least_players=2,
    most_players=MAX_PLAYERS,
    usual_players=4,
    lineup=("tidy", "gardener", "painter", "umbrella"),
    wholes=(
        Whole(
            "Barrels by source",
            "Worth of a garden at the end, mean of all players: matches and the three bonuses.",
            {
                "barrels_matches": "matches",
                "barrels_color": "all colours",
                "barrels_garden": "walled garden",
                "barrels_umbrella": "umbrellas",
            },
        ),
        Whole(
            "Who begins the final round",
            "Player whose garden is the first to be worth enough; games with a final round only.",
            {f"trigger_seat_{seat}": f"seat {seat}" for seat in range(1, MAX_PLAYERS + 1)},
        ),
    ),
    part_holding="in the garden at the end, the home card too",
    dealt_when="in the opening hand",
    score_meaning="barrels of the garden at the end, bonuses included",
    standing_meaning="barrels of the garden, bonuses included",
)
