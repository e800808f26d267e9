"""Connect Four: drop a disc into a column; four in a row, upright, level or slanting, win; a full board is a draw.

Rules: Wexler, Milton Bradley 1974.  Nothing is hidden.
"""

from balancer.plain import Game, Persona, ending, habit, knob

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class ConnectFour(Game):
    seats, usual = range(2, 3), 2
    max_rounds = 40
    lineup = ("central", "central")
    score_meaning = "1 for four in a row"

    columns = knob(7, range(4, 10), "Columns of the board.")
    rows = knob(6, range(4, 9), "Rows of the board.")
    length = knob(4, range(3, 6), "Discs in a row that win.")

    row = ending("Somebody had four in a row.", "make a row")
    full = ending("The board was full without four in a row.", "fill the board", draw=True)

    def setup(self):
        self.stacks = [[] for _ in range(self.columns)]
        for player in self.players:
            player.rows = 0

    def turn(self, player):
        column = player.choose("drop", [c for c in range(self.columns) if len(self.stacks[c]) < self.rows])
        self.stacks[column].append(player.seat)
        if self.longest_line(column, len(self.stacks[column]) - 1, player.seat) >= self.length:
            player.rows = 1
            self.end("row")
        elif all(len(stack) == self.rows for stack in self.stacks):
            self.end("full")

    def longest_line(self, column, row, seat):
        """Return the most discs of a seat in a line through a place, which counts as the seat's."""
        longest = 0
        for across, up in DIRECTIONS:
            length = 1
            for way in (1, -1):
                step = way
                while self.disc(column + step * across, row + step * up) == seat:
                    length += 1
                    step += way
            longest = max(longest, length)
        return longest

    def disc(self, column, row):
        """Return whose disc lies at a place; -1: nobody's."""
        if 0 <= column < self.columns and 0 <= row < len(self.stacks[column]):
            return self.stacks[column][row]
        return -1

    def score(self, player):
        return player.rows


class Central(Persona):
    """Completes a row, else prevents one, else plays near the middle."""

    alert = habit(1, range(2), "Whether it prevents rows of the other.")

    def drop(self, game, me, column):
        row = len(game.stacks[column])
        middle = -abs(2 * column - game.columns + 1)
        if game.longest_line(column, row, me.seat) >= game.length:
            return 1_000
        if self.alert and game.longest_line(column, row, me.left.seat) >= game.length:
            return 500
        return middle


class Blind(Central):
    """Completes a row or plays near the middle, and never looks at the other's discs."""

    alert = 0
