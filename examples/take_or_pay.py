"""Take it or pay: take the card with its chips, or pay a chip to pass it on; of a run the lowest card alone counts.

Kin: No Thanks! by Thorsten Gimmler.  Rules in our own words; nothing is hidden but the order of the deck.
"""

from balancer.plain import Game, Persona, Pile, ending, habit, knob


class TakeOrPay(Game):
    seats, usual = range(3, 8), 4
    max_rounds = 200
    score_meaning = "chips less cards, a run counting its lowest card"

    chips = knob(11, range(1, 21), "Chips at the start.")
    put_aside = knob(9, range(21), "Cards put aside unseen.")

    bare = ending("All cards were taken.", "take all cards")

    def setup(self):
        self.deck = Pile(range(3, 36))
        self.shuffle(self.deck)
        self.aside = Pile(self.deck.pop() for _ in range(self.put_aside))
        for player in self.players:
            player.cards, player.chips = [], self.chips
        self.card, self.pot, self.active = self.deck.pop(), 0, 0

    def round(self):
        """One card, from face up until it is taken."""
        while True:
            player = self.players[self.active]
            self.begin_turn()
            if player.choose("take", ["take", "pass"] if player.chips else ["take"]) == "take":
                break
            player.chips, self.pot = player.chips - 1, self.pot + 1
            self.active = player.left.seat
        player.cards.append(self.card)
        player.chips += self.pot
        self.say("{} takes {} with {} chips", player, self.card, self.pot)
        self.pot = 0
        if not self.deck:
            return self.end("bare")
        self.card = self.deck.pop()

    def cost(self, cards):
        return sum(card for card in cards if card - 1 not in cards)

    def score(self, player):
        return player.chips - self.cost(player.cards)


class Sensible(Persona):
    """Takes when the card costs less than what lies on it and a little more."""

    patience = habit(50, range(201), "How much of the card's cost must lie on it, in per cent.")

    def take(self, game, me, option):
        if option == "pass":
            return 0
        cost = game.cost([*me.cards, game.card]) - game.cost(me.cards)
        return 100 * game.pot - self.patience * cost + (200 if me.chips < 3 else 0)


class Greedy(Sensible):
    """Takes early."""

    patience = 25


class Stingy(Sensible):
    """Waits."""

    patience = 90
