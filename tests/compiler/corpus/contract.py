"""Bid a number and a colour, or pass; the highest bidder must draw so many of that colour from a shuffled bag."""

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob

COLOURS = ("red", "green", "blue")


class Contract(Game):
    seats = range(3, 6)
    max_rounds = 25
    draws = knob(6, range(3, 11), "Tokens drawn by the bidder.")
    target = knob(15, range(5, 41), "Points that win.")
    harsh = knob(False, "Whether a missed bid costs twice.")

    won = ending("Somebody has enough points.", "get enough points")
    passed_out = counter("Rounds in which all passed.", "rounds")
    made = counter("Bids made.", "bids")

    def setup(self):
        for player in self.players:
            player.points = 0
            player.secret = None

    def round(self):
        bag = Pile([colour for colour in COLOURS for _ in range(8)])
        self.shuffle(bag)
        for p in self.players:
            p.secret = Pile([bag.pop(), bag.pop()], seen_by=p)
        self.high, bidder = (0, ""), None
        active = list(self.players_from(self.rounds % len(self.players)))
        while len(active) > 1 or (bidder is None and active):
            p = active.pop(0)
            self.begin_turn()
            offers = [(n, c) for n in range(self.high[0] + 1, self.draws + 1) for c in COLOURS][:6]
            bid = p.choose("bid", [None, *offers])
            if bid is None:
                continue
            self.high, bidder = bid, p
            active.append(p)
            if not offers:
                break
        if bidder is None:
            self.passed_out += 1
            return
        number, colour = self.high
        drawn = [bag.pop() for _ in range(self.draws)] + list(bidder.secret)
        if drawn.count(colour) >= number:
            bidder.points += number
            self.made += 1
        else:
            bidder.points -= number * (2 if self.harsh else 1)
        if bidder.points >= self.target:
            self.end("won")

    def score(self, player):
        return player.points


class Teller(Persona):
    """Bids what it expects."""

    bold = habit(0, range(-3, 4), "More than it expects.")

    def bid(self, game, me, bid):
        if not bid:
            return 0
        number, colour = bid
        expected = game.draws / 3 + sum(1 for t in me.secret if t == colour) + self.bold
        return 1 + number / 10 if number <= expected else -1
