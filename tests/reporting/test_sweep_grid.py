"""Cells along their axes."""

from types import SimpleNamespace

from balancer.reporting.sweep_grid import axis_label, lay_out, shown


def cells(*axes):
    """Cells that have nothing but axes."""
    return [SimpleNamespace(axes=one) for one in axes]


def test_a_grid_has_lines_along_each_axis():
    """Through the base cell, and elsewhere."""
    grid = cells(*({"rules.a": a, "players": n} for a in (3, 1, 2) for n in (4, 5)))
    sweep = lay_out(grid, base={"rules.a": 2, "players": 5})
    assert sweep.base_played
    assert sweep.name(sweep.base) == "a 2, 5 players"
    assert [sweep.name(cell) for cell in sweep.line(0)] == ["a 1, 5 players", "a 2, 5 players", "a 3, 5 players"]
    assert [len(line) for line in sweep.other_lines(0)] == [3]
    assert [len(line) for line in sweep.other_lines(1)] == [2, 2]


def test_without_base_the_middle_is_shown():
    """Where the base rules are not among the cells."""
    sweep = lay_out(cells(*({"rules.a": a} for a in (1, 2, 3))), base={"rules.a": 10})
    assert not sweep.base_played
    assert sweep.name(sweep.base) == "a 2"


def test_zip_moves_all_axes_as_one():
    """So there is one line, and no grid to be misread."""
    sweep = lay_out(
        cells({"rules.a": 1, "players": 3}, {"rules.a": 2, "players": 4}), mode="zip", base={"rules.a": 2, "players": 4}
    )
    assert [axis.label for axis in sweep.axes] == ["a and players"]
    assert sweep.name(sweep.base) == "a and players 2 and 4"
    assert len(sweep.line(0)) == 2


def test_one_at_a_time_meets_in_the_base():
    """Each axis has its line, and no cell lies off them."""
    sweep = lay_out(
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
    sweep = lay_out(cells({"rules.x": True, "lineup": ["a", "b"]}, {"rules.x": False, "lineup": ["a", "b"]}))
    assert not sweep.axes[0].numeric
