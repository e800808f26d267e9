"""Festo! written a second time, from its rules alone, in plain Python: lists and dicts, nothing compiled.

It shares no line with the package but the addresses of random numbers.  All players choose at random.  Game by game it
and the compiled game must agree exactly: every decision, every standing, every figure.
"""

from __future__ import annotations

import csv
import itertools
import pathlib
from collections import Counter
from fractions import Fraction
from typing import Any

from balancer.testing.naive_dice import CHANCE, NaiveDice, RandomPlayers

COLOURS = ["meat", "honey", "spices", "mushrooms", "fruit", "potatoes"]
KINDS = [*COLOURS, "salt"]
CHARACTERS = ["troll", "pixies", "orc", "magician", "elf", "dwarf"]
PLACES = [*CHARACTERS, "grocer"]
ROWS = ["drink", "appetiser", "dessert", "side"]
TYPES = [*ROWS, "roast", "main"]
NODES = ["start_player", "morning", "afternoon", "take_all", "ability", "take", "grocer", "cook"]
DAY = 2**20  # chance of a round: 4 * round + 0 the events, 1 the morning, 2 the afternoon

DEFAULTS: dict[str, Any] = {
    "rounds": 4,
    "helpers": 6,
    "dice": "auto",
    "market_fill": "auto",
    "market_max": 5,
    "shelf_max": 3,
    "stock": 14,
    "salt": "auto",
    "take_all": True,
    "abilities": "all",
    "events": True,
    "event_effects": "all",
    "magical": False,
    "set_bonus": [1, 3, 6, 10, 15, 21],
    "ingredient_vp": 1,
    "column_extra": [0, 1, 2],
    "reserve_discount": 1,
    "dwarf_last_vp": 2,
    "head_start": [0, 0, 0, 0, 0],
    "max_rounds": 20,
}


def play(
    seed: int,
    game: int,
    players: int,
    rules: dict[str, Any],
    dishes: list[dict[str, Any]],
    events: list[dict[str, Any]],
) -> dict[str, Any]:
    """Play game number `game` of a seed; rules: knobs that differ from the defaults; the tables' rows by column."""
    return Kitchen(seed, game, players, rules, numbered(dishes), events).play()


def rows_of(path: pathlib.Path) -> list[dict[str, Any]]:
    """Return the rows of a table by column."""
    with path.open(encoding="utf-8") as file:
        return numbered(csv.DictReader(line for line in file if not line.startswith("#")))


def numbered(rows: Any) -> list[dict[str, Any]]:
    """Return the rows with numbers as numbers."""
    return [{name: int(cell) if str(cell).isdigit() else cell for name, cell in row.items()} for row in rows]


class Seat:
    """One player: helpers and discs at home, where they stand, ingredients, dishes, VP."""

    def __init__(self, helpers: int) -> None:
        self.helpers = helpers  # at home
        self.discs = 2  # in hand
        self.at = dict.fromkeys(PLACES, 0)  # helpers standing there, without discs
        self.discs_at = dict.fromkeys(PLACES, 0)
        self.discs_coming = dict.fromkeys(PLACES, 0)  # will count in the next round
        self.has = Counter(dict.fromkeys(KINDS, 0))
        self.cooked: list[dict[str, Any]] = []
        self.tokens = {"dwarf": 0, "event": 0, "magical": 0}
        self.received: set[tuple[str, str]] = set()  # (character, colour) of this round

    def there(self, place: str) -> int:
        return self.at[place] + self.discs_at[place]

    def benefit(self, kind: str, colour: str) -> int:
        """Return how many magical dishes of that type and colour."""
        return sum(dish["type"] == kind and dish["color"] == colour for dish in self.cooked)


class Slot:
    """A face-up dish and who has reserved it, with a helper or with a disc."""

    def __init__(self, dish: dict[str, Any]) -> None:
        self.dish = dish
        self.owner: int | None = None
        self.disc = False


class Kitchen:
    """One game."""

    def __init__(
        self,
        seed: int,
        game: int,
        players: int,
        rules: dict[str, Any],
        dishes: list[dict[str, Any]],
        events: list[dict[str, Any]],
    ) -> None:
        self.rules = {**DEFAULTS, **rules}
        five = players == 5
        for knob, value in {"dice": 2 if five else 3, "market_fill": 4 if five else 3, "salt": players + 1}.items():
            if self.rules[knob] == "auto":
                self.rules[knob] = value
        self.n = players
        self.dice = NaiveDice(seed, game)
        self.random = RandomPlayers(self.dice, NODES)
        self.seats = [Seat(self.rules["helpers"]) for _ in range(players)]
        self.supply = Counter(dict.fromkeys(COLOURS, self.rules["stock"]))
        self.supply["salt"] = self.rules["salt"]
        self.market = {who: Counter(dict.fromkeys(COLOURS, 0)) for who in CHARACTERS}
        self.shelf = Counter(dict.fromkeys(COLOURS, 0))
        self.start_card = 0
        self.turns = self.rounds = 0
        self.event: dict[str, Any] = {"effect": "", "amount": 0}
        self.count: Counter[str] = Counter()
        self.spent: Counter[str] = Counter()
        self.held_in_round: list[int] = []
        self.effects_drawn: set[str] = set()
        self.set_up(dishes, events)

    # Setup
    def set_up(self, dishes: list[dict[str, Any]], events: list[dict[str, Any]]) -> None:
        self.piles = {}
        for kind in ROWS:
            pile = [dish for dish in dishes if dish["type"] == kind for _ in range(dish["count"])]
            self.dice.shuffle(pile)
            self.piles[kind] = pile
        self.rows: dict[str, list[Slot | None]] = {kind: [None, None, None] for kind in ROWS}
        self.special: dict[str, Any] = {}
        for kind in ("roast", "main"):
            of_kind = [dish for dish in dishes if dish["type"] == kind]
            self.special[kind] = (of_kind[0], min(self.n, of_kind[0]["count"])) if of_kind else (None, 0)
        effects = self.rules["event_effects"]
        self.events = [event for event in events if effects == "all" or event["effect"] in effects]
        self.rules["events"] = self.rules["events"] and bool(self.events)
        self.deck = list(self.events)
        self.next_event = 0
        if self.rules["events"]:
            self.dice.shuffle(self.deck)

    def player_order(self) -> list[int]:
        return [(self.start_player + k) % self.n for k in range(self.n)]

    def from_start_card(self) -> list[int]:
        return [(self.start_card + k) % self.n for k in range(self.n)]

    def choose(self, seat: int, node: str, options: list[Any]) -> Any:
        return options[self.random.choose(seat, self.turns, node, len(options))]

    # Round
    def play(self) -> dict[str, Any]:
        standings = []
        ending = "festo"
        for _ in range(self.rules["rounds"]):
            if self.rounds == self.rules["max_rounds"]:
                ending = "unfinished"
                break
            self.rounds += 1
            self.prepare()
            self.shop()
            self.act()
            self.cook_all()
            standings.append([self.score(seat) for seat in range(self.n)])
        return self.result(ending, standings)

    # 1 Preparation
    def prepare(self) -> None:
        for k, colour in enumerate(COLOURS):
            self.fill_market(CHARACTERS[k], colour, self.rules["market_fill"])
            self.fill_shelf(colour, 1)
        self.refill_rows()
        for seat in self.seats:
            seat.received = set()
            for place in CHARACTERS:
                seat.discs_at[place] += seat.discs_coming[place]
                seat.discs_coming[place] = 0
        self.event = {"effect": "", "amount": 0}
        if self.rules["events"]:
            self.turn_up_event()
        self.start_player = self.choose(self.start_card, "start_player", list(range(self.n)))
        self.start_card = self.start_player

    def fill_market(self, who: str, colour: str, wanted: int) -> None:
        room = self.rules["market_max"] - self.market[who].total()
        added = max(0, min(wanted, room, self.supply[colour]))
        self.market[who][colour] += added
        self.supply[colour] -= added

    def fill_shelf(self, colour: str, wanted: int) -> None:
        added = max(0, min(wanted, self.rules["shelf_max"] - self.shelf[colour], self.supply[colour]))
        self.shelf[colour] += added
        self.supply[colour] -= added

    def refill_rows(self) -> None:
        for kind in ROWS:
            row = [slot for slot in self.rows[kind] if slot is not None]
            while len(row) < 3 and self.piles[kind]:
                row.append(Slot(self.piles[kind].pop(0)))
            self.rows[kind] = [*row, *[None] * (3 - len(row))]

    def turn_up_event(self) -> None:
        if self.next_event == len(self.deck):
            self.deck = list(self.events)
            self.dice.shuffle(self.deck, CHANCE, DAY + 4 * self.rounds)
            self.next_event = 0
        self.event = self.deck[self.next_event]
        self.next_event += 1
        effect, amount = self.event["effect"], self.event["amount"]
        self.effects_drawn.add(effect)
        for k, colour in enumerate(COLOURS):
            if effect == "market_add":
                self.fill_market(CHARACTERS[k], colour, amount)
            if effect == "market_remove":
                for _ in range(amount):
                    self.steal(CHARACTERS[k], colour)
            if effect == "shelf_add":
                self.fill_shelf(colour, amount)
            if effect == "shelf_clear":
                self.supply[colour] += self.shelf[colour]
                self.shelf[colour] = 0
        if effect == "salt_each":
            for seat in self.from_start_card():
                taken = min(amount, self.supply["salt"])
                self.supply["salt"] -= taken
                self.seats[seat].has["salt"] += taken

    def steal(self, who: str, own: str) -> None:
        """Take an ingredient from a market: of its own colour, else of the most frequent, first from the left."""
        market = self.market[who]
        if market.total() == 0:
            return
        colour = own if market[own] > 0 else max(COLOURS, key=lambda c: market[c])
        market[colour] -= 1
        self.supply[colour] += 1

    def effect(self, name: str) -> int:
        """Return the amount of this round's event if it has that effect, else 0."""
        return int(self.event["amount"]) if self.event["effect"] == name else 0

    def is_on(self, name: str) -> bool:
        return bool(self.event["effect"] == name)

    # 2 Shopping
    def shop(self) -> None:
        closed = self.roll(1)
        covered = set() if self.is_on("open_morning") else closed
        self.count["closed_morning"] += len(covered)
        for seat in self.player_order():
            self.place_in_the_morning(seat, covered)
        if self.is_on("keep_covers"):
            pass
        elif self.is_on("open_afternoon"):
            covered = set()
        else:
            covered = self.roll(2)
        self.count["closed_afternoon"] += len(covered)
        for seat in self.player_order():
            self.place_in_the_afternoon(seat, covered)

    def roll(self, part: int) -> set[str]:
        return {CHARACTERS[self.dice.below(CHANCE, DAY + 4 * self.rounds + part, 6)] for _ in range(self.rules["dice"])}

    def open_places(self, covered: set[str]) -> list[str]:
        return [place for place in PLACES if place not in covered]

    def place_in_the_morning(self, seat: int, covered: set[str]) -> None:
        player = self.seats[seat]
        if player.helpers == 0:
            return
        self.turns += 1
        while player.helpers > 0:
            place = self.choose(seat, "morning", [None, *self.open_places(covered)])
            if place is None:
                return
            self.put(player, place)

    def place_in_the_afternoon(self, seat: int, covered: set[str]) -> None:
        player = self.seats[seat]
        if player.helpers == 0:
            return
        self.turns += 1
        while player.helpers > 0:
            self.put(player, self.choose(seat, "afternoon", self.open_places(covered)))

    def put(self, player: Seat, place: str) -> None:
        player.helpers -= 1
        player.at[place] += 1

    # 3 Action
    def act(self) -> None:
        for k, who in enumerate(CHARACTERS):
            order = self.order_at(who)
            most = self.majority(who)
            if most is not None and self.rules["magical"]:
                self.seats[most].tokens["magical"] += self.seats[most].benefit("side", COLOURS[k])
            for seat in order:
                self.turns += 1
                self.act_at(seat, who, seat == most)
                self.go_home(seat, who)
        self.act_at_grocer()

    def order_at(self, place: str) -> list[int]:
        there = [seat for seat in self.player_order() if self.seats[seat].there(place) > 0]
        self.count[f"helpers_{place}"] += sum(self.seats[seat].there(place) for seat in there)
        return sorted(there, key=lambda seat: -self.seats[seat].there(place))

    def majority(self, place: str) -> int | None:
        numbers = [seat.there(place) for seat in self.seats]
        most = max(numbers)
        return numbers.index(most) if most > 0 and numbers.count(most) == 1 else None

    def go_home(self, seat: int, place: str) -> None:
        player = self.seats[seat]
        player.helpers += player.at[place]
        player.at[place] = 0
        player.discs += player.discs_at[place]
        player.discs_at[place] = 0

    def receive(self, seat: int, place: str, kind: str, number: int = 1) -> None:
        player = self.seats[seat]
        player.has[kind] += number
        self.count[f"got_{place}"] += number
        if self.rules["magical"] and place != "grocer" and (place, kind) not in player.received:
            player.received.add((place, kind))
            player.tokens["magical"] += player.benefit("appetiser", kind)

    def act_at(self, seat: int, who: str, has_majority: bool) -> None:
        player, market = self.seats[seat], self.market[who]
        if has_majority and market.total() > 0 and self.rules["take_all"] and not self.is_on("no_take_all"):
            self.count["take_all_offered"] += 1
            if self.choose(seat, "take_all", [False, True]):
                self.count["take_all_taken"] += 1
                for colour in COLOURS:
                    if market[colour] > 0:
                        self.receive(seat, who, colour, market[colour])
                        market[colour] = 0
                return
        helpers = player.there(who)
        option = self.choose(seat, "ability", [None, *self.ability_options(seat, who)])
        if option is not None:
            self.count[f"ability_{who}"] += 1
            getattr(self, f"use_{who}")(seat, *option)
            helpers -= 1
        for _ in range(min(helpers, market.total())):
            colour = self.choose(seat, "take", [colour for colour in COLOURS if market[colour] > 0])
            market[colour] -= 1
            self.receive(seat, who, colour)

    def ability_options(self, seat: int, who: str) -> list[Any]:
        allowed = self.rules["abilities"]
        if self.is_on("no_abilities") or allowed == "none" or (allowed != "all" and who not in allowed):
            return []
        return list(getattr(self, f"options_{who}")(seat))

    # The abilities
    def options_troll(self, _: int) -> list[Any]:
        options = []
        for source in [*CHARACTERS, "shelf"]:
            stock = self.shelf if source == "shelf" else self.market[source]
            for colour in COLOURS:
                if stock[colour] == 0:
                    continue
                others = [target for target in CHARACTERS if target != source]
                room = [target for target in others if self.market[target].total() < self.rules["market_max"]]
                options += [(source, colour, target) for target in room]
                if source != "shelf" and self.shelf[colour] < self.rules["shelf_max"]:
                    options.append((source, colour, "shelf"))
        return options

    def use_troll(self, _: int, source: str, colour: str, target: str) -> None:
        (self.shelf if source == "shelf" else self.market[source])[colour] -= 1
        (self.shelf if target == "shelf" else self.market[target])[colour] += 1

    def options_pixies(self, _: int) -> list[Any]:
        return [(place,) for place in ["orc", "magician", "elf", "dwarf", "grocer"]]

    def leave_with_one(self, player: Seat, place: str) -> bool:
        """Let a helper leave a place, a disc first; return whether it is a disc."""
        if player.discs_at[place] > 0:
            player.discs_at[place] -= 1
            return True
        player.at[place] -= 1
        return False

    def use_pixies(self, seat: int, place: str) -> None:
        player = self.seats[seat]
        if self.leave_with_one(player, "pixies"):
            player.discs_at[place] += 1
        else:
            player.at[place] += 1

    def slots(self) -> list[tuple[str, int, Slot]]:
        found = []
        for kind in ROWS:
            for column, slot in enumerate(self.rows[kind]):
                if slot is not None:
                    found.append((kind, column, slot))
        return found

    def options_orc(self, _: int) -> list[Any]:
        return [(slot,) for _, _, slot in self.slots() if slot.owner is None]

    def use_orc(self, seat: int, slot: Slot) -> None:
        slot.disc = self.leave_with_one(self.seats[seat], "orc")
        slot.owner = seat

    def options_magician(self, _: int) -> list[Any]:
        return [()] if self.supply["salt"] > 0 else []

    def use_magician(self, seat: int) -> None:
        self.supply["salt"] -= 1
        self.receive(seat, "magician", "salt")

    def options_elf(self, seat: int) -> list[Any]:
        options = []
        for given in KINDS:
            if self.seats[seat].has[given] == 0:
                continue
            stock = Counter(self.supply)
            stock[given] += 1
            pairs = itertools.combinations_with_replacement(COLOURS, 2)
            options += [(given, *pair) for pair in pairs if all(stock[c] >= pair.count(c) for c in pair)]
        return options

    def use_elf(self, seat: int, given: str, one: str, other: str) -> None:
        self.seats[seat].has[given] -= 1
        self.supply[given] += 1
        for colour in (one, other):
            self.supply[colour] -= 1
            self.receive(seat, "elf", colour)

    def options_dwarf(self, seat: int) -> list[Any]:
        if self.rounds == self.rules["rounds"]:
            return [()]
        discs = self.seats[seat].discs
        return list(itertools.combinations_with_replacement(CHARACTERS, discs)) if discs else []

    def use_dwarf(self, seat: int, *places: str) -> None:
        player = self.seats[seat]
        if self.rounds == self.rules["rounds"]:
            player.tokens["dwarf"] += self.rules["dwarf_last_vp"]
        for place in places:
            player.discs -= 1
            player.discs_coming[place] += 1

    # The Grocer
    def act_at_grocer(self) -> None:
        order = self.order_at("grocer")
        if order:
            self.start_card = order[0]
        for seat in order:
            self.turns += 1
            stocked = [colour for colour in COLOURS if self.shelf[colour] > 0]
            if stocked:
                colour = self.choose(seat, "grocer", stocked)
                number = min(self.seats[seat].there("grocer"), self.shelf[colour])
                self.shelf[colour] -= number
                self.receive(seat, "grocer", colour, number)
            self.go_home(seat, "grocer")

    # 4 Cooking
    def cook_all(self) -> None:
        self.held_in_round.append(self.start_card)
        cooking = self.from_start_card()
        self.first_dish = set(range(self.n))
        while cooking:
            for seat in list(cooking):
                self.turns += 1
                option = self.choose(seat, "cook", [None, *self.cook_options(seat)])
                if option is None:
                    cooking.remove(seat)
                else:
                    getattr(self, option[0])(seat, *option[1:])

    def cook_options(self, seat: int) -> list[Any]:
        player = self.seats[seat]
        options: list[Any] = []
        for kind, column, slot in self.slots():
            if slot.owner == seat:
                options += [("call_back", kind, column, paid) for paid in KINDS if player.has[paid] > 0]
        for kind, column, slot in self.slots():
            if slot.owner in (None, seat):
                for need in self.needs(seat, slot, column):
                    if self.can_pay(seat, need):
                        options.append(("cook", kind, column, need))
        for kind in ("roast", "main"):
            dish, left = self.special[kind]
            if left > 0:
                for need in self.special_needs(kind, dish):
                    if self.can_pay(seat, need):
                        options.append(("cook", kind, -1, need))
        return options

    def needs(self, seat: int, slot: Slot, column: int) -> list[dict[str, int]]:
        """Return every way to pay for a dish of a row: how many of each colour, before drinks."""
        dish, main = slot.dish, slot.dish["color"]
        extra = self.rules["column_extra"][column]
        if self.is_on("no_column_extra") and column > 0:
            extra = 0
        other = dish["other"]
        if slot.owner == seat:
            off = min(extra, self.rules["reserve_discount"])
            extra -= off
            other = max(0, other - (self.rules["reserve_discount"] - off))
        if other == 0:
            return [{main: dish["main"] + extra}]
        ways = []
        for colour in COLOURS:
            if colour != main:
                ways.append({main: dish["main"] + extra, colour: other})
                if extra > 0:
                    ways.append({main: dish["main"], colour: other + extra})
        return ways

    def special_needs(self, kind: str, dish: dict[str, Any]) -> list[dict[str, int]]:
        if kind == "roast":
            needed = max(0, dish["main"] - self.effect("roast_discount"))
            return [{colour: needed} for colour in COLOURS]
        return [dict.fromkeys(COLOURS, dish["main"])]

    def payment(self, seat: int, need: dict[str, int]) -> dict[str, int]:
        """Return what is paid: the colours needed as far as held, salt for the rest."""
        needed, has = self.after_drinks(seat, need), self.seats[seat].has
        paid = {colour: min(number, has[colour]) for colour, number in needed.items()}
        return {**dict.fromkeys(KINDS, 0), **paid, "salt": sum(needed.values()) - sum(paid.values())}

    def can_pay(self, seat: int, need: dict[str, int]) -> bool:
        has = self.seats[seat].has
        lacking = [number - has[colour] for colour, number in self.after_drinks(seat, need).items()]
        return sum(number for number in lacking if number > 0) <= has["salt"]

    def after_drinks(self, seat: int, need: dict[str, int]) -> dict[str, int]:
        """Return what is needed where magical drinks make each colour cost less."""
        if not self.rules["magical"]:
            return need
        player = self.seats[seat]
        return {colour: max(0, number - player.benefit("drink", colour)) for colour, number in need.items()}

    def call_back(self, seat: int, kind: str, column: int, paid: str) -> None:
        player, slot = self.seats[seat], self.rows[kind][column]
        assert slot is not None
        player.has[paid] -= 1
        self.supply[paid] += 1
        self.free(slot)
        self.count["call_backs"] += 1

    def free(self, slot: Slot) -> None:
        """Bring the helper (or disc) on a reserved dish home."""
        assert slot.owner is not None
        player = self.seats[slot.owner]
        if slot.disc:
            player.discs += 1
        else:
            player.helpers += 1
        slot.owner = None

    def cook(self, seat: int, kind: str, column: int, need: dict[str, int]) -> None:
        player = self.seats[seat]
        paid = self.payment(seat, need)
        for what, number in paid.items():
            player.has[what] -= number
            self.supply[what] += number
        self.count["salt_spent"] += paid["salt"]
        self.spent[kind] += sum(paid.values())
        if self.rules["magical"]:
            for colour in COLOURS:
                if paid[colour] > 0:
                    player.tokens["magical"] += player.benefit("dessert", colour)
        player.tokens["event"] += self.effect("dish_vp")
        if seat in self.first_dish:
            player.tokens["event"] += self.effect("first_dish_vp")
            self.first_dish.remove(seat)
        player.cooked.append(self.take_dish(kind, column))

    def take_dish(self, kind: str, column: int) -> dict[str, Any]:
        if kind in ("roast", "main"):
            dish, left = self.special[kind]
            self.special[kind] = (dish, left - 1)
            return dict(dish)
        slot = self.rows[kind][column]
        assert slot is not None
        if slot.owner is not None:
            self.free(slot)
            self.count["reserved_cooked"] += 1
        self.rows[kind][column] = None
        return slot.dish

    # End and result
    def set_vp(self, seat: int) -> int:
        by_type = Counter(dish["type"] for dish in self.seats[seat].cooked)
        bonus, k = 0, 1
        while any(number >= k for number in by_type.values()):
            bonus += self.rules["set_bonus"][sum(number >= k for number in by_type.values()) - 1]
            k += 1
        return bonus

    def sources(self, seat: int) -> dict[str, int]:
        player = self.seats[seat]
        return {
            "vp_dishes": sum(dish["vp"] for dish in player.cooked),
            "vp_sets": self.set_vp(seat),
            "vp_ingredients": self.rules["ingredient_vp"] * player.has.total(),
            "vp_tokens": self.rules["head_start"][seat] + sum(player.tokens.values()),
        }

    def score(self, seat: int) -> int:
        return sum(self.sources(seat).values())

    def result(self, ending: str, standings: list[list[int]]) -> dict[str, Any]:
        seats = range(self.n)
        scores = [self.score(seat) for seat in seats]
        ranks = [(scores[seat], len(self.seats[seat].cooked), self.seats[seat].has.total()) for seat in seats]
        winners = [seat for seat in seats if ranks[seat] == max(ranks)] if ending == "festo" else []
        return {
            "winners": winners,
            "ending": ending,
            "rounds": self.rounds,
            "turns": self.turns,
            **self.random.counts(),
            "scores": scores,
            "standings": standings,
            "extras": self.extras(winners, scores),
            "parts": [{name_of(dish) for dish in player.cooked} for player in self.seats],
        }

    def extras(self, winners: list[int], scores: list[int]) -> dict[str, Any]:
        figures: dict[str, Any] = {}
        for name in ("vp_dishes", "vp_sets", "vp_ingredients", "vp_tokens"):
            figures[name] = Fraction(sum(self.sources(seat)[name] for seat in range(self.n)), self.n)
        cooked = [dish for player in self.seats for dish in player.cooked]
        figures["dishes"] = Fraction(len(cooked), self.n)
        figures["winner_score"] = max(scores)
        for kind in TYPES:
            of_type = [dish for dish in cooked if dish["type"] == kind]
            figures[f"dishes_{kind}"] = len(of_type)
            if self.spent[kind] > 0:
                per = 1000 * sum(dish["vp"] for dish in of_type) // self.spent[kind]
                figures[f"vp_per_ingredient_{kind}"] = Fraction(per, 1000)
        for place in PLACES:
            figures[f"helpers_{place}"] = self.count[f"helpers_{place}"]
            figures[f"got_{place}"] = self.count[f"got_{place}"]
        for who in CHARACTERS:
            figures[f"ability_{who}"] = self.count[f"ability_{who}"]
        for part in ("closed_morning", "closed_afternoon"):
            figures[part] = Fraction(self.count[part], 6 * self.rounds)
        for name in ("take_all_offered", "take_all_taken", "reserved_cooked", "call_backs", "salt_spent"):
            figures[name] = self.count[name]
        for source in ("dwarf", "event", "magical"):
            figures[f"tokens_{source}"] = sum(player.tokens[source] for player in self.seats)
        figures["mean_score"] = Fraction(sum(scores), self.n)
        for effect in self.effects_drawn - {""}:
            figures[f"event_{effect}"] = figures["mean_score"]
        net = {place: self.count[f"got_{place}"] for place in PLACES}
        net["elf"] -= self.count["ability_elf"]
        points = sum(scores) - sum(self.sources(seat)["vp_tokens"] for seat in range(self.n))
        for place, helpers in ((place, self.count[f"helpers_{place}"]) for place in PLACES):
            if helpers and sum(net.values()):
                gained = Fraction(points * net[place], sum(net.values()))
                gained += figures["tokens_dwarf"] if place == "dwarf" else 0
                figures[f"value_{place}"] = Fraction(int(1000 * gained / helpers), 1000)
        if winners:
            held = sum(Fraction(seat in winners, len(winners)) for seat in self.held_in_round)
            figures["start_card_advantage"] = held / len(self.held_in_round) - Fraction(1, self.n)
        return figures


def name_of(dish: dict[str, Any]) -> str:
    """Return what a dish is called among the components."""
    if dish["type"] in ROWS:
        return f"{dish['color']} {dish['type']}"
    return {"roast": "roast", "main": "main course"}[dish["type"]]
