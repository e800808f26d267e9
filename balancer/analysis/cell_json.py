"""A cell as JSON for scripts: names that stay, lists in seat order, every figure with its standard error.

Strictly valid JSON: what is undefined is null, with the reason beside it; there is no NaN.
"""

from __future__ import annotations

from typing import Any

from balancer.analysis import arc as arcs
from balancer.analysis.catalogue import LENGTHS
from balancer.analysis.metric import DISTRIBUTION
from balancer.analysis.metrics import Estimate, Offer, estimate, names_for
from balancer.analysis.results import CellResult

Json = dict[str, Any]


def to_json(cell: CellResult, confidence: float = 0.95, seconds_per_decision: float | None = None) -> Json:
    """The content of `balancer run --json` for a cell; a sweep is a list of these."""
    writer = _Writer(cell, confidence, seconds_per_decision)
    return {
        **{key: getattr(cell, key) for key in ("game", "axes", "players", "lineup", "seating", "rules", "seed")},
        "games": cell.games,
        **{key: getattr(cell, key) for key in ("seconds", "compile_seconds")},
        "confidence": confidence,
        **({"precision": cell.precision} if cell.precision else {}),
        "seats": [writer.seat(seat) for seat in range(1, cell.players + 1)],
        "personas": {name: writer.persona(name) for name in cell.tally["personas"]},
        **{name: writer.length(name) for name in LENGTHS if name != "minutes" or seconds_per_decision is not None},
        "branching": writer.figure("branching").value,
        "endings": {name: writer.figure("ending_share", of=name).value for name in cell.tally["endings"]},
        "nodes": {name: writer.node(name) for name in writer.offers["node_options"].of},
        "metrics": writer.metrics(),
        "arc": [writer.arc_point(point) for point in arcs.arc(cell, confidence)],
        "extras": {name: writer.entry("mean", writer.figure(f"extras.{name}")) for name in cell.extras},
    }


class _Writer:
    """Reads the figures of a cell and lays them out."""

    def __init__(self, cell: CellResult, confidence: float, seconds_per_decision: float | None) -> None:
        self.cell = cell
        self.confidence = confidence
        self.seconds_per_decision = seconds_per_decision
        self.offers = names_for(cell)

    def figure(self, name: str, of: object = None, stat: str | None = None) -> Estimate:
        return estimate(
            self.cell,
            name,
            of=of,
            stat=stat,
            confidence=self.confidence,
            seconds_per_decision=self.seconds_per_decision,
        )

    def entry(self, key: str, found: Estimate) -> Json:
        """A figure under `key` with its uncertainty, or null and the reason."""
        entry: Json = {key: found.value, "se": found.se, "low": found.low, "high": found.high, "games": found.games}
        if found.value is None:
            return {**entry, "reason": found.note}
        return {**entry, "note": found.note} if found.note else entry

    def seat(self, seat: int) -> Json:
        win, score = self.figure("seat_win_rate", of=seat), self.figure("score", of=seat)
        entry = {"win": win.value, "win_se": win.se, "win_low": win.low, "win_high": win.high}
        if self.cell.one_loses:
            loss = self.figure("seat_loss_rate", of=seat)
            entry |= {"loss": loss.value, "loss_se": loss.se}
        return {**entry, "score": score.value, "score_se": score.se}

    def persona(self, name: str) -> Json:
        win = self.figure("persona_win_rate", of=name)
        entry: Json = {"win": win.value, "win_se": win.se, "win_low": win.low, "win_high": win.high}
        if self.cell.one_loses:
            loss = self.figure("persona_loss_rate", of=name)
            entry |= {"loss": loss.value, "loss_se": loss.se}
        entry["seats_played"] = sum(self.cell.tally["personas"][name]["games"])
        return {**entry, "note": win.note} if win.note else entry

    def length(self, name: str) -> Json:
        return self.distribution(name, DISTRIBUTION)

    def distribution(self, name: str, stats: tuple[str, ...]) -> Json:
        """All statistics of a quantity; `se` is that of the mean."""
        mean = self.figure(name, stat="mean")
        entry = {stat: self.figure(name, stat=stat).value for stat in stats}
        return {**self.entry("mean", mean), **entry}

    def node(self, name: str) -> Json:
        decisions, options = self.figure("node_decisions", of=name), self.figure("node_options", of=name)
        return {
            "per_game": decisions.value,
            "per_game_se": decisions.se,
            "options": options.value,
            "options_se": options.se,
        }

    def arc_point(self, point: arcs.ArcPoint) -> Json:
        """A point of the arc: the share of the game, and each curve's figure under its name."""
        return {"at": point.at, **{name: self.entry("value", getattr(point, name)) for name in arcs.CURVES}}

    def metrics(self) -> Json:
        """Every metric, but lengths and extras, which have keys of their own; null with the reason if not assessed."""
        return {
            name: self.metric(offer)
            for name, offer in self.offers.items()
            if offer.metric.number and name not in LENGTHS
        }

    def metric(self, offer: Offer) -> Any:
        """One metric: of seats a list in their order, of anything else by name; null where the game has none."""
        metric = offer.metric
        if offer.reason:
            return {metric.stat: None, "se": None, "reason": f"not assessed: {offer.reason}"}
        if metric.of is None or metric.of_optional:
            if len(metric.stats) > 1:
                return self.distribution(metric.name, metric.stats)
            return self.entry(metric.stat, self.figure(metric.name))
        each = {of: self.entry(metric.stat, self.figure(metric.name, of=of)) for of in offer.of}
        return list(each.values()) if metric.of == "seat" else each
