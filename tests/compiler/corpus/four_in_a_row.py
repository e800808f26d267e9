"""Drop discs into columns until four are in a row."""

from balancer.plain import Game, Persona, counter, ending, habit, knob


class FourInARow(Game):
    seats = range(2, 4)
    usual = 2
    max_rounds = 50
    width = knob(6, range(4, 9), "Columns.")
    height = knob(5, range(4, 8), "Rows.")
    row_of = knob(4, range(3, 5), "Discs in a row that win.")

    line_made = ending("Somebody made a line.", "make a line")
    filled = ending("The board is full.", "fill the board")
    blocks = counter("Full columns.", "columns")

    def setup(self):
        self.grid = [[None for _ in range(self.height)] for _ in range(self.width)]
        self.winner = None

    def open_columns(self):
        return [x for x, column in enumerate(self.grid) if None in column]

    def turn(self, p):
        columns = self.open_columns()
        if not columns:
            return self.end("filled")
        x = p.choose("drop", columns)
        y = self.grid[x].index(None)
        self.grid[x][y] = p
        self.blocks += y == self.height - 1
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if 1 + self.run(x, y, dx, dy, p) + self.run(x, y, -dx, -dy, p) >= self.row_of:
                self.winner = p
                return self.end("line_made")

    def run(self, x, y, dx, dy, who):
        x, y = x + dx, y + dy
        if not (0 <= x < self.width and 0 <= y < self.height):
            return 0
        if self.grid[x][y] is not who:
            return 0
        return 1 + self.run(x, y, dx, dy, who)

    def score(self, p):
        return 1 if p is self.winner else 0


class Central(Persona):
    """Drops in the middle and beside its own."""

    middle = habit(2, range(0, 5), "How much it likes the middle.")

    def drop(self, game, me, x):
        y = game.grid[x].index(None)
        best = max(game.run(x, y, dx, dy, me) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))
        return 10 * best - self.middle * abs(2 * x - game.width + 1)
