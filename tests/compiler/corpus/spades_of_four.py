"""Partners take tricks against partners: bids of a side are added, and a side that falls short loses."""

from typing import NamedTuple

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob


class Card(NamedTuple):
    suit: str
    rank: int

    @property
    def high(self):
        return self.rank >= 11


class Partners(Game):
    seats, usual = range(4, 5), 4
    max_rounds = 12

    hand = knob(6, range(3, 10), "Cards of a hand.")
    goal = knob(60, range(20, 201, 20), "Points that end the game.")
    trump = knob("spades", ("spades", "hearts", "none"), "The suit that beats others.")

    reached = ending("A side reached the goal.", "reach the goal")
    fallen = counter("Bids that a side missed.", "bids")

    def setup(self):
        self.sides = [[self.players[0], self.players[2]], [self.players[1], self.players[3]]]
        self.points = [0, 0]
        self.dealer = 0

    def round(self):
        deck = [Card(suit, rank) for suit in ("clubs", "diamonds", "hearts", "spades") for rank in range(5, 15)]
        self.shuffle(deck)
        for i, p in enumerate(self.players):
            p.hand = Pile(sorted(deck[i * self.hand : (i + 1) * self.hand]), seen_by=p)
            p.taken = 0
        for p in self.players_from(self.dealer + 1):
            p.bid = p.choose("bid", range(self.hand + 1))
        leader = self.players[(self.dealer + 1) % 4]
        while leader.hand:
            leader = self.play_trick(leader)
        for s, side in enumerate(self.sides):
            bid, taken = sum(p.bid for p in side), sum(p.taken for p in side)
            if taken >= bid:
                self.points[s] += 10 * bid + (taken - bid)
            else:
                self.points[s] -= 10 * bid
                self.fallen += 1
        self.dealer = (self.dealer + 1) % 4
        if max(self.points) >= self.goal:
            return self.end("reached")

    def play_trick(self, leader):
        self.begin_turn()
        self.led, self.trick = None, []
        for p in self.players_from(leader.seat):
            legal = [c for c in p.hand if c.suit == self.led] or list(p.hand)
            card = p.choose("play", legal)
            p.hand.remove(card)
            if self.led is None:
                self.led = card.suit
            self.trick.append((p, card))
        winner, _ = max(self.trick, key=lambda pc: self.power(pc[1]))
        winner.taken += 1
        return winner

    def power(self, card):
        if card.suit == self.trump:
            return 100 + card.rank
        return card.rank if card.suit == self.led else 0

    def side_of(self, player):
        return next(i for i, side in enumerate(self.sides) if player in side)

    def score(self, player):
        return self.points[self.side_of(player)]

    def winners(self):
        best = max(self.points)
        return [p for p in self.players if self.points[self.side_of(p)] == best]


class Careful(Persona):
    """Bids its high cards and plays low ones."""

    share = habit(60, range(101), "Per cent of its high cards that it bids.")

    def bid(self, game, me, n):
        return -abs(n - self.share / 100 * sum(c.high for c in me.hand))

    def play(self, game, me, card):
        return -card.rank if me.taken >= me.bid else card.rank + (5 if card.suit == game.trump else 0)
