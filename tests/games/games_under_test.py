"""The rooms on trial: what some seat can't see, and for each decision node a thinker who looks at it all the same."""

import pathlib
from typing import Any

from balancer.games import bartender, biergarten, black_death, devils_tarok, festo, oktoberfest, shit_head
from balancer.games.bartender.knobs import SECRET
from balancer.games.oktoberfest import figures
from balancer.testing.game_under_test import Trial

FOLDER = pathlib.Path(__file__).parent


def black_death_hidden(table: Any, seat: int) -> dict[str, Any]:
    """Return who holds Death, the others' hands, and where Death lies among the cards that another one offers."""
    hands = [table.players[other].ranks for other in range(table.seats) if other != seat]
    laid = {"where Death lies": table.death_slot} if table.offerer != seat else {}
    return {"who holds Death": table.death, "the others' hands": hands, **laid}


def looks_at_hand_of_taker(table: Any, seat: int, place: int, taker: int) -> int:
    """Lay Death last if the taker's lowest card is of even rank, else first."""
    del seat
    ranks = int(table.players[taker].ranks)
    return place * (1 if ranks & -ranks & 0x5555555555555555 else -1)


def looks_for_death(table: Any, seat: int, place: int, offerer: int) -> int:
    """Take the first card of the player who holds Death, else another."""
    del seat
    return -place if table.death == offerer else place


def devils_tarok_hidden(table: Any, seat: int) -> dict[str, Any]:
    """Return the others' hands, and the draw pile."""
    hands = [table.players[other] for other in range(table.seats) if other != seat]
    return {
        "the others' hands": [[hand.minors, hand.majors] for hand in hands],
        "the draw pile": list(table.deck[table.next_card :]),
    }


def looks_at_hand_of_next(table: Any, card: int) -> int:
    """Play the lowest card if the next player holds an even number of minors, else the highest."""
    minors = int(table.players[(int(table.decision.seat) + 1) % table.seats].minors)
    return card * (1 if minors.bit_count() % 2 else -1)


def oktoberfest_hidden(table: Any, seat: int) -> dict[str, Any]:
    """Return the cards below the tops, the backs of the tops, the own tipsiness."""
    tops = [table.deck[table.next_of_pile[pile]] for pile in range(table.rules.piles)]
    return {
        "the deck": list(table.deck),
        "the backs of the tops": [table.cards[card].back for card in tops],
        "the own tipsiness": figures.tipsiness(table.players[seat]),
    }


def looks_under_the_card(table: Any, seat: int, pile: int) -> int:
    """Take the card with the lowest back."""
    del seat
    return -int(table.cards[table.deck[table.next_of_pile[pile]]].back)


def knows_own_tipsiness(table: Any, seat: int, opponent: int, card: int) -> int:
    """Challenge an opponent who is truly tipsier."""
    del card
    return int(figures.tipsiness(table.players[opponent]) - figures.tipsiness(table.players[seat]))


def looks_at_own_backs(table: Any, seat: int, card: int) -> int:
    """Discard the card with the highest back."""
    del seat
    return int(table.cards[card].back)


def bartender_hidden(table: Any, seat: int) -> dict[str, Any]:
    """Return the deck, the others' hands and packets, what others have picked, the bids of a secret auction."""
    own = seat
    for _ in range(max(table.drafting - 1, 0)):
        own = (own - 1) % table.seats  # before the first knock-out: see `often`
    others = [other for other in range(table.seats) if other != own]
    receiver = (seat - 1) % table.seats
    bids = [table.players[other].bid for other in range(table.seats) if other != seat]
    return {
        "the deck": [table.deck[(table.top + k) % len(table.deck)] for k in range(table.deck_size)],
        "the others' hands and packets": [table.players[other].hand for other in others],
        "the others' picks": [table.players[other].next_hand for other in range(table.seats) if other != receiver],
        "the others' secret bids": bids if table.rules.auction == SECRET else [],
    }


def top_of_bar_deck(table: Any) -> int:
    """Return the number of the deck's top card, from 1; how many cards the first player holds if there is no deck."""
    return 1 + int(table.deck[table.top] if table.deck_size else table.players[0].hand_size)


def looks_at_bar_deck_for_draft(table: Any, seat: int, kind: int) -> int:
    """Weigh by the deck's top card."""
    del seat
    return kind * top_of_bar_deck(table)


def looks_at_bar_deck_for_play(table: Any, seat: int, kind: int, target: int) -> int:
    """Weigh by the deck's top card."""
    del seat, target
    return kind * top_of_bar_deck(table)


def looks_at_bar_deck_for_admission(table: Any, kind: int) -> int:
    """Weigh by the first unseen cards of the deck."""
    hidden = [table.deck[(table.top + k) % len(table.deck)] for k in range(table.revealed, table.deck_size)]
    return kind * (1 + sum(map(int, hidden[:3])))


def biergarten_hidden(table: Any, seat: int) -> dict[str, Any]:
    """Return the deck, and the others' cards that they did not draw from the supply."""
    hands = [table.players[other] for other in range(table.seats) if other != seat]
    unknown = [[hand.hand[k] for k in range(hand.hand_size) if not hand.known[k]] for hand in hands]
    return {"the deck": list(table.deck[table.top : table.deck_end]), "the others' cards from the deck": unknown}


def next_of_deck(table: Any, seat: int) -> int:
    """Return the deck's top card; the first card of the next player once that is empty."""
    if table.deck_end > table.top:
        return int(table.deck[table.top])
    return int(table.players[(seat + 1) % table.seats].hand[0])


def looks_at_deck_for_home(table: Any, seat: int, place: int) -> int:
    """Take the first home card if the deck's top card is even, else the last."""
    return place * (1 if next_of_deck(table, seat) % 2 else -1)


def looks_at_deck_for_refresh(table: Any, seat: int, option: int) -> int:
    """Keep the supply if the deck's top card is even."""
    return option * (1 if next_of_deck(table, seat) % 2 else -1)


def looks_at_deck_for_draw(table: Any, seat: int, option: int) -> int:
    """Draw from the supply's first slot if the deck's top card is even, else from the last opponent."""
    return option * (1 if next_of_deck(table, seat) % 2 else -1)


def looks_at_deck_for_play(table: Any, seat: int, number: int) -> int:
    """Play the first card if the deck's top card is even, else the last."""
    return number * (1 if next_of_deck(table, seat) % 2 else -1)


def looks_at_deck_for_rearranging(table: Any, seat: int, option: int) -> int:
    """Rearrange nothing if the deck's top card is even."""
    return min(option, 1) * (1 if next_of_deck(table, seat) % 2 else -1)


def shit_head_hidden(table: Any, seat: int) -> dict[str, Any]:
    """Return the deck, all cards face down, and what the others hold besides what they have picked up."""
    down = [list(player.down[player.turned : player.turned + player.down_left]) for player in table.players]
    others = [table.players[other] for other in range(table.seats) if other != seat]
    return {
        "the deck": list(table.deck[table.next_card : table.deck_size]),
        "the cards face down": down[: table.seats],
        "the others' hands": [player.hand for player in others],
        "the cards dealt to the others": [list(player.dealt) for player in others],
    }


def hidden_number(table: Any, seat: int) -> int:
    """Return the kind of the first own card face down, which its player has not seen; else the next player's hand."""
    player = table.players[seat]
    if player.down_left:
        return int(player.down[player.turned])
    return int(table.players[(seat + 1) % table.seats].hand)


def looks_at_blind_cards_to_lay_up(table: Any, seat: int, places: int) -> int:
    """Lay the first cards up if the first card face down is of even kind, else the last."""
    return places * (1 if hidden_number(table, seat) % 2 else -1)


def looks_at_blind_cards_to_play(table: Any, kind: int, copies: int) -> int:
    """Play the lowest kind if the first card face down is of even kind, else the highest."""
    return (10 * kind + copies) * (1 if hidden_number(table, int(table.decision.seat)) % 2 else -1)


def looks_at_blind_cards_for_fool(table: Any, seat: int, kind: int) -> int:
    """Name the Fool low if the first card face down is of even kind, else high."""
    return kind * (1 if hidden_number(table, seat) % 2 else -1)


BARTENDER = Trial(
    game=bartender.GAME,
    hidden=bartender_hidden,
    cheats={
        "draft": looks_at_bar_deck_for_draft,
        "mulligan": looks_at_bar_deck_for_draft,
        "bid": looks_at_bar_deck_for_draft,
        "secret_bid": looks_at_bar_deck_for_draft,
        "scheme": looks_at_bar_deck_for_play,
        "patron": looks_at_bar_deck_for_play,
        "admit": looks_at_bar_deck_for_admission,
    },
    often={"bad_nights_out": 0, "shifts": 1, "hours": 4, "hand_size": 3},
    brief={"draft": "none", "auction": "secret", "shifts": 1, "hours": 4, "hand_size": 2},
    tables={"parts": [str(FOLDER / "bartender" / "odd_table.csv")]},
    effect_with={"fixed_goal": {"auction": "fixed"}},
    winnerless=frozenset({"closing_time"}),
)


def festo_hidden(table: Any, seat: int) -> dict[str, Any]:
    """Return the order of the piles and of the events to come."""
    del seat
    piles = [list(table.piles[row, table.next_of_pile[row] : table.pile_size[row]]) for row in range(4)]
    return {"the piles": piles, "the events to come": list(table.deck[table.next_event : table.n_events])}


def face_down(table: Any) -> int:
    """Return a number that any other order of the piles, or of the events to come, changes."""
    piles, events = festo_hidden(table, 0).values()
    cards = [int(card) for pile in (*piles, events) for card in pile]
    return sum((place + 1) * (card + 1) for place, card in enumerate(cards))


def looks_face_down(table: Any, seat: int, option: int) -> int:
    """Rank the options by what lies face down."""
    del seat
    return (int(option) + 1) * face_down(table) % 101


def looks_face_down_there(table: Any, seat: int, option: int, place: int) -> int:
    """Return the same at a place."""
    del place
    return looks_face_down(table, seat, option)


BIERGARTEN = Trial(
    game=biergarten.GAME,
    hidden=biergarten_hidden,
    cheats={
        "home": looks_at_deck_for_home,
        "refresh": looks_at_deck_for_refresh,
        "draw": looks_at_deck_for_draw,
        "play": looks_at_deck_for_play,
        "rearrange": looks_at_deck_for_rearranging,
    },
    often={"supply": 1, "rearrange": "none"},
    brief={"max_rounds": 3},
    tables={"parts": [str(FOLDER / "biergarten" / "odd_table.csv")]},
)

BLACK_DEATH = Trial(
    game=black_death.GAME,
    hidden=black_death_hidden,
    cheats={"offer": looks_at_hand_of_taker, "take": looks_for_death},
)

DEVILS_TAROK = Trial(
    game=devils_tarok.GAME,
    hidden=devils_tarok_hidden,
    cheats={"lead": looks_at_hand_of_next, "follow": looks_at_hand_of_next},
    without_effect=frozenset({"max_rounds"}),  # as printed, a game is over long before its lowest value
)

FESTO = Trial(
    game=festo.GAME,
    hidden=festo_hidden,
    cheats={
        "start_player": looks_face_down,
        "morning": looks_face_down,
        "afternoon": looks_face_down,
        "take_all": looks_face_down_there,
        "ability": looks_face_down_there,
        "take": looks_face_down_there,
        "grocer": looks_face_down,
        "cook": looks_face_down,
    },
    often={  # markets of several colours, which last from round to round
        "abilities": ["troll"],
        "take_all": False,
        "dice": 0,
        "helpers": 4,
        "market_fill": 4,
        "market_max": 10,
        "stock": 40,
        "rounds": 8,
    },
    brief={"rounds": 2, "helpers": 4},
    plain_most={"foresight": 1},  # who imagines the day takes some 7 s a game: tests/games/festo/test_planner.py
    tables={
        "dishes": [str(FOLDER / "festo" / "odd_dishes.csv")],
        "events_table": [str(FOLDER / "festo" / "odd_events.csv")],
    },
)

OKTOBERFEST = Trial(
    game=oktoberfest.GAME,
    hidden=oktoberfest_hidden,
    cheats={"take": looks_under_the_card, "contest": knows_own_tipsiness, "discard": looks_at_own_backs},
    often={"contest_from_round": 1, "win_threshold": 40},
    tables={"parts": [str(FOLDER / "oktoberfest" / "odd_table.csv")]},
)

SHORT = {"down": 1, "up": 1, "hand": 1, "majors": "specials_only"}

SHIT_HEAD = Trial(
    game=shit_head.GAME,
    hidden=shit_head_hidden,
    cheats={
        "lay_up": looks_at_blind_cards_to_lay_up,
        "play": looks_at_blind_cards_to_play,
        "fool_as": looks_at_blind_cards_for_fool,
    },
    often={**SHORT, "max_rounds": 20},  # the Fool is played once a game at most: games must be short
    brief={**SHORT, "play_to": "last", "max_rounds": 20},
)
