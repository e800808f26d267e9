"""A short race over chutes and ladders for one to four, who only throw dice; where they land is counted by square."""

from balancer.plain import Game, counter, ending, knob, tally

JUMPS = {1: 19, 4: 14, 9: 15, 16: 6, 18: 2}


class Chutes(Game):
    seats = range(2, 5)
    max_rounds = 60

    exact = knob(True, "Whether the last square must be reached exactly.")

    home = ending("Somebody reached the last square.", "reach the last square")
    chutes = counter("Chutes slid down.", "chutes")
    landed = tally(range(1, 21), "Squares landed on.", "visits")
    thrown = tally(range(6, 0, -1), "Numbers thrown.", "throws")

    def setup(self):
        for player in self.players:
            player.square = 0
        self.landed[20] = 0

    def turn(self, player):
        thrown = self.roll()
        self.thrown[thrown] += 1
        square = player.square + thrown
        if square > 20:
            if self.exact:
                return
            square = 20
        self.landed[square] += 1
        self.chutes += JUMPS.get(square, square) < square
        player.square = JUMPS.get(square, square)
        self.landed[player.square] += player.square != square
        if player.square == 20:
            self.end("home")

    def score(self, player):
        return player.square + sum(self.landed) + max(self.thrown) * len(self.landed)
