"""Oktoberfest written a second time, from its rules alone, in plain Python: lists and dicts, nothing compiled.

It shares no line with the package. All players choose at random. It throws the same dice as the fast room, so game by
game the two must agree exactly: who wins and how, every decision, every standing, every figure.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from balancer.testing.naive_dice import CHANCE, NaiveDice, RandomPlayers

DEFAULTS = {
    "win_threshold": 22,
    "contest_from_round": 4,
    "removed": "auto",
    "piles": 3,
    "ties_to": "defender",
    "tipsiest_loses": 1,
    "tipsiest_ties": "all",
    "banked_tipsiness": "card",
    "instant_counts_banked": False,
    "bank_rest": True,
    "rescue_banked": True,
    "wild_contest_any": True,
    "head_start": [0] * 7,
    "max_rounds": 200,
}

SCORING = ["food", "music", "games"]


class Card(NamedTuple):
    name: str
    suit: str
    value: int
    tipsiness: int
    banked: int


def cards_of(parts: Any) -> list[Card]:
    """Return every physical card, numbered in the order of the table's rows (tuples, or dicts by column)."""
    cards = []
    for part in parts:
        row = part
        if isinstance(part, dict):
            row = [part[column] for column in ("name", "suit", "value", "tipsiness", "banked", "count")]
        name, suit, value, tipsiness, banked, count = row
        cards += [Card(name, suit, int(value), int(tipsiness), int(banked))] * int(count)
    return cards


def play(seed: int, game: int, players: int, rules: dict[str, Any], parts: Any) -> dict[str, Any]:
    """Play game number `game` of a seed; `rules`: knobs that differ from the defaults; `parts`: rows of the table."""
    return Festival(seed, game, players, rules, parts).play()


class Festival:
    """One game. Hands, banks and piles are lists of card numbers; a pile's top card is its first."""

    def __init__(self, seed: int, game: int, players: int, rules: dict[str, Any], parts: Any) -> None:
        self.rules = {**DEFAULTS, **rules}
        self.cards = cards_of(parts)
        self.players = players
        self.dice = NaiveDice(seed, game)
        self.lot = RandomPlayers(self.dice, ["take", "contest", "discard"])
        self.hands: list[list[int]] = [[] for seat in range(players)]
        self.banks: list[list[int]] = [[] for seat in range(players)]
        self.piles: list[list[int]] = []
        self.turns = self.rounds = self.contests = self.won_by_challenger = self.discards = 0

    # Setup

    def number_removed(self) -> int:
        """Follow the rule; `auto`: the fewest, from 9 (7 players: 6), with which all have equally many turns."""
        if self.rules["removed"] != "auto":
            return int(self.rules["removed"])
        removed = 6 if self.players == 7 else 9
        while (len(self.cards) - removed - self.rules["piles"]) % self.players != 0:
            removed += 1
        return removed

    def set_up(self) -> None:
        row = list(range(len(self.cards)))
        self.dice.shuffle(row)
        row = row[self.number_removed() :]
        turns = len(row) - self.rules["piles"]
        if turns < self.players or turns % self.players != 0:
            raise ValueError("all players must have the same number of turns, and one at least")
        self.cut(row)

    def cut(self, row: list[int]) -> None:
        """Cut a row of cards into piles, equal but for the odd cards, which earlier piles get."""
        equal, odd = divmod(len(row), self.rules["piles"])
        self.piles = []
        for pile in range(self.rules["piles"]):
            size = equal + 1 if pile < odd else equal
            self.piles.append(row[:size])
            row = row[size:]

    # Turn

    def play(self) -> dict[str, Any]:
        self.set_up()
        ending = None
        standings: list[list[int]] = []
        while ending is None:
            seat = self.turns % self.players
            if seat == 0:
                if self.rounds == self.rules["max_rounds"]:
                    ending = "unfinished"
                    break
                self.rounds += 1
            self.turns += 1
            ending = self.turn(seat)
            if ending is not None or seat == self.players - 1:
                standings.append([self.standing(player) for player in range(self.players)])
        return self.result(ending, standings)

    def turn(self, seat: int) -> str | None:
        """One turn; the ending, if it ends the game."""
        if 0 < self.rules["win_threshold"] <= self.hand_value(seat):
            return "instant"
        taken = self.take(seat)
        if self.rounds >= self.rules["contest_from_round"]:
            self.contest(seat, taken)
        if sum(len(pile) for pile in self.piles) == self.rules["piles"]:
            return "exhausted"
        return None

    def hand_value(self, seat: int) -> int:
        """Return the value that is compared with the threshold of the instant win."""
        counted = self.hands[seat] + (self.banks[seat] if self.rules["instant_counts_banked"] else [])
        return sum(self.cards[card].value for card in counted)

    def take(self, seat: int) -> int:
        piles = [pile for pile in self.piles if pile]
        pile = piles[self.lot.choose(seat, self.turns, "take", len(piles))]
        taken = pile.pop(0)
        self.hands[seat].append(taken)
        if not pile:  # lay the piles on one another, pile 0 on top, and cut again
            self.cut([card for other in self.piles for card in other])
        return taken

    def contest(self, challenger: int, taken: int) -> None:
        bankable = [card for card in sorted(self.hands[challenger]) if card != taken]
        if not self.rules["bank_rest"]:
            bankable = [card for card in bankable if self.cards[card].suit != "rest"]
        opponents = [seat for seat in range(self.players) if seat != challenger and self.hands[seat] + self.banks[seat]]
        challenges = [(opponent, card) for opponent in opponents for card in bankable]

        option = self.lot.choose(challenger, self.turns, "contest", 1 + len(challenges))
        if option == 0:  # none
            return
        defender, card = challenges[option - 1]
        self.contests += 1
        self.hands[challenger].remove(card)
        self.banks[challenger].append(card)
        suit = self.cards[card].suit

        of_challenger, of_defender = self.tipsiness(challenger, suit), self.tipsiness(defender, suit)
        challenger_wins = of_challenger < of_defender
        if of_challenger == of_defender:
            challenger_wins = self.rules["ties_to"] == "challenger"
        self.won_by_challenger += challenger_wins
        self.lose(defender if challenger_wins else challenger, suit)

    def tipsiness(self, seat: int, suit: str) -> int:
        """Backs in hand, and what banked cards of the challenge suit and banked wild cards add."""
        counting = [card for card in self.banks[seat] if self.cards[card].suit in (suit, "wild")]
        return self.backs_in_hand(seat) + sum(self.added_while_banked(card) for card in counting)

    def backs_in_hand(self, seat: int) -> int:
        return sum(self.cards[card].tipsiness for card in self.hands[seat])

    def added_while_banked(self, card: int) -> int:
        if self.rules["banked_tipsiness"] == "card" or self.cards[card].suit == "rest":
            return self.cards[card].banked
        return int(self.rules["banked_tipsiness"])

    def lose(self, loser: int, suit: str) -> None:
        """Make the loser of a contest discard a card of the suit or a wild; in suit wild any card of the hand."""
        hand, bank = sorted(self.hands[loser]), sorted(self.banks[loser])
        from_hand = [card for card in hand if self.cards[card].suit in (suit, "wild")]
        from_bank = [card for card in bank if self.cards[card].suit in (suit, "wild")]
        if not from_hand or (suit == "wild" and self.rules["wild_contest_any"]):
            from_hand = hand
        if not self.rules["rescue_banked"]:
            from_bank = []
        options = from_hand + from_bank
        if not options:
            return
        card = options[self.lot.choose(loser, self.turns, "discard", len(options))]
        (self.hands if card in self.hands[loser] else self.banks)[loser].remove(card)
        self.discards += 1

    # End

    def tipsiest_lose(self) -> None:
        """Take random hand cards from whoever has the highest sum of backs in hand, all of several tied or none."""
        backs = [self.backs_in_hand(seat) for seat in range(self.players)]
        tipsiest = [seat for seat in range(self.players) if backs[seat] == max(backs)]
        if len(tipsiest) > 1 and self.rules["tipsiest_ties"] == "none":
            return
        for seat in tipsiest:
            for _ in range(min(self.rules["tipsiest_loses"], len(self.hands[seat]))):
                hand = sorted(self.hands[seat])
                self.hands[seat].remove(hand[self.dice.below(CHANCE, self.turns + 1, len(hand))])

    def suit_totals(self, seat: int) -> tuple[int, ...]:
        """(lowest, middle, highest) total of the scoring suits, each wild assigned to one of them as best can be."""
        owned = [self.cards[card] for card in self.hands[seat] + self.banks[seat]]
        food, music, games = [sum(card.value for card in owned if card.suit == suit) for suit in SCORING]
        ways = {(food, music, games)}
        for wild in [card for card in owned if card.suit == "wild"]:
            to_food = {(food + wild.value, music, games) for food, music, games in ways}
            to_music = {(food, music + wild.value, games) for food, music, games in ways}
            to_games = {(food, music, games + wild.value) for food, music, games in ways}
            ways = to_food | to_music | to_games
        lowest, *others = max(tuple(sorted(way)) for way in ways)
        return (lowest + self.rules["head_start"][seat], *others)

    def winners_by_totals(self) -> list[int]:
        totals = [self.suit_totals(seat) for seat in range(self.players)]
        return [seat for seat in range(self.players) if totals[seat] == max(totals)]

    def standing(self, seat: int) -> int:
        by_suits = 1000 * self.suit_totals(seat)[0] // 12
        if self.rules["win_threshold"] == 0:
            return by_suits
        return max(1000 * self.hand_value(seat) // int(self.rules["win_threshold"]), by_suits)

    # Result

    def result(self, ending: str, standings: list[list[int]]) -> dict[str, Any]:
        seats = range(self.players)
        extras = {
            "contests": self.contests,
            "contests_won_by_challenger": self.won_by_challenger,
            "discards": self.discards,
            "tipsiness_at_end": Fraction(sum(self.backs_in_hand(seat) for seat in seats), self.players),
        }
        winners = []
        if ending == "instant":
            winners = [(self.turns - 1) % self.players]
            extras["instant_round"] = self.rounds
        if ending == "exhausted":
            without_penalty = self.winners_by_totals()
            self.tipsiest_lose()
            winners = self.winners_by_totals()
            extras["penalty_changed_winners"] = int(winners != without_penalty)

        scores = [self.suit_totals(seat)[0] for seat in seats]
        extras["banked_at_end"] = sum(len(bank) for bank in self.banks)
        extras["hand_at_end"] = sum(len(hand) for hand in self.hands)
        if winners:
            extras["winner_score"] = scores[winners[0]]
        return {
            "winners": winners,
            "ending": ending,
            "rounds": self.rounds,
            "turns": self.turns,
            **self.lot.counts(),
            "scores": scores,
            "standings": standings,
            "extras": extras,
            "parts": [{self.cards[card].name for card in self.hands[seat] + self.banks[seat]} for seat in seats],
        }
