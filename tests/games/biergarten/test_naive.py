"""The naive reference itself, turn by turn, on laid tables: what the rulebook says of the course of a game."""

from fractions import Fraction
from typing import Any

import pytest

from tests.games.biergarten import naive
from tests.games.biergarten.gardens import EIGHTEEN_BARRELS, garden
from tests.games.biergarten.naive import HOME, Biergarten, Card

TABLE = [("common", color, "", "", 8) for color in "GYRB"] + [("common", "W", "", "", 10), ("home", "G", "", "", 6)]
DECK = 3
"""Number of the option to draw from the deck, with a full supply."""


class Script:
    """Chooses the first option of every node unless scripted, and records the nodes reached."""

    def __init__(self, **numbers):
        self.numbers = numbers
        self.reached = []

    def choose(self, seat, turn, node, count):
        self.reached.append((seat, turn, node, count))
        return self.numbers.get(node, 0)

    def choose_by_class(self, seat, turn, node, sizes):
        return self.choose(seat, turn, node, sum(sizes))

    def counts(self):
        return {}

    def nodes(self):
        return [node for _, _, node, _ in self.reached]


def table(players=3, *, numbers=None, **rules):
    """Return a table after the setup, everybody choosing by script."""
    game: Any = Biergarten(5, 0, players, rules, TABLE)
    game.set_up()
    game.lot = Script(**(numbers or {}))
    return game


def all_cards(game):
    """Return every card, wherever it lies."""
    lying = [card for card in game.supply if card is not None] + game.deck
    return sorted(
        lying + [card for hand in game.hands for card in hand] + [c for g in game.gardens for c in g.values()]
    )


# § Parts, § Setup
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup(players):
    game: Any = Biergarten(5, 0, players, {"hand": 4, "supply": 5, "wilds": 7}, TABLE)
    game.lot = Script(home=1)
    game.set_up()

    assert [len(hand) for hand in game.hands] == [4] * players
    assert len(game.supply) == 5
    assert len(game.deck) == 39 - 4 * players - 5
    assert [list(garden) for garden in game.gardens] == [[HOME]] * players
    assert [count for _, _, _, count in game.lot.reached] == [players + 1 - seat for seat in range(players)]
    assert sorted({c.number for c in all_cards(game) if c.is_wild()}) == list(range(32, 39)), "the first of the table"
    assert len(set(all_cards(game))) == 39 + players


def test_setup_too_few_cards_are_refused():
    for rules, rows in (({"hand": 5}, TABLE[:1]), ({"wilds": 0}, [*TABLE[4:5], TABLE[5]]), ({}, TABLE[:-1])):
        with pytest.raises(ValueError, match="too few"):
            Biergarten(1, 0, 2, rules, rows).set_up()


def test_part_names():
    cards = [Card(0, "common", "YG", "WN", "YG"), Card(0, "home", "R", "", ""), Card(0, "common", "W", "NE", "")]

    assert [naive.name_of(card) for card in cards] == ["common GY NW GY", "home R - -", "common W NE -"]


# § Turn 1
def test_s1_the_supply_may_be_refreshed_after_a_round_without_a_supply_draw():
    game = table(numbers={"draw": DECK})
    for seat in (0, 1, 2):
        game.turn(seat)
    assert "refresh" not in game.lot.nodes()

    game.turn(0)  # keeps the supply
    game.turn(1)  # is reached again
    assert game.lot.nodes().count("refresh") == 2
    assert game.counts["refreshes"] == 0

    game.lot.numbers["refresh"] = 1
    game.turn(2)
    assert game.turns_without_supply == 1, "the turn of a refresh is the first counted after it"
    game.turn(0)
    game.turn(1)
    assert game.lot.nodes().count("refresh") == 3

    game.turn(2)
    assert game.lot.nodes().count("refresh") == 4
    assert game.counts["refreshes"] == 2


def test_s1_a_supply_draw_begins_the_count_anew():
    game = table(numbers={"draw": DECK})
    game.turn(0)
    game.turn(1)
    game.lot.numbers["draw"] = 0
    game.turn(2)
    game.lot.numbers["draw"] = DECK
    for seat in (0, 1, 2):
        game.turn(seat)

    assert "refresh" not in game.lot.nodes()
    assert game.turns_without_supply == 3


def test_s1_a_refresh_mixes_deck_and_supply():
    game = table(numbers={"refresh": 1})
    before, lying = {*game.deck, *game.supply}, set(game.supply)
    game.turns_without_supply = 3

    game.refresh(0)

    assert {*game.deck, *game.supply} == before
    assert len(game.supply) == 3
    assert set(game.supply) != lying


def test_s1_without_a_deck_there_is_nothing_to_refresh_with():
    game = table()
    game.deck, game.turns_without_supply = [], 3
    game.turn(0)

    assert game.lot.reached[0] == (0, 1, "refresh", 1)


# § Turn 2
@pytest.mark.parametrize(
    ("steal", "deck", "hands", "options"),
    [(True, 9, 2, 6), (False, 9, 2, 4), (True, 0, 2, 5), (True, 0, 0, 3), (False, 0, 2, 3)],
)
def test_s2_where_cards_are_drawn_from(steal, deck, hands, options):
    game = table(steal=steal)
    del game.deck[deck:]
    for other in (1, 2):
        del game.hands[other][hands:]

    game.draw(0)

    assert game.lot.reached == [(0, 0, "draw", options)]
    assert game.counts["from_supply"] == 1


def test_s2_a_supply_card_is_replaced_while_there_is_a_deck():
    game = table()
    taken, top = game.supply[0], game.deck[0]
    game.draw(0)
    assert taken in game.hands[0]
    assert game.supply[0] == top

    game.deck = []
    game.draw(0)
    assert game.supply[0] is None
    game.draw(0)
    game.draw(0)
    assert game.supply_is_empty()


def test_s2_a_stolen_card_is_replaced_from_the_deck():
    game = table(numbers={"draw": DECK + 2})  # seat 3
    top, hand = game.deck[0], list(game.hands[2])
    game.draw(0)

    (stolen,) = set(hand) - set(game.hands[2])
    assert stolen in game.hands[0]
    assert top in game.hands[2]
    assert game.counts["steals"] == 1

    game.deck = []
    game.lot.numbers["draw"] = DECK + 1  # without a deck: seat 3 again
    game.draw(0)
    assert [len(hand) for hand in game.hands] == [4, 2, 1]


def test_s2_nothing_to_draw_and_nothing_to_play():
    game = table()
    game.deck, game.supply, game.hands = [], [None] * 3, [[], [], []]
    game.turn(0)

    assert (game.counts["skipped_draws"], game.counts["skipped_plays"]) == (1, 1)
    assert game.lot.reached == [(0, 1, "rearrange", 1)]
    assert game.turns_without_supply == 1


# § Turn 3
def test_s3_each_card_goes_beside_the_garden():
    game = table(numbers={"play": 5})
    game.hands[0] = sorted(game.hands[0])[::-1]
    second = min(game.hands[0][:1])
    game.play_card(0)

    assert game.lot.reached == [(0, 0, "play", 8)]
    assert game.gardens[0][12, 11] == second, "the second card, west of home: cells go from north to south"


# § Turn 4
def test_s4_ways_to_rearrange_two_cards():
    """A, B side by side: one swap; either card to five cells; either to the other's place, which gives way."""
    pair = garden("G Y")

    assert len(naive.swaps(pair)) == 1
    assert len(naive.moves(pair)) == 6
    assert len(naive.shifts(pair)) == 8


def test_s4_a_move_leaves_all_cards_connected():
    """The middle card of three may be moved only to where it joins the others again, or along."""
    row = garden("G Y R")
    middle = [to for cell, to in naive.moves(row) if cell == (12, 13)]

    assert middle == []
    bent = garden("G Y \n . R")
    assert [to for cell, to in naive.moves(bent) if cell == (12, 13)] == [(13, 12)]


def test_s4_a_move_may_take_the_card_that_held_the_others_together():
    bent = garden("G Y \n . R")

    assert naive.moved(bent, (12, 13), (13, 12)).keys() == garden("G . \n G G").keys()


def test_s4_a_shift_pushes_the_row_up_to_the_first_gap():
    row = garden("G Y R . B")
    long = {**row, (13, 15): row[12, 12], (13, 12): row[12, 12], (13, 13): row[12, 12], (13, 14): row[12, 12]}
    last = Card(9, "common", "W", "", "")
    pushed = naive.shifted({**long, (13, 16): last}, (13, 16), (12, 12), "E")

    assert [pushed[12, column].number for column in range(12, 17)] == [9, 0, 1, 2, 3]
    assert (13, 16) not in pushed


def test_s4_a_shift_may_fill_the_place_of_the_card_taken_out():
    """The card is taken out first: the row before it closes up into its place."""
    row = garden("G Y R")
    turned = naive.shifted(row, (12, 14), (12, 12), "E")

    assert [turned[12, column].colors for column in (12, 13, 14)] == ["R", "G", "Y"]
    assert ((12, 14), (12, 12), "E") in naive.shifts(row)


def test_s4_nothing_leaves_the_grid():
    card = Card(0, "common", "G", "", "")
    corner = {(0, 0): card, (0, 1): card, (1, 1): card}

    assert all(0 <= row < 24 and 0 <= column < 24 for _, (row, column) in naive.moves(corner))
    assert not [shift for shift in naive.shifts(corner) if shift[1:] in {((0, 0), "N"), ((0, 0), "W"), ((0, 1), "N")}]


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ({}, 1 + 1 + 6 + 8),
        ({"shift": False}, 1 + 1 + 6),
        ({"rearrange": "swap"}, 1 + 1),
        ({"rearrange": "move"}, 1 + 6 + 8),
        ({"rearrange": "move", "shift": False}, 1 + 6),
        ({"rearrange": "none"}, None),
    ],
)
def test_s4_what_the_rules_allow(rules, options):
    game = table(**rules)
    game.gardens[0] = garden("G Y")
    game.rearrange(0)

    assert game.lot.reached == ([(0, 0, "rearrange", options)] if options else [])


def test_s4_the_gain_is_counted():
    game = table(numbers={"rearrange": 1})
    game.gardens[0] = garden("G Y G")
    game.rearrange(0)

    assert game.counts["swaps"] == 1
    assert game.counts["rearrange_gain"] == 1


# § Turn 5, § End
def empty_handed(players, *texts, **rules):
    """Return a table without a card to draw or to play: gardens stay as they are laid."""
    game = table(players, **rules)
    game.gardens = [garden(text) for text in texts]
    game.deck, game.supply, game.hands = [], [None] * 3, [[] for _ in texts]
    return game


LOW, HIGH = "G G", EIGHTEEN_BARRELS


@pytest.mark.parametrize("final", [True, False])
@pytest.mark.parametrize("trigger", [0, 1, 2])
def test_end_the_final_round(trigger, final):
    """Every other player takes a turn, then the initiator rearranges; that the others reach 18 too is nothing."""
    gardens = [LOW] * trigger + [HIGH] * (3 - trigger)
    game = empty_handed(3, *gardens, end_at=18, final_rearrange=final)
    result = game.play_rounds()

    rearranged = [(seat, turn) for seat, turn, node, _ in game.lot.reached if node == "rearrange"]
    turns = [(turn % 3, turn + 1) for turn in range(trigger + 3)]
    assert rearranged == ([*turns, (trigger, trigger + 3)] if final else turns)
    assert result["ending"] == "final_round"
    assert result["turns"] == trigger + 3
    assert result["rounds"] == len(result["standings"]) == (1 if trigger == 0 else 2)
    assert result["extras"]["trigger_turn"] == trigger + 1
    assert result["extras"]["trigger_round"] == 1
    assert result["extras"][f"trigger_seat_{trigger + 1}"] == 1
    assert result["winners"] == [2]


def test_end_the_last_standing_is_taken_after_the_last_rearranging():
    """Seat 1, worth 7, swaps a green and a yellow card in the last step: two matches and the bonus are gone."""
    game = empty_handed(2, "G G . Y Y . R R . B B", LOW, end_at=7)
    first = game.lot.choose_by_class
    game.lot.choose_by_class = lambda seat, turn, node, sizes: (
        2 * (seat == 0 and turn == 2) + first(seat, turn, node, sizes)
    )
    result = game.play_rounds()

    assert result["standings"] == [[2, 1]]
    assert result["extras"]["swaps"] == 1
    assert result["extras"]["rearrange_gain"] == -5


def test_end_without_rearranging_there_is_no_last_step():
    game = empty_handed(2, HIGH, LOW, rearrange="none")

    assert game.play_rounds()["turns"] == 2
    assert "rearrange" not in game.lot.nodes()


def test_end_deck_out():
    game = empty_handed(3, LOW, LOW, "G", end_at=18)
    result = game.play_rounds()

    assert (result["ending"], result["rounds"], result["turns"]) == ("deck_out", 1, 3)
    assert result["scores"] == [1, 1, 0]
    assert result["winners"] == [1], "of those tied the last in turn order"
    assert result["extras"]["ties_at_top"] == 1
    assert not {"trigger_turn", "trigger_round", "trigger_wins"} & result["extras"].keys()


def test_end_ties_may_be_shared():
    result = empty_handed(3, HIGH, "G", HIGH, tie_break="shared").play_rounds()

    assert result["winners"] == [0, 2]
    assert result["extras"]["trigger_wins"] == Fraction(1, 2)


def test_end_max_rounds_cuts_a_final_round_too():
    result = empty_handed(3, LOW, HIGH, HIGH, max_rounds=1).play_rounds()

    assert (result["ending"], result["rounds"], result["turns"], result["winners"]) == ("unfinished", 1, 3, [])
    assert result["extras"]["trigger_turn"] == 2
    assert result["extras"]["trigger_wins"] == 0
    assert not {"winner_score", "ties_at_top"} & result["extras"].keys()


@pytest.mark.parametrize(
    ("board", "end_at", "ending"),
    [("ales", "auto", "final_round"), ("lagers", "auto", "deck_out"), ("lagers", 12, "final_round")],
)
def test_end_at_by_board(board, end_at, ending):
    """12 barrels: 9 of matches, 3 for the colours."""
    twelve = EIGHTEEN_BARRELS.replace("NW", "W")

    assert empty_handed(2, twelve, LOW, board=board, end_at=end_at).play_rounds()["ending"] == ending


# Whole games
@pytest.mark.parametrize("players", [3, 5])
def test_no_card_is_lost_or_doubled(players):
    game = Biergarten(3, 1, players, {"steal": True}, TABLE)
    game.play()

    assert len(all_cards(game)) == 42 + players
    assert len(set(all_cards(game))) == 42 + players
