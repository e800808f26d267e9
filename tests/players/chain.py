"""A game of plain Python that all win or lose together, and that one mistake loses."""

from balancer.plain import Game, Persona, ending


class Chain(Game):
    """All win if everybody closes the right one of three links, twice."""

    seats, usual = range(1, 5), 3
    lineup = ("careful",)
    together = True
    done = ending("Everybody has closed the links.")

    def setup(self):
        self.wrong = 0

    def turn(self, player):
        for _ in range(2):
            self.wrong += player.choose("link", [0, 1, 2]) > 0
        if player is self.players[-1]:
            self.end("done")

    def won(self):
        return self.wrong == 0

    def score(self, _player):
        return 0


class Careful(Persona):
    """Closes the right link."""

    def link(self, _game, _me, option):
        return option == 0


class Careless(Persona):
    """Closes another link."""

    def link(self, _game, _me, option):
        return option == 1
