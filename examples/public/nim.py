"""Nim: take any number from one of three heaps; whoever takes the last wins.

Rules and the winning strategy: Bouton, Nim, a Game with a Complete Mathematical Theory, Annals of Mathematics 3 (1901).
"""

from balancer.plain import Game, Persona, ending, habit, knob


class Nim(Game):
    seats, usual = range(2, 3), 2
    max_rounds = 60
    lineup = ("perfect", "perfect")
    score_meaning = "1 for the last take"

    heaps = knob([3, 4, 5], range(1, 10), "Objects in each heap.")

    empty = ending("All heaps were empty.", "take the last")

    def setup(self):
        self.left = list(self.heaps)
        for player in self.players:
            player.last = 0

    def turn(self, player):
        heap, number = player.choose("take", self.moves())
        self.left[heap] -= number
        if not any(self.left):
            player.last = 1
            self.end("empty")

    def moves(self):
        return [(heap, number) for heap in range(len(self.left)) for number in range(1, self.left[heap] + 1)]

    def score(self, player):
        return player.last


class Perfect(Persona):
    """Leaves heaps whose binary digits add up to even numbers, and takes a single object where it can't."""

    patience = habit(1, range(2), "Whether it takes a single object in a lost position.")

    def take(self, game, me, move):
        heap, number = move
        balance = game.left[heap] - number
        for other in range(len(game.left)):
            if other != heap:
                balance ^= game.left[other]
        if balance == 0:
            return 100
        return -number if self.patience else number


class Greedy(Persona):
    """Takes as much as it can."""

    def take(self, game, me, move):
        return move[1]
