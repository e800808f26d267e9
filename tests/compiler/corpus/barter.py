"""Players swap goods with each other; four of a kind end the game."""

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob

GOODS = ["salt", "silk", "spice", "silver", "slate"]


class Barter(Game):
    seats = range(3, 6)
    max_rounds = 60
    same = knob(4, range(3, 6), "Equal goods that win.")
    swap = knob(2, range(1, 4), "Goods swapped at most.")

    cornered = ending("Somebody has enough of one kind.", "corner a market")
    refused = counter("Offers refused.", "offers")

    def setup(self):
        n = len(self.players)
        deck = [g for g in GOODS[:n] for _ in range(6)]
        self.shuffle(deck)
        for i, p in enumerate(self.players):
            p.goods = Pile(sorted(deck[i::n]), seen_by=p)
            p.sold = 0

    def turn(self, p):
        offers = []
        for good in sorted(set(p.goods)):
            for n in range(1, min(self.swap, p.goods.count(good)) + 1):
                offers.append((good, n))
        good, n = p.choose("offer", offers)
        self.offered = (good, n)
        for other in p.others:
            counter_offers = [g for g in GOODS if other.goods.count(g) >= n and g != good]
            answer = other.choose("answer", ["no"] + counter_offers)
            if answer == "no":
                self.refused += 1
                continue
            self.move(p, other, good, n)
            self.move(other, p, answer, n)
            p.sold += n
            break
        else:
            self.say("nobody wants {} {}", n, good)
        for q in self.players:
            if any(q.goods.count(g) >= self.same for g in GOODS):
                return self.end("cornered")

    def move(self, giver, taker, good, n):
        for _ in range(n):
            giver.goods.remove(good)
            taker.goods.append(good)
        taker.goods.sort()

    def score(self, p):
        return 10 * max(p.goods.count(g) for g in GOODS) + p.sold


class Merchant(Persona):
    """Collects what it has most of."""

    def best(self, me):
        return max(GOODS, key=me.goods.count)

    def offer(self, game, me, offer):
        good, n = offer
        return -100 if good == self.best(me) else n

    def answer(self, game, me, answer):
        if answer == "no":
            return 0
        good, n = game.offered
        return 1 if good == self.best(me) and answer != good else -1
