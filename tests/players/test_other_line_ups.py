"""Tables of other players: what is planned, who is competent, and the line-up that stands for a mixture."""

import pytest

from balancer.players import other_line_ups
from balancer.players.other_line_ups import BASE_RULES, MIXTURE, TABLE_AXIS
from balancer.players.tournament import Tournament
from balancer.scenario import plan as plans
from balancer.scenario.load import load_with
from balancer.simulation.jobs import CellJob
from balancer.simulation.runner import open_runner
from balancer.simulation.stopping import FixedGames


def scenario_with(robustness, **changes):
    written = {"game": "black_death", "players": 3, "games": 300, "report": {"robustness": robustness}}
    return load_with({**written, **changes}, {})


def planned(robustness, **changes):
    scenario = scenario_with(robustness, **changes)
    return other_line_ups.plan(scenario, [CellJob.of(plans.base_cell(scenario))])


def test_nothing_is_played_unless_wanted():
    assert planned("off") is None


def test_every_persona_that_thinks_gets_a_table_and_meets_every_other():
    plan = planned("personas")

    assert set(plan.names) == {"even", "middler", "baiter", "edger", "fidget", "reader"}
    tables = [cell for cell in plan.planned if TABLE_AXIS in cell.axes]
    assert [cell.lineup for cell in tables[:-1]] == [(name,) * 3 for name in plan.names]
    assert [cell.axes[TABLE_AXIS] for cell in tables] == [*plan.names, MIXTURE]
    assert len({job.cell.lineup for job in plan.duels[BASE_RULES]}) == 6 * 6
    assert len(plan.planned) == 6 + 36 + 1


def test_named_tables_are_played_without_asking_who_is_competent():
    plan = planned(["middler", "reader"])

    assert plan.names == ("middler", "reader")
    assert plan.duels == {}
    assert len(plan.planned) == 2


@pytest.mark.parametrize(("own", "each"), [(300, 100), (5_000, 100), (100_000, 833), (10**7, 20_000)])
def test_all_other_tables_together_play_a_tenth_of_the_games(own, each):
    """Three tables at two of four cells each, and one at all of them."""
    scenario = scenario_with(
        ["even", "middler", "edger", "reader"], games=10**6, sweep={"axes": {"players": [2, 3, 4, 5]}}
    )
    plan = other_line_ups.plan(scenario, [CellJob.of(cell) for cell in plans.cells(scenario)], (), [1, 2])
    assert plan is not None
    at = {name: [1, 2] for name in ("even", "middler", "edger")} | {"reader": [0, 1, 2, 3, 1, 2]}
    jobs = plan.tables({name: (name,) for name in at}, at, own)

    assert {job.cell.games for job in jobs} == {each}
    assert sum(job.cell.most_games for job in jobs) <= max(own / 10, 100 * len(jobs))
    assert [job.cell.players for job in jobs[:2]] == [3, 4]


def test_settings_that_an_answer_names_get_as_many_games_again():
    scenario = scenario_with(["even", "middler", "reader"], games=10**6, sweep={"axes": {"players": [2, 3, 4, 5]}})
    plan = other_line_ups.plan(scenario, [CellJob.of(cell) for cell in plans.cells(scenario)], (), [1, 2])
    assert plan is not None
    at = {"even": [1, 2], "reader": [1, 2]}
    jobs = plan.tables({name: (name,) for name in at}, at, 100_000, {"even": [2, 3]})

    assert [job.cell.players for job in jobs] == [3, 4, 5, 3, 4]
    assert [job.cell.games for job in jobs] == [2500, 7500, 5000, 2500, 2500]
    assert sum(job.cell.most_games for job in jobs) == 2 * 100_000 // other_line_ups.RUN_DIVISOR, "as many again"


def test_the_best_play_the_settings_that_an_answer_names():
    """Named line-ups all count as the best."""
    scenario = scenario_with(
        ["even"],
        games=200,
        sweep={"axes": {"players": [2, 3], "rules.order": ["offer", "draw"]}},
    )
    plan = other_line_ups.plan(scenario, [CellJob.of(cell) for cell in plans.cells(scenario)], (), [0, 1])
    assert plan is not None
    with open_runner(jobs=1) as runner:
        played = other_line_ups.play(plan, runner, 800, answering=[3])

    assert played.record["at"] == {"even": [0, 1, 3]}
    assert [result.axes["players"] for result in played.results][-1] == 3


@pytest.mark.parametrize(("own", "expected"), [(300, 300), (5_000, 1_000), (100_000, 10_000), (10**6, 20_000)])
def test_a_single_table_plays_a_tenth(own, expected):
    assert other_line_ups.games_of(own) == expected


def test_tables_play_no_more_than_a_cell():
    plan = planned(["even"], games=120)
    assert plan is not None

    assert {job.cell.games for job in plan.tables({"even": ("even",)}, {"even": [0]}, 10**6)} == {120}


def test_a_mixture_becomes_a_line_up_of_its_shares():
    seated = other_line_ups.mixed_line_up({"a": 0.5, "b": 0.25, "c": 0.24, "d": 0.01})

    assert len(seated) == 32
    assert [seated.count(name) for name in "abcd"] == [16, 8, 8, 0]
    assert seated != sorted(seated)
    assert seated == other_line_ups.mixed_line_up({"a": 0.5, "b": 0.25, "c": 0.24, "d": 0.01})


def test_who_is_competent(monkeypatch):
    monkeypatch.setattr(other_line_ups, "PAIR_GAMES", 120)
    scenario = scenario_with("personas")
    plan = other_line_ups.plan(scenario, [CellJob.of(plans.base_cell(scenario))])
    assert plan is not None
    with open_runner(jobs=1) as runner:
        played = other_line_ups.play(plan, runner, 1000)

    competence = played.record["competence"]
    assert competence["even"]["competent"]
    assert set(competence) == set(plan.names)
    assert played.record["fair"] == pytest.approx(2 / 3)
    assert all(
        one["competent"] == (one["payoff"] >= 0.8 * 2 / 3 or one["own_table_holds"]) for one in competence.values()
    )
    names = played.record["names"]
    assert len(played.results) == len(names) == len(played.record["cells"])
    assert [result.axes[TABLE_AXIS] for result in played.results] == names
    assert [name for name in names if name != MIXTURE] == [n for n, one in competence.items() if one["competent"]]
    if MIXTURE in names:
        assert len(played.results[-1].lineup) == 32


def test_the_best_persona_takes_each_place_of_a_line_up_of_which_nobody_is_competent():
    with open_runner(jobs=1) as runner:
        plan = planned("personas", games=2000, players=4, lineup=["middler"])
        weak = other_line_ups.play(plan, runner, 1000).record
        in_place = weak["in_place"]
        tables = [one.axes.get("in_place") for one in runner.known.results.values()]
        line_ups = {tuple(table) for table in tables if table and not isinstance(table, str)}
        strong = planned("personas", games=2000, players=4, lineup=["middler", "reader"])
        assert "in_place" not in other_line_ups.play(strong, runner, 1000).record

    assert in_place["persona"] == max(weak["mixture"], key=weak["mixture"].get)
    assert weak["fair"] < in_place["low"] < in_place["value"] <= in_place["high"]
    assert 500 <= in_place["games"] < 550
    assert {line_up.count(in_place["persona"]) for line_up in line_ups} == {1}
    assert len(line_ups) >= 3, "of four places; one may be a duel that was played anyway"


def test_more_games_are_played_of_personas_of_which_a_few_do_not_tell():
    """A payoff next to the bound after 100 games takes 500 among those of the mixture."""
    plan = planned("personas", games=2000, players=4)
    with open_runner(jobs=1) as runner:
        judged = other_line_ups.judge(plan, runner)[BASE_RULES]
        games = {tuple(sorted(job.cell.lineup)): runner.known.results[job.key].games for job in plan.duels[BASE_RULES]}
        results = runner.play(plan.duels[BASE_RULES], FixedGames(3000))
    every = other_line_ups._competence(Tournament.of(results, plan.names))["competence"]
    bound = 0.8 * judged["fair"]

    assert set(games.values()) == {100, 500}, "some are decided, some are not"
    assert judged["competence"]["reader"]["low"] > bound
    assert games["reader", "reader", "reader", "reader"] == 100
    for name, one in judged["competence"].items():
        if not every[name]["low"] < bound < every[name]["high"]:
            assert one["competent"] == every[name]["competent"]
        if one["low"] < bound <= one["high"] and not one["own_table_holds"]:
            hosts = {other for other, share in judged["mixture"].items() if share > 0} - {name}
            assert all(games[tuple(sorted([name, host, host, host]))] == 500 for host in hosts)


def test_who_is_competent_is_read_back_where_nothing_has_changed(monkeypatch):
    plan = planned("personas", players=4)
    assert plan is not None
    with open_runner(jobs=1) as runner:
        record = other_line_ups.play(plan, runner, 1000).record
        monkeypatch.setattr(other_line_ups, "judge", None)
        again = other_line_ups.play(planned("personas", players=4), runner, 1000, record).record
        assert all(again.get(name) == record.get(name) for name in other_line_ups.JUDGED)
        assert again["names"] == record["names"]
        other = planned("personas", players=4, rules={"suits": 2})
        with pytest.raises(TypeError):
            other_line_ups.play(other, runner, 1000, record)


def test_ends_like_the_base_rules_take_two_duels_for_each_persona(monkeypatch):
    """At an end where the best of the base rules beats all at home and away no others are played."""
    monkeypatch.setattr(other_line_ups, "FIRST_GAMES", 400)
    scenario = load_with(
        {
            "game": "oktoberfest",
            "games": 2000,
            "report": {"robustness": "personas"},
            "sweep": {"axes": {"rules.win_threshold": [12, 26, 22]}},
        },
        {},
    )
    jobs = [CellJob.of(cell) for cell in plans.cells(scenario)]
    plan = other_line_ups.plan(scenario, jobs, [0, 1])
    assert plan is not None
    with open_runner(jobs=1) as runner:
        judged = other_line_ups.judge(plan, runner)
        known = set(runner.known.results)
        full = other_line_ups._play_duels(plan, runner, plan.duels)
    near, far = ([job for job in plan.duels[cell] if job.key in known] for cell in (1, 0))

    assert len(near) == 2 * (len(plan.names) - 1)
    assert len(far) == len(plan.duels[0]) == len(plan.names) ** 2
    for cell, one in judged.items():
        names = {name for name, found in one["competence"].items() if found["competent"]}
        assert names == {name for name, found in full[cell]["competence"].items() if found["competent"]}
        assert one["mixture"] == pytest.approx(full[cell]["mixture"], abs=0.01)


def test_a_short_run_plays_few_games_of_each_pair():
    assert {job.cell.games for job in planned("personas", games=20).duels[BASE_RULES]} == {102}


def test_competence_is_judged_at_the_ends_of_axes_too(monkeypatch):
    monkeypatch.setattr(other_line_ups, "PAIR_GAMES", 60)
    scenario = scenario_with("personas", sweep={"axes": {"players": [2, 3, 4]}})
    jobs = [CellJob.of(cell) for cell in plans.cells(scenario)]
    plan = other_line_ups.plan(scenario, jobs, [0, 2])
    assert plan is not None
    assert {cell: jobs[0].cell.players for cell, jobs in plan.duels.items()} == {BASE_RULES: 3, 0: 2, 2: 4}
    with open_runner(jobs=1) as runner:
        judged = other_line_ups.judge(plan, runner)

    assert [judged[cell]["fair"] for cell in (0, BASE_RULES, 2)] == pytest.approx([1 / 2, 2 / 3, 3 / 4])
    assert all(set(one["competence"]) == set(plan.names) for one in judged.values())


def test_an_unknown_persona_is_refused():
    with pytest.raises(ValueError, match=r"unknown persona 'midler'.*did you mean middler"):
        scenario_with(["midler"])


def test_other_words_are_refused():
    with pytest.raises(ValueError, match=r"'builder' is not allowed; allowed: off, personas, .*\[builder\]"):
        scenario_with("builder")
