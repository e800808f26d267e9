"""Tidy tables of one or many cells: one row an observation, figures with their uncertainty, nothing rounded.

Every table begins with `cell` (from 1, in the order of the sweep) and a column for each axis; seats count from 1.
`columns` explains every column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from balancer.analysis import arc as arcs
from balancer.analysis.catalogue import LENGTHS
from balancer.analysis.column_docs import COLUMNS, TEXT
from balancer.analysis.estimators import coverage_note
from balancer.analysis.intervals.elementary import Sums, credit_interval, critical_z
from balancer.analysis.metric import DISTRIBUTION
from balancer.analysis.metrics import Estimate, confidence_of, estimate, names_for
from balancer.analysis.results import CellResult

Row = dict[str, Any]


# Axes ----------------------------------------------------------------------------------------------------------------
def axis_columns(placed: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Axis -> column name: the last word of its path where that is unmistakable, else the whole path.

    placed: of each cell its axes with their values.  'rules.win_threshold' becomes 'win_threshold'; two axes of one
    last word, or one named as a table's own column, keep their paths.
    """
    axes = list(dict.fromkeys(axis for axes in placed for axis in axes))
    taken = Counter(axis.rpartition(".")[2] for axis in axes)
    own = {"cell"}.union(*COLUMNS.values())

    def column(axis: str) -> str:
        short = axis.rpartition(".")[2]
        return axis if taken[short] > 1 or short in own else short

    return {axis: column(axis) for axis in axes}


def shown(value: Any) -> Any:
    """An axis value as a table holds it: lists joined to text."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def _leading(cells: Sequence[CellResult]) -> Iterator[tuple[CellResult, Row]]:
    """Each cell with the columns that lead its rows."""
    names = axis_columns(cell.axes for cell in cells)
    for number, cell in enumerate(cells, start=1):
        yield cell, {"cell": number, **{names[axis]: shown(value) for axis, value in cell.axes.items()}}


def _table(name: str, cells: Sequence[CellResult], rows_of: Callable[[CellResult], Iterable[Row]]) -> pd.DataFrame:
    """All rows of a table; its columns are those of COLUMNS, in that order, even where there are no rows."""
    rows = [{**leading, **row} for cell, leading in _leading(cells) for row in rows_of(cell)]
    columns = ["cell", *axis_columns(cell.axes for cell in cells).values(), *COLUMNS[name]]
    table = pd.DataFrame(rows, columns=list(dict.fromkeys(columns)))
    for column in set(COLUMNS[name]) - TEXT:
        table[column] = pd.to_numeric(table[column])
    return table


# Tables --------------------------------------------------------------------------------------------------------------
def cells_table(cells: Sequence[CellResult], base: int | None = None) -> pd.DataFrame:
    """What was played, one row per cell; base: number of the cell with the base rules, if there is one."""
    table = _table("cells", cells, _cells)
    table["label"] = ["base" if number == base else "" for number in range(len(cells))]
    return table


def _cells(cell: CellResult) -> Iterator[Row]:
    tally, precision = cell.tally, cell.precision or {}
    yield {
        **{key: getattr(cell, key) for key in ("game", "players", "seating", "seed")},
        "lineup": shown(cell.lineup),
        "games": tally["games"],
        "won": tally["won"],
        "shared": tally["shared"],
        **{key: precision.get(key) for key in ("wanted", "half_width", "looks")},
    }


def seats(cells: Sequence[CellResult], confidence: float = 0.95) -> pd.DataFrame:
    """Win, loss and score by seat."""
    return _table("seats", cells, lambda cell: _seats(cell, confidence))


def _seats(cell: CellResult, confidence: float) -> Iterator[Row]:
    for seat in range(1, cell.players + 1):
        win = estimate(cell, "seat_win_rate", of=seat, confidence=confidence)
        advantage = estimate(cell, "seat_advantage", of=seat, confidence=confidence)
        yield {
            "seat": seat,
            **_named("win", win),
            **_named("advantage", advantage),
            **_named("loss", estimate(cell, "seat_loss_rate", of=seat, confidence=confidence)),
            **_named("score", estimate(cell, "score", of=seat, confidence=confidence)),
            "games": win.games,
        }


def _named(name: str, found: Estimate) -> Row:
    """The columns of a figure: its value under its name, its uncertainty under names that begin so."""
    return {name: found.value, f"{name}_se": found.se, f"{name}_low": found.low, f"{name}_high": found.high}


def _uncertainty(found: Estimate) -> Row:
    """The columns that say how sure the one figure of a row is."""
    return {"se": found.se, "low": found.low, "high": found.high, "games": found.games}


def personas(cells: Sequence[CellResult], confidence: float = 0.95) -> pd.DataFrame:
    """Win rate and lift by persona."""
    return _table("personas", cells, lambda cell: _personas(cell, confidence))


def _personas(cell: CellResult, confidence: float) -> Iterator[Row]:
    for persona, sums in cell.tally["personas"].items():
        win = estimate(cell, "persona_win_rate", of=persona, confidence=confidence)
        yield {
            "persona": persona,
            "claim": cell.personas.get(persona, {}).get("claim", ""),
            **_named("win", win),
            **_named("loss", estimate(cell, "persona_loss_rate", of=persona, confidence=confidence)),
            **_named("lift", estimate(cell, "persona_lift", of=persona, confidence=confidence)),
            "seats_played": sum(sums["games"]),
            "games": win.games,
            "note": win.note or coverage_note(cell, persona),
        }


def persona_seats(cells: Sequence[CellResult], confidence: float = 0.95) -> pd.DataFrame:
    """Win rate of each persona in each seat it took."""
    return _table("persona_seats", cells, lambda cell: _persona_seats(cell, confidence))


def _persona_seats(cell: CellResult, confidence: float) -> Iterator[Row]:
    tally = cell.tally
    taken = [
        (persona, seat, Sums(games, sums["credit"][seat], sums["squares"][seat], tally["credit_unit"]))
        for persona, sums in tally["personas"].items()
        for seat, games in enumerate(sums["games"])
        if games
    ]
    z = critical_z(confidence_of(cell, confidence), max(1, len(taken)))
    for persona, seat, credit in taken:
        low, high = credit_interval(credit, z)
        yield {
            "persona": persona,
            "seat": seat + 1,
            "win": credit.mean,
            "win_low": low,
            "win_high": high,
            "win_se": credit.se,
            "games": credit.n,
        }


def length(
    cells: Sequence[CellResult],
    confidence: float = 0.95,
    seconds_per_decision: float | None = None,
) -> pd.DataFrame:
    """How long games are: rounds, turns, decisions, and minutes where a pace is given."""
    return _table("length", cells, lambda cell: _length(cell, confidence, seconds_per_decision))


def _length(cell: CellResult, confidence: float, seconds: float | None) -> Iterator[Row]:
    for quantity in LENGTHS if seconds is not None else LENGTHS[:-1]:
        found = {
            stat: estimate(cell, quantity, stat=stat, confidence=confidence, seconds_per_decision=seconds)
            for stat in DISTRIBUTION
        }
        mean = found["mean"]
        yield {
            "quantity": quantity,
            **{stat: each.value for stat, each in found.items()},
            **_uncertainty(mean),
        }


def endings(cells: Sequence[CellResult], confidence: float = 0.95) -> pd.DataFrame:
    """How often games end in each way."""
    return _table("endings", cells, lambda cell: _endings(cell, confidence))


def _endings(cell: CellResult, confidence: float) -> Iterator[Row]:
    for ending, count in cell.tally["endings"].items():
        found = estimate(cell, "ending_share", of=ending, confidence=confidence)
        yield {
            "ending": ending,
            "count": count,
            "share": found.value,
            **_uncertainty(found),
        }


def arc(cells: Sequence[CellResult], confidence: float = 0.95) -> pd.DataFrame:
    """After each tenth of a game: how often the leader wins, leads until the end, and the winner is last."""
    return _table("arc", cells, lambda cell: _arc(cell, confidence))


def _arc(cell: CellResult, confidence: float) -> Iterator[Row]:
    for point in arcs.arc(cell, confidence):
        curves = {name: getattr(point, name) for name in arcs.CURVES}
        named = [_named(name, found) for name, found in curves.items()]
        yield {"at": point.at, **named[0], **named[1], **named[2], "games": point.leads.games}


def nodes(cells: Sequence[CellResult], confidence: float = 0.95) -> pd.DataFrame:
    """Decisions and options by kind of decision."""
    return _table("nodes", cells, lambda cell: _nodes(cell, confidence))


def _nodes(cell: CellResult, confidence: float) -> Iterator[Row]:
    for node in cell.scope.nodes:
        decisions = estimate(cell, "node_decisions", of=node, confidence=confidence)
        yield {
            "node": node,
            "per_game": decisions.value,
            "per_game_se": decisions.se,
            **_named("options", estimate(cell, "node_options", of=node, confidence=confidence)),
            "games": decisions.games,
        }


def metrics(
    cells: Sequence[CellResult],
    confidence: float = 0.95,
    seconds_per_decision: float | None = None,
) -> pd.DataFrame:
    """Every figure that has a name, in long form: metric, of, statistic, value, uncertainty."""
    return _table("metrics", cells, lambda cell: _metrics(cell, confidence, seconds_per_decision))


def _metrics(cell: CellResult, confidence: float, seconds: float | None) -> Iterator[Row]:
    for name, of, stat in figures(cell):
        if name == "minutes" and seconds is None:
            continue
        found = estimate(cell, name, of=of, stat=stat, confidence=confidence, seconds_per_decision=seconds)
        yield {"metric": name, "of": of or "", "stat": stat, **vars(found)}
    for name, offer in names_for(cell).items():
        if not offer.metric.assessed:
            nothing = Estimate(None, None, None, None, 0, offer.metric.unit, f"not assessed: {offer.reason}")
            yield {"metric": name, "of": "", "stat": offer.metric.stat, **vars(nothing)}


def figures(cell: CellResult) -> Iterator[tuple[str, str | None, str]]:
    """(metric, of, statistic) of every figure this release assesses; one for what the game hasn't got."""
    for name, offer in names_for(cell).items():
        metric = offer.metric
        if not metric.assessed or (offer.reason and metric.of):
            continue
        if offer.reason:
            yield name, None, metric.stat
        elif metric.of is None or metric.of_optional:
            yield from ((name, None, stat) for stat in metric.stats)
        yield from ((name, of, metric.stat) for of in offer.of if not offer.reason)


def extras(cells: Sequence[CellResult], confidence: float = 0.95) -> pd.DataFrame:
    """The games' own figures."""
    return _table("extras", cells, lambda cell: _extras(cell, confidence))


def _extras(cell: CellResult, confidence: float) -> Iterator[Row]:
    for name, extra in cell.extras.items():
        found = estimate(cell, f"extras.{name}", confidence=confidence)
        yield {
            "extra": name,
            "meaning": extra["meaning"],
            "measure": extra["measure"],
            "mean": found.value,
            **_uncertainty(found),
        }


def parts(cells: Sequence[CellResult], confidence: float = 0.95) -> pd.DataFrame:
    """Win rate of those who have a part."""
    return _table("parts", cells, lambda cell: _parts(cell, confidence))


def _parts(cell: CellResult, confidence: float) -> Iterator[Row]:
    for part in cell.scope.parts:
        lift = estimate(cell, "part_lift", of=part, confidence=confidence)
        yield {
            "part": part,
            "win": None if lift.value is None else lift.value + 1 / cell.players,
            "win_se": lift.se,
            **_named("lift", lift),
            "seats_held": cell.tally["ratios"][f"part.{part}"][1],
            "games": lift.games,
        }


def histograms(cells: Sequence[CellResult]) -> pd.DataFrame:
    """The whole distribution of each quantity for which the tally keeps it."""
    return _table("histograms", cells, _histograms)


def _histograms(cell: CellResult) -> Iterator[Row]:
    for quantity, kept in cell.tally["histograms"].items():
        total = sum(kept["counts"].values())
        for value, count in sorted((int(value), count) for value, count in kept["counts"].items()):
            yield {"quantity": quantity, "value": value / kept["unit"], "games": count, "share": count / total}


def all_tables(
    cells: Sequence[CellResult],
    confidence: float = 0.95,
    seconds_per_decision: float | None = None,
    base: int | None = None,
) -> dict[str, pd.DataFrame]:
    """Every table by name, in the order of COLUMNS; base: number of the cell with the base rules, if there is one."""
    return {
        "cells": cells_table(cells, base),
        "seats": seats(cells, confidence),
        "personas": personas(cells, confidence),
        "persona_seats": persona_seats(cells, confidence),
        "length": length(cells, confidence, seconds_per_decision),
        "endings": endings(cells, confidence),
        "arc": arc(cells, confidence),
        "nodes": nodes(cells, confidence),
        "metrics": metrics(cells, confidence, seconds_per_decision),
        "extras": extras(cells, confidence),
        "parts": parts(cells, confidence),
        "histograms": histograms(cells),
    }


def columns(cells: Sequence[CellResult] = ()) -> pd.DataFrame:
    """Every column of every table with its meaning; the axes of `cells` and `cell` are in each table."""
    common = {"cell": "number of the cell, from 1, in the order of the sweep"}
    common |= {column: _axis_meaning(axis) for axis, column in axis_columns(cell.axes for cell in cells).items()}
    rows = [
        {"table": table, "column": column, "meaning": meaning}
        for table, own in COLUMNS.items()
        for column, meaning in {**common, **own}.items()
    ]
    return pd.DataFrame(rows, columns=["table", "column", "meaning"])


def _axis_meaning(axis: str) -> str:
    if axis.startswith("rules."):
        return f"axis of the sweep: the rule {axis.removeprefix('rules.')}"
    return f"axis of the sweep: {axis}"
