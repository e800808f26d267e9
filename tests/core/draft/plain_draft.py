"""Draft in plain Python: every player is dealt two cards, then five times takes one of two cards shown."""

from balancer.plain import Game, Persona, Pile, cards, ending


class Draft(Game):
    seats, usual = range(2, 5), 4
    lineup = ("greedy", "random")
    max_rounds = 5
    part_holding = "in hand at the end"
    dealt_when = "in the opening hand"
    deck = cards("components.csv", value=range(100))
    over = ending("Five rounds were played.", "are over")

    def setup(self):
        self.pile = Pile(self.deck)
        self.shuffle(self.pile)
        self.pile.reverse()
        for player in self.players:
            player.held = [self.pile.pop() for _ in range(2)]

    def turn(self, player):
        player.held.append(player.choose("take", [self.pile.pop() for _ in range(2)]))

    def finished(self):
        return "over" if self.rounds == 5 else None

    def parts(self, player):
        return player.held

    def dealt(self, player):
        return player.held

    def score(self, player):
        return sum(card.value for card in player.held)


class Greedy(Persona):
    """Takes what is worth more."""

    def take(self, game, me, card):
        return card.value
