"""Bartender written a second time, from its specification alone: lists and dicts, random players, the same dice.

No line is shared with the compiled rules.  A card is the number of its row in the component table.
"""

from fractions import Fraction
from typing import Any

from balancer.testing.naive_dice import CHANCE, NaiveDice, RandomPlayers

DEFAULTS = {
    "hand_size": 5,
    "draft": "pass",
    "auction": "open",
    "fixed_goal": 10,
    "max_bid": 20,
    "packed_bar": 20,
    "shifts": 5,
    "hours": 8,
    "bad_nights_out": 2,
    "bic_draw": 2,
    "reveal": 5,
    "draw_every_hour": False,
    "revealed_go": "bottom",
    "final_tie": "shared",
    "needs_good": False,
    "redraft": False,
    "head_start": [0, 0, 0, 0, 0, 0],
    "max_rounds": 100,
}

NODES = ["draft", "mulligan", "bid", "secret_bid", "scheme", "patron", "admit"]
BID_RANGES = [(1, 5), (6, 10), (11, 15), (16, 20), (21, 40)]
MOST_HOURS = 200


def play(seed: int, game: int, players: int, rules: dict[str, Any], table: list[dict[str, str]]) -> dict[str, Any]:
    """Play game number `game` of a seed; rules: knobs that differ from the defaults; table: rows of the cards."""
    return Bar(seed, game, players, rules, table).play()


def number(cell: str) -> int:
    """Return a cell of the table as a number; an empty cell is 0."""
    return int(cell) if cell else 0


class Bar:
    """One game."""

    def __init__(self, seed: int, game: int, players: int, rules: dict[str, Any], table: list[dict[str, str]]) -> None:
        self.rules = {**DEFAULTS, **rules}
        self.table = table
        self.players = players
        self.dice = NaiveDice(seed, game)
        self.lot = RandomPlayers(self.dice, NODES)
        self.deck: list[int] = []  # the top card first
        self.breakage: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.given = self.rules["head_start"][:players]
        self.good = list(self.given)
        self.bad = [0] * players
        self.out = [False] * players
        self.turns = 0
        self.nights: list[dict[str, Any]] = []  # one entry per shift
        self.played: list[set[str]] = [set() for _ in range(players)]
        self.hours_without_patron = self.knock_outs = 0
        # The shift under way
        self.bic = 0
        self.bid = self.goal = self.cheers = 0
        self.patrons: list[int] = []
        self.schemes: list[int] = []
        self.last_hour = self.hour = 0
        self.locked = self.locks_next = self.no_reveal = self.protected = self.silenced = False
        self.to_ask = 0
        self.admit_chances = self.admissions = self.cards_played = 0

    # Cards

    def draw(self) -> int | None:
        """Draw the top card of the deck; return None if there is no card at all."""
        if not self.deck:
            self.dice_shuffle_breakage()
        return self.deck.pop(0) if self.deck else None

    def dice_shuffle_breakage(self) -> None:
        """Shuffle the breakage, in order of card number, to be the deck."""
        self.breakage.sort()
        self.dice.shuffle(self.breakage, CHANCE, self.turns)
        self.deck, self.breakage = self.breakage, []

    def draw_cards(self, seat: int, count: int) -> None:
        for _ in range(count):
            card = self.draw()
            if card is not None:
                self.hands[seat].append(card)

    def lose_random(self, seat: int) -> int:
        """Remove a random card from the hand, and return it."""
        hand = sorted(self.hands[seat])
        card = hand[self.dice.below(CHANCE, self.turns, len(hand))]
        self.hands[seat].remove(card)
        return card

    def seats_from(self, seat: int) -> list[int]:
        """Return the seats still in, from `seat` on if it is in, else from the next."""
        order = [(seat + step) % self.players for step in range(self.players)]
        return [other for other in order if not self.out[other]]

    def after(self, seat: int) -> int:
        return self.seats_from((seat + 1) % self.players)[0]

    def before(self, seat: int) -> int:
        order = [(seat - step) % self.players for step in range(1, self.players + 1)]
        return next(other for other in order if not self.out[other])

    # Setup

    def set_up(self) -> None:
        self.deck = [card for card, row in enumerate(self.table) for _ in range(int(row["count"]))]
        self.dice.shuffle(self.deck)
        self.deal()
        if self.rules["draft"] == "pass":
            self.draft()
        else:
            for seat in range(self.players):
                self.mulligan(seat)

    def deal(self) -> None:
        for seat in self.seats_from(0):
            self.draw_cards(seat, self.rules["hand_size"])

    def draft(self) -> None:
        """Pick a card, pass the rest on, until all are picked; each pick then goes to the seat before."""
        seats = self.seats_from(0)
        packets = {seat: sorted(self.hands[seat]) for seat in seats}
        picks: dict[int, list[int]] = {seat: [] for seat in seats}
        for _ in range(self.rules["hand_size"]):
            for seat in seats:
                if packets[seat]:
                    k = self.lot.choose(seat, self.turns, "draft", len(packets[seat]))
                    picks[seat].append(packets[seat].pop(k))
            packets = {self.after(seat): packets[seat] for seat in seats}
        for seat in seats:
            self.hands[self.before(seat)] = picks[seat]

    def mulligan(self, seat: int) -> None:
        hand = sorted(self.hands[seat])
        replaced = [card for card in hand if self.lot.choose(seat, self.turns, "mulligan", 2) == 1]
        for card in replaced:
            self.hands[seat].remove(card)
        self.breakage += replaced
        self.draw_cards(seat, len(replaced))

    # Auction

    def auction(self, opener: int) -> None:
        kind = self.rules["auction"]
        self.bic, self.bid = opener, 1
        if kind == "fixed":
            self.bid = self.rules["fixed_goal"]
        elif kind == "open":
            self.open_auction(opener)
        else:
            self.secret_auction(opener)
        self.goal = self.bid

    def open_auction(self, opener: int) -> None:
        bidding = self.seats_from(opener)
        highest, leader = 0, None
        seat = opener
        while True:
            if not bidding or bidding == [leader] or highest == self.rules["max_bid"]:
                break
            if seat in bidding:
                raises = self.rules["max_bid"] - highest
                k = self.lot.choose(seat, self.turns, "bid", 1 + raises)
                if k == 0:
                    bidding.remove(seat)
                else:
                    highest, leader = highest + k, seat
            seat = (seat + 1) % self.players
        if leader is not None:
            self.bic, self.bid = leader, highest

    def secret_auction(self, opener: int) -> None:
        bids = {
            seat: self.lot.choose(seat, self.turns, "secret_bid", self.rules["max_bid"] + 1)
            for seat in self.seats_from(opener)
        }
        highest = max(bids.values())
        if highest > 0:
            self.bic = next(seat for seat in self.seats_from(opener) if bids[seat] == highest)
            self.bid = highest

    # Hours

    def shift(self, opener: int) -> None:
        self.patrons, self.schemes, self.cheers = [], [], 0
        self.locks_next = self.no_reveal = self.protected = self.silenced = False
        self.admit_chances = self.admissions = self.cards_played = 0
        self.auction(opener)
        self.draw_cards(self.bic, self.rules["bic_draw"])
        self.hour, self.last_hour = 0, self.rules["hours"]
        seat = self.bic
        while self.hour < min(self.last_hour, MOST_HOURS):
            self.hour += 1
            self.turns += 1
            self.one_hour(seat)
            seat = self.after(seat)

    def one_hour(self, seat: int) -> None:
        self.locked, self.locks_next = self.locks_next, False
        if self.rules["draw_every_hour"]:
            self.draw_cards(seat, 1)
        self.to_ask = 1
        self.play_card(seat, "scheme")
        patron_played = False
        while self.to_ask > 0 and not self.locked:
            self.to_ask -= 1
            patron_played |= self.play_card(seat, "patron")
        self.hours_without_patron += not patron_played
        if not patron_played and not self.locked and not self.no_reveal:
            self.admit()

    def play_card(self, seat: int, kind: str) -> bool:
        """Ask the node of that name; whether a card was played."""
        options: list[tuple[int, Any]] = []
        for card in sorted(set(self.hands[seat])):
            if self.table[card]["class"] == kind:
                targets: list[int | None] = list(self.targets(seat, card))
                options += [(card, target) for target in targets or [None]]
        k = self.lot.choose(seat, self.turns, kind, 1 + len(options))
        if k == 0:
            return False
        card, target = options[k - 1]
        self.hands[seat].remove(card)
        self.cards_played += 1
        self.played[seat].add(self.table[card]["name"])
        has_effect = kind == "scheme" or not self.silenced
        if kind == "scheme":
            self.schemes.append(card)
        else:
            self.patrons.append(card)
        if has_effect:
            self.take_effect(seat, card, target)
        return True

    def targets(self, seat: int, card: int) -> list[int]:
        """Return what the card's effect can be aimed at; [] if it needs no target or there is none."""
        row = self.table[card]
        if row["class"] == "patron" and self.silenced:
            return []
        if row["effect"] in ("discard", "steal", "swap"):
            return [
                other for other in range(self.players) if other != seat and self.hands[other] and not self.out[other]
            ]
        if row["effect"] == "eject" and not self.protected:
            return sorted(set(self.patrons))
        return []

    def take_effect(self, seat: int, card: int, target: int | None) -> None:
        effect, amount = self.table[card]["effect"], number(self.table[card]["amount"])
        if effect in ("discard", "steal", "swap", "eject") and target is None:
            return
        if effect == "draw":
            self.draw_cards(seat, amount)
        elif effect in ("discard", "steal"):
            assert target is not None
            for _ in range(min(amount, len(self.hands[target]))):
                lost = self.lose_random(target)
                (self.breakage if effect == "discard" else self.hands[seat]).append(lost)
        elif effect == "swap":
            assert target is not None
            self.hands[seat], self.hands[target] = self.hands[target], self.hands[seat]
        elif effect == "eject":
            assert target is not None
            self.patrons.remove(target)
            self.breakage.append(target)
        elif effect == "cheer":
            self.cheers += amount
        elif effect == "lockout":
            self.locks_next = True
        elif effect == "encore":
            self.to_ask += 1
        elif effect == "hours":
            self.last_hour = max(self.hour, self.last_hour + amount)
        elif effect == "no_reveal":
            self.no_reveal = True
        elif effect == "goal":
            self.goal = max(1, self.goal + amount)
        elif effect == "protect":
            self.protected = True
        elif effect == "silence":
            self.silenced = True
        else:
            assert effect == "none", effect

    def admit(self) -> None:
        """Turn up cards for the BIC, who may admit a patron."""
        revealed: list[int] = []
        while len(revealed) < self.rules["reveal"]:
            card = self.draw()
            if card is None:
                break
            revealed.append(card)
        if not revealed:
            return
        self.admit_chances += 1
        options = sorted({card for card in revealed if self.table[card]["class"] == "patron"})
        k = self.lot.choose(self.bic, self.turns, "admit", 1 + len(options))
        if k > 0:
            revealed.remove(options[k - 1])
            self.patrons.append(options[k - 1])
            self.admissions += 1
        if self.rules["revealed_go"] == "bottom":
            self.deck += revealed
        elif self.rules["revealed_go"] == "top":
            self.deck = revealed + self.deck
        else:
            self.breakage += revealed

    # End of the shift

    def total(self) -> int:
        """Values of the patrons in the bar, each changed by every other patron with its mod_tag, and cheers."""
        total = self.cheers
        for place, card in enumerate(self.patrons):
            row = self.table[card]
            total += number(row["value"])
            for other_place, other in enumerate(self.patrons):
                if other_place != place and row["mod_tag"] and self.table[other]["tag"] == row["mod_tag"]:
                    total += number(row["mod"])
        return total

    def play(self) -> dict[str, Any]:
        self.set_up()
        ending, standings, opener = None, [], 0
        while ending is None:
            if len(self.nights) == self.rules["max_rounds"]:
                ending = "unfinished"
                break
            if self.nights and self.rules["redraft"]:
                self.redraft()
            self.shift(opener)
            ending = self.end_shift()
            opener = self.after(self.bic)
            standings.append([10 * self.good[seat] - 10 * self.bad[seat] for seat in range(self.players)])
        return self.result(ending, standings)

    def redraft(self) -> None:
        for seat in range(self.players):
            self.breakage += self.hands[seat]
            self.hands[seat] = []
        self.deal()
        if self.rules["draft"] == "pass":
            self.draft()

    def end_shift(self) -> str | None:
        """Count the bar, give the token, look at who has won or is out; the ending, if the game is over."""
        total = self.total()
        is_good = total >= self.goal
        (self.good if is_good else self.bad)[self.bic] += 1
        self.nights.append(
            {
                "bid": self.bid,
                "total": total,
                "good": is_good,
                "patrons": len(self.patrons),
                "admit_chances": self.admit_chances,
                "admissions": self.admissions,
                "cards_played": self.cards_played,
            }
        )
        if 0 < self.rules["packed_bar"] <= total:
            return "packed"
        self.breakage += self.patrons + self.schemes
        if 0 < self.rules["bad_nights_out"] <= self.bad[self.bic] and not is_good:
            self.out[self.bic] = True
            self.knock_outs += 1
            self.breakage += self.hands[self.bic]
            self.hands[self.bic] = []
        if sum(self.out) == self.players - 1:
            return "last_standing"
        if len(self.nights) == self.rules["shifts"]:
            return "closing_time"
        return None

    # Result

    def winners(self, ending: str) -> list[int]:
        still_in = [seat for seat in range(self.players) if not self.out[seat]]
        if ending == "unfinished":
            return []
        if ending == "packed":
            return [self.bic]
        if ending == "last_standing":
            return still_in
        able = [seat for seat in still_in if self.good[seat] > 0 or not self.rules["needs_good"]]
        if not able:
            return []
        best = max((self.good[seat], -self.bad[seat]) for seat in able)
        tied = [seat for seat in able if (self.good[seat], -self.bad[seat]) == best]
        return tied if len(tied) == 1 or self.rules["final_tie"] == "shared" else []

    def result(self, ending: str, standings: list[list[int]]) -> dict[str, Any]:
        return {
            "winners": self.winners(ending),
            "ending": ending,
            "rounds": len(self.nights),
            "turns": self.turns,
            **self.lot.counts(),
            "scores": [10 * self.good[seat] - 10 * self.bad[seat] for seat in range(self.players)],
            "standings": standings,
            "extras": self.extras(),
            "parts": self.played,
        }

    def extras(self) -> dict[str, Any]:
        nights = self.nights

        def mean(values: list[int], unit: int) -> Fraction:
            """Rounded down to whole numbers of 1 / unit."""
            return Fraction(sum(values) * unit // len(values), unit)

        found: dict[str, Any] = {
            "shifts": len(nights),
            "bid": mean([night["bid"] for night in nights], 2520),
            "total": mean([night["total"] for night in nights], 60),
            "patrons_in_bar": mean([night["patrons"] for night in nights], 2520),
            "total_10_or_more": mean([night["total"] >= 10 for night in nights], 2520),
            "total_20_or_more": mean([night["total"] >= 20 for night in nights], 2520),
            "good_share": mean([night["good"] for night in nights], 2520),
            "good_nights": sum(self.good) - sum(self.given),
            "bad_nights": sum(self.bad),
            "knock_outs": self.knock_outs,
            "hours_without_patron": Fraction(self.hours_without_patron * 1_000_000 // self.turns, 1_000_000),
        }
        for name in ("admit_chances", "admissions", "cards_played"):
            found[name] = sum(night[name] for night in nights)
        for low, high in BID_RANGES:
            these = [night["good"] for night in nights if low <= night["bid"] <= high]
            if these:
                found[f"bid_{low}_{high}_good"] = mean(these, 2520)
        for place, night in enumerate(nights[:5], 1):
            found[f"cards_played_shift_{place}"] = night["cards_played"]
            found[f"admissions_shift_{place}"] = night["admissions"]
        return found
