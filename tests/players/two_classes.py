"""A game for one, for points, with two classes of personas: each has a habit that the other does not have."""

from balancer.plain import Game, Persona, ending, habit


class TwoClasses(Game):
    seats, usual = range(1, 2), 1
    aim = "score"
    done = ending("A number was chosen.")

    def setup(self):
        for player in self.players:
            player.points = 0

    def turn(self, player):
        player.points = player.choose("number", [1, 2, 3, 4, 5, 6]) + self.roll(6)
        self.end("done")

    def score(self, player):
        return player.points


class Left(Persona):
    """Chooses the number of its left hand."""

    left_hand = habit(1, range(1, 7), "Fingers of the left hand.")

    def number(self, _game, _me, option):
        return option == self.left_hand


class Right(Persona):
    """Chooses the number of its right hand."""

    right_hand = habit(2, range(1, 7), "Fingers of the right hand.")

    def number(self, _game, _me, option):
        return option == self.right_hand
