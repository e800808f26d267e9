"""The rulebook's sections, one worked example after the other."""

from typing import Any

import pytest

from balancer.games.bartender import GAME, bar, decisions, deck, result, rules
from balancer.games.bartender.table import ENDING
from balancer.testing import cases
from balancer.testing.cases import Case
from tests.games.bartender import position
from tests.games.bartender.position import breakage, deck_names, enter, give, hand, kind, lay, members, play, stack

BIC = 0


def end_shift_with(total: int, **knobs: Any) -> Any:
    """Return a table after a shift that came to a total, goal 10."""
    table = lay(**knobs)
    table.total = total
    rules.end_shift(table)
    return table


# Parts ----------------------------------------------------------------------------------------------------------------
def test_parts_are_99_cards_of_30_names() -> None:
    patrons = sum(row.cards for row in position.PARTS.data if row.is_patron)

    assert (sum(row.cards for row in position.PARTS.data), len(position.NAMES), patrons) == (99, 30, 60)


def test_parts_three_students_are_worth_nine() -> None:
    table = lay()
    enter(table, "Student", "Student", "Student")

    assert table.total == 9


def test_parts_a_patron_counts_others_never_itself() -> None:
    table = lay()
    enter(table, "Student", "Musician", "Date Night", "Drunk", "Off-duty Cop", "Bachelor Party")

    # Student 1; Musician 1 + 1 student; Date Night 3 - 2 x 2 drunks; Drunk -2; Cop 0 + 2 drunks; Bachelor Party 2
    assert table.total == 1 + 2 - 1 - 2 + 2 + 2


def test_parts_an_ejected_patron_takes_its_mods_with_it() -> None:
    table = lay()
    enter(table, "Student", "Student", "Musician", "Drunk", "Date Night")
    enter(table, "Student")
    bar.eject(table, kind("Student"))
    bar.eject(table, kind("Drunk"))

    assert table.total == 2 + 2 + 3 + 3  # two Students, Musician with two students, Date Night without a drunk
    assert breakage(table)["Drunk"] > 0


def test_parts_draw_from_the_shuffled_breakage_when_the_deck_is_empty() -> None:
    table = lay()
    stack(table, "Regular")
    give(table, 1, "Deep Pockets")
    before = position.cards(table)
    play(table, 1, "Deep Pockets")

    assert table.players[1].hand_size == 2
    assert "Regular" in hand(table, 1)
    assert table.breakage_size == 0
    assert position.cards(table) == before


def test_parts_nothing_is_drawn_when_there_is_no_card() -> None:
    table = lay()
    stack(table)
    for number in range(table.n_kinds):
        table.breakage[number] = 0
    table.breakage_size = 0
    deck.draw_cards(table, 1, 3)

    assert table.players[1].hand_size == 0


def test_parts_discard_and_steal_take_random_cards() -> None:
    table = lay()
    give(table, 2, "Regular", "Regular")
    give(table, 1, "Double Booked", "Sticky Fingers")
    thrown = breakage(table).get("Regular", 0)
    play(table, 1, "Double Booked", 2)
    play(table, 1, "Sticky Fingers", 2)

    assert breakage(table)["Regular"] == thrown + 1
    assert (hand(table, 1), hand(table, 2)) == (["Regular"], [])


def test_parts_swap_exchanges_hands() -> None:
    table = lay()
    give(table, 0, "Shift Swap", "Drunk")
    give(table, 2, "Student", "Regular", "Regular")
    play(table, 0, "Shift Swap", 2)

    assert hand(table, 0) == ["Regular", "Regular", "Student"]
    assert hand(table, 2) == ["Drunk"]


def test_parts_cheer_goal_and_hours() -> None:
    table = lay()
    give(table, 1, "Happy Hour", "Broken Tap", "Slow Night", "Health Inspector", "After Hours", "Last Call")
    play(table, 1, "Happy Hour")
    assert table.total == 2
    play(table, 1, "Broken Tap")
    assert table.total == 0
    play(table, 1, "Slow Night")
    assert table.goal == 8
    play(table, 1, "Health Inspector")
    assert table.goal == 10
    play(table, 1, "After Hours")
    assert table.last_hour == 9
    play(table, 1, "Last Call")
    assert table.last_hour == 8


def test_parts_the_goal_is_one_at_least_and_the_current_hour_the_last_at_the_earliest() -> None:
    table = lay()
    table.goal, table.hour = 2, 8
    give(table, 1, "Slow Night", "Last Call")
    play(table, 1, "Slow Night")
    play(table, 1, "Last Call")

    assert (table.goal, table.last_hour) == (1, 8)


def test_parts_bouncer_protects_and_lights_out_silences() -> None:
    table = lay()
    give(table, 1, "Bouncer", "Lights Out", "Tourist", "Brawler")
    enter(table, "Regular")
    play(table, 1, "Bouncer")
    assert members(decisions.patrons_to_eject(table)) == set()
    play(table, 1, "Lights Out")
    play(table, 1, "Tourist")
    assert hand(table, 1) == ["Brawler"]


# Setup ----------------------------------------------------------------------------------------------------------------
def test_setup_the_hand_is_what_the_next_seat_picked() -> None:
    table = lay(4)
    for seat in range(4):
        give(table, seat, ["Student", "Drunk", "Tourist", "Musician"][seat])
    rules.pick(table, 0, 0, 0)
    rules.take_picks(table, 3)

    assert hand(table, 3) == ["Student"]
    assert hand(table, 0) == []


def test_setup_a_packet_passes_to_the_next_seat() -> None:
    table = lay(4)

    assert [rules.packet_before(table, 0, picks) for picks in range(5)] == [0, 3, 2, 1, 0]


# Hours ----------------------------------------------------------------------------------------------------------------
def test_hours_the_revealed_go_to_the_bottom_in_order() -> None:
    table = lay()
    names = ["Regular", "Deep Pockets", "Student", "Drunk", "Happy Hour", "Bouncer", "Tourist"]
    stack(table, *names)
    rules.turn_up(table)
    assert members(decisions.patrons_revealed(table)) == {kind("Regular"), kind("Student"), kind("Drunk")}
    rules.take_revealed(table, kind("Student"))
    rules.put_back(table)

    assert deck_names(table) == ["Bouncer", "Tourist", "Regular", "Deep Pockets", "Drunk", "Happy Hour"]


@pytest.mark.parametrize(("goes", "wanted"), [("top", ["Regular", "Drunk", "Bouncer"]), ("breakage", [])])
def test_hours_revealed_go(goes: str, wanted: list[str]) -> None:
    table = lay(revealed_go=goes)
    stack(table, "Regular", "Student", "Drunk", "Bouncer")
    before = table.breakage_size
    table.breakage_size = 0  # nothing to shuffle in
    rules.turn_up(table)
    rules.take_revealed(table, kind("Student"))
    rules.put_back(table)

    assert deck_names(table) == wanted
    assert table.breakage_size == (3 if goes == "breakage" else 0)
    assert before > 0


def test_hours_cards_turned_up_stay_aside_when_the_breakage_is_shuffled() -> None:
    table = lay()
    stack(table, "Regular", "Student")
    total = table.deck_size + table.breakage_size
    rules.turn_up(table)

    assert table.revealed == 5
    assert deck_names(table)[:2] == ["Regular", "Student"]
    assert (table.deck_size, table.breakage_size) == (total, 0)


def test_hours_the_bic_admits_the_best_patron_without_its_effect() -> None:
    table = lay()
    stack(table, "Tourist", "Food Critic", "Drunk", "Bouncer", "Regular", "Happy Hour")
    rules.admit(table)

    assert table.total == 4
    assert table.players[BIC].hand_size == 0


# End of the shift -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("total", "good", "bad"), [(10, 1, 0), (9, 0, 1), (19, 1, 0)])
def test_end_of_the_shift_the_goal_decides(total: int, good: int, bad: int) -> None:
    table = end_shift_with(total)

    assert (table.players[BIC].good, table.players[BIC].bad) == (good, bad)
    assert table.ending != ENDING.PACKED


def test_end_of_the_shift_a_packed_bar_wins_whatever_the_token() -> None:
    table = lay()
    table.goal, table.total = 25, 20
    rules.end_shift(table)

    assert table.ending == ENDING.PACKED
    assert table.players[BIC].bad == 1
    assert members(result.winners_of(table)) == {BIC}


def test_end_of_the_shift_packed_goes_before_the_knock_out() -> None:
    table = lay()
    table.goal, table.total, table.players[BIC].bad = 25, 20, 1
    rules.end_shift(table)

    assert table.ending == ENDING.PACKED
    assert members(table.still_in) == {0, 1, 2}


def test_end_of_the_shift_no_packed_bar_where_it_is_off() -> None:
    assert end_shift_with(60, packed_bar=0).ending != ENDING.PACKED


def test_end_of_the_shift_two_bad_nights_knock_out_and_the_hand_is_thrown_away() -> None:
    table = lay()
    give(table, BIC, "Regular", "Drunk")
    table.players[BIC].bad = 1
    before = table.breakage_size
    rules.end_shift(table)

    assert members(table.still_in) == {1, 2}
    assert table.players[BIC].hand_size == 0
    assert table.breakage_size == before + 2
    assert table.opener == 1


def test_end_of_the_shift_the_last_standing_wins() -> None:
    table = lay()
    rules.knock_out(table, 2)
    table.players[BIC].bad = 1
    rules.end_shift(table)

    assert table.ending == ENDING.LAST_STANDING
    assert members(result.winners_of(table)) == {1}


# End ------------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("tokens", "knobs", "winners"),
    [
        ([(2, 1), (1, 0), (0, 0)], {}, {0}),
        ([(1, 1), (1, 0), (0, 0)], {}, {1}),
        ([(1, 0), (1, 0), (0, 0)], {}, {0, 1}),
        ([(1, 0), (1, 0), (0, 0)], {"final_tie": "nobody"}, set()),
        ([(0, 1), (0, 0), (0, 0)], {}, {1, 2}),
        ([(0, 1), (0, 0), (0, 0)], {"needs_good": True}, set()),
        ([(0, 0), (1, 1), (0, 0)], {"needs_good": True}, {1}),
    ],
)
def test_end_closing_time(tokens: list[tuple[int, int]], knobs: dict[str, Any], winners: set[int]) -> None:
    table = lay(**knobs)
    for seat, (good, bad) in enumerate(tokens):
        table.players[seat].good, table.players[seat].bad = good, bad
    table.ending = ENDING.CLOSING_TIME

    assert members(result.winners_of(table)) == winners


def test_end_knocked_out_players_cannot_win() -> None:
    table = lay()
    table.players[1].good = 3
    rules.knock_out(table, 1)
    table.ending = ENDING.CLOSING_TIME

    assert members(result.winners_of(table)) == {0, 2}


# Known figures --------------------------------------------------------------------------------------------------------
def test_no_card_is_lost_in_whole_games() -> None:
    """All 99 cards are somewhere after every game."""
    case = Case({**GAME.defaults, "draw_every_hour": True}, 4, (GAME.persona("random"), GAME.persona("careful")))
    table, history = cases.lay(GAME, case), GAME.history(case.rules)

    for game in range(30):
        GAME.play(table, history, 5, game, 1)
        assert position.cards(table) == 99
