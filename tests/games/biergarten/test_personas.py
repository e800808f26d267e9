"""Each persona does what it claims, on positions laid out for it (position.lay)."""

import pytest

from balancer.games.biergarten import GAME, appraisal, decisions, encoding
from balancer.games.biergarten.garden import exposed_of
from tests.games.biergarten.position import (
    draw_wanted,
    home_wanted,
    lay,
    play,
    play_wanted,
    rearranged,
)

THINKING = [persona.name for persona in GAME.personas if not persona.at_random]
REARRANGING = [name for name in THINKING if name != "matcher"]
BARRELS_ALONE = {"walls": 0, "colours": 0, "two_colours": 0, "umbrellas": 0}


def score(table):
    return int(table.players[0].garden.score)


# home
@pytest.mark.parametrize("persona", THINKING)
def test_the_home_card_that_goes_with_the_hand_is_taken(persona):
    table = lay(persona, "G", hand="YR/N R/S", homes="GB/N YR/W YB/S")

    assert home_wanted(table) == "YR/W"


# draw
@pytest.mark.parametrize("persona", ["tidy", "matcher", "gardener", "painter", "umbrella", "sprinter"])
def test_the_card_that_sells_most_is_drawn(persona):
    table = lay(persona, "GY/N GY/NE", supply="R/NEW GY/ESW GB/NEW", other_hand="W W")

    assert draw_wanted(table) == "GY/ESW"


def test_the_thief_draws_from_a_hand_that_others_leave_alone():
    for persona, wanted in (("tidy", "G/N"), ("matcher", "G/N"), ("thief", "hand")):
        table = lay(persona, "G/EW", supply="G/N Y Y", other_hand="R R", habits={"walls": 0, "colours": 0, "luck": 5})

        assert draw_wanted(table) == wanted


def test_the_thief_knows_what_all_have_seen_drawn_and_what_is_worth_more():
    """Two reds are known to be no use; a double match in the supply outweighs any hand."""
    assert draw_wanted(lay("thief", "G/EW", supply="G/ES Y Y", other_hand="R/N R/N", seen=True)) == "G/ES"
    assert draw_wanted(lay("thief", "GY GY", supply="GY Y Y", other_hand="R R", habits={"walls": 0})) == "GY"
    assert draw_wanted(lay("thief", "GY/E", supply="R R R", other_hand="GY/W GY", seen=True)) == "hand"


def test_the_painter_draws_cards_of_two_colours():
    for persona, wanted in (("painter", "RB"), ("matcher", "G")):
        table = lay(persona, "G G Y Y", supply="RB G R", habits={"luck": 0})

        assert draw_wanted(table) == wanted


def test_umbrellas_are_drawn_where_they_count():
    for board, counts in (("lagers", True), ("ales", False)):
        table = lay("umbrella", "G//GG", supply="G//GG G Y", board=board)
        draw_wanted(table)
        with_umbrellas, without = (int(appraisal.appraise_draw(table, 0, slot)) for slot in (0, 1))

        assert (with_umbrellas > without) == counts


# refresh
@pytest.mark.parametrize("persona", THINKING)
def test_a_supply_of_no_use_is_refreshed_and_a_good_one_kept(persona):
    useless = lay(persona, "G/NEW", supply="R Y R")
    useful = lay(persona, "GY/NEW", supply="GY/ESW Y R")

    assert decisions.choose_refresh(useless, 0) == encoding.REFRESH
    assert decisions.choose_refresh(useful, 0) == encoding.KEEP


# play and rearrange
def test_the_matcher_plays_what_sells_most_and_never_rearranges():
    table = lay("matcher", "GY . . GY \n RB", hand="RB/E GY")

    assert play_wanted(table)[1] in [(0, 1), (0, 2), (1, 3), (2, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, 3), (0, 4)]
    play(table)
    assert score(table) == 2
    assert rearranged(table) == "none"


def test_the_tidy_play_with_the_rearrangement_in_mind():
    """At once GY sells one barrel and Y two; but then GY can be moved between both Y and G."""
    table = lay("tidy", "Y/N Y/S G/E", hand="GY/E Y/W", habits=BARRELS_ALONE)
    assert play_wanted(table)[0] == "GY/E"
    play(table)
    before = score(table)
    assert rearranged(table) != "none"
    assert (before, score(table)) < (2, 4)
    assert score(table) == 3

    table = lay("matcher", "Y/N Y/S G/E", hand="GY/E Y/W")
    assert play_wanted(table)[0] == "Y/W"
    play(table)
    assert score(table) == 2


@pytest.mark.parametrize("persona", REARRANGING)
def test_what_can_be_gained_by_rearranging_is(persona):
    """Two cards that sell nothing: R changes places with GY, or GY moves."""
    table = lay(persona, "GY/NE RB/NE . \n RB/W GY/S . \n . R/NESW", habits={"walls": 0})
    before = score(table)
    assert rearranged(table) != "none"

    assert score(table) - before >= 2


def test_the_gardener_closes_walls_where_the_painter_matches():
    """One card matches and leaves three shields open, the other turns walls outward."""
    for persona, wanted in (("gardener", "R/SW"), ("painter", "GB"), ("matcher", "GB")):
        table = lay(persona, "G/NEW", hand="GB R/SW", habits={"shortlist": 0})

        assert play_wanted(table)[0] == wanted


def test_the_garden_is_closed_when_one_card_is_missing():
    """The last gap of a walled garden: for 6 barrels anybody closes it, at the cost of a match."""
    for persona in THINKING:
        table = lay(persona, "G/NSW", hand="G/W R/NES", other="G")

        assert play_wanted(table) == ("R/NES", (0, 1))
        play(table)
        assert exposed_of(int(table.players[0].garden.match_counts)) == 0


def test_walls_are_for_the_bonus():
    """Where a walled garden is worth nothing, not even the gardener builds one."""
    table = lay("gardener", "G/NEW", hand="GB R/SW", garden_bonus=0)

    assert play_wanted(table)[0] == "GB"


def test_the_umbrella_joins_umbrellas_where_the_tidy_sees_nothing_to_gain():
    for board, persona, wanted in (
        ("lagers", "umbrella", True),
        ("ales", "umbrella", False),
        ("lagers", "tidy", False),
    ):
        table = lay(persona, "G//GG G G G//GG", habits={"walls": 0}, board=board)
        kind = rearranged(table)

        assert (kind != "none") == wanted
        assert score(table) == 3


def test_the_painter_matches_all_colours_first():
    """A third colour, for one barrel less than a match of two matched already."""
    mine = "GY GY . B \n GY GY"
    for persona, wanted in (("painter", "B"), ("tidy", "GY")):
        table = lay(persona, mine, hand="GY B", habits={"shortlist": 0, "two_colours": 0, "walls": 0})

        assert play_wanted(table)[0] == wanted


# end
@pytest.mark.parametrize(("persona", "ends"), [("sprinter", True), ("tidy", False), ("gardener", False)])
def test_the_sprinter_ends_it_when_level_the_others_when_ahead(persona, ends):
    """One barrel short of the end, as many as the opponent has after it: level."""
    mine = "G G G"
    for lead, wanted in ((0, ends), (2, True)):
        table = lay(persona, mine, hand="G G/NESW", habits={"walls": 0, "shortlist": 0, "two_colours": 0}, end_at=3)
        table.players[1].garden.score = 3 - lead
        play(table)

        assert (score(table) >= 3) == wanted


@pytest.mark.parametrize("persona", THINKING)
def test_in_the_final_round_barrels_alone_count(persona):
    """No walls begun, no card of two colours, no umbrellas: what sells most now."""
    table = lay(persona, "G G//G", hand="G/S RB/SEW//GG B//BBB", end_at=3)
    table.initiator = 1
    play(table)

    assert score(table) == 2


@pytest.mark.parametrize("persona", REARRANGING)
def test_whoever_began_it_rearranges_at_the_end_for_barrels_alone(persona):
    table = lay(persona, "G Y G/NESW G")
    table.initiator = 0
    rearranged(table)

    assert score(table) == 1


def test_the_usual_lineup_knows_all_its_personas():
    assert set(GAME.lineup) <= {persona.name for persona in GAME.personas}
