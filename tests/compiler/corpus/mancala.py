"""Sow the stones of a pit around the board; a last stone in your store is another turn."""

from balancer.plain import Game, Persona, counter, ending, habit, knob


class Mancala(Game):
    seats = range(2, 3)
    max_rounds = 200
    stones = knob(3, range(2, 6), "Stones of a pit.")
    pits = knob(5, range(3, 8), "Pits of a player.")

    swept = ending("One side was empty.", "empty a side")
    captures = counter("Captures.", "captures")
    extra_turns = counter("Further turns.", "turns")

    def setup(self):
        n = self.pits
        self.board = ([self.stones] * n + [0]) * 2

    def store(self, player):
        return (player.seat + 1) * (self.pits + 1) - 1

    def side(self, player):
        first = player.seat * (self.pits + 1)
        return range(first, first + self.pits)

    def turn(self, p):
        moving = True
        while moving:
            moving = False
            pit = p.choose("pit", [i for i in self.side(p) if self.board[i] > 0])
            last = self.sow(p, pit)
            if last == self.store(p):
                self.extra_turns += 1
                moving = True
            elif last in self.side(p) and self.board[last] == 1:
                across = 2 * self.pits - last
                if self.board[across]:
                    self.board[self.store(p)] += self.board[across] + 1
                    self.board[across] = self.board[last] = 0
                    self.captures += 1
            if any(not any(self.board[i] for i in self.side(q)) for q in self.players):
                for q in self.players:
                    self.board[self.store(q)] += sum(self.board[i] for i in self.side(q))
                    for i in self.side(q):
                        self.board[i] = 0
                return self.end("swept")

    def sow(self, p, pit):
        stones, self.board[pit] = self.board[pit], 0
        at = pit
        skip = self.store(p.left)
        while stones:
            at = (at + 1) % len(self.board)
            if at == skip:
                continue
            self.board[at] += 1
            stones -= 1
        return at

    def score(self, p):
        return self.board[self.store(p)]


class Sower(Persona):
    """Ends in its store where it can."""

    near = habit(1, range(-2, 3), "How much it likes pits that are near.")

    def pit(self, game, me, pit):
        ends_at = pit + game.board[pit]
        return 100 * (ends_at == game.store(me)) + self.near * (pit - me.seat * (game.pits + 1))
