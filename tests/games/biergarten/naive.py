"""Biergarten written a second time, from its rules alone, in plain Python: lists and dicts, nothing compiled.

It shares no line with the package. All players choose at random. It throws the same dice as the fast room, so game by
game the two must agree exactly: who wins and how, every decision, every standing, every figure.

A garden is a dict of cards by cell; a cell is (row, column), row 0 in the north, column 0 in the west. Sorted, cells
are in row-major order, and cards in order of number.
"""

import functools
from collections.abc import Callable, Collection, Container, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from balancer.testing.naive_dice import CHANCE, NaiveDice, RandomPlayers

DEFAULTS = {
    "board": "lagers",
    "end_at": "auto",
    "umbrella_bonus": "auto",
    "umbrella_run": 7,
    "color_bonus": 3,
    "garden_bonus": 6,
    "hand": 2,
    "supply": 3,
    "rearrange": "both",
    "shift": True,
    "final_rearrange": True,
    "steal": True,
    "wilds": 10,
    "tie_break": "last_seat",
    "head_start": [0, 0, 0, 0, 0],
    "max_rounds": 200,
}
END_AT = {"lagers": 15, "ales": 10}
UMBRELLA_BONUS = {"lagers": 2, "ales": 0}

COLORS = "GYRB"
WILD = "W"
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
SIZE = 24
HOME = (12, 12)
NODES = ["home", "refresh", "draw", "play", "rearrange"]
CLASSES = ["none", "swap", "move", "shift"]
COUNTED = ["swaps", "moves", "shifts", "rearrange_gain", "from_supply", "from_deck", "steals", "refreshes"]
COUNTED += ["skipped_draws", "skipped_plays"]

Cell = tuple[int, int]


class Card(NamedTuple):
    number: int
    kind: str
    colors: str
    walls: str
    umbrellas: str

    def is_wild(self) -> bool:
        return self.colors == WILD

    def has_shield(self, edge: str) -> bool:
        """Return whether an edge is a shield: all edges are that are not walls."""
        return edge not in self.walls


Garden = dict[Cell, Card]


# Parts ----------------------------------------------------------------------------------------------------------------
def cards_of(parts: Any) -> list[Card]:
    """Return every physical card, numbered in the order of the table's rows (tuples, or dicts by column)."""
    cards: list[Card] = []
    for part in parts:
        row = part
        if isinstance(part, dict):
            row = [part[column] for column in ("kind", "colors", "walls", "umbrellas", "count")]
        kind, colors, walls, umbrellas, count = row
        for _ in range(int(count)):
            cards.append(Card(len(cards), kind, colors, walls, umbrellas))
    return cards


def name_of(card: Card) -> str:
    """Return the four fields as the lift of cards has them: letters in order, `-` for none."""
    colors = card.colors if card.is_wild() else in_order(card.colors, COLORS)
    return f"{card.kind} {colors} {in_order(card.walls, 'NESW')} {in_order(card.umbrellas, COLORS)}"


def in_order(letters: str, order: str) -> str:
    return "".join(sorted(letters, key=order.index)) or "-"


# The garden -----------------------------------------------------------------------------------------------------------
def neighbour(cell: Cell, edge: str) -> Cell:
    return cell[0] + STEP[edge][0], cell[1] + STEP[edge][1]


def on_grid(cell: Cell) -> bool:
    return 0 <= cell[0] < SIZE and 0 <= cell[1] < SIZE


GRID = frozenset((row, column) for row in range(SIZE) for column in range(SIZE))


def empty_cells_around(garden: Collection[Cell]) -> list[Cell]:
    """Return the empty cells orthogonally adjacent to a card, in row-major order."""
    around = {neighbour(cell, edge) for cell in garden for edge in STEP}
    return sorted(cell for cell in around if cell not in garden and on_grid(cell))


@functools.lru_cache(100_000)
def is_connected(cells: frozenset[Cell]) -> bool:
    """Return whether all cells are connected orthogonally; cached, as many rearrangements lead to few shapes."""
    start = next(iter(cells))
    reached, to_visit = {start}, [start]
    while to_visit:
        row, column = to_visit.pop()
        for beside in [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]:
            if beside in cells and beside not in reached:
                reached.add(beside)
                to_visit.append(beside)
    return reached == cells


def facing_shields(garden: Garden) -> Iterator[tuple[Cell, Cell]]:
    """Yield each pair of orthogonally adjacent cards, once, whose facing edges are both shields."""
    for cell in garden:
        for edge in "ES":
            other = neighbour(cell, edge)
            if other in garden and garden[cell].has_shield(edge) and garden[other].has_shield(OPPOSITE[edge]):
                yield cell, other


def ways_to_match(one: Card, other: Card) -> list[set[str]]:
    """Return the sets of colours that two cards may be matched in, facing each other with shields; [] if in none."""
    if one.is_wild() and other.is_wild():
        return [{color} for color in COLORS]
    if one.is_wild():
        return [{color} for color in other.colors]
    if other.is_wild():
        return [{color} for color in one.colors]
    common = set(one.colors) & set(other.colors)
    return [common] if common else []


def matches_of(garden: Garden) -> list[list[set[str]]]:
    """Return for each pair of matched cards the ways in which they match."""
    pairs = [ways_to_match(garden[one], garden[other]) for one, other in facing_shields(garden)]
    return [ways for ways in pairs if ways]


def match_barrels(garden: Garden) -> int:
    """Return a barrel for each colour matched; however a wild is matched, it is one."""
    return sum(len(ways[0]) for ways in matches_of(garden))


def has_every_color(garden: Garden) -> bool:
    """Try every way of every match with every way of all others (sets of colours that come out alike: once)."""
    outcomes: set[frozenset[str]] = {frozenset()}
    for ways in matches_of(garden):
        outcomes = {matched | way for matched in outcomes for way in ways}
    return frozenset(COLORS) in outcomes


def is_walled(garden: Garden) -> bool:
    """Return whether no card has a shield on an edge that faces an empty cell."""
    return not any(
        card.has_shield(edge) and neighbour(cell, edge) not in garden for cell, card in garden.items() for edge in STEP
    )


def longest_string(garden: Garden, color: str) -> int:
    """Return the most umbrellas of a colour on cards connected through shields, each with an umbrella of it."""
    cells = {cell for cell, card in garden.items() if color in card.umbrellas}
    links = [(one, other) for one, other in facing_shields(garden) if one in cells and other in cells]
    groups = [{cell} for cell in cells]
    for one, other in links:
        (first,) = [group for group in groups if one in group]
        (second,) = [group for group in groups if other in group]
        if first is not second:
            groups.remove(second)
            first |= second
    return max((sum(garden[cell].umbrellas.count(color) for cell in group) for group in groups), default=0)


# The game -------------------------------------------------------------------------------------------------------------
def play(seed: int, game: int, players: int, rules: dict[str, Any], parts: Any) -> dict[str, Any]:
    """Play game number `game` of a seed; `rules`: knobs that differ from the defaults; `parts`: rows of the table."""
    return Biergarten(seed, game, players, rules, parts).play()


class Biergarten:
    """One game. The deck's top card is its first; an empty supply slot holds None."""

    def __init__(self, seed: int, game: int, players: int, rules: dict[str, Any], parts: Any) -> None:
        self.rules = {**DEFAULTS, **rules}
        self.cards = cards_of(parts)
        self.players = players
        self.dice = NaiveDice(seed, game)
        self.lot = RandomPlayers(self.dice, NODES)
        self.gardens: list[Garden] = [{} for seat in range(players)]
        self.hands: list[list[Card]] = [[] for seat in range(players)]
        self.deck: list[Card] = []
        self.supply: list[Card | None] = []
        self.turns = self.rounds = self.turns_without_supply = 0
        self.trigger: int | None = None  # the seat that began the final round
        self.triggered_at = (0, 0)  # in which turn and round
        self.counts = dict.fromkeys(COUNTED, 0)

    # Scoring

    def bonus(self, name: str, by_board: dict[str, int]) -> int:
        return int(by_board[self.rules["board"]] if self.rules[name] == "auto" else self.rules[name])

    def barrels(self, garden: Garden) -> dict[str, int]:
        """Return what a garden is worth, by source."""
        long = [color for color in COLORS if longest_string(garden, color) >= self.rules["umbrella_run"]]
        return {
            "matches": match_barrels(garden),
            "color": self.rules["color_bonus"] if has_every_color(garden) else 0,
            "garden": self.rules["garden_bonus"] if is_walled(garden) else 0,
            "umbrella": self.bonus("umbrella_bonus", UMBRELLA_BONUS) * len(long),
        }

    def score(self, seat: int) -> int:
        return int(self.rules["head_start"][seat]) + sum(self.barrels(self.gardens[seat]).values())

    # Setup

    def set_up(self) -> None:
        wilds = [card for card in self.cards if card.kind == "common" and card.is_wild()]
        common = [card for card in self.cards if card.kind == "common" and card not in wilds[self.rules["wilds"] :]]
        homes = [card for card in self.cards if card.kind == "home"]
        if len(common) < self.players * self.rules["hand"] + self.rules["supply"] or len(homes) < self.players + 1:
            raise ValueError("too few cards")

        self.dice.shuffle(common)
        self.dice.shuffle(homes)
        self.deck = common
        for hand in self.hands:
            hand += [self.deck.pop(0) for _ in range(self.rules["hand"])]
        lying = homes[: self.players + 1]
        for seat in range(self.players):
            self.gardens[seat][HOME] = lying.pop(self.lot.choose(seat, 0, "home", len(lying)))
        self.supply = [self.deck.pop(0) for _ in range(self.rules["supply"])]

    # Course

    def play(self) -> dict[str, Any]:
        self.set_up()
        return self.play_rounds()

    def play_rounds(self) -> dict[str, Any]:
        standings: list[list[int]] = []
        ending = None
        while ending is None:
            ending = self.round()
            if ending != "unfinished":
                standings.append([self.score(seat) for seat in range(self.players)])
        return self.result(ending, standings)

    def round(self) -> str | None:
        """Play one round as far as it goes; return the ending, if it ends the game (`unfinished`: not begun)."""
        if self.rounds == self.rules["max_rounds"]:
            return "unfinished"
        self.rounds += 1
        for seat in range(self.players):
            self.turn(seat)
            if self.trigger is None and self.score(seat) >= self.bonus("end_at", END_AT):
                self.trigger, self.triggered_at = seat, (self.turns, self.rounds)
            elif self.trigger == (seat + 1) % self.players:  # all others have had their turn
                if self.rules["final_rearrange"]:
                    self.rearrange(self.trigger)
                return "final_round"
        if self.trigger is None and not self.deck and self.supply_is_empty():
            return "deck_out"
        return None

    def turn(self, seat: int) -> None:
        self.turns += 1
        if self.turns_without_supply >= self.players:
            self.refresh(seat)
        self.turns_without_supply += 1  # unless a supply card is drawn
        self.draw(seat)
        self.play_card(seat)
        self.rearrange(seat)

    def refresh(self, seat: int) -> None:
        if self.lot.choose(seat, self.turns, "refresh", 2 if self.deck else 1) == 0:  # keep
            return
        self.counts["refreshes"] += 1
        self.turns_without_supply = 0
        self.deck += [card for card in self.supply if card is not None]
        self.dice.shuffle(self.deck, CHANCE, self.turns)
        self.supply = [self.deck.pop(0) for _ in self.supply]

    def supply_is_empty(self) -> bool:
        return all(card is None for card in self.supply)

    # Draw

    def draw(self, seat: int) -> None:
        options: list[tuple[str, int]] = [("supply", k) for k, card in enumerate(self.supply) if card is not None]
        if self.deck:
            options.append(("deck", 0))
        if self.rules["steal"]:
            options += [("steal", other) for other in range(self.players) if other != seat and self.hands[other]]
        if not options:
            self.counts["skipped_draws"] += 1
            return
        source, where = options[self.lot.choose(seat, self.turns, "draw", len(options))]
        if source == "supply":
            self.draw_from_supply(seat, where)
        elif source == "deck":
            self.counts["from_deck"] += 1
            self.hands[seat].append(self.deck.pop(0))
        else:
            self.steal(seat, where)

    def draw_from_supply(self, seat: int, slot: int) -> None:
        card = self.supply[slot]
        assert card is not None
        self.counts["from_supply"] += 1
        self.turns_without_supply = 0
        self.hands[seat].append(card)
        self.supply[slot] = self.deck.pop(0) if self.deck else None

    def steal(self, seat: int, victim: int) -> None:
        self.counts["steals"] += 1
        hand = sorted(self.hands[victim])
        card = hand[self.dice.below(CHANCE, self.turns, len(hand))]
        self.hands[victim].remove(card)
        self.hands[seat].append(card)
        if self.deck:
            self.hands[victim].append(self.deck.pop(0))

    # Play

    def play_card(self, seat: int) -> None:
        garden, hand = self.gardens[seat], self.hands[seat]
        options = [(card, cell) for card in sorted(hand) for cell in empty_cells_around(garden)]
        if not options:
            self.counts["skipped_plays"] += 1
            return
        card, cell = options[self.lot.choose(seat, self.turns, "play", len(options))]
        hand.remove(card)
        garden[cell] = card

    # Rearrange

    def rearrange(self, seat: int) -> None:
        if self.rules["rearrange"] == "none":
            return
        garden = self.gardens[seat]
        options: dict[str, list[Any]] = {"none": [None], "swap": [], "move": [], "shift": []}
        if self.rules["rearrange"] in ("both", "swap"):
            options["swap"] = swaps(garden)
        if self.rules["rearrange"] in ("both", "move"):
            options["move"] = moves(garden)
            options["shift"] = shifts(garden) if self.rules["shift"] else []

        sizes = [len(options[name]) for name in CLASSES]
        number = self.lot.choose_by_class(seat, self.turns, "rearrange", sizes)
        name, how = [(name, how) for name in CLASSES for how in options[name]][number]
        if name == "none":
            return
        ways: dict[str, Callable[..., Garden]] = {"swap": swapped, "move": moved, "shift": shifted}
        before = self.score(seat)
        self.gardens[seat] = ways[name](garden, *how)
        self.counts[f"{name}s"] += 1
        self.counts["rearrange_gain"] += self.score(seat) - before

    # Result

    def winners(self, scores: list[int]) -> list[int]:
        best = [seat for seat in range(self.players) if scores[seat] == max(scores)]
        return best if self.rules["tie_break"] == "shared" else best[-1:]

    def result(self, ending: str, standings: list[list[int]]) -> dict[str, Any]:
        scores = [self.score(seat) for seat in range(self.players)]
        winners = [] if ending == "unfinished" else self.winners(scores)
        return {
            "winners": winners,
            "ending": ending,
            "rounds": self.rounds,
            "turns": self.turns,
            **self.lot.counts(),
            "scores": scores,
            "standings": standings,
            "extras": {
                **self.counts,
                **self.at_the_end(),
                **self.of_winners(scores, winners),
                **self.of_trigger(winners),
            },
            "parts": [{name_of(card) for card in garden.values()} for garden in self.gardens],
        }

    def at_the_end(self) -> dict[str, Any]:
        """Return contents and worth of the gardens: barrels as means of the players, counts of all together."""
        worth = [self.barrels(garden) for garden in self.gardens]
        means = {f"barrels_{source}": Fraction(sum(w[source] for w in worth), self.players) for source in worth[0]}
        pairs = [(garden[one], garden[other]) for garden in self.gardens for one, other in facing_shields(garden)]
        matched = [pair for pair in pairs if ways_to_match(*pair)]
        return {
            **means,
            "walled_players": Fraction(sum(is_walled(garden) for garden in self.gardens), self.players),
            "wilds_in_gardens": sum(card.is_wild() for garden in self.gardens for card in garden.values()),
            "wild_matches": sum(one.is_wild() or other.is_wild() for one, other in matched),
        }

    def of_winners(self, scores: list[int], winners: list[int]) -> dict[str, Any]:
        """Return the figures of the winners of a finished game."""
        if not winners:
            return {}
        return {
            "winner_score": scores[winners[0]],
            "ties_at_top": int(scores.count(max(scores)) > 1),
            "walled_winners": Fraction(sum(is_walled(self.gardens[seat]) for seat in winners), len(winners)),
        }

    def of_trigger(self, winners: list[int]) -> dict[str, Any]:
        """Return the figures of the player who began the final round."""
        if self.trigger is None:
            return {}
        turn, round_ = self.triggered_at
        share = Fraction(1, len(winners)) if self.trigger in winners else 0
        seats = {f"trigger_seat_{seat + 1}": int(seat == self.trigger) for seat in range(self.players)}
        return {"trigger_turn": turn, "trigger_round": round_, "trigger_wins": share, **seats}


# Ways to rearrange ----------------------------------------------------------------------------------------------------
def swaps(garden: Garden) -> list[tuple[Cell, Cell]]:
    """Return each unordered pair of cells with a card."""
    return [(one, other) for one in sorted(garden) for other in sorted(garden) if one < other]


def moves(garden: Garden) -> list[tuple[Cell, Cell]]:
    """Return (from, to): to an empty cell beside another card, so that all cards hang together then."""
    return moves_of(frozenset(garden))


@functools.lru_cache(10_000)
def moves_of(shape: frozenset[Cell]) -> list[tuple[Cell, Cell]]:
    """Return the same: few shapes are those of many gardens."""
    found = []
    for cell in sorted(shape):
        others = shape - {cell}
        found += [(cell, to) for to in empty_cells_around(others) if to != cell and is_connected(others | {to})]
    return found


def shifts(garden: Garden) -> list[tuple[Cell, Cell, str]]:
    """Return (from, to, direction): to a cell with another card; the row of cards there gives way by a step."""
    return shifts_of(frozenset(garden))


@functools.lru_cache(10_000)
def shifts_of(shape: frozenset[Cell]) -> list[tuple[Cell, Cell, str]]:
    """Return the same."""
    cells = sorted(shape)
    tried = [(cell, to, direction) for cell in cells for to in cells if to != cell for direction in STEP]
    return [shift for shift in tried if is_right(shape_shifted(shape, *shift))]


def is_right(shape: frozenset[Cell]) -> bool:
    """Return whether a shape is on the grid and connected."""
    return shape <= GRID and is_connected(shape)


def swapped(garden: Garden, one: Cell, other: Cell) -> Garden:
    return {**garden, one: garden[other], other: garden[one]}


def moved(garden: Garden, cell: Cell, to: Cell) -> Garden:
    without = {other: card for other, card in garden.items() if other != cell}
    return {**without, to: garden[cell]}


def shifted(garden: Garden, cell: Cell, to: Cell, direction: str) -> Garden:
    """Take the card out, move the unbroken run of cards from `to` on by one step, and put the card at `to`."""
    others = {other: card for other, card in garden.items() if other != cell}
    run = run_from(others, to, direction)
    staying = {other: card for other, card in others.items() if other not in run}
    pushed = {neighbour(other, direction): others[other] for other in run}
    return {**staying, **pushed, to: garden[cell]}


def shape_shifted(shape: frozenset[Cell], cell: Cell, to: Cell, direction: str) -> frozenset[Cell]:
    """Return the cells with a card after a shift; thousands are tried for each that is made."""
    others = shape - {cell}
    run = run_from(others, to, direction)
    return others.difference(run).union([neighbour(other, direction) for other in run], [to])


def run_from(others: Container[Cell], to: Cell, direction: str) -> list[Cell]:
    """Return the unbroken run of cards from `to` on."""
    run = [to]
    while neighbour(run[-1], direction) in others:
        run.append(neighbour(run[-1], direction))
    return run
