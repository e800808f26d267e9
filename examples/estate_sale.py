"""Estate sale: things are auctioned once around, each with one bid; a thing of every family makes a set.

An auction as in many games: who is asked bids more than those before or passes, and the highest bid pays.
"""

from balancer.plain import Game, Persona, Pile, cards, counter, ending, habit, knob


class EstateSale(Game):
    seats, usual = range(3, 6), 4
    max_rounds = 40
    part_holding = "bought"

    things = cards("estate_sale.csv", family=("silver", "pictures", "books"), value=range(20), count=range(1, 10))
    money = knob(20, range(5, 41), "Money of each player at the start.")
    set_bonus = knob(6, range(21), "Points for a set: a thing of each family.")

    all_sold = ending("Everything was auctioned.", "sell everything")
    unsold = counter("Things for which nobody bid.", "things")

    def setup(self):
        self.lots = Pile(self.things.deck())
        self.shuffle(self.lots)
        for player in self.players:
            player.money, player.bought = self.money, []

    def round(self):
        """One lot, once around from the next player on."""
        self.begin_turn()
        self.lot, self.high, buyer = self.lots.pop(), 0, None
        for player in self.players_from(self.rounds):
            bid = player.choose("bid", [0, *range(self.high + 1, player.money + 1)])
            if bid:
                self.high, buyer = bid, player
        if buyer is None:
            self.unsold += 1
        else:
            buyer.money -= self.high
            buyer.bought.append(self.lot)
            self.say("{} buys {} for {}", buyer, self.lot, self.high)
        if not self.lots:
            self.end("all_sold")

    def worth(self, things):
        families = [sum(thing.family == family for thing in things) for family in ("silver", "pictures", "books")]
        return sum(thing.value for thing in things) + self.set_bonus * min(families)

    def score(self, player):
        return self.worth(player.bought) + player.money

    def parts(self, player):
        return player.bought


class Trader(Persona):
    """Bids part of what the lot adds to its things, as little as will do."""

    thrift = habit(70, range(151), "The most it bids, in per cent of what the lot adds.")

    def bid(self, game, me, coins):
        gain = game.worth([*me.bought, game.lot]) - game.worth(me.bought)
        return 100 - coins if 0 < 100 * coins <= self.thrift * gain else -coins


class Keen(Trader):
    """Bids nearly all that the lot is worth to it."""

    thrift = 95


class Miser(Trader):
    """Buys bargains alone."""

    thrift = 40
