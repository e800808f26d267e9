"""A game of one roll each in which the first seats roll higher: seat 1 by 2, seat 2 by 1."""

from balancer.plain import Game, Persona, ending, knob


class Staggered(Game):
    seats = range(3, 4)
    max_rounds = 1
    head_start_2 = knob(0, range(3), "Points seat 2 begins with.")
    head_start_3 = knob(0, range(3), "Points seat 3 begins with.")
    sides = knob(6, range(5, 8), "Sides of the die.")
    rolled = ending("All have rolled.")

    def turn(self, player):
        bonus = (2, 1 + self.head_start_2, self.head_start_3)
        player.total = player.choose("add", [self.roll(self.sides) + bonus[player.seat]] * 2)

    def finished(self):
        return "rolled"

    def score(self, player):
        return player.total


class Calm(Persona):
    """Adds what it rolls."""
