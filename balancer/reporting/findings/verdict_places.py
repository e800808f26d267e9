"""Where cells of a sweep are, in few words: `at win_threshold 22 with 4 players and 18 with 5 players`."""

from __future__ import annotations

from collections.abc import Sequence

from balancer.reporting.axis import Axis
from balancer.reporting.sweep_grid import BASE_NAME, Sweep
from balancer.wording import listed, plural

MAX_GROUPS = 5
"""Groups of cells named in a sentence; the others are counted."""


def where(sweep: Sweep, cells: Sequence[int]) -> str:
    """Where cells are: `at win_threshold 22 with 4 players and 18 with 5 players`."""
    if sweep.base_apart and sweep.base in cells:
        base = f"under the {BASE_NAME} ({sweep.base_values})"
        others = [cell for cell in cells if cell != sweep.base]
        return f"{where(sweep, others)}, and {base}" if others else base
    if sweep.mode == "sample" and len(sweep.axes) > 1:
        named = [f"({sweep.name(cell)})" for cell in cells]
        return f"in {plural(len(cells), 'cell')}: {listed(some_of(named))}"
    if sweep.mode == "one_at_a_time" and len(sweep.axes) > 1:
        return listed(some_of(_changes(sweep, cells)))
    main = sweep.main_axis
    axis = sweep.axes[main]
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell in cells:
        groups.setdefault(without_axis(sweep.places[cell], main), []).append(cell)
    along: dict[tuple[int, ...], list[int]] = {}
    for _, group in sorted(groups.items()):
        places = tuple(sorted((sweep.places[cell][main] for cell in group), key=axis.order))
        along.setdefault(places, []).append(group[0])
    parts = [_part(sweep, places, rest, first=number == 0) for number, (places, rest) in enumerate(along.items())]
    several = any(" and " in part or ", " in part for part in parts)
    return "; ".join(some_of(parts)) if several else listed(some_of(parts))


def _changes(sweep: Sweep, cells: Sequence[int]) -> list[str]:
    """Single changes by the axis that they are on: `under the base rules`, `with 1 to 4 dice`."""
    found = [sweep.phrase(sweep.base)] if sweep.base in cells else []
    for k, axis in enumerate(sweep.axes):
        base = sweep.places[sweep.base][k]
        places = sorted({sweep.places[cell][k] for cell in cells} - {base}, key=axis.order)
        found += [axis.phrases(places)] if places else []
    return found


def _part(sweep: Sweep, places: Sequence[int], cells: Sequence[int], *, first: bool) -> str:
    """Values of the main axis, and where on the others: `at win_threshold 18 and 20 with 4 players`."""
    main = sweep.main_axis
    axis = sweep.axes[main]
    values = _values(axis, places, first=first)
    if len(sweep.axes) == 1:
        return values
    rest = sweep.phrases(cells, without=main)
    if axis.name == "players" and len(cells) == 1:
        return f"{values}{',' if ' and ' in rest else ' and'} {rest.removeprefix('with ')}"
    return f"{values}{',' if rest.startswith('whatever') else ''} {rest}"


def without_axis(at: Sequence[int], main: int) -> tuple[int, ...]:
    """The places of a cell on all axes but one."""
    return (*at[:main], *at[main + 1 :])


def _values(axis: Axis, places: Sequence[int], *, first: bool) -> str:
    """Values of an axis in a phrase: `with any number of players`; numbers alone where the axis was named before."""
    if len(places) == len(axis.values) > 1:
        if axis.name == "players":
            return f"with any {axis.label}"
        return f"{'at ' if first else ''}every {axis.label}" if axis.numeric else f"whatever {axis.noun}"
    if first or not axis.numeric:
        return axis.phrases(places)
    return listed(axis.ranges(places))


def some_of(names: Sequence[str]) -> list[str]:
    """The first few names, and how many more there are."""
    if len(names) <= MAX_GROUPS:
        return list(names)
    return [*names[:MAX_GROUPS], f"{len(names) - MAX_GROUPS} more"]
