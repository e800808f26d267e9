"""The rulebook's worked examples and rulings, section by section (balancer/games/shit_head/rulebook.md)."""

import pytest

from balancer.core.table import RUNNING, UNFINISHED, next_in
from balancer.games.shit_head import GAME, decisions, rules, zones
from balancer.games.shit_head.table import ENDING, EXTRA, NODE
from balancer.testing import cases
from balancer.testing.cases import Case
from tests.games.shit_head.position import (
    NAMES,
    RANKS,
    hand,
    kind,
    lay,
    named,
    names,
    new,
    play,
    playable,
    put,
    top,
    zone,
)

PARTS = GAME.read_parts()
MAJORS = {f"m{number}" for number in range(1, 22)}
PLAIN = set(RANKS) | MAJORS


def on(cards, **knobs):
    """Return what may be played on a pile of these cards."""
    return playable(lay("", "", pile=cards, **knobs))


def rows(players, count=200, lineup=("shrewd", "random"), **knobs):
    personas = tuple(GAME.persona(name) for name in lineup)
    return cases.play(GAME, Case({**GAME.defaults, **knobs}, players, personas), count=count)


# Parts
@pytest.mark.parametrize(
    ("knobs", "cards"),
    [
        ({}, 78),
        ({"fool": "none"}, 77),
        ({"majors": "specials_only"}, 59),
        ({"majors": "specials_only", "fool": "none"}, 58),
    ],
)
def test_parts_cards_in_use(knobs, cards):
    table = new(2, **knobs)

    assert table.deck_size == cards
    assert zones.count(table.whole) == cards


def test_parts_a_zone_counts_its_cards():
    cards = "A A A A 7 K K K fool m1 m21"

    assert names(zone(cards)) == cards
    assert zones.count(zone(cards)) == 11
    assert [NAMES[zones.nth_kind(zones.kinds(zone(cards)), k)] for k in range(6)] == [
        "A",
        "7",
        "K",
        "fool",
        "m1",
        "m21",
    ]


# Setup
def test_setup_three_face_down_three_face_up_three_in_hand():
    table = new(4)
    seen = 0
    for seat in range(4):
        player = table.players[seat]
        assert (player.down_left, player.up_left, player.held) == (3, 3, 3)
        assert (zones.count(player.up), zones.count(player.hand)) == (3, 3)
        seen += int(player.up) + int(player.hand) + sum(int(zones.ONE[player.down[place]]) for place in range(3))
    seen += sum(int(zones.ONE[table.deck[place]]) for place in range(table.next_card, 78))

    assert table.next_card == 36
    assert seen == table.whole


def test_setup_twenty_sets_of_three_of_six():
    places = 0b000111
    found = []
    for _ in range(20):
        found.append(int(places))
        places = decisions.next_set(places)

    assert found == sorted(found)
    assert len(set(found)) == 20
    assert {each.bit_count() for each in found} == {3}
    assert found[-1] == 0b111000


def test_setup_each_set_is_an_option():
    table = new(2)

    assert table.decision.decisions[NODE.LAY_UP] == 2
    assert table.decision.options[NODE.LAY_UP] == 40


# Pile
def test_pile_anything_on_no_pile():
    assert on("") == PLAIN | {"fool"}


def test_pile_on_a_minor_any_card_of_that_value_or_more():
    assert on("Q") == {"2", "10", "Q", "K", "fool"} | {f"m{number}" for number in range(13, 22)}


def test_pile_on_a_king_major_16_but_not_major_11():
    assert "m11" not in on("K")
    assert "m16" in on("K")


def test_pile_on_a_major_only_higher_majors_and_specials():
    assert on("m16") == {"2", "10", "fool"} | {f"m{number}" for number in range(17, 22)}
    assert on("m2") == {"2", "10", "fool"} | {f"m{number}" for number in range(3, 22)}, "a plain major"


def test_pile_on_the_devil_no_two():
    assert on("m15") == {"10", "fool", *(f"m{number}" for number in range(16, 22))}


def test_pile_on_the_hanged_man_any_card_under_12():
    assert on("m12") == {*RANKS[:11], *(f"m{number}" for number in range(1, 12)), "fool"}


def test_pile_the_hanged_man_is_played_by_his_own_value():
    assert "m12" in on("N")
    assert "m12" not in on("Q")
    assert "m12" in on("m11")


def test_pile_a_two_resets():
    table = lay("2 5", "", pile="K")
    assert not play(table, 0, "2")

    assert top(table) == "2"
    assert "3" in playable(table)


def test_pile_a_ten_burns_and_goes_again():
    table = lay("10 5", "3 4", pile="K m15")

    assert play(table, 0, "10")
    assert top(table) == ""
    assert table.extras[EXTRA.BURNED_CARDS] == 3
    assert table.extras[EXTRA.BURNS_TEN] == 1


def test_pile_three_sevens_on_a_seven_burn():
    table = lay("7 7 7 5", "3 4", pile="3 7")

    assert play(table, 0, "7", 3)
    assert table.extras[EXTRA.BURNS_FOUR] == 1
    assert table.extras[EXTRA.BURNED_CARDS] == 5


def test_pile_two_players_sevens_in_sequence_burn():
    table = lay("7 7 5", "7 7 4", pile="3")

    assert not play(table, 0, "7", 2)
    assert play(table, 1, "7", 2)


def test_pile_something_in_between_breaks_the_four():
    table = lay("7 7 5", "7 7 4", pile="3")
    play(table, 0, "7", 2)
    put(table, "2")

    assert not play(table, 1, "7", 2)


def test_pile_twos_count_for_four_and_a_fool_counts_as_what_it_is_named():
    table = lay("2 2 5", "2 4", "fool 6", pile="K")
    play(table, 0, "2", 2)
    assert not play(table, 1, "2")

    assert play(table, 2, "fool", identity="2")


def test_pile_a_fool_acts_as_what_it_is_named_and_is_picked_up_as_the_fool():
    table = lay("fool 5", "3 4", pile="K")
    play(table, 0, "fool", identity="m12")
    assert playable(table) == on("m12")

    rules.pick_up(table, 1)
    assert hand(table, 1) == "3 4 K fool"


def test_pile_four_tens_together_are_one_burn_by_the_ten():
    table = lay("10 10 10 10 5", "3 4", pile="K")
    play(table, 0, "10", 4)

    assert [table.extras[extra] for extra in (EXTRA.BURNS, EXTRA.BURNS_TEN, EXTRA.BURNS_FOUR)] == [1, 1, 0]


# Turn
def test_s1_the_hand_comes_first_then_face_up_then_face_down():
    table = lay("5", "3 4", up=("6", ""), down=("7", ""))
    for left in ((0, 1, 1), (0, 0, 1), (0, 0, 0)):
        rules.clear_pile(table)
        rules.take_turn(table, 0)
        player = table.players[0]
        assert (player.held, player.up_left, player.down_left) == left

    assert table.ending == ENDING.OUT
    assert table.blind


def test_s2_nothing_playable_the_pile_is_picked_up_and_the_turn_ends():
    table = lay("3 4", "5", pile="K")
    rules.take_turn(table, 0)

    assert hand(table, 0) == "3 4 K"
    assert top(table) == ""
    assert table.extras[EXTRA.PICKUPS] == 1
    assert table.decision.decisions[NODE.PLAY] == 0


def test_s2_face_up_cards_stay_where_the_pile_is_picked_up():
    table = lay("", "5", pile="K", up=("3 4", ""))
    rules.take_turn(table, 0)

    assert hand(table, 0) == "K"
    assert names(table.players[0].up) == "3 4"


def test_s3_a_face_down_card_that_does_not_fit_is_picked_up_with_the_pile():
    table = lay("", "5", pile="Q K", down=("3 4", ""))
    rules.take_turn(table, 0)

    assert hand(table, 0) == "3 Q K"
    assert [table.extras[extra] for extra in (EXTRA.PICKUPS, EXTRA.BLIND_PICKUPS, EXTRA.BLIND_PLAYS)] == [1, 1, 0]
    assert table.players[0].down_left == 1


def test_s4_cards_are_drawn_after_the_whole_play_and_before_the_next_of_the_turn():
    table = lay("10 5 5", "3 4 6", pile="K", deck="7 8 9")
    play(table, 0, "10")
    assert hand(table, 0) == "5 5 7"
    play(table, 0, "5", 2)
    assert hand(table, 0) == "7 8 9"


def test_s4_nobody_draws_who_holds_enough():
    table = lay("5 6 7 8 9", "3 4 6", pile="3", deck="7 8 9")
    play(table, 0, "5")

    assert hand(table, 0) == "6 7 8 9"


def test_s5_the_last_card_played_as_a_ten_wins_at_once():
    table = lay("10", "3 4", pile="K")
    rules.take_turn(table, 0)

    assert table.ending == ENDING.OUT
    assert table.turn == 1


def test_s6_who_burns_the_pile_goes_again_in_the_same_turn():
    table = lay("10 5", "3 4", pile="m21")
    rules.take_turn(table, 0)

    assert table.turn == 1
    assert table.ending == ENDING.OUT, "10, then 5 on no pile"


# End and result, in whole games: test_whole_games.py
def test_rules_cut_off_before_the_last_those_still_in_share_the_places_left():
    table = lay("5", "3 4", "6 7", play_to="last")
    rules.take_turn(table, 0)
    assert table.ending == RUNNING
    assert next_in(table.still_in, 0) == 1
    assert next_in(table.still_in, 2) == 1

    found = rows(4, 400, lineup=("random",), play_to="last", max_rounds=40)
    some = [row for row in found if row["ending"] == UNFINISHED and max(row["score"][:4]) == 6]
    assert some, "one is out, three share (0 + 1 + 2) / 3, in halves"
    assert any(sorted(row["score"][:4]) == [2, 2, 2, 6] for row in some)


# Rules
def test_rules_may_pick_up():
    table = lay("5 6", "3 4", pile="3", must_play=False)
    decisions.choose_play(table, 0)
    assert table.decision.options[NODE.PLAY] == 3
    assert int(decisions.nth_option(zone("5 6"), 2)) == decisions.PICK_UP

    rules.clear_pile(table)
    decisions.choose_play(table, 0)
    assert table.decision.options[NODE.PLAY] == 5, "nothing to pick up"


def test_rules_strictly_higher_on_minors():
    assert on("Q", equal_allowed=False) == {"2", "10", "K", "fool"} | {f"m{number}" for number in range(14, 22)}
    assert on("m16", equal_allowed=False) == on("m16")


def test_rules_plain_tens_twos_and_hanged_man():
    assert on("K", ten_burns=False, two_resets=False) == {"K", "fool"} | {f"m{number}" for number in range(14, 22)}
    assert on("m12", hanged_man_reverses=False) == {"2", "10", "fool"} | {f"m{number}" for number in range(13, 22)}
    assert on("m21", ten_burns=False, two_resets=False) == set(), "not even the Fool: it can be named as nothing"

    table = lay("10 5", "3 4", pile="7", ten_burns=False)
    assert not play(table, 0, "10")


def test_rules_without_four_alike():
    table = lay("7 7 7 7 5", "3 4", four_burns=False)

    assert not play(table, 0, "7", 4)


def test_rules_the_devil_lets_twos_pass():
    assert on("m15", devil_blocks_two=False) == on("m15") | {"2"}


def test_rules_major_specials():
    assert on("m21", major_specials=True) == {"2", "10", "m2", "m10", "fool"}
    assert "m2" not in on("m15", major_specials=True)

    table = lay("m2 m10 5", "3 4", pile="K", major_specials=True)
    play(table, 0, "m2")
    assert top(table) == "2"
    assert play(table, 0, "m10")


def test_rules_major_specials_do_not_count_for_four():
    table = lay("2 2 2 m2 5", "3 4", major_specials=True)
    play(table, 0, "2", 3)

    assert not play(table, 0, "m2")


def test_rules_any_major_on_any_minor():
    assert on("K", majors_over_minors="always") == {"2", "10", "K", "fool"} | MAJORS


def test_rules_a_deck_that_is_too_small_is_refused():
    def problems(players, **knobs):
        return [problem.knob for problem in GAME.problems({**GAME.defaults, **knobs}, players, PARTS)]

    assert problems(6) == []
    assert problems(6, hand=5, up=5, down=3) == []
    assert problems(6, hand=5, up=5, down=4) == ["hand"]
    assert problems(6, hand=4, majors="specials_only") == ["hand"]


# Seen by
def test_seen_by_what_was_picked_up_is_known_until_it_is_played():
    table = lay("7 3", "5", pile="7 K")
    rules.pick_up(table, 0)
    player = table.players[0]
    assert names(player.known) == "7 K"
    assert hand(table, 0) == "3 7 7 K"

    play(table, 0, "7")
    assert names(player.known) == "K", "of cards of a rank, those seen go first"
    play(table, 0, "7")
    assert names(player.known) == "K"


def test_the_fool_may_be_named_whatever_fits_but_the_fool():
    table = lay("fool 5", "3 4", pile="m15")
    seen = set()
    for turn in range(200):
        table.turn = turn
        seen.add(named(table, 0))

    assert seen == on("m15") - {"fool"}
    assert kind("fool") == 14
