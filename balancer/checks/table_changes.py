"""Which rows of a component table have changed since a baseline was accepted: by name, with their figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from balancer.core.component_table import NAME
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import changes_of
from balancer.wording import plural, some

Table = Mapping[str, Sequence[Any]]  # a table as a baseline keeps it: {"columns": names, "rows": values in that order}


def tables_of(scenario: Scenario) -> dict[str, Any]:
    """The component tables of the base rules, by the knobs that name them, with the figures that `parts:` changes."""
    base, found = scenario.base, {}
    for knob, table in scenario.game.components.items():
        path = base.table_files.get(knob) or scenario.game.own_table(knob)
        columns = [column.name for column in table.columns]
        rows = [[row[column] for column in columns] for _, row in table.lines(path, changes_of(base.figures, knob))]
        found[knob] = {"columns": columns, "rows": rows}
    return found


def changed_rows(accepted: Mapping[str, Table], now: Mapping[str, Table]) -> str:
    """The rows that differ, as in `Stein: value 9 → 8; Pint is gone`; '' if none does or nothing was kept."""
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
    """The rows by name; rows without names by their place."""
    found: dict[str, list[dict[str, Any]]] = {}
    for number, values in enumerate(table["rows"], 1):
        row = dict(zip(table["columns"], values, strict=True))
        found.setdefault(str(row.get(NAME) or f"row {number}"), []).append(row)
    return found


def _figures(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for column in dict.fromkeys([*was, *now]):
        old, new = (_word(row.get(column)) for row in (was, now))
        if old != new:
            yield f"{column} {old} → {new}"


def _word(value: Any) -> str:
    return "nothing" if value in (None, "") else str(value)
