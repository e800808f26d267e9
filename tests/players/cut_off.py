"""A game of plain Python of which many games are cut off: in it picks decide, or dice alone."""

from balancer.plain import Game, Persona, ending, knob


class CutOff(Game):
    seats, usual = range(2, 5), 2
    lineup = ("most", "least")
    max_rounds = knob(1, range(1, 41), "Rounds after which a game is cut off.")
    picks_count = knob(True, "Whether what players pick is worth points; dice are, else.")
    done = ending("Somebody has rolled a 1 at the end of a round.")

    def setup(self):
        for player in self.players:
            player.points = 0

    def turn(self, player):
        picked = player.choose("pick", [1, 2, 3, 4, 5, 6])
        player.points += picked if self.picks_count else self.roll(6)
        if player is self.players[-1] and self.roll(3) == 1:
            self.end("done")

    def score(self, player):
        return player.points


class Most(Persona):
    """Takes the most."""

    def pick(self, _game, _me, option):
        return option


class Least(Persona):
    """Takes the least."""

    def pick(self, _game, _me, option):
        return -option
