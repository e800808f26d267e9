"""Positions of The Devil's Tarok laid out card by card, for worked examples.

A card is written as "K wines", "7 beers", "A spirits", "major 15" or "fool".
"""

from typing import Any

from balancer.games.devils_tarok import GAME, decisions, rules
from balancer.games.devils_tarok.table import FIRST_MAJOR
from tests.games.opened import opened

SUITS = ("beers", "lagers", "wines", "spirits")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "P", "N", "Q", "K")
DECK = [f"{rank} {suit}" for suit in SUITS for rank in RANKS] + ["fool"] + [f"major {n}" for n in range(1, 22)]


def number(table: Any, card: str) -> int:
    """Return the number that the rules give a card."""
    return int(table.box[DECK.index(card)])


def names(table: Any, numbers: list[int]) -> list[str]:
    """Return cards by their numbers, in the order of the deck."""
    return [card for card in DECK if number(table, card) in numbers]


def members(low: Any, high: Any) -> list[int]:
    """Return the numbers in a set of cards."""
    both = int(low) | int(high) << FIRST_MAJOR
    return [card for card in range(FIRST_MAJOR + 22) if both >> card & 1]


def new(players: int = 4, lineup: tuple[str, ...] = ("random",), game: int = 0, **knobs: Any) -> Any:
    """Return a table after the setup of a game."""
    table = opened(GAME, players, lineup, game, **knobs)
    rules.setup(table)
    table.rounds = 1
    return table


def lay(*hands: str, pile: str = "", leader: int = 0, lineup: tuple[str, ...] = ("random",), **knobs: Any) -> Any:
    """Return a table whose seats hold these cards (separated by commas); all but these and the pile have been played.

    pile: the draw pile from the top; with `draw: false` the cards left over.
    """
    table = new(len(hands), lineup, hand_size=3, **knobs)
    everything = 0
    for seat, hand in enumerate(hands):
        everything |= give(table, seat, hand)
    row = listed(pile)
    table.next_card = 78 - len(row)
    table.last_card = 78 if table.rules.draw else table.next_card
    for place, card in enumerate(row, table.next_card):
        table.deck[place] = number(table, card)
        everything |= 1 << number(table, card)
    played = sum(1 << int(card) for card in table.box) & ~everything
    table.played_minors, table.played_majors = played % 2**FIRST_MAJOR, played >> FIRST_MAJOR
    rules.open_trick(table, leader)
    return table


def listed(cards: str) -> list[str]:
    """Return the cards of a list in one string."""
    return [card.strip() for card in cards.split(",") if card.strip()]


def give(table: Any, seat: int, hand: str) -> int:
    """Let a seat hold exactly these cards; their set as one number."""
    cards = sum(1 << number(table, card) for card in listed(hand))
    player = table.players[seat]
    player.minors, player.majors = cards % 2**FIRST_MAJOR, cards >> FIRST_MAJOR
    player.held = len(listed(hand))
    return cards


def play(table: Any, *cards: str) -> None:
    """Let the next seats of the trick play these cards."""
    for card in cards:
        seat = (table.leader + table.trick_size) % table.seats
        assert number(table, card) in hand_numbers(table, seat), f"seat {seat} does not hold {card}"
        rules.play_card(table, seat, number(table, card))


def trick(table: Any, *cards: str) -> tuple[int, int]:
    """Play a whole trick; who won it, and the points that winner has now."""
    play(table, *cards)
    winner = table.winner
    rules.finish_trick(table)
    return int(winner), int(table.players[winner].points)


def hand_numbers(table: Any, seat: int) -> list[int]:
    return members(table.players[seat].minors, table.players[seat].majors)


def hand(table: Any, seat: int) -> list[str]:
    """Return what a seat holds, in the order of the deck."""
    return names(table, hand_numbers(table, seat))


def allowed(table: Any, seat: int) -> list[str]:
    """Return what a seat may add to the trick."""
    return names(table, members(*decisions.allowed(table, table.players[seat])))


def wanted(table: Any) -> str:
    """Return what the persona of the next seat of the trick plays."""
    seat = (table.leader + table.trick_size) % table.seats
    choose = decisions.choose_follow if table.trick_size else decisions.choose_lead
    (card,) = names(table, [int(choose(table, seat))])
    return card
