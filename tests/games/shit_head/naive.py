"""Drunken Shit Head written a second time, from its rules alone, in plain Python: lists and dicts, nothing compiled.

It shares no line with the package but the addressed dice. All players choose at random. Game by game it must agree
exactly with the compiled rules: who wins, every decision, every standing, every figure.

A kind of card is a pair ("minor", 1..14) or ("major", 0..21); the minors of one rank are alike.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

from balancer.testing.naive_dice import Dice, RandomPlayers

DEFAULTS = {
    "down": 3,
    "up": 3,
    "hand": 3,
    "play_to": "first",
    "must_play": True,
    "equal_allowed": True,
    "four_burns": True,
    "ten_burns": True,
    "two_resets": True,
    "hanged_man_reverses": True,
    "devil_blocks_two": True,
    "fool": "wild",
    "major_specials": False,
    "majors_over_minors": "by_number",
    "majors": "all",
    "head_start": [0] * 6,
    "max_rounds": 500,
}

Kind = tuple[str, int]
FOOL, HANGED_MAN, DEVIL = ("major", 0), ("major", 12), ("major", 15)


def kinds_of(rules: dict[str, Any]) -> list[Kind]:
    """Every kind of the deck in use, in the order in which options are listed."""
    majors = [("major", number) for number in range(22)]
    if rules["majors"] == "specials_only":
        majors = [FOOL, HANGED_MAN, DEVIL]
    if rules["fool"] == "none":
        majors.remove(FOOL)
    return [("minor", rank) for rank in range(1, 15)] + majors


def deck_of(rules: dict[str, Any]) -> list[Kind]:
    """Every card of the deck in use: four of each minor rank, one of each major."""
    return [kind for kind in kinds_of(rules) for _ in range(4 if kind[0] == "minor" else 1)]


def is_ten(kind: Kind, rules: dict[str, Any]) -> bool:
    """Whether a card burns the pile as a 10 does."""
    return bool(rules["ten_burns"]) and kind[1] == 10 and (kind[0] == "minor" or rules["major_specials"])


def is_two(kind: Kind, rules: dict[str, Any]) -> bool:
    """Whether a card resets the pile as a 2 does."""
    return bool(rules["two_resets"]) and kind[1] == 2 and (kind[0] == "minor" or rules["major_specials"])


def fits(kind: Kind, top: Kind | None, rules: dict[str, Any]) -> bool:
    """Whether a card other than the Fool may be played on this effective top (None: no pile)."""
    suit, value = kind
    if top is None or is_ten(kind, rules):
        return True
    if is_two(kind, rules) and not (top == DEVIL and rules["devil_blocks_two"]):
        return True
    if top == HANGED_MAN and rules["hanged_man_reverses"]:
        return value < 12
    if top[0] == "major":
        return suit == "major" and value > top[1]
    if suit == "major" and rules["majors_over_minors"] == "always":
        return True
    return value >= top[1] if rules["equal_allowed"] else value > top[1]


def identities(top: Kind | None, rules: dict[str, Any]) -> list[Kind]:
    """What the Fool may be played as."""
    return [kind for kind in kinds_of(rules) if kind != FOOL and fits(kind, top, rules)]


def playable(kind: Kind, top: Kind | None, rules: dict[str, Any]) -> bool:
    """Whether a card may be played."""
    return bool(identities(top, rules)) if kind == FOOL else fits(kind, top, rules)


class Game:
    """One game; each zone of a player is a list of kinds, the pile a list of (card, identity)."""

    def __init__(self, seed: int, game: int, players: int, rules: dict[str, Any]) -> None:
        self.rules = {**DEFAULTS, **rules}
        self.players = players
        self.lot = RandomPlayers(Dice(seed, game), ["lay_up", "play", "fool_as"])
        deck = deck_of(self.rules)
        Dice(seed, game).shuffle(deck)

        given = self.rules["head_start"][:players]
        self.down = [[deck.pop(0) for _ in range(max(0, self.rules["down"] - fewer))] for fewer in given]
        self.hand = [[deck.pop(0) for _ in range(self.rules["up"] + self.rules["hand"])] for _ in range(players)]
        self.up = [self.lay_up(seat) for seat in range(players)]
        self.deck = deck
        self.pile: list[tuple[Kind, Kind]] = []
        self.top: Kind | None = None
        self.turns = 0
        self.out: list[int] = []  # seats in the order of getting out
        self.count = dict.fromkeys(
            ["pickups", "blind_pickups", "blind_plays", "burns", "burns_ten", "burns_four", "burned_cards"], 0
        )

    def lay_up(self, seat: int) -> list[Kind]:
        """Choose cards of the hand, by their places in it, to lie face up; sets in order of their highest place."""
        hand = self.hand[seat]
        sets = sorted(combinations(range(len(hand)), self.rules["up"]), key=lambda places: places[::-1])
        chosen = sets[self.lot.choose(seat, 0, "lay_up", len(sets))]
        laid = [hand[place] for place in chosen]
        self.hand[seat] = [card for place, card in enumerate(hand) if place not in chosen]
        return laid

    def cards(self, seat: int) -> int:
        return len(self.hand[seat]) + len(self.up[seat]) + len(self.down[seat])

    def play(self) -> dict[str, Any]:
        """The whole game."""
        standings = []
        rounds = 0
        ending = ""
        active = 0
        blind_end = False
        while not ending:
            if rounds == self.rules["max_rounds"]:
                ending = "unfinished"
                break
            rounds += 1
            for _ in range(self.players):
                blind_end = self.take_turn(active)
                if self.over():
                    ending = "out"
                    break
                active = (active + 1) % self.players
                while active in self.out:
                    active = (active + 1) % self.players
            standings.append([-self.cards(seat) for seat in range(self.players)])
        return self.result(ending, rounds, standings, blind_end)

    def over(self) -> bool:
        enough = 1 if self.rules["play_to"] == "first" else self.players - 1
        return len(self.out) >= enough

    def take_turn(self, seat: int) -> bool:
        """One turn, with the plays that follow a burned pile; whether the last play was of a face-down card."""
        self.turns += 1
        while True:
            blind = not self.hand[seat] and not self.up[seat]
            played = self.play_blind(seat) if blind else self.play_chosen(seat)
            if played == []:
                return blind
            burned = self.put_down(played)
            while self.deck and len(self.hand[seat]) < self.rules["hand"]:
                self.hand[seat].append(self.deck.pop(0))
            if self.cards(seat) == 0:
                self.out.append(seat)
                return blind
            if not burned:
                return blind

    def play_chosen(self, seat: int) -> list[tuple[Kind, Kind]]:
        """Cards chosen from the hand or from those face up, with their identities; none: the pile is picked up."""
        zone = self.hand[seat] or self.up[seat]
        held = Counter(zone)
        options: list[tuple[Kind, int] | None] = []
        for kind in kinds_of(self.rules):
            if kind in held and playable(kind, self.top, self.rules):
                options += [(kind, copies) for copies in range(1, held[kind] + 1)]
        if options and self.pile and not self.rules["must_play"]:
            options.append(None)
        chosen = options[self.lot.choose(seat, self.turns, "play", len(options))] if options else None
        if chosen is None:
            assert self.pile
            self.pick_up(seat, [])
            return []
        kind, copies = chosen
        for _ in range(copies):
            zone.remove(kind)
        return [(kind, self.identity(seat, kind))] * copies

    def play_blind(self, seat: int) -> list[tuple[Kind, Kind]]:
        """The first of the face-down cards (they lie in random order); none: it could not be played."""
        kind = self.down[seat].pop(0)
        if not playable(kind, self.top, self.rules):
            self.count["blind_pickups"] += 1
            self.pick_up(seat, [kind])
            return []
        self.count["blind_plays"] += 1
        return [(kind, self.identity(seat, kind))]

    def identity(self, seat: int, kind: Kind) -> Kind:
        """What a card is played as: itself, or what the Fool is named."""
        if kind != FOOL:
            return kind
        options = identities(self.top, self.rules)
        return options[self.lot.choose(seat, self.turns, "fool_as", len(options))]

    def pick_up(self, seat: int, more: list[Kind]) -> None:
        self.count["pickups"] += 1
        self.hand[seat] += [card for card, _ in self.pile] + more
        self.pile = []
        self.top = None

    def put_down(self, played: list[tuple[Kind, Kind]]) -> bool:
        """Lay cards on the pile; whether it is burned."""
        self.pile += played
        identity = played[0][1]
        self.top = ("minor", 2) if is_two(identity, self.rules) else identity
        by_ten = is_ten(identity, self.rules)
        last = [kind for _, kind in self.pile[-4:]]
        alike = identity[0] == "minor" and len(last) == 4 and all(kind == identity for kind in last)
        by_four = self.rules["four_burns"] and alike and not by_ten
        if not by_ten and not by_four:
            return False
        self.count["burns"] += 1
        self.count["burns_ten"] += by_ten
        self.count["burns_four"] += by_four
        self.count["burned_cards"] += len(self.pile)
        self.pile = []
        self.top = None
        return True

    def result(self, ending: str, rounds: int, standings: list[list[int]], blind_end: bool) -> dict[str, Any]:
        """What happened, figure by figure."""
        seats = range(self.players)
        finished = ending == "out"
        scores = [Fraction(-self.cards(seat)) for seat in seats]
        winners = self.out[:1] if finished else []
        if self.rules["play_to"] == "last":
            places = list(seats)  # the first out takes the highest
            for seat in self.out:
                scores[seat] = Fraction(places.pop())
            for seat in seats:
                if seat not in self.out:
                    scores[seat] = Fraction(sum(places), len(places))
            winners = sorted(self.out) if finished else []
        extras = {**self.count, "deck_left": len(self.deck)}
        if finished:
            extras["blind_end"] = int(blind_end)
        return {
            "winners": winners,
            "ending": ending,
            "rounds": rounds,
            "turns": self.turns,
            **self.lot.counts(),
            "scores": scores,
            "standings": standings,
            "extras": extras,
        }


def play(seed: int, game: int, players: int = 4, rules: dict[str, Any] | None = None) -> dict[str, Any]:
    """Play game number `game` of a seed; `rules` are the knobs that differ from the defaults."""
    return Game(seed, game, players, rules or {}).play()
