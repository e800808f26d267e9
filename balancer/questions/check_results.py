"""Results of checks in words, as table rows, JSON, JUnit and annotations of GitHub Actions."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from balancer.analysis import verdicts
from balancer.analysis.sheet import NOTE, OF, Sheet, column
from balancer.analysis.verdicts import FAIL, NEW, PASS, UNDECIDED
from balancer.checks.claims import BASELINE
from balancer.checks.judge import Outcome, Result
from balancer.players.other_line_ups import ALONE
from balancer.reporting import numbers, phrases
from balancer.scenario.file import yaml_source
from balancer.simulation.ownership import comment
from balancer.wording import plural

SHOWN = {PASS: "pass", FAIL: "FAIL", UNDECIDED: "undecided", NEW: "new"}  # in tables; failures stand out

ANNOTATED = {FAIL: "error", UNDECIDED: "warning"}  # verdict -> workflow command of GitHub Actions
MAX_DECIMALS = 4  # of an interval
MAX_SETTINGS = 5  # settings listed in a sentence

CHECK_HEADINGS = ("verdict", "figure", "where", "value (interval)", "allowed")
DRIFT_HEADINGS = ("verdict", "figure", "where", "accepted → now", "change", "margin")


class CheckRow(NamedTuple):
    """A result as the cells of a table, in the order of the headings."""

    cells: tuple[str, ...]
    note: str
    verdict: str


# Words ----------------------------------------------------------------------------------------------------------------
def figure_words(result: Result) -> str:
    """Return the label of the figure: `seat advantage: seat 1 (starts)`."""
    figure = result.claim.figure
    return phrases.label(result.claim.setting.offers[figure.metric], figure)


def place_words(result: Result) -> str:
    """Return the setting of a result, and the setting that it is compared with."""
    claim, words = result.claim, line_up_words(result.claim.table)
    place, *against = (
        side.name.removesuffix(claim.table) + words for side in (claim.setting, claim.against) if side is not None
    )
    return f"{place} − {against[0]}" if against else place


def line_up_words(table: str) -> str:
    """Return a line-up in words: `all seats racer`, `the mixture`; its name in results is `racer alone`."""
    persona = table.removesuffix(ALONE)
    return table if persona == table else f"all seats {persona}"


def spread_words(
    value: float | None, ends: tuple[float | None, float | None], unit: str, bounds: Iterable[float | None] = ()
) -> str:
    """Return a value with its interval: `3.3 pp (2.9 to 3.6)`.

    Decimals are added until no end of the interval reads like a bound that it does not equal.
    """
    if value is None:
        return "not defined"
    decimals = _decimals(value, ends, unit)
    pairs = [(end, bound) for end in ends for bound in bounds if end is not None and bound is not None and end != bound]
    while decimals < MAX_DECIMALS and any(
        numbers.plain(end, unit, decimals) == numbers.plain(bound, unit, decimals) for end, bound in pairs
    ):
        decimals += 1
    low, high = ("…" if end is None else numbers.plain(end, unit, decimals).rstrip("% p") for end in ends)
    return f"{numbers.plain(value, unit, decimals)} ({low} to {high})"


def value_words(result: Result) -> str:
    """Return the value of a result with its interval; if it does not pass, no end reads like a bound."""
    claim, now = result.claim, result.now
    unit = numbers.unit_of(numbers.as_difference(claim.unit) if claim.against else claim.unit)
    bounds = claim.bound[:2] if result.verdict != PASS else ()
    return spread_words(now.value, (now.low, now.high), unit, bounds)


def _decimals(value: float, ends: tuple[float | None, float | None], unit: str) -> int:
    half = max((abs(end - value) for end in ends if end is not None), default=math.nan)
    if half == 0 and float(value).is_integer() and not numbers.suffix(unit):
        return 0
    return numbers.decimals_in(half, unit, value) if half else 2


def bound_words(result: Result) -> str:
    """Return the bound: `−3 to 3 pp`, `at most 40%`."""
    claim = result.claim
    unit = numbers.unit_of(numbers.as_difference(claim.unit) if claim.against else claim.unit)
    low, high = (None if end is None else f"{end * numbers.scale(unit):.6g}" for end in claim.bound[:2])
    end = numbers.suffix(unit)
    if low is not None and high is not None:
        return f"{low} to {high}{end}".replace("-", numbers.MINUS)
    text = f"at least {low}{end}" if low is not None else f"at most {high}{end}"
    return text.replace("-", numbers.MINUS)


def check_row(result: Result) -> CheckRow:
    """Return the row of a check."""
    figure, place = figure_words(result), place_words(result)
    cells = (SHOWN[result.verdict], figure, place, value_words(result), bound_words(result))
    return CheckRow(cells, result.note, result.verdict)


def drift_row(result: Result) -> CheckRow:
    """Return the row of a figure of the baseline."""
    claim, now, unit = result.claim, result.now, numbers.unit_of(result.claim.unit)
    change_unit = numbers.as_difference(unit)
    decimals = _decimals(now.value, (now.low, now.high), unit) if now.value is not None else 1
    was = claim.accepted.value if claim.accepted else None
    accepted = "not defined" if was is None else numbers.plain(was, unit, decimals)
    current = "not defined" if now.value is None else numbers.plain(now.value, unit, decimals)
    change = numbers.NO_VALUE
    if result.change is not None and result.drift is not None:
        ends = [abs(end - result.change) for end in result.drift if end is not None]
        change = numbers.change(result.change, max(ends, default=math.nan), change_unit).removesuffix(f" {unit}")
    most = claim.bound.high
    margin = (
        numbers.NO_VALUE if most is None else numbers.PLUS_MINUS + numbers.amount(most, unit).removesuffix(f" {unit}")
    )
    both = f"{accepted} → {current}" if claim.accepted else current
    cells = (SHOWN[result.verdict], figure_words(result), place_words(result), both, change, margin)
    return CheckRow(cells, result.note, result.verdict)


def row(result: Result) -> CheckRow:
    """Return the row of a result."""
    return drift_row(result) if result.claim.where == BASELINE else check_row(result)


def sentence(result: Result) -> str:
    """Return a result in one line: figure, value, bound, games."""
    shown = row(result)
    cells = dict(zip(DRIFT_HEADINGS if result.claim.where == BASELINE else CHECK_HEADINGS, shown.cells, strict=True))
    if result.claim.where == BASELINE:
        figures = f"accepted → now {cells['accepted → now']}, change {cells['change']}, margin {cells['margin']}"
    else:
        figures = f"{cells['value (interval)']}, allowed {cells['allowed']}"
    note = f"; {shown.note}" if shown.note else ""
    return f"{cells['figure']}, {cells['where']}: {figures}; {numbers.count(result.now.games)} games{note}"


def checks_and_drifts(outcome: Outcome) -> tuple[list[Result], list[Result]]:
    """Return the results of the scenario's checks, and those of its baseline, the most important verdicts first."""
    own = [result for result in outcome.results if result.claim.where != BASELINE]
    drifts = [result for result in outcome.results if result.claim.where == BASELINE]
    return own, sorted(drifts, key=lambda result: verdicts.VERDICTS.index(result.verdict))


def baseline_words(outcome: Outcome) -> list[str]:
    """Return sentences on when and why the baseline was accepted, and what has changed since."""
    if outcome.baseline is None:
        return []
    accepted = outcome.baseline.content
    games = f"{numbers.count(accepted['games'])} games, seed {accepted['seed']}"
    sentences = [f"Baseline accepted {accepted['accepted']}: {accepted['reason']} ({games})"]
    sentences += [f"Changed since the baseline: {change}" for change in outcome.changes]
    if not outcome.changes:
        sentences.append("Scenario, component table and engine have not changed since.")
    return sentences


def played_words(outcome: Outcome) -> list[str]:
    """Return the seed, the games and the confidence, a phrase each."""
    games = numbers.counts(cell.games for cell in outcome.cells)
    settings = f" in each of {len(outcome.cells)} settings" if len(outcome.cells) > 1 else ""
    return [
        f"seed {outcome.scenario.seed}",
        f"{games} games{settings}",
        f"simultaneous {numbers.confidence(outcome.confidence)} intervals",
    ]


def new_words(results: Sequence[Result]) -> list[str]:
    """Return a sentence that names the settings without accepted figures; [] if there are none."""
    settings = list(dict.fromkeys(result.claim.setting.name for result in results if result.verdict == NEW))
    if not settings:
        return []
    more = f" and {len(settings) - MAX_SETTINGS} more" if len(settings) > MAX_SETTINGS else ""
    return [f"New, not yet accepted: {'; '.join(settings[:MAX_SETTINGS])}{more}"]


def drift_counts(results: Sequence[Result]) -> str:
    """Count the verdicts on the figures of the baseline."""
    settings = plural(len({result.claim.setting.name for result in results}), "setting")
    by_verdict = Counter(result.verdict for result in results)
    counts = [f"{by_verdict[verdict]} {SHOWN[verdict]}" for verdict in verdicts.VERDICTS if by_verdict[verdict]]
    return f"{len(results)} baseline figures in {settings}: {', '.join(counts)}"


# For programs ---------------------------------------------------------------------------------------------------------
CHECKS = Sheet(  # a result in JSON and CSV; docs/checks.md explains it
    "checks",
    "one row per figure of a check, and per figure of the baseline",
    (
        column("check", "name of the check; 'baseline' for figures of the accepted baseline", "claim.check"),
        column("path", "place of the check in the scenario; 'baseline'", "claim.where"),
        column("metric", "name of the metric", "claim.figure.metric"),
        column("of", OF, lambda result: result.claim.figure.of or None),
        column(
            "stat",
            "statistic",
            lambda result: (
                result.claim.figure.stat or result.claim.setting.offers[result.claim.figure.metric].metric.stat
            ),
        ),
        column(
            "place",
            "what was played: base rules, a variant, a cell of the sweep; by whom, if not by the scenario's line-up",
            "claim.setting.name",
        ),
        column(
            "table",
            "who played: empty for the scenario's line-up; one persona in all seats; the equilibrium mixture",
            lambda result: result.claim.table or None,
        ),
        column(
            "against", "the rules it was compared with: value and bounds are of the difference", "claim.against.name"
        ),
        column("unit", "unit of the figure; of a share, differences are differences of shares", "claim.unit"),
        column("value", "the figure, or the difference to 'against'", "now.value"),
        column("low", "lower end of its interval at 'confidence'; empty: too few games to bound it", "now.low"),
        column("high", "upper end", "now.high"),
        column("games", "games behind the figure", "now.games"),
        column("accepted", "the figure in the accepted baseline", "claim.accepted.value"),
        column("change", "value minus accepted"),
        column(
            "change_low",
            "lower end of the interval of the change",
            lambda result: result.drift[0] if result.drift else None,
        ),
        column("change_high", "upper end", lambda result: result.drift[1] if result.drift else None),
        column(
            "at_least", "lowest value allowed; for the baseline: of the change (minus its margin)", "claim.bound.low"
        ),
        column("at_most", "highest value allowed; for the baseline: of the change (its margin)", "claim.bound.high"),
        column(
            "verdict",
            "pass: the whole interval is allowed; fail: none of it is; undecided: some; new: nothing accepted yet",
        ),
        column(
            "confidence",
            "confidence of the interval; all intervals of the suite over all looks are simultaneous",
        ),
        column("look", "look at which it was decided, from 1"),
        column("note", NOTE),
    ),
)


def to_json(outcomes: Sequence[Outcome], players: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """Return the content of `balancer check --json`; players: what is added for each outcome."""
    verdict = verdicts.worst([outcome.verdict for outcome in outcomes])
    players_json = [*players, *[{}] * (len(outcomes) - len(players))]
    scenarios = [{**_scenario_json(outcome), **more} for outcome, more in zip(outcomes, players_json, strict=True)]
    return {"verdict": verdict, "scenarios": scenarios}


def _scenario_json(outcome: Outcome) -> dict[str, Any]:
    scenario, baseline = outcome.scenario, outcome.baseline
    own, drifts = checks_and_drifts(outcome)
    keys = ("reason", "accepted", "games", "seed", "engine")
    accepted = {key: baseline.content[key] for key in keys} if baseline else None
    return {
        "scenario": scenario.name,
        "file": scenario.file.as_posix() if scenario.file else None,
        "title": scenario.title,
        "game": scenario.game.name,
        "seed": scenario.seed,
        "verdict": outcome.verdict,
        "counts": outcome.counts,
        "confidence": outcome.confidence,
        "seconds": outcome.seconds,
        "engine": scenario.game.sources,
        "baseline": accepted,
        "changed": list(outcome.changes),
        "notes": list(outcome.notes),
        "checks": [CHECKS.row(result) for result in own],
        "drift": [CHECKS.row(result) for result in drifts],
        "elsewhere": [CHECKS.row(result) for result in outcome.elsewhere],
    }


# JUnit ----------------------------------------------------------------------------------------------------------------
# Characters that XML 1.0 can't hold (section 2.2); the names of files may have them.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(outcomes: Sequence[Outcome]) -> str:
    """Return JUnit XML for CI servers: a suite per scenario, a case per claim; undecided claims count as skipped."""
    root = ET.Element("testsuites", name="balancer check")
    for outcome in outcomes:
        counts = outcome.counts
        suite = ET.SubElement(
            root,
            "testsuite",
            name=outcome.scenario.name,
            tests=str(len(outcome.results)),
            failures=str(counts[FAIL]),
            errors="0",
            skipped=str(counts[UNDECIDED] + counts[NEW]),
            time=f"{outcome.seconds:.3f}",
        )
        for result in outcome.results:
            _junit_case(suite, outcome, result)
    ET.indent(root)
    text = _NO_XML.sub("?", ET.tostring(root, encoding="unicode"))
    return f'<?xml version="1.0" encoding="utf-8"?>\n{comment()}\n{text}\n'


def _junit_case(suite: ET.Element, outcome: Outcome, result: Result) -> None:
    name = f"{result.claim.check}: {figure_words(result)}, {place_words(result)}"
    case = ET.SubElement(suite, "testcase", classname=f"balancer.{outcome.scenario.name}", name=name, time="0")
    text = sentence(result)
    if result.verdict == FAIL:
        failure = ET.SubElement(case, "failure", type="balance", message=text)
        failure.text = "\n".join([text, *baseline_words(outcome)])
    elif result.verdict != PASS:
        ET.SubElement(case, "skipped", message=f"{result.verdict}: {text}")


def github_annotations(outcomes: Sequence[Outcome]) -> list[str]:
    """Return a GitHub workflow command for each check or figure of a baseline that fails or is undecided.

    The form: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
    """
    judged = [(outcome, result) for outcome in outcomes for result in outcome.results]
    return [_annotation(outcome, result) for outcome, result in judged if result.verdict in ANNOTATED]


def _annotation(outcome: Outcome, result: Result) -> str:
    file = outcome.scenario.file
    path = _escaped(file.as_posix()).replace(":", "%3A").replace(",", "%2C") if file else ""
    place = f" file={path},line={line_of(outcome, result)}" if file else ""
    row = drift_row(result) if result.claim.accepted else check_row(result)
    headings = DRIFT_HEADINGS if result.claim.accepted else CHECK_HEADINGS
    figures = "; ".join(f"{name}: {cell}" for name, cell in zip(headings[3:], row.cells[3:], strict=True))
    message = f"{row.cells[0]}: {row.cells[1]}, {row.cells[2]}. {figures}"
    return f"::{ANNOTATED[result.verdict]}{place}::{_escaped(message)}"


def line_of(outcome: Outcome, result: Result) -> int:
    """Return the line of the check in its file, from 1; 1 for figures of a baseline."""
    scenario = outcome.scenario
    if scenario.file is None or not isinstance(scenario.given, str):
        return 1
    document = yaml_source.parse(scenario.given, scenario.file.name, scenario.file.parent)
    places = {yaml_source.spelled(path): mark.line for path, mark in document.marks.items()}
    return places.get(result.claim.where, 1)


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
