"""The rulebook's worked examples and rulings, section by section (balancer/games/devils_tarok/rulebook.md)."""

import pytest

from balancer.core.table import RUNNING
from balancer.games.devils_tarok import GAME, rules
from balancer.games.devils_tarok.table import ENDING, EXTRA
from balancer.testing import cases
from balancer.testing.cases import Case
from tests.games.devils_tarok.position import DECK, allowed, hand, hand_numbers, lay, new, number, play, trick

PARTS = GAME.read_parts()


def problems(players=4, **knobs):
    return [problem.knob for problem in GAME.problems({**GAME.defaults, **knobs}, players, PARTS)]


def rows(players, count=30, **knobs):
    return cases.play(GAME, Case({**GAME.defaults, **knobs}, players, (GAME.persona("random"),)), count=count)


# Parts
def test_parts_all_cards_together_are_worth_1150():
    table = new()

    assert len({number(table, card) for card in DECK}) == 78
    assert sum(int(table.points[number(table, card)]) for card in DECK) == 1150


@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("fool", 0),
        ("major 15", 50),
        ("major 1", 30),
        ("K wines", 25),
        ("Q wines", 20),
        ("N beers", 15),
        ("P beers", 10),
        ("10 lagers", 10),
        ("A lagers", 1),
    ],
)
def test_parts_points_of_a_card(card, points):
    table = new()

    assert table.points[number(table, card)] == points


def test_parts_an_ace_that_is_high_keeps_its_face_value():
    table = new(ace="high")

    assert table.points[number(table, "A spirits")] == 1
    assert table.points[number(table, "K spirits")] == 25


# Setup
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup_15_cards_each_and_the_rest_is_the_draw_pile(players):
    table = new(players)
    dealt = [card for seat in range(players) for card in hand_numbers(table, seat)]
    pile = [int(table.deck[place]) for place in range(table.next_card, 78)]

    assert [len(hand_numbers(table, seat)) for seat in range(players)] == [15] * players
    assert sorted(dealt + pile) == sorted(int(card) for card in table.box)


def test_setup_the_dealer_moves_on_and_the_next_seat_gets_the_first_card_and_leads():
    table = new(3)

    for first in (1, 2, 0):
        rules.deal_hand(table)
        assert table.leader == first
        for k in range(3):
            assert int(table.deck[k]) in hand_numbers(table, (first + k) % 3)


# Trick 1 and 2
def test_s2_the_suit_led_must_be_followed_or_the_fool_played():
    table = lay("7 beers", "2 beers, K wines, fool, major 3", pile="A wines, 2 wines")
    play(table, "7 beers")

    assert allowed(table, 1) == ["2 beers", "fool"]


def test_s2_whoever_is_void_may_play_any_card():
    table = lay("7 beers", "K wines, fool, major 3", pile="A wines, 2 wines")
    play(table, "7 beers")

    assert allowed(table, 1) == ["K wines", "fool", "major 3"]


def test_s2_the_fool_does_not_count_as_a_major():
    table = lay("major 9", "K wines, 3 beers, fool", pile="A wines, 2 wines")
    play(table, "major 9")

    assert allowed(table, 1) == ["3 beers", "K wines", "fool"]


def test_s1_the_fool_led_demands_majors():
    table = lay("fool", "K wines, major 20", "2 beers, 3 beers", pile="A wines, 2 wines")
    play(table, "fool")

    assert allowed(table, 1) == ["major 20"]
    assert allowed(table, 2) == ["2 beers", "3 beers"]


def test_s2_what_a_void_player_shows_until_the_next_draw():
    table = lay("7 beers, 8 beers", "K wines, 2 wines", "9 beers, fool", pile="A beers, 2 beers")
    play(table, "7 beers", "K wines", "fool")
    assert [int(player.void) for player in table.players[:3]] == [0, 0b00001, 0]

    rules.finish_trick(table)
    assert [int(player.void) for player in table.players[:3]] == [0, 0, 0], "seats 0 and 1 have drawn"


def test_s2_who_draws_nothing_stays_void():
    table = lay("7 beers, 8 beers", "K wines, 2 wines", pile="A beers")
    play(table, "7 beers", "K wines")
    rules.finish_trick(table)

    assert int(table.players[1].void) == 0b00001
    assert hand(table, 0) == ["A beers", "8 beers"]


# Trick 3
def test_s3_the_king_of_the_suit_led_wins_76_with_the_devil_and_the_ace():
    table = lay("K wines, 2 beers", "A wines, 3 beers", "major 15, 4 beers", pile="5 beers, 6 beers, 7 beers")

    assert trick(table, "K wines", "A wines", "major 15") == (0, 76)


def test_s3_a_higher_card_of_another_suit_does_not_win_but_the_fool_does():
    table = lay("2 wines, 2 beers", "K beers, 3 beers", "3 wines, 4 beers")
    assert trick(table, "2 wines", "K beers", "3 wines") == (2, 30)

    table = lay("K wines, 2 beers", "fool, 3 beers", "Q wines, 4 beers")
    assert trick(table, "K wines", "fool", "Q wines") == (1, 45)


def test_s3_the_fool_led_wins():
    table = lay("fool, 2 beers", "major 21, 3 beers", "major 15, 4 beers")

    assert trick(table, "fool", "major 21", "major 15") == (0, 80)


def test_s3_the_ace_is_low_or_high():
    table = lay("A wines, 2 beers", "2 wines, 3 beers")
    assert trick(table, "A wines", "2 wines") == (1, 3)

    table = lay("K wines, 2 beers", "A wines, 3 beers", ace="high")
    assert trick(table, "K wines", "A wines") == (1, 26)


# Trick 4 and 5
def test_s4_cards_are_drawn_from_the_one_who_led_on_and_the_winner_leads():
    table = lay("2 wines", "3 wines", "K wines", leader=1, pile="4 beers, 5 beers, 6 beers")
    play(table, "3 wines", "K wines", "2 wines")
    rules.finish_trick(table)

    assert [hand(table, seat) for seat in range(3)] == [["6 beers"], ["4 beers"], ["5 beers"]]
    assert table.leader == 2
    assert not table.hand_over


def test_s5_the_hand_ends_with_the_first_empty_one():
    table = lay("2 wines", "3 wines", "K wines", pile="4 beers, 5 beers")
    trick(table, "2 wines", "3 wines", "K wines")

    assert table.hand_over
    assert table.ending == RUNNING


@pytest.mark.parametrize(("players", "tricks", "unplayed"), [(2, 39, 0), (3, 26, 0), (4, 19, 2), (5, 15, 3)])
def test_s5_tricks_and_unplayed_cards_of_a_hand(players, tricks, unplayed):
    found = rows(players)

    assert (found["rounds"] == tricks * found["extras"][:, EXTRA.HANDS]).all()
    assert (found["turns"] == players * found["rounds"]).all()
    assert 78 - players * tricks == unplayed
    if unplayed == 0:
        assert (found["extras"][:, EXTRA.POINTS] == 1150 * found["extras"][:, EXTRA.HANDS]).all()


# End and result
def last_trick(points, **knobs):
    """Seats 0 and 1 with these points play their last cards; seat 0 wins 25."""
    table = lay("Q wines", "5 wines", **knobs)
    for seat, score in enumerate(points):
        table.players[seat].points = score
    trick(table, "Q wines", "5 wines")
    return table


def test_end_the_target_counts_after_a_hand():
    assert last_trick([640, 0]).ending == RUNNING
    assert last_trick([641, 0]).ending == ENDING.TARGET
    assert last_trick([0, 666]).ending == ENDING.TARGET


def test_end_after_a_trick_where_that_is_checked():
    table = lay("Q wines, 2 wines", "5 wines, 3 wines", end_check="trick")
    table.players[0].points = 641
    trick(table, "Q wines", "5 wines")
    assert table.ending == ENDING.TARGET

    table = lay("Q wines, 2 wines", "5 wines, 3 wines")
    table.players[0].points = 641
    trick(table, "Q wines", "5 wines")
    assert table.ending == RUNNING


# Rules
def test_rules_majors_as_trumps():
    table = lay("7 beers, 2 beers", "K wines, major 3, fool", "9 beers, 3 beers", "major 9, A beers", trumps="majors")
    play(table, "7 beers")
    assert allowed(table, 1) == ["fool", "major 3"]
    play(table, "major 3")
    assert allowed(table, 2) == ["3 beers", "9 beers"]
    play(table, "9 beers", "A beers")

    assert table.winner == 1


def test_rules_trumps_need_not_be_higher_and_the_highest_wins():
    table = lay("7 beers", "major 9", "major 3, major 12", trumps="majors", pile="A wines")
    play(table, "7 beers", "major 9")
    assert allowed(table, 2) == ["major 3", "major 12"]
    play(table, "major 12")

    assert table.winner == 2


def test_rules_trumps_whoever_plays_another_minor_shows_two_voids():
    table = lay("7 beers", "K wines, 2 wines", trumps="majors", pile="A wines")
    play(table, "7 beers", "K wines")

    assert int(table.players[1].void) == 0b10001


def test_rules_an_excused_fool_never_wins_and_scores_for_its_owner():
    table = lay("K wines, 2 beers", "fool, 3 wines", "2 wines, 4 beers", fool="excuse", points_fool=45)
    play(table, "K wines")
    assert allowed(table, 1) == ["3 wines", "fool"]
    play(table, "fool", "2 wines")

    assert table.winner == 0
    rules.finish_trick(table)
    assert [int(player.points) for player in table.players[:3]] == [27, 45, 0]


def test_rules_an_excused_fool_led_sets_no_suit():
    table = lay("fool, 2 beers", "K wines, major 3", "2 wines, major 21", fool="excuse")
    play(table, "fool")
    assert allowed(table, 1) == ["K wines", "major 3"]
    play(table, "K wines")
    assert allowed(table, 2) == ["2 wines"]
    play(table, "2 wines")

    assert table.winner == 1


def test_rules_hands_larger_than_the_deck_are_refused():
    assert problems(5, hand_size=15) == []
    assert problems(5, hand_size=16) == ["hand_size"]
    assert problems(3, hand_size=26) == []


def test_rules_cards_without_points_are_refused():
    zero = {f"points_{card}": 0 for card in ("major", "devil", "fool", "king", "queen", "knight", "page")}

    assert problems(**zero) == []
    assert problems(**zero, points_pip="zero") == ["points_major"]
