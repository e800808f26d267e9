"""Lay tiles beside others; a tile scores for each neighbour of its own colour."""

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob

COLORS = "rgby"
SIDES = [(1, 0), (-1, 0), (0, 1), (0, -1)]


class Meadows(Game):
    seats = range(2, 5)
    max_rounds = 30
    tiles = knob(6, range(3, 10), "Tiles of each colour.")
    border = knob(3, range(2, 6), "How far from the middle tiles may lie.")

    laid = ending("All tiles were laid.", "lay all tiles")
    full_up = ending("There was no more room.", "fill the board")
    lonely = counter("Tiles that scored nothing.", "tiles")

    def setup(self):
        self.bag = Pile(c for c in COLORS for _ in range(self.tiles))
        self.shuffle(self.bag)
        self.board = {(0, 0): self.bag.pop()}
        for p in self.players:
            p.points = 0

    def neighbours(self, spot):
        x, y = spot
        return [(x + dx, y + dy) for dx, dy in SIDES]

    def free(self):
        spots = set()
        for spot in self.board:
            for x, y in self.neighbours(spot):
                if (x, y) not in self.board and abs(x) <= self.border and abs(y) <= self.border:
                    spots.add((x, y))
        return sorted(spots)

    def value(self, spot, colour):
        return sum(self.board.get(n) == colour for n in self.neighbours(spot))

    def turn(self, p):
        if not self.bag:
            return self.end("laid")
        self.tile = self.bag.pop()
        spots = self.free()
        if not spots:
            return self.end("full_up")
        spot = p.choose("lay", spots)
        gain = self.value(spot, self.tile)
        self.board[spot] = self.tile
        if gain == 0:
            self.lonely += 1
        p.points += gain + self.area(spot, set()) // 3

    def area(self, spot, seen):
        seen.add(spot)
        n = 1
        for other in self.neighbours(spot):
            if other not in seen and other in self.board and self.board[other] == self.board[spot]:
                n += self.area(other, seen)
        return n

    def score(self, p):
        return p.points


class Grower(Persona):
    """Lays beside its kind."""

    centre = habit(1, range(0, 5), "How much it likes the middle.")

    def lay(self, game, me, spot):
        return game.value(spot, game.tile) * 10 - self.centre * (abs(spot[0]) + abs(spot[1]))
