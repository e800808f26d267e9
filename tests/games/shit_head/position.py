"""Positions of Drunken Shit Head laid out card by card, for worked examples.

A card is written "7" or "K" (minors: A, 2 .. 10, P, N, Q, K), "m16" (a major) or "fool"; spaces separate several.
"""

from typing import Any

from balancer.games.shit_head import GAME, decisions, rules, zones
from balancer.games.shit_head.table import NO_PILE
from tests.games.opened import opened

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "P", "N", "Q", "K")
NAMES = (*RANKS, "fool", *(f"m{number}" for number in range(1, 22)))


def kind(name: str) -> int:
    """Return a kind by its name."""
    return NAMES.index(name)


def zone(cards: str) -> int:
    """Return cards as a word."""
    return sum(int(zones.ONE[kind(name)]) for name in cards.split())


def names(word: Any) -> str:
    """Return the cards of a word, in the order of kinds."""
    return " ".join(name for number, name in enumerate(NAMES) for _ in range(int(zones.copies(word, number))))


def new(players: int = 4, lineup: tuple[str, ...] = ("random",), game: int = 0, **knobs: Any) -> Any:
    """Return a table after the setup of a game."""
    table = opened(GAME, players, lineup, game, **knobs)
    rules.setup(table)
    table.rounds = 1
    return table


def lay(
    *hands: str,
    pile: str = "",
    deck: str = "",
    up: tuple[str, ...] = (),
    down: tuple[str, ...] = (),
    lineup: tuple[str, ...] = ("random",),
    **knobs: Any,
) -> Any:
    """Return a table at which the seats hold these cards, nothing but what is said face up and face down.

    pile: the last card is on top; deck: from the top.  All other cards have been burned.
    """
    table = new(max(len(hands), 2), lineup, **knobs)
    for seat in range(table.seats):
        player = table.players[seat]
        player.hand, player.known = zone(hands[seat]), 0
        player.held = len(hands[seat].split())
        player.up, player.up_left = zone(up[seat]) if up else 0, len(up[seat].split()) if up else 0
        blind = down[seat].split() if down else []
        for place, name in enumerate(blind):
            player.down[place] = kind(name)
        player.turned, player.down_left = 0, len(blind)
    table.still_in = sum(1 << seat for seat in range(table.seats) if rules.cards_of(table.players[seat]) > 0)
    row = deck.split()
    table.next_card = int(table.deck_size) - len(row)
    for place, name in enumerate(row, int(table.next_card)):
        table.deck[place] = kind(name)
    on_table = zone(" ".join([*hands, *up, *down, deck, pile]))
    rules.clear_pile(table)
    put(table, pile)
    table.burned = int(table.whole) - on_table
    table.unshown = zone(" ".join([*hands, *down, deck]))
    for extra in range(len(table.extras)):
        table.extras[extra] = 0
    return table


def put(table: Any, cards: str) -> None:
    """Lay cards on the pile one by one; nobody draws."""
    deck, table.next_card = int(table.next_card), table.deck_size
    for name in cards.split():
        rules.put_down(table, 0, kind(name), kind(name), 1)
    table.next_card = deck


def playable(table: Any) -> set[str]:
    """Return the names of all kinds that may be played now."""
    return {name for number, name in enumerate(NAMES) if int(table.playable[table.top]) & int(zones.ONE[number])}


def top(table: Any) -> str:
    """Return the effective top."""
    return "" if table.top == NO_PILE else NAMES[table.top]


def play(table: Any, seat: int, name: str, copies: int = 1, identity: str = "") -> bool:
    """Let a seat play cards from the zone in play, the Fool named `identity`; whether the pile is burned."""
    rules.give_up(table, table.players[seat], kind(name), copies)
    return bool(rules.put_down(table, seat, kind(name), kind(identity or name), copies))


def hand(table: Any, seat: int) -> str:
    return names(table.players[seat].hand)


def wanted(table: Any, seat: int) -> str:
    """Return what the persona of a seat plays: the card, as often as there are copies."""
    option = int(decisions.choose_play(table, seat))
    if option == decisions.PICK_UP:
        return "pick up"
    return " ".join([NAMES[decisions.kind_of(option)]] * int(decisions.copies_of(option)))


def named(table: Any, seat: int) -> str:
    """Return the kind that the persona of a seat plays the Fool as."""
    return NAMES[int(decisions.choose_fool_as(table, seat))]
