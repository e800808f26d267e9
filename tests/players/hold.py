"""Pig to 60 points as a game of plain Python: the only question is how many points of a turn are enough."""

from balancer.plain import Game, Persona, ending, habit, knob


class Hold(Game):
    seats, usual = range(2, 5), 2
    max_rounds = 400
    lineup = ("careful",)
    goal = knob(60, range(10, 201), "Points that win.")
    reached = ending("A player held with enough points.")

    def setup(self):
        for player in self.players:
            player.points = 0
        self.pot = 0

    def turn(self, player):
        self.pot = 0
        while True:
            die = self.roll(6)
            if die == 1:
                return
            self.pot += die
            if player.points + self.pot >= self.goal or player.choose("go", ["roll", "hold"]) == "hold":
                break
        player.points += self.pot
        if player.points >= self.goal:
            self.end("reached")

    def score(self, player):
        return player.points


class Careful(Persona):
    """Holds at 18 points of a turn."""

    at = habit(18, range(10, 31), "Points of a turn at which it holds.")

    def go(self, game, _me, option):
        return (option == "hold") == (game.pot >= self.at)
