"""The ladder of skill: how a figure goes with skill is said by what is surely so, and its numbers are the table's."""

import dataclasses
import json
import re

import pytest

from balancer.analysis.conclusions.skill_shape import BELOW, FALLS, FLAT, LEVEL, OPEN, RISES
from balancer.analysis.figure import Figure
from balancer.players.ladder import EXPERTS, SKILL_LEVELS, WITH_MISTAKES
from balancer.questions.sweep.report import SweepReport
from balancer.reporting.document.html import to_html
from balancer.reporting.findings.ladder import LADDER, SkillLine
from balancer.reporting.numbers import SHARE, SHORT, count, text
from balancer.reporting.page.ladder_section import MAX_SMALL, small_charts
from balancer.simulation.manifest import Manifest
from tests.analysis.sample import sample_cell
from tests.reporting.made import headline, kept, many


@pytest.fixture(autouse=True)
def undrawn(monkeypatch):
    """Charts are made but not drawn, which takes seconds."""
    monkeypatch.setattr("balancer.reporting.drawing.svg.Drawing.svg", lambda _: '<svg viewBox="0 0 10 10"></svg>')


# Reports --------------------------------------------------------------------------------------------------------------
AROUND = ("careful",) * 4


def expert_ladder(thresholds, games):
    """Return the same with experts above the best, of so many games."""
    report = ladder(thresholds[:-1])
    experts = many(sample_cell(threshold=thresholds[-1], lineup=AROUND, games=200), games // 200)
    record = report.manifest.part("ladder")
    record["rungs"].append({"name": EXPERTS, "mistakes": 0})
    record["experts"] = {"claim": "Thinks ahead.", "games": games}
    personas, slips = report.ladder.results[: len(SKILL_LEVELS)], report.ladder.results[len(SKILL_LEVELS) :]
    return SweepReport(report.manifest, report.cells, rungs=[*personas, experts, *slips])


def ladder(thresholds, wanted=("ending_share.instant", "rounds"), **more):
    """Return a run with a ladder, whose rungs play by other thresholds."""
    cells = [many(sample_cell(threshold=at, lineup=AROUND, games=200), 50) for at in thresholds]
    for slip in WITH_MISTAKES:
        name = f"careful, {slip.name}"
        cells.append(sample_cell(lineup=(name, *AROUND[1:]), games=200))
    record = {
        "best": "careful",
        "settled": ["careful", "bully"],
        "games": 10_000,
        "rungs": [{"name": rung.name, "mistakes": rung.mistakes} for rung in SKILL_LEVELS],
        "slips": [slip.mistakes for slip in WITH_MISTAKES],
    }
    wishes = {"headline": [headline(name) for name in wanted], "margins": {"ending_share.instant": 0.02}, **more}
    content = {**kept(**wishes), "ladder": record}
    return SweepReport(Manifest.from_json(content), [sample_cell(games=200)], rungs=cells)


def test_a_sentence_has_the_values_of_the_table():
    found = ladder((26, 22, 18, 16, 14)).ladder
    instant = found.lines[0]
    shares = [cell.tally["endings"].get("instant", 0) / cell.games for cell in found.cells]

    assert instant.shape == RISES
    assert [figure.value for figure in instant.figures] == pytest.approx(shares)
    sentence = instant.sentence(found.rungs)
    assert sentence.startswith("The share of games that end by 'instant' rises with skill: random ")
    said = [float(one) / 100 for one in re.findall(r"(?:random|mistakes|best) (\d+(?:\.\d+)?)%", sentence)]
    assert said == pytest.approx(shares, abs=0.005)


def test_experts_stand_above_the_best_and_change_no_shape():
    without, found = ladder((26, 22, 18, 16, 14)).ladder, expert_ladder((26, 22, 18, 16, 14, 26), 10_000).ladder
    line = found.lines[0]

    assert [one.shape for one in found.lines] == [one.shape for one in without.lines]
    assert [one.cost.value for one in found.slips] == [one.cost.value for one in without.slips]
    assert line.experts == BELOW
    assert line.sentence(found.rungs).startswith(without.lines[0].sentence(without.rungs).removesuffix("."))
    experts = (
        f"; experts (who think ahead) {text(line.figures[-1], line.unit)}, less than the best persona (difference −"
    )
    assert experts in line.sentence(found.rungs)
    assert found.note.endswith(f" Experts, {count(10_000)} games: Thinks ahead.")
    assert expert_ladder((26, 22, 18, 16, 14, 14), 10_000).ladder.lines[0].experts == LEVEL
    assert expert_ladder((26, 22, 18, 16, 14, 14), 200).ladder.lines[0].experts == OPEN


def test_flat_says_the_margin_and_the_ends():
    found = ladder((18,) * 5).ladder

    assert found.lines[0].shape == FLAT
    assert "does not depend on skill (the same within 2 pp from random players to the best): random " in found.known[0]
    assert "mistakes" not in found.known[0]


def test_a_certain_change_within_the_margin_is_small_not_none():
    """7.38 and 6.88 rounds differ for certain, by less than the margin of 0.7: games do depend on skill."""
    games = [Figure.around(value, 0.07) for value in (7.38, 7.2, 7.0, 6.9, 6.88)]
    line = SkillLine(0, "", "rounds", "the length of a game", "rounds", games, games[-1], FLAT, 0.7)

    assert line.sentence(["random", "40%", "15%", "5%", "best"]) == (
        "The length of a game hardly depends on skill (by less than 0.7 rounds from random players to the best): "
        "random 7.38, best 6.88 rounds (± 0.07 at most)."
    )
    assert line.short(4).startswith("The length of a game hardly depends on skill: 7.38 ± 0.07 rounds among random")


def test_a_trend_with_skill_says_up_to_which_level_it_is_seen():
    """Games of 7.9, 5.2, 4.87, 4.91 and 4.94 rounds do not get shorter after the third level."""
    rungs = ["random", "40% mistakes", "15% mistakes", "5% mistakes", "best"]
    games = [Figure.around(value, 0.07) for value in (7.9, 5.2, 4.87, 4.91, 4.94)]
    line = SkillLine(0, "", "rounds", "the length of a game", "rounds", games, games[-1], FALLS, 0.7)

    assert line.sentence(rungs).startswith(
        "The length of a game falls with skill up to 15% mistakes, and no further: random 7.9"
    )
    games[-1] = Figure.around(4.5, 0.07)
    assert line.sentence(rungs).startswith("The length of a game falls with skill: random 7.9")


def test_a_figure_that_never_varies_has_no_sentence_on_skill():
    """The rules fix twelve rounds: `does not depend on skill` says nothing."""
    games = [Figure.around(12.0, 0.01)] * 5
    fixed = SkillLine(0, "", "rounds", "the length of a game", "rounds", games, games[-1], FLAT, 1.2, is_constant=True)

    assert fixed.never_varies
    assert not dataclasses.replace(fixed, is_constant=False).never_varies


def test_what_a_slip_costs_is_the_fair_share_less_what_it_wins():
    found = ladder((18,) * 5).ladder

    assert [one.mistakes for one in found.slips] == [50, 150, 400]
    for one, cell in zip(found.slips, found.results[len(SKILL_LEVELS) :], strict=True):
        assert one.equal == cell.tally["won"] / cell.games / 4 < 0.25, "nobody won some of the games"
        assert one.cost.value == pytest.approx(one.equal - one.share.value)
        assert one.cost.low <= one.cost.value <= one.cost.high
        assert text(one.share, SHARE) in found.slip_sentence
    assert found.slip_sentence.endswith("with 40% mistakes; an equal share is 24%.")


def test_the_answer_has_one_sentence_on_skill():
    """Nine figures at every level were a paragraph that nobody reads; the section on skill has them."""
    (sentence,) = ladder((26, 22, 18, 16, 14)).ladder.brief

    assert sentence.startswith("The share of games that end by 'instant' rises with skill, from 0.00% (")
    assert sentence.endswith(" pp among the best.")


def test_checks_at_every_rung_and_all_of_it_in_tables_json_and_page():
    report = ladder((26, 22, 18, 16, 14))
    found, rows = report.ladder, report.ladder.rows()

    assert found.checks.judged
    assert all(len(found.verdicts(check)) == len(SKILL_LEVELS) for check in found.checks.judged)
    frame = LADDER.frame(rows)
    assert len(frame) == len(SKILL_LEVELS) * (len(found.lines) + len(found.checks.judged)) + 2 * len(WITH_MISTAKES)
    assert set(frame["kind"]) == {"figure", "slip", "check"}
    written = json.loads(json.dumps(report.to_json()["ladder"]))
    assert [one["shape"] for one in written["figures"]] == [line.shape for line in found.lines]
    assert [one["value"] for one in written["figures"][0]["rungs"]] == [one.value for one in found.lines[0].figures]
    html = to_html(report.document()).replace("\N{NO-BREAK SPACE}", " ")
    assert 'id="ladder-title"' in html
    assert "players who adapt to each other choose it most; bully is about as good." in html
    for sentence in found.known:
        assert sentence.replace("'", "&#39;").split(":")[0] in html.replace("'", "&#39;")


def test_skill_is_a_row_of_small_charts_on_the_first_screen():
    """From random players to the best, without experts; each with both figures, and their intervals on hover."""
    report = ladder((26, 24, 22, 20, 18))
    row = small_charts(report.ladder)
    assert row is not None
    assert 0 < len(row.tiles) <= MAX_SMALL
    line, tile = report.ladder.lines[0], row.tiles[0]
    assert (tile.first, tile.best) == tuple(text(line.figures[k], line.unit, SHORT) for k in (0, report.ladder.best))
    assert text(line.figures[0], line.unit) in tile.exact
    assert tile.spark.count(",") >= report.ladder.best + 1
