"""Six cards face down; swap them for better ones. The lowest total wins."""

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob


class Golf(Game):
    seats = range(2, 6)
    max_rounds = 40
    lowest_wins = True
    cards_each = knob(6, range(4, 9), "Cards of each player.")
    joker = knob(-2, range(-5, 1), "What a joker counts.")

    turned = ending("Somebody has turned all cards.", "turn all cards")
    swaps = counter("Cards swapped.", "cards")

    def setup(self):
        deck = [n for n in range(1, 13) for _ in range(4)] + [0, 0, 0, 0]
        self.shuffle(deck)
        self.deck = Pile(deck)
        for p in self.players:
            p.down = Pile(self.deck.pop() for _ in range(self.cards_each))
            p.up = []
        self.open = [self.deck.pop()]

    def value(self, card):
        return self.joker if card == 0 else min(card, 10)

    def turn(self, p):
        if p.choose("source", ["open", "deck"] if self.deck else ["open"]) == "open":
            self.drawn = self.open.pop()
        else:
            self.drawn = self.deck.pop()
        places = [-1, *range(len(p.up))]
        if p.down:
            places.append(len(p.up))
        place = p.choose("swap", places)
        if place == -1:
            self.open.append(self.drawn)
            if p.down:
                p.up.append(p.down.pop())
        elif place == len(p.up):
            self.open.append(p.down.pop())
            p.up.append(self.drawn)
            self.swaps += 1
        else:
            p.up[place], self.drawn = self.drawn, p.up[place]
            self.open.append(self.drawn)
            self.swaps += 1
        if not p.down:
            self.end("turned")

    def score(self, p):
        pairs = {c for c in p.up if p.up.count(c) > 1}
        return sum(self.value(c) for c in p.up if c not in pairs) + sum(self.value(c) for c in p.down)


class Putter(Persona):
    """Keeps low cards."""

    low = habit(4, range(0, 10), "What counts as low.")

    def swap(self, game, me, place):
        if place == -1:
            return 0
        if place < len(me.up):
            return game.value(me.up[place]) - game.value(game.drawn)
        return self.low - game.value(game.drawn)
