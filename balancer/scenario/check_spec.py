"""Checks and figures that a scenario names (checks, headline, margins, better), judged by its game's metrics."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.estimates.metric import Metric
from balancer.analysis.estimates.metric_names import (
    EXTRA_PREFIX,
    Offer,
    UnknownNameError,
    find_metric,
    names_for,
    parse,
)
from balancer.analysis.figure_ref import FigureRef, ReportSpec
from balancer.analysis.results import Scope
from balancer.core.game import Extra, Game
from balancer.scenario.faults import Faults
from balancer.scenario.file.models import CheckShape, ReportShape, ScenarioShape, read_shape
from balancer.scenario.file.yaml_source import Path, spelled
from balancer.scenario.literals import Amount, sentence, shown
from balancer.scenario.question import BASE, SEARCHED, Axis, Check
from balancer.scenario.resolve import Resolver
from balancer.scenario.setting import Setting
from balancer.sides import POINTS, SCORE
from balancer.wording import did_you_mean

# Unit -> the lowest and highest bound, the same in words, the suffix of a number.
LIMITS = {"share": (0, 1, "0%..100%", "%"), "difference": (-1, 1, "-100pp..100pp", "pp")}
NOT_ELSEWHERE = ("persona", "persona_entropy")  # metrics of the line-up itself: what they are of, or their names
BOUNDS = ("between", "at_most", "at_least", "equivalent_within")


def unit_for(metric: Metric, stat: str, aim: str) -> str:
    """Return the unit of a metric's statistic; what a search gains is counted in points where these are played for."""
    return POINTS if metric.name in SEARCHED and aim == SCORE else metric.unit_of(stat)


def described(game: Game, players: int, personas: Sequence[str], parts: Sequence[str]) -> Scope:
    """Return the properties of a game with these players that decide which metrics it has."""
    return Scope(
        one_loses=game.one_loses,
        sides=game.sides,
        aim=game.aim,
        starter=game.starter,
        teams=tuple(map(str, game.teams(players))),
        team_seats={str(team): seats for team, seats in game.team_seats(players).items()},
        even_teams=game.has_even_teams(players, game.defaults),
        players=players,
        personas=tuple(dict.fromkeys(personas)),
        endings=game.ending_phrases,
        nodes=tuple(node.name for node in game.nodes),
        parts=tuple(parts),
        extras={extra.name: described_extra(extra) for extra in game.extras},
    )


def scope_of_game(game: Game) -> Scope:
    """Return the same of a game by itself: with most players, and all of its personas and parts."""
    personas = [persona.name for persona in game.personas]
    return described(game, game.most_players, personas, game.read_parts().names)


def described_extra(extra: Extra) -> dict[str, Any]:
    """Return a game's own figure as results and metrics describe it."""
    optional = {"against": extra.against, "title": extra.title, "group": extra.group}
    more = {name: text for name, text in optional.items() if text}
    return {"meaning": extra.meaning, "measure": extra.measure, "unit": extra.unit, **more}


def elsewhere(metric: Metric) -> bool:
    """Return whether a metric can be compared with other line-ups."""
    return metric.of not in NOT_ELSEWHERE and metric.name not in {*NOT_ELSEWHERE, *SEARCHED}


@dataclass
class Judge:
    """The judge of the checks and the report section of one scenario."""

    resolver: Resolver
    faults: Faults
    shape: ScenarioShape
    variants: Mapping[str, Setting]  # all settings by name, including BASE
    axes: Sequence[Axis]
    cells: Sequence[tuple[Mapping[str, Any], Setting]]  # axis values and setting of each cell of the sweep

    # Names ------------------------------------------------------------------------------------------------------------
    def offers(self, settings: Sequence[Setting]) -> dict[str, Offer]:
        """Return the metrics that are defined in any of these settings."""
        personas = dict.fromkeys(name for setting in settings for name in setting.lineup)
        tables = [self.resolver.parts(setting, ()) for setting in settings]
        parts = dict.fromkeys(name for table in tables if table for name in table.names)
        players = max(setting.players for setting in settings)
        return names_for(described(self.resolver.game, players, tuple(personas), tuple(parts)))

    @property
    def anywhere(self) -> dict[str, Offer]:
        """Metrics that are defined in any setting of the scenario."""
        return self.offers([*self.variants.values(), *(setting for _, setting in self.cells)])

    # Checks -----------------------------------------------------------------------------------------------------------
    def checks(self) -> tuple[Check, ...]:
        """Return the valid checks; add the errors of the others to `faults`."""
        checks = []
        for position, value in enumerate(self.shape.checks):
            before, path = len(self.faults), ("checks", position)
            shape = read_shape(CheckShape, value, path, self.faults.add)
            check = None if shape is None else self._check(shape, path)
            self._minutes(check.figure if check else None, (*path, "metric"))
            if check is not None and len(self.faults) == before:
                checks.append(check)
        return tuple(checks)

    def _check(self, shape: CheckShape, path: Path) -> Check | None:
        settings = self._settings(shape, path)
        meant = f"persona_{shape.metric}"
        is_of_persona = shape.each == "persona" or self._is_persona(shape.of)
        if is_of_persona and shape.metric not in self.anywhere and meant in self.anywhere:
            whose = f"persona {shape.of}" if shape.of else "a persona"
            self.faults.add((*path, "metric"), f"unknown metric: {shown(shape.metric)}; for {whose} write {meant}")
            return None
        try:
            shape = self._undotted(shape, path)
            offer = find_metric(self.anywhere, shape.metric)
        except UnknownNameError as error:
            self.faults.add((*path, "metric"), str(error))
            return None
        if shape.each == "side" and offer.metric.of == "seat":  # each seat is a side
            shape = shape.model_copy(update={"each": "seat"})
        if shape.metric in SEARCHED:
            self._searched(shape, path)
        elif offer.reason:
            self.faults.add((*path, "metric"), f"{shape.metric} is not assessed: {offer.reason}")
            return None
        if shape.robust:
            self._robust(shape, offer, settings, path)
        figure = self._figure(shape, offer, settings, path)
        low, high, margin = self._bounds(shape, offer, settings[0].aim, path)
        if figure is None:
            return None
        return Check(
            name=shape.name or "",
            figure=figure,
            each=shape.each or "",
            low=low,
            high=high,
            margin=margin,
            variant=shape.variant or BASE,
            against=shape.against or "",
            cells=_chosen_cells(shape.cells),
            place=spelled(path),
            robust=shape.robust,
        )

    def _undotted(self, shape: CheckShape, path: Path) -> CheckShape:
        """Return a check whose metric is a dotted name, such as seat_win_rate.1, with `of` or `stat` in its place."""
        if "." not in shape.metric.removeprefix(EXTRA_PREFIX):
            return shape
        figure = parse(self.anywhere, shape.metric)
        named = {"of": figure.of, "stat": figure.stat}
        for key, word in named.items():
            if word and getattr(shape, key) is not None:
                metric = shape.metric.removesuffix(f".{word}")
                wrong = f"{shape.metric} already says {word}: write metric: {metric}, or leave {key} out"
                self.faults.add((*path, key), wrong, key=True)
        return shape.model_copy(update={"metric": figure.metric} | {key: word for key, word in named.items() if word})

    def _is_persona(self, name: Any) -> bool:
        settings = [*self.variants.values(), *(setting for _, setting in self.cells)]
        return isinstance(name, str) and any(name in setting.personas for setting in settings)

    def _robust(self, shape: CheckShape, offer: Offer, settings: Sequence[Setting], path: Path) -> None:
        """Add the errors of a check that must pass with other line-ups."""
        where, wrong = (*path, "robust"), ""
        if not elsewhere(offer.metric):
            wrong = f"{shape.metric} is about the line-up itself: it can't be compared with other line-ups"
        elif any(setting.lineup != self.variants[BASE].lineup for setting in settings):
            wrong = "the variant or the cells change the line-up, but robust: true does so, too"
        elif self.faults.document.has(("report", "robustness")) and self.shape.report.robustness == "off":
            wrong = "robust: true needs other line-ups, but report: robustness is off"
        if wrong:
            self.faults.add(where, sentence(wrong, "leave robust out"), key=True)

    def _searched(self, shape: CheckShape, path: Path) -> None:
        """Add the errors of a check whose figure needs a search."""
        for key in ("cells", "against"):
            if getattr(shape, key) not in (None, BASE):  # no set: a mapping has no hash
                why = f"{shape.metric} needs a search for habits: only of the base rules or a variant; leave {key} out"
                self.faults.add((*path, key), why, key=True)
        if not self.resolver.game.habits:
            message = f"{self.resolver.game.title} has no habits, so there is nothing to search"
            self.faults.add((*path, "metric"), message)

    def _settings(self, shape: CheckShape, path: Path) -> list[Setting]:
        """Return the settings that a check is about; BASE if they are wrong, which is reported."""
        for key in ("variant", "against"):
            name = getattr(shape, key)
            if name is not None and name not in self.variants:
                self.faults.unknown((*path, key), "variant", name, list(self.variants), key=False)
        if shape.against is not None and shape.against == (shape.variant or BASE):
            hint = "name the variant that is compared with it" if shape.variant is None else ""
            self.faults.add((*path, "against"), sentence(f"{shape.against} is compared with itself", hint))
        if _chosen_cells(shape.cells) is None:
            chosen = self.variants.get(shape.variant or BASE, self.variants[BASE])
            return [chosen, self.variants.get(shape.against or BASE, chosen)] if shape.against else [chosen]
        return self._cells(shape, (*path, "cells")) or [self.variants[BASE]]

    def _cells(self, shape: CheckShape, path: Path) -> list[Setting]:
        if shape.variant is not None or shape.against is not None:
            self.faults.add(path, "cells are those of the sweep of the base rules; leave variant and against out")
        if shape.cells != "all" and not isinstance(shape.cells, dict):
            allowed = "allowed: all, base, or axis values as in {players: 4}"
            self.faults.add(
                path,
                sentence(
                    f"cells: {shown(shape.cells)} is not allowed", allowed, did_you_mean(shape.cells, ["all", "base"])
                ),
            )
            return []
        if not self.axes:
            self.faults.add(path, "there are no cells: the scenario has no sweep")
            return []
        if shape.cells == "all":
            return [setting for _, setting in self.cells]
        return self._chosen(shape.cells, path)

    def _chosen(self, chosen: Mapping[str, Any], path: Path) -> list[Setting]:
        values = {axis.name: axis.values for axis in self.axes}
        for name, value in chosen.items():
            if name not in values:
                self.faults.unknown((*path, name), "axis of the sweep", name, values, key=True)
            elif _axis_value(value) not in values[name]:
                allowed = ", ".join(map(str, values[name]))
                self.faults.add((*path, name), f"{name}: {shown(value)} is not among its values; allowed: {allowed}")
        chosen_values = {name: _axis_value(value) for name, value in chosen.items()}
        settings = [
            setting
            for axes, setting in self.cells
            if all(axes.get(name) == value for name, value in chosen_values.items())
        ]
        has_axes = any(axes for axes, _ in self.cells)  # not if base or axes are wrong, which is reported
        if has_axes and not settings and all(value in values.get(name, ()) for name, value in chosen_values.items()):
            self.faults.add(path, "no setting of the sweep has this combination of values")
        return settings

    def _figure(self, shape: CheckShape, offer: Offer, settings: Sequence[Setting], path: Path) -> FigureRef | None:
        metric, item = offer.metric, shape.of
        if shape.each is not None:
            if metric.of is None or shape.each != metric.of or item is not None:
                wrong = f"each: {shown(shape.each)} is not allowed"
                right = f"allowed: {metric.of}" if metric.of else f"{metric.name} is a single figure"
                message = "each and of exclude each other" if item is not None else sentence(wrong, right)
                self.faults.add((*path, "each"), message)
                return None
        elif metric.of is not None and item is None and not metric.of_optional and len(offer.of) != 1:
            self.faults.add(
                (*path, "metric"),
                f"{metric.name} is per {metric.of}: write each: {metric.of}, or of: one of {', '.join(offer.of)}",
            )
            return None
        for setting in settings:  # a seat or persona that isn't in one of them can't be checked there
            own = offer if shape.each else self.offers([setting])[offer.name]
            try:
                own.resolve(own.of[0] if shape.each and own.of else item, shape.stat)
            except UnknownNameError as error:
                message, is_stat = str(error), "statistic" in str(error)
                if metric.of == "persona" and not is_stat and self._is_persona(item):
                    message = f"{item} does not play; line-up: {', '.join(dict.fromkeys(setting.lineup))}"
                self.faults.add((*path, "stat" if is_stat else "of"), message)
                return None
        name = "" if item is None else offer.resolve(item)[0]
        stat = offer.statistic(shape.stat, item)
        return FigureRef(offer.name, name or "", "" if stat == metric.stat else stat)

    # Bounds -----------------------------------------------------------------------------------------------------------
    def _bounds(
        self, shape: CheckShape, offer: Offer, aim: str, path: Path
    ) -> tuple[float | None, float | None, float | None]:
        written = [key for key in BOUNDS if getattr(shape, key) is not None]
        if not any(self.faults.document.has((*path, key)) for key in BOUNDS):
            self.faults.add(path, "no bound; allowed: between, at_most, at_least, equivalent_within")
        if len(written) > 1 and set(written) != {"at_most", "at_least"}:
            self.faults.add((*path, written[1]), f"{' and '.join(written)} exclude each other", key=True)
        unit = unit_for(offer.metric, shape.stat or "", aim)
        unit = "difference" if shape.against and unit == "share" else unit
        low, high = self._ends(shape, offer, unit, path)
        if shape.equivalent_within is not None and shape.against is None:
            self.faults.add(
                (*path, "equivalent_within"),
                "equivalent to what? add against: base, or the name of a variant",
                key=True,
            )
        within = (*path, "equivalent_within")
        margin = self.margin(shape.equivalent_within, offer, shape.stat, within) if shape.equivalent_within else None
        return low, high, margin

    def _ends(self, shape: CheckShape, offer: Offer, unit: str, path: Path) -> tuple[float | None, float | None]:
        ends = [(shape.at_least, (*path, "at_least")), (shape.at_most, (*path, "at_most"))]
        if shape.between is not None:
            ends = [(bound, (*path, "between", place)) for place, bound in enumerate(shape.between)]
        low, high = (None if bound is None else self._amount(bound, offer, unit, where) for bound, where in ends)
        if low is not None and high is not None and low > high:
            where = (*path, "between") if shape.between is not None else ends[0][1]
            lower, upper = (bound.written for bound, _ in ends if bound is not None)
            self.faults.add(where, f"the lower bound {lower} is above the upper one {upper}")
        return low, high

    def _amount(self, bound: Amount, offer: Offer, unit: str, path: Path) -> float:
        """Return a bound as a number in the figure's own unit."""
        name, percent = offer.name, f"{bound.value * 100:g}"
        if unit == "difference" and bound.unit == "%":
            self.faults.add(
                path, f"{bound.written} is a share, but {name} is bounded as a difference here; write {percent}pp"
            )
        elif unit == "share" and bound.unit == "pp":
            self.faults.add(path, f"{bound.written} is a difference, but {name} is a share; write {percent}%")
        elif unit not in {"share", "difference", "index", "ratio"} and bound.unit:
            self.faults.add(
                path, f"{name} is counted in {unit or 'numbers'}, not in {bound.unit}; write a plain number"
            )
        elif unit in LIMITS:
            self._within_limits(bound, name, unit, path)
        return bound.value

    def _within_limits(self, bound: Amount, name: str, unit: str, path: Path) -> None:
        low, high, allowed, suffix = LIMITS[unit]
        if not low <= bound.value <= high:
            meant = not bound.unit and low <= bound.value / 100 <= high
            hint = f"write {bound.value:g}{suffix}" if meant else ""
            wrong = f"{bound.written} is out of range for {name}, a {unit}"
            self.faults.add(path, sentence(wrong, f"allowed: {allowed}", hint))

    def margin(self, bound: Amount, offer: Offer, stat: str | None, path: Path) -> float:
        """Return a margin as a number in the figure's own unit."""
        unit = offer.metric.unit_of(stat or "")
        unit = "difference" if unit == "share" else unit
        if bound.value <= 0 or not math.isfinite(bound.value):
            self.faults.add(path, f"{bound.written} is not a margin; allowed: numbers above 0")
            return bound.value
        return self._amount(bound, offer, unit, path)

    # Report -----------------------------------------------------------------------------------------------------------
    def report(self) -> ReportSpec:
        """Return the report section; add its errors to the faults."""
        shape, offers, path = self.shape.report, self.anywhere, ("report",)
        headline = [self._named(offers, name, (*path, "headline", n)) for n, name in enumerate(shape.headline)]
        for position, figure in enumerate(headline):
            self._minutes(figure, (*path, "headline", position))
        better, margins = {}, {}
        for name, way in shape.better.items():
            figure = self._named(offers, name, (*path, "better", name), key=True)
            if figure:
                better[figure.name] = way
        for name, bound in shape.margins.items():
            where = (*path, "margins", name)
            figure = self._named(offers, name, where, key=True)
            if figure:
                margins[figure.name] = self.margin(bound, offers[figure.metric], figure.stat or None, where)
        figures = tuple(figure for figure in headline if figure)
        others = self._robustness(shape, (*path, "robustness"))
        pace, answer = shape.seconds_per_decision, shape.answer or ""
        skill = shape.robustness != "off"
        return ReportSpec(shape.confidence, figures, better, margins, pace, others, answer, skill)

    def _robustness(self, shape: ReportShape, path: Path) -> tuple[str, ...] | None:
        """Return the personas of the other line-ups: () for all, None for no other line-ups."""
        if shape.robustness is None or isinstance(shape.robustness, str):
            return () if shape.robustness == "personas" else None
        personas = self.variants[BASE].personas
        for position, name in enumerate(shape.robustness):
            if name not in personas:
                self.faults.unknown((*path, position), "persona", name, list(personas), key=False)
        return tuple(dict.fromkeys(shape.robustness))

    def _minutes(self, figure: FigureRef | None, path: Path) -> None:
        if figure and figure.metric == "minutes" and self.shape.report.seconds_per_decision is None:
            self.faults.add(path, "minutes need seconds_per_decision, under report")

    def _named(self, offers: Mapping[str, Offer], dotted: str, path: Path, *, key: bool = False) -> FigureRef | None:
        """Return the figure with a dotted name: ``ending_share.instant``, ``rounds.p90``."""
        try:
            ref = parse(offers, dotted)
        except UnknownNameError as error:
            self.faults.add(path, str(error), key)
            return None
        reason = offers[ref.metric].reason
        if reason:
            self.faults.add(path, f"{ref.metric} is not assessed: {reason}", key)
            return None
        return ref


def contradictions(checks: Sequence[Check]) -> list[str]:
    """Return a warning for each two checks of the same figure whose bounds exclude each other."""
    return [
        f"{other.place} and {check.place} can't both pass: their bounds exclude each other"
        for later, check in enumerate(checks)
        for other in checks[:later]
        if _subject(check) == _subject(other) and _exclude_each_other(check, other)
    ]


def _subject(check: Check) -> tuple[Any, ...]:
    cells = None if check.cells is None else sorted(check.cells.items(), key=repr)
    return check.figure, check.each, check.variant, check.against, cells


def _exclude_each_other(*checks: Check) -> bool:
    lows = [check.low for check in checks if check.low is not None]
    highs = [check.high for check in checks if check.high is not None]
    return bool(lows and highs) and max(lows) > min(highs)


def _chosen_cells(cells: Any) -> Mapping[str, Any] | None:
    if cells is None or cells == BASE:
        return None  # one setting: the base rules, or a variant
    # Axis values that choose cells: {} for all.
    return {name: _axis_value(value) for name, value in cells.items()} if isinstance(cells, dict) else {}


def _axis_value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
