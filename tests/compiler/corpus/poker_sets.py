"""Show three of your cards as a set: all the same or all different in each feature; others draw."""

import itertools

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob


class ThreeSets(Game):
    seats = range(2, 5)
    max_rounds = 30
    hand = knob(5, range(4, 8), "Cards of a hand.")
    features = knob("both", ["colour", "shape", "both"], "Features that must agree.")

    stock_out = ending("The stock is empty.", "empty the stock")
    shown = counter("Sets shown.", "sets")

    def setup(self):
        self.stock = Pile(itertools.product(range(4), range(4), range(3)))
        self.shuffle(self.stock)
        for p in self.players:
            p.hand = Pile((self.stock.pop() for _ in range(self.hand)), seen_by=p)
            p.points = 0

    def is_set(self, three):
        def fine(values):
            return len(set(values)) in (1, 3)

        colours = [c[0] for c in three]
        shapes = [c[1] for c in three]
        if self.features == "colour":
            return fine(colours)
        if self.features == "shape":
            return fine(shapes)
        return fine(colours) and fine(shapes)

    def turn(self, p):
        sets = [three for three in itertools.combinations(sorted(p.hand), 3) if self.is_set(three)]
        chosen = p.choose("show", [None, *sets])
        if chosen is not None:
            for card in chosen:
                p.hand.remove(card)
            p.points += 3 + (sum(c[2] for c in chosen) == 0)
            self.shown += 1
        while len(p.hand) < self.hand and self.stock:
            p.hand.append(self.stock.pop())
        if chosen is None and self.stock:
            p.hand.pop(0)
            p.hand.append(self.stock.pop())
        if not self.stock:
            self.end("stock_out")

    def score(self, p):
        return p.points


class Shower(Persona):
    """Shows whenever it can."""

    wait = habit(1, range(0, 4), "How much it waits for a better one.")

    def show(self, game, me, three):
        return self.wait if three is None else 3 + (sum(c[2] for c in three) == 0)
