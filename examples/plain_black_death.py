"""Black Death (kin: Old Maid): draw from your neighbour's hand, discard pairs; who is left with Death loses.

The plain twin of the compiled game, for players who choose at random: on the same dice both play the same games.
"""

from balancer.plain import Game, Persona, Pile, counter, ending, figure, habit, knob

DEATH = 99  # a card of no rank: it pairs with nothing


class BlackDeath(Game):
    title = "Black Death, plain"
    seats, usual = range(2, 11), 4
    one_loses = True
    score_meaning = "twice the order of getting out: the loser 0"
    standing_meaning = "minus the number of cards held"

    suits = knob(4, range(2, 7, 2), "Suits of the deck; even, so that every rank pairs off.")
    ranks = knob(14, range(5, 27), "Ranks of the deck (Ace..King are 14).")
    offer_to = knob("left", ("left", "right"), "The side on which the next player sits.")
    order = knob("offer", ("offer", "draw"), "offer: the taker offers next. draw: the one drawn from draws next.")
    max_rounds = knob(1000, range(10, 100_001), "Rounds after which a game is cut off.")

    death_held = ending("Only one player still holds cards, just Death, and loses.", "end with Death in one hand")
    death_moves = counter("How often Death changed hands.", "moves")
    loss_given_death_dealt = figure("Whether the player who held Death after the deal lost.", "share")
    out_in_setup = counter("Players whose cards all paired off in the deal.", "players")

    def setup(self):
        row = [rank for rank in range(self.ranks) for _ in range(self.suits)] + [DEATH]
        self.shuffle(row)
        for player in self.players:
            player.hand = Pile(without_pairs(row[player.seat :: len(self.players)]), seen_by=player)
            player.place = player.refused = None  # twice the order of getting out; the slot where Death was refused
        self.dealt_to = next(player for player in self.players if DEATH in player.hand)
        self.places = list(range(len(self.players)))
        out = [player for player in self.players if not player.hand]
        self.out_in_setup = len(out)
        self.get_out(out)
        if not self.is_over():
            self.active = self.players[0] if self.players[0].hand else self.next_in(self.players[0])

    def round(self):
        """As many turns as there are players still in when it begins, or until one alone holds cards."""
        for _ in self.still_in():
            self.begin_turn()
            self.take()
            if self.is_over():
                return

    def is_over(self):
        """End the game where one player alone holds cards."""
        if len(self.still_in()) > 1:
            return False
        self.loss_given_death_dealt = int(DEATH in self.dealt_to.hand)
        self.end("death_held")
        return True

    def take(self):
        after = self.next_in(self.active)
        offerer, taker = (self.active, after) if self.order == "offer" else (after, self.active)
        card = self.card_taken(offerer, taker)
        offerer.hand.remove(card)
        taker.hand[:] = without_pairs([*taker.hand, card])
        self.say("{} takes {} from {}", taker, "Death" if card == DEATH else card, offerer, seen_by=[offerer, taker])
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
        slot = taker.choose("take", slots)
        if slot == death_lies_at:
            self.death_moves += 1
            offerer.refused = None
            return DEATH
        if death_lies_at is not None:
            offerer.refused = death_lies_at
        others = sorted(card for card in offerer.hand if card != DEATH)
        return others[self.below(len(others))]

    def get_out(self, players):
        """Give these players the highest places left; they share the mean."""
        taken = [self.places.pop() for _ in players]
        for player in players:
            player.place = 2 * sum(taken) // len(taken)

    def still_in(self):
        return [player for player in self.players if player.hand]

    def next_in(self, player):
        step = 1 if self.offer_to == "left" else -1
        return next(other for other in self.players_from(player.seat)[1:][::step] if other.hand)

    def score(self, player):
        return player.place if player.place is not None else len(self.still_in()) - 1

    def standing(self, player):
        return -len(player.hand)

    def winners(self):
        return [player for player in self.players if not player.hand]


def without_pairs(cards):
    """Return the cards that are left when all pairs of equal rank are discarded."""
    return [card for card in dict.fromkeys(cards) if cards.count(card) % 2]


class Even(Persona):
    """Has no habits: every slot is as good as another, so there is nothing to read."""

    lay_first = habit(0, range(1001), "Liking for laying Death at the first slot.")
    lay_last = habit(0, range(1001), "Liking for laying Death at the last slot.")
    lay_elsewhere = habit(0, range(1001), "Dislike of the slot at which Death was refused the last time.")
    take_first = habit(0, range(1001), "Liking for taking from the first slot.")
    take_middle = habit(0, range(1001), "Liking for taking from the middle.")

    def offer(self, game, me, slot):
        last = len(me.hand) - 1
        return self.lay_first * (slot == 0) + self.lay_last * (slot == last) - self.lay_elsewhere * (slot == me.refused)

    def take(self, game, me, slot):
        middle = len(game.next_in(me).hand) // 2 if game.order == "draw" else len(game.active.hand) // 2
        return self.take_first * (slot == 0) + self.take_middle * (slot == middle)


class Middler(Even):
    """Hides Death at an end and takes from the middle, as most people do."""

    lay_first, lay_last, take_middle = 500, 500, 500


class Fidget(Even):
    """Lays Death first, but never again where it has just been refused; takes anywhere."""

    lay_first, lay_elsewhere = 500, 1000
