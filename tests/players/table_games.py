"""Small games of plain Python: won together, against a bank, in teams, and for points."""

from balancer.plain import Game, Persona, ending, habit


class Dice(Game):
    """Each player is safe with 2 faces of 6, or with the chance of its boldness."""

    seats, usual = range(2, 5), 2
    lineup = ("safe", "wild")
    done = ending("Everybody has bet.")

    def setup(self):
        for player in self.players:
            player.points = 0

    def turn(self, player):
        faces = player.choose("faces", [1, 2, 3, 4])
        player.points = int(self.roll(6) <= faces)
        if player is self.players[-1]:
            self.end("done")

    def score(self, player):
        return player.points


class Chance(Game):
    """The dice alone decide."""

    seats, usual = range(2, 5), 2
    done = ending("Everybody has rolled.")

    def setup(self):
        for player in self.players:
            player.points = 0

    def turn(self, player):
        player.points = self.roll(6)
        if player is self.players[-1]:
            self.end("done")

    def score(self, player):
        return player.points


class Table(Dice):
    """All win if somebody is safe."""

    together = True

    def won(self):
        return any(player.points for player in self.players)


class Bank(Dice):
    """Each wins by itself."""

    against_bank = True

    def winners(self):
        return [player for player in self.players if player.points]


class Pairs(Dice):
    """Seats 1 and 3 play against seats 2 and 4, for the sum of their points."""

    seats, usual = range(4, 5), 4

    def team(self, player):
        return player.seat % 2

    def winners(self):
        sums = [sum(player.points for player in self.players if player.seat % 2 == team) for team in (0, 1)]
        return [player for player in self.players if sums[player.seat % 2] == max(sums)]


class DrawnPairs(Pairs):
    """Partners are drawn by lot."""

    def setup(self):
        super().setup()
        partner = self.below(3) + 1
        for player in self.players:
            player.side = int(player.seat not in {0, partner})

    def team(self, player):
        return player.side

    def winners(self):
        sums = [sum(player.points for player in self.players if player.side == team) for team in (0, 1)]
        return [player for player in self.players if sums[player.side] == max(sums)]


class Points(Dice):
    """Every safe bet is worth 10 points, whoever wins."""

    aim = "score"

    def score(self, player):
        return 10 * player.points


class Alone(Points):
    """One player, for points."""

    seats, usual = range(1, 2), 1


class Golf(Dice):
    """The lowest score wins."""

    lowest_wins, aim = True, "score"


class Safe(Persona):
    """Bets on three faces."""

    number = habit(3, range(1, 5), "Faces it bets on.")

    def faces(self, _game, _me, option):
        return option == self.number


class Wild(Safe):
    """Bets on one face."""

    number = 1
