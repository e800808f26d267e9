"""What to mind: said where it applies, and only there."""

import copy
import dataclasses

import pytest

from balancer.questions.sweep.report import SweepReport
from balancer.scenario.question import KnobCard
from balancer.sides import TEAMS
from balancer.simulation.manifest import Manifest
from tests.analysis.sample import sample_cell
from tests.reporting import made


def caveats_in(cell, **manifest):
    """Return the caveats of a single cell."""
    return " ".join(SweepReport(Manifest.from_json({**made.kept(), **manifest}), [cell]).caveats)


def test_unfinished_games_are_never_passed_over():
    """With their share and what cut them off."""
    text = caveats_in(sample_cell(games=100, unfinished=0.3))
    assert "cut off as 'unfinished' after 12 rounds (max_rounds)" in text
    assert "Nobody wins such a game" in text
    assert "unfinished" not in caveats_in(sample_cell(games=100, unfinished=0.0))


def test_games_that_nobody_wins_are_said_to_be_some_or_all():
    cell = sample_cell(games=100, unfinished=0.0)
    lost, some = (dataclasses.replace(cell, tally={**cell.tally, "won": won}) for won in (0, 60))
    assert "Nobody wins any of these games." in caveats_in(lost)
    assert "Some games end without a winner:" in caveats_in(some)


def test_too_few_games_for_the_margin():
    """Says about how many would do."""
    text = " ".join(made.single().caveats)
    assert "the margin is ±1 pp: about" in text
    assert "Only 200 games" in text


def test_fixed_seating_mixes_seat_and_persona():
    """It matters only with several personas."""
    assert "did not rotate" in caveats_in(sample_cell(games=50, seating="fixed"))
    assert "did not rotate" not in caveats_in(sample_cell(games=50, seating="fixed", lineup=["bully"]))
    assert "did not rotate" not in caveats_in(sample_cell(games=50))


@pytest.mark.parametrize(
    ("lineup", "players", "expected"),
    [
        (["bully", "rusher", "builder"], 3, True),
        (["bully", "bully", "rusher", "rusher"], 4, True),
        (["bully", "rusher"], 4, True),
        (["bully", "rusher", "rusher", "rusher"], 4, False),
        (["bully", "rusher"], 2, False),
        (["bully"], 4, False),
        (["bully", "bully"], 4, False),
    ],
)
def test_who_keeps_the_order_of_the_line_up_has_always_the_same_neighbours(lineup, players, expected):
    """It matters where the line-up has more circular orders than one, and was not played in all of them."""
    said = {
        seating: "neighbours never change"
        in caveats_in(sample_cell(games=50, players=players, lineup=lineup, seating=seating))
        for seating in ("rotate", "in_order", "fixed")
    }
    assert said == {"rotate": False, "in_order": expected, "fixed": False}


def test_in_teams_partners_of_other_personas_are_told():
    """A team whose seats all have one persona needs no caveat, nor do rivals."""

    def said(**changes):
        cell = sample_cell(games=50, players=4, **changes)
        return "Partners are often of different personas" in caveats_in(dataclasses.replace(cell, sides=TEAMS))

    assert said(lineup=["bully", "rusher", "bully", "rusher"])
    assert not said(lineup=["bully", "rusher"], seating="in_order")
    assert not said(lineup=["bully"])
    assert "Partners" not in " ".join(caveats_in(sample_cell(games=50, lineup=["bully", "rusher"])))


def test_where_teams_differ_in_size_a_persona_is_told_to_play_all_roles():
    cell = dataclasses.replace(sample_cell(games=50, players=4, lineup=["bully", "rusher"]), sides=TEAMS)
    one_against_all = dataclasses.replace(cell, team_seats={"0": [1], "1": [2, 3, 4]}, even_teams=False)
    drawn = dataclasses.replace(cell, team_seats={"0": [], "1": []}, even_teams=False)
    pairs = dataclasses.replace(cell, team_seats={"0": [1, 3], "1": [2, 4]})

    assert "Teams differ in size, and each persona plays every seat equally often" in caveats_in(one_against_all)
    assert "`balancer tournament` tells the figures of each persona as each team" in caveats_in(one_against_all)
    assert "its figures are means over all teams" in caveats_in(drawn)
    assert "balancer tournament" not in caveats_in(drawn), "where each persona has a seat, too"
    assert "Teams differ in size" not in caveats_in(pairs)


def test_who_played():
    """One persona alone, players at random."""
    assert "All seats were played by 'bully'" in caveats_in(sample_cell(games=50, lineup=["bully"]))
    cell = sample_cell(games=50)
    at_random = {name: {**persona, "at_random": True} for name, persona in cell.personas.items()}
    assert "All players chose at random" in caveats_in(dataclasses.replace(cell, personas=at_random))


def test_rebuilt_parts_and_warnings_of_the_scenario():
    """What the manifest brings."""
    text = caveats_in(sample_cell(games=50), warnings=["variants are not used here"])
    assert "Reconstructed: the component table" in text
    assert "Variants are not used here." in text


def test_precision_missed():
    """A run that stopped before it was sharp enough."""
    missed = {"wanted": 0.002, "half_width": 0.02, "looks": 1, "reached": False}
    assert "requested precision (±0.2 pp) was not reached" in caveats_in(sample_cell(games=50, precision=missed))
    assert "precision" not in caveats_in(sample_cell(games=50, precision={**missed, "reached": True}))


def test_of_a_table_of_ones_own_nothing_is_reconstructed():
    """Where every cell plays with it; with the game's own table in a cell the reconstruction is named."""
    run = made.one_axis()
    knobs = {**run.card.knobs, "parts": KnobCard(default="oktoberfest.csv")}
    manifest = dataclasses.replace(run.manifest, game=dataclasses.replace(run.card, knobs=knobs))

    def said(*files):
        cells = [
            dataclasses.replace(cell, rules={**cell.rules, "parts": file})
            for cell, file in zip(run.cells, files, strict=True)
        ]
        return " ".join(SweepReport(manifest, cells).caveats)

    own = said("mine.csv", "mine.csv", "yours.csv")
    assert "The component table is your own: mine.csv and yours.csv." in own
    assert "reconstructed" not in own
    assert "Reconstructed: the component table" in said("mine.csv", "oktoberfest.csv", "mine.csv")


def test_what_no_game_has_shown():
    """Endings, decisions, parts and figures of the game's own: each in words, if it is missing in every setting."""
    games = 100
    cell = sample_cell(games=games, unfinished=0.0)
    assert "Never seen" not in caveats_in(cell)
    tally = copy.deepcopy(dict(cell.tally))
    tally["endings"] = {**tally["endings"], "instant": 0, "exhausted": games}
    tally["ratios"]["node.contest"] = [0] * 5
    tally["ratios"]["part.Pretzel"] = [0] * 5
    tally["moments"]["extras.contests"] |= {"sum": 0, "squares": 0}
    never = dataclasses.replace(cell, tally=tally)
    text = caveats_in(never)
    missing = (
        "the ending 'instant', a decision at 'contest' with more than one option, "
        f"'Pretzel' {cell.part_holding} and 'contests' other than 0"
    )
    assert f"Never seen with these rules, in 100 games: {missing}." in text
    assert "in fewer than 3.7% of all games." in text, "0.025 = (1 - 0.0362)^100"
    wholes = [{"title": "contests", "meaning": "", "parts": {"contests": "contests"}}]
    assert "'contests' other" not in caveats_in(never, game={"wholes": wholes})
    places = dataclasses.replace(
        never, extras={name: {**extra, "group": "all"} for name, extra in never.extras.items()}
    )
    assert "'contests' other" not in caveats_in(places), "a place of a tally may be empty"
    both = SweepReport(made.manifest(), [never, dataclasses.replace(cell, seed=2)])
    assert "Never seen" not in " ".join(both.caveats)
