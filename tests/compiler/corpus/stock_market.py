"""Prices go up and down by a factor; buy and sell one share a turn."""

import math

from balancer.plain import Game, Persona, counter, ending, habit, knob

COMPANIES = ["Coal", "Rail", "Oil"]


class StockMarket(Game):
    seats = range(2, 6)
    max_rounds = 15
    swing = knob(20, range(5, 51, 5), "Per cent by which prices move.")
    years = knob(10, range(3, 15), "Years.")

    closed = ending("The last year is over.", "reach the last year")
    crashes = counter("Prices that fell below 5.", "crashes")

    def setup(self):
        self.price = {c: 10.0 for c in COMPANIES}
        for p in self.players:
            p.cash = 30.0
            p.shares = {c: 0 for c in COMPANIES}

    def round(self):
        for company in COMPANIES:
            up = self.roll(6) > 3
            factor = 1 + self.swing / 100
            self.price[company] = self.price[company] * factor if up else self.price[company] / factor
            if self.price[company] < 5:
                self.crashes += 1
                self.price[company] = 5.0
        for p in self.players:
            self.begin_turn()
            deals = [("hold", None)]
            deals += [("buy", c) for c in COMPANIES if p.cash >= self.price[c]]
            deals += [("sell", c) for c in COMPANIES if p.shares[c] > 0]
            verb, c = p.choose("deal", deals)
            if verb == "buy":
                p.cash -= self.price[c]
                p.shares[c] += 1
            elif verb == "sell":
                p.cash += self.price[c]
                p.shares[c] -= 1
        if self.rounds >= self.years:
            self.end("closed")

    def score(self, p):
        return round(p.cash + sum(n * self.price[c] for c, n in p.shares.items()))

    def standing(self, p):
        return math.floor(p.cash) + sum(p.shares.values())


class Investor(Persona):
    """Buys low and sells high."""

    low = habit(9, range(5, 11), "Price below which it buys.")

    def deal(self, game, me, deal):
        verb, c = deal
        if verb == "hold":
            return 0
        change = game.price[c] / self.low - 1.0
        return -change if verb == "buy" else change - 0.5
