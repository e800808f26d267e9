"""A seat that comes back to a decision within a turn chooses by other dice than before."""

import pytest

import balancer

GAME = """
from balancer.plain import Game, Persona, counter, ending, odds


class Again(Game):
    seats, usual, together = range(1, 3), 1, True
    lineup = ("mixed",)
    over = ending("Two rounds of questions.", "answer", won=True)
    ties = counter("The option of equal worth was the same when the seat came back.", "times")
    drawn = counter("The option drawn by odds was the same.", "times")
    at_random = counter("The option chosen at random was the same.", "times")

    def turn(self, player):
        colours = [1, 2, 3, 4, 5, 6]
        tie, draw, blind = (player.choose(name, colours) for name in ("tie", "draw", "blind"))
        self.ties += tie == player.choose("tie", colours)
        self.drawn += draw == player.choose("draw", colours)
        self.at_random += blind == player.choose("blind", colours)
        self.end("over")

    def score(self, player):
        return 0


class Mixed(Persona):
    \"\"\"Finds all options equal, or draws one.\"\"\"

    def tie(self, game, me, option):
        return 0

    @odds
    def draw(self, game, me, option):
        return 1
"""


@pytest.mark.parametrize("compiled", ["off", "auto"])
def test_a_question_that_comes_again_in_a_turn_is_answered_by_other_dice(tmp_path, compiled):
    """Six options that are all alike: the answer is the same in a sixth of the games, within 5 standard errors."""
    path = tmp_path / "again.py"
    path.write_text(GAME)

    extras = balancer.run(path, games=4000, compiled=compiled, jobs=1).extras.set_index("extra")

    for name in ("ties", "drawn", "at_random"):
        assert extras.loc[name, "mean"] == pytest.approx(1 / 6, abs=5 * (5 / 36 / 4000) ** 0.5)
