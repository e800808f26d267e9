"""A game of one roll each in which the first seats roll higher: seat 1 by 2, seat 2 by 1."""

from balancer.plain import Game, Persona, ending, knob


class Staggered(Game):
    seats = range(3, 4)
    max_rounds = 1
    head_start = knob([0, 0, 0], range(3), "Points that each seat begins with.")
    sides = knob(6, range(5, 8), "Sides of the die.")
    rolled = ending("All have rolled.")

    def turn(self, player):
        bonus = (2, 1, 0)[player.seat] + self.head_start[player.seat]
        player.total = player.choose("add", [self.roll(self.sides) + bonus] * 2)

    def finished(self):
        return "rolled"

    def score(self, player):
        return player.total


class Calm(Persona):
    """Adds what it rolls."""
