"""What each persona of The Devil's Tarok claims, as positions with the card expected."""

import pytest

from balancer.games.devils_tarok import GAME
from tests.games.devils_tarok.position import lay, play, wanted
from tests.games.opened import set_habit


def follows(persona, *hands, played, **more):
    """Return what the persona, in the last seat, adds to these cards."""
    table = lay(*hands, lineup=("random",) * (len(hands) - 1) + (persona,), **more)
    play(table, *played)
    return wanted(table)


def leads(persona, *hands, **more):
    return wanted(lay(*hands, lineup=(persona,), **more))


REST = "2 lagers, 3 lagers, 4 lagers, 5 lagers, 6 lagers, 7 lagers"
"""A draw pile: the hand goes on for a while."""


def test_random_plays_anything_allowed():
    table = lay("2 beers, 3 wines, fool", "5 beers, 6 beers, 7 beers", lineup=("random",))
    seen = set()
    for turn in range(60):
        table.turn = turn
        seen.add(wanted(table))

    assert seen == {"2 beers", "3 wines", "fool"}


def test_grabber_wins_whatever_it_can():
    hands = ("3 beers, 9 wines", "K beers, 2 beers, fool")

    assert follows("grabber", *hands, played=["3 beers"], pile=REST) == "K beers"
    assert follows("grabber", "K beers, 9 wines", "2 beers, fool", played=["K beers"], pile=REST) == "fool"


@pytest.mark.parametrize(("led", "wanted_card"), [("2 beers", "A beers"), ("Q beers", "K beers")])
def test_miser_wins_rich_tricks_and_ducks_poor_ones(led, wanted_card):
    hands = (f"{led}, 2 wines", "3 beers, 4 wines", "K beers, A beers, 7 wines")

    assert follows("miser", *hands, played=[led, "3 beers"], pile=REST) == wanted_card


def test_counter_leads_a_card_that_nobody_can_beat_any_more():
    """The King has been played, so the Queen wins; who does not remember fears for it and leads the 3."""
    hands = ("Q beers, 3 wines", "4 beers, 5 wines", "7 beers, 9 wines")

    assert leads("counter", *hands, pile=REST) == "Q beers"
    assert leads("hoarder", *hands, pile=REST) == "3 wines"


def test_who_is_void_discards_a_low_major_and_the_hoarder_keeps_it():
    low = ", ".join(f"major {number}" for number in range(3, 12))
    high = ", ".join(f"major {number}" for number in range(12, 21))
    hands = (f"K beers, {low}", f"3 beers, {high}", "major 2, 7 lagers")

    assert follows("counter", *hands, played=["K beers", "3 beers"]) == "major 2"
    assert follows("hoarder", *hands, played=["K beers", "3 beers"]) == "7 lagers"


def test_counter_knows_who_is_void():
    """The King is out, but both who play later are void; else the Queen would be kept back."""
    hands = ("Q beers, 3 wines, 2 lagers", "4 spirits, 5 wines, 7 spirits", "7 lagers, 9 wines, 8 spirits")
    table = lay(*hands, pile="K beers, 2 beers, 3 beers", lineup=("counter",))
    table.players[1].void = table.players[2].void = 0b00001

    assert wanted(table) == "Q beers"
    assert leads("counter", *hands, pile="K beers, 2 beers, 3 beers") != "Q beers"


def test_hoarder_keeps_the_fool_and_the_majors_for_the_end_of_the_hand():
    rich = ("K beers, 2 wines", "Q beers, 3 wines", "fool, major 3, 4 wines")
    assert follows("hoarder", *rich, played=["K beers", "Q beers"], pile=REST) == "4 wines"
    assert follows("leader", *rich, played=["K beers", "Q beers"], pile=REST) == "fool"

    last = ("K beers", "Q beers", "fool")
    assert follows("hoarder", *last, played=["K beers", "Q beers"]) == "fool"


def test_leader_wins_a_poor_trick_to_lead_the_next():
    hands = ("2 beers, 2 wines", "3 beers, 4 wines", "fool, 4 beers, A beers")

    assert follows("leader", *hands, played=["2 beers", "3 beers"], pile=REST) in {"4 beers", "fool"}
    assert follows("miser", *hands, played=["2 beers", "3 beers"], pile=REST) == "A beers"


def test_who_stops_the_leader_takes_a_trick_from_it_and_from_nobody_else():
    def stopping(stop_leader, *points):
        table = lay("K beers, 2 wines", "Q beers, 3 wines", "fool, major 3, 4 wines", lineup=("counter",), pile=REST)
        for seat in range(3):
            table.players[seat].points = points[seat]
        set_habit(table, 2, "stop_leader", stop_leader)
        play(table, "K beers", "Q beers")
        return wanted(table)

    assert [stopping(0, 450, 0, 0), stopping(30, 450, 0, 0)] == ["4 wines", "fool"]
    assert [stopping(30, 450, 460, 0), stopping(30, 450, 0, 460), stopping(30, 100, 0, 0)] == ["4 wines"] * 3


def test_every_persona_is_tested_here():
    tested = " ".join(name for name in globals() if name.startswith("test_"))

    assert [persona.name for persona in GAME.personas if persona.name not in tested] == []
