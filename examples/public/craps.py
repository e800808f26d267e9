"""Craps, the pass line: 7 or 11 wins, 2, 3 or 12 loses; any other sum is the point and must come again before a 7.

Rules: Packel, The Mathematics of Games and Gambling (1981).  The shooter bets against the bank and decides nothing.
"""

from balancer.plain import Game, ending


class Craps(Game):
    seats, usual = range(1, 2), 1
    max_rounds = 300
    against_bank = True
    score_meaning = "chips won"

    natural = ending("The first sum was 7 or 11.", "throw a natural")
    craps = ending("The first sum was 2, 3 or 12.", "throw craps")
    made = ending("The point came again.", "make the point")
    seven = ending("A 7 came before the point.", "seven out")

    def setup(self):
        self.point = 0
        self.shooter = self.players[0]
        self.shooter.chips = 0

    def turn(self, player):
        total = self.roll(6) + self.roll(6)
        self.say("{} throws {}", player, total)
        if self.point:
            if total == self.point:
                self.settle("made", 1)
            elif total == 7:
                self.settle("seven", -1)
        elif total in {7, 11}:
            self.settle("natural", 1)
        elif total in {2, 3, 12}:
            self.settle("craps", -1)
        else:
            self.point = total

    def settle(self, how, chips):
        self.shooter.chips = chips
        self.end(how)

    def score(self, player):
        return player.chips

    def winners(self):
        return [player for player in self.players if player.chips > 0]
