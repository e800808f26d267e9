"""Preparation of the table before any game is played: cards and rules (plain Python)."""

from __future__ import annotations

from typing import Any

from balancer.core.component_table import Parts
from balancer.core.knobs import Problem
from balancer.games.bartender.components import AT_HANDS, EFFECT, CardKind

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
    """Return the problem if there are too few cards for the hands."""
    cards = sum(kind.cards for kind in parts.data)
    needed = seats * rules["hand_size"]
    if needed <= cards:
        return []
    hint = "a smaller hand, fewer players or a table with more cards"
    return [
        Problem("hand_size", f"{seats} players with {rules['hand_size']} cards each need {needed} of {cards}", hint)
    ]


def prepare(table: Any, rules: dict[str, Any], seats: int, parts: Parts) -> None:
    """Put the cards on the table, and what every player can work out from the component table."""
    del seats, rules
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
    table.watched = any(not table.lineup[entry].at_random for entry in range(table.lineup_length))
    derive(table)


def set_of(members: Any) -> int:
    """Return the set of the indices at which `members` is true."""
    return sum(1 << number for number, member in enumerate(members) if member)


def lay_kind(facts: Any, kind: CardKind) -> None:
    """Write the facts about all cards of one name."""
    facts.cards, facts.value, facts.tag = kind.cards, kind.value, kind.tag
    facts.mod_tag, facts.mod = kind.mod_tag, kind.mod
    facts.effect, facts.amount = kind.effect, kind.amount
    facts.serves, facts.spoils, facts.hand_worth = worth(kind)


def worth(kind: CardKind) -> tuple[int, int, int]:
    """Return what a card does for the player in charge, against it, and for the hand, in sixteenths."""
    points = POINT * kind.value
    serves, spoils, hand_worth = max(points, 0), max(-points, 0), 0
    if kind.effect in BY_COUNT:
        per_unit = BY_COUNT[kind.effect]
        serves, spoils, hand_worth = (
            serves + kind.amount * per_unit[0],
            spoils + kind.amount * per_unit[1],
            kind.amount * per_unit[2],
        )
    if kind.effect in OF_EFFECT:
        fixed = OF_EFFECT[kind.effect]
        serves, spoils, hand_worth = serves + fixed[0], spoils + fixed[1], hand_worth + fixed[2]
    for_bic = {EFFECT.CHEER: kind.amount, EFFECT.GOAL: -kind.amount, EFFECT.HOURS: kind.amount}.get(kind.effect, 0)
    return serves + POINT * max(for_bic, 0), spoils + POINT * max(-for_bic, 0), hand_worth


DERIVED = ("mean_serves", "mean_spoils", "mean_hand_worth", "admission_worth")


def derive(table: Any) -> None:
    """Compute means over all cards, and the worth of an admission in 1/16.

    An admission is worth the expected value of the best patron among the cards revealed, or 0 if none is above 0.
    """
    facts = table.facts
    highest_value = serves = spoils = hand_worth = 0
    for number in range(table.n_kinds):
        kind = facts[number]
        serves += kind.cards * kind.serves
        spoils += kind.cards * kind.spoils
        hand_worth += kind.cards * kind.hand_worth
        highest_value = max(highest_value, kind.value)
    table.mean_serves = serves // table.n_cards
    table.mean_spoils = spoils // table.n_cards
    table.mean_hand_worth = hand_worth // table.n_cards
    reveal = min(table.rules.reveal, table.n_cards)
    # The mean of a best value is the sum over v = 1, 2, ... of the chance that it is v or more, which is one less the
    # chance that all cards revealed are below v: C(cards below v, revealed) / C(all cards, revealed).
    all_ways, better_ways = 1, 0
    for value in range(highest_value + 1):
        below = table.n_cards
        for number in range(table.n_kinds):
            if value > 0 and facts[number].value >= value:
                below -= facts[number].cards
        ways_without = 1
        for k in range(reveal):
            ways_without = ways_without * (below - k) // (k + 1)
        if value == 0:
            all_ways = ways_without
        better_ways += all_ways - ways_without
    table.admission_worth = POINT * better_ways // all_ways
