"""Blackjack against the bank, by basic strategy: come nearer to 21 than the dealer without exceeding it; no splitting.

Rules and strategy: Baldwin, Cantey, Maisel, McDermott, The Optimum Strategy in Blackjack, JASA 51 (1956).  All cards
are equally likely at any time; the dealer looks for a natural before anybody plays, and draws to 16.  Chips are half
bets.
"""

from balancer.plain import Game, Persona, Pile, counter, ending, knob

CARDS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


class Blackjack(Game):
    seats, usual = range(1, 8), 1
    max_rounds = 1
    against_bank = True
    aim = "score"
    score_meaning = "half bets won"

    natural_pays = knob(3, range(2, 5), "Half bets that a natural wins.")
    hits_soft_17 = knob(False, "Whether the dealer draws to a 17 with an ace that counts 11.")

    compared = ending("The dealer played, and hands were compared.", "are compared")
    dealer_natural = ending("The dealer had a natural.", "end by a natural of the dealer")

    doubled = counter("Bets that were doubled.", "bets")
    busts = counter("Hands of players over 21.", "hands")
    dealer_busts = counter("Hands of the dealer over 21.", "hands")

    def setup(self):
        for player in self.players:
            player.cards = [self.card(), self.card()]
            player.bet, player.chips = 2, 0
        self.shown, hole = self.card(), self.card()
        self.has_natural = is_natural([self.shown, hole])
        # Once the dealer has looked, everybody knows that there is no natural.
        self.hole = Pile([hole], drawn_from=CARDS, only=lambda card: is_natural([self.shown, card]) == self.has_natural)

    def card(self):
        return CARDS[self.below(13)]

    def round(self):
        for player in self.players:
            self.begin_turn()
            if not self.has_natural:
                self.play_hand(player)
        cards = [self.shown, self.hole[0]]
        if any(total(player.cards) <= 21 and not is_natural(player.cards) for player in self.players):
            while total(cards) < 17 or (self.hits_soft_17 and total(cards) == 17 and sum(cards) == 7):
                cards.append(self.card())
            self.dealer_busts += total(cards) > 21
        for player in self.players:
            self.settle(player, cards)
        self.end("dealer_natural" if self.has_natural else "compared")

    def play_hand(self, player):
        if is_natural(player.cards):
            return
        while total(player.cards) < 21:
            options = ["stand", "hit", "double"] if len(player.cards) == 2 else ["stand", "hit"]
            move = player.choose("play", options)
            if move == "stand":
                return
            player.cards.append(self.card())
            if move == "double":
                player.bet = 4
                self.doubled += 1
                return

    def settle(self, player, cards):
        mine, theirs = total(player.cards), total(cards)
        if mine > 21:
            self.busts += 1
            player.chips = -player.bet
        elif is_natural(player.cards):
            player.chips = 0 if self.has_natural else self.natural_pays
        elif self.has_natural or mine < theirs <= 21:
            player.chips = -player.bet
        elif theirs > 21 or mine > theirs:
            player.chips = player.bet

    def score(self, player):
        return player.chips

    def winners(self):
        return [player for player in self.players if player.chips > 0]


def total(cards):
    """Return the sum of a hand: one ace counts 11 where that does not exceed 21."""
    hard = sum(cards)
    return hard + 10 if 1 in cards and hard <= 11 else hard


def is_natural(cards):
    return len(cards) == 2 and total(cards) == 21


class Basic(Persona):
    """Plays by basic strategy for many decks."""

    def play(self, game, me, move):
        hand, shown = total(me.cards), game.shown
        is_soft = hand != sum(me.cards)
        if move == "double":
            return 2 if doubles(hand, is_soft, shown) else -1
        if is_soft:
            stands = hand >= 19 or (hand == 18 and 2 <= shown <= 8)
        else:
            stands = hand >= 17 or (hand >= 13 and 2 <= shown <= 6) or (hand == 12 and 4 <= shown <= 6)
        return (move == "stand") == stands


def doubles(hand, is_soft, shown):
    """Return whether basic strategy doubles the bet."""
    if is_soft:
        least = {13: 6, 14: 5, 15: 5, 16: 4, 17: 3, 18: 3}.get(hand, 7)
        return least <= shown <= 6
    return (hand == 9 and 3 <= shown <= 6) or (hand == 10 and 2 <= shown <= 9) or (hand == 11 and 2 <= shown <= 10)


class Dealer(Persona):
    """Plays as the dealer does: draws to 16."""

    def play(self, game, me, move):
        return move == ("hit" if total(me.cards) < 17 else "stand")


class Timid(Persona):
    """Never risks to exceed 21."""

    def play(self, game, me, move):
        return move == ("hit" if sum(me.cards) < 12 and total(me.cards) < 17 else "stand")
