"""Liar's dice with one die each: raise the bid on all dice, or call it; who bid too high or called too low loses.

The traditional game; ones are not wild.  Each die is rolled in secret, so thinkers imagine it rolled again.
"""

from balancer.plain import Game, Persona, Pile, ending, habit, knob

CALL = 0


class LiarsDice(Game):
    title = "Liar's dice"
    seats, usual = range(2, 5), 2
    max_rounds = 60
    lineup = ("truthful", "truthful")
    score_meaning = "1 for all but the loser"

    sides = knob(6, range(2, 7), "Sides of a die.")

    caught = ending("A bid was called, and was too high.", "catch a bid")
    honest = ending("A bid was called, and held.", "have a bid that holds")

    def setup(self):
        for player in self.players:
            player.die = Pile([self.roll(self.sides)], seen_by=player, drawn_from=range(1, self.sides + 1))
            player.score = 1
        self.number, self.face, self.bidder = 0, 0, self.players[0]

    def turn(self, player):
        bids = [10 * n + f for n in range(1, len(self.players) + 1) for f in range(1, self.sides + 1)]
        higher = [bid for bid in bids if bid > 10 * self.number + self.face]
        bid = player.choose("bid", [CALL, *higher] if self.number else higher)
        if bid != CALL:
            self.number, self.face = divmod(bid, 10)
            self.bidder = player
            self.say("{} bids {} of face {}", player, self.number, self.face)
            return
        there = sum(other.die[0] == self.face for other in self.players)
        loser = self.bidder if there < self.number else player
        loser.score = 0
        self.say("{} calls: there are {}", player, there)
        self.end("caught" if loser is self.bidder else "honest")

    def score(self, player):
        return player.score


class Truthful(Persona):
    """Bids its own face; raises to two where the bid is that face; else calls."""

    low = habit(0, range(2), "Whether it opens with the lowest bid.")

    def bid(self, game, me, bid):
        face = me.die[0]
        if game.number == 0:
            return bid == (11 if self.low else 10 + face)
        if game.number == 1 and face > game.face:
            return bid == 10 + face
        if game.number == 1 and face == game.face:
            return bid == 20 + face
        return bid == CALL


class Low(Truthful):
    """Opens with the lowest bid, and lets the other tell its face."""

    low = 1
