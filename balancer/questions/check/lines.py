"""The verdicts of `balancer check`: a line per check, failures first, and below each the figures that do not pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from balancer.analysis import verdicts
from balancer.analysis.estimates.metrics import estimate
from balancer.analysis.results import CellResult
from balancer.analysis.verdicts import FAIL, NEW, PASS, UNDECIDED
from balancer.checks.claims import BASE_RULES, BASELINE
from balancer.checks.judge import Outcome, Result
from balancer.questions import check_results
from balancer.questions.check_results import (
    SHOWN,
    bound_words,
    checks_and_drifts,
    figure_words,
    line_up_words,
    place_words,
    value_words,
)
from balancer.reporting import numbers
from balancer.reporting.findings.effect_words import enough_words
from balancer.wording import listed, plural

SPREAD = "seat_spread"
MAX_BELOW = 12  # figures named below a line; the others are counted, and are in checks.csv


@dataclass(frozen=True)
class CheckLine:
    """A check with all its results, the worst verdicts first."""

    name: str
    results: tuple[Result, ...]
    reported: tuple[Result, ...] = ()  # with other line-ups that are reported, but do not count
    seats: str = ""  # between which a spread lies

    @property
    def verdict(self) -> str:
        """The worst verdict of its results."""
        return verdicts.worst([result.verdict for result in self.results])

    @property
    def own(self) -> list[Result]:
        """The results with the scenario's line-up."""
        return [result for result in self.results if not result.claim.table]

    @property
    def demanded(self) -> list[Result]:
        """The results with other line-ups that count."""
        return [result for result in self.results if result.claim.table]

    @property
    def text(self) -> str:
        """The line of the check: `rounds.p90 at most 16: 12 of 12 pass`, or with the value of a single figure."""
        head, own = f"{self.name} {bound_words(self.results[0])}", self.own
        if len(own) == 1:
            seats = f", {self.seats}" if self.seats else ""
            return f"{head}: {value_words(own[0])}{seats}{games_words(own[0])}{self._elsewhere}"
        passed = sum(result.verdict == PASS for result in own)
        return f"{head}: {passed} of {len(own)} pass{self._elsewhere}"

    @property
    def _elsewhere(self) -> str:
        if self.demanded:
            return f"; must be robust: {elsewhere_words(self.demanded)}"
        return f"; {elsewhere_words(self.reported)}" if self.reported else ""

    @property
    def below(self) -> list[str]:
        """The figures that do not pass, one line each; [] for a single figure, which the line of the check gives."""
        own = self.own
        wrong = [result for result in self.results if result.verdict != PASS]
        if len(own) == 1:
            return [own[0].note] if own[0].note and own[0].verdict != PASS else []
        lines = [result_words(result) for result in wrong[:MAX_BELOW]]
        return [*lines, *([f"… {len(wrong) - MAX_BELOW} more"] if len(wrong) > MAX_BELOW else [])]


def lines(outcome: Outcome) -> list[CheckLine]:
    """Return a line for every check of the scenario: failures first, then undecided ones, then those that pass."""
    grouped, reported = _by_check(outcome.results), _by_check(outcome.elsewhere)
    check_lines = []
    for key, results in grouped.items():
        of_spread = results[0].claim.figure.metric == SPREAD and results[0].claim.setting.name == BASE_RULES
        seats = seats_words(outcome.base, outcome.confidence) if of_spread and outcome.base else ""
        check_lines.append(CheckLine(key[1], tuple(results), tuple(reported.get(key, ())), seats))
    return sorted(check_lines, key=lambda line: verdicts.VERDICTS.index(line.verdict))


def seats_words(cell: CellResult, confidence: float) -> str:
    """Return the seats between which a spread lies: `seat 4 wins 43% ± 1 pp, seat 1 8% ± 1 pp`."""
    metric, verb = ("seat_loss_rate", "loses") if cell.one_loses else ("seat_win_rate", "wins")
    rates = {seat: estimate(cell, metric, of=seat, confidence=confidence) for seat in range(1, cell.players + 1)}
    first, *_, last = sorted(rates, key=lambda seat: -(rates[seat].value or 0.0))
    most, least = (numbers.text(rates[seat].figure, numbers.SHARE) for seat in (first, last))
    return f"seat {first} {verb} {most}, seat {last} {least}"


def _by_check(results: Sequence[Result]) -> dict[tuple[str, str], list[Result]]:
    """Group the results by check of the scenario, the worst verdicts first."""
    grouped: dict[tuple[str, str], list[Result]] = {}
    for result in sorted(results, key=lambda result: verdicts.VERDICTS.index(result.verdict)):
        if result.claim.where != BASELINE:
            grouped.setdefault((result.claim.where, result.claim.check), []).append(result)
    return grouped


def elsewhere_words(results: Sequence[Result]) -> str:
    """Return the verdicts with other line-ups: `passes with 6 of 8 other line-ups; fails with: all seats racer (12%)`.

    A check with several figures passes if all of them do.  The value of a single figure is given where it does not.
    """
    line_ups: dict[str, list[Result]] = {}
    for result in results:
        line_ups.setdefault(result.claim.table, []).append(result)
    by_verdict: dict[str, list[str]] = {PASS: [], FAIL: [], UNDECIDED: []}
    for name, group in line_ups.items():
        value = f" ({value_words(group[0]).partition(' (')[0]})" if len(group) == 1 else ""
        by_verdict[verdicts.worst([result.verdict for result in group])].append(f"{line_up_words(name)}{value}")
    number = len(by_verdict[PASS])
    if number == len(line_ups):
        return f"passes with all {number} other line-ups" if number > 1 else "passes with the other line-up"
    phrases = [f"passes with {number} of {plural(len(line_ups), 'other line-up')}"]
    phrases += [f"fails with: {listed(by_verdict[FAIL])}"] if by_verdict[FAIL] else []
    phrases += [f"undecided with: {listed(by_verdict[UNDECIDED])}"] if by_verdict[UNDECIDED] else []
    return "; ".join(phrases)


def result_words(result: Result) -> str:
    """Return a figure in one line: `FAIL win_threshold 18, players 3: instant 56.8% (56.2 to 57.4)`."""
    note = f"; {result.note}" if result.note else ""
    where = f"{place_words(result)}: {figure_words(result)} {value_words(result)}"
    return f"{SHOWN[result.verdict]} {where}{games_words(result)}{note}"


def games_words(result: Result) -> str:
    """Return the games that would decide an undecided figure; '' for others, or if no number would."""
    enough = enough_words([result.games_to_decide])
    return f"; {enough}" if enough else ""


def summary(outcome: Outcome) -> str:
    """Return the summary: `FAIL: 2 of 9 figures fail (seat_advantage). Figures of checks: 2 fail, 7 pass`."""
    total = len(outcome.results)
    failing = list(dict.fromkeys(result.claim.check for result in outcome.results if result.verdict == FAIL))
    counts = outcome.counts
    if not failing and counts[PASS] == total:
        return f"All {total} figures pass" if total > 1 else "The only figure passes"
    failed = f"{counts[FAIL]} of {total} figures fail" if total > 1 else "1 figure fails"
    first = f"FAIL: {failed} ({', '.join(failing)})" if failing else "Nothing fails"
    own, drifts = checks_and_drifts(outcome)
    named = [("Figures of checks", own), ("Against the baseline", drifts)]
    return ". ".join([first, *(f"{name}: {tally_words(results)}" for name, results in named if results)])


def tally_words(results: Sequence[Result]) -> str:
    """Count verdicts: `16 pass, 1 undecided (about 4 000 games per setting would decide, with 80% probability)`."""
    by_verdict = Counter(result.verdict for result in results)
    games = [result.games_to_decide for result in results if result.verdict == UNDECIDED]
    enough = enough_words(games, " per setting")
    words = {FAIL: "fail", PASS: "pass", UNDECIDED: f"undecided ({enough})" if enough else "undecided", NEW: "new"}
    return ", ".join(f"{by_verdict[verdict]} {text}" for verdict, text in words.items() if by_verdict[verdict])


# Against the baseline -------------------------------------------------------------------------------------------------
def drift_lines(drifts: Sequence[Result]) -> list[str]:
    """Return a line for each figure that moved, or may have, in the setting where it moved most."""
    grouped: dict[tuple[str, str], list[Result]] = {}
    for result in drifts:
        grouped.setdefault((result.verdict, figure_words(result)), []).append(result)
    return [_drift_line(figure, group) for (_, figure), group in grouped.items()]


def _drift_line(figure: str, results: Sequence[Result]) -> str:
    """Return the line of a figure: `undecided rounds: 14.9 → 15.1, +0.2 ± 0.3 (same within ±0.25), base rules`."""
    worst = max(results, key=lambda result: abs(result.change or 0.0))
    verdict, _, place, both, change, margin = check_results.drift_row(worst).cells
    within = f" (same within {margin})" if margin != numbers.NO_VALUE else ""
    among = f"; largest change among {len(results)} settings" if len(results) > 1 else ""
    note = f"; {worst.note}" if worst.note else ""
    return f"{verdict} {figure}: {both}, {change}{within}, {place}{among}{note}"
