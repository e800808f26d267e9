"""The accepted baseline of a scenario: ``<name>.baseline.json`` beside it, and what has changed since.

It holds every headline figure of the base rules and of every cell with its interval, and all by which one can tell
later what changed: the resolved base rules, digests of the other sections, of the component tables and of the sources.
docs/checks.md describes the file.
"""

from __future__ import annotations

import json
import pathlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.verdicts import Accepted
from balancer.checks.claims import Place
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import clipped
from balancer.scenario.resolved import Scenario, setting_dict
from balancer.simulation import provenance, store
from balancer.simulation.jobs import parts_of

FORMAT = 1
"""Version of the file's shape; files of another version are refused."""

SUFFIX = ".baseline.json"

CONFIDENCE = 0.999
"""Of the intervals in the file: near the levels at which suites of many figures need them."""

ENGINE = "the engine"

MARKS = (1_000, 10_000)
"""Numbers of first games whose digest is kept, beside that of all: a quick check of as many knows them again."""

SECTIONS = ("variants", "sweep", "checks", "report")
"""Sections of a scenario besides its base rules."""

WIDTH = 120
"""Of a line of the file."""


@dataclass(frozen=True)
class AcceptedPlace:
    """What was accepted of the base rules (axes None) or of a cell.

    marks: number of first games -> digest of their tally; figures: by their dotted names.
    """

    axes: Mapping[str, Any] | None
    determined_by: str
    parts: str
    games: int
    marks: Mapping[str, str]
    figures: Mapping[str, Accepted]


@dataclass(frozen=True)
class Baseline:
    """An accepted baseline as read from its file."""

    path: pathlib.Path
    told: Mapping[str, Any]
    places: Mapping[str, AcceptedPlace]

    def of(self, place: Place) -> AcceptedPlace | None:
        """What was accepted of a place; None if nothing was."""
        return self.places.get(place_key(place.axes))


def place_key(axes: Mapping[str, Any] | None) -> str:
    """The base rules (None) or a cell, by its axis values alone."""
    return "base" if axes is None else store.canonical(dict(axes))


def path_of(scenario: Scenario) -> pathlib.Path | None:
    """Where a scenario's baseline lies; None for one that is in no file."""
    return None if scenario.file is None else scenario.file.with_name(f"{scenario.file.stem}{SUFFIX}")


def strays(scenario: Scenario) -> list[pathlib.Path]:
    """Baselines beside the scenario whose own scenario is gone: it may have been renamed."""
    if scenario.file is None:
        return []
    found = sorted(scenario.file.parent.glob(f"*{SUFFIX}"))
    return [path for path in found if not any(_scenario_of(path, suffix).exists() for suffix in (".yaml", ".yml"))]


def _scenario_of(path: pathlib.Path, suffix: str = ".yaml") -> pathlib.Path:
    return path.with_name(path.name.removesuffix(SUFFIX) + suffix)


# Reading --------------------------------------------------------------------------------------------------------------
def read(scenario: Scenario) -> Baseline | None:
    """The baseline of a scenario, None where it has none; ScenarioError where it can't be used."""
    path = path_of(scenario)
    if path is None:
        return None
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise _refused(path, f"can't be read: {error}") from None
    return _baseline(path, _unmarked(path, text), scenario)


def _refused(path: pathlib.Path, message: str) -> ScenarioError:
    return ScenarioError([Fault(str(path), message)])


AGAIN = 'restore the file, or accept anew: balancer check {} --accept "why"'


def _again(path: pathlib.Path) -> str:
    return AGAIN.format(_scenario_of(path))


def _unmarked(path: pathlib.Path, text: str) -> dict[str, Any]:
    try:
        told = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"{path}:{error.lineno}:{error.colno}"
        raise ScenarioError([Fault(where, f"no whole JSON ({error.msg}): cut short?; {_again(path)}")]) from None
    except ValueError as error:  # a number of thousands of digits
        raise _refused(path, f"no figures of ours ({clipped(str(error))}); {_again(path)}") from None
    except RecursionError:
        raise _refused(path, f"nested too deeply for a baseline; {_again(path)}") from None
    if not isinstance(told, dict) or "content" not in told or "format" not in told:
        raise _refused(path, f"this is no baseline; {_again(path)}")
    if told["format"] != FORMAT:
        raise _refused(path, f"format {told['format']!r} is not known; this release reads {FORMAT}; {_again(path)}")
    if told.pop("content") != _digest(told):
        raise _refused(path, f"its figures are not as they were accepted: edited by hand?; {_again(path)}")
    return told


def _digest(told: Mapping[str, Any]) -> str:
    """The digest of a file's content; '' where it holds what no file of ours does (NaN, halves of characters)."""
    try:
        return store.digest(told)
    except ValueError:
        return ""


def _baseline(path: pathlib.Path, told: dict[str, Any], scenario: Scenario) -> Baseline:
    if told["game"] != scenario.game.name:
        wrong = f"a baseline of {told['game']}, but {scenario.file} is about {scenario.game.name}"
        raise _refused(path, f"{wrong}; {_again(path)}")
    confidence = float(told["confidence"])
    places = {}
    for one in told["places"]:
        figures = {
            name: Accepted(figure["value"], figure["low"], figure["high"], confidence)
            for name, figure in one["figures"].items()
        }
        place = AcceptedPlace(one["axes"], one["determined_by"], one["parts"], int(one["games"]), one["marks"], figures)
        places[place_key(place.axes)] = place
    return Baseline(path, told, places)


# Writing --------------------------------------------------------------------------------------------------------------
def told_place(
    place: Place, cell: Mapping[str, Any], marks: Mapping[int, str], figures: Mapping[str, Any]
) -> dict[str, Any]:
    """A place as the file tells it; cell: as played; figures: name -> {"value", "low", "high", "games"}."""
    return {
        "axes": None if place.axes is None else dict(place.axes),
        "games": cell["games"],
        "figures": dict(figures),
        "marks": {str(games): mark for games, mark in marks.items()},
        "determined_by": rules_digest(place),
        "parts": cell["parts_digest"],
    }


def write(scenario: Scenario, places: Sequence[Mapping[str, Any]], reason: str) -> bool:
    """Write the baseline of a scenario that is in a file; False where the file says the same already.

    It is left alone then: other sources, versions and reasons are no other games and figures.  StoreError where it
    can't be written.
    """
    path = path_of(scenario)
    if path is None:
        message = "a scenario that is in no file has no baseline"
        raise ValueError(message)
    accepted = _content(scenario, places, reason)
    if _says_the_same(path, accepted):
        return False
    store.write_atomically(path, "\n".join(_lines({**accepted, "content": store.digest(accepted)})) + "\n")
    return True


def _says_the_same(path: pathlib.Path, accepted: Mapping[str, Any]) -> bool:
    """Whether a baseline has the same rules, games and figures."""
    try:
        known = _unmarked(path, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ScenarioError):
        return False
    return all(known.get(key) == value for key, value in accepted.items() if key not in CIRCUMSTANCES)


CIRCUMSTANCES = ("title", "reason", "accepted", "versions", "engine")
"""What a baseline says about its acceptance, not about games and figures."""


def _content(scenario: Scenario, places: Sequence[Mapping[str, Any]], reason: str) -> dict[str, Any]:
    content = {
        "format": FORMAT,
        "scenario": scenario.name,
        "title": scenario.title,
        "game": scenario.game.name,
        "reason": reason,
        "accepted": time.strftime("%Y-%m-%d"),
        "seed": scenario.seed,
        "games": max(place["games"] for place in places),
        "confidence": CONFIDENCE,
        "versions": provenance.versions(),
        "engine": scenario.game.sources,
        "base": _base(scenario),
        "sections": section_digests(scenario),
        "places": list(places),
    }
    simple: dict[str, Any] = _simple(content)
    return simple


def _lines(value: Any, before: str = "", indent: int = 0, after: str = "") -> Iterator[str]:
    """JSON that reads well and gives short differences: what fits into a line stands in one."""
    short = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list) or indent + len(before) + len(short) < WIDTH:
        yield f"{' ' * indent}{before}{short}{after}"
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    named = value.items() if isinstance(value, dict) else ((None, item) for item in value)
    items = [("" if name is None else f"{json.dumps(name, ensure_ascii=False)}: ", item) for name, item in named]
    yield f"{' ' * indent}{before}{opening}"
    for number, (key, item) in enumerate(items, 1):
        yield from _lines(item, key, indent + 1, "," if number < len(items) else "")
    yield f"{' ' * indent}{closing}{after}"


# What has changed -----------------------------------------------------------------------------------------------------
def rules_digest(place: Place) -> str:
    """Digest of all that decides the games of a place but seed, number, component table and sources."""
    return store.digest(_simple({key: told for key, told in place.cell.determined_by().items() if key != "seed"}))


def section_digests(scenario: Scenario) -> dict[str, str]:
    """Digest of each section of the scenario besides its base rules; variants by what they change in these."""
    told = _simple(scenario.to_dict())
    base = _base(scenario)
    told["variants"] = {name: list(_differences(base, variant)) for name, variant in told["variants"].items()}
    return {name: store.digest(told[name]) for name in SECTIONS}


def _base(scenario: Scenario) -> Any:
    return _simple(setting_dict(scenario.base, scenario.game))


def _simple(value: Any) -> Any:
    """A value as JSON gives it back: tuples as lists."""
    return json.loads(json.dumps(value))


def changes(baseline: Baseline, scenario: Scenario, places: Sequence[Place]) -> list[str]:
    """What is not as it was when the baseline was accepted, in words; [] if nothing."""
    told = baseline.told
    found = list(_differences(told["base"], _base(scenario)))
    sections = section_digests(scenario)
    follows = {"variants"} if found else set()  # they are told as differences from these
    follows |= {"sweep"} if collapsed(baseline, scenario) else set()
    own = [name for name in SECTIONS if name not in follows]
    found += [f"the scenario's {name}" for name in own if told["sections"].get(name) != sections[name]]
    if told["engine"] != scenario.game.sources:
        found.append(f"{ENGINE} (the sources of the core and of {scenario.game.name})")
    if any(_parts_changed(baseline.of(place), place) for place in places):
        found.append("the component table")
    if told["seed"] != scenario.seed:
        found.append(f"seed {told['seed']} → {scenario.seed}")
    return found


def _differences(old: Any, new: Any, name: str = "") -> Iterator[str]:
    if not isinstance(old, dict) or not isinstance(new, dict):
        if old != new:
            yield f"{name} {_word(old)} → {_word(new)}"
        return
    for key in dict.fromkeys([*old, *new]):
        yield from _differences(old.get(key), new.get(key), f"{name}.{key}" if name else key)


def _word(value: Any) -> str:
    return "nothing" if value is None else "…" if isinstance(value, dict) else json.dumps(value, ensure_ascii=False)


def _parts_changed(accepted: AcceptedPlace | None, place: Place) -> bool:
    cell = place.cell
    return accepted is not None and accepted.parts != parts_of(cell.game, cell.parts_path).digest


def renamed(baseline: Baseline, scenario: Scenario) -> str:
    """A note where the baseline was accepted under another name; '' where it wasn't."""
    old = baseline.told["scenario"]
    return "" if old == scenario.name else f"the baseline was accepted as {old}: the scenario was renamed or copied"


def gone(baseline: Baseline, places: Sequence[Place]) -> list[Mapping[str, Any]]:
    """The axes of accepted cells that the scenario has no longer."""
    known = {place_key(place.axes) for place in places}
    return [place.axes for key, place in baseline.places.items() if key not in known and place.axes is not None]


def collapsed(baseline: Baseline, scenario: Scenario) -> bool:
    """Whether the command line took an axis of the sweep away, so that cells are no longer those accepted."""
    accepted = {name for place in baseline.places.values() for name in place.axes or ()}
    return bool(scenario.options) and bool(accepted - {axis.name for axis in scenario.axes})
