"""Write noughts and crosses into rows of text; three in a line win, and a position that comes back is a draw."""

from balancer.plain import Game, Persona, ending, habit, knob

EMPTY = "."
MARKS = "XO"


class TextRows(Game):
    seats = range(2, 3)
    max_rounds = 40
    side = knob(4, range(3, 6), "Cells of a side.")
    moves = knob(4, range(3, 5), "Marks of a player; later ones are moved.")

    line = ending("Somebody has three in a line.", "three in a line")
    again = ending("A position came back.", "come back")

    def setup(self):
        self.board = [EMPTY * self.side for _ in range(self.side)]
        self.seen = {}
        self.log = ""
        for p in self.players:
            p.mark = MARKS[p.seat]
            p.lines = 0

    def put(self, board, x, y, mark):
        return [row[:x] + mark + row[x + 1 :] if k == y else row for k, row in enumerate(board)]

    def lines(self, board):
        columns = ["".join(row[x] for row in board) for x in range(self.side)]
        slopes = []
        for k in range(-self.side + 1, self.side):
            slopes.append("".join(board[i][i + k] for i in range(self.side) if 0 <= i + k < self.side))
            slopes.append("".join(board[i][::-1][i + k] for i in range(self.side) if 0 <= i + k < self.side))
        return board + columns + slopes

    def free(self, board):
        return [(x, y) for y, row in enumerate(board) for x, cell in enumerate(row) if cell == EMPTY]

    def cells(self, mark):
        return [(x, y) for y in range(self.side) for x in range(self.side) if self.board[y][x] == mark]

    def turn(self, p):
        if "".join(self.board).count(p.mark) >= self.moves:
            x, y = p.choose("lift", self.cells(p.mark))
            self.board = self.put(self.board, x, y, EMPTY)
        x, y = p.choose("cell", self.free(self.board))
        row = self.board[y]
        self.board[y] = row[:x] + p.mark + row[x + 1 :]
        self.log += f"{p.mark}{x}{y} "
        self.say(f"{p.mark} at {x}, {y}: {' / '.join(self.board)}")
        if any(p.mark * 3 in line for line in self.lines(self.board)):
            p.lines += 1
            self.end("line")
        key = "/".join(self.board)
        self.seen[key] = self.seen.get(key, 0) + 1
        if self.seen[key] > 1:
            self.end("again")

    def score(self, p):
        written = [word for word in self.log.split() if word[0] == p.mark]
        first = min(written) if written else ""
        return p.lines * 1000 + len(set(written)) * 10 + (int(first[1:]) if first else 0) % 10


class Blocker(Persona):
    """Completes lines, and blocks those of others."""

    eager = habit(3, range(0, 6), "Weight of its own lines.")

    def cell(self, game, me, cell):
        x, y = cell
        worth = 0
        for mark in MARKS:
            lines = game.lines(game.put(game.board, x, y, mark))
            worth += sum(line.count(mark * 2) + 9 * (mark * 3 in line) for line in lines) * (
                self.eager if mark == me.mark else 2
            )
        return worth

    def lift(self, game, me, cell):
        x, y = cell
        return -sum(line.count(me.mark * 2) for line in game.lines(game.put(game.board, x, y, EMPTY)))
