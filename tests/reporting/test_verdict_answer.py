"""Where the checks hold, in sentences: every cell that is named, and every number, against the verdicts themselves."""

import dataclasses
import itertools
import random
import re

import pytest

from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED, Bound
from balancer.checks.cell_verdicts import CellVerdict, SweptChecks
from balancer.reporting.findings.effect_words import JudgedFigure
from balancer.reporting.findings.verdict_answer import VerdictAnswer, where
from balancer.reporting.findings.verdict_matrix import MatrixCell, matrices, matrix_cell
from balancer.scenario.question import Check
from tests.analysis.sample import sample_cell
from tests.reporting.swept import sweep_of

INSTANT, ROUNDS = FigureRef("ending_share", "instant"), FigureRef("rounds", "", "p90")
BOUND, MOST = Bound(0.0065, 0.015), Bound(None, 15)
CELL = sample_cell(games=20)


def grid(thresholds=(18, 19, 20, 21, 22, 23), players=(3, 4, 5), base=(22, 4), mode="grid"):
    """Cells of a made-up sweep, laid out."""
    axes = [{"rules.win_threshold": t, "players": n} for t in thresholds for n in players]
    cells = [dataclasses.replace(CELL, axes=one) for one in axes]
    return sweep_of(cells, mode=mode, base={"rules.win_threshold": base[0], "players": base[1]})


def answer(sweep, instant, rounds=None):
    """Return two checks: shares of instant wins per cell as (value, half-width), and the 90th percentile of rounds."""
    checks = (Check("", INSTANT, low=BOUND.low, high=BOUND.high), Check("", ROUNDS, low=MOST.low, high=MOST.high))
    made = []
    for cell, (value, half) in enumerate(instant):
        low, high = value - half, value + half
        verdict = FAIL if high < 0.0065 or low > 0.015 else PASS if low >= 0.0065 and high <= 0.015 else UNDECIDED
        made.append(
            CellVerdict(0, cell, INSTANT, BOUND, Estimate(value, None, low, high, 1000, "share"), 0.99, verdict, 1000)
        )
    for cell, value in enumerate(rounds or [14] * len(instant)):
        now = Estimate(value, None, value, value, 1000, "rounds")
        made.append(CellVerdict(1, cell, ROUNDS, MOST, now, 0.99, PASS if value <= 15 else FAIL, 1000))
    return VerdictAnswer(sweep, SweptChecks(checks, tuple(made), len(instant)))


def tables_of(found):
    """Return the verdicts as tables."""
    return matrices(found)


GOOD, HIGH, LOW, OPEN = (0.01, 0.001), (0.018, 0.001), (0.002, 0.001), (0.014, 0.003)


def values(sweep, at):
    """Values in the order of the cells; at: (threshold, players) -> value."""
    return [at.get((cell.axes["rules.win_threshold"], cell.axes["players"]), LOW) for cell in sweep.cells]


def test_the_verdict_says_which_players_a_variant_is_written_for():
    """A variant with a line-up of four can't be played in the setting with five that passes all else."""
    sweep = grid()
    found = answer(sweep, values(sweep, {(22, 4): GOOD, (18, 5): GOOD}))
    racing = Check("", INSTANT, high=0.25, variant="one_races")
    four = next(cell for cell in found.passed if sweep.cells[cell].axes["players"] == 4)
    own = dataclasses.replace(found.found.verdicts[0], check=2, cell=four, verdict=PASS, variant="one_races")
    judged = SweptChecks((*found.found.checks, racing), (*found.found.verdicts, own), found.found.cells)

    assert VerdictAnswer(sweep, judged).verdict.startswith(
        "All checks that apply pass at win_threshold 22 with 4 players and 18 with 5 players "
        "(1 check of a variant is played with 4 players only)."
    )


def test_the_verdict_names_where_all_checks_hold():
    """Value by value of the main axis, with the others; then what missed by least, and where nothing helps."""
    sweep = grid()
    found = answer(sweep, values(sweep, {(22, 4): GOOD, (21, 4): HIGH, (18, 5): GOOD, (20, 4): (0.05, 0.001)}))
    assert found.sentences[0] == (
        "Both checks pass at win_threshold 22 with 4 players and 18 with 5 players. "
        "The base rules (win_threshold 22, 4 players) are among them."
    )
    assert found.sentences[1].startswith(
        "Nearest misses (smallest excess relative to the bound first): "
        "win_threshold 21, 4 players (instant 1.80%, at most 1.5%); "
    )
    assert "(instant 0.20%, at least 0.65%)" in found.sentences[1]
    assert "With 3 players, no win_threshold passes all checks." in found.sentences
    assert "The check that fails most often: instant 0.65 to 1.5% (in 16 of 18 settings)." in found.sentences


def test_what_is_undecided_says_how_many_games_would_do():
    """1.4 ± 0.3 % against 1.5 % at 99 %: after 51 times the games ± 0.042, the estimate 1.4 with an error of 0.115.

    So it is decided below 1.458 or above 1.542: 0.69 + 0.11.
    """
    sweep = grid()
    found = answer(sweep, values(sweep, {(22, 4): GOOD, (21, 4): OPEN}))
    assert found.sentences[1] == (
        "Undecided: win_threshold 21, 4 players (instant 1.4% ± 0.3 pp, allowed 0.65 to 1.5%); "
        "about 51\N{NARROW NO-BREAK SPACE}000 games per setting would decide it, with 80% probability."
    )


def test_none_all_or_perhaps():
    """The three other kinds of verdict."""
    sweep = grid()
    assert answer(sweep, [GOOD] * 18).sentences == ["Both checks pass in every setting."]
    assert answer(sweep, [LOW] * 18).sentences[0] == "No setting passes both checks."
    perhaps = answer(sweep, values(sweep, {(21, 4): OPEN})).sentences
    assert (
        perhaps[0] == "No setting is certain to pass both checks yet. Still possible: win_threshold 21 with 4 players."
    )
    assert perhaps[1] == (
        "About 51\N{NARROW NO-BREAK SPACE}000 games per setting would decide the undecided settings, "
        "with 80% probability."
    )


def test_a_figure_is_never_written_like_the_bound_it_misses():
    """1.51 % is above 1.5 %, and reads so."""
    sweep = grid((18,), (3, 4), base=(18, 3))
    found = answer(sweep, [(0.0151, 0.0001), GOOD]).sentences
    assert "instant 1.51%, at most 1.5%" in found[1]
    one = answer(grid((18,), (3, 4), base=(18, 3)), [GOOD, GOOD], [15.2, 14])
    assert "rounds p90 15.2, at most 15" in one.sentences[1]


def expanded(sentence, thresholds):
    """Return the cells that a verdict names, read back from its words."""
    named = re.sub(r"^.*? at |\. The base rules.*|\.$", "", sentence)
    found = set()
    for values_, players in re.findall(r"(?:\s*and |, |; )?(.+?) with ([\d, and]+) players", named):
        some = set()
        values_named = values_.strip().removeprefix("at ")
        if values_named.startswith("every"):
            some = set(thresholds)
        for word in re.split(r", | and ", values_named.replace("win_threshold ", "")):
            if match := re.fullmatch(r"(\d+)(?: to (\d+))?", word.strip()):
                some |= set(range(int(match[1]), int(match[2] or match[1]) + 1))
        found |= set(itertools.product(some, map(int, re.findall(r"\d+", players))))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_the_cells_of_the_sentence_are_the_cells_that_pass(seed):
    """Any pattern, read back from the sentence; no cell is lost in a range, none added."""
    dice = random.Random(seed)
    thresholds = (18, 19, 20, 21, 22, 23)
    sweep = grid(thresholds)
    share = dice.choice((0.1, 0.4, 0.8))
    at = {(t, n): GOOD for t in thresholds for n in (3, 4, 5) if dice.random() < share}
    verdict = answer(sweep, values(sweep, at)).sentences[0]
    if 0 < len(at) < 18 and " settings, marked ●" not in verdict:
        assert expanded(verdict, thresholds) == set(at)


def test_one_axis_and_one_at_a_time():
    """Without a second axis no `with`; single changes are named by what they change."""
    line = sweep_of([dataclasses.replace(CELL, axes={"rules.x": x}) for x in (0, 1, 2, 3, 4)], base={"rules.x": 9})
    found = answer(line, [LOW, GOOD, GOOD, GOOD, LOW])
    assert found.sentences[0] == "Both checks pass at x 1 to 3."
    axes = [{"rules.x": 1}, {"rules.x": 2}, {"rules.y": 5}]
    single = sweep_of(
        [dataclasses.replace(CELL, axes=one) for one in axes], mode="one_at_a_time", base={"rules.x": 1, "rules.y": 4}
    )
    found = answer(single, [GOOD, LOW, GOOD])
    assert found.sentences[0].startswith("Both checks pass under the base rules and at y 5.")
    assert found.sentences[1].startswith("The only setting that fails: x 2 (instant 0.20%, at least 0.65%).")
    assert [name for name, _ in tables_of(found)[0].rows] == ["base rules", "x 2", "y 5"]


def test_a_single_cell():
    """How many checks hold, and which do not."""
    one = sweep_of([dataclasses.replace(CELL, axes={})])
    assert answer(one, [GOOD]).sentences == ["Both checks pass."]
    assert answer(one, [HIGH]).sentences == ["1 of 2 checks passes; fails: instant 1.80%, at most 1.5%."]


def test_the_table_of_verdicts():
    """Every cell once, at its place, with the check that fails and on which side; the base is framed."""
    sweep = grid()
    at = {(22, 4): GOOD, (21, 4): HIGH}
    found = answer(sweep, values(sweep, at), [16 if cell.axes["players"] == 3 else 14 for cell in sweep.cells])
    (matrix,) = tables_of(found)
    assert (matrix.down, matrix.across, matrix.columns) == ("win_threshold", "number of players", ("3", "4", "5"))
    cells = {(row, column): one for row, line in matrix.rows for column, one in zip(matrix.columns, line, strict=True)}
    assert len({one.number for one in cells.values()}) == 18
    for (row, column), one in cells.items():
        assert sweep.cells[one.number].axes == {"rules.win_threshold": int(row), "players": int(column)}
    assert cells["22", "4"].text == "●"
    assert cells["22", "4"].is_base
    assert cells["21", "4"].text == "✕ instant ↑"
    assert cells["20", "3"].text == "✕ instant ↓ +1"


def test_three_axes_are_a_table_for_every_value_of_the_third():
    """Its heading says which."""
    axes = [{"rules.x": x, "rules.y": y, "rules.z": z} for x in (1, 2, 3) for y in (1, 2) for z in (True, False)]
    sweep = sweep_of([dataclasses.replace(CELL, axes=one) for one in axes], base=axes[0])
    tables = tables_of(answer(sweep, [GOOD] * 12))
    assert [one.facet for one in tables] == ["z true", "z false"]
    assert sorted(c.number for one in tables for _, line in one.rows for c in line) == list(range(12))


def test_numbers_of_players_are_named_as_one_says_them():
    """Where they are the longest axis: `with 4 players, order offer`; all of them are any number."""
    axes = [{"players": n, "rules.order": order} for n in (2, 3, 4, 5, 6) for order in ("offer", "draw")]
    sweep = sweep_of([dataclasses.replace(CELL, axes=one) for one in axes], base={"players": 4, "rules.order": "offer"})
    some = [GOOD if one == {"players": 4, "rules.order": "offer"} else LOW for one in axes]
    assert answer(sweep, some).verdict == "Both checks pass with 4 players and order offer."
    whole = [GOOD if one["rules.order"] == "draw" else LOW for one in axes]
    assert answer(sweep, whole).verdict == "Both checks pass with any number of players and order draw."


AT_BASE = "under the base rules (win_threshold 22, 4 players)"


def beside(good):
    """Return two axes with the base (22, 4) next to them; good: (threshold, players) of the cells that pass."""
    at = [(t, n) for t in (18, 20) for n in (3, 5)] + [(22, 4)]
    base = dict(zip(("rules.win_threshold", "players"), at[-1], strict=True))
    cells = [dataclasses.replace(CELL, axes={"rules.win_threshold": t, "players": n}) for t, n in at]
    return answer(sweep_of(cells, base=base, base_apart=True), [GOOD if one in good else LOW for one in at])


@pytest.mark.parametrize(
    ("good", "verdict"),
    [
        ({(22, 4)}, f"Both checks pass {AT_BASE}."),
        ({(18, 5)}, "Both checks pass at win_threshold 18 with 5 players."),
        (
            {(18, 3), (22, 4)},
            f"Both checks pass at win_threshold 18 with 3 players, and {AT_BASE}.",
        ),
        ({(18, 3), (18, 5), (20, 3), (20, 5), (22, 4)}, "Both checks pass in every setting."),
    ],
)
def test_a_base_beside_the_axes_has_a_verdict_of_its_own(good, verdict):
    """In the sentence and as a table below those of the axes."""
    found = beside(good)
    assert found.verdict == verdict
    *others, last = tables_of(found)
    assert [(name, len(cells)) for one in others for name, cells in one.rows] == [("18", 2), ("20", 2)]
    ((name, (cell,)),) = last.rows
    assert (name, cell.number, cell.is_base) == ("base (win_threshold 22, 4 players)", 4, True)
    assert cell.verdict == (PASS if (22, 4) in good else FAIL)


def test_a_base_beside_a_single_axis_is_the_last_row():
    """There is one column, so that one table holds all."""
    cells = [dataclasses.replace(CELL, axes={"rules.win_threshold": t}) for t in (18, 20, 25)]
    sweep = sweep_of(cells, base={"rules.win_threshold": 25}, base_apart=True)
    (matrix,) = tables_of(answer(sweep, [GOOD, LOW, HIGH]))
    assert [name for name, _ in matrix.rows] == ["18", "20", "base (win_threshold 25)"]
    assert [cells[0].verdict for _, cells in matrix.rows] == [PASS, FAIL, FAIL]


def test_values_after_all_values_have_the_name_of_their_axis() -> None:
    """`at every value of reward with 3 players; 3 and 6 with 5 players` was read twice."""
    axes = [{"rules.reward": r, "players": p} for p in (3, 5) for r in (0, 3, 6)]
    sweep = sweep_of([dataclasses.replace(CELL, axes=at, players=at["players"]) for at in axes], base=axes[0])
    said = "at every value of reward with 3 players; at reward 3 and 6 with 5 players"
    assert where(sweep, [0, 1, 2, 4, 5]) == said
    assert where(sweep, [1, 5]) == "at reward 3 with 3 players and 6 with 5 players"


def test_settings_of_two_rules_with_numbers_name_both_in_each():
    """`crew 3 at wreckers 1 and 2 at wreckers 2` was read three times."""
    axes = [{"rules.wreckers": w, "rules.crew": c} for w in (1, 2) for c in (2, 3, 4)]
    sweep = sweep_of([dataclasses.replace(CELL, axes=at) for at in axes], base=axes[0])
    assert where(sweep, [1, 3]) == "at crew 3 with wreckers 1 and crew 2 with wreckers 2"


def test_places_too_many_to_read_are_counted_and_marked_in_the_table():
    """Three axes of words, half of whose cells pass: their number, their mark, and whether the base is among them."""
    axes = [
        {"rules.auction": a, "rules.draft": d, "rules.draw_every_hour": h}
        for a in ("open", "secret", "fixed")
        for d in ("pass", "none")
        for h in (False, True)
    ]
    sweep = sweep_of([dataclasses.replace(CELL, axes=one) for one in axes], base=axes[0])
    good = [0, 3, 5, 6, 10]
    found = answer(sweep, [GOOD if cell in good else LOW for cell in range(12)])
    assert len(where(found.sweep, good)) > 120
    assert found.verdict == "Both checks pass in 5 of 12 settings, marked ●, the base rules among them."
    marked = [cell.symbol for one in tables_of(found) for _, cells in one.rows for cell in cells]
    assert marked.count("●") == 5
    open_ = answer(sweep, [OPEN if cell in good[1:] else LOW for cell in range(12)])
    assert open_.verdict == "No setting is certain to pass both checks yet. Still possible: 4 of 12 settings, marked ○."


def test_a_long_name_is_shortened_in_the_table_but_keeps_its_arrow():
    """The number of further checks, too."""
    long = MatrixCell(3, FAIL, ("winners with a walled garden ↓", "rounds ↑"), is_base=False)
    assert long.text == "✕ winners with a wall… ↓ +1"
    assert long.words == "winners with a walled garden ↓ +1", "pages have room for it"
    assert MatrixCell(3, FAIL, ("instant ↑",), is_base=False).text == "✕ instant ↑"
    assert MatrixCell(3, PASS, (), is_base=False).text == "●"


def only(found, cells):
    """Return the same answer, where the first check is about some cells only."""
    kept = tuple(one for one in found.found.verdicts if one.check or one.cell in cells)
    return VerdictAnswer(found.sweep, dataclasses.replace(found.found, verdicts=kept))


def test_checks_about_some_cells_are_not_counted_elsewhere():
    """A cell that no check is about is neither good nor bad; a verdict speaks of the checks that apply."""
    sweep = grid((18, 19, 20), (3, 4), base=(18, 3))
    found = only(answer(sweep, [GOOD] * 6), {0, 1})
    assert found.verdict == "Both checks pass wherever they apply."
    some = only(answer(sweep, [GOOD] * 6, rounds=[14, 14, 16, 16, 16, 16]), {0, 1})
    assert some.verdict.startswith("All checks that apply pass at win_threshold 18, whatever the number of players")
    one = only(answer(sweep, [GOOD] * 6), {0})
    alone = VerdictAnswer(
        sweep, dataclasses.replace(one.found, verdicts=tuple(v for v in one.found.verdicts if not v.cell))
    )
    (matrix,) = tables_of(alone)
    assert [cell.text for _, cells in matrix.rows for cell in cells if cell] == ["●", "–", "–", "–", "–", "–"]


def test_lines_that_share_all_values_of_an_axis_are_named_by_the_others():
    """Without brackets: `with 2 and 5 players, whatever the order`."""
    axes = [
        {"rules.order": order, "rules.x": x, "players": n} for order in ("a", "b") for x in (1, 2) for n in (2, 3, 5)
    ]
    sweep = sweep_of([dataclasses.replace(CELL, axes=one) for one in axes], base=axes[0])
    lines = [number for number, one in enumerate(axes) if one["rules.x"] == 1 and one["players"] != 3]
    assert sweep.phrases(lines, without=1) == "with 2 and 5 players, whatever order"
    assert (
        sweep.phrases(lines[:3], without=1) == "at (order a, 2 players), (order a, 5 players) and (order b, 2 players)"
    )


def test_of_a_sweep_too_large_to_read_the_cells_nearest_to_keeping_all_are_shown():
    sweep = grid(thresholds=range(200))
    best = {(threshold, 4): GOOD for threshold in range(0, 200, 2)} | {(7, 3): HIGH}
    found = answer(sweep, values(sweep, best))

    (matrix,) = tables_of(found)
    assert "verdicts.csv" in matrix.facet
    shown = [cell for _, (cell,) in matrix.rows]
    assert len(shown) == 12
    assert {one.verdict for one in shown if one} == {PASS}
    assert "in 100 of 600 settings, named in verdicts.csv" in found.verdict


def test_a_figure_is_as_precise_as_the_bound_that_it_misses():
    """−1.0 and −1.4 against −0.5 were both written as −1."""
    wide = Estimate(-1.4, None, -3.6, -0.6, 100, "points")
    assert JudgedFigure(FigureRef("score", "1"), None, wide, Bound(-0.5, None), FAIL).value_text == "−1.4"


def test_settings_that_all_fail_are_no_nearest_misses():
    found = answer(grid((18, 19), (3,), (18, 3)), [HIGH, (0.05, 0.001)])
    assert found.sentences[1].startswith("All settings that fail (smallest excess relative to the bound first): win_")


def test_seats_that_all_miss_a_bound_are_marked_as_one():
    """Against a bank every seat wins too often: `seat 2 ↑` sounded like one of them."""
    check = Check("", FigureRef("seat_win_rate"), high=0.2, each="seat")

    def marked(*rates):
        made = [
            CellVerdict(
                0, cell, FigureRef("seat_win_rate", str(seat)), Bound(None, 0.2),
                Estimate(rate, None, rate - 0.01, rate + 0.01, 1000, "share"), 0.99, FAIL if rate > 0.2 else PASS, 1000,
            )
            for cell in (0, 1)
            for seat, rate in enumerate(rates, 1)
        ]  # fmt: skip
        found = VerdictAnswer(grid((18, 19), (4,), (18, 4)), SweptChecks((check,), tuple(made), 2))
        return matrix_cell(found, 0).text

    assert marked(0.3, 0.32, 0.31, 0.3) == "✕ each seat ↑"
    assert marked(0.3, 0.32, 0.1, 0.1) == "✕ seat 2 ↑"
