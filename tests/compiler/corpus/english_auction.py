"""Paintings go up one by one; bids rise by a step until all but one have passed. Sets of an artist are squared."""

from collections import defaultdict

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob

ARTISTS = {"Ada": 5, "Bo": 4, "Cy": 6, "Di": 3}


class EnglishAuction(Game):
    seats = range(3, 6)
    usual = 4
    max_rounds = 30
    start_money = knob(40, range(10, 101, 10), "Money.")
    step = knob(3, range(1, 6), "Step of a bid.")

    sold_out = ending("Everything was sold.", "sell everything")
    kept_out = counter("Paintings that nobody wanted.", "paintings")

    def setup(self):
        deck = []
        for artist, n in ARTISTS.items():
            deck.extend([artist] * n)
        self.shuffle(deck)
        self.deck = Pile(deck)
        self.price = 0
        for p in self.players:
            p.money = self.start_money
            p.works = defaultdict(int)

    def round(self):
        self.painting = self.deck.pop()
        self.price = 0
        bidders = self.players_from(self.rounds)
        holder = None
        i = 0
        while True:
            bidders = [p for p in bidders if p is holder or p.money >= self.price + self.step]
            if not bidders or bidders == [holder]:
                break
            p = bidders[i % len(bidders)]
            if p is holder:
                i += 1
                continue
            self.begin_turn()
            if p.choose("bid_on", ["pass", "bid"]) == "bid":
                self.price += self.step
                holder = p
                i += 1
            else:
                bidders.remove(p)
        if holder is None:
            self.kept_out += 1
        else:
            holder.money -= self.price
            holder.works[self.painting] += 1
            self.say(f"{holder} pays {self.price} for {self.painting}")
        if not self.deck:
            self.end("sold_out")

    def score(self, p):
        return p.money + sum(n * n * 3 for n in p.works.values())


class Collector(Persona):
    """Pays what the set gains."""

    love = habit(100, range(0, 201, 10), "Per cent of the gain it pays.")

    def judge(self, me, artist):
        n = me.works.get(artist, 0)
        return 3 * ((n + 1) ** 2 - n**2)

    def bid_on(self, game, me, what):
        wanted = (game.price + game.step) * 100 <= self.love * self.judge(me, game.painting)
        return 1 if wanted == (what == "bid") else 0
