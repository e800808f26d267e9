"""The rooms on trial: what some seat can't see, and for each decision node a thinker who looks at it all the same."""

import pathlib
from typing import Any

from balancer.games import black_death, oktoberfest
from balancer.testing.trial import Trial

FOLDER = pathlib.Path(__file__).parent


def black_death_hidden(table: Any, seat: int) -> list[Any]:
    """Who holds Death, and the others' hands."""
    return [table.death, *(table.players[other].ranks for other in range(table.seats) if other != seat)]


def looks_at_hand_of_taker(table: Any, seat: int, place: int, taker: int) -> int:
    """Lays Death last if the taker's lowest card is of even rank, else first."""
    del seat
    ranks = int(table.players[taker].ranks)
    return place * (1 if ranks & -ranks & 0x5555555555555555 else -1)


def looks_for_death(table: Any, seat: int, place: int, offerer: int) -> int:
    """Takes the first card of whoever holds Death, else another."""
    del seat
    return -place if table.death == offerer else place


def oktoberfest_hidden(table: Any, seat: int) -> list[Any]:
    """The cards below the tops, the backs of the tops, the own tipsiness."""
    tops = [table.deck[table.next_of_pile[pile]] for pile in range(table.rules.piles)]
    return [list(table.deck), [table.cards[card].back for card in tops], table.players[seat].tipsiness]


def looks_under_the_card(table: Any, seat: int, pile: int) -> int:
    """Takes the card with the lowest back."""
    del seat
    return -int(table.cards[table.deck[table.next_of_pile[pile]]].back)


def knows_own_tipsiness(table: Any, seat: int, opponent: int, card: int) -> int:
    """Challenges whoever is truly tipsier."""
    del card
    return int(table.players[opponent].tipsiness - table.players[seat].tipsiness)


def looks_at_own_backs(table: Any, seat: int, card: int) -> int:
    """Discards the card with the highest back."""
    del seat
    return int(table.cards[card].back)


BLACK_DEATH = Trial(
    game=black_death.GAME,
    hidden=black_death_hidden,
    cheats={"offer": looks_at_hand_of_taker, "take": looks_for_death},
)

OKTOBERFEST = Trial(
    game=oktoberfest.GAME,
    hidden=oktoberfest_hidden,
    cheats={"take": looks_under_the_card, "contest": knows_own_tipsiness, "discard": looks_at_own_backs},
    often={"contest_from_round": 1, "win_threshold": 40},
    tables=(str(FOLDER / "oktoberfest" / "odd_table.csv"),),
)
