"""How good the personas are, by the printed rules."""

import pytest

from balancer.games.festo import GAME
from tests.games.festo.position import PARTS, share_of_wins

GAMES = 1500


@pytest.mark.parametrize("persona", [persona.name for persona in GAME.personas if not persona.at_random])
def test_against_three_random_players(persona):
    assert share_of_wins(persona, "random", GAMES) > 0.95


def test_four_good_players_cook_about_four_dishes_each():
    table = GAME.lay_table(GAME.defaults, 4, PARTS, [GAME.persona(name) for name in GAME.lineup])
    rows = GAME.play(table, GAME.history(GAME.defaults), 5, 0, GAMES)
    names = [extra.name for extra in GAME.extras]
    dishes = rows["extras"][:, names.index("dishes")].mean() / 60

    assert 4 <= dishes <= 6
    assert 59 <= rows["score"][:, :4].mean() <= 75
