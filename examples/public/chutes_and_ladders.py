"""Chutes and Ladders: spin 1 to 6; ladders lift, chutes drop; 100 must be reached exactly.

The Milton Bradley board, as in Althoen, King and Schilling, How Long is a Game of Snakes and Ladders?, The Mathematical
Gazette 77 (1993).  Nobody decides anything.
"""

from balancer.plain import Game, counter, ending, knob

LADDERS = {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100}
CHUTES = {16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78}
LAST = 100


class ChutesAndLadders(Game):
    title = "Chutes and Ladders"
    seats, usual = range(1, 7), 2
    max_rounds = 1000
    score_meaning = "the square reached"

    spinner = knob(6, range(2, 13), "Numbers on the spinner.")
    exact = knob(True, "Whether 100 must be reached exactly.")

    home = ending("Somebody reached 100.", "reach 100")
    slides = counter("Chutes slid down.", "chutes")
    climbs = counter("Ladders climbed.", "ladders")

    def setup(self):
        for player in self.players:
            player.square = 0

    def turn(self, player):
        square = player.square + self.roll(self.spinner)
        if square > LAST:
            square = player.square if self.exact else LAST
        elif square in LADDERS:
            self.climbs += 1
            square = LADDERS[square]
        elif square in CHUTES:
            self.slides += 1
            square = CHUTES[square]
        player.square = square
        self.say("{} is on {}", player, square)
        if square == LAST:
            self.end("home")

    def score(self, player):
        return player.square
