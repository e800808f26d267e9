"""Windfall: pick fruit until you stop or a wasp stings you; a secret wish counts double.

The plain twin of the compiled game in examples/windfall: on the same dice both play the same games.
"""

from balancer.plain import Game, Persona, Pile, cards, counter, ending, habit, knob

WASP = "wasp"


class Windfall(Game):
    title = "Windfall, plain"
    seats, usual = range(2, 6), 4
    lineup = ("careful", "bold", "counter", "counter")
    max_rounds = 50

    fruit = cards("plain_windfall.csv", value=range(100), count=range(1, 129))
    wasps = knob(12, range(1, 31), "Wasps in the tree.")
    gift = knob(True, "Whether who picked two cards gives one to the next player.")
    full = knob(12, range(5, 51), "Cards that fill a basket and end the game.")
    wish_counts = knob(2, range(1, 6), "How often a card of the kind wished for counts.")

    bare = ending("No card was left in the tree after a turn.", "strip the tree bare")
    full_basket = ending("A round was over, and a basket was full.", "end with a full basket")
    stings = counter("Turns that ended with a wasp.", "turns")
    given = counter("Points given away, at face value.", "points")

    def setup(self):
        self.tree = Pile(self.fruit.deck() + [WASP] * self.wasps)  # nobody sees its order
        self.shuffle(self.tree)
        wishes = list(self.fruit)
        self.shuffle(wishes)
        for player in self.players:
            player.basket = []
            player.wish = Pile([wishes[player.seat]], seen_by=player, kind="wish")
        self.aside = Pile(wishes[len(self.players) :], kind="wish")

    def turn(self, player):
        self.picked = []
        while True:
            card = self.tree.pop()
            self.say("{} picks {}", player, card)
            if card == WASP:
                self.stings += 1
                self.picked = []
                break
            self.picked.append(card)
            if not self.tree or player.choose("pick", ["stop", "pick on"]) == "stop":
                break
        if self.gift and len(self.picked) > 1:
            gift = player.choose("give", sorted(set(self.picked)))
            self.picked.remove(gift)
            player.left.basket.append(gift)
            self.given += gift.value
            self.say("{} gives {} to {}", player, gift, player.left)
        player.basket += self.picked
        if not self.tree:
            self.end("bare")

    def finished(self):
        return "full_basket" if any(len(player.basket) >= self.full for player in self.players) else None

    def score(self, player):
        return self.worth(player, player.basket)

    def parts(self, player):
        return player.wish

    def dealt(self, player):
        return player.wish

    def worth(self, player, cards):
        return sum(card.value * (self.wish_counts if card in player.wish else 1) for card in cards if card != WASP)


class Counter(Persona):
    """Counts what still hangs, and picks on while that promises more than a wasp would take."""

    stop_at = habit(0, range(21), "Stops with so many cards picked; 0: weighs the odds instead.")
    courage = habit(100, range(301), "What the next card may bring, in per cent, against what a wasp would take.")
    envy = habit(50, range(301), "How much it hurts, in per cent, to give the next player a point.")

    def pick(self, game, me, option):
        if option == "stop":
            return 0
        if self.stop_at:
            return 1 if len(game.picked) < self.stop_at else -1
        return self.courage * game.worth(me, game.tree) - 100 * game.tree.count(WASP) * game.worth(me, game.picked)

    def give(self, game, me, card):
        return -100 * game.worth(me, [card]) - self.envy * card.value


class Careful(Counter):
    """Stops with three cards, come what may."""

    stop_at = 3


class Bold(Counter):
    """Never stops before five cards; gives what it likes least."""

    stop_at, envy = 5, 0
