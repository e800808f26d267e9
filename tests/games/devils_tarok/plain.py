"""The Devil's Tarok: take tricks with the whole tarot deck; the highest score wins when somebody has 666 points.

Written a second time, from the rulebook alone, as a designer would; all players choose at random.
"""

from typing import NamedTuple

from balancer.plain import Game, Pile, cards, counter, ending, figure, knob

BEERS, LAGERS, WINES, SPIRITS, MAJORS = range(5)


class Card(NamedTuple):
    suit: int
    number: int  # of a minor 1 (Ace) to 14 (King), of a major 0 to 21


FOOL, DEVIL = Card(MAJORS, 0), Card(MAJORS, 15)
DECK = [Card(suit, number) for suit in range(4) for number in range(1, 15)] + [Card(MAJORS, n) for n in range(22)]


class Tarok(Game):
    seats, usual = range(2, 6), 4

    target = knob(666, range(50, 5001), "Points that end the game.")
    hand_size = knob(15, range(3, 27), "Cards dealt to each player.")
    end_check = knob("hand", ("hand", "trick"), "When the target is looked at.")
    draw = knob(True, "Whether players draw a card after each trick.")
    trumps = knob("none", ("none", "majors"), "Which suit is trumps.")
    fool = knob("beats_all", ("beats_all", "excuse"), "What the Fool does.")
    points_major = knob(30, range(201), "Points of a major.")
    points_devil = knob(50, range(201), "Points of the Devil.")
    points_fool = knob(0, range(201), "Points of the Fool.")
    points_king = knob(25, range(201), "Points of a King.")
    points_queen = knob(20, range(201), "Points of a Queen.")
    points_knight = knob(15, range(201), "Points of a Knight.")
    points_page = knob(10, range(201), "Points of a Page.")
    points_pip = knob("face", ("face", "zero"), "Points of the cards Ace to 10.")
    ace = knob("low", ("low", "high"), "Where the Ace stands in its suit.")
    head_start = knob([0] * 5, range(101), "Points at the start, seat by seat.")
    max_rounds = knob(5000, range(100, 100_001), "Tricks after which a game is cut off.")

    prizes = cards("prized.csv")

    target_reached = ending("Somebody had the points.", "end at the target")

    hands = counter("Hands begun.", "hands")
    points_per_trick = counter("Points per trick, in thousandths.", "points")
    leader_share = counter("Share of tricks won by the player who led them, in millionths.", "share")
    fool_share = counter("Share of tricks won by the Fool, in millionths.", "share")
    leader_tricks = counter("Tricks won by the player who led them.", "tricks")
    fool_tricks = counter("Tricks won by the Fool.", "tricks")
    points = counter("Points scored by all players.", "points")
    margin = figure("Highest score less second highest.", "points")
    past_target = figure("Points by which the winner passed the target.", "points")
    shared_win = figure("Whether several players shared the victory.", "share")
    several_at_target = figure("Whether several scores are at the target.", "share")

    # Setup ------------------------------------------------------------------------------------------------------------
    def setup(self):
        for player in self.players:
            player.points = self.head_start[player.seat]
            player.won = set()
        self.deal()

    def deal(self):
        """Shuffle all cards and deal one at a time; the player after the dealer is first, and leads."""
        row = DECK.copy()
        self.shuffle(row, at=self.hands)
        order = self.players_from(self.hands)
        dealt = self.hand_size * len(order)
        for place, player in enumerate(order):
            player.hand = Pile(row[place : dealt : len(order)], seen_by=player)
        self.pile = Pile(row[dealt:] if self.draw else [])
        self.hands += 1
        self.leader = order[0]

    # Trick ------------------------------------------------------------------------------------------------------------
    def round(self):
        """Play one trick, the first of a new hand where the last one is over."""
        if self.hand_is_over():
            self.deal()
        order = self.players_from(self.leader.seat)
        self.trick = []
        for player in order:
            self.begin_turn()
            options = sorted(self.legal(player.hand), key=self.place)
            card = player.choose("lead", options) if not self.trick else player.choose("follow", options)
            player.hand.remove(card)
            self.trick.append(card)
        best = self.best_place()
        self.take(order, order[best])
        if self.end_check == "trick" and self.is_won():
            return
        for player in order:
            if self.pile:
                player.hand.append(self.pile.pop(0))
        if self.hand_is_over():
            self.is_won()

    def suit_led(self):
        """Return the suit that the trick demands; an excused Fool demands none."""
        for card in self.trick:
            if card != FOOL or self.fool == "beats_all":
                return card.suit
        return None

    def legal(self, hand):
        led = self.suit_led()
        if led is None:
            return hand
        demanded = [card for card in hand if card.suit == led and card != FOOL]
        if not demanded and self.trumps == "majors":
            demanded = [card for card in hand if card.suit == MAJORS and card != FOOL]
        return [card for card in hand if card in demanded or card == FOOL] if demanded else hand

    def height(self, card):
        return 15 if card.suit != MAJORS and card.number == 1 and self.ace == "high" else card.number

    def place(self, card):
        """Return the place of a card in the order in which options are listed."""
        return 100 * card.suit + self.height(card)

    def best_place(self):
        """Return the place in the trick of the card that takes it."""
        if self.fool == "beats_all" and FOOL in self.trick:
            return self.trick.index(FOOL)
        wins = self.suit_led()
        if self.trumps == "majors" and any(card.suit == MAJORS and card != FOOL for card in self.trick):
            wins = MAJORS
        able = [place for place, card in enumerate(self.trick) if card.suit == wins and card != FOOL]
        return max(able, key=lambda place: self.height(self.trick[place]))

    def take(self, order, winner):
        """Score the trick; an excused Fool scores for its owner."""
        for player, card in zip(order, self.trick, strict=True):
            owner = player if card == FOOL and self.fool == "excuse" else winner
            owner.points += self.points_of(card)
            self.points += self.points_of(card)
            owner.won |= {prize for prize, prized in zip(self.prizes, (DEVIL, FOOL), strict=True) if card == prized}
        self.leader_tricks += winner is self.leader
        self.fool_tricks += self.fool == "beats_all" and FOOL in self.trick
        self.points_per_trick = 1000 * self.points // self.rounds
        self.leader_share = 10**6 * self.leader_tricks // self.rounds
        self.fool_share = 10**6 * self.fool_tricks // self.rounds
        self.leader = winner

    def points_of(self, card):
        if card == FOOL:
            return self.points_fool
        if card == DEVIL:
            return self.points_devil
        if card.suit == MAJORS:
            return self.points_major
        if card.number > 10:
            return [self.points_page, self.points_knight, self.points_queen, self.points_king][card.number - 11]
        return card.number if self.points_pip == "face" else 0

    def hand_is_over(self):
        return not all(player.hand for player in self.players)

    # End --------------------------------------------------------------------------------------------------------------
    def is_won(self):
        """End the game where somebody has the points."""
        scores = sorted([player.points for player in self.players], reverse=True)
        if scores[0] < self.target:
            return False
        self.margin = scores[0] - scores[1]
        self.past_target = scores[0] - self.target
        self.shared_win = int(scores[1] == scores[0])
        self.several_at_target = int(scores[1] >= self.target)
        self.end("target_reached")
        return True

    def score(self, player):
        return player.points

    def parts(self, player):
        return player.won
