"""Noughts and crosses: three in a row on nine squares wins; a full board without a row is a draw.

The traditional game.  Nothing is hidden.
"""

from balancer.plain import Game, Persona, ending, habit

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = -1


class NoughtsAndCrosses(Game):
    title = "Noughts and crosses"
    seats, usual = range(2, 3), 2
    max_rounds = 5
    lineup = ("blocker", "blocker")
    score_meaning = "1 for a row"

    row = ending("Somebody had three in a row.", "make a row")
    full = ending("The board was full without a row.", "fill the board", draw=True)

    def setup(self):
        self.board = [EMPTY] * 9
        for player in self.players:
            player.rows = 0

    def turn(self, player):
        square = player.choose("square", [square for square in range(9) if self.board[square] == EMPTY])
        self.board[square] = player.seat
        if any(all(self.board[square] == player.seat for square in line) for line in LINES):
            player.rows = 1
            self.end("row")
        elif EMPTY not in self.board:
            self.end("full")

    def score(self, player):
        return player.rows


class Blocker(Persona):
    """Completes its row, else prevents one, else likes the centre and the corners."""

    centre = habit(3, range(11), "What the centre is worth.")
    corner = habit(2, range(11), "What a corner is worth.")

    def square(self, game, me, square):
        worth = self.centre if square == 4 else self.corner if square % 2 == 0 else 0
        for line in LINES:
            if square in line:
                others = [game.board[other] for other in line if other != square]
                if others.count(me.seat) == 2:
                    worth += 10_000
                elif EMPTY not in others and me.seat not in others:
                    worth += 1_000
        return worth


class Attacker(Persona):
    """Completes its row and extends its lines, but never looks at the other's."""

    def square(self, game, me, square):
        worth = 0
        for line in LINES:
            if square in line:
                others = [game.board[other] for other in line if other != square]
                if others.count(me.seat) == 2:
                    worth += 1_000
                elif all(other in (EMPTY, me.seat) for other in others):
                    worth += 1 + others.count(me.seat)
        return worth


class Perfect(Persona):
    """Looks to the end of the game; any square that is as good as the best will do."""

    def square(self, game, me, square):
        board = tuple(0 if seat == EMPTY else 1 if seat == me.seat else -1 for seat in game.board)
        return WORTH[(*board[:square], 1, *board[square + 1 :])]


def find_worths():
    """Return what each reachable board is worth (1, 0 or -1) to the player with the 1s, who has just moved."""
    worths = {}

    def look_ahead(board):
        if board not in worths:
            replies = [square for square in range(9) if board[square] == 0]
            if any(all(board[square] == 1 for square in line) for line in LINES):
                worths[board] = 1
            else:
                turned = tuple(-mark for mark in board)
                worths[board] = min(
                    (-look_ahead((*turned[:square], 1, *turned[square + 1 :])) for square in replies), default=0
                )
        return worths[board]

    for first in range(9):
        look_ahead((0,) * first + (1,) + (0,) * (8 - first))
    return worths


WORTH = find_worths()
