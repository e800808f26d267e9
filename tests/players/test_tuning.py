"""The search for habits: its points, its tables, its deals, and what it finds where the answer is known."""

import collections
import dataclasses
import itertools
import math
import pickle
import types

import numpy as np
import pytest
from scipy import stats

from balancer.core.declarations import Habit, Persona
from balancer.core.table import MAX_LINEUP
from balancer.players import exploit as exploits
from balancer.players.opponents import CANDIDATE, Opponents, around, from_mixture
from balancer.players.tournament import Stop
from balancer.players.tuning import (
    Arena,
    Response,
    SearchBudget,
    Share,
    Space,
    best_response,
    scaled,
)
from balancer.scenario import plan as plans
from balancer.scenario.load import load_with
from balancer.simulation.jobs import CellJob, joined
from balancer.simulation.runner import open_runner

HABITS = (Habit("one", 5, 0, 100, ""), Habit("two", 0, -20, 20, ""))


def test_points_and_personas_are_each_others_inverse():
    space = Space(HABITS)
    for habits in ({"one": 0, "two": -20}, {"one": 100, "two": 20}, {"one": 37, "two": 3}, {}):
        persona = Persona("p", "", habits)
        assert space.persona(space.point(persona)).habits == {"one": 5, "two": 0, **habits}


def test_points_outside_are_drawn_in():
    assert Space(HABITS).persona(np.array([-1.0, 7.0])).habits == {"one": 0, "two": 20}


def test_the_nearest_persona_is_the_base():
    space, known = Space(HABITS), {"low": Persona("low", "", {"one": 0}), "high": Persona("high", "", {"one": 90})}

    assert space.near(np.array([0.9, 0.5]), known) == "high"


def parts_of(opponents, games=3600, seed=1):
    """Return the part of the games in which each group of opponents sits there."""
    return {group: number / games for group, number in opponents.drawn(games, seed)}


def by_listing(lineup, players):
    """Return who sits around a free place, in any order, with the part of all ways to leave one place free."""
    places = lineup * math.ceil(players / len(lineup))
    groups = collections.Counter(tuple(sorted(group)) for group in itertools.combinations(places, players - 1))
    return {group: number / groups.total() for group, number in groups.items()}


@pytest.mark.parametrize(
    ("lineup", "players"),
    [
        ("abc", 3),
        ("a", 4),
        ("ab", 3),
        ("ab", 4),
        ("aabc", 4),
        ("abcde", 3),
        ("abcdef", 6),
        ("aabbccd", 7),
        ("abcdefg", 3),
    ],
)
def test_each_player_of_the_line_up_is_replaced_as_often(lineup, players):
    (chances,) = around(lineup, players).columns

    assert chances == pytest.approx(by_listing(lineup, players))


@pytest.mark.parametrize(("length", "players", "games"), [(10, 10, 30), (9, 9, 300), (8, 4, 300), (32, 10, 320)])
def test_no_place_of_a_long_line_up_is_left_out(length, players, games):
    """Of many tables a sample, in which each place of the line-up sits as often."""
    lineup = [f"p{place}" for place in range(length)]
    opponents = around(lineup, players)
    (chances,) = opponents.columns
    for name in lineup:
        sits = sum(chance for group, chance in chances.items() if name in group)
        assert sits == pytest.approx((players - 1) / length)
    drawn = opponents.drawn(games, seed=5)
    assert {name for group, _ in drawn for name in group} == set(lineup)
    if length == players:
        assert {group for group, _ in drawn} == set(by_listing(lineup, players))


def test_opponents_have_the_shares_of_the_mixture():
    """To 1 %, for any mixture and number of players, in as few games as a search begins with."""
    rng = np.random.default_rng(3)
    for personas, players in itertools.product(range(2, 9), range(2, 11)):
        shares = dict(zip("abcdefgh", rng.dirichlet([0.5] * personas).tolist(), strict=False))
        drawn = from_mixture(shares, players).drawn(SearchBudget().first, seed=players)

        assert sum(games for _, games in drawn) == SearchBudget().first
        for name, share in shares.items():
            found = sum(games * group.count(name) for group, games in drawn) / (SearchBudget().first * (players - 1))
            assert found == pytest.approx(share, abs=0.01)


def test_a_persona_without_a_share_is_no_opponent():
    assert from_mixture({"a": 1.0, "b": 0.0}, 4).drawn(8, seed=1) == [(("a", "a", "a"), 8)]


def test_tables_come_up_as_often_as_the_mixture_has_them():
    """All 64 ordered tables of four personas; a false alarm in a million."""
    shares, games = {"a": 0.4, "b": 0.3, "c": 0.2, "d": 0.1}, 200_000
    drawn = dict(from_mixture(shares, 4).drawn(games, seed=2))
    expected = {group: games * math.prod(shares[n] for n in group) for group in itertools.product(shares, repeat=3)}

    distance = sum((drawn.get(group, 0) - number) ** 2 / number for group, number in expected.items())
    assert distance < stats.chi2.isf(1e-6, len(expected) - 1)


@pytest.fixture(scope="module")
def arena():
    scenario = load_with({"game": "black_death", "players": 3, "seed": 11, "lineup": "middler"}, {})
    with open_runner(jobs=1) as runner:
        yield Arena(scenario, Stop({}, scenario.base), runner)


def test_deals_differ_by_purpose_and_from_the_scenario(arena):
    seeds = {arena.seed(purpose) for purpose in ("stage 0", "stage 1", "held out")}

    assert len(seeds) == 3
    assert arena.scenario.seed not in seeds
    assert arena.seed("held out") == arena.seed("held out")


def test_shares_are_those_of_the_games(arena):
    """One `even` among middlers is safe as often as its rows say; a middler among its kind in two of three games."""
    opponents = Opponents([{("middler", "middler"): 1.0}])
    personas = arena.stop.setting.personas
    even, middler, again = arena.shares(
        [personas["even"], personas["middler"], personas["even"]], opponents, 600, "test"
    )

    assert even == again
    assert middler.value == pytest.approx(2 / 3, abs=3 * middler.se)
    assert middler.se == pytest.approx(np.sqrt(2 / 9 / 600), rel=0.1)


MIXTURE = {"even": 0.4, "middler": 0.3, "baiter": 0.2, "edger": 0.1}


def at_four(arena):
    return Arena(arena.scenario, Stop({}, dataclasses.replace(arena.stop.setting, players=4)), arena.runner)


def safe_of(cell, games):
    """Return whether the first of the line-up is safe, game by game: bool[games]."""
    rows = CellJob.of(cell).play(0, games)
    return rows["winners"].astype(np.int64) >> np.argmax(rows["entry"] == 0, axis=1) & 1 == 1


def test_what_a_persona_gets_is_what_it_gets_at_each_table_by_its_chance(arena):
    """Against all 64 ordered tables of a mixture, each played for itself; a false alarm in a million."""
    tried = [arena.stop.setting.personas[name] for name in ("edger", "fidget")]
    found = at_four(arena).shares(tried, from_mixture(MIXTURE, 4), 12_000, "enumeration")

    for persona, share in zip(tried, found, strict=True):
        value = variance = 0.0
        for seed, others in enumerate(itertools.product(MIXTURE, repeat=3)):
            chance = math.prod(MIXTURE[other] for other in others)
            setting = dataclasses.replace(at_four(arena).stop.setting, lineup=(persona.name, *others))
            safe = safe_of(dataclasses.replace(plans.cell_of(arena.scenario, setting, {}), seed=seed), 400)
            value += chance * safe.mean()
            variance += chance**2 * safe.var(ddof=1) / len(safe)
        assert share.value == pytest.approx(value, abs=stats.norm.isf(1e-7) * math.hypot(share.se, math.sqrt(variance)))


def test_the_error_is_that_of_games_on_other_deals(arena):
    """The variance of a hundred payoffs, by their errors; neither bound is crossed once in a million."""
    tried = [arena.stop.setting.personas["even"]]
    found = [at_four(arena).shares(tried, from_mixture(MIXTURE, 4), 400, f"deal {k}")[0] for k in range(100)]

    spread = np.var([share.value for share in found], ddof=1) / np.mean([share.se**2 for share in found])
    assert stats.chi2.isf(1 - 1e-6, 99) / 99 < spread < stats.chi2.isf(1e-6, 99) / 99


def test_more_opponents_than_a_table_holds_are_played_in_parts(arena):
    """32 personas that play alike, whatever their names: together they play the games of one."""
    middler = arena.stop.setting.personas["middler"]
    names = ["candidate", *(f"p{k}" for k in range(1, MAX_LINEUP))]
    alike = {name: dataclasses.replace(middler, name=name) for name in names}
    stop = Stop({}, dataclasses.replace(arena.stop.setting, personas={**arena.stop.setting.personas, **alike}))
    crowd = Arena(arena.scenario, stop, arena.runner)

    def share_against(lineup):
        return crowd.shares([middler, stop.setting.personas["reader"]], around(lineup, 3), 300, "crowd")

    assert share_against(names) == share_against(["middler"])


def test_trials_can_be_played_elsewhere_and_joined(arena):
    """As the workers of a cluster do: a task is sent to them, and answers some of its chunks together."""

    class Elsewhere:
        def play(self, supply):
            task = supply.take(supply.left)
            sent = pickle.loads(pickle.dumps(task.call))  # noqa: S301
            yield task.numbers, joined([sent(*one) for one in task.ranges])

    away = dataclasses.replace(arena, runner=types.SimpleNamespace(backend=Elsewhere()))
    tried = [arena.stop.setting.personas[name] for name in ("edger", "baiter")]

    assert away.shares(tried, from_mixture(MIXTURE, 3), 300, "t") == arena.shares(
        tried, from_mixture(MIXTURE, 3), 300, "t"
    )


def test_opponents_may_think_ahead(arena):
    thinker = dataclasses.replace(arena.stop.setting.personas["reader"], name="thinker", search=20)
    personas = {**arena.stop.setting.personas, "thinker": thinker}
    setting = dataclasses.replace(arena.stop.setting, personas=personas, lineup=("edger", "thinker", "middler"))
    table = Opponents([{("thinker", "middler"): 1.0}])

    (found,) = Arena(arena.scenario, Stop({}, setting), arena.runner).shares([personas["edger"]], table, 60, "t")
    cell = dataclasses.replace(plans.cell_of(arena.scenario, setting, {}), seed=arena.seed("t"))

    assert found.value == safe_of(cell, 60).mean()


def test_the_weakness_of_a_table_is_found(arena):
    """Readers beat middlers; a search that does not know readers must find such habits by itself."""
    personas = arena.stop.setting.personas
    opponents = Opponents([{("middler", "middler"): 1.0}])
    budget = SearchBudget(starts=18, first=60, basins=1, generations=2, tries=6, polish=120, held_out=1200)

    found = best_response(arena, opponents, {"even": personas["even"]}, budget)

    assert found.incumbent == "even"
    assert found.held_out.value > 0.8 > found.incumbent_share.value
    assert found.kept
    assert found.best[1] == found.held_out


@pytest.mark.parametrize(
    ("gain", "error", "kept"), [(0.02, 0.005, True), (0.02, 0.011, False), (0.004, 0.0001, False), (-0.1, 0.01, False)]
)
def test_a_gain_counts_above_two_errors_and_half_a_point(gain, error, kept):
    held, known = Share(0.25 + gain, error), Share(0.25, 0.0)
    above = Share(gain, error), Share(0.0, 0.0)
    response = Response(Persona("x", "", {}), "base", 0.9, held, "base", known, 1, *above)

    assert response.kept is kept
    assert response.best[0] == (CANDIDATE if kept else "base")


def searched(gain, error, games=1000):
    held, incumbent = Share(0.5 + gain, error / math.sqrt(2)), Share(0.5, error / math.sqrt(2))
    above = Share(gain, held.se), Share(0.0, held.se)
    return Response(Persona("x", "", {"at": 25}), "base", 0.6, held, "base", incumbent, 1, *above, confirmed=games)


@pytest.mark.parametrize(
    ("gain", "error", "outcome"),
    [
        (0.02, 0.005, "kept"),
        (0.01, 0.015, "undecided"),  # +1 ± 3 pp: neither a gain nor none
        (0.004, 0.0001, "none"),
        (-0.02, 0.02, "undecided"),
        (-0.02, 0.01, "none"),
    ],
)
def test_a_search_is_undecided_within_its_error(gain, error, outcome):
    assert searched(gain, error).outcome(0.95) == outcome


@pytest.mark.parametrize("gain", [0.02, 0.0, -0.01])
def test_the_games_that_would_tell_do(gain):
    """With that many games, and the same gain, the error is small enough, with room for chance."""
    response = searched(gain, 0.02)
    games = response.games_to_tell(0.95)
    later = searched(gain, 0.02 * math.sqrt(response.confirmed / games))

    assert response.outcome(0.95) == "undecided"
    assert later.outcome(0.95) == ("kept" if gain > 0.005 else "none")


def test_a_gain_at_the_bound_is_hardly_ever_told():
    assert searched(0.004999, 0.02).games_to_tell(0.95) > 1e9


def test_what_a_search_would_have_confirmed_grows_with_its_error():
    assert searched(0.0, 0.01).detectable == pytest.approx(0.0284)
    assert searched(0.0, 1e-6).detectable == pytest.approx(0.005, rel=0.01), "never less than what counts"


def test_a_confirmation_with_a_precision_plays_on(arena):
    """Until the gain's interval is as narrow as requested, or the games are used up."""
    personas = {"middler": arena.stop.setting.personas["middler"]}
    budget = SearchBudget(starts=12, first=24, basins=1, generations=1, tries=4, polish=48, held_out=300)
    table = Opponents([{("middler", "middler"): 1.0}])

    for precision, most in ((0.03, 5000), (0.001, 900)):
        limits = dataclasses.replace(budget, precision=precision, max_games=most)
        response = best_response(arena, table, personas, limits)
        assert response.gain.at(0.95).half_width <= precision or response.confirmed == 900
        assert response.confirmed > 300


def test_tuned_personas_can_be_pasted_into_the_scenario(arena):
    budget = SearchBudget(starts=12, first=30, basins=1, generations=1, tries=4, polish=60, held_out=600)
    stop = dataclasses.replace(arena.stop)

    tuned = exploits.tune(arena.scenario, stop, arena.runner, "middler", budget)

    assert tuned.rounds[0].name == "middler_tuned"
    assert tuned.settled == (not tuned.rounds[-1].response.kept)
    text = tuned.yaml()
    assert text.count("held out") == len(tuned.found)
    if text:
        from ruamel.yaml import YAML

        written = YAML(typ="safe").load(text)
        again = load_with({"game": "black_death", **written, "lineup": list(written["personas"])}, {})
        assert again.base.personas["middler_tuned"].habits.items() >= {
            (name, value)
            for name, value in tuned.found[0].response.persona.habits.items()
            if value != again.game.persona("middler").habits.get(name)
            and value != {habit.name: habit.default for habit in again.game.habits}[name]
        }


def test_an_unknown_persona_is_refused(arena):
    with pytest.raises(ValueError, match=r"unknown persona 'midler'.*did you mean middler"):
        exploits.tune(arena.scenario, arena.stop, arena.runner, "midler")


def test_fewer_games_make_a_smaller_search():
    assert scaled(None) == SearchBudget()
    small = scaled(400)
    assert small.held_out == 400
    assert small.games < SearchBudget().games / 20
