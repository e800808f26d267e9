"""Personas on literal positions: each does what it claims."""

from collections.abc import Sequence
from typing import Any

import pytest

from balancer.games.bartender import decisions
from tests.games.bartender.position import NAMES, enter, give, kind, lay, stack
from tests.games.opened import set_habit


def name_of(option: int) -> str:
    """Return the card of an option of `scheme` or `patron`, 'none' for none."""
    return "none" if option == decisions.NO_CARD else NAMES[decisions.kind_of(option)]


def patron_of(persona: str, seat: int, *cards: str, total: int = 8, hour: int = 2, **knobs: Any) -> str:
    """Return the patron that a persona plays from a hand; seat 0 is in charge, the goal is 10."""
    table = lay(4, lineup=("careful",) * seat + (persona,) + ("careful",) * (3 - seat), **knobs)
    give(table, seat, *cards)
    table.total, table.hour = total, hour
    return name_of(decisions.choose_patron(table, seat))


def scheme_of(persona: str, seat: int, *cards: str, total: int = 8, hour: int = 2) -> str:
    """Return the scheme that a persona plays from a hand."""
    table = lay(4, lineup=("careful",) * seat + (persona,) + ("careful",) * (3 - seat))
    give(table, seat, *cards)
    give(table, (seat + 1) % 4, "Regular")
    table.total, table.hour = total, hour
    return name_of(decisions.choose_scheme(table, seat))


def test_in_charge_a_patron_better_than_an_admission_is_played() -> None:
    assert patron_of("careful", 0, "Food Critic", "Drunk", "Cheapskate") == "Food Critic"
    assert patron_of("careful", 0, "Drunk", "Cheapskate") == "none"


def test_against_the_one_in_charge_a_drunk_is_played() -> None:
    assert patron_of("careful", 1, "Food Critic", "Drunk", "Regular") == "Drunk"


@pytest.mark.parametrize("persona", ["careful", "saboteur", "schemer"])
def test_a_patron_worth_nothing_bars_an_admission(persona: str) -> None:
    assert patron_of(persona, 1, "Cheapskate") == "Cheapskate"


def test_the_opportunist_plays_a_good_patron_to_bar_an_admission_and_the_hoarder_keeps_it() -> None:
    assert patron_of("opportunist", 1, "Regular") == "Regular"
    assert patron_of("hoarder", 1, "Regular") == "none"


def test_a_patron_counts_with_what_is_in_the_bar() -> None:
    table = lay(4)
    enter(table, "Student", "Student", "Student")
    give(table, 0, "Student", "Office Crowd")
    table.goal = 14

    assert name_of(decisions.choose_patron(table, 0)) == "Student"  # 1 + 3 mods, and one more for each of the three


def test_the_drunk_is_thrown_out_by_the_one_in_charge_the_best_by_the_others() -> None:
    for seat, wanted in ((0, "Drunk"), (1, "Food Critic")):
        table = lay(4)
        enter(table, "Drunk", "Food Critic", "Regular")
        give(table, seat, "Eighty-Six")
        option = decisions.choose_scheme(table, seat)

        assert (name_of(option), NAMES[decisions.target_of(option)]) == ("Eighty-Six", wanted)


def test_the_schemer_draws_and_robs_and_careful_players_raise_the_bar() -> None:
    assert scheme_of("schemer", 0, "Happy Hour", "Deep Pockets", total=20) == "Deep Pockets"
    assert scheme_of("careful", 0, "Happy Hour", "Broken Tap", total=8, hour=7) == "Happy Hour"
    assert scheme_of("careful", 1, "Happy Hour", "Broken Tap", total=10, hour=7) == "Broken Tap"


def test_the_bic_admits_what_adds_most_with_the_bar_as_it_is() -> None:
    table = lay(4)
    enter(table, "Drunk", "Drunk", "Drunk", "Drunk")
    stack(table, "Office Crowd", "Date Night", "Off-duty Cop", "Drunk", "Bouncer")
    table.revealed = 5

    assert decisions.choose_admit(table, 0) == kind("Off-duty Cop")  # worth 4 among four drunks


def test_nobody_is_admitted_where_all_make_it_worse() -> None:
    table = lay(4)
    stack(table, "Drunk", "Brawler", "Bouncer", "Happy Hour", "Ex-Lover")
    table.revealed = 5

    assert decisions.choose_admit(table, 0) == decisions.NONE_ADMITTED


def bid_of(
    persona: str,
    high: int,
    *cards: str,
    shift: int = 2,
    good: Sequence[int] = (0, 0, 0, 0),
    bad: Sequence[int] = (0, 0, 0, 0),
    stop_leader: int = 0,
    **knobs: Any,
) -> int:
    """Return what a persona in seat 1 bids above seat 0's, the highest; good, bad: tokens; others hold two cards."""
    table = lay(4, lineup=(persona,), **knobs)
    set_habit(table, 1, "stop_leader", stop_leader)
    give(table, 1, *cards)
    for other in (0, 2, 3):
        give(table, other, "Student", "Drunk")
    for seat in range(4):
        table.players[seat].good, table.players[seat].bad = good[seat], bad[seat]
    table.high, table.rounds, table.bidding = high, shift, 0b1111
    return int(decisions.choose_bid(table, 1))


def limit_of(persona: str, *cards: str, **tokens: Any) -> int:
    """Return the highest bid of another at which a persona passes for the first time; 20 where it never does."""
    return next((high for high in range(20) if bid_of(persona, high, *cards, **tokens) == decisions.PASS), 20)


GOOD_CARDS = ("Food Critic", "Office Crowd", "Office Crowd", "Happy Hour", "Slow Night")


def test_the_saboteur_never_bids() -> None:
    assert bid_of("saboteur", 0, *GOOD_CARDS) == decisions.PASS


def test_prices_at_which_rivals_bid_on_are_skipped_and_then_bids_rise_by_one() -> None:
    brink: dict[str, Any] = {"bad": (1, 1, 1, 1), "packed_bar": 0}

    assert [bid_of("careful", high, *GOOD_CARDS, **brink) for high in (0, 4, 7, 8, 11)] == [7, 7, 8, 9, 12]
    assert bid_of("careful", 8, *GOOD_CARDS, **brink, max_bid=9) == 9


def test_nobody_skips_prices_beyond_the_own_limit_or_to_the_highest_bid_allowed() -> None:
    brink: dict[str, Any] = {"shift": 3, "bad": (1, 1, 1, 1)}

    assert bid_of("careful", 0, "Drunk", **brink) == limit_of("careful", "Drunk", **brink) == 13
    assert bid_of("bold", 0, "Drunk") == 19


def test_better_cards_bid_higher() -> None:
    poor = ("Cheapskate", "Cheapskate", "Drunk", "Drunk", "Broken Tap")
    rich = ("Food Critic", "Office Crowd", "Office Crowd", "Happy Hour", "Happy Hour")
    brink: dict[str, Any] = {"bad": (1, 1, 1, 1), "packed_bar": 0}

    assert 0 < limit_of("careful", *poor, **brink) < limit_of("careful", *rich, **brink)


def test_who_would_be_knocked_out_bids_less() -> None:
    cards = ("Regular", "Happy Hour")

    assert limit_of("careful", *cards, bad=(0, 1, 0, 0)) < limit_of("careful", *cards)


def test_in_the_last_shift_who_leads_risks_no_knock_out_and_who_is_behind_bids_at_any_price() -> None:
    last: dict[str, Any] = {"shift": 5, "packed_bar": 0}

    assert bid_of("careful", 12, "Regular", **last, good=(0, 1, 0, 0), bad=(0, 1, 0, 0)) == decisions.PASS
    assert bid_of("careful", 12, "Regular", **last, good=(1, 0, 0, 0)) > 12


def test_who_stops_the_leader_bids_on_where_the_leader_would_be_in_charge() -> None:
    brink: dict[str, Any] = {"shift": 3, "bad": (1, 1, 1, 1)}
    limits = [
        limit_of("careful", "Drunk", **brink, good=good, stop_leader=stop)
        for good in ((2, 0, 0, 0), (1, 0, 2, 0))
        for stop in (0, 400)
    ]

    assert limits[0] < limits[1]
    assert limits[2] == limits[3]


def test_the_price_is_raised_where_a_rival_has_nothing_to_lose() -> None:
    """In the last shift seats 2 and 3 win with a GOOD NIGHT or not at all; a BAD one would knock out seats 0 and 1."""
    table = lay(4, lineup=("schemer",), packed_bar=0)
    give(table, 1, "Regular")
    for other in (0, 2, 3):
        give(table, other, "Regular", "Regular", "Student", "Drunk", "Cheapskate")
    for seat, (good, bad) in enumerate(((2, 1), (2, 1), (1, 0), (0, 0))):
        table.players[seat].good, table.players[seat].bad = good, bad
    table.high, table.rounds = 4, 5

    bids = []
    for bidding in (0b1111, 0b0110, 0b0011, 0b0010):
        table.bidding = bidding
        bids.append(int(decisions.choose_bid(table, 1)))
    assert bids == [8, 5, decisions.PASS, decisions.PASS]


def test_the_bold_bid_where_the_careful_pass() -> None:
    brink = {"bad": (1, 1, 1, 1)}

    assert (
        limit_of("bold", "Regular", "Happy Hour", **brink) > limit_of("careful", "Regular", "Happy Hour", **brink) > 0
    )


def test_the_worst_card_of_a_packet_goes_to_the_player_before() -> None:
    table = lay(4)
    give(table, 0, "Food Critic", "Cheapskate", "Sticky Fingers")

    assert decisions.choose_draft(table, 0, 0) == kind("Cheapskate")


def test_a_card_worth_less_than_the_mean_is_replaced() -> None:
    table = lay(4)

    assert decisions.choose_mulligan(table, 0, kind("Cheapskate")) == decisions.REPLACE
    assert decisions.choose_mulligan(table, 0, kind("Food Critic")) == decisions.KEEP
