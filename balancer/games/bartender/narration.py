"""Bartender in words, for `balancer trace`.  Seats are numbered from 1."""

from __future__ import annotations

from typing import Any

from balancer.core import bits
from balancer.games.bartender import decisions
from balancer.games.bartender.knobs import SECRET
from balancer.games.bartender.result import standing_of
from balancer.games.bartender.table import EVENT, NOBODY, NODE


def seat_words(seat: int) -> str:
    """A seat as people count."""
    return f"seat {seat + 1}"


def name_of(table: Any, kind: int) -> str:
    """The name of a kind of card."""
    return "".join(chr(letter) for letter in table.names[kind] if letter)


def cards_words(table: Any, counts: Any) -> str:
    """Cards by kind: '2 Drunk, Regular'."""
    held = [(kind, int(counts[kind])) for kind in range(table.n_kinds) if counts[kind]]
    return ", ".join((f"{count} " if count > 1 else "") + name_of(table, kind) for kind, count in held) or "nothing"


def setup_words(table: Any) -> list[str]:
    """How the table looks before the first shift."""
    hands = [f"{seat_words(s)} holds {cards_words(table, table.players[s].hand)}" for s in range(table.seats)]
    return [f"{table.n_cards} cards, {table.deck_size} in the bar deck", *hands]


def option_words(table: Any, seat: int, node: int, option: int) -> str:
    """What an option of a decision node means."""
    del seat
    if node == NODE.DRAFT:
        return name_of(table, option)
    if node == NODE.MULLIGAN:
        return "replace" if option == decisions.REPLACE else "keep"
    if node in (NODE.BID, NODE.SECRET_BID):
        return "pass" if option == decisions.PASS else f"bid {option}"
    if node == NODE.ADMIT:
        return "nobody" if option == decisions.NONE_ADMITTED else name_of(table, option)
    if option == decisions.NO_CARD:
        return "none"
    return play_words(table, decisions.kind_of(option), decisions.target_of(option))


def play_words(table: Any, kind: int, target: int) -> str:
    """A card and its target."""
    if target == decisions.NO_TARGET:
        return name_of(table, kind)
    at_hand = bits.has(table.at_hands, kind)
    return f"{name_of(table, kind)} on {seat_words(target) if at_hand else name_of(table, target)}"


def event_words(table: Any, event: int, a: int, b: int, c: int) -> str | None:
    """What happened, as a sentence."""
    if event in (EVENT.PICKS, EVENT.RECEIVES, EVENT.REPLACES, EVENT.REDRAFTS):
        return draft_words(table, event, a, b, c)
    if event in (EVENT.BIDS, EVENT.IN_CHARGE, EVENT.COUNTS, EVENT.KNOCKED_OUT, EVENT.PACKED):
        return shift_words(event, a, b, c)
    if event == EVENT.HOUR:
        return f"Hour {a} is {seat_words(b)}'s"
    if event == EVENT.REVEALS:
        turned_up = [table.deck[(table.top + k) % len(table.deck)] for k in range(a)]
        return f"{seat_words(table.bic)} turns up {', '.join(name_of(table, kind) for kind in turned_up)}"
    if event == EVENT.ADMITS:
        return f"{seat_words(table.bic)} admits {'nobody' if a == NOBODY else name_of(table, a)}"
    return card_words(table, event, a, b, c)


def draft_words(table: Any, event: int, a: int, b: int, c: int) -> str:
    """What happens to hands before an auction."""
    if event == EVENT.PICKS:
        return f"{seat_words(a)} picks {name_of(table, b)} for {seat_words(c)}"
    if event == EVENT.RECEIVES:
        return f"{seat_words(a)} receives {cards_words(table, table.players[a].hand)}"
    if event == EVENT.REPLACES:
        return f"{seat_words(a)} replaces {b} cards"
    return "All hands go to the breakage, and new ones are dealt"


def shift_words(event: int, a: int, b: int, c: int) -> str:
    """How a shift is auctioned, and what it comes to."""
    if event == EVENT.BIDS:
        return f"{seat_words(a)} {f'bids {b}' if b else 'passes'}"
    if event == EVENT.IN_CHARGE:
        return f"{seat_words(a)} is in charge; the goal is {b}"
    if event == EVENT.COUNTS:
        return f"The bar is worth {a}, the goal is {b}: a {'GOOD' if c else 'BAD'} NIGHT"
    if event == EVENT.KNOCKED_OUT:
        return f"{seat_words(a)} is knocked out"
    return f"The bar is packed with {b}: {seat_words(a)} wins at once"


def card_words(table: Any, event: int, a: int, b: int, c: int) -> str | None:
    """What happens to cards during an hour."""
    sentences = {
        EVENT.DRAWS: lambda: f"{seat_words(a)} draws {name_of(table, b)}",
        EVENT.RESHUFFLES: lambda: f"The breakage, {a} cards, is shuffled and is the bar deck",
        EVENT.PLAYS: lambda: f"{seat_words(a)} plays {name_of(table, b)}",
        EVENT.LOSES: lambda: (
            f"{seat_words(a)} loses {name_of(table, b)} {'' if c == NOBODY else 'to ' + seat_words(c)}"
        ),
        EVENT.SWAPS: lambda: f"{seat_words(a)} and {seat_words(b)} exchange hands",
        EVENT.EJECTS: lambda: f"{name_of(table, a)} is thrown out",
        EVENT.CHEERS: lambda: f"The bar's total changes by {a}",
        EVENT.NEW_GOAL: lambda: f"The goal is {a} now",
        EVENT.NEW_LAST_HOUR: lambda: f"The shift ends after hour {a}",
    }
    return sentences[event]().rstrip() if event in sentences else None


def hidden_words(table: Any, event: int, a: int, b: int, c: int) -> tuple[tuple[int, ...], str] | None:
    """Who sees an event, and its sentence for the others; None: everybody sees it."""
    secret = table.rules.auction == SECRET
    return {
        EVENT.PICKS: ((a,), f"{seat_words(a)} picks a card for {seat_words(c)}"),
        EVENT.RECEIVES: ((a,), f"{seat_words(a)} receives a hand"),
        EVENT.BIDS: ((a,), f"{seat_words(a)} bids in secret") if secret else None,
        EVENT.DRAWS: ((a,), f"{seat_words(a)} draws a card"),
        EVENT.LOSES: None if c == NOBODY else ((a, c), f"{seat_words(a)} loses a card to {seat_words(c)}"),
        EVENT.REVEALS: ((int(table.bic),), f"{seat_words(table.bic)} turns up {a} cards"),
    }.get(event)


def standing_words(table: Any) -> list[str]:
    """Each player's tokens and hand, one line per seat."""
    lines = []
    for seat in range(table.seats):
        player = table.players[seat]
        out = "" if bits.has(table.still_in, seat) else ", knocked out"
        hand = cards_words(table, player.hand)
        tokens = f"{player.good} GOOD, {player.bad} BAD"
        lines.append(f"{seat_words(seat)}: {standing_of(table, seat)} ({tokens}){out}; holds {hand}")
    return lines
