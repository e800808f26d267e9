"""Rows of a component table that changed since a baseline was accepted, by name and with their figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from balancer.core.component_table import NAME
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import changes_of
from balancer.wording import plural, some

Table = Mapping[str, Sequence[Any]]  # a table as a baseline keeps it: {"columns": names, "rows": values in that order}


def tables_of(scenario: Scenario) -> dict[str, Any]:
    """Return the component tables of the base rules, by their knobs, with the figures that `parts:` changes."""
    base, tables = scenario.base, {}
    for knob, table in scenario.game.components.items():
        path = base.table_files.get(knob) or scenario.game.own_table(knob)
        columns = [column.name for column in table.columns]
        rows = [[row[column] for column in columns] for _, row in table.lines(path, changes_of(base.figures, knob))]
        tables[knob] = {"columns": columns, "rows": rows}
    return tables


def changed_rows(accepted: Mapping[str, Table], now: Mapping[str, Table]) -> str:
    """Return the rows that differ, as in `Stein: value 9 → 8; Pint is gone`; '' if none differ or none were stored."""
    phrases = [phrase for knob, table in now.items() if knob in accepted for phrase in _changes(accepted[knob], table)]
    return some(phrases)


def _changes(old: Table, new: Table) -> Iterator[str]:
    before, after = _by_name(old), _by_name(new)
    for name in dict.fromkeys([*before, *after]):
        was, now = before.get(name, []), after.get(name, [])
        if was == now:
            continue
        if not was or not now:
            yield f"{name} is {'new' if not was else 'gone'}"
        elif len(was) == len(now) == 1:
            yield f"{name}: {', '.join(_figures(was[0], now[0]))}"
        elif len(was) != len(now):
            yield f"{name}: {plural(len(now), 'row')}, {len(was)} before"
        else:
            yield f"{name}: {sum(row not in was for row in now)} of {len(now)} rows"


def _by_name(table: Table) -> dict[str, list[dict[str, Any]]]:
    """Group the rows by name; a row without a name is called by its number."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for number, values in enumerate(table["rows"], 1):
        row = dict(zip(table["columns"], values, strict=True))
        rows.setdefault(str(row.get(NAME) or f"row {number}"), []).append(row)
    return rows


def _figures(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for column in dict.fromkeys([*was, *now]):
        values = (row.get(column) for row in (was, now))
        old, new = ("nothing" if value in (None, "") else str(value) for value in values)
        if old != new:
            yield f"{column} {old} → {new}"
