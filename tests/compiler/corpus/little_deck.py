"""Buy better cards into your own deck; the most points in the deck win."""

from balancer.plain import Game, Persona, Pile, cards, counter, ending, habit, knob


class LittleDeck(Game):
    seats = range(2, 5)
    max_rounds = 40
    kinds = cards(
        "little_deck.csv",
        cost=range(0, 12),
        coins=range(0, 5),
        points=range(-1, 9),
        draw=range(0, 3),
        count=range(1, 61),
    )
    hand_size = knob(5, range(3, 8), "Cards drawn each turn.")
    empty_piles = knob(2, range(1, 4), "Empty stacks that end the game.")

    stacks_empty = ending("Enough stacks were empty.", "empty the stacks")
    shuffles = counter("Times a player had to shuffle.", "shuffles")

    def setup(self):
        everything = self.kinds.deck()
        self.market = {}
        for card in everything:
            self.market[card] = self.market.get(card, 0) + 1
        copper = next(c for c in self.market if c.name == "Copper")
        manor = next(c for c in self.market if c.name == "Manor")
        for p in self.players:
            p.deck = Pile([copper] * 7 + [manor] * 2)
            self.shuffle(p.deck)
            p.discard = []
            p.hand = []
            self.draw(p, self.hand_size)

    def draw(self, p, n):
        for _ in range(n):
            if not p.deck:
                if not p.discard:
                    return
                p.deck = Pile(p.discard)
                p.discard = []
                self.shuffle(p.deck)
                self.shuffles += 1
            p.hand.append(p.deck.pop())

    def turn(self, p):
        played = []
        while drawing := [c for c in p.hand if c.draw]:
            first = drawing[0]
            p.hand.remove(first)
            played.append(first)
            self.draw(p, first.draw)
        coins = sum(c.coins for c in p.hand) + sum(c.coins for c in played)
        buys = [None] + [c for c, left in self.market.items() if left > 0 and c.cost <= coins]
        bought = p.choose("buy", buys)
        if bought is not None:
            self.market[bought] -= 1
            p.discard.append(bought)
        p.discard += p.hand + played
        p.hand = []
        self.draw(p, self.hand_size)
        if sum(left == 0 for left in self.market.values()) >= self.empty_piles:
            self.end("stacks_empty")

    def all_cards(self, p):
        return [*p.deck, *p.discard, *p.hand]

    def score(self, p):
        return sum(c.points for c in self.all_cards(p))

    def parts(self, p):
        return self.all_cards(p)


class Builder(Persona):
    """Money first, points later."""

    until = habit(12, range(40), "Round from which points count.")

    def buy(self, game, me, card):
        if card is None:
            return 0
        if game.rounds < self.until:
            return card.coins * 3 + card.draw * 2 - card.points
        return card.points * 4 + card.coins


class Rusher(Builder):
    """Points from the start."""

    until = 2
