"""A cell as JSON for scripts: stable names, lists in seat order, every figure with its standard error.

The JSON is strictly valid: an undefined figure is null, next to the reason; there is no NaN.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from balancer.analysis.estimates import arc as arcs
from balancer.analysis.estimates.catalogue import LENGTHS
from balancer.analysis.estimates.metric import DISTRIBUTION
from balancer.analysis.estimates.metrics import Estimate, Offer, names_for
from balancer.analysis.results import CellResult
from balancer.analysis.tables import SHEETS, View, own_figures

Json = dict[str, Any]

WIN = ("win", "win_se", "win_low", "win_high")
LOSS = ("loss", "loss_se")


def to_json(cell: CellResult, confidence: float = 0.95, seconds_per_decision: float | None = None) -> Json:
    """Return the content of `balancer run --json` for a cell; a sweep is a list of these."""
    view = View(cell, confidence, seconds_per_decision)
    outcomes = (*WIN, *(LOSS if cell.one_loses else ()))
    options = ("per_game", "per_game_se", "options", "options_se")
    return {
        **{key: getattr(cell, key) for key in ("game", "axes", "players", "lineup", "seating", "rules", "seed")},
        "games": cell.games,
        **{key: getattr(cell, key) for key in ("seconds", "compile_seconds")},
        "confidence": confidence,
        **({"precision": cell.precision} if cell.precision else {}),
        "seats": list(_rows(view, "seats", (*outcomes, "score", "score_se")).values()),
        "personas": {
            name: row if row["note"] else {key: row[key] for key in row if key != "note"}
            for name, row in _rows(view, "personas", (*outcomes, "seats_played", "note")).items()
        },
        **{name: _distribution(view, name, DISTRIBUTION) for name in view.lengths},
        "branching": view.figure("branching").value,
        "endings": {name: row["share"] for name, row in _rows(view, "endings", ("share",)).items()},
        "nodes": _rows(view, "nodes", options),
        "metrics": {
            name: _metric(view, offer)
            for name, offer in names_for(cell).items()
            if offer.metric.number and name not in LENGTHS
        },
        "arc": [
            {"at": point.at, **{name: _entry("value", getattr(point, name)) for name in arcs.CURVES}}
            for point in arcs.arc(cell, confidence)
        ],
        "extras": {
            name: {place: _entry("mean", view.figure(offer.name, place)) for place in offer.of}
            or _distribution(view, offer.name, offer.metric.stats)
            for name, offer in own_figures(cell).items()
        },
    }


def _rows(view: View, name: str, keys: Iterable[str]) -> dict[Any, Json]:
    sheet = SHEETS[name]
    readers = {column.name: column.read for column in sheet.columns}
    return {row.item: {key: readers[key](row) for key in keys} for row in sheet.items(view)}


def _entry(key: str, estimate: Estimate) -> Json:
    """Return a figure under `key` with its uncertainty, or null and the reason."""
    entry: Json = {
        key: estimate.value,
        "se": estimate.se,
        "low": estimate.low,
        "high": estimate.high,
        "games": estimate.games,
    }
    if estimate.value is None:
        return {**entry, "reason": estimate.note}
    return {**entry, "note": estimate.note} if estimate.note else entry


def _distribution(view: View, name: str, stats: tuple[str, ...]) -> Json:
    values = {stat: view.figure(name, stat=stat).value for stat in stats}
    return {**_entry("mean", view.figure(name, stat="mean")), **values}  # "se" is that of the mean


def _metric(view: View, offer: Offer) -> Any:
    """Return one metric: per seat a list in their order, per other item by name; null if the game has none."""
    metric = offer.metric
    if offer.reason:
        return {metric.stat: None, "se": None, "reason": f"not assessed: {offer.reason}"}
    if metric.of is None or metric.of_optional:
        if len(metric.stats) > 1:
            return _distribution(view, metric.name, metric.stats)
        return _entry(metric.stat, view.figure(metric.name))
    each = {item: _entry(metric.stat, view.figure(metric.name, item)) for item in offer.of}
    return list(each.values()) if metric.of == "seat" else each
