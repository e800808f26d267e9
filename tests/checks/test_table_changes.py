"""What changed in a component table, by the name of the card."""

import pytest

from balancer.checks.baseline import changed_rows, tables_of
from balancer.scenario.load import load
from balancer.scenario.overrides import Overrides

COLUMNS = ["name", "value", "count"]


def table(*rows):
    """One table as a baseline keeps it."""
    return {"parts": {"columns": COLUMNS, "rows": [list(row) for row in rows]}}


BEFORE = table(("Stein", 9, 2), ("Pint", 1, 3), ("Pint", 2, 3), ("Bench", 0, 1))


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (BEFORE, ""),
        (table(("Stein", 8, 2), ("Pint", 1, 3), ("Pint", 2, 3), ("Bench", 0, 1)), "Stein: value 9 → 8"),
        (table(("Stein", 8, 3), ("Pint", 1, 3), ("Pint", 2, 3)), "Stein: value 9 → 8, count 2 → 3; Bench is gone"),
        (table(("Stein", 9, 2), ("Pint", 1, 3), ("Pint", 5, 3), ("Bench", 0, 1)), "Pint: 1 of 2 rows"),
        (
            table(("Stein", 9, 2), ("Pint", 1, 3), ("Bench", 0, 1), ("Mug", 1, 1)),
            "Pint: 1 row, 2 before; Mug is new",
        ),
    ],
)
def test_rows_are_named_with_their_figures(now, said):
    assert changed_rows(BEFORE, now) == said


def test_of_many_changes_the_first_are_named():
    many = table(*((f"Card {k}", k, 1) for k in range(9)))
    changed = table(*((f"Card {k}", k + 1, 1) for k in range(9)))
    assert changed_rows(many, changed).endswith("Card 4: value 4 → 5; and 4 more")


def test_baselines_without_tables_say_nothing():
    assert changed_rows({}, BEFORE) == ""


@pytest.mark.parametrize(("more", "value"), [("", 7), ("parts: {Stein: {value: 8}}\n", 8)])
def test_tables_are_those_of_the_base_rules(tmp_path, more, value):
    file = tmp_path / "mine.yaml"
    file.write_text(f"game: oktoberfest\n{more}", encoding="utf-8")
    kept = tables_of(load(file, Overrides()))
    stein = next(row for row in kept["parts"]["rows"] if row[0] == "Stein")
    assert dict(zip(kept["parts"]["columns"], stein, strict=True))["value"] == value
