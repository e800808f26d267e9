"""Kuhn poker (1950): three cards, one each, ante 1, one bet of 1; the equilibrium bluffs, so it draws by odds."""

from balancer.plain import Game, Persona, Pile, ending, habit, odds

JACK, QUEEN, KING = 1, 2, 3


class Kuhn(Game):
    seats = range(2, 3)
    over = ending("Eight hands were played.", "play all hands")

    def setup(self):
        for player in self.players:
            player.chips = 0

    def round(self):
        first, second = self.players_from(self.rounds)
        deck = [JACK, QUEEN, KING]
        self.shuffle(deck)
        for player in self.players:
            player.hand = Pile([deck.pop()], seen_by=player)
        self.begin_turn()
        self.stake, self.bettor = 1, None
        for player in (first, second):
            self.begin_turn()
            if player.choose("bet", [False, True]):
                self.bettor, self.stake = player, 2
                break
        if self.bettor is not None and not self.bettor.left.choose("call", [False, True]):
            self.bettor.chips += 1
            self.bettor.left.chips -= 1
        else:
            winner = max(self.players, key=lambda player: player.hand[0])
            winner.chips += self.stake
            winner.left.chips -= self.stake
        if self.rounds == 8:
            self.end("over")

    def score(self, player):
        return player.chips


class Mixed(Persona):
    """Bluffs with a jack as often as the equilibrium does, and calls with a queen as often."""

    bluffs = habit(333, range(1001), "How often a jack bets, per mille.")

    @odds
    def bet(self, game, me, option):
        share = {JACK: self.bluffs / 1000, QUEEN: 0, KING: 1}[me.hand[0]]
        return share if option else 1 - share

    @odds
    def call(self, game, me, option):
        if me.hand[0] == QUEEN:
            return 1 if option else 2
        return int(option == (me.hand[0] == KING))


class Caller(Persona):
    """Calls with everything but a jack, and never bluffs."""

    def bet(self, game, me, option):
        return option and me.hand[0] == KING

    def call(self, game, me, option):
        return option and me.hand[0] > JACK


class Timid(Mixed):
    """Never bluffs, bets a king half the time, and calls as Mixed does."""

    bluffs = 0
