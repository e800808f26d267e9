"""A game of one thief against a watch of more players, whose strength does not depend on how anybody plays."""

from balancer.plain import Game, Persona, ending, habit


class Watch(Game):
    """One player, seat 1, against all others, who win one game in a hundred."""

    seats, usual = range(2, 6), 4
    over = ending("All have chosen.")

    def setup(self):
        self.thief = 0
        self.caught = self.below(100) == 0
        for player in self.players:
            player.faces = 0

    def team(self, player):
        return int(player.seat != self.thief)

    def turn(self, player):
        player.faces = player.choose("faces", [1, 2])
        if player is self.players[-1]:
            self.end("over")

    def score(self, player):
        return player.faces

    def winners(self):
        return [player for player in self.players if self.team(player) == int(self.caught)]


class One(Persona):
    """Bets on one face."""

    number = habit(1, range(1, 3), "Faces it bets on.")

    def faces(self, _game, _me, option):
        return option == self.number


class Two(One):
    """Bets on two faces."""

    number = 2


class DrawnWatch(Watch):
    """The thief is drawn by lot."""

    def setup(self):
        super().setup()
        self.thief = self.below(len(self.players))
