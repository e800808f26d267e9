"""Roll on or hold: a one loses the turn."""

from balancer.plain import Game, Persona, counter, ending, figure, habit, knob


class Pig(Game):
    seats = range(2, 7)
    max_rounds = 100
    goal = knob(60, range(20, 101, 5), "Points that win.")
    bad = knob([1, 7], range(1, 8), "Faces that lose the turn (7: none).")

    home = ending("Somebody reached the goal.", "reach the goal")
    busts = counter("Turns lost.", "turns")
    rolls = counter("Dice rolled.", "dice")

    def setup(self):
        for p in self.players:
            p.points = 0
        self.pot = 0

    def turn(self, p):
        self.pot = 0
        while (die := self.roll()) not in self.bad:
            self.rolls += 1
            self.pot += die
            if p.points + self.pot >= self.goal or p.choose("hold", [True, False]):
                p.points += self.pot
                break
        else:
            self.busts += 1
        if p.points >= self.goal:
            self.end("home")

    def score(self, p):
        return p.points


class Holder(Persona):
    """Holds at a number."""

    at = habit(20, range(1, 61), "Points at which it holds.")

    def hold(self, game, me, yes):
        return yes == (game.pot >= self.at)


class Timid(Holder):
    """Holds early."""

    at = 8
