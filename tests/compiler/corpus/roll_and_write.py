"""All use the same two dice: write a number into a cell of your own grid; rows and columns that rise score."""

from balancer.plain import Game, Persona, counter, ending, habit, knob


class RollAndWrite(Game):
    seats = range(2, 5)
    max_rounds = 9
    side = knob(3, range(2, 4), "Rows and columns of the grid.")
    both = knob(True, "Whether dice may be added.")

    written = ending("All grids are full.", "fill the grids")
    crossed = counter("Lines that did not score.", "lines")

    def setup(self):
        for p in self.players:
            p.grid = [[None] * self.side for _ in range(self.side)]

    def cells(self, p):
        return [(r, c) for r in range(self.side) for c in range(self.side) if p.grid[r][c] is None]

    def round(self):
        self.begin_turn()
        self.a, self.b = self.roll(6), self.roll(6)
        for p in self.players:
            numbers = sorted({self.a, self.b, self.a + self.b} if self.both else {self.a, self.b})
            p.number = p.choose("number", numbers)
            r, c = p.choose("cell", self.cells(p))
            p.grid[r][c] = p.number
        if not self.cells(self.players[-1]):
            for p in self.players:
                self.crossed += sum(not self.rises(line) for line in self.lines(p))
            self.end("written")

    def lines(self, p):
        rows = [row[:] for row in p.grid]
        columns = [[p.grid[r][c] for r in range(self.side)] for c in range(self.side)]
        return rows + columns

    def rises(self, line):
        if None in line:
            return False
        for x, y in zip(line, line[1:]):
            if x >= y:
                return False
        return True

    def score(self, p):
        return sum(sum(line) for line in self.lines(p) if self.rises(line))


class Writer(Persona):
    """Puts small numbers up and left."""

    slope = habit(2, range(1, 6), "How steep.")

    def number(self, game, me, n):
        return n

    def cell(self, game, me, spot):
        r, c = spot
        return -abs((r + c + 1) * self.slope - me.number)
