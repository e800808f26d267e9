"""Cards and rules laid on the table before any game is played (plain Python)."""

from __future__ import annotations

import itertools
import math
from typing import Any

from balancer.core.component_table import Parts
from balancer.core.knobs import Problem
from balancer.games.bartender.components import AT_HANDS, EFFECT, Kind

POINT = 16
BY_COUNT = {  # worth for the player in charge, against it, and in cards: sixteenths per unit of the amount
    EFFECT.DRAW: (8, 4, 16),
    EFFECT.DISCARD: (4, 4, 8),
    EFFECT.STEAL: (8, 8, 24),
}
OF_EFFECT = {  # the same, whatever the amount
    EFFECT.EJECT: (24, 32, 0),
    EFFECT.ENCORE: (16, 8, 0),
    EFFECT.LOCKOUT: (0, 16, 0),
    EFFECT.SWAP: (0, 0, 24),
    EFFECT.NO_REVEAL: (0, 64, 0),
    EFFECT.PROTECT: (16, 0, 0),
}


def check(rules: dict[str, Any], seats: int, parts: Parts) -> list[Problem]:
    """What the cards are too few for."""
    cards = sum(kind.cards for kind in parts.data)
    needed = seats * rules["hand_size"]
    if needed <= cards:
        return []
    hint = "a smaller hand, fewer players or a table with more cards"
    return [
        Problem("hand_size", f"{seats} players with {rules['hand_size']} cards each need {needed} of {cards}", hint)
    ]


def prepare(table: Any, rules: dict[str, Any], seats: int, parts: Parts) -> None:
    """Put the cards on the table, and what every player can work out from the table of cards."""
    del seats
    kinds = parts.data
    table.n_kinds = len(kinds)
    table.n_cards = sum(kind.cards for kind in kinds)
    for number, card in enumerate(number for number, kind in enumerate(kinds) for _ in range(kind.cards)):
        table.box[number] = card
    for number, kind in enumerate(kinds):
        lay_kind(table.facts[number], kind)
        table.names[number, : len(kind.name)] = [ord(letter) for letter in kind.name]
    table.is_patron = set_of(kind.is_patron for kind in kinds)
    table.is_scheme = set_of(not kind.is_patron for kind in kinds)
    table.at_hands = set_of(kind.effect in AT_HANDS for kind in kinds)
    table.at_bar = set_of(kind.effect == EFFECT.EJECT for kind in kinds)
    table.admission_worth = admission_worth(kinds, rules["reveal"])
    for name in ("serves", "spoils", "hand_worth"):
        total = sum(kind.cards * getattr(table.facts[number], name) for number, kind in enumerate(kinds))
        setattr(table, f"mean_{name}", total // table.n_cards)
    table.watched = any(not table.lineup[entry].at_random for entry in range(table.lineup_length))


def set_of(members: Any) -> int:
    """The set of the numbers at which a row of truth values is true."""
    return sum(1 << number for number, member in enumerate(members) if member)


def lay_kind(facts: Any, kind: Kind) -> None:
    """All cards of one name."""
    facts.cards, facts.value, facts.tag = kind.cards, kind.value, kind.tag
    facts.mod_tag, facts.mod = kind.mod_tag, kind.mod
    facts.effect, facts.amount = kind.effect, kind.amount
    facts.serves, facts.spoils, facts.hand_worth = worth(kind)


def worth(kind: Kind) -> tuple[int, int, int]:
    """What a card does for the player in charge, against it, and for the hand, in sixteenths."""
    points = POINT * kind.value
    serves, spoils, in_cards = max(points, 0), max(-points, 0), 0
    if kind.effect in BY_COUNT:
        each = BY_COUNT[kind.effect]
        serves, spoils, in_cards = (
            serves + kind.amount * each[0],
            spoils + kind.amount * each[1],
            kind.amount * each[2],
        )
    if kind.effect in OF_EFFECT:
        fixed = OF_EFFECT[kind.effect]
        serves, spoils, in_cards = serves + fixed[0], spoils + fixed[1], in_cards + fixed[2]
    for_bic = {EFFECT.CHEER: kind.amount, EFFECT.GOAL: -kind.amount, EFFECT.HOURS: kind.amount}.get(kind.effect, 0)
    return serves + POINT * max(for_bic, 0), spoils + POINT * max(-for_bic, 0), in_cards


def admission_worth(kinds: tuple[Kind, ...], reveal: int) -> int:
    """The value, in 1/16, of the best patron among so many random cards (0 where there is none better)."""
    values = sorted(((kind.value if kind.is_patron else 0), kind.cards) for kind in kinds)
    total = sum(cards for _, cards in values)
    reveal = min(reveal, total)
    below, mean = 0, 0
    for value, group in itertools.groupby(values, key=lambda pair: max(pair[0], 0)):
        at_most = below + sum(cards for _, cards in group)
        mean += POINT * value * (math.comb(at_most, reveal) - math.comb(below, reveal))
        below = at_most
    return mean // math.comb(total, reveal) if total else 0
