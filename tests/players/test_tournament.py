"""Tournaments of Black Death's personas, checked against the rows of their games."""

import dataclasses
import itertools
import math

import numpy as np
import pytest

import balancer
from balancer.players import skill, tournament
from balancer.players.tournament import Stop, Tournament
from balancer.scenario.load import load_with
from balancer.simulation.jobs import CellJob
from balancer.simulation.runner import open_runner
from balancer.simulation.stopping import FixedGames
from tests.players.cut_off import CutOff, Most

NAMES = ("even", "middler", "edger")
GAMES = 120


@pytest.fixture(scope="module")
def scenario():
    return load_with("black_death", {"players": 3, "seed": 7, "personas": {"wild": {"base": "even", "mistakes": 500}}})


@pytest.fixture(scope="module")
def cells(scenario):
    return tournament.cells(scenario, Stop({}, scenario.base), NAMES, GAMES)


@pytest.fixture(scope="module")
def held(cells):
    with open_runner(jobs=1) as runner:
        results = runner.play([CellJob.of(cell) for cell in cells], [FixedGames(cell.games) for cell in cells])
    return Tournament.of(results, NAMES)


def test_all_personas_that_think_take_part(scenario):
    names = tournament.entrants(scenario.base)

    assert "wild" in names
    assert "random" not in names
    assert tournament.entrants(scenario.base, ["random", "even"]) == ("random", "even")


def test_every_line_up_meets_the_same_dice_in_all_seats(scenario, cells):
    assert {cell.seed for cell in cells} == {7}
    assert {cell.seating for cell in cells} == {"rotate"}
    assert all(cell.games % 3 == 0 for cell in cells)
    assert len(cells) == 10 + 3, "ten line-ups; three among random"
    assert {cell.games for cell in cells} == {GAMES}
    (uneven,) = {cell.games for cell in tournament.cells(scenario, Stop({}, scenario.base), NAMES, 100)}
    assert uneven == 102, "everybody in every seat 34 times"


def test_payoffs_are_means_over_all_arrangements(scenario):
    """Each of the six arrangements of three personas by itself, in fixed seats: their mean is the payoff."""
    games = 12_000
    (cell,) = tournament.cells_of(scenario, Stop({}, scenario.base), NAMES, games)
    fixed = [dataclasses.replace(cell, lineup=order, seating="fixed") for order in itertools.permutations(NAMES)]
    with open_runner(jobs=1) as runner:
        jobs = [CellJob.of(one) for one in (cell, *fixed)]
        held, *arranged = runner.play(jobs, [FixedGames(games), *[FixedGames(games // 6)] * 6])
    for name in NAMES:
        payoff = tournament.payoff_of(held, name)
        naive = [tournament.payoff_of(one, name).value for one in arranged]
        assert payoff.value == pytest.approx(np.mean(naive), abs=4 * payoff.se)
        assert np.ptp(naive) > 0.1, "who sits where does matter"


def test_payoffs_are_shares_of_games_not_lost(cells, held):
    """By the rows themselves: of the seats of a persona, how many are among the winners."""
    for line_up in ((0, 1, 1), (0, 1, 2)):
        names = sorted(NAMES[one] for one in line_up)
        for one in set(line_up):
            seats = safe = 0
            for cell in (cell for cell in cells if sorted(cell.lineup) == names):
                rows = CellJob.of(cell).play(0, cell.games)
                for row in rows:
                    for seat in range(3):
                        if cell.lineup[row["entry"][seat]] == NAMES[one]:
                            seats += 1
                            safe += bool(int(row["winners"]) >> seat & 1)
            assert held.payoffs.measured[line_up][one].value == pytest.approx(safe / seats)
            assert held.payoffs.measured[line_up][one].games == GAMES


def test_payoffs_of_a_line_up_add_up(held):
    """Two of three are safe in every game that ends."""
    assert held.payoffs.fair == pytest.approx(2 / 3)
    for line_up, payoffs in held.payoffs.measured.items():
        assert math.fsum(line_up.count(one) * p.value for one, p in payoffs.items()) == pytest.approx(2)
    assert held.unfinished == dict.fromkeys(NAMES, 0.0)


def test_what_follows_is_consistent(held):
    shares = held.equilibrium.shares
    assert shares.sum() == pytest.approx(1)
    assert held.equilibrium.exploitability < 1e-3
    values = [payoff.value for payoff in held.against_equilibrium]
    assert np.dot(shares, values) == pytest.approx(max(values), abs=1e-3)
    assert [share.value for share in held.shares] == shares.tolist()
    assert all(share.low <= share.value <= share.high for share in held.shares)
    assert sorted(held.ranking) == [0, 1, 2]
    for payoff in held.against_equilibrium:
        assert 0 <= payoff.low <= payoff.value <= payoff.high <= 1
    value, low, high = held.viable.ends
    assert 1 <= low <= value <= high <= 3
    assert held.line_ups == (10, 10)
    assert held.games == (10 + 3) * GAMES, "three of them one persona among random players"


def test_a_persona_without_a_win_against_the_equilibrium_may_still_win_sometimes(held):
    """One-sided limit of no event in 120 games at 95%: 1 - 0.025 ** (1 / 120); the mirror image of all."""
    limit = 1 - 0.025 ** (1 / GAMES)
    for error in (0.0, 0.5 / GAMES):
        assert held._share_interval(0.0, error, GAMES) == pytest.approx((0, limit))
        assert held._share_interval(1e-9, error, GAMES) == pytest.approx((0, limit), abs=1e-3)
        assert held._share_interval(1.0, error, GAMES) == pytest.approx((1 - limit, 1))


def test_skill_is_what_a_persona_gets_among_random_players(cells, held):
    """By the rows: of 120 games with two random players, those that the one seat is safe in; equals get 2/3."""
    assert sorted(held.among_random) == sorted(NAMES)
    assert all(set(line_up) <= {0, 1, 2} for line_up in held.payoffs.measured), "no beginner in the tournament"
    for name in NAMES:
        (cell,) = [one for one in cells if sorted(one.lineup) == sorted([name, "random", "random"])]
        rows = CellJob.of(cell).play(0, cell.games)
        seats = [list(cell.lineup).index(name)] * len(rows)
        seated = [list(row["entry"][:3]).index(seat) for row, seat in zip(rows, seats, strict=True)]
        safe = sum(int(row["winners"]) >> seat & 1 for row, seat in zip(rows, seated, strict=True)) / len(rows)
        share = held.skill[name]
        assert share.value == pytest.approx(safe)
        assert share.low < safe < share.high
        order = skill.order(share, held.payoffs.fair)
        assert order.value == pytest.approx((safe - 2 / 3) * 3)
        assert order.low < order.value < order.high
    assert list(held.skill) == sorted(held.skill, key=lambda name: -held.skill[name].value)


def test_a_beginner_who_takes_part_is_no_measure(scenario):
    """Then the matrix says it already."""
    names = ("even", "random")
    played = tournament.cells(scenario, Stop({}, scenario.base), names, GAMES)
    assert len(played) == 4
    assert skill.beginner(scenario.base, names) == ""


class Endless(CutOff):
    """Nobody ever wins."""

    lineup = ("first", "second")

    def turn(self, player):
        player.choose("pick", [1, 2])


class First(Most):
    """Takes the most."""


class Second(Most):
    """Takes the most, too."""


def test_games_that_nobody_wins_say_nothing_of_skill():
    found = balancer.tournament(Endless, games=20, jobs=1).personas.iloc[0]

    assert found[["skill_order", "skill_order_low", "skill_order_high"]].tolist() == [0, -1, 1]
