"""Goofspiel: all bid a card at the same time for the prize that lies open; the highest bid alone takes it.

The traditional game, whose rules anybody may use.  Nothing is hidden but the order of the prizes, and the bids until
all have been made.
"""

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob


class Goofspiel(Game):
    seats, usual = range(2, 6), 3
    max_rounds = 30
    score_meaning = "points of prizes"

    cards = knob(13, range(5, 21), "Prizes, and bids in each hand.")
    carry_over = knob(True, "Whether a prize of equal highest bids is added to the next; else it is lost.")

    sold = ending("All prizes were auctioned.", "auction all prizes")
    ties = counter("Prizes that nobody got at once, because the highest bids were equal.", "prizes")

    def setup(self):
        self.prizes = Pile(range(1, self.cards + 1))
        self.shuffle(self.prizes)
        self.prize = 0
        for player in self.players:
            player.hand, player.points = list(range(1, self.cards + 1)), 0  # all can count what the others still have

    def round(self):
        self.begin_turn()
        self.prize += self.prizes.pop()
        bids = self.choose_together("bid", {player: player.hand for player in self.players})
        for player, bid in bids.items():
            player.hand.remove(bid)
        highest = [player for player in self.players if bids[player] == max(bids.values())]
        if len(highest) == 1:
            highest[0].points += self.prize
            self.say("{} gets {} for {}", highest[0], self.prize, bids[highest[0]])
        self.ties += len(highest) > 1
        if len(highest) == 1 or not self.carry_over:
            self.prize = 0
        if not self.prizes:
            self.end("sold")

    def score(self, player):
        return player.points


class Matcher(Persona):
    """Bids what the prize is worth."""

    above = habit(0, range(-5, 6), "How much more than its worth is bid.")

    def bid(self, game, me, card):
        return -abs(card - game.prize - self.above)


class Eager(Matcher):
    """Bids a little more than the prize is worth."""

    above = 2


class Patient(Persona):
    """Bids its lowest card for small prizes, and its highest for large ones."""

    large = habit(50, range(101), "From which part of the largest prize on, in per cent, it bids high.")

    def bid(self, game, me, card):
        return card if 100 * game.prize >= self.large * game.cards else -card
