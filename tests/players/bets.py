"""Games of plain Python that are hard to win: everybody bets against chance, by itself or for all."""

from balancer.plain import Game, Persona, ending


class Bets(Game):
    seats, usual = range(2, 5), 2
    lineup = ("safe", "wild")
    done = ending("Everybody has bet.")

    def setup(self):
        for player in self.players:
            player.wins = False

    def turn(self, player):
        chances = 2 if player.choose("bet", ["safe", "wild"]) == "safe" else 1
        player.wins = self.roll(6) <= chances
        if player is self.players[-1]:
            self.end("done")

    def score(self, player):
        return int(player.wins)

    def winners(self):
        best = [player for player in self.players if player.wins]
        return best[:1]


class Together(Bets):
    def winners(self):
        return list(self.players) if any(player.wins for player in self.players) else []


class Safe(Persona):
    """Bets on two faces."""

    def bet(self, _game, _me, option):
        return option == "safe"


class Wild(Persona):
    """Bets on one face."""

    def bet(self, _game, _me, option):
        return option == "wild"
