"""A player who thinks ahead, in Black Death: its games are games of the rules, found by their numbers."""

import dataclasses
import functools
import math
import pathlib
import subprocess
import types

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.core import game_loop
from balancer.core.authoring import game_checks, plain_process
from balancer.core.authoring.row_checks import differing
from balancer.core.compile import rule
from balancer.core.game import Persona
from balancer.core.record import empty
from balancer.core.result_row import RESULT
from balancer.core.thinking import forcing, search
from balancer.games.black_death import GAME
from balancer.testing.contract import assert_alike

BASE = GAME.persona("reader")
OTHERS = (GAME.persona("even"), GAME.persona("baiter"))
ROOT = pathlib.Path(__file__).parents[2]
GAMES = 30


def thinker(trials=20, **settings):
    return dataclasses.replace(BASE, search=trials, **settings)


def laid(*lineup, **knobs):
    rules = {**GAME.defaults, **knobs}
    table = GAME.lay_table(rules, 4, GAME.read_parts(), lineup)
    return table, GAME.history(rules), GAME.thinkers(table, lineup)


def play(lineup, first=0, count=GAMES, **knobs):
    table, history, thinkers = laid(*lineup, **knobs)
    return GAME.play(table, history, 3, first, count, thinkers)


def replay(lineup, number, forced):
    """Play a game in which nobody thinks, and options are forced: (number of the decision, option)."""
    table, history, _ = laid(*lineup)
    plan = forcing.plan_of(forced)
    forcing.follow(table, plan)
    return GAME.play(table, history, 3, number, 1)


FAST = {"knows": "base", "until": 1, "is_choosy": True, "expect_mistakes": 100}


@pytest.mark.parametrize("settings", [{}, FAST])
def test_a_game_of_a_thinker_is_its_personas_game_but_for_what_it_changed(settings):
    """To the bit, all counters and leader metrics too: trials leave no trace, and a search that never deviates none."""
    changes = []

    for number in range(GAMES):
        table, history, thinkers = laid(thinker(**settings), *OTHERS)
        row = GAME.play(table, history, 3, number, 1, thinkers)
        forced = [(number, option) for number, option, _ in thinkers.forced]
        changes.append(len(forced))

        assert differing(row, replay((BASE, *OTHERS), number, forced)) == []
        assert thinkers.decisions >= len(forced)

    assert max(changes) > 1
    assert min(changes) == 0


def test_a_game_of_a_thinker_is_found_by_its_number():
    lineup = (thinker(), *OTHERS)
    whole = play(lineup)
    backwards = [play(lineup, number, 1) for number in range(GAMES - 1, -1, -1)]

    assert_alike(GAME, np.concatenate(backwards[::-1]), whole, "games depend on those played before")


def test_it_thinks_at_its_nodes_alone():
    table, history, thinkers = laid(thinker(nodes=("offer",)), *OTHERS)
    GAME.play(table, history, 3, 0, GAMES, thinkers)
    plain = play((BASE, *OTHERS))
    seats = np.asarray(plain["entry"])[:, :4] == 0

    assert 0 < thinkers.decisions < np.asarray(plain["node_decisions"])[:, 0].sum()
    assert seats.any()


def test_what_it_believes_of_its_opponents_matters():
    fields = "winners", "turns"
    known, unknown = play((thinker(knows="everybody"), *OTHERS)), play((thinker(), *OTHERS))

    assert [tuple(row[name] for name in fields) for row in known] != [
        tuple(row[name] for name in fields) for row in unknown
    ]


def test_who_takes_others_for_its_like_and_sits_among_them_knows_them():
    like = (BASE,) * 3
    known, taken, unknown = (play((thinker(knows=knows), *like)) for knows in ("everybody", "base", "nobody"))
    erring = play((thinker(knows="base", expect_mistakes=500), *like))

    assert differing(known, taken) == []
    assert differing(known, unknown)
    assert differing(known, erring)


def test_trials_that_end_with_the_round_are_valued_by_the_lead():
    """Not by the win: cards held at the end of the round are another aim."""
    to_the_end, of_round, of_two = (play((thinker(until=until), *OTHERS)) for until in (0, 1, 2))

    assert differing(to_the_end, of_round)
    assert differing(of_round, of_two)


def test_a_lead_is_over_the_mean_of_the_others_and_bounded():
    lead_of = functools.partial(search.lead_of, types.SimpleNamespace(seats=3))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(search, "worth", lambda _, seat: (7, 1, -2)[seat])
        assert [lead_of(seat) for seat in range(3)] == [15, -3, -12]
        patched.setattr(search, "worth", lambda _, seat: (9000, 0, 0)[seat])
        assert [lead_of(seat) for seat in range(3)] == [2520, -2520, -2520]


def test_who_is_choosy_stops_where_nothing_is_gained():
    def decisions_and_trials(**settings):
        table, history, thinkers = laid(thinker(40, **settings), *OTHERS)
        GAME.play(table, history, 3, 0, GAMES, thinkers)
        return thinkers.decisions, thinkers.trials / thinkers.decisions

    (asked, each), (as_often, fewer) = decisions_and_trials(), decisions_and_trials(is_choosy=True)

    assert abs(asked - as_often) < asked / 5
    assert fewer < 0.8 * each


@functools.cache
def idle_search():
    """Return `think_games` where all positions are worth the same, and a thought pays at an even number of ranks."""
    found = game_checks.collect(GAME.package.__name__)
    loop = game_loop.compiled_loop(GAME.package.__name__, found["hooks"], GAME.nodes, GAME.extras, GAME.one_loses)
    hooks = {"worth": always_0, "reshuffle_unseen": GAME.reshuffle_unseen, "worth_thinking": if_ranks_are_even}
    return search.bind_search(GAME.package.__name__, {**loop, **hooks, "SCORE_ORDER": 1})


@rule
def always_0(table, seat):  # noqa: ARG001
    return 0


@rule
def if_ranks_are_even(table, seat):  # noqa: ARG001
    return 1 - table.rules.ranks % 2


@pytest.mark.parametrize("ranks", [8, 7])
def test_where_nothing_can_be_gained_a_thinker_plays_its_personas_games(ranks):
    """No position worth more than another; or no decision worth a thought: then none is given."""
    _, history, thinkers = laid(thinker(is_choosy=True, until=1), *OTHERS, ranks=ranks)
    rows = empty(RESULT, GAMES)
    thinkers.play(idle_search(), history, rows, 3, 0)

    assert differing(rows, play((BASE, *OTHERS), ranks=ranks)) == []
    assert (thinkers.decisions > 0) == (ranks == 8)


def test_several_may_think_each_with_settings_of_its_own():
    table, history, thinkers = laid(thinker(), thinker(40, nodes=("take",)), *OTHERS)
    GAME.play(table, history, 3, 0, 5, thinkers)
    per_decision = thinkers.trials / thinkers.decisions

    assert 10 < per_decision < 45


def test_trials_stay_within_the_number_allowed():
    """Beside the rounding of halving: never more than allowed where options are few."""
    table, history, thinkers = laid(thinker(200), *OTHERS)
    GAME.play(table, history, 3, 0, 5, thinkers)

    assert 100 < thinkers.trials / thinkers.decisions <= 200


def play_briefly():
    return play((thinker(10, **FAST), thinker(10), OTHERS[0]), 0, 2, ranks=5, suits=2)


def test_plain_python_thinks_the_same(tmp_path):
    program = (
        "import sys, numpy as np; sys.path.insert(0, sys.argv[1]);"
        "from tests.core.test_search import play_briefly; np.save(sys.argv[2], play_briefly())"
    )
    file = tmp_path / "rows.npy"
    run = plain_process.start("-c", program, str(ROOT), str(file), stdin=None, stderr=subprocess.STDOUT)
    printed = run.communicate()[0].decode(errors="replace")

    assert run.returncode == 0, printed
    assert differing(play_briefly(), np.load(file)) == []


# Exact values ---------------------------------------------------------------------------------------------------------
MANY = 1500


def safe_share(lineup, players, trials):
    """Return how often the first of the line-up does not lose; it knows the others, and plays that many trial games."""
    first = dataclasses.replace(lineup[0], search=trials, knows="everybody")
    rules = {**GAME.defaults, "ranks": 7}
    table = GAME.lay_table(rules, players, GAME.read_parts(), (first, *lineup[1:]))
    rows = GAME.play(table, GAME.history(rules), 6, 0, MANY, GAME.thinkers(table, (first, *lineup[1:])))
    places = np.argmax(np.asarray(rows["entry"])[:, :players] == 0, axis=1)
    return np.mean([int(row["winners"]) >> int(place) & 1 for row, place in zip(rows, places, strict=True)])


EVEN = GAME.persona("even")


@pytest.mark.parametrize("players", [2, 4])
def test_nothing_can_be_gained_on_who_lays_and_takes_evenly(players):
    """Whatever one does, everybody loses alike often: a thinker that wins more has looked at what it can't see."""
    fair = 1 - 1 / players
    error = math.sqrt(fair * (1 - fair) / MANY)

    assert abs(safe_share([EVEN] * players, players, 60) - fair) < 5 * error


def test_against_who_can_be_read_it_finds_the_best_answer():
    """Who always lays Death first and takes the last card is beaten by doing the same: no other answer is better.

    The rest of the games is over before anybody can choose. Playing evenly gets a half, and 60 trial games find it all.
    """
    readable = Persona("readable", "", {"lay_first": 1, "take_last": 1})
    best = Persona("best answer", "", {"lay_last": 1, "take_last": 1})
    of_even, of_best = (safe_share([persona, readable], 2, 0) for persona in (EVEN, best))
    of_thinker = safe_share([EVEN, readable], 2, 60)

    assert abs(of_even - 1 / 2) < 5 / (2 * math.sqrt(MANY))
    assert of_best > 0.95
    assert abs(of_thinker - of_best) < 0.01


# Choosing among options -----------------------------------------------------------------------------------------------
def tried(*trials):
    """Options with the gains of their trial games, the persona's first."""
    options = empty(search.TRIED, len(trials))
    for option, gains in zip(options, trials, strict=True):
        option.games, option.gain, option.squares = len(gains), sum(gains), sum(gain * gain for gain in gains)
        option.is_left, option.option = 1, 7
    return options


@given(st.lists(st.sampled_from([-2520, -1260, 0, 840, 2520]), min_size=1, max_size=50))
def test_an_option_is_taken_if_its_mean_gain_exceeds_a_standard_error(gains):
    plan = empty(forcing.PLAN)
    plan.found = 11
    function(search.take_best)(plan, tried([0] * len(gains), gains), 2, 0)
    mean = sum(gains) / len(gains)
    variance = sum(gain * gain for gain in gains) / len(gains) - mean**2
    error = math.sqrt(max(variance, 0) / len(gains))

    if not math.isclose(mean, error):
        assert bool(plan.length) == (mean > error)
        assert plan.numbers[:2].tolist() == [11 if plan.length else 0, 0]
    assert (plan.is_fork, plan.then) == (0, 12)


def test_the_best_of_those_left_is_taken():
    options = tried([0] * 9, [2520] * 4 + [0] * 5, [2520] * 8 + [0], [2520] * 9)
    options[3].is_left = 0
    options["option"] = [-1, 4, 5, 6]
    plan = empty(forcing.PLAN)
    function(search.take_best)(plan, options, 4, 0)

    assert plan.options[0] == 5
    assert plan.gains[0] == 888_888


def test_the_worse_half_is_dropped_and_never_what_the_persona_would_do():
    options = tried([0] * 2, [1, 1], [5, 5], [-1, -1], [7, 7], [-9, 9])
    left = function(search.drop_worst)(options, 6, 6)

    assert left == 3
    assert options["is_left"].tolist() == [1, 0, 1, 0, 1, 0]
    assert function(search.drop_worst)(options, 6, left) == 2
    assert options["is_left"].tolist() == [1, 0, 0, 0, 1, 0]
    assert function(search.drop_worst)(options, 6, 2) == 2


def function(rule):
    """Return a rule as a Python function: these are too small to be compiled alone."""
    return getattr(rule, "py_func", rule)


@pytest.mark.parametrize("trials", [10, 40, 200])
def test_of_very_many_options_some_are_drawn_from_all(trials):
    options, seen = empty(search.TRIED, 2 + trials // search.TRIALS_PER_OPTION), set()
    table, _, thinkers = laid(thinker(trials), *OTHERS)
    del table
    for number in range(60):
        thinkers.plan.count, thinkers.plan.found = 100, number
        count = function(search.list_options)(thinkers.tables, thinkers.plan, options, trials)
        drawn = options["option"][1:count].tolist()
        seen.update(drawn)

        assert count == min(100, trials // search.TRIALS_PER_OPTION) + 1
        assert options[0].option == forcing.PERSONA
        assert drawn == sorted(set(drawn))

    assert {min(seen) // 10, max(seen) // 10} == {0, 9}
