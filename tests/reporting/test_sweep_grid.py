"""Cells along their axes."""

from types import SimpleNamespace

from balancer.reporting import sweep_grid
from balancer.reporting.axis import axis_label, shown
from balancer.scenario.question import KnobCard
from tests.reporting.swept import sweep_of


def cells(*axes):
    """Cells that have nothing but axes."""
    return [SimpleNamespace(axes=one) for one in axes]


def test_a_grid_has_lines_along_each_axis():
    """Through the base cell, and elsewhere."""
    grid = cells(*({"rules.a": a, "players": n} for a in (3, 1, 2) for n in (4, 5)))
    sweep = sweep_of(grid, base={"rules.a": 2, "players": 5})
    assert sweep.base_played
    assert sweep.name(sweep.base) == "a 2, 5 players"
    assert [sweep.name(cell) for cell in sweep.line(0)] == ["a 1, 5 players", "a 2, 5 players", "a 3, 5 players"]
    assert [len(line) for line in sweep.other_lines(0)] == [3]
    assert [len(line) for line in sweep.other_lines(1)] == [2, 2]


def test_without_base_the_nearest_cell_is_taken():
    """Where the base rules were not played: by number, and of words the one in the middle."""
    sweep = sweep_of(cells(*({"rules.a": a} for a in (1, 2, 3))), base={"rules.a": 10})
    assert not sweep.base_played
    assert sweep.name(sweep.base) == "a 3"
    words = sweep_of(cells(*({"rules.a": a} for a in ("x", "y", "z"))), base={"rules.a": "none of them"})
    assert words.name(words.base) == "a y"


def beside(*base, mode="grid"):
    """Return a grid of a and b, then the base beside it."""
    grid = [{"a": a, "b": b} for a in (10, 20, 30) for b in ("x", "y")]
    values = dict(zip("ab", base, strict=True))
    return sweep_of(cells(*grid, values), mode=mode, base=values, base_apart=True)


def test_a_base_beside_the_axes_is_a_cell_but_on_no_line():
    """It has its values and its name; lines run through the cell nearest to it."""
    sweep = beside(27, "x")
    assert (sweep.base, sweep.base_played, sweep.name(6), sweep.base_values) == (6, True, "base", "a 27, b x")
    assert sweep.on_axes == [0, 1, 2, 3, 4, 5]
    assert sweep.axes[0].values == (10, 20, 30)
    assert sweep.value(6, 0) == 27
    assert sweep.name(sweep.centre) == "a 30, b x"
    assert [sweep.line(axis) for axis in (0, 1)] == [[0, 2, 4], [4, 5]]
    assert sorted(map(len, sweep.other_lines(0) + sweep.other_lines(1))) == [2, 2, 3]


def test_a_base_whose_every_value_is_on_an_axis_may_be_beside_a_zip():
    """Its values are on the axes, but not together."""
    sweep = sweep_of(
        cells({"a": 1, "b": 3}, {"a": 2, "b": 4}, {"a": 1, "b": 4}), mode="zip", base={"a": 1, "b": 4}, base_apart=True
    )
    assert (sweep.on_axes, sweep.name(2), sweep.base_values) == ([0, 1], "base", "a and b 1 and 4")
    assert sweep.line(0) == [0, 1]


def test_other_special_values_are_not_near_any_number():
    """0 means off: a base value of 1 is nearer to 9 than to it."""
    made = cells({"rules.a": 0}, {"rules.a": 9}, {"rules.a": 1})
    sweep = sweep_of(made, base={"rules.a": 1}, knobs={"a": KnobCard(specials={"0": "off"})}, base_apart=True)
    assert sweep.name(sweep.centre) == "a 9"


def test_zip_moves_all_axes_as_one():
    """So there is one line, and no grid to be misread."""
    sweep = sweep_of(
        cells({"rules.a": 1, "players": 3}, {"rules.a": 2, "players": 4}), mode="zip", base={"rules.a": 2, "players": 4}
    )
    assert [axis.label for axis in sweep.axes] == ["a and players"]
    assert sweep.name(sweep.base) == "a and players 2 and 4"
    assert len(sweep.line(0)) == 2


def test_one_at_a_time_meets_in_the_base():
    """Each axis has its line, and no cell lies off them."""
    sweep = sweep_of(
        cells({"rules.a": 1, "rules.b": 1}, {"rules.a": 2, "rules.b": 1}, {"rules.a": 1, "rules.b": 2}),
        mode="one_at_a_time",
        base={"rules.a": 1, "rules.b": 1},
    )
    assert [sweep.line(axis) for axis in (0, 1)] == [[0, 1], [0, 2]]
    assert sweep.other_lines(0) == []


def test_words():
    """Values as a designer writes them; numbers have an order, words, truths and line-ups have none."""
    assert shown(value=True) == "true"
    assert shown(["bully", "random", "random"]) == "bully, random ×2"
    assert shown(0.25) == "0.25"
    assert axis_label("personas.timid.habits.contest_margin") == "timid's contest_margin"
    sweep = sweep_of(cells({"rules.x": True, "lineup": ["a", "b"]}, {"rules.x": False, "lineup": ["a", "b"]}))
    assert not sweep.axes[0].numeric


def test_a_question_names_axes_in_full():
    """Every word of an axis's label appears in it; a part of a name or of a word does not count."""
    grid = cells({"rules.auction": 1, "rules.win_threshold": 1, "players": 3}, {"rules.auction": 2})
    sweep = sweep_of(grid)
    assert sweep.named_in("What does the Auction do?") == {0}
    assert sweep.named_in("Where should the win sit, at how many players?") == {2}
    assert sweep.named_in("Which win threshold?") == {1}
    assert sweep.named_in("Auctions or thresholds?") == {0}, "endings do not count"
    boards = sweep_of(cells(*({"rules.board": board, "players": n} for board in ("lagers", "ales") for n in (3, 4))))
    assert boards.named_in("Lagers or Ales, for how many players?") == {0, 1}
    assert boards.named_in("Lagers with 3 or 4?") == frozenset()
    assert boards.named_in("The first player's advantage?") == frozenset()
    ways = sweep_of(cells(*({"rules.pays": way, "rules.bonus": n} for way in ("first", "all") for n in (0, 4))))
    assert ways.named_in("Which way of paying is closest?") == {0}
    assert ways.named_in("Do bonuses pay?") == {0, 1}


def test_a_grid_of_too_many_lines_is_compared_along_those_through_its_centre():
    lines = (sweep_grid.MAX_PAIRED - 2) // 2
    few, many = (
        sweep_of(cells(*({"rules.a": a, "rules.b": b} for a in (0, 1) for b in range(size))), base={})
        for size in (lines, 3 * lines)
    )

    assert len(few.compared) > lines
    assert all(many.centre in two for two in many.compared)
    assert len(many.compared) == len(many.line(0)) + len(many.line(1)) - 2
