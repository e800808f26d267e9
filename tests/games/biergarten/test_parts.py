"""The component table: what is read, every error with its line, and for how many players the cards suffice."""

import functools

import pytest

from balancer.games.biergarten import GAME
from tests.games.component_tables import mistakes_of, table

HEADER = "kind,colors,walls,umbrellas,count\n"
SOUND = "home,G,N,,6\ncommon,GY,S,GY,20\ncommon,W,,,10\n"


mistakes = functools.partial(mistakes_of, GAME, "parts")


def test_the_own_table_is_what_the_rulebook_tells():
    """58 common cards, 10 of them wild; 8 home cards, mostly without umbrellas; a wall on one to three sides."""
    cards = GAME.read_parts().data.cards
    common = [card for card in cards if not card.home]
    home = [card for card in cards if card.home]

    assert (len(common), len(home)) == (58, 8)
    assert [len([c for c in common if len(c.colours) == n and c.colours != "W"]) for n in (1, 2)] == [24, 24]
    assert len([card for card in common if card.colours == "W"]) == 10
    assert {len(card.walls) for card in cards} == {1, 2, 3}
    assert sum(sum(card.umbrellas) == 0 for card in home) > len(home) / 2
    assert all(sum(card.umbrellas) == 0 for card in cards if card.colours == "W")
    bare = [card for card in common if card.colours != "W" and not sum(card.umbrellas)]
    assert bare == []


def test_letters_in_any_order_and_rows_alike_are_one_kind_of_card(tmp_path):
    parts = GAME.read_table("parts", table(tmp_path, HEADER + SOUND + "common,YG,S,YG,2\ncommon,B,WSEN,,0\n"))

    assert parts.names == ("home G N -", "common GY S GY", "common W - -", "common B NESW -")
    assert len(parts.data.cards) == 38
    assert parts.data.cards[-1] == parts.data.cards[6]


def test_the_digest_names_the_content_not_the_comments(tmp_path):
    plain = GAME.read_table("parts", table(tmp_path, HEADER + SOUND)).digest

    assert GAME.read_table("parts", table(tmp_path, "# ours\n" + HEADER + SOUND)).digest == plain
    assert GAME.read_table("parts", table(tmp_path, HEADER + SOUND.replace("GY,S", "YG,S"))).digest == plain
    assert GAME.read_table("parts", table(tmp_path, HEADER + SOUND.replace("GY,S", "GY,SW"))).digest != plain


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("homes,G,,,1", "'homes' is not one of common, home; did you mean home?"),
        ("common,,,,1", "colors is empty"),
        ("common,GYR,,,1", "colors 'GYR'"),
        ("common,GG,,,1", "colors 'GG'"),
        ("common,WG,,,1", "colors 'WG'"),
        ("common,X,,,1", "colors 'X'"),
        ("common,g,,,1", "colors 'g'"),
        ("common,G,NN,,1", "walls 'NN'"),
        ("common,G,X,,1", "walls 'X'"),
        ("common,G,,W,1", "umbrellas 'W'"),
        ("common,W,,G,1", "umbrellas 'G' on a wild card"),
        ("common,G,,,129", "count 129 is out of range 0..128"),
        ("common,G,,,x", "count 'x' is not a whole number"),
        ("common,G,,1", "4 cells where the header has 5"),
        ("common,G,,,100", "136 cards in all; at most 128"),
    ],
)
def test_mistakes_are_reported_with_their_line(tmp_path, row, said):
    ((line, message),) = mistakes(table(tmp_path, HEADER + SOUND + row + "\n"))

    assert line == 5
    assert said in message


def test_every_mistake_is_reported(tmp_path):
    found = mistakes(table(tmp_path, HEADER + "common,GYR,NN,X,1\n" + SOUND + "common,W,,R,1\n"))

    assert [line for line, _ in found] == [2, 2, 2, 6]


def test_more_than_64_kinds_of_card_are_refused(tmp_path):
    pairs = ["GY", "GR", "GB", "YR", "YB"]
    rows = "".join(
        f"common,{pair},{walls},,1\n" for pair in pairs for walls in ("", *"NESW", "NE", "NS", "NW", "ES", "EW", "SW")
    )
    rows += "".join(f"common,G,,{'G' * k},1\n" for k in range(1, 8))

    assert mistakes(table(tmp_path, HEADER + SOUND + rows)) == [(66, "65 part names; at most 64")]


# What can't be played
def problems(tmp_path, text, players, **knobs):
    rules = {**GAME.defaults, **knobs}
    return [
        problem.knob
        for problem in GAME.problems(rules, players, GAME.read_table("parts", table(tmp_path, HEADER + text)))
    ]


def test_each_player_chooses_among_one_home_card_more_than_there_are_players(tmp_path):
    for homes, most in ((6, 5), (5, 4), (3, 2)):
        text = SOUND.replace(",6", f",{homes}")

        assert problems(tmp_path, text, most) == []
        assert most == 5 or problems(tmp_path, text, most + 1) == ["parts"]


def test_hands_and_supply_need_their_cards(tmp_path):
    assert problems(tmp_path, SOUND, 5, hand=5, supply=5) == []
    assert problems(tmp_path, SOUND, 5, hand=5, supply=6) == ["hand"]
    assert problems(tmp_path, SOUND, 5, hand=5, supply=5, wilds=9) == ["hand"]
    assert problems(tmp_path, SOUND, 5, hand=3, supply=5, wilds=0) == []


def test_seats():
    parts = GAME.read_parts()

    assert [len(GAME.problems(GAME.defaults, players, parts)) for players in (1, 2, 5, 6)] == [1, 0, 0, 1]
