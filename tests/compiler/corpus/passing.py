"""Choose a card from your hand, pass the rest to the left; sets score at the end."""

from balancer.plain import Game, Persona, Pile, ending, habit, knob

KINDS = ["roll", "roll", "fish", "fish", "fish", "soup", "tea", "tea", "cake"]


class Passing(Game):
    seats, usual = range(2, 6), 4
    max_rounds = 12
    hand_size = knob(6, range(3, 9), "Cards of a hand.")
    courses = knob(2, range(1, 4), "Hands dealt.")

    eaten = ending("All courses were eaten.", "finish the meal")

    def setup(self):
        self.course = 0
        for p in self.players:
            p.plate = []
            p.points = 0
        self.deal()

    def deal(self):
        deck = KINDS * 6
        self.shuffle(deck)
        for p in self.players:
            p.hand = Pile(deck[: self.hand_size], seen_by=p)
            del deck[: self.hand_size]
        self.course += 1

    def round(self):
        self.begin_turn()
        picks = self.choose_together("eat", {p: sorted(set(p.hand)) for p in self.players})
        for p in self.players:
            p.hand.remove(picks[p])
            p.plate.append(picks[p])
        hands = [list(p.hand) for p in self.players]
        hands = hands[-1:] + hands[:-1]
        for p, hand in zip(self.players, hands):
            p.hand = Pile(hand, seen_by=p)
        if not self.players[0].hand:
            for p in self.players:
                p.points += self.plate_value(p)
                p.plate.clear()
            if self.course == self.courses:
                return self.end("eaten")
            self.deal()

    def plate_value(self, p):
        n = {k: p.plate.count(k) for k in KINDS}
        value = n["roll"] + 5 * (n["fish"] // 2) + 10 * (n["soup"] // 3)
        value += [0, 1, 3, 6, 10, 15][min(n["tea"], 5)]
        most = max(q.plate.count("cake") for q in self.players)
        if n["cake"] == most:
            value += 3
        return value

    def score(self, p):
        return p.points


class Eater(Persona):
    """Wants pairs of fish."""

    tea = habit(2, range(8), "How much it wants tea.")

    def eat(self, game, me, card):
        have = me.plate.count(card)
        wants = {"fish": 3 if have % 2 else 2, "tea": self.tea + have, "soup": have * 2, "cake": 2}
        return wants.get(card, 1)
