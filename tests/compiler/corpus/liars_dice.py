"""All roll in secret; each bid must be higher, until somebody doubts. Who is wrong loses a die; the last one wins."""

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob


class LiarsDice(Game):
    seats, usual = range(2, 6), 3
    max_rounds = 60
    dice = knob(3, range(1, 6), "Dice of each player.")
    wild = knob(True, "Whether ones count as any face.")

    last = ending("One player has dice left.", "be the last")
    lies = counter("Bids that were false.", "bids")

    def setup(self):
        for p in self.players:
            p.left_dice = self.dice
            p.rolled = Pile(seen_by=p)
        self.starter = self.players[0]
        self.bid = None

    def alive(self):
        return [p for p in self.players if not p.out]

    def count(self, face):
        total = 0
        for p in self.alive():
            for d in p.rolled:
                if d == face or (self.wild and d == 1):
                    total += 1
        return total

    def round(self):
        for p in self.alive():
            p.rolled = Pile(sorted(self.roll() for _ in range(p.left_dice)), seen_by=p, kind="dice")
        self.bid, bidder = None, None
        p = self.starter
        total = sum(q.left_dice for q in self.alive())
        while True:
            self.begin_turn()
            moves = []
            if self.bid is not None:
                moves.append("doubt")
            low = self.bid or (1, 1)
            for n in range(low[0], min(low[0] + 2, total) + 1):
                for f in range(2, 7):
                    if self.bid is None or (n, f) > self.bid:
                        moves.append((n, f))
            move = p.choose("move", moves)
            if move == "doubt":
                break
            self.bid, bidder = move, p
            p = self.next_alive(p)
        n, face = self.bid
        loser = p if self.count(face) >= n else bidder
        self.lies += loser is bidder
        loser.left_dice -= 1
        if not loser.left_dice:
            loser.out = True
        self.starter = loser if not loser.out else self.next_alive(loser)
        if len(self.alive()) == 1:
            self.end("last")

    def next_alive(self, p):
        p = p.left
        while p.out:
            p = p.left
        return p

    def score(self, p):
        return p.left_dice


class Counting(Persona):
    """Doubts what is unlikely."""

    doubt = habit(33, range(10, 80), "Per cent of others' dice that it believes to be of a face.")

    def move(self, game, me, move):
        others = sum(q.left_dice for q in me.others)
        if move == "doubt":
            n, f = game.bid
            return 1 if n > sum(d in (1, f) for d in me.rolled) + others * self.doubt / 100 else -1
        n, f = move
        return sum(d in (1, f) for d in me.rolled) + others * self.doubt / 100 - n
