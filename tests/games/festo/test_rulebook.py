"""The rulebook's worked examples and rulings, section by section (balancer/games/festo/rulebook.md)."""

import pytest

from balancer.core import bits
from balancer.games.festo import GAME, abilities, action, cooking, costs, decisions, rules, seats, shopping, stores
from balancer.games.festo.components import COLOURS, EFFECT
from balancer.games.festo.packs import amount, pack_of
from balancer.games.festo.table import EXTRA, GROCER, MAIN, PLACE, ROAST, TOKENS
from tests.games.festo.position import (
    PARTS,
    contents,
    give,
    held,
    kind_number,
    lay,
    options_listed,
    reserve,
    send,
    show,
    slots,
    stock_market,
    stock_shelf,
    ways_with,
)

MUSHROOMS = COLOURS.index("mushrooms")


# § Setup and 1 Preparation
def test_setup_gives_each_player_helpers_and_discs_and_one_salt_more_than_players():
    table = lay(4)

    assert contents(table.supply) == {**dict.fromkeys(COLOURS, 14), "salt": 5}
    assert [(player.home, player.discs) for player in table.players[:4]] == [(6, 2)] * 4
    assert list(table.specials_left) == [4, 4]


def test_s1_markets_are_filled_up_to_five():
    """The Elf's market has 4 already and gets 1."""
    table = lay(4)
    stock_market(table, "elf", fruit=4)
    rules.prepare_round(table)

    assert [contents(market) for market in table.markets] == [
        {colour: 5 if colour == "fruit" else 3} for colour in COLOURS
    ]
    assert contents(table.shelf) == dict.fromkeys(COLOURS, 1)
    assert contents(table.supply)["fruit"] == 14 - 5 - 1


def test_s1_five_players_have_fuller_markets_and_fewer_dice():
    table = lay(5)
    rules.prepare_round(table)

    assert table.rules.dice == 2
    assert contents(table.markets[0]) == {"meat": 4}


def test_s1_supplies_are_limited():
    table = lay(4, stock=6)
    give(table, 0, meat=5)
    rules.prepare_round(table)

    assert contents(table.markets[0]) == {"meat": 1}
    assert "meat" not in contents(table.shelf)


def test_s1_dishes_move_left_with_the_helpers_on_them():
    table = lay(4)
    rules.prepare_round(table)
    third = int(table.dish_at[2])
    reserve(table, 1, 2)
    table.face_up = int(table.face_up) & ~0b011
    rules.prepare_round(table)

    assert int(table.dish_at[0]) == third
    assert slots(table.players[1].reserved) == slots(table.reserved) == [0]
    assert slots(table.face_up) == list(range(12))


@pytest.mark.parametrize(
    ("effect", "meat", "shelf"),
    [("market_add", 4, 1), ("market_remove", 2, 1), ("shelf_add", 3, 2), ("shelf_clear", 3, 0)],
)
def test_s1_events_change_markets_and_shelves(effect, meat, shelf):
    table = lay(4)
    rules.prepare_round(table)
    table.effect = getattr(EFFECT, effect.upper())
    table.effect_amount = 1
    rules.apply_event(table)

    assert contents(table.markets[0]) == {"meat": meat}
    assert contents(table.shelf) == (dict.fromkeys(COLOURS, shelf) if shelf else {})


def test_s1_thieves_take_the_most_frequent_colour_where_the_own_is_missing():
    table = lay(4)
    stock_market(table, "troll", honey=1, fruit=2, potatoes=2)
    stores.rob_market(table, PLACE.TROLL)

    assert contents(table.markets[0]) == {"honey": 1, "fruit": 1, "potatoes": 2}


def test_s1_salt_goes_round_from_the_holder_of_the_start_card_while_it_lasts():
    table = lay(4, salt=3)
    table.start_card = 2
    table.effect = EFFECT.SALT_EACH
    table.effect_amount = 1
    rules.apply_event(table)

    assert [held(table, seat) for seat in range(4)] == [{"salt": 1}, {}, {"salt": 1}, {"salt": 1}]


# § 2 Shopping
def test_s2_closed_characters_cannot_be_placed_at_but_the_grocer_can():
    table = lay(4, lineup=("random",), dice=5)
    shopping.cover(table, shopping.MORNING_OF_DAY)
    closed = slots(table.closed)
    for _ in range(200):
        place = decisions.choose_afternoon(table, 0)
        assert place not in closed

    assert 1 <= len(closed) <= 5


def test_s2_all_helpers_are_placed_by_the_end_of_the_afternoon():
    table = lay(4, lineup=("random",))
    rules.prepare_round(table)
    shopping.shop(table)

    assert [player.home for player in table.players[:4]] == [0, 0, 0, 0]
    assert sum(int(amount(table.crowd[place], seat)) for place in range(7) for seat in range(4)) == 24


# § 3 Action
def order_at(table, place):
    """Return the order in which players act at a place."""
    found = []
    while int(table.crowd[PLACE._asdict()[place.upper()]]):
        seat = seats.next_to_act(table, PLACE._asdict()[place.upper()])
        found.append(seat)
        seats.go_home(table, seat, PLACE._asdict()[place.upper()])
    return found


def test_s3_most_helpers_first_ties_in_player_order():
    """Joy has most; Sarah and Tom are tied, and Sarah is first in player order."""
    sarah, joy, tom = 0, 2, 3
    table = lay(4)
    send(table, tom, "elf", 2)
    send(table, joy, "elf", 3)
    send(table, sarah, "elf", 2)

    assert order_at(table, "elf") == [joy, sarah, tom]


def test_s3_ties_follow_the_start_player():
    table = lay(4)
    table.start_player = 3
    send(table, 0, "orc", 1)
    send(table, 3, "orc", 1)

    assert order_at(table, "orc") == [3, 0]


def test_s3_special_discs_count_as_helpers():
    table = lay(4)
    send(table, 0, "troll", 1)
    table.players[1].discs = 0
    table.players[1].discs_coming = pack_of(PLACE.TROLL, 2)
    seats.put_discs_that_come(table)

    assert seats.has_majority(table, PLACE.TROLL, 1)
    assert order_at(table, "troll") == [1, 0]
    assert table.players[1].discs == 2


def test_s3_nobody_has_a_majority_of_equally_many():
    table = lay(4)
    send(table, 0, "orc", 3)
    send(table, 3, "orc", 3)

    assert not seats.has_majority(table, PLACE.ORC, 0)
    assert not seats.has_majority(table, PLACE.ORC, 3)


def test_s3_one_helper_alone_has_a_majority():
    table = lay(4)
    send(table, 2, "orc", 1)

    assert seats.has_majority(table, PLACE.ORC, 2)


def test_s3_three_helpers_take_three_of_four_and_the_last_goes_home_with_nothing():
    """Sarah and Tom have 3 each at the Orc with 4 spices; without abilities she takes 3, he takes 1."""
    table = lay(4, lineup=("random",), abilities="none")
    stock_market(table, "orc", spices=4)
    send(table, 0, "orc", 3)
    send(table, 3, "orc", 3)
    action.act_at_character(table, PLACE.ORC)

    assert held(table, 0) == {"spices": 3}
    assert held(table, 3) == {"spices": 1}
    assert [table.players[seat].home for seat in (0, 3)] == [6, 6]


@pytest.mark.parametrize(("helpers", "got"), [(3, 3), (4, 3), (2, 2)])
def test_s3_the_grocer_gives_one_colour_as_many_as_helpers_or_all_of_its_shelf(helpers, got):
    table = lay(4)
    stock_shelf(table, mushrooms=3)
    send(table, 3, "grocer", helpers)
    action.act_at_grocer(table)

    assert held(table, 3) == {"mushrooms": got}
    assert table.start_card == 3


def test_s3_the_start_card_stays_where_nobody_is_at_the_grocer():
    table = lay(4)
    table.start_card = 1
    action.act_at_grocer(table)

    assert table.start_card == 1


# § Abilities
def ability_options(table, seat, place):
    abilities.list_ability(table, seat, place)
    return options_listed(table)[1:]


def test_abilities_troll_respects_the_limits_of_markets_and_shelves():
    table = lay(4)
    stock_market(table, "troll", meat=1)
    stock_market(table, "pixies", honey=5)
    stock_shelf(table, meat=3)
    moves = [
        (abilities.troll_source(option), abilities.troll_colour(option), abilities.troll_target(option))
        for option in ability_options(table, 0, PLACE.TROLL)
    ]

    assert all(target != PLACE.PIXIES for _, _, target in moves)
    assert (PLACE.TROLL, 0, GROCER) not in moves  # 3 meat lie there
    assert (PLACE.PIXIES, 1, GROCER) in moves
    assert (GROCER, 0, PLACE.TROLL) in moves
    assert all(source != target for source, _, target in moves)
    assert len(moves) == 4 + (5 + 1) + 5  # meat to 4 markets; honey to 5 and the shelf; shelf meat to 5


def test_abilities_pixies_helper_acts_where_it_went():
    table = lay(4)
    send(table, 0, "pixies", 2)
    abilities.use_ability(table, 0, PLACE.PIXIES, PLACE.ELF)

    assert amount(table.crowd[PLACE.PIXIES], 0) == 1
    assert amount(table.crowd[PLACE.ELF], 0) == 1


def test_abilities_a_disc_moves_before_a_helper_and_comes_back_to_hand():
    table = lay(4)
    send(table, 0, "pixies", 1)
    table.players[0].discs_coming = pack_of(PLACE.PIXIES, 1)
    table.players[0].discs = 1
    seats.put_discs_that_come(table)
    abilities.use_ability(table, 0, PLACE.PIXIES, GROCER)

    assert amount(table.players[0].discs_at, GROCER) == 1
    seats.go_home(table, 0, GROCER)
    assert table.players[0].discs == 2


def test_abilities_orc_reserves_what_nobody_has_reserved():
    table = lay(4)
    first, second = show(table, "meat drink", 1), show(table, "fruit side", 2)
    reserve(table, 1, second)

    assert ability_options(table, 0, PLACE.ORC) == [1 + first]
    send(table, 0, "orc", 1)
    abilities.use_ability(table, 0, PLACE.ORC, 1 + first)
    assert slots(table.reserved) == [first, second]
    seats.go_home(table, 0, PLACE.ORC)
    assert table.players[0].home == 5  # it stays on the dish


def test_abilities_magician_gives_salt_while_it_lasts():
    table = lay(4, salt=1)
    assert len(ability_options(table, 0, PLACE.MAGICIAN)) == 1
    abilities.use_ability(table, 0, PLACE.MAGICIAN, 1)

    assert held(table, 0) == {"salt": 1}
    assert ability_options(table, 0, PLACE.MAGICIAN) == []


def test_abilities_elf_gives_two_for_one_the_given_one_among_them():
    table = lay(4, stock=6)
    give(table, 0, meat=6)
    for colour in COLOURS[1:]:
        give(table, 1, **{colour: 6})

    assert ability_options(table, 0, PLACE.ELF) == []  # only the meat given would be there, one
    table = lay(4, stock=6)
    give(table, 0, meat=5)
    for colour in COLOURS[1:]:
        give(table, 1, **{colour: 6})
    assert ability_options(table, 0, PLACE.ELF) == [abilities.elf_option(0, 0, 0)]


def test_abilities_elf_counts_pairs():
    table = lay(4)
    give(table, 0, meat=1, salt=1)

    assert len(ability_options(table, 0, PLACE.ELF)) == 2 * 21


def test_abilities_dwarf_places_all_discs_in_hand_or_earns_at_the_end():
    table = lay(4)
    assert len(ability_options(table, 0, PLACE.DWARF)) == 21
    table.players[0].discs = 1
    assert len(ability_options(table, 0, PLACE.DWARF)) == 6
    table.players[0].discs = 0
    assert ability_options(table, 0, PLACE.DWARF) == []
    table.rounds = 4
    assert ability_options(table, 0, PLACE.DWARF) == [abilities.DWARF_VP]
    abilities.use_ability(table, 0, PLACE.DWARF, abilities.DWARF_VP)
    assert table.players[0].vp_tokens[TOKENS.DWARF] == 2


# § 4 Cooking
def test_s4_three_honey_and_two_of_one_other_colour():
    table = lay(4)
    slot = show(table, "honey dessert", 1)

    assert ways_with(table, slot, honey=3, spices=1, meat=1) == []
    assert ways_with(table, slot, spices=1) == [("spices", False)]


def test_s4_the_extra_of_column_3_is_all_in_one_colour():
    """2 mushrooms + 2 others + 2: 4 mushrooms and 2 meat, or 2 mushrooms and 4 meat, not 3 and 3."""
    table = lay(4)
    slot = show(table, "mushrooms appetiser", 3)

    assert ways_with(table, slot, mushrooms=3, meat=3) == []
    assert ways_with(table, slot, mushrooms=1) == [("meat", False)]
    assert ways_with(table, slot, meat=1) == [("meat", False), ("meat", True)]


def test_s4_a_reserved_dish_costs_one_less_off_the_extra_first():
    table = lay(4)
    slot = show(table, "mushrooms appetiser", 2)
    reserve(table, 0, slot)

    assert costs.extra_of(table, 0, slot) == 0
    assert costs.other_of(table, 0, slot) == 2
    assert costs.extra_of(table, 1, slot) == 1
    table = lay(4)
    slot = show(table, "mushrooms appetiser", 1)
    reserve(table, 0, slot)
    assert costs.other_of(table, 0, slot) == 1


def test_s4_without_another_colour_there_is_one_option_and_the_rest_lapses():
    table = lay(4, reserve_discount=3)
    slot = show(table, "meat drink", 1)
    reserve(table, 0, slot)

    assert ways_with(table, slot, meat=2) == [("", False)]


def test_s4_others_cannot_cook_a_reserved_dish():
    table = lay(4)
    slot = show(table, "meat drink", 1)
    reserve(table, 0, slot)

    assert ways_with(table, slot, seat=1, meat=6, honey=6) == []


def test_s4_salt_replaces_what_is_missing_and_nothing_else():
    table = lay(4)
    slot = show(table, "meat drink", 1)

    separate = [(colour, False) for colour in COLOURS[1:]]  # paid alike, yet options of their own
    assert ways_with(table, slot, meat=1, salt=2) == separate

    cooking.cook(table, 0, costs.cook_option(slot, 1))
    assert held(table, 0) == {}
    assert contents(table.supply) == {**dict.fromkeys(COLOURS, 14), "salt": 5}
    assert table.extras[EXTRA.SALT_SPENT] == 2


def test_s4_roasts_and_main_courses():
    table = lay(4)
    give(table, 0, fruit=5, salt=1)
    give(table, 1, **dict.fromkeys(COLOURS, 1))
    costs.list_cook(table, 0)
    assert options_listed(table) == [costs.PASS, costs.cook_option(costs.ROAST_DISH, 4)]
    costs.list_cook(table, 1)
    assert options_listed(table) == [costs.PASS, costs.cook_option(costs.MAIN_DISH, 0)]

    cooking.cook(table, 1, costs.cook_option(costs.MAIN_DISH, 0))
    assert held(table, 1) == {}
    assert list(table.specials_left) == [4, 3]
    assert [int(amount(table.players[1].dishes, kind)) for kind in (ROAST, MAIN)] == [0, 1]


def test_s4_roast_day_takes_one_off_a_roast():
    table = lay(4)
    table.effect, table.effect_amount = EFFECT.ROAST_DISCOUNT, 1
    give(table, 0, fruit=5)
    costs.list_cook(table, 0)

    assert costs.cook_option(costs.ROAST_DISH, 4) in options_listed(table)


def test_s4_potluck_lifts_the_extras_of_columns_2_and_3_alone():
    table = lay(4, column_extra=[1, 1, 2])
    table.effect = EFFECT.NO_COLUMN_EXTRA

    assert [int(costs.column_extra(table, slot)) for slot in range(3)] == [1, 0, 0]


def test_s4_a_helper_is_called_back_for_one_ingredient_of_any_kind():
    table = lay(4)
    slot = show(table, "meat side", 1)
    reserve(table, 0, slot)
    give(table, 0, honey=1, salt=1)
    costs.list_cook(table, 0)
    assert options_listed(table) == [costs.PASS, costs.call_back_option(slot, 1), costs.call_back_option(slot, 6)]

    cooking.call_back(table, 0, slot, 6)
    assert held(table, 0) == {"honey": 1}
    assert table.players[0].home == 6
    assert slots(table.reserved) == []


def test_s4_the_helper_comes_home_when_the_dish_is_cooked():
    table = lay(4)
    slot = show(table, "meat drink", 1)
    reserve(table, 0, slot)
    give(table, 0, meat=2)
    cooking.cook(table, 0, costs.cook_option(slot, costs.NO_OTHER))

    assert table.players[0].home == 6
    assert slots(table.face_up) == slots(table.reserved) == []
    assert table.extras[EXTRA.RESERVED_COOKED] == 1


# § End
def gain(table, seat, *names):
    for name in names:
        cooking.add_dish(table, seat, table.kinds[kind_number(name)])


def test_end_sarah_has_78():
    """58 VP in 6 dishes, 10 for four types, 3 for two, 2 ingredients, 5 tokens."""
    table = lay(4)
    gain(table, 0, "meat drink", "fruit appetiser", "honey dessert", "roast", "meat appetiser", "spices dessert")
    give(table, 0, salt=1, meat=1)
    stores.earn(table, 0, TOKENS.EVENT, 5)

    assert (table.players[0].vp_dishes, table.players[0].vp_sets) == (58, 13)
    assert rules.standing_of(table, 0) == 78


def test_end_ties_go_to_more_dishes_then_to_more_ingredients():
    table = lay(4)
    gain(table, 0, "meat appetiser")  # 8 + 1
    give(table, 1, meat=9)
    assert slots(rules.winners_of(table)) == [0]
    table = lay(4)
    gain(table, 0, "meat appetiser")
    gain(table, 1, "meat drink")  # 6 + 1 and 2 left
    give(table, 1, fruit=2)
    assert slots(rules.winners_of(table)) == [1]
    table = lay(4)
    assert slots(rules.winners_of(table)) == [0, 1, 2, 3]


# § Magical dishes
def test_magical_drinks_save_one_of_their_colour_after_the_discount():
    table = lay(4, magical=True)
    gain(table, 0, "meat drink")
    slot = show(table, "meat appetiser", 1)

    assert ways_with(table, slot, meat=1, honey=2) == [("honey", False)]


def test_magical_desserts_pay_for_what_is_spent_but_not_for_themselves_nor_for_salt():
    table = lay(4, magical=True)
    first, second = show(table, "meat dessert", 1), show(table, "honey drink", 1)
    give(table, 0, meat=3, honey=2)
    cooking.cook(table, 0, costs.cook_option(first, 1))
    assert table.players[0].vp_tokens[TOKENS.MAGICAL] == 0
    give(table, 0, honey=2, meat=1)
    cooking.cook(table, 0, costs.cook_option(second, 0))
    assert table.players[0].vp_tokens[TOKENS.MAGICAL] == 1
    third = show(table, "honey drink", 2)
    give(table, 0, honey=3, salt=1)
    cooking.cook(table, 0, costs.cook_option(third, 0))  # the meat is salt
    assert table.players[0].vp_tokens[TOKENS.MAGICAL] == 1


def test_magical_appetisers_pay_once_a_round_and_character_and_never_at_the_grocer():
    table = lay(4, magical=True)
    gain(table, 0, "meat appetiser")
    for place in (PLACE.TROLL, PLACE.TROLL, PLACE.ELF, GROCER):
        stores.receive(table, 0, place, 0, 1)

    assert table.players[0].vp_tokens[TOKENS.MAGICAL] == 2


def test_magical_side_dishes_pay_for_absolute_majorities_at_their_character():
    table = lay(4, lineup=("random",), magical=True)
    gain(table, 0, "mushrooms side")
    send(table, 0, "magician", 1)
    send(table, 0, "elf", 1)
    action.act_at_character(table, PLACE.MAGICIAN)
    action.act_at_character(table, PLACE.ELF)

    assert table.players[0].vp_tokens[TOKENS.MAGICAL] == 1


def test_magical_benefits_are_off_in_the_plain_game():
    table = lay(4)
    gain(table, 0, "meat drink")

    assert [int(pack) for pack in table.players[0].benefits] == [0, 0, 0, 0]


# § Parts
def test_the_printed_table_has_34_dishes_and_14_events():
    assert sum(dish.copies for dish in PARTS.data["dishes"]) == 34
    assert len(PARTS.data["events_table"]) == 14
    assert len(PARTS.names) == 26
    assert bits.count(bits.WORD((1 << len(PARTS.names)) - 1)) == 26
    assert GAME.problems(GAME.defaults, 4, PARTS) == []
