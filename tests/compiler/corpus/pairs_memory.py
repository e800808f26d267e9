"""Turn two cards; a pair is yours and you go on. Players remember some of what they saw."""

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob


class Memory(Game):
    seats = range(2, 5)
    max_rounds = 80
    pairs = knob(8, range(4, 13), "Pairs.")
    memory = knob(4, range(0, 9), "Cards that all remember.")

    found_all = ending("All pairs were found.", "find all pairs")
    luck = counter("Pairs found unseen.", "pairs")

    def setup(self):
        layout = [k for k in range(self.pairs) for _ in "ab"]
        self.shuffle(layout)
        self.cards = Pile(layout)
        self.there = list(range(2 * self.pairs))
        self.seen = {}
        for p in self.players:
            p.pairs = 0

    def remember(self, place, value):
        self.seen.pop(place, None)
        self.seen[place] = value
        while len(self.seen) > self.memory:
            oldest = next(iter(self.seen))
            del self.seen[oldest]

    def turn(self, p):
        again = True
        while again and self.there:
            again = False
            self.open = None
            first = p.choose("flip", self.there)
            knew = first in self.seen
            self.open = (first, self.cards[first])
            second = p.choose("flip", [place for place in self.there if place != first])
            knew = knew or second in self.seen
            a, b = self.cards[first], self.cards[second]
            if a == b:
                p.pairs += 1
                for place in (first, second):
                    self.there.remove(place)
                    self.seen.pop(place, None)
                self.luck += not knew
                again = True
            else:
                self.remember(first, a)
                self.remember(second, b)
        if not self.there:
            self.end("found_all")

    def score(self, p):
        return p.pairs


class Elephant(Persona):
    """Uses what all have seen."""

    bold = habit(1, range(0, 3), "How much it likes unseen cards.")

    def flip(self, game, me, place):
        value = game.seen.get(place)
        if game.open is None:
            if value is None:
                return self.bold
            return 10 if sum(v == value for v in game.seen.values()) == 2 else 0
        return 10 if value == game.open[1] else (self.bold if value is None else 0)
