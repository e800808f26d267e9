"""Positions laid out card by card, for worked examples."""

from typing import Any

from balancer.games.oktoberfest import GAME, decisions, hands, rules
from tests.games.opened import opened

PARTS = GAME.read_parts()
CARDS = PARTS.data.cards


def lay(players: int = 3, lineup: tuple[str, ...] = ("balanced",), **knobs: Any) -> Any:
    """Return a table after the setup of game 0, nobody holding anything."""
    table = opened(GAME, players, lineup, **knobs)
    rules.setup(table)
    table.rounds = 1
    return table


def numbers_of(name: str, back: int | None = None) -> list[int]:
    """Return the numbers of the cards of a name (and back)."""
    return [
        number for number, card in enumerate(CARDS) if PARTS.names[card.name] == name and back in (None, card.tipsiness)
    ]


def uncover(table: Any, pile: int, name: str, back: int | None = None) -> int:
    """Bring a card of that name to the top of a pile, from below another pile or the same; return the card."""
    piles = range(table.rules.piles)
    lying = [place for other in piles for place in range(table.next_of_pile[other] + 1, table.end_of_pile[other])]
    lying += [*range(table.rules.removed), *(int(table.next_of_pile[other]) for other in piles)]
    wanted = numbers_of(name, back)
    place = next(place for place in lying if table.deck[place] in wanted)
    top = table.next_of_pile[pile]
    card = int(table.deck[place])
    table.deck[place] = table.deck[top]
    table.deck[top] = card
    return card


def give(table: Any, seat: int, name: str, back: int | None = None) -> int:
    """Let a seat take a card of that name (and back) into its hand; the card."""
    pile = max(range(table.rules.piles), key=lambda p: table.end_of_pile[p] - table.next_of_pile[p])
    card = uncover(table, pile, name, back)
    assert rules.take_card(table, seat, pile) == card
    return card


def give_banked(table: Any, seat: int, name: str, back: int | None = None) -> int:
    """Let a seat take a card and bank it."""
    card = give(table, seat, name, back)
    hands.bank(table, seat, card)
    return card


def members(low: Any, high: Any) -> set[int]:
    """Return the cards of a set."""
    both = int(low) | int(high) << 64
    return {card for card in range(128) if both >> card & 1}


def contest_wanted(table: Any, seat: int, just_taken: int) -> tuple[int, str] | None:
    """Return whom the seat's persona challenges, and with a card of which name; None: nobody."""
    option = decisions.choose_contest(table, seat, just_taken)
    if option == decisions.NO_CONTEST:
        return None
    return decisions.opponent_of(option), PARTS.names[CARDS[decisions.card_of(option)].name]


def take_wanted(table: Any, seat: int) -> str:
    """Return the name of the card that the seat's persona takes."""
    pile = decisions.choose_take(table, seat)
    return str(PARTS.names[CARDS[table.deck[table.next_of_pile[pile]]].name])


def discard_wanted(table: Any, seat: int, suit: int) -> str:
    """Return the name of the card that the seat's persona discards after a contest in a suit."""
    return str(PARTS.names[CARDS[decisions.choose_discard(table, seat, suit)].name])
