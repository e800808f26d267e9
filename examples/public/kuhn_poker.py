"""Kuhn poker: three cards, one each; everybody antes a chip, one bet of a chip is allowed; the higher card wins.

Rules and equilibria: Kuhn, A Simplified Two-Person Poker, Contributions to the Theory of Games 1 (1950).  What counts
is chips, and a good player bluffs: personas draw what they do (`@odds`).
"""

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob, odds

JACK, QUEEN, KING = 1, 2, 3


class KuhnPoker(Game):
    seats, usual = range(2, 3), 2
    max_rounds = 101
    aim = "score"
    lineup = ("theorist", "theorist")
    score_meaning = "chips"

    hands = knob(1, range(1, 101), "Hands played; seat 1 acts first in all.")

    over = ending("All hands were played.", "play all hands")
    bets = counter("Bets made.", "bets")
    calls = counter("Bets called.", "bets")

    def setup(self):
        for player in self.players:
            player.chips = 0
            player.card = Pile([], seen_by=player)

    def round(self):
        first, second = self.players
        deck = [JACK, QUEEN, KING]
        self.shuffle(deck)
        self.rest = Pile(deck[2:])
        first.card, second.card = Pile(deck[:1], seen_by=first), Pile(deck[1:2], seen_by=second)
        self.begin_turn()
        if first.choose("open", ["check", "bet"]) == "bet":
            self.bet(first, second)
        else:
            self.begin_turn()
            if second.choose("follow", ["check", "bet"]) == "bet":
                self.bet(second, first)
            else:
                self.show(1)
        if self.rounds == self.hands:
            self.end("over")

    def bet(self, better, other):
        self.bets += 1
        self.begin_turn()
        if other.choose("answer", ["fold", "call"]) == "call":
            self.calls += 1
            self.show(2)
        else:
            self.pay(better, 1)

    def show(self, chips):
        self.pay(max(self.players, key=lambda player: player.card[0]), chips)

    def pay(self, winner, chips):
        winner.chips += chips
        winner.left.chips -= chips
        self.say("{} wins {}", winner, chips)

    def score(self, player):
        return player.chips


class Theorist(Persona):
    """Plays an equilibrium: bets every king and a third of the jacks, calls with some queens."""

    bluffs = habit(2, range(7), "Of six jacks, how many it bets.")
    first_calls = habit(4, range(7), "Of six queens that opened, how many it calls with.")
    second_calls = habit(2, range(7), "Of six queens that did not open, how many it calls with.")

    @odds
    def open(self, game, me, option):
        times = {JACK: self.bluffs, QUEEN: 0, KING: 6}[me.card[0]]
        return times if option == "bet" else 6 - times

    @odds
    def follow(self, game, me, option):
        return self.open(game, me, option)

    @odds
    def answer(self, game, me, option):
        queens = self.second_calls if me.seat else self.first_calls
        times = {JACK: 0, QUEEN: queens, KING: 6}[me.card[0]]
        return times if option == "call" else 6 - times


class Honest(Theorist):
    """Never bluffs, and folds every queen."""

    bluffs = 0
    first_calls = 0
    second_calls = 0


class Caller(Theorist):
    """Bluffs with every jack, and calls with every queen."""

    bluffs = 6
    first_calls = 6
    second_calls = 6
