"""Noughts and crosses: three in a row win, a full board is a draw; the seat that begins is drawn by lot."""

from balancer.plain import Game, Persona, ending, tally

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Noughts(Game):
    seats = range(2, 3)

    row = ending("Somebody has three in a row.", "make a row")
    full = ending("The board is full.", "fill the board", draw=True)
    marked = tally(range(9), "Squares marked.", "marks")

    def setup(self):
        self.board = [None] * 9
        self.winner = None
        if self.below(2):
            self.players.reverse()
        self.starts = self.players[0]

    def turn(self, player):
        square = player.choose("square", [square for square in range(9) if self.board[square] is None])
        self.board[square] = player
        self.marked[square] += 1
        if any(all(self.board[each] is player for each in line) for line in LINES):
            self.winner = player
            self.end("row")
        elif None not in self.board:
            self.end("full")

    def winners(self):
        return [self.winner]

    def score(self, player):
        return int(player is self.winner)


class Blocker(Persona):
    """Completes its own row, then blocks the other's, then takes the middle."""

    def square(self, game, me, option):
        worth = int(option == 4)
        for line in LINES:
            if option in line:
                held = [game.board[square] for square in line if square != option]
                if held.count(me) == 2:
                    worth += 100
                elif None not in held and me not in held:
                    worth += 10
        return worth
