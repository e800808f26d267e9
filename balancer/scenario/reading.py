"""The base rules, variants and sweep of one scenario, read with its game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from balancer.core.table import MAX_LINEUP
from balancer.scenario import plan
from balancer.scenario.file.models import ScenarioShape, SettingShape, Span, SweepShape
from balancer.scenario.file.yaml_source import Path
from balancer.scenario.levers import FigureLever, Lever, PersonaLever, named
from balancer.scenario.literals import sentence, shown
from balancer.scenario.question import BASE, Axis
from balancer.scenario.resolve import Resolver, Written
from balancer.scenario.resolved import GAMES, MAX_GAMES, MAX_TIMES, UNSEATED, usual_games
from balancer.scenario.setting import Setting
from balancer.wording import listed, plural

MAX_CELLS = 10_000

Swept = tuple[tuple[Mapping[str, Any], Setting], ...]  # axis values and setting of every cell


@dataclass
class ScenarioReader:
    """The reader of one scenario's settings and sweep."""

    resolver: Resolver
    warnings: list[str]
    shape: ScenarioShape
    own: dict[str, tuple[Lever, ...]] = field(default_factory=dict)  # levers that each variant sets itself
    is_sound: bool = True  # whether the base rules are valid, so that what depends on them can be checked

    def __post_init__(self) -> None:
        self.faults, self.document = self.resolver.faults, self.resolver.document

    @property
    def until_decided(self) -> bool:
        """Whether cells are played until they are decided; this is the default of a sweep."""
        shape = self.shape
        if shape.until_decided is not None:
            return shape.until_decided
        return shape.games is None and shape.precision is None and bool(shape.sweep and shape.sweep.axes)

    def games(self, settings: Sequence[Setting]) -> tuple[int | None, int | None]:
        """Return the games per cell (None if a precision decides), and their maximum (None if they are fixed).

        settings: all that may be played.  If a persona in them thinks ahead, plain Python plays a plain file: slowly.
        """
        shape = self.shape
        named = [setting.personas.get(name) for setting in settings for name in setting.lineup]
        has_thinkers = any(persona and persona.search for persona in named)

        def usual_number(games: int) -> int:
            return usual_games(self.resolver.game, games, is_plain=has_thinkers)

        if shape.until_decided and shape.precision is not None:
            self.faults.add(("until_decided",), "until_decided and precision exclude each other", key=True)
        if shape.games is not None and shape.precision is not None:
            self.faults.add(
                ("precision",), "games and precision exclude each other; with precision write max_games", key=True
            )
        if shape.max_games is not None and shape.precision is None and not self.until_decided:
            self.faults.add(("max_games",), "max_games needs precision or until_decided", key=True)
        if shape.precision is not None:
            return None, shape.max_games or usual_number(MAX_GAMES)
        usual = shape.games or usual_number(GAMES)
        if not self.until_decided:
            return usual, None
        return usual, shape.max_games or min(usual_number(MAX_GAMES), MAX_TIMES * usual)

    def warn_unreachable(self, settings: Sequence[Setting]) -> None:
        """Warn of a precision that the maximum of games misses by a factor of 2 or more."""
        from balancer.analysis.intervals.sequential import narrowest

        precision, (_, most) = self.shape.precision, self.games(settings)
        if precision is None or most is None:
            return
        width = max(narrowest(most, setting.players, self.shape.report.confidence) for setting in settings)
        if width > 2 * precision:
            self.warnings.append(f"±{precision * 100:g}pp takes more than the maximum of {most:_} games per setting")

    # Settings ---------------------------------------------------------------------------------------------------------
    def settings(self, weights: Sequence[tuple[str, Any, str]] = ()) -> tuple[Setting, dict[str, Setting]]:
        """Return the base setting and that of every variant.  weights: of personas (`overrides.Changes`)."""
        before = len(self.faults)
        resolver, shapes = self.resolver, self.shape.variants
        base = resolver.changed(resolver.printed(), self.shape.personas, resolver.written(self.shape, ()), ())
        base = self._weighted(base, weights)
        self.is_sound = len(self.faults) == before and self._check_playable(base, ())
        written = {name: list(resolver.written(shape, ("variants", name))) for name, shape in shapes.items()}
        base = self._with_printed(base, [lever for levers in written.values() for lever, _, _ in levers])
        variants = {}
        for name, shape in shapes.items():
            path = ("variants", name)
            if name == BASE:
                self.faults.add(path, f"{BASE} means the rules without any variant; choose another name", key=True)
            variants[name] = self._variant(base, shape, written[name], path)
            bound = [lever.bind(base, resolver) for lever, _, _ in written[name]]
            levers = [lever for lever in bound if isinstance(lever, Lever)]
            self.own[name] = (*levers, *map(PersonaLever, shape.personas))
        return base, variants

    def _with_printed(self, base: Setting, varied: list[Lever]) -> Setting:
        """Return the base with the printed value of every figure that axes or variants change."""
        axes = [named(name) for name in (self.shape.sweep.axes if self.shape.sweep else ())]
        for lever in dict.fromkeys([*axes, *varied]):
            figure = lever.bind(base, self.resolver) if isinstance(lever, FigureLever) else None
            if isinstance(figure, FigureLever) and figure.figure not in base.figures:
                base = figure.set(base, figure.get(base, self.resolver), self.resolver)
        return base

    def _weighted(self, setting: Setting, weights: Sequence[tuple[str, Any, str]]) -> Setting:
        """Return the setting with the habits and mistakes of ``--set personas.…``."""
        for name, value, option in weights:
            self.document.options["--set", name] = option
            setting = self.resolver.turned(setting, named(name), value, ("--set", name), what="name")
        return setting

    def _variant(self, base: Setting, shape: SettingShape, written: Written, path: Path) -> Setting:
        before = len(self.faults)
        if self.document.get(path) == {}:
            self.faults.add(path, f"{path[-1]} changes nothing", key=True)
        setting = self.resolver.changed(base, shape.personas, written, path)
        if self.is_sound and len(self.faults) == before:
            self._check_playable(setting, path)
        return setting

    def _check_playable(self, setting: Setting, path: Path) -> bool:
        imagined = len(self.resolver.game.imagined([setting.personas[name] for name in setting.lineup]))
        if imagined and len(setting.lineup) + imagined > MAX_LINEUP:
            most = MAX_LINEUP - imagined
            message = f"lineup: {len(setting.lineup)} personas and one thinks ahead; allowed then: {most} at most"
            self.faults.add((*path, "lineup"), message)
            return False
        problems = self.resolver.problems(setting, (*path, "rules"))
        for knob, message in problems:
            where = self.resolver.by_short(knob).path if knob else ("rules",)
            fault = self.document.fault((*path, *where), "")
            names_knob = not knob or (not fault.text and knob in re.findall(r"\w+", fault.place))
            self.faults.add((*path, *where), message if names_knob else f"{knob}: {message}")
        return not problems

    # Sweep ------------------------------------------------------------------------------------------------------------
    def sweep(self, base: Setting) -> tuple[tuple[Axis, ...], Swept, bool]:
        """Return the axes, every cell's axis values and setting, and whether the base follows as an extra last cell.

        Only the base is returned if there is no valid sweep.
        """
        shape = self.shape.sweep
        if shape is None:
            return (), (({}, base),), False
        before = len(self.faults)
        levers: dict[str, Lever] = {}
        axes = self._axes(shape, base, levers)
        self._lengths(shape, axes)
        if not self.is_sound or len(self.faults) > before:
            return axes, (({}, base),), False
        at_base = {name: lever.get(base, self.resolver) for name, lever in levers.items()}
        swept: list[tuple[Mapping[str, Any], Setting]] = []
        for values in plan.combinations(shape.mode, axes, at_base, (shape.cells or 0, shape.seed)):
            setting = base
            for name, value in values.items():
                setting = levers[name].set(setting, value, self.resolver)
            swept.append((values, setting))
        self._cell_problems(swept, at_base)
        base_is_extra = shape.mode in {"grid", "zip"} and not plan.on_axes(shape.mode, axes, at_base)
        if base_is_extra:
            swept.append((at_base, base))
        return axes, tuple(swept), base_is_extra

    def _axes(self, shape: SweepShape, base: Setting, levers: dict[str, Lever]) -> tuple[Axis, ...]:
        """Return the valid axes, and add their levers to `levers`."""
        if self.document.get(("sweep", "axes")) == {}:
            self.faults.add(
                ("sweep", "axes"),
                "no axis; allowed: rules.KNOB, players, lineup and others, with their values",
                key=True,
            )
        axes = []
        for name, written in shape.axes.items():
            path: Path = ("sweep", "axes", name)
            lever = self.resolver.lever(name, base)
            if isinstance(lever, str):
                self.faults.add(path, lever, key=True)
                continue
            items, places = self._values(name, written, path)
            values = [lever.check(item, p, self.resolver, base.personas) for item, p in zip(items, places, strict=True)]
            seen: set[str] = set()
            for place, item in zip(places, items, strict=True):
                if repr(item) in seen:
                    self.faults.add(place, f"{name}: {shown(item)} appears twice")
                seen.add(repr(item))
            levers[name] = lever
            axes.append(Axis(name, tuple(values)))
        return tuple(axes)

    def _values(self, name: str, written: list[Any] | Span, path: Path) -> tuple[list[Any], list[Path]]:
        """Return the values of an axis as written, and their positions."""
        if isinstance(written, list):
            if not written:
                self.faults.add(path, f"{name}: an axis needs at least one value")
            return written, [(*path, place) for place in range(len(written))]
        if written.first > written.last:
            self.faults.add(
                path, f"{name}: from {written.first} to {written.last} goes down; write the smaller number first"
            )
            return [], []
        length = (written.last - written.first) // written.step + 1
        if length > MAX_CELLS:
            self.faults.add(path, f"{name}: {length:_} values; allowed: {MAX_CELLS:_} at most")
            return [], []
        values = list(range(written.first, written.last + 1, written.step))
        if values[-1] != written.last:
            self.warnings.append(
                f"the axis {name} ends at {values[-1]}: steps of {written.step} don't reach {written.last}"
            )
        return list(values), [(*path, "from"), *[path] * (len(values) - 2), (*path, "to")][: len(values)]

    def _lengths(self, shape: SweepShape, axes: tuple[Axis, ...]) -> None:
        if shape.mode == "zip" and len({len(axis.values) for axis in axes}) > 1:
            lengths = ", ".join(f"{axis.name} has {len(axis.values)}" for axis in axes)
            self.faults.add(("sweep", "mode"), f"zip takes axes of the same length; {lengths}")
        if shape.mode == "sample" and shape.cells is None:
            wrong = sentence("cells is missing, the number of combinations to play", "write cells: 200")
            self.faults.add(("sweep", "mode"), wrong)
        for key in ("cells", "seed"):
            if shape.mode != "sample" and key in shape.model_fields_set:
                wrong = sentence(f"{key} goes with mode: sample", f"mode is {shape.mode}")
                self.faults.add(("sweep", key), wrong, key=True)
        number = plan.number_of_cells(shape.mode, axes, shape.cells or 0)
        if number > MAX_CELLS:
            hint = (
                "write larger steps, fewer axes, mode: one_at_a_time, or mode: sample with cells: 200"
                if shape.mode == "grid"
                else ""
            )
            self.faults.add(
                ("sweep", "axes"), sentence(f"{number:_} settings; allowed: {MAX_CELLS:_} at most", hint), key=True
            )

    def _cell_problems(self, swept: list[tuple[Mapping[str, Any], Setting]], base: Mapping[str, Any]) -> None:
        """Report cells that can't be played, once for every axis value that is to blame."""
        unplayable: dict[Path, list[str]] = {}
        for values, setting in swept:
            for knob, message in self.resolver.problems(setting, ("sweep", "axes")):
                cell = ", ".join(f"{named(name).short} {value}" for name, value in values.items())
                text = f"{knob}: {message}" if knob else message
                path = self._blame(knob, values, base)
                unplayable.setdefault(path, []).append(f"{text} (in the setting {cell})" if len(values) > 1 else text)
        for path, messages in unplayable.items():
            more = f" and {len(messages) - 1} more such settings" if len(messages) > 1 else ""
            self.faults.add(path, messages[0] + more)

    def _blame(self, knob: str, values: Mapping[str, Any], base: Mapping[str, Any]) -> Path:
        own = self.resolver.by_short(knob).name
        changed = [name for name, value in values.items() if value != base[name]]
        name = own if own in values else [*changed, *values][0]
        path: Path = ("sweep", "axes", name)
        written = self.document.get(path)
        if isinstance(written, list):
            for place, value in enumerate(written):
                if value == values[name] or (isinstance(value, list) and tuple(value) == values[name]):
                    return (*path, place)
        return path

    # Warnings ---------------------------------------------------------------------------------------------------------
    def warn_unused(self, base: Setting, variants: Mapping[str, Setting], swept: Swept) -> None:
        """Warn of personas, axes and seats that have no effect."""
        settings = [base, *variants.values(), *(setting for _, setting in swept)]
        seated = {name for setting in settings for name in setting.lineup}
        declared = [*self.shape.personas, *(name for v in self.shape.variants.values() for name in v.personas)]
        for name in dict.fromkeys(declared):
            if name not in seated:
                self.warnings.append(f"the persona {name} {UNSEATED}")
        for axis in self.shape.sweep.axes if self.shape.sweep else ():
            if why := named(axis).why_unused(setting for _, setting in swept):
                self.warnings.append(f"the axis {axis} {why}")
        uneven = _uneven(base)
        for name, setting in {"": base, **variants}.items():
            if "lineup" in self.shape.model_fields_set and setting.seating != "fixed":
                own = _uneven(setting)
                differs = own != uneven and name
                self.warnings += [f"in the variant {name} {warning}" if differs else warning for warning in own]
        same = [name for name, setting in variants.items() if setting == base]
        self.warnings += [
            f"the variant {name} changes nothing: its rules and players are those of the base" for name in same
        ]
        for setting in settings:
            if setting.seating == "fixed" and 1 < len(setting.lineup) < setting.players:
                first = listed(setting.lineup[: setting.players % len(setting.lineup)])
                more = f": {first} in more seats than the others" if first else ""
                number = f"{len(setting.lineup)} personas take {setting.players} seats in turn"
                self.warnings += [f"seating is fixed: {number}{more}"] if more else []
            if setting.seating == "fixed" and len(setting.lineup) > setting.players:
                idle = ", ".join(setting.lineup[setting.players :])
                self.warnings.append(f"seating is fixed: with {setting.players} players {idle} never play")
        self.warnings[:] = list(dict.fromkeys(self.warnings))


def _uneven(setting: Setting) -> list[str]:
    """Return a warning if the line-up does not fill the table evenly."""
    names, players = len(setting.lineup), setting.players
    if len(set(setting.lineup)) < 2 or players % names == 0:  # noqa: PLR2004  one persona fills any table
        return []
    seats = f"the line-up has {names} personas for {plural(players, 'player')}"
    if names > players:
        return [f"{seats}: with seating: {setting.seating} each sits out in some games"]
    return [f"{seats}: with seating: {setting.seating} they take turns at playing more than one seat"]
