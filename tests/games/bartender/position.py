"""Positions laid out card by card, for worked examples."""

from collections.abc import Sequence
from typing import Any

from balancer.games.bartender import GAME, bar, decisions, deck, effects, rules
from tests.games.opened import opened

PARTS = GAME.read_parts()
NAMES = list(PARTS.names)


def lay(players: int = 3, lineup: tuple[str, ...] = ("careful",), **knobs: Any) -> Any:
    """Return a table in the first hour of the first shift, seat 0 in charge, nobody holding anything; goal 10."""
    table = opened(GAME, players, lineup, **knobs)
    rules.setup(table)
    for seat in range(players):
        deck.throw_away_hand(table, seat)
    table.rounds = 1
    table.turn = 1
    table.bic = 0
    table.high = table.bid = table.goal = 10
    table.hour, table.last_hour = 1, table.rules.hours
    table.locked = table.locks_next = table.no_reveal = table.protected = table.silenced = 0
    table.to_ask = table.patron_played = 0
    return table


def kind(name: str) -> int:
    """Return the number of the cards of a name."""
    return NAMES.index(name)


def give(table: Any, seat: int, *names: str) -> None:
    """Move cards from the breakage to a hand."""
    for name in names:
        assert table.breakage[kind(name)] > 0 or table.deck_size > 0, name
        take_out(table, name)
        deck.receive(table.players[seat], kind(name))


def take_out(table: Any, name: str) -> None:
    """Take a card of that name out of the breakage, else out of the deck."""
    if table.breakage[kind(name)] > 0:
        table.breakage[kind(name)] -= 1
        table.breakage_size -= 1
        return
    places = [deck.place_at(table, k) for k in range(table.deck_size)]
    place = next(place for place in places if table.deck[place] == kind(name))
    table.deck[place] = table.deck[places[-1]]
    table.deck_size -= 1


def enter(table: Any, *names: str) -> None:
    """Let patrons enter the bar."""
    for name in names:
        take_out(table, name)
        bar.enter(table, kind(name))


def stack(table: Any, *names: str) -> None:
    """Make a deck of these cards, the first on top; all others go to the breakage."""
    for k in range(table.deck_size):
        deck.throw_away(table, table.deck[deck.place_at(table, k)])
    table.deck_size = table.top = 0
    for name in names:
        take_out(table, name)
        table.deck[table.deck_size] = kind(name)
        table.seen[table.deck_size] = 0
        table.deck_size += 1


def play(table: Any, seat: int, name: str, target: int = decisions.NO_TARGET) -> None:
    """Let a seat play a card from its hand as its scripted player would, had it chosen so."""
    rules.leave_hand(table, seat, kind(name))
    if kind(name) in members(table.is_scheme):
        bar.lay_scheme(table, kind(name))
    else:
        bar.enter(table, kind(name))
        table.patron_played = 1
    if kind(name) in members(table.is_scheme) or not table.silenced:
        effects.take_effect(table, seat, kind(name), target)


def members(word: Any) -> set[int]:
    """Return the members of a set."""
    return {number for number in range(64) if int(word) >> number & 1}


def hand(table: Any, seat: int) -> list[str]:
    """Return the names in a hand, sorted."""
    counts = table.players[seat].hand
    return sorted(name for number, name in enumerate(NAMES) for _ in range(int(counts[number])))


def deck_names(table: Any) -> list[str]:
    """Return the names in the deck, top card first."""
    return [NAMES[table.deck[deck.place_at(table, k)]] for k in range(table.deck_size)]


def breakage(table: Any) -> dict[str, int]:
    """Return the names in the breakage with their counts."""
    return {name: int(table.breakage[number]) for number, name in enumerate(NAMES) if table.breakage[number]}


def cards(table: Any) -> int:
    """Return all cards, wherever they are."""
    everywhere: Sequence[Any] = [player.hand for player in (table.players[seat] for seat in range(table.seats))]
    return int(
        table.deck_size + table.breakage_size + sum(sum(map(int, counts)) for counts in (*everywhere, table.in_bar))
    )
