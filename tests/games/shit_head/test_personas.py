"""What each persona of Drunken Shit Head claims, as positions with the play expected."""

import pytest

from balancer.games.shit_head import GAME, decisions
from tests.games.opened import set_habit
from tests.games.shit_head.position import NAMES, lay, named, new, wanted, zone

DECK = "3 4 6 8"
"""Cards left to draw: the end is far."""


def plays(persona, cards, *others, pile="", **more):
    """Return what seat 0 plays."""
    return wanted(lay(cards, *(others or ("4 8 P",)), pile=pile, lineup=(persona, "random"), **more), 0)


def lays_up(persona, cards):
    """Return what seat 0 lays face up of these six."""
    table = new(2, lineup=(persona, "random"))
    for place, name in enumerate(cards.split()):
        table.players[0].dealt[place] = NAMES.index(name)
    table.players[0].hand = zone(cards)
    places = int(decisions.choose_lay_up(table, 0))
    return {name for place, name in enumerate(cards.split()) if places >> place & 1}


def test_random_plays_anything_allowed():
    table = lay("5 6 6", "3 4", pile="3", lineup=("random",))
    seen = set()
    for turn in range(60):
        table.turn = turn
        seen.add(wanted(table, 0))

    assert seen == {"5", "6", "6 6"}


def test_low_first_plays_the_lowest_card_and_all_copies():
    assert plays("low_first", "9 5 5 10", deck=DECK) == "5 5"
    assert plays("low_first", "9 K 2", pile="8", deck=DECK) == "2"


@pytest.mark.parametrize("special", ["2", "10", "fool", "m21"])
def test_keeper_saves_specials_and_majors(special):
    assert plays("keeper", f"9 K {special}", pile="8", deck=DECK) == "9"
    assert plays("keeper", f"K K {special}", pile="8", deck=DECK) == "K K"


@pytest.mark.parametrize("persona", ["keeper", "shrewd", "burner"])
def test_what_is_best_lies_face_up(persona):
    assert lays_up(persona, "10 3 2 4 fool K") == {"10", "2", "fool"}


def test_burner_completes_four_alike():
    assert plays("burner", "5 9 9 K", pile="3 9 9", deck=DECK) == "9 9"
    assert plays("low_first", "5 4 9 9", pile="3 9 9 2", deck=DECK) == "4"


def test_burner_burns_a_big_pile_with_a_ten():
    big = "3 3 4 5 6 6 7 7 8 8 9 9 P"

    assert plays("burner", "10 Q K", pile=big, deck=DECK) == "10"
    assert plays("keeper", "10 Q K", pile=big, deck=DECK) == "Q"


def test_blocker_plays_a_major_that_the_next_player_can_not_answer():
    """The next player's hand is empty; all see what lies face up there."""
    table = {"pile": "3 4 5 6 7 8 8 9", "up": ("", "9 K m3")}

    assert plays("blocker", "9 Q m16", "", **table) == "m16"
    assert plays("keeper", "9 Q m16", "", **table) == "9"
    assert plays("blocker", "9 Q m16", "", pile="3 4 5 6 7 8 8 9", up=("", "9 K m18")) != "m16"


def test_who_stops_the_leader_plays_a_major_on_a_small_pile_where_the_next_player_has_a_card_left():
    def stopping(stop_leader, follower):
        table = lay("9 Q m16", "", pile="3", up=("", follower), lineup=("shrewd", "random"), deck=DECK)
        set_habit(table, 0, "stop_leader", stop_leader)
        return wanted(table, 0)

    assert [stopping(1000, "K"), stopping(0, "K")] == ["m16", "9"]
    assert [stopping(1000, "9 9 P P Q Q K K K"), stopping(1000, "m18")] == ["9", "9"]


def test_blocker_plays_the_devil_against_twos_and_the_hanged_man_against_high_cards():
    pile = "3 4 5 6 7 8 8 9"

    assert plays("blocker", "m15 m14 9", "", pile=pile, up=("", "2 K Q")) == "m15"
    assert plays("blocker", "m12 Q 9", "", pile=pile, up=("", "N K m14")) == "m12"


def test_blocker_names_the_fool_what_stops_the_next_player():
    table = lay("fool 5", "", pile="3 4 5 6 7 8 8", up=("", "2 K m9"), lineup=("blocker", "random"))

    assert named(table, 0) in {"m15", *(f"m{number}" for number in range(15, 22))}


def test_shrewd_weighs_saving_burning_and_blocking():
    assert plays("shrewd", "9 K 10", pile="8", deck=DECK) == "9"
    assert plays("shrewd", "9 9 K", pile="3 9 9", deck=DECK) == "9 9"
    assert plays("shrewd", "K m16", "", pile="3 4 5 6 7 8 8 9", up=("", "9 K m3")) == "m16"
    assert plays("shrewd", "9 K m16", "", pile="3 4 5 6 7 8 8 9", up=("", "9 K m3")) == "9"


def test_every_persona_goes_out_when_it_can():
    for persona in GAME.personas:
        if not persona.at_random:
            assert plays(persona.name, "10 10", "3 4", pile="3") == "10 10"


def test_every_persona_is_tested_here():
    tested = " ".join(name for name in globals() if name.startswith("test_"))

    assert [persona.name for persona in GAME.personas if persona.name not in tested] == []
