"""Drunken Shit Head: get rid of all your cards, on a pile that is burned, reset and reversed; the first out wins.

Written a second time, from the rulebook alone, as a designer would; all players choose at random.
Minors of one rank are alike, so that a card is its kind.
"""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from balancer.plain import Game, Pile, counter, ending, figure, knob


class Card(NamedTuple):
    is_major: bool
    value: int  # of a minor 1 to 14, of a major 0 to 21


FOOL, HANGED_MAN, DEVIL = Card(True, 0), Card(True, 12), Card(True, 15)
TWO = Card(False, 2)


class ShitHead(Game):
    seats, usual = range(2, 7), 4

    down = knob(3, range(1, 6), "Cards face down before each player.")
    up = knob(3, range(1, 6), "Cards that each player lays face up.")
    hand = knob(3, range(1, 6), "Cards in hand at the start, and drawn up to.")
    play_to = knob("first", ("first", "last"), "Whether the first out wins, or all but the last.")
    must_play = knob(True, "Whether whoever can play must.")
    equal_allowed = knob(True, "Whether a card of equal value may be played on a minor.")
    four_burns = knob(True, "Whether four of one minor rank burn the pile.")
    ten_burns = knob(True, "Whether a 10 burns the pile.")
    two_resets = knob(True, "Whether a 2 resets the pile.")
    hanged_man_reverses = knob(True, "Whether on the Hanged Man a card of lower value is played.")
    devil_blocks_two = knob(True, "Whether no 2 may be played on the Devil.")
    fool = knob("wild", ("wild", "none"), "Whether the Fool is in the deck.")
    major_specials = knob(False, "Whether Major 10 and 2 act as the minors do.")
    majors_over_minors = knob("by_number", ("by_number", "always"), "Whether a major needs a value high enough.")
    majors = knob("all", ("all", "specials_only"), "Which majors are in the deck.")
    head_start = knob([0] * 6, range(4), "Cards fewer face down, seat by seat.")
    max_rounds = knob(500, range(20, 200_001), "Rounds after which a game is cut off.")

    out = ending("A player was out: the first, or the last but one.", "end with a player out")

    pickups = counter("How often the pile was picked up.", "pickups")
    blind_pickups = counter("How often a card turned up could not be played.", "pickups")
    blind_plays = counter("How often a card turned up was played.", "plays")
    burns = counter("How often the pile was burned.", "burns")
    burns_ten = counter("How often by a 10.", "burns")
    burns_four = counter("How often by four alike.", "burns")
    burned_cards = counter("Cards burned.", "cards")
    deck_left = counter("Cards left in the deck.", "cards")
    blind_end = figure("Whether the last play was of a card face down.", "share")

    # Setup ------------------------------------------------------------------------------------------------------------
    def setup(self):
        majors = [FOOL, HANGED_MAN, DEVIL] if self.majors == "specials_only" else [Card(True, n) for n in range(22)]
        minors = [Card(False, rank) for rank in range(1, 15)]
        self.kinds = minors + [card for card in majors if card != FOOL or self.fool == "wild"]  # as options are listed
        self.deck = Pile([card for card in self.kinds for _ in range(1 if card.is_major else 4)])
        self.shuffle(self.deck)
        self.pile, self.top = [], None  # cards as what they are played; the effective top, None: there is no pile
        for player in self.players:
            player.down = Pile(self.drawn(max(0, self.down - self.head_start[player.seat])))
        for player in self.players:
            player.hand = Pile(self.drawn(self.up + self.hand), seen_by=player)
        for player in self.players:
            player.up, player.place = [], 0
            self.lay_up(player)
        self.active = self.players[0]

    def drawn(self, count):
        cards = self.deck[:count]
        del self.deck[:count]
        self.deck_left = len(self.deck)
        return cards

    def lay_up(self, player):
        """Lay cards of the hand face up: sets of places, in order of their highest place, then the next highest …"""
        sets = sorted(combinations(range(len(player.hand)), self.up), key=lambda places: places[::-1])
        chosen = player.choose("lay_up", sets)
        player.up = [player.hand[place] for place in chosen]
        player.hand[:] = [card for place, card in enumerate(player.hand) if place not in chosen]

    # Turn -------------------------------------------------------------------------------------------------------------
    def round(self):
        for _ in self.players:
            self.begin_turn()
            blind = self.take_turn(self.active)
            still_in = [player for player in self.players if self.cards_of(player)]
            if len(still_in) <= (1 if self.play_to == "last" else len(self.players) - 1):
                self.blind_end = int(blind)
                self.end("out")
                return
            self.active = next(player for player in self.active.others if player in still_in)

    def cards_of(self, player):
        return len(player.hand) + len(player.up) + len(player.down)

    def take_turn(self, player):
        """Play, again wherever the pile is burned; return whether the last play was of a card face down."""
        burned, blind = True, False
        while burned and self.cards_of(player):
            blind = not player.hand and not player.up
            burned = self.play_blind(player) if blind else self.play(player)
        if not self.cards_of(player):
            player.place = 2 * len([other for other in self.players if self.cards_of(other)])
        return blind

    def play(self, player):
        """Play from the hand or, without one, from the cards face up; return whether the pile was burned."""
        zone = player.hand or player.up
        held = Counter(zone)
        options = [
            (card, copies)
            for card in self.kinds
            if held[card] and self.is_playable(card)
            for copies in range(1, held[card] + 1)
        ]
        if options and self.pile and not self.must_play:
            options.append(None)
        chosen = player.choose("play", options) if options else None
        if chosen is None:
            self.pick_up(player, [])
            return False
        card, copies = chosen
        for _ in range(copies):
            zone.remove(card)
        return self.put_down(player, card, copies)

    def play_blind(self, player):
        """Turn up a card and play it if that is possible; return whether the pile was burned."""
        card = player.down.pop(0)
        if self.is_playable(card):
            self.blind_plays += 1
            return self.put_down(player, card, 1)
        self.blind_pickups += 1
        self.pick_up(player, [card])
        return False

    def pick_up(self, player, more):
        self.pickups += 1
        player.hand += [card for card, _ in self.pile] + more
        self.pile, self.top = [], None

    # Pile -------------------------------------------------------------------------------------------------------------
    def acts_as(self, card, value, is_on):
        return is_on and card.value == value and (not card.is_major or self.major_specials)

    def fits(self, card):
        """Return whether a card other than the Fool may be played."""
        top = self.top
        if top is None or self.acts_as(card, 10, self.ten_burns):
            return True
        if self.acts_as(card, 2, self.two_resets) and not (top == DEVIL and self.devil_blocks_two):
            return True
        if top == HANGED_MAN and self.hanged_man_reverses:
            return card.value < HANGED_MAN.value
        if top.is_major:
            return card.is_major and card.value > top.value
        if card.is_major and self.majors_over_minors == "always":
            return True
        return card.value >= top.value if self.equal_allowed else card.value > top.value

    def identities(self):
        """Return what the Fool may be played as."""
        return [card for card in self.kinds if card != FOOL and self.fits(card)]

    def is_playable(self, card):
        return bool(self.identities()) if card == FOOL else self.fits(card)

    def put_down(self, player, card, copies):
        """Lay cards on the pile and draw; return whether the pile is burned."""
        identity = player.choose("fool_as", self.identities()) if card == FOOL else card
        self.pile += [(card, identity)] * copies
        self.top = TWO if self.acts_as(identity, 2, self.two_resets) else identity
        by_ten = self.acts_as(identity, 10, self.ten_burns)
        last = [kind for _, kind in self.pile[-4:]]
        by_four = self.four_burns and not identity.is_major and last.count(identity) == 4 and not by_ten
        if by_ten or by_four:
            self.burns += 1
            self.burns_ten += by_ten
            self.burns_four += by_four
            self.burned_cards += len(self.pile)
            self.pile, self.top = [], None
        player.hand += self.drawn(max(0, self.hand - len(player.hand)))
        return by_ten or by_four

    # End --------------------------------------------------------------------------------------------------------------
    def score(self, player):
        """Return halves: minus the cards held or, to the last, the place; those still in share the places left."""
        if self.play_to == "first":
            return -2 * self.cards_of(player)
        left = len([other for other in self.players if self.cards_of(other)])
        return left - 1 if self.cards_of(player) else player.place

    def standing(self, player):
        return -self.cards_of(player)

    def winners(self):
        return [player for player in self.players if not self.cards_of(player)]
