"""Twenty-one against the bank: each player wins or loses a hand by itself, alone at the table or with others."""

from balancer.plain import Game, Persona, ending, habit, knob


class TwentyOne(Game):
    seats = range(1, 5)
    against_bank = True
    aim = "score"

    stands = knob(17, range(15, 20), "Total at which the bank stands.")
    over = ending("The bank has played.", "see the bank's hand")

    def setup(self):
        for player in self.players:
            player.total = self.card() + self.card()
        self.bank = self.card()

    def card(self):
        return min(10, self.below(13) + 1)

    def turn(self, player):
        while player.total < 21 and player.choose("card", [False, True]):
            player.total += self.card()

    def finished(self):
        while self.bank < self.stands:
            self.bank += self.card()
        return "over"

    def winners(self):
        bank = self.bank if self.bank <= 21 else 0
        return [player for player in self.players if bank < player.total <= 21]

    def score(self, player):
        if player.total > 21 or player.total < self.bank <= 21:
            return -1
        return int(player.total != self.bank)


class Basic(Persona):
    """Draws below a total."""

    total = habit(16, range(12, 21), "Total at which it stands.")

    def card(self, game, me, option):
        return option == (me.total < self.total)
