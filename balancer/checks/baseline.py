"""The accepted baseline of a scenario, the file ``<name>.baseline.json`` next to it: read, accept, write, compare.

The file holds every headline figure of the base rules and of every cell with its interval.  It also holds the
resolved base rules and digests of the other sections, of the component tables and of the sources, so that a later
check can say which inputs changed.  docs/checks.md describes the file.
"""

from __future__ import annotations

import dataclasses
import json
import pathlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.estimates.estimate import Estimate
from balancer.analysis.figure_ref import FigureRef
from balancer.analysis.intervals import sequential
from balancer.analysis.results import CellResult
from balancer.analysis.verdicts import Accepted
from balancer.checks.claims import (
    Budget,
    CheckedSetting,
    baseline_settings,
    headline_figures,
    job_of,
    margin_of,
    measured,
)
from balancer.core.component_table import NAME
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.literals import clipped
from balancer.scenario.resolved import Scenario
from balancer.scenario.setting import changes_of, plain_setting
from balancer.simulation import keys, provenance, store
from balancer.simulation.jobs import parts_of
from balancer.simulation.runner import Runner
from balancer.simulation.stopping import FixedGames
from balancer.wording import plural, some

FORMAT = 1  # version of the file's format; files of another version are refused
SUFFIX = ".baseline.json"
CONFIDENCE = 0.999  # of the intervals in the file: near the levels that suites of many figures need
ENGINE = "the engine"  # begins the phrase on changed sources, in `changes`
MARKS = (1_000, 10_000)  # the digest of so many first games is also stored: a quick check of that size compares it
# the distributions that the marks of a baseline cover
MARKED_HISTOGRAMS = ("rounds", "turns", "decisions", "margin", "winner_score", "score")

SECTIONS = ("variants", "sweep", "checks", "report")  # sections of a scenario besides its base rules
WIDTH = 120  # maximum length of a line of the file


@dataclass(frozen=True)
class AcceptedSetting:
    """The accepted figures of the base rules or of a cell."""

    axes: Mapping[str, Any] | None  # values of the cell; None for the base rules
    determined_by: str  # `rules_digest`
    parts: str  # digest of the component table
    games: int
    marks: Mapping[str, str]  # number of first games -> digest of their tally
    figures: Mapping[str, Accepted]  # by dotted name


@dataclass(frozen=True)
class Baseline:
    """An accepted baseline as read from its file."""

    path: pathlib.Path
    content: Mapping[str, Any]
    settings: Mapping[str, AcceptedSetting]

    def of(self, setting: CheckedSetting) -> AcceptedSetting | None:
        """Return the accepted figures of a setting, None if there are none."""
        return self.settings.get(setting_key(setting.axes))


def setting_key(axes: Mapping[str, Any] | None) -> str:
    """Return the key of the base rules (None), or of a cell from its axis values."""
    return "base" if axes is None else keys.canonical(dict(axes))


def path_of(scenario: Scenario) -> pathlib.Path | None:
    """Return the path of a scenario's baseline, None if the scenario has no file."""
    return None if scenario.file is None else scenario.file.with_name(f"{scenario.file.stem}{SUFFIX}")


def orphans(scenario: Scenario) -> list[pathlib.Path]:
    """Return baselines in the folder whose scenario is missing, if this scenario has none: it may have been renamed."""
    own = path_of(scenario)
    if own is None or own.exists():
        return []
    baselines = sorted(own.parent.glob(f"*{SUFFIX}"))
    return [path for path in baselines if not any(_scenario_of(path, suffix).exists() for suffix in (".yaml", ".yml"))]


def _scenario_of(path: pathlib.Path, suffix: str = ".yaml") -> pathlib.Path:
    return path.with_name(path.name.removesuffix(SUFFIX) + suffix)


# Reading --------------------------------------------------------------------------------------------------------------
def read(scenario: Scenario) -> Baseline | None:
    """Read the baseline of a scenario, None if there is none; ScenarioError if it can't be used."""
    path = path_of(scenario)
    if path is None:
        return None
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise _refused(path, f"it is not UTF-8 text; {_remedy(path)}") from None
    except OSError as error:
        raise _refused(path, f"can't be read: {error}") from None
    return _baseline_from(path, _checked_content(path, text), scenario)


def _refused(path: pathlib.Path, message: str) -> ScenarioError:
    return ScenarioError([Fault(str(path), message)])


AGAIN = 'restore the file, or accept again: balancer check {} --accept "why"'


def _remedy(path: pathlib.Path) -> str:
    return AGAIN.format(_scenario_of(path))


def _checked_content(path: pathlib.Path, text: str) -> dict[str, Any]:
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"{path}:{error.lineno}:{error.colno}"
        raise ScenarioError([Fault(where, f"incomplete JSON ({error.msg}): truncated?; {_remedy(path)}")]) from None
    except ValueError as error:  # a number of thousands of digits
        raise _refused(path, f"not written by balancer ({clipped(str(error))}); {_remedy(path)}") from None
    except RecursionError:
        raise _refused(path, f"nested too deeply for a baseline; {_remedy(path)}") from None
    if not isinstance(content, dict) or "content" not in content or "format" not in content:
        raise _refused(path, f"not a baseline; {_remedy(path)}")
    if content["format"] != FORMAT:
        raise _refused(path, f"unknown format {content['format']!r}; this release reads {FORMAT}; {_remedy(path)}")
    if content.pop("content") != _digest(content):
        raise _refused(path, f"its figures differ from those accepted: edited by hand?; {_remedy(path)}")
    return content


def _digest(content: Mapping[str, Any]) -> str:
    """Return the digest of a file's content, '' if it holds what balancer never writes (NaN, lone surrogates)."""
    try:
        return keys.digest(content)
    except ValueError:
        return ""


def _baseline_from(path: pathlib.Path, content: dict[str, Any], scenario: Scenario) -> Baseline:
    if content["game"] != scenario.game.name:
        wrong = f"a baseline of {content['game']}, but {scenario.file} is about {scenario.game.name}"
        raise _refused(path, f"{wrong}; {_remedy(path)}")
    confidence = float(content["confidence"])
    settings = {}
    for record in content["places"]:
        figures = {
            name: Accepted(figure["value"], figure["low"], figure["high"], confidence)
            for name, figure in record["figures"].items()
        }
        axes, games = record["axes"], int(record["games"])
        settings[setting_key(axes)] = AcceptedSetting(
            axes, record["determined_by"], record["parts"], games, record["marks"], figures
        )
    return Baseline(path, content, settings)


# Accepting ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Acceptance:
    """The accepted settings of a scenario, as the file stores them."""

    settings: tuple[dict[str, Any], ...]
    coarse: tuple[str, ...]  # figures that are still too imprecise, with their settings


def accept(scenario: Scenario, budget: Budget, runner: Runner) -> Acceptance:
    """Play each setting until its figures have intervals of half their margins, or the budget is spent."""
    settings, coarse, pace = [], list[str](), scenario.report.seconds_per_decision
    games_of_looks = [*(mark for mark in MARKS if mark < budget.first), *sequential.looks(budget.most, budget.first)]
    for setting in baseline_settings(scenario):
        job, marks, estimates, wide = job_of(setting), dict[int, str](), dict[FigureRef, Estimate](), list[str]()
        result: Any = None
        for games in games_of_looks:
            (result,) = runner.play([job], FixedGames(games))
            marks[games] = mark_of(result)
            estimates = {
                figure: measured(result, figure, CONFIDENCE, pace)
                for figure in headline_figures(scenario, setting.cell.lineup, setting.offers)
            }
            wide = [figure.name for figure, now in estimates.items() if _is_wide(scenario, setting, figure, now)]
            if games >= budget.first and not wide:
                break
        coarse += [f"{name} ({setting.name})" for name in wide]
        records = {figure.name: _record(now) for figure, now in estimates.items()}
        settings.append(setting_record(setting, result, marks, records))
    return Acceptance(tuple(settings), tuple(coarse))


def mark_of(result: CellResult) -> str:
    """Return a digest of a cell's tally: the same games give the same digest.

    It covers only the distributions that every baseline holds; others add nothing about the games.
    """
    histograms = {name: result.tally["histograms"][name] for name in MARKED_HISTOGRAMS}
    return keys.digest({**result.tally, "histograms": histograms})[: keys.KEY_DIGITS]


def _is_wide(scenario: Scenario, setting: CheckedSetting, figure: FigureRef, now: Estimate) -> bool:
    """Return whether the interval of a figure extends by more than half of its margin to one side."""
    if now.value is None:
        return False
    if now.low is None or now.high is None:
        return True
    margin = margin_of(scenario, figure, setting.unit(figure), now.value)
    return max(now.high - now.value, now.value - now.low) > margin / 2


def _record(now: Estimate) -> dict[str, Any]:
    # Eight digits, so that a figure fits into one line of the file.
    numbers = {"value": now.value, "low": now.low, "high": now.high}
    record: dict[str, Any] = {key: None if n is None else float(f"{n:.8g}") for key, n in numbers.items()}
    record["games"] = now.games
    return {**record, "reason": now.note} if now.value is None else record


# Writing --------------------------------------------------------------------------------------------------------------
def setting_record(
    setting: CheckedSetting, cell: CellResult, marks: Mapping[int, str], figures: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a setting as the file stores it; figures: name -> {"value", "low", "high", "games"}."""
    return {
        "axes": None if setting.axes is None else dict(setting.axes),
        "games": cell.games,
        "figures": dict(figures),
        "marks": {str(games): mark for games, mark in marks.items()},
        "determined_by": rules_digest(setting),
        "parts": cell.parts_digest,
    }


def write(scenario: Scenario, settings: Sequence[Mapping[str, Any]], reason: str) -> bool:
    """Write the baseline of a scenario that has a file; return False if games and figures are the same as in the file.

    The file then stays as it is, whatever the sources, versions and reason.  StoreError: it can't be written.
    """
    path = path_of(scenario)
    assert path is not None  # noqa: S101 - it has a file
    accepted = _content(scenario, settings, reason)
    if _is_same(path, accepted):
        return False
    store.write_atomically(path, "\n".join(_lines({**accepted, "content": keys.digest(accepted)})) + "\n")
    return True


def _is_same(path: pathlib.Path, accepted: Mapping[str, Any]) -> bool:
    """Return whether the file holds the same rules, games and figures."""
    try:
        stored = _checked_content(path, path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ScenarioError):
        return False
    return all(stored.get(key) == value for key, value in accepted.items() if key not in CIRCUMSTANCES)


CIRCUMSTANCES = ("title", "reason", "accepted", "versions", "engine")  # of the acceptance, not about games and figures


def _content(scenario: Scenario, settings: Sequence[Mapping[str, Any]], reason: str) -> dict[str, Any]:
    content = {
        "format": FORMAT,
        "scenario": scenario.name,
        "title": scenario.title,
        "game": scenario.game.name,
        "reason": reason,
        "accepted": time.strftime("%Y-%m-%d"),
        "seed": scenario.seed,
        "games": max(setting["games"] for setting in settings),
        "confidence": CONFIDENCE,
        "versions": provenance.versions(),
        "engine": scenario.game.sources,
        "base": _base(scenario),
        "sections": section_digests(scenario),
        "places": list(settings),
        **({"tables": tables_of(scenario)} if scenario.game.components else {}),
    }
    simple: dict[str, Any] = _simple(content)
    return simple


def _lines(value: Any, before: str = "", indent: int = 0, after: str = "") -> Iterator[str]:
    """Yield the lines of a JSON text with short diffs: each value that fits into a line takes one line."""
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
def rules_digest(setting: CheckedSetting) -> str:
    """Return a digest of what determines a setting's games, except seed, number, component table and sources."""
    return keys.digest(_simple({key: value for key, value in setting.cell.determined_by().items() if key != "seed"}))


def section_digests(scenario: Scenario) -> dict[str, str]:
    """Return a digest of each section of the scenario next to the base rules; variants count by their changes."""
    sections = _simple(scenario.question.to_json())
    base = _base(scenario)
    sections["variants"] = {name: list(_differences(base, variant)) for name, variant in sections["variants"].items()}
    return {name: keys.digest(sections[name]) for name in SECTIONS}


def _base(scenario: Scenario) -> Any:
    return _simple(plain_setting(scenario.base, scenario.game).to_json())


def _simple(value: Any) -> Any:
    return json.loads(json.dumps(value))  # tuples become lists, as in the file


def setting_as_accepted(baseline: Baseline, scenario: Scenario, setting: CheckedSetting) -> CheckedSetting | None:
    """Return the setting as it was accepted, None if more than rules and habits has changed since, or nothing.

    It is today's setting with the base rules and habits of the baseline; its digest equals the accepted one.
    """
    accepted, then = baseline.of(setting), baseline.content["base"]
    if accepted is None or accepted.determined_by == rules_digest(setting) or baseline.content["seed"] != scenario.seed:
        return None
    cell, own = setting.cell, set(setting.axes or ())
    rules = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in then["rules"].items()
        if name in cell.rules and name not in cell.tables and f"rules.{name}" not in own
    }
    usual = {habit.name: habit.default for habit in scenario.game.habits}
    personas = dict(cell.personas)
    for name in personas.keys() & then["personas"].keys():
        today, before = personas[name], then["personas"][name]
        habits = {
            habit: value
            for habit, value in before["habits"].items()
            if habit in today.habits or value != usual.get(habit)
        }
        personas[name] = dataclasses.replace(today, habits=habits, mistakes=before["mistakes"])
    was = dataclasses.replace(setting, cell=dataclasses.replace(cell, rules={**cell.rules, **rules}, personas=personas))
    return was if accepted.determined_by == rules_digest(was) and not _parts_changed(accepted, was) else None


def changes(baseline: Baseline, scenario: Scenario, settings: Sequence[CheckedSetting]) -> list[str]:
    """Return a phrase for each input that changed since the baseline was accepted."""
    accepted = baseline.content
    then = {**_simple(scenario.game.defaults), **accepted["base"]["rules"]}  # a rule added since was as printed
    changed = list(_differences({**accepted["base"], "rules": then}, _base(scenario)))
    sections = section_digests(scenario)
    follows = {"variants"} if changed else set()  # their digests are of differences from the base rules
    follows |= {"sweep"} if collapsed(baseline, scenario) else set()
    own = [name for name in SECTIONS if name not in follows]
    changed += [f"the scenario's {name}" for name in own if accepted["sections"].get(name) != sections[name]]
    if accepted["engine"] != scenario.game.sources:
        changed.append(f"{ENGINE} (the sources of the core and of {scenario.game.name})")
    if any(_parts_changed(baseline.of(setting), setting) for setting in settings):
        rows = changed_rows(accepted.get("tables", {}), _simple(tables_of(scenario)))
        what = "a component table" if len(scenario.game.components) > 1 else "the component table"
        changed.append(f"{what} ({rows})" if rows else what)
    if accepted["seed"] != scenario.seed:
        changed.append(f"seed {accepted['seed']} → {scenario.seed}")
    return changed


def _differences(old: Any, new: Any, name: str = "") -> Iterator[str]:
    if not isinstance(old, dict) or not isinstance(new, dict):
        if old != new:
            yield f"{name} {_word(old)} → {_word(new)}"
        return
    for key in dict.fromkeys([*old, *new]):
        yield from _differences(old.get(key), new.get(key), f"{name}.{key}" if name else key)


def _word(value: Any) -> str:
    return "nothing" if value is None else "…" if isinstance(value, dict) else json.dumps(value, ensure_ascii=False)


def _parts_changed(accepted: AcceptedSetting | None, setting: CheckedSetting) -> bool:
    cell = setting.cell
    return accepted is not None and accepted.parts != parts_of(cell.game, cell.table_files, cell.figures).digest


def renamed(baseline: Baseline, scenario: Scenario) -> str:
    """Return a note if the baseline was accepted under another name, '' if not."""
    old = baseline.content["scenario"]
    return "" if old == scenario.name else f"the baseline was accepted as {old}: the scenario was renamed or copied"


def removed_cells(baseline: Baseline, settings: Sequence[CheckedSetting]) -> list[Mapping[str, Any]]:
    """Return the axis values of accepted cells that the scenario no longer has."""
    today = {setting_key(setting.axes) for setting in settings}
    return [setting.axes for key, setting in baseline.settings.items() if key not in today and setting.axes is not None]


def collapsed(baseline: Baseline, scenario: Scenario) -> bool:
    """Return whether the command line removed an axis of the sweep, so that accepted cells can't be compared."""
    accepted = {name for setting in baseline.settings.values() for name in setting.axes or ()}
    return bool(scenario.options) and bool(accepted - {axis.name for axis in scenario.axes})


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
