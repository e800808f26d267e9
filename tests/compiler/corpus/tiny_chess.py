"""Pawns on a small board: move on or take aslant; who reaches the other side wins."""

from balancer.plain import Game, Persona, counter, ending, habit, knob


class Breakthrough(Game):
    seats = range(2, 3)
    max_rounds = 120
    files = knob(4, range(3, 7), "Files of the board.")
    ranks = knob(5, range(4, 8), "Ranks of the board.")

    through = ending("A pawn is through.", "get a pawn through")
    no_move = ending("A player has no move.", "leave no move")
    taken = counter("Pawns taken.", "pawns")

    def setup(self):
        self.at = {}
        for f in range(self.files):
            self.at[f, 0] = self.players[0]
            self.at[f, self.ranks - 1] = self.players[1]
        self.winner = None

    def moves(self, p):
        step = 1 if p is self.players[0] else -1
        result = []
        for (f, r), owner in sorted(self.at.items(), key=lambda item: item[0]):
            if owner is not p:
                continue
            if (f, r + step) not in self.at and 0 <= r + step < self.ranks:
                result.append(((f, r), (f, r + step)))
            for side in (-1, 1):
                target = (f + side, r + step)
                if self.at.get(target, p) is not p:
                    result.append(((f, r), target))
        return result

    def turn(self, p):
        moves = self.moves(p)
        if not moves:
            self.winner = p.left
            return self.end("no_move")
        start, goal = p.choose("move", moves)
        if goal in self.at:
            self.taken += 1
        self.at[goal] = self.at.pop(start)
        if goal[1] == (self.ranks - 1 if p.seat == 0 else 0):
            self.winner = p
            self.end("through")

    def score(self, p):
        return int(self.winner is p)

    def standing(self, p):
        ranks = [r if p.seat == 0 else self.ranks - 1 - r for (f, r), owner in self.at.items() if owner is p]
        return max(ranks, default=0) * 10 + len(ranks) + 1000 * (self.winner is p)


class Taker(Persona):
    """Takes what it can."""

    push = habit(2, range(0, 5), "How much it likes to go on.")

    def move(self, game, me, move):
        (_, r), goal = move
        ahead = goal[1] if me.seat == 0 else game.ranks - 1 - goal[1]
        return 10 * (goal in game.at) + self.push * ahead
