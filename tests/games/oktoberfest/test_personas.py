"""Each persona does what it claims, on positions laid out for it."""

import pytest

from balancer.games.oktoberfest import appraisal, hands, memory
from balancer.games.oktoberfest.components import SUIT
from tests.games.oktoberfest.position import (
    PARTS,
    contest_wanted,
    discard_wanted,
    give,
    give_banked,
    lay,
    take_wanted,
    uncover,
)


def offer(table, *names):
    """These cards on top of the piles."""
    for pile, name in enumerate(names):
        uncover(table, pile, name)


def with_habits(table, seat, **habits):
    for name, value in habits.items():
        setattr(table.lineup[table.entry[seat]].habits, name, value)


# take
@pytest.mark.parametrize(
    ("persona", "wanted"), [("rusher", "Alphorn Solo"), ("builder", "Stein Lift"), ("balanced", "Stein Lift")]
)
def test_what_is_taken_late_by_whoever_lacks_games(persona, wanted):
    """12 in hand and three rounds to go: the race is open, games are the lowest suit, the hand is tipsy."""
    table = lay(lineup=(persona,), win_threshold=20)
    for name in ("Roast Ox", "Schnitzel", "Alphorn Solo"):
        give(table, 0, name)
    table.rounds = table.rounds_dealt - 3
    offer(table, "Alphorn Solo", "Stein Lift", "Bench")

    assert take_wanted(table, 0) == wanted


@pytest.mark.parametrize(("persona", "wanted"), [("rusher", "Roast Ox"), ("balanced", "Roast Ox"), ("sober", "Bench")])
def test_what_is_taken_first(persona, wanted):
    """Of 5, 3 and nothing, tipsy 3, 2 and 0 on average, the sober take nothing."""
    table = lay(lineup=(persona,))
    offer(table, "Roast Ox", "Stein Lift", "Bench")

    assert take_wanted(table, 0) == wanted


def test_nobody_races_for_what_is_out_of_reach():
    """One turn to go and nothing in hand: a rusher, too, looks at the lowest suit."""
    table = lay(lineup=("rusher",))
    give_banked(table, 0, "Roast Ox")
    give_banked(table, 0, "Alphorn Solo")
    table.rounds = table.rounds_dealt - 1
    offer(table, "Stein Lift", "Alphorn Solo", "Roast Ox")

    assert take_wanted(table, 0) == "Stein Lift"


def test_the_spoiler_takes_the_card_the_next_player_needs():
    table = lay(lineup=("spoiler",))
    for name in ("Stein", "Alphorn Solo", "Roast Ox"):
        give(table, 1, name)
    offer(table, "Log Sawing", "Half Pint", "Stein Lift")

    assert take_wanted(table, 0) == "Log Sawing"
    with_habits(table, 0, deny=0, want_value=0, fear_tipsiness=60)
    assert take_wanted(table, 0) != "Log Sawing"


def test_a_wild_card_is_wanted_more_by_who_keeps_wilds():
    table = lay(lineup=("builder",))
    offer(table, "Log Sawing", "Half Pint", "Bench")

    assert take_wanted(table, 0) == "Log Sawing"
    with_habits(table, 0, keep_wilds=100)
    assert take_wanted(table, 0) == "Half Pint"


def test_large_cards_of_a_suit_are_preferred_to_wild_ones_by_the_careful():
    """A 5 of a suit, a wild 5 and a 1: what a contest takes is the least of a suit, or any wild card."""
    table = lay(lineup=("careful",))
    offer(table, "Log Sawing", "Pint", "Ring Toss")

    assert take_wanted(table, 0) == "Log Sawing"
    with_habits(table, 0, keep_wilds=100, want_large=0)
    assert take_wanted(table, 0) == "Pint"
    with_habits(table, 0, keep_wilds=-100)
    assert take_wanted(table, 0) == "Ring Toss"


@pytest.mark.parametrize(("persona", "wanted"), [("rusher", "Stein"), ("racer", "Bench")])
def test_the_racer_fears_tipsiness_where_the_rusher_does_not(persona, wanted):
    """A Stein is worth 7 and 4 tipsy."""
    table = lay(lineup=(persona,))
    offer(table, "Stein", "Bench", "Bench")

    assert take_wanted(table, 0) == wanted


# contest
def with_a_bench_to_bank(persona, opponent):
    """Put into a hand a Stein Lift, 1 to 3 tipsy and just taken, and a Bench; the opponent has one card."""
    table = lay(lineup=(persona,))
    give(table, 0, "Bench")
    last = give(table, 0, "Stein Lift")
    give(table, 1, "Log Sawing", opponent)
    table.rounds = 4
    return table, last


@pytest.mark.parametrize(
    ("persona", "opponent", "challenges"),
    [("builder", 2, True), ("bully", 2, False), ("bully", 3, True), ("sober", 2, False)],
)
def test_who_challenges_at_which_odds(persona, opponent, challenges):
    """An opponent at 2 wins the tie: little more than one chance in four; one at 3 probably loses."""
    table, last = with_a_bench_to_bank(persona, opponent)

    assert contest_wanted(table, 0, last) == ((1, "Bench") if challenges else None)


def test_a_margin_of_1001_is_never_dared_and_0_always_weighed():
    for margin, weighed in ((1001, False), (0, True)):
        table, last = with_a_bench_to_bank("bully", 3)
        with_habits(table, 0, contest_margin=margin)

        assert (contest_wanted(table, 0, last) is not None) == weighed


def test_the_odds_follow_the_estimate():
    """A Sing-along in hand, an Alphorn Solo banked: 3 expected; the opponents have 1, 2, 3, 4 and 5."""
    chances: list[int] = []
    for more in ([], ["Pretzel"], ["Stein Lift"], ["Alphorn Solo"], ["Roast Ox"]):
        table = lay(lineup=("bully",))
        banked = give(table, 0, "Alphorn Solo")
        give(table, 0, "Sing-along")
        give(table, 1, "Ring Toss", 1)
        for back, name in enumerate(more, len(chances)):
            give(table, 1, name, back)
        appraisal.prepare_contest(table, 0)
        appraisal.look_at(table, 0, banked)
        chances.append(int(appraisal.odds(table, 1, SUIT.MUSIC)))

    assert chances == sorted(chances)
    assert chances[0] < 10
    assert chances[2] < 500 < chances[3]
    assert chances[4] > 900


@pytest.mark.parametrize("rescued", [True, False])
def test_a_lost_contest_costs_the_card_just_banked_or_one_in_hand(rescued):
    """A Roast Ox banked: where banked cards may not go, a Bench goes, which is worth nothing."""
    table = lay(lineup=("builder",), rescue_banked=rescued)
    banked = give(table, 0, "Roast Ox")
    give(table, 0, "Bench")
    appraisal.prepare_contest(table, 0)
    appraisal.look_at(table, 0, banked)
    appraisal.weigh_card(table, 0, banked)

    assert (table.mind.risk > 0) == rescued


@pytest.mark.parametrize(("knows", "goes"), [(0, "Roast Ox"), (1, "Pretzel")])
def test_who_knows_what_it_would_give_up_counts_on_the_least(knows, goes):
    """A Roast Ox to bank, a Pretzel in hand or banked: both may go, and the Pretzel will."""
    for other in (give, give_banked):
        table = lay(lineup=("builder",))
        with_habits(table, 0, gives_least=knows)
        banked = give(table, 0, "Roast Ox")
        pretzel = other(table, 0, "Pretzel")
        appraisal.prepare_contest(table, 0)
        appraisal.look_at(table, 0, banked)
        appraisal.weigh_card(table, 0, banked)
        lost = {"Roast Ox": banked, "Pretzel": pretzel}[goes]
        habits = table.lineup[table.entry[0]].habits

        assert table.mind.risk == appraisal.total_loss(table, habits, table.players[0], table.cards[lost])


def test_the_racer_never_challenges():
    table, last = with_a_bench_to_bank("racer", 3)

    assert contest_wanted(table, 0, last) is None


def about_to_win(persona):
    """Seat 1 holds 23, tipsy 11; seat 0 expects 12 for a card banked, so that a contest is probably lost."""
    table = lay(lineup=(persona,))
    for name, back in (("Pint", 3), ("Half Pint", 2), ("Alphorn Solo", 2), ("Log Sawing", 2), ("Roast Ox", 2)):
        give(table, 1, name, back)
    for name in ["Schnitzel", "Oompah Band", "Stein Lift"] * 2:
        give(table, 0, name)
    last = give(table, 0, "Bench")
    table.rounds = 5
    return table, last


@pytest.mark.parametrize(("spoil", "hits"), [(60, True), (0, False)])
def test_the_spoiler_hits_whoever_is_about_to_win_at_any_odds(spoil, hits):
    table, last = about_to_win("spoiler")
    with_habits(table, 0, spoil=spoil, contest_margin=700)
    wanted = contest_wanted(table, 0, last)

    assert (wanted is not None and wanted[0] == 1) == hits


# discard
def test_what_is_discarded():
    """Food was lost: the rusher gives up what is banked, whoever fears tipsiness the tipsy card in hand."""
    for persona, fear, wanted in (("rusher", 2, "Pretzel"), ("builder", 100, "Roast Ox")):
        table = lay(lineup=(persona,))
        with_habits(table, 0, fear_tipsiness=fear)
        give(table, 0, "Roast Ox")
        give_banked(table, 0, "Pretzel")

        assert discard_wanted(table, 0, SUIT.FOOD) == wanted


@pytest.mark.parametrize(("keep_hand", "wanted"), [(0, "Oompah Band"), (100, "Alphorn Solo")])
def test_the_last_card_in_hand_is_kept_by_who_wants_one_to_bank(keep_hand, wanted):
    """Music was lost: a 3 in hand is worth less than a 5 banked, but it is the only card left to challenge with."""
    table = lay(lineup=("builder",))
    with_habits(table, 0, keep_hand=keep_hand)
    give_banked(table, 0, "Alphorn Solo")
    give(table, 0, "Oompah Band")

    assert discard_wanted(table, 0, SUIT.MUSIC) == wanted


# What is remembered
def test_backs_seen_on_others_are_no_longer_expected():
    """Of five Roast Ox, backs 2 3 3 3 4: with 4 seen elsewhere, the own one is 2.75 on average."""
    table = lay()
    give(table, 0, "Roast Ox", 3)
    front = PARTS.data.cards[give(table, 1, "Roast Ox", 4)].front

    assert memory.mean_back(table, table.players[0], front) == 16 * 11 // 4
    assert memory.mean_back(table, table.players[1], front) == 16 * 12 // 4
    assert memory.mean_back(table, table.players[2], front) == 16 * 8 // 3


def test_own_backs_are_never_counted():
    """Whatever the own Roast Ox hides, its holder expects 3."""
    for back in (2, 3, 4):
        table = lay()
        give(table, 0, "Roast Ox", back)

        assert memory.estimate(table.players[0]) == 48


def test_a_contest_lost_raises_the_estimate_and_one_won_lowers_it():
    shifts = {}
    for loser in (0, 1):
        table = lay()
        for seat in (0, 1):
            for name in ("Schnitzel", "Oompah Band", "Stein Lift"):
                give(table, seat, name, 2)
        memory.learn(table, 0, 1, SUIT.FOOD, loser)
        shifts[loser] = [int(table.players[seat].shift) for seat in (0, 1)]
        assert 0 < table.players[0].learned < table.players[0].spread

    assert shifts[0][0] > 0 > shifts[0][1]
    assert shifts[1][0] < 0 < shifts[1][1]


def test_what_was_learned_goes_with_the_cards():
    table = lay()
    cards = [give(table, 0, name) for name in ("Schnitzel", "Oompah Band", "Stein Lift")]
    give(table, 1, "Bench")
    memory.learn(table, 0, 1, SUIT.GAMES, 0)
    player = table.players[0]
    shift = int(player.shift)

    hands.leave_hand(table, player, cards[0])
    assert player.shift == pytest.approx(shift * 2 / 3, abs=1)
    hands.leave_hand(table, player, cards[1])
    hands.leave_hand(table, player, cards[2])
    assert (player.shift, player.learned, player.spread) == (0, 0, 0)


def test_the_tables_of_the_normal_distribution():
    middle = memory.FAR

    assert memory.ODDS[middle] == 500
    assert memory.ODDS[middle + memory.STEPS] == 841
    assert memory.HAZARDS[middle] == 204  # sqrt(2 / pi) in 1/256
    assert memory.VARIANCES_LEFT[middle] == 93  # 1 - 2 / pi
    assert memory.root(16 * 9) == 48
    assert abs(int(memory.root(16 * 10_000)) - 1600) <= 16
