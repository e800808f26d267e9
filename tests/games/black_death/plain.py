"""Black Death (kin: Old Maid): draw from your neighbour's hand, discard pairs; who is left with Death loses.

Written a second time, from the rulebook alone, as a designer would; all players choose at random.
A hand is a list of ranks (and Death): after pairing a rank is held once at most.
"""

from balancer.plain import Game, Pile, counter, ending, figure, knob

DEATH = 99  # a card of no rank: it pairs with nothing


class BlackDeath(Game):
    seats, usual = range(2, 11), 4
    one_loses = True

    suits = knob(4, range(2, 7, 2), "Suits of the deck; even, so that every rank pairs off.")
    ranks = knob(14, range(5, 27), "Ranks of the deck (Ace..King are 14).")
    offer_to = knob("left", ("left", "right"), "The side on which the next player sits.")
    order = knob("offer", ("offer", "draw"), "offer: the taker offers next. draw: the one drawn from draws next.")
    head_start = knob([0] * 10, range(6), "Cards fewer at the start, seat by seat.")
    max_rounds = knob(1000, range(10, 100_001), "Rounds after which a game is cut off.")

    death_held = ending("Only one player still holds cards, just Death, and loses.", "end with Death in one hand")
    death_moves = counter("How often Death changed hands.", "moves")
    loss_given_death_dealt = figure("Whether the player who held Death after the deal lost.", "share")
    out_in_setup = counter("Players whose cards all paired off in the deal.", "players")

    def setup(self):
        row = [rank for rank in range(self.ranks) for _ in range(self.suits)] + [DEATH]
        self.shuffle(row)
        for player, cards in zip(self.players, self.deal(row), strict=True):
            player.hand, player.place = Pile(without_pairs(cards), seen_by=player), None
        self.dealt_to = next(player for player in self.players if DEATH in player.hand)
        self.places = list(range(len(self.players)))  # still to be given: the first to get out takes the highest
        out = [player for player in self.players if not player.hand]
        self.out_in_setup = len(out)
        self.get_out(out)
        if not self.is_over():
            self.active = self.players[0] if self.players[0].hand else self.next_in(self.players[0])

    def deal(self, row):
        """Deal one card to each in turn, to those with a head start from a later round on."""
        hands = [[] for _ in self.players]
        rounds = 0
        while row:
            for player in self.players:
                if row and rounds >= self.head_start[player.seat]:
                    hands[player.seat].append(row.pop(0))
            rounds += 1
        return hands

    def round(self):
        """Play as many turns as there are players still in when it begins, or until one alone holds cards."""
        for _ in self.still_in():
            self.begin_turn()
            self.take()
            if self.is_over():
                return

    def take(self):
        after = self.next_in(self.active)
        offerer, taker = (self.active, after) if self.order == "offer" else (after, self.active)
        card = self.card_taken(offerer, taker)
        offerer.hand.remove(card)
        taker.hand[:] = without_pairs([*taker.hand, card])
        for player in (offerer, taker):
            if not player.hand:
                self.get_out([player])
        if len(self.still_in()) > 1:
            follows = taker if self.order == "offer" else offerer
            self.active = follows if follows.hand else self.next_in(follows)

    def card_taken(self, offerer, taker):
        """Return the card at the slot the taker points at; cards other than Death lie in random order."""
        slots = list(range(len(offerer.hand)))
        death_lies_at = None
        if DEATH in offerer.hand:
            death_lies_at = offerer.choose("offer", slots) if len(slots) > 1 else 0
        if taker.choose("take", slots) == death_lies_at:
            self.death_moves += 1
            return DEATH
        others = sorted(card for card in offerer.hand if card != DEATH)
        return others[self.below(len(others))]

    def still_in(self):
        return [player for player in self.players if player.hand]

    def next_in(self, player):
        step = 1 if self.offer_to == "left" else -1
        return next(other for other in self.players_from(player.seat)[1:][::step] if other.hand)

    # End --------------------------------------------------------------------------------------------------------------
    def get_out(self, players):
        """Give these players the highest places left; they share their mean."""
        taken = [self.places.pop() for _ in players]
        for player in players:
            player.place = 2 * sum(taken) // len(taken)

    def is_over(self):
        """End the game where one player alone holds cards."""
        if len(self.still_in()) > 1:
            return False
        self.loss_given_death_dealt = int(DEATH in self.dealt_to.hand)
        self.end("death_held")
        return True

    def score(self, player):
        return player.place if player.place is not None else len(self.still_in()) - 1  # in halves, shared if cut off

    def standing(self, player):
        return -len(player.hand)

    def winners(self):
        return [player for player in self.players if not player.hand]


def without_pairs(cards):
    """Return what is left when all pairs of equal rank are discarded."""
    return [card for card in dict.fromkeys(cards) if cards.count(card) % 2]
