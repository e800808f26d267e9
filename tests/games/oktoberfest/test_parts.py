"""The component table: what is read, and every error with its line."""

import functools

import pytest

from balancer.games.oktoberfest import GAME
from balancer.games.oktoberfest.components import SUIT_NAMES
from tests.games.component_tables import mistakes_of, table

HEADER = "name,suit,value,tipsiness,banked,count\n"
SOUND = "A,food,1,0,2,20\nB,music,2,1,2,20\nC,games,3,2,2,20\n"


mistakes = functools.partial(mistakes_of, GAME, "parts")


def test_the_own_table_is_what_the_rulebook_tells():
    """72 cards, five suits, 1/3/5 with an average tipsiness of 1/2/3, a 7, backs 0..4, rest without value."""
    parts = GAME.read_parts()
    cards = parts.data.cards

    assert len(cards) == 72
    assert {SUIT_NAMES[card.suit] for card in cards} == set(SUIT_NAMES)
    assert {card.tipsiness for card in cards} == set(range(5))
    assert max(card.value for card in cards) == 7
    for value in (1, 3, 5):
        backs = [card.tipsiness for card in cards if card.suit < 3 and card.value == value]
        assert 2 * sum(backs) == len(backs) * (value + 1)
    banked = {parts.names[card.name]: card.banked for card in cards}
    assert banked["Schnitzel"] == 2
    assert banked["Pint"] == 2
    assert {card.value for card in cards if SUIT_NAMES[card.suit] == "rest"} == {0}


def test_cards_of_one_front_share_it_and_rows_without_copies_are_none(tmp_path):
    parts = GAME.read_table("parts", table(tmp_path, HEADER + SOUND + "A,food,1,4,2,1\nD,wild,9,0,0,0\n"))

    assert parts.names == ("A", "B", "C", "D")
    assert len(parts.data.cards) == 61
    assert parts.data.cards[60].front == parts.data.cards[0].front


def test_the_digest_names_the_content_not_the_comments(tmp_path):
    plain = GAME.read_table("parts", table(tmp_path, HEADER + SOUND)).digest

    assert GAME.read_table("parts", table(tmp_path, "# ours\n" + HEADER + SOUND)).digest == plain
    assert GAME.read_table("parts", table(tmp_path, HEADER + SOUND.replace("A,food,1,0", "A,food,1,1"))).digest != plain


def test_every_mistake_is_reported(tmp_path):
    text = HEADER + "A,fod,100,21,-1,x\n" + SOUND

    assert mistakes(table(tmp_path, text)) == [
        (2, "'fod' is not one of food, music, games, wild, rest; did you mean food?"),
        (2, "value 100 is out of range 0..99"),
        (2, "tipsiness 21 is out of range 0..20"),
        (2, "banked -1 is out of range 0..20"),
        (2, "count 'x' is not a whole number"),
    ]


@pytest.mark.parametrize(
    ("rows", "line", "message"),
    [
        ("A,food,1,0,2,3\n", 5, "the same name, suit, value, banked, tipsiness as line 2; delete one of them"),
        ("D,rest,0,0,0,69\n", 5, "129 cards in all; at most 128"),
        ("D,wild,7,0,0,17\n", 5, "17 wild cards; at most 16"),
        (f"{'D' * 41},rest,0,0,0,1\n", 5, "name of 41 characters; at most 40"),
        ("".join(f"N{k},rest,0,0,0,1\n" for k in range(62)), 66, "65 rows; at most 64"),
    ],
)
def test_tables_that_are_too_large_or_say_a_thing_twice(tmp_path, rows, line, message):
    assert mistakes(table(tmp_path, HEADER + SOUND + rows)) == [(line, message)]


def test_a_suit_without_cards_is_refused(tmp_path):
    rows = "A,food,1,0,2,30\nB,music,2,1,2,0\nC,games,3,2,2,30\n"

    assert mistakes(table(tmp_path, HEADER + rows)) == [
        (4, "no card of suit music: every score would rest on wild cards")
    ]


# What can't be played
def problems(players=4, **knobs):
    return [problem.knob for problem in GAME.problems({**GAME.defaults, **knobs}, players, GAME.read_parts())]


def test_cards_removed_must_leave_everybody_the_same_number_of_turns():
    assert problems(4, removed=9) == []
    assert problems(4, removed=10) == ["removed"]
    assert problems(7, removed=9) == ["removed"]
    assert problems(4, removed=10, piles=2) == []
    result = GAME.problems({**GAME.defaults, "removed": 10}, 4, GAME.read_parts())[0]
    assert "59" in result.message or "do not divide by 4 players" in result.message
    assert "auto, or 1, 5, 9, 13" in result.hint


def test_auto_takes_the_next_number_that_divides():
    for players in range(3, 8):
        for piles in range(1, 7):
            assert problems(players, piles=piles) == []


def test_too_few_cards_for_a_round_are_refused(tmp_path):
    parts = GAME.read_table("parts", table(tmp_path, HEADER + "A,food,1,0,2,6\nB,music,2,1,2,5\nC,games,3,2,2,5\n"))
    refused = GAME.problems(GAME.defaults, 7, parts)

    assert [problem.knob for problem in refused] == []  # 16 - 6 - 3 = 7: a round of seven
    assert [p.knob for p in GAME.problems(GAME.defaults, 5, parts)] == ["removed"]  # auto takes 13 - 3 = 10 .. none
    assert GAME.problems({**GAME.defaults, "removed": 3}, 5, parts) == []


def test_seats():
    assert problems(2) == ["players"]
    assert problems(8) == ["players"]
