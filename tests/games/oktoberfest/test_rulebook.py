"""The rulebook's worked examples and rulings, section by section (balancer/games/oktoberfest/rulebook.md)."""

import pytest

from balancer.core.table import RUNNING
from balancer.games.oktoberfest import GAME, contests, figures, rules
from balancer.games.oktoberfest.components import N_SUITS, SUIT
from balancer.games.oktoberfest.table import ENDING, EXTRA, MEANS
from balancer.games.oktoberfest.wilds import SHIFT, best_split, lowest_of
from tests.games.oktoberfest.position import PARTS, give, give_banked, lay, members, uncover


def split(table, seat):
    together = best_split(table, table.players[seat])
    return together // SHIFT**2, together // SHIFT % SHIFT, together % SHIFT


def discards(table, seat, suit):
    player = table.players[seat]
    return members(*contests.hand_discards(table, player, suit)), members(
        *contests.banked_discards(table, player, suit)
    )


def cards_of(player):
    return len(members(*player.hand)) + len(members(*player.banked))


def hold(table, challenger, defender, card):
    """Hold the contest, all choices at random; return who had to discard (seats that have fewer cards than before)."""
    before = [cards_of(player) for player in table.players[: table.seats]]
    rules.hold_contest(table, challenger, defender, card)
    after = [cards_of(player) for player in table.players[: table.seats]]
    return [seat for seat in range(table.seats) if after[seat] < before[seat]]


# Setup
@pytest.mark.parametrize(("players", "removed", "piles"), [(3, 9, [21] * 3), (6, 9, [21] * 3), (7, 6, [22] * 3)])
def test_setup_cards_removed_and_piles(players, removed, piles):
    table = lay(players)

    assert table.rules.removed == removed
    assert [table.end_of_pile[p] - table.next_of_pile[p] for p in range(3)] == piles


def test_setup_earlier_piles_get_the_odd_cards():
    table = lay(4, piles=5, removed="auto")

    assert table.rules.removed == 11
    assert [table.end_of_pile[p] - table.next_of_pile[p] for p in range(5)] == [13, 12, 12, 12, 12]


# Turn 1
@pytest.mark.parametrize(("last", "ending"), [("Sing-along", RUNNING), ("Oompah Band", ENDING.INSTANT)])
def test_s1_a_hand_of_23_wins_at_once_and_one_of_21_does_not(last, ending):
    table = lay(lineup=("random",))
    for name in ("Stein", "Log Sawing", "Alphorn Solo", "Schnitzel", last):
        give(table, 0, name)

    rules.take_turn(table, 0)

    assert table.ending == ending
    assert table.turn == 1, "a turn counts once begun"


def test_s1_banked_cards_count_only_if_the_rules_say_so():
    for knob, value in ((False, 15), (True, 22)):
        table = lay(instant_counts_banked=knob)
        for name in ("Pint", "Pint", "Log Sawing"):
            give(table, 0, name)
        give_banked(table, 0, "Stein")

        assert contests.counted_value(table, table.players[0]) == value
        assert rules.wins_at_once(table, table.players[0]) == knob


def test_s1_threshold_0_switches_the_instant_win_off():
    table = lay(win_threshold=0)
    for _ in range(5):
        give(table, 0, "Log Sawing")

    assert not rules.wins_at_once(table, table.players[0])


# Turn 2
def test_s2_an_emptied_pile_has_the_piles_laid_on_one_another_and_cut_again():
    table = lay()
    for pile, cards in enumerate((1, 4, 5)):
        table.next_of_pile[pile] = table.end_of_pile[pile] - cards
    table.left = 10
    in_order = [
        int(table.deck[place]) for pile in (1, 2) for place in range(table.next_of_pile[pile], table.end_of_pile[pile])
    ]

    rules.take_card(table, 0, 0)

    piles = [[int(c) for c in table.deck[table.next_of_pile[p] : table.end_of_pile[p]]] for p in range(3)]
    assert piles == [in_order[0:3], in_order[3:6], in_order[6:9]]


# Turn 3
def test_s3_rita_loses_to_lucy_in_food():
    """Lucy: hand backs 2+1 and the banked food card's 2 make 5. Rita: 3+2 and the banked Pint's 2 make 7."""
    lucy, rita = 0, 1
    table = lay()
    give(table, lucy, "Oompah Band", 2)
    give(table, lucy, "Ring Toss", 1)
    schnitzel = give(table, lucy, "Schnitzel", 3)
    give(table, rita, "Log Sawing", 3)
    give(table, rita, "Roast Ox", 2)
    give_banked(table, rita, "Pint", 4)

    assert hold(table, lucy, rita, schnitzel) == [rita]
    assert contests.tipsiness_in(table.players[lucy], SUIT.FOOD) == 5
    assert table.extras[EXTRA.CONTESTS_WON_BY_CHALLENGER] == 1


@pytest.mark.parametrize(("ties_to", "loser"), [("defender", 0), ("challenger", 1)])
def test_s3_a_tie(ties_to, loser):
    table = lay(ties_to=ties_to)
    bench = give(table, 0, "Bench")
    give(table, 0, "Ring Toss", 1)
    give(table, 1, "Sing-along", 1)

    assert hold(table, 0, 1, bench) == [loser]


def test_s3_a_contest_in_wild_counts_banked_wilds_alone():
    table = lay()
    give_banked(table, 0, "Pretzel")
    give_banked(table, 0, "Half Pint")

    assert [contests.tipsiness_in(table.players[0], suit) for suit in range(5)] == [4, 2, 2, 2, 2]


def test_s3_banked_tipsiness_of_the_rules_leaves_rest_cards_alone():
    table = lay(banked_tipsiness=5)
    for name in ("Pretzel", "Half Pint", "Bench"):
        give_banked(table, 0, name)

    assert [figures.banked_tipsiness(table.players[0], suit) for suit in range(N_SUITS)] == [5, 0, 0, 5, 0]


def test_s3_what_a_loser_may_discard():
    table = lay()
    pretzel, pint, toss = (give(table, 0, name) for name in ("Pretzel", "Pint", "Ring Toss"))
    banked_ox, banked_lift, banked_half = (
        give_banked(table, 0, name) for name in ("Roast Ox", "Stein Lift", "Half Pint")
    )

    assert discards(table, 0, SUIT.FOOD) == ({pretzel, pint}, {banked_ox, banked_half})
    assert discards(table, 0, SUIT.GAMES) == ({toss, pint}, {banked_lift, banked_half})
    assert discards(table, 0, SUIT.REST) == ({pint}, {banked_half})
    assert discards(table, 0, SUIT.WILD) == ({pretzel, pint, toss}, {banked_half})


def test_s3_katja_without_food_or_wild_in_hand_may_discard_any_hand_card():
    """She has a banked food card and a banked wild card, but is not required to lose these."""
    table = lay()
    bench, lift = give(table, 0, "Bench"), give(table, 0, "Stein Lift")
    banked = {give_banked(table, 0, "Pretzel"), give_banked(table, 0, "Pint")}

    assert discards(table, 0, SUIT.FOOD) == ({bench, lift}, banked)


def test_s3_what_a_loser_may_discard_under_stricter_rules():
    table = lay(wild_contest_any=False, rescue_banked=False)
    pretzel, pint = give(table, 0, "Pretzel"), give(table, 0, "Pint")
    give_banked(table, 0, "Half Pint")

    assert discards(table, 0, SUIT.WILD) == ({pint}, set())
    assert discards(table, 0, SUIT.FOOD) == ({pretzel, pint}, set())


def test_s3_a_loser_with_nothing_to_discard_loses_nothing():
    table = lay(rescue_banked=False)
    give_banked(table, 1, "Stein")  # adds 2 in any contest
    give(table, 0, "Ring Toss", 0)
    bench = give(table, 0, "Bench")

    assert hold(table, 0, 1, bench) == []
    assert table.extras[EXTRA.CONTESTS_WON_BY_CHALLENGER] == 1
    assert table.extras[EXTRA.DISCARDS] == 0


def test_s3_a_challenger_may_lose_the_card_just_banked():
    table = lay()
    give(table, 1, "Bench")
    pint = give(table, 0, "Half Pint", 3)

    assert hold(table, 0, 1, pint) == [0]
    assert list(table.players[0].discarded) == [1 << pint if pint < 64 else 0, 1 << (pint - 64) if pint >= 64 else 0]


@pytest.mark.parametrize("bank_rest", [True, False])
def test_s3_which_cards_may_be_banked(bank_rest):
    table = lay(bank_rest=bank_rest)
    bench, pint, taken = (give(table, 0, name) for name in ("Bench", "Pint", "Pretzel"))

    assert members(*contests.bankable(table, table.players[0], taken)) == ({bench, pint} if bank_rest else {pint})


# End
@pytest.mark.parametrize(("players", "turns"), [(3, 20), (4, 15), (5, 12), (6, 10), (7, 9)])
def test_end_turns_of_each_player_until_exhausted(players, turns):
    table = lay(players, ("random",), win_threshold=0)

    for row in GAME.play(table, GAME.history(GAME.defaults), 3, 0, 5):
        assert GAME.endings_by_number[row.ending] == "exhausted"
        assert row.rounds == turns
        assert row.turns == players * turns


def test_end_rita_scores_7():
    """Two wilds, placed so that games make 7, food 12, music 10."""
    table = lay()
    for name in ("Roast Ox", "Roast Ox", "Pretzel", "Pretzel", "Alphorn Solo", "Sing-along", "Sing-along", "Bench"):
        give(table, 0, name)
    give(table, 0, "Stein")
    give_banked(table, 0, "Half Pint")

    assert split(table, 0) == (7, 10, 12)
    assert lowest_of(best_split(table, table.players[0])) == 7


@pytest.mark.parametrize(
    ("ties", "number", "left"), [("all", 1, [1, 1, 1]), ("none", 1, [2, 2, 1]), ("all", 3, [0, 0, 1])]
)
def test_end_the_tipsiest_lose_hand_cards(ties, number, left):
    table = lay(tipsiest_ties=ties, tipsiest_loses=number)
    for seat, name, backs in ((0, "Stein Lift", (3, 1)), (1, "Schnitzel", (2, 2)), (2, "Oompah Band", (2,))):
        for back in backs:
            give(table, seat, name, back)
    table.ending = ENDING.EXHAUSTED

    rules.end_game(table)

    assert [len(members(*player.hand)) for player in table.players[:3]] == left
    assert table.extras[EXTRA.TIPSINESS_AT_END] == MEANS * 10 // 3


def test_end_nobody_tipsy_means_everybody_loses_a_card():
    table = lay()
    for seat in range(3):
        give(table, seat, "Bench")
    table.ending = ENDING.EXHAUSTED

    rules.end_game(table)

    assert [len(members(*player.hand)) for player in table.players[:3]] == [0, 0, 0]


@pytest.mark.parametrize(("threshold", "expected"), [(22, 681), (10, 1500), (0, 583)])
def test_end_standing_is_the_nearer_of_the_two_ways(threshold, expected):
    """15 in hand; food 5, music 7, games 9, wilds none: 7/12 by the lowest total would be 583."""
    table = lay(win_threshold=threshold)
    for name in ("Roast Ox", "Alphorn Solo", "Log Sawing"):
        give(table, 0, name)
    for name in ("Pretzel", "Pretzel", "Sing-along", "Sing-along", "Stein Lift", "Ring Toss"):
        give_banked(table, 0, name)

    assert split(table, 0) == (7, 7, 9)
    assert rules.standing_of(table, 0) == expected


# Seen by
def test_seen_the_top_of_a_pile_stays_known_when_piles_are_laid_anew():
    table = lay()
    tops = {int(table.deck[table.next_of_pile[p]]) for p in range(3)}
    table.next_of_pile[0] = table.end_of_pile[0] - 1
    top = uncover(table, 0, "Bench")
    rules.take_card(table, 0, 0)

    shown = members(*table.shown)
    assert shown == {int(card) for card in tops if card != top and card in shown}
    assert len(shown) == 2


def test_names_reported_are_those_held_or_banked():
    table = lay()
    give(table, 0, "Pretzel", 0)
    give(table, 0, "Pretzel", 2)
    give_banked(table, 0, "Bench")
    names = int(rules.names_of(table, table.players[0]))

    assert {PARTS.names[k] for k in range(64) if names >> k & 1} == {"Pretzel", "Bench"}
