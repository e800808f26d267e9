"""Each persona does what it claims, on positions laid out for it."""

import itertools
import random

import pytest

from balancer.core import bits
from balancer.games.festo import abilities, appraisal, costs, decisions, expecting, planning, sharing
from balancer.games.festo.packs import amount, pack_of
from balancer.games.festo.seats import put_helper
from balancer.games.festo.table import PLACE, PLACES
from tests.games.festo.position import (
    contents,
    give,
    held,
    lay,
    send,
    show,
    stock_market,
    stock_shelf,
)


def with_habits(table, seat, **habits):
    for name, value in habits.items():
        setattr(table.lineup[table.entry[seat]].habits, name, value)


def in_a_turn(table):
    table.turn += 1
    return table


# Plans
def test_the_chef_wants_what_the_dish_within_reach_lacks():
    """3 honey and 1 spice in hand, a honey dessert (3 + 2) on the table: one more spice is worth more than fruit."""
    table = in_a_turn(lay())
    show(table, "honey dessert", 1)
    table.specials_left[0] = table.specials_left[1] = 0
    give(table, 0, honey=3, spices=1)
    table.rounds = 4  # before, an ingredient may be worth as much for another dish
    mind = planning.think(table, 0)

    assert contents(mind.wanted) == {"spices": 1}
    assert planning.worth_of_one(mind, 2) > planning.worth_of_one(mind, 4) == mind.price
    assert contents(mind.used) == {"honey": 3, "spices": 1}


def test_a_plan_changes_with_the_hand():
    table = in_a_turn(lay())
    show(table, "honey dessert", 1)
    table.specials_left[0] = table.specials_left[1] = 0
    give(table, 0, honey=3, spices=1)
    planning.think(table, 0)
    give(table, 0, spices=1)

    assert planning.think(table, 0).missing == 0


def test_ingredients_are_worth_their_points_in_the_last_round():
    table = in_a_turn(lay())
    table.rounds = 4

    assert planning.price_of(table, 0) == 100


# morning and afternoon
def placed(chosen):
    return "rest" if chosen == appraisal.KEEP_REST else PLACES[chosen - 1]


def send_home_out(table, helpers):
    """Leave helpers to place to seat 0 only."""
    for seat in range(table.seats):
        table.players[seat].home = helpers if seat == 0 else 0


def sent(table):
    """Return where seat 0 places all its helpers in the afternoon, by place."""
    places = dict.fromkeys(PLACES, 0)
    for _ in range(table.players[0].home):
        place = decisions.choose_afternoon(table, 0)
        put_helper(table, 0, place)
        places[PLACES[place]] += 1
    return {place: helpers for place, helpers in places.items() if helpers}


@pytest.mark.parametrize(("persona", "kept"), [("early", False), ("late", True)])
def test_who_places_in_the_morning(persona, kept):
    """Nothing but two meat lie on the markets: little to be had, yet the early bird places."""
    table = in_a_turn(lay(lineup=(persona,), abilities="none"))
    stock_market(table, "troll", meat=2)

    assert (decisions.choose_morning(table, 0) == appraisal.KEEP_REST) == kept


def test_the_first_helper_kept_is_worth_most():
    kept = [int(sharing.worth_of_kept(350, number, 6)) for number in range(7)]
    more = [later - before for before, later in itertools.pairwise(kept)]

    assert kept[0] == 0
    assert kept[6] == 6 * 350
    assert more == sorted(more, reverse=True)
    assert more[0] > 350 > more[5]


def test_patience_is_less_in_the_last_round():
    table = lay()
    patience = []
    for table.rounds in (1, 3, 4):
        patience.append(int(expecting.patience_of(table, 0)))

    assert patience == [350, 350, 238]


def test_the_chef_places_early_only_where_much_is_to_be_had():
    table = in_a_turn(lay(abilities="none"))
    stock_market(table, "troll", meat=1)
    assert placed(decisions.choose_morning(table, 0)) == "rest"
    table = in_a_turn(lay(abilities="none"))
    stock_market(table, "troll", meat=5)
    send_home_out(table, 6)
    assert placed(decisions.choose_morning(table, 0)) == "troll"


def test_the_merchant_goes_where_a_majority_is_left():
    """Four fruit behind one helper of another player, three honey behind nobody: the merchant takes the honey whole."""
    table = in_a_turn(lay(lineup=("merchant",), abilities="none"))
    stock_market(table, "pixies", honey=3)
    stock_market(table, "elf", fruit=1)
    send(table, 1, "elf", 3)

    assert PLACES[decisions.choose_afternoon(table, 0)] == "pixies"


@pytest.mark.parametrize(("foresight", "helpers", "wanted"), [(0, 2, "troll"), (1, 2, "pixies"), (1, 1, "troll")])
def test_who_expects_others_avoids_what_they_would_overtake(foresight, helpers, wanted):
    """Five meat, three honey: another with two helpers gains by two at the meat, with one it goes for the honey."""
    table = in_a_turn(lay(players=2, abilities="none"))
    stock_market(table, "troll", meat=5)
    stock_market(table, "pixies", honey=3)
    table.players[0].home, table.players[1].home = 1, helpers
    with_habits(table, 0, foresight=foresight)

    assert PLACES[decisions.choose_afternoon(table, 0)] == wanted


def test_what_is_expected_of_others_takes_no_account_of_their_habits():
    """The other player's own habits would send it to the Grocer; nobody can know them."""
    expected = []
    for habits in ({}, {"shelf": 300, "majority": 0, "start_card": 500}):
        table = in_a_turn(lay(players=2, abilities="none", lineup=("chef", "merchant")))
        stock_market(table, "troll", meat=5)
        stock_shelf(table, honey=3)
        with_habits(table, 1, **habits)
        decisions.choose_afternoon(table, 0)
        expected.append([int(pack) for pack in table.minds[0].expected])

    assert expected[0] == expected[1]
    assert any(expected[0])


def test_a_helper_more_takes_the_majority():
    """Level with another player at a full market, the next helper goes there."""
    table = in_a_turn(lay(lineup=("merchant",), abilities="none"))
    stock_market(table, "orc", spices=5)
    stock_market(table, "dwarf", potatoes=1)
    send(table, 0, "orc", 2)
    send(table, 1, "orc", 2)

    assert PLACES[decisions.choose_afternoon(table, 0)] == "orc"


def test_the_grocer_fights_for_the_start_card():
    for persona, wanted in (("grocer", "grocer"), ("chef", "troll")):
        table = in_a_turn(lay(lineup=(persona,), abilities="none"))
        stock_market(table, "troll", meat=2)
        stock_shelf(table, honey=1)
        send_home_out(table, 1)

        assert PLACES[decisions.choose_afternoon(table, 0)] == wanted


@pytest.mark.parametrize(("helpers", "wanted"), [(3, {"dwarf": 3}), (2, {"elf": 1, "grocer": 1})])
def test_helpers_go_together_where_a_majority_needs_them_all(helpers, wanted):
    """Five potatoes behind two helpers of another player: three take all; of two one takes the fruit, behind nobody."""
    table = in_a_turn(lay(abilities="none"))
    stock_market(table, "dwarf", potatoes=5)
    stock_market(table, "elf", fruit=2)
    send(table, 1, "dwarf", 2)
    send_home_out(table, helpers)

    assert sent(table) == wanted


def test_nothing_is_expected_behind_a_majority_that_takes_all():
    """Three fruit, two helpers of one player and one of another: the former takes all three, whoever comes after."""
    table = in_a_turn(lay(abilities="none"))
    stock_market(table, "elf", fruit=3)
    stock_market(table, "orc", spices=1)
    send(table, 1, "elf", 2)
    send(table, 2, "elf", 1)
    send_home_out(table, 1)

    assert sent(table) == {"orc": 1}


def test_a_lead_is_trusted_less_the_more_helpers_others_have():
    table = in_a_turn(lay())
    nerve = table.lineup[0].habits.nerve
    trust = {}
    for to_come in (0, nerve, 3 * nerve):
        expecting.look_around(table, 0, to_come, sharing.NO_KEEPING)
        trust[to_come] = [int(trusted) for trusted in table.minds[0].trust[:2]]

    assert trust == {0: [100, 100], nerve: [50, 77], 3 * nerve: [25, 53]}
    assert list(table.minds[0].calm[:2]) == [57, 82]  # where nobody gains by overtaking


@pytest.mark.parametrize("keeping", [sharing.NO_KEEPING, 300])
def test_helpers_are_shared_out_as_well_as_they_can_be(keeping):
    """Against all divisions of four helpers over three open places, and over keeping, for worth drawn at random."""
    draw = random.Random(1)
    table = lay()
    table.players[0].home = 4
    places = bits.bit(1) | bits.bit(4) | bits.bit(6)
    for _ in range(20):
        for place in (1, 4, 6):
            table.brings[place, 1:5] = [draw.randrange(2000) for _ in range(4)]
        sharing.keep_all(table, 4, keeping)
        sharing.share_out(table, 0, places)
        sharing.note_plan(table, 0, places)
        planned = [int(sharing.planned_at(table, 0, place)) for place in (1, 4, 6)]

        def worth(divided):
            brought = sum(int(table.brings[place, k]) for place, k in zip((1, 4, 6), divided, strict=True) if k)
            return brought + sharing.worth_of_kept(keeping, 4 - sum(divided), 4)

        assert worth(planned) == max(worth(d) for d in itertools.product(range(5), repeat=3) if sum(d) <= 4)
        assert sum(planned) + int(table.minds[0].kept) == 4


def test_a_plan_that_was_not_followed_is_made_anew():
    """Three helpers for a market of five behind two of another's; two are sent elsewhere: the third stays away."""
    table = in_a_turn(lay(abilities="none"))
    stock_market(table, "dwarf", potatoes=5)
    stock_market(table, "elf", fruit=1)
    send(table, 1, "dwarf", 2)
    send_home_out(table, 3)
    assert PLACES[decisions.choose_afternoon(table, 0)] == "dwarf"
    send(table, 0, "troll", 2)

    assert sent(table) == {"elf": 1}


@pytest.mark.parametrize(("go_first", "named"), [(50, 1), (-50, 2)])
def test_who_is_named_start_player(go_first, named):
    """Whoever likes to go first names itself, whoever likes to go last the next player."""
    table = lay()
    with_habits(table, 1, go_first=go_first)

    assert decisions.choose_start_player(table, 1) == named


# take_all, ability
def contents_at(pack):
    """Return the places of a pack that hold something."""
    return {name for place, name in enumerate(PLACES) if amount(pack, place)}


def test_a_full_market_is_taken_whole_and_a_poor_one_is_not():
    for stock, taken in ((5, 1), (1, 0)):
        table = in_a_turn(lay())
        stock_market(table, "elf", fruit=stock)
        give(table, 0, meat=2)
        send(table, 0, "elf", 2)

        assert decisions.choose_take_all(table, 0, PLACE.ELF) == taken


def test_the_wizard_gives_what_no_plan_needs_to_the_elf():
    """3 honey and 1 spice for the dessert, a potato to spare: the Elf gets the potato, and a spice comes."""
    table = in_a_turn(lay(lineup=("wizard",)))
    show(table, "honey dessert", 1)
    table.specials_left[0] = table.specials_left[1] = 0
    give(table, 0, honey=3, spices=1, potatoes=1)
    send(table, 0, "elf", 1)
    option = decisions.choose_ability(table, 0, PLACE.ELF)

    assert abilities.elf_given(option) == 5
    assert 2 in (abilities.elf_first(option), abilities.elf_second(option))


def test_discs_are_placed_before_an_ingredient_is_taken():
    table = in_a_turn(lay(lineup=("wizard",)))
    stock_market(table, "dwarf", potatoes=1)
    send(table, 0, "dwarf", 1)

    assert decisions.choose_ability(table, 0, PLACE.DWARF) != 0


def test_discs_go_where_helpers_do_most():
    """To the Pixies and the Elf, unless others' discs come there."""
    table = in_a_turn(lay())
    send(table, 0, "dwarf", 1)
    assert contents_at(abilities.dwarf_discs(decisions.choose_ability(table, 0, PLACE.DWARF))) == {"pixies", "elf"}
    table.players[1].discs_coming = pack_of(PLACE.PIXIES, 2) + pack_of(PLACE.ELF, 1)
    discs = abilities.dwarf_discs(decisions.choose_ability(table, 0, PLACE.DWARF))
    assert contents_at(discs) == {"pixies", "magician"}


def test_only_the_dish_that_is_planned_is_reserved():
    """A honey dessert for three honey in hand; once it is another's, and a roast is planned, nothing."""
    table = in_a_turn(lay())
    wanted = show(table, "honey dessert", 1)
    table.specials_left[0] = table.specials_left[1] = 0
    show(table, "meat drink", 1)
    give(table, 0, honey=3)
    send(table, 0, "orc", 1)
    assert decisions.choose_ability(table, 0, PLACE.ORC) == 1 + wanted
    table.reserved = bits.bit(wanted)
    table.specials_left[0] = 4
    give(table, 0, honey=6)
    assert decisions.choose_ability(table, 0, PLACE.ORC) == abilities.SKIP


# cook
def test_salt_is_kept_where_an_ingredient_will_do():
    table = in_a_turn(lay())
    table.rounds = 4
    slot = show(table, "meat drink", 1)
    give(table, 0, meat=2, honey=1, salt=1)
    option = decisions.choose_cook(table, 0)

    assert option == costs.cook_option(slot, 1)


def test_the_last_round_looks_one_dish_ahead():
    """2 meat, 3 honey, 2 spices: the honey dessert with spices leaves nothing; the drinks give 12 and two types less.

    The appetiser of meat with spices (8) leaves 3 honey; the dessert (11) is worth more alone, so it is cooked.
    """
    table = in_a_turn(lay())
    table.rounds = 4
    dessert = show(table, "honey dessert", 1)
    show(table, "meat appetiser", 1)
    give(table, 0, honey=3, spices=2, meat=2)
    option = decisions.choose_cook(table, 0)
    assert costs.dish_of(option) == dessert
    assert costs.way_of(option) in (0, 2)
    give(table, 0, fruit=2)
    option = decisions.choose_cook(table, 0)
    assert {costs.dish_of(option), costs.way_of(option)} != {dessert, 0}  # meat stays for the appetiser


def test_the_roaster_values_a_roast_more():
    values = []
    for persona in ("chef", "roaster"):
        table = in_a_turn(lay(lineup=(persona,)))
        give(table, 0, fruit=6)
        planning.think(table, 0)
        values.append(appraisal.appraise_cook(table, 0, costs.cook_option(costs.ROAST_DISH, 4)))

    assert values[1] - values[0] == 500


def test_the_collector_values_a_new_type_more_than_a_second_one():
    gains = []
    for persona in ("chef", "collector"):
        table = in_a_turn(lay(lineup=(persona,)))
        slot = show(table, "meat drink", 1)
        give(table, 0, meat=2, honey=1)
        planning.think(table, 0)
        gains.append(appraisal.appraise_cook(table, 0, costs.cook_option(slot, 1)))

    assert gains[1] - gains[0] == 100  # 220 against 120 per cent of one point


def test_nothing_is_cooked_below_the_worth_of_its_ingredients():
    table = in_a_turn(lay())
    show(table, "meat drink", 3)
    give(table, 0, meat=4, honey=1)
    with_habits(table, 0, thrift=400)

    assert decisions.choose_cook(table, 0) == costs.PASS
    assert held(table, 0) == {"meat": 4, "honey": 1}
