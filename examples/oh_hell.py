"""Oh Hell: say how many tricks you will take, then take exactly as many; suit must be followed, trumps win.

The traditional game in a short form: every deal has the same number of cards, and all may say any number.
"""

from typing import NamedTuple

from balancer.plain import Game, Persona, Pile, counter, ending, habit, knob

RANKS, SUITS = "23456789TJQKA", "♣♦♥♠"


class PlayingCard(NamedTuple):
    suit: int
    rank: int

    def __str__(self):
        return RANKS[self.rank] + SUITS[self.suit]


PACK = [PlayingCard(suit, rank) for suit in range(4) for rank in range(13)]


class OhHell(Game):
    seats, usual = range(3, 7), 4
    max_rounds = 20

    deals = knob(4, range(1, 13), "Deals of a game.")
    hand_size = knob(5, range(1, 9), "Cards dealt to each player.")
    bonus = knob(10, range(21), "Points for taking exactly the tricks said, beside one per trick.")

    played = ending("All deals were played.", "play all deals")
    exact = counter("Players who took as many tricks as they had said, over all deals.", "players")

    def setup(self):
        for player in self.players:
            player.points, player.hand = 0, Pile(seen_by=player)

    def round(self):
        """Play a deal."""
        self.deal()
        leader = self.players[self.rounds % len(self.players)]
        for player in self.players_from(leader.seat):
            player.said = player.choose("say", list(range(self.hand_size + 1)))
        for _ in range(self.hand_size):
            leader = self.trick_winner(leader)
            leader.tricks += 1
        for player in self.players:
            if player.tricks == player.said:
                player.points += self.bonus + player.tricks
                self.exact += 1
        if self.rounds == self.deals:
            self.end("played")

    def deal(self):
        pack = PACK.copy()
        self.shuffle(pack)
        for player in self.players:
            player.void, player.said, player.tricks = set(), None, 0  # suits that all know a player not to have
            player.hand = Pile(pack[: self.hand_size], seen_by=player, only=may_hold(player.void))
            del pack[: self.hand_size]
        self.trump, self.trick = pack.pop().suit, []
        self.rest = Pile(pack)

    def trick_winner(self, leader):
        self.begin_turn()
        self.trick = []
        order = self.players_from(leader.seat)
        for player in order:
            led = self.trick[0].suit if self.trick else None
            following = sorted(card for card in player.hand if card.suit == led)
            if led is not None and not following:
                player.void.add(led)
            card = player.choose("play", following or sorted(player.hand))
            player.hand.remove(card)
            self.trick.append(card)
            self.say("{} plays {}", player, card)
        return order[self.trick.index(self.best())]

    def best(self):
        """Return the card that takes the trick as it lies."""
        return max(self.trick, key=self.strength)

    def strength(self, card):
        led = self.trick[0].suit if self.trick else card.suit
        return (2 if card.suit == self.trump else card.suit == led) * 100 + card.rank

    def score(self, player):
        return player.points


def may_hold(void):
    """Which cards a hand may hold that has none of some suits."""
    return lambda card: card.suit not in void


class Counter(Persona):
    """Counts its high cards and trumps, takes tricks while it needs them, and then throws high cards away."""

    trust = habit(60, range(101), "How likely a high card takes a trick, in per cent.")

    def say(self, game, me, tricks):
        sure = sum(card.rank >= 10 or card.suit == game.trump for card in me.hand)
        return -abs(100 * tricks - self.trust * sure)

    def play(self, game, me, card):
        wins = not game.trick or game.strength(card) > game.strength(game.best())
        height = game.strength(card)
        if me.tricks < me.said:
            return 1000 + height if wins else -height
        return -1000 - height if wins else height


class Modest(Counter):
    """Trusts few of its cards."""

    trust = 40
