"""Black Death's rulebook, section by section; positions are laid by hand, seats and ranks counted from 0."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.core import decision, dice
from balancer.core.game import Persona
from balancer.core.table import UNFINISHED
from balancer.games.black_death import GAME, rules
from balancer.games.black_death.table import ENDING, EXTRA, NODE
from balancer.testing import cases
from balancer.testing.cases import Case
from tests.games.black_death.laid import DEATH, RANDOM, hand, hands, table_with


def freshly_set_up(players, game=0, **knobs):
    table = GAME.lay_table({**GAME.defaults, **knobs}, players, GAME.read_parts(), [RANDOM])
    dice.start(table.dice, 1, game, players)
    decision.reset(table.decision, len(NODE))
    table.rounds = table.turn = table.standings = table.ending = 0
    rules.setup(table)
    return table


# § Parts --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("knobs", "cards"), [({}, 57), ({"suits": 2, "ranks": 26}, 53), ({"suits": 6, "ranks": 5}, 31)]
)
def test_parts_each_rank_once_a_suit_and_death(knobs, cards):
    table = freshly_set_up(4, **knobs)
    deck = [int(card) for card in table.deck[:cards]]

    suits, ranks = table.rules.suits, table.rules.ranks
    assert sorted(deck) == sorted([*list(range(ranks)) * suits, ranks])


# § Setup --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 4, 10])
def test_setup_cards_are_dealt_one_at_a_time_from_seat_0(players):
    """Worked from the shuffled row: card i goes to seat i mod n; two of a rank go, three leave one, four none."""
    for game in range(30):
        table = freshly_set_up(players, game)
        dealt = [[int(table.deck[i]) for i in range(seat, 57, players)] for seat in range(players)]

        left = [[rank for rank in range(14) if cards.count(rank) % 2] + [DEATH] * (14 in cards) for cards in dealt]
        assert hands(table) == left
        assert [table.players[seat].cards for seat in range(players)] == [len(cards) for cards in left]
        assert table.death_dealt == table.death == next(seat for seat in range(players) if 14 in dealt[seat])


def test_setup_who_has_no_cards_is_out_and_they_share_their_places():
    """5 players, 11 cards: of k out at once in the setup each scores the mean of 4, ..., 5 - k (counted in halves)."""
    seen = set()
    for game in range(600):
        table = freshly_set_up(5, game, suits=2, ranks=5)
        out = [seat for seat in range(5) if not hand(table, seat)]
        for seat in out:
            assert table.players[seat].score == 2 * sum(range(5 - len(out), 5)) / len(out)
        assert table.still_in == 5 - len(out)
        assert table.extras[EXTRA.OUT_IN_SETUP] == len(out)
        seen.add(len(out))
    assert {0, 1, 2} <= seen


# § Turn ---------------------------------------------------------------------------------------------------------------
def test_turn_the_first_offerer_is_the_first_still_in():
    for game in range(300):
        table = freshly_set_up(10, game, suits=2, ranks=5)
        still_in = [seat for seat in range(10) if hand(table, seat)]
        assert table.active == still_in[0]
        to_the_right = freshly_set_up(10, game, suits=2, ranks=5, offer_to="right")
        assert to_the_right.active == (0 if 0 in still_in else still_in[-1])


def test_turn_the_taker_is_the_next_still_in():
    """Seat 1 is out, so seat 0 offers to seat 2 and its only card can but go there: a pair, both are out."""
    table = table_with([[3], [], [3], [DEATH, 5], [5]])
    rules.take_turn(table)

    assert hands(table) == [[], [], [], [5, DEATH], [5]]


def test_turn_1_one_card_changes_hands():
    """No pair here: seat 1 then holds one card more."""
    table = table_with([[3, 4], [5], [3, 4, 5, DEATH]])
    rules.take_turn(table)

    assert sorted([*hand(table, 0), *hand(table, 1)]) == [3, 4, 5]
    assert 5 in hand(table, 1)
    assert len(hand(table, 1)) == 2


def test_turn_2_a_pair_is_discarded():
    table = table_with([[3], [3, 4], [4, DEATH]])
    rules.take_turn(table)

    assert hands(table) == [[], [4], [4, DEATH]]


def test_turn_2_death_pairs_with_nothing():
    table = table_with([[DEATH], [3, 4], [3, 4]])
    rules.take_turn(table)

    assert hands(table) == [[], [3, 4, DEATH], [3, 4]]
    assert table.extras[EXTRA.DEATH_MOVES] == 1


def test_turn_3_the_offerer_is_out_before_the_taker():
    """Both go out on one take; of 3 places left the offerer gets 3, the taker 2."""
    table = table_with([[3], [3], [4, DEATH], [4]])
    rules.take_turn(table)

    assert [table.players[seat].score for seat in range(2)] == [2 * 3, 2 * 2]
    assert table.still_in == 2
    assert table.ending == 0


def test_turn_3_an_offerer_without_cards_is_safe_even_if_it_was_death():
    table = table_with([[DEATH], [3], [3]])
    rules.take_turn(table)

    assert table.players[0].score == 2 * 2
    assert table.death == 1


def test_turn_4_the_taker_offers_next():
    table = table_with([[3, 4], [5], [3, 4, 5, DEATH]])
    rules.take_turn(table)

    assert table.active == 1


def test_turn_4_if_the_taker_is_out_the_next_still_in_offers():
    """Seat 1 goes out on the take, and seat 2 has been out: seat 3 offers."""
    who = Persona("never the same slot", "", {"lay_first": 1, "take_last": 1})
    table = table_with([[3, DEATH], [3], [], [4, 5], [4, 5]], lineup=(who,))
    rules.take_turn(table)

    assert hands(table) == [[DEATH], [], [], [4, 5], [4, 5]]
    assert table.active == 3


def test_turn_to_the_right_every_next_is_the_seat_before():
    table = table_with([[3, 4], [3, 4, DEATH], [], [5], [5]], offer_to="right")
    rules.take_turn(table)  # seat 0 offers to seat 4

    assert len(hand(table, 0)) == 1
    assert len(hand(table, 4)) == 2
    assert table.active == 4


def test_turn_drawing_seat_0_draws_from_the_next_who_then_draws():
    table = table_with([[5], [3, 4], [3, 4, 5, DEATH]], order="draw")
    rules.take_turn(table)

    assert len(hand(table, 0)) == 2
    assert len(hand(table, 1)) == 1
    assert table.active == 1


def test_turn_drawing_if_the_one_drawn_from_is_out_the_next_still_in_draws():
    table = table_with([[5], [3], [], [3, 4], [4, 5, DEATH]], order="draw")
    rules.take_turn(table)

    assert hands(table)[:2] == [[3, 5], []]
    assert table.active == 3


def test_turn_drawing_to_the_right():
    table = table_with([[5], [3, 5, DEATH], [3, 4], [4]], order="draw", offer_to="right")
    rules.take_turn(table)

    assert hands(table)[0] == [4, 5]
    assert hands(table)[3] == []
    assert table.active == 2


def test_turn_a_round_has_as_many_turns_as_players_still_in_when_it_began():
    """Worked from the standings, a line a round: the turns of a finished game lie between the sums over its rounds."""
    case = Case(GAME.defaults, 6, (RANDOM,))
    table, history = cases.lay(GAME, case), GAME.history(case.rules)
    for game in range(50):
        row = GAME.play(table, history, 1, game, 1)[0]
        at_beginning = [6 - row.extras[EXTRA.OUT_IN_SETUP]]
        at_beginning += [sum(line[:6] < 0) for line in history[: row.rounds - 1]]
        assert sum(at_beginning[:-1]) < row.turns <= sum(at_beginning)


# § End ----------------------------------------------------------------------------------------------------------------
def test_end_as_soon_as_one_alone_holds_cards_and_that_is_death():
    table = table_with([[3], [3], [], [DEATH]])
    rules.take_turn(table)

    assert table.ending == ENDING.DEATH_HELD
    assert hands(table) == [[], [], [], [DEATH]]


def test_end_an_unfinished_game_has_no_winner():
    case = Case({**GAME.defaults, "max_rounds": 10}, 4, (RANDOM,))
    rows = [row for row in cases.play(GAME, case, count=300) if row.ending == UNFINISHED]

    assert len(rows) > 20
    for row in rows:
        assert row.winners == 0
        assert row.rounds == 10
        assert row.extras[EXTRA.LOSS_GIVEN_DEATH_DEALT] == -(2**31), "undefined"
        assert not row.lead.defined


# § Result -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("knobs", [{}, {"max_rounds": 10}, {"suits": 2, "ranks": 5}])
def test_result_scores_are_the_places_0_to_n_1_shared_where_several_got_out_at_once(knobs):
    for players in (2, 5, 10):
        for row in cases.play(GAME, Case({**GAME.defaults, **knobs}, players, (RANDOM,)), count=100):
            scores = [int(score) for score in row.score[:players]]
            assert sum(scores) == 2 * sum(range(players))
            if row.ending == ENDING.DEATH_HELD:
                loser = next(seat for seat in range(players) if not int(row.winners) >> seat & 1)
                assert scores[loser] == 0


def test_result_all_but_the_loser_share_the_victory():
    for row in cases.play(GAME, Case(GAME.defaults, 5, (RANDOM,)), count=100):
        assert int(row.winners).bit_count() == 4


# § Decision nodes -----------------------------------------------------------------------------------------------------
def test_decision_nodes_death_alone_is_no_offer_and_a_single_card_no_choice():
    """One card laid out: it is taken without a choice, and counted as forced once."""
    table = table_with([[DEATH], [3, 4], [3, 4]])
    rules.take_turn(table)

    assert table.decision.forced[:2].tolist() == [0, 1]
    assert table.decision.number == 0


def test_decision_nodes_offer_and_take_have_a_slot_for_each_card():
    table = table_with([[3, 4, DEATH], [5], [3, 4, 5]])
    rules.take_turn(table)

    assert table.decision.decisions[:2].tolist() == [1, 1]
    assert table.decision.options[:2].tolist() == [3, 3]


@pytest.mark.parametrize("lays", ["first", "middle", "last"])
@pytest.mark.parametrize("takes", ["first", "middle", "last"])
def test_decision_nodes_death_is_taken_at_its_slot_and_nowhere_else(lays, takes):
    who = Persona("one place each", "", {f"lay_{lays}": 1, f"take_{takes}": 1})
    for game in range(20):
        table = table_with([[3, 4, DEATH], [5], [3, 4, 5]], lineup=(who,), game=game)
        rules.take_turn(table)
        assert table.death == (1 if lays == takes else 0)


def test_decision_nodes_other_cards_lie_in_random_order():
    """From 3 cards without Death each is taken a third of the time: 900 games, bounds of 6 standard deviations."""
    taken = [0, 0, 0]
    for game in range(900):
        table = table_with([[3, 4, 5], [6], [3, 4, 5, 6, DEATH]], game=game)
        rules.take_turn(table)
        taken[next(rank for rank in hand(table, 1) if rank != 6) - 3] += 1
    assert all(abs(count - 300) < 6 * (900 * 2 / 9) ** 0.5 for count in taken)


# Cards are conserved --------------------------------------------------------------------------------------------------
def assert_conserved(table):
    """Assert that an even number of players hold each rank, one with cards holds Death, and counts are right."""
    found = hands(table)
    for rank in range(table.rules.ranks):
        assert sum(rank in cards for cards in found) % 2 == 0
    assert table.players[table.death].cards > 0
    assert [len(cards) for cards in found] == [table.players[seat].cards for seat in range(table.seats)]
    assert table.still_in == sum(bool(cards) for cards in found)


some_rules = st.fixed_dictionaries(
    {
        "suits": st.sampled_from([2, 4, 6]),
        "ranks": st.integers(5, 26),
        "offer_to": st.sampled_from(["left", "right"]),
        "order": st.sampled_from(["offer", "draw"]),
    }
)


@given(some_rules, st.integers(2, 10), st.integers(0, 2**40))
def test_cards_are_conserved_turn_by_turn(knobs, players, game):
    table = freshly_set_up(players, game, **knobs)
    assert_conserved(table)
    rules.check_end(table)
    for _ in range(60):
        if table.ending:
            assert [cards for cards in hands(table) if cards] == [[DEATH]]
            break
        before = sum(len(cards) for cards in hands(table))
        rules.take_turn(table)
        assert_conserved(table)
        assert sum(len(cards) for cards in hands(table)) in {before, before - 2}


# § Seen by ------------------------------------------------------------------------------------------------------------
@given(some_rules, st.integers(2, 10), st.integers(0, 2**40), st.integers(0, 25))
def test_seen_by_what_a_seat_sees_stays_when_the_rest_is_dealt_anew(knobs, players, game, turns):
    """Own hand, everyone's number of cards, who is out, which cards are left; where Death is, for those who know."""
    table = freshly_set_up(players, game, **knobs)
    for _ in range(turns):
        rules.check_end(table)
        if not table.ending:
            rules.take_turn(table)
    for seat in range(players):
        before, death, knows = hands(table), int(table.death), int(table.death_known) >> seat & 1
        rules.reshuffle_unseen(table, seat)
        after = hands(table)
        assert_conserved(table)
        assert after[seat] == before[seat]
        assert [len(cards) for cards in after] == [len(cards) for cards in before]
        assert cards_in(after) == cards_in(before)
        assert not knows or table.death == death
        assert int(table.death_known) >> int(table.death) & 1, "who holds Death knows it"


def cards_in(hands_of_all):
    return sorted(str(card) for cards in hands_of_all for card in cards)


def known_to(table):
    return [seat for seat in range(table.seats) if int(table.death_known) >> seat & 1]


def test_seen_by_who_gave_or_took_death_knows_where_it_went():
    table = table_with([[DEATH], [3, 4], [3, 5], [4, 5]])
    rules.take_turn(table)

    assert known_to(table) == [0, 1]


def test_seen_by_until_it_may_have_moved_on():
    """Seat 1 offers two cards, Death among them, to seat 2: who gave it to seat 1 no longer knows, seat 2 does."""
    who = Persona("never the same slot", "", {"lay_first": 1, "take_last": 1})
    table = table_with([[DEATH], [3], [3, 5, 4], [4, 5]], lineup=(who,))
    rules.take_turn(table)  # seat 1 now holds 3 and Death
    rules.take_turn(table)  # seat 2 takes the 3

    assert table.death == 1
    assert known_to(table) == [1]
