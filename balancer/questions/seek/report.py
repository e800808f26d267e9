"""The report of `balancer seek`: the smallest change that passes, and every candidate."""

from __future__ import annotations

import dataclasses
import math
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis import tables
from balancer.analysis.sheet import Sheet
from balancer.analysis.verdicts import FAIL, PASS, UNDECIDED
from balancer.checks.claims import BASE_RULES, VARIANT
from balancer.checks.judge import Result
from balancer.core.knobs import Numbers
from balancer.questions.check_results import CHECKS, SHOWN, spread_words, value_words
from balancer.questions.seek import even_seats
from balancer.questions.seek.candidates import Candidate, KnobChange
from balancer.questions.seek.contender import Contender
from balancer.questions.seek.even_seats import Weaker
from balancer.questions.seek.race import SeekResult
from balancer.reporting import numbers
from balancer.reporting.axis import SweepAxis, placed, words_of
from balancer.reporting.document.model import Brief, Code, Document, Section, Table, TableColumn, TableRow, Text
from balancer.reporting.document.parts import answer_section, footer, reproduced
from balancer.reporting.findings.effect_words import JudgedFigure, enough_words
from balancer.reporting.page.bullet import bullet
from balancer.reporting.report import ScenarioReport, TableRows
from balancer.scenario.levers import named
from balancer.scenario.question import BASE, KnobCard
from balancer.wording import listed, plural, titled

MAX_NAMED = 3  # candidates in a sentence
MAX_ROWS = 12  # candidates in a terminal

COLUMNS = (
    TableColumn("change"),
    TableColumn("verdict"),
    TableColumn("games", "of the race; fresh: of another seed, which confirm what the race chose", number=True),
    TableColumn(
        "deciding figure (interval)", "the clearest failure; if all checks pass, the figure nearest to its bound"
    ),
    TableColumn("against what is allowed", brief=False),
    TableColumn("allowed", number=True),
)

NOT_CONFIRMED = "passes so far"  # in the race, and was not judged on fresh games

JUDGED = ("value", "low", "high", "at_least", "at_most")  # columns of the check that decides on a candidate

CANDIDATES = Sheet.of_rows(  # the table of `balancer seek`, without the columns of the knobs that may change
    "candidates",
    "one row per candidate",
    {
        "candidate": "number of the candidate, from 1, the smallest change first; 0: the base rules",
        "changes": "number of knobs it changes",
        "distance": "sum of the distances of its knobs from the base rules (docs/seek.md)",
        "verdict": "pass, fail or undecided on all checks together; empty: not played",
        "chosen": "whether it is the smallest change that passes (one of them, if several are as small)",
        "games": "games of the race behind the verdict",
        "fresh_games": "games of another seed behind the verdict; empty: none were played",
        "check": "the check that decides: the clearest failure; if all pass, the one nearest to its bound",
        "figure": "dotted name of its figure",
        **{name: CHECKS.meanings[name] for name in JUDGED},
        "games_to_decide": "games that would decide an undecided candidate with 80% probability; empty: none would",
        "options": "options of a command that set these rules",
    },
)


@dataclass(frozen=True)
class SeekReport(ScenarioReport):
    """The result of a goal seek, with its manifest."""

    found: SeekResult
    weaker: Sequence[Weaker] = ()  # spreads of the seats among weaker players, if head starts may change

    # The answer -------------------------------------------------------------------------------------------------------
    def answer(self) -> list[str]:
        """Return the smallest change that passes, then what is closer to the base rules."""
        if self.found.base.final == PASS:
            games = _fresh_words(self.found.base)
            passes = f"The base rules pass {_all_checks(self.found.base)} ({games}): nothing needs to change."
            return [passes, *self._not_applied(self.found.base)]
        answer = [*self._even(), *self._chosen()] if self.found.chosen else [*self._none(), *self._even()]
        return [*answer, *self._never(), *self._base(), *self._misses(), *self._refused()]

    def _even(self) -> list[str]:
        """Return sentences on the seat spread, as in `seat spread 6.1 → 0.8 pp`; [] unless it is the only figure."""
        first, before = even_seats.evenest(self.found), self.found.base.final_results
        if len(before) != 1 or before[0].claim.figure != even_seats.SPREAD:
            return []
        was = value_words(before[0])
        if first is None:
            return [f"None of them makes the seats more even than the base rules do: seat spread {was}."]
        now = value_words(first.final_results[0])
        begin = "" if self.found.chosen else "Evenest so far: "
        return [f"{begin}{self.name(first.candidate)}: seat spread {was} → {now}.", *map(_weaker_words, self.weaker)]

    def _chosen(self) -> list[str]:
        """Return sentences on the smallest changes, and on closer ones that are undecided."""
        chosen = self.found.chosen
        first = chosen[0]
        passes = f"{_checks(first)} pass{'es' if len(first.scenario.checks) == 1 else ''}"
        phrases = [self.phrase(contender.candidate) for contender in chosen]
        if len(chosen) == 1:
            sentences = [f"{passes} {phrases[0]} ({_fresh_words(first)})."]
        else:
            each = f"({_fresh_words(first)} each)"
            sentences = [f"{passes} with any of {len(chosen)} equally small changes {each}: {'; '.join(phrases)}."]
        sentences += self._not_applied(first)
        undecided = [contender for contender in self.found.closer if contender.final == UNDECIDED]
        return [*sentences, *self._undecided(undecided, "Closer, but undecided")]

    def _none(self) -> list[str]:
        """Return sentences on no candidate passing, or none so far."""
        undecided = [contender for contender in self.found.contenders if contender.final == UNDECIDED]
        number = plural(len(self.found.space.candidates), "change")
        if not undecided:
            single = len(self.found.space.candidates) == 1
            none = "The only change does not pass" if single else f"None of the {number} passes"
            return [f"{none} {_all_checks(self.found.base)}."]
        first = f"None of the {number} is certain to pass {_all_checks(self.found.base)} yet."
        return [first, *self._undecided(undecided, "Still possible")]

    def _undecided(self, contenders: Sequence[Contender], begin: str) -> list[str]:
        """Return a sentence that names undecided candidates and the games that would decide them."""
        if not contenders:
            return []
        each = " per candidate" if len(contenders) > 1 else ""
        enough = enough_words([contender.games_to_decide for contender in contenders], each)
        enough = f"{enough} (--max-games)" if enough else "no number of games decides a figure on its bound"
        return [f"{begin}: {self._named(contenders)}; {enough}."]

    def _base(self) -> list[str]:
        """Return a sentence on the verdict of the base rules."""
        base = self.found.base
        if base.final == UNDECIDED:
            return self._undecided([base], "The base rules are undecided")
        return [f"The base rules fail: {_reason(base)}."]

    def _never(self) -> list[str]:
        """Return a sentence on the checks that fail with the base rules and with every candidate."""
        tried = [contender for contender in (self.found.base, *self.found.contenders) if contender.verdict]
        failed = [{result.claim.where for result in _failed(contender)} for contender in tried]
        never = set.intersection(*failed) if len(tried) > 1 else set()
        names: dict[str, None] = {}
        for result in _failed(self.found.base):
            if result.claim.where in never:
                judged, check = judged_figure(result), result.claim.check
                names[f"{check if ', each ' in check else judged.name} {judged.bound_text}"] = None
        fail = "This check fails" if len(names) == 1 else "These checks fail"
        return [f"{fail} with every change: {'; '.join(names)}."] if names else []

    def _misses(self) -> list[str]:
        """Return a sentence on the candidates that fail by least, if one was chosen of those closer to the base."""
        failed = sorted((contender for contender in self.found.closer if contender.final == FAIL), key=_miss)
        if not failed:
            return []
        if not self.found.chosen:
            undecided = UNDECIDED in {contender.final for contender in (self.found.base, *self.found.contenders)}
            begin = "Of those that fail, nearest to passing" if undecided else "Nearest to passing"
        else:
            begin = "Closer change that fails" if len(failed) == 1 else "Closer changes that fail"
        return [f"{begin}: {self._named(failed)}."]

    def _named(self, contenders: Sequence[Contender]) -> str:
        """Name candidates: `instant-win threshold 21 (instant 1.8%, at most 1.5%); and 4 more`."""
        names = [
            _reason(contender)
            if contender is self.found.base
            else f"{self.name(contender.candidate)} ({_reason(contender)})"
            for contender in contenders[:MAX_NAMED]
        ]
        more = len(contenders) - MAX_NAMED
        return "; ".join([*names, *([f"and {more} more"] if more > 0 else [])])

    def _not_applied(self, contender: Contender) -> list[str]:
        reasons = "; ".join(f"{name} ({why})" for name, why in contender.not_about.items())
        return [f"Checks that do not apply there: {reasons}."] if reasons else []

    def _refused(self) -> list[str]:
        refused = self.found.space.refused
        if not refused:
            return []
        name, why = next(iter(refused.items()))
        more = f" and {len(refused) - 1} more" if len(refused) > 1 else ""
        return [f"Not allowed by the game: {name} ({why}){more}."]

    # Words of a candidate ---------------------------------------------------------------------------------------------
    def _axis(self, name: str, base: Any, value: Any) -> SweepAxis:
        knobs = self.card.knobs
        specials = knobs.get(named(name).short, KnobCard()).specials
        return SweepAxis(name, (base, value), specials, words=words_of(name, knobs))

    def _head_starts(self, change: KnobChange) -> str:
        knob = next(knob.knob for knob in self.found.space.changeable if knob.name == change.name)
        return even_seats.words(change.value, knob) if isinstance(knob, Numbers) and knob.by_seat else ""

    def phrase(self, candidate: Candidate) -> str:
        """Return a candidate in a sentence: `at an instant-win threshold of 20 instead of 22`."""
        phrases = []
        for change in candidate.changes:
            starts, axis = self._head_starts(change), self._axis(change.name, change.base, change.value)
            phrases.append(f"with {starts} at the start" if starts else axis.instead(0, 1))
        return listed(phrases)

    def name(self, candidate: Candidate) -> str:
        """Return a label: `instant-win threshold 20, 5 players`, `seat 2 +1 card`; `base` for the base rules."""
        names = [
            self._head_starts(change) or self._axis(change.name, change.base, change.value).named(1)
            for change in candidate.changes
        ]
        return ", ".join(names) or BASE

    # For people -------------------------------------------------------------------------------------------------------
    def document(self) -> Document:
        """Return the report as people read it."""
        result, sentences = self.found, self.answer()
        check = self._check_command()
        advice = [Text("To check it:"), Code(check, command=True)] if check else []
        notable = self._notable()
        left = len(self._tried) + 1 - len(notable)
        more = [Text(f"… {left} more in candidates.csv")] if left else []
        candidates = [
            self._table([result.base, *self._tried], brief=False),
            Brief([self._table(notable), *more]),
        ]
        return Document(
            result.scenario.title,
            [
                answer_section(sentences, *advice),
                Section("candidates", "What was tried", candidates),
                reproduced(self.manifest, [self.sheet]),
            ],
            kicker=result.scenario.game.title,
            about="the smallest change that passes",
            name=titled(result.scenario.title, "the smallest change"),
            description=sentences[0],
            facts=self._facts(),
            footer=footer(self.manifest.versions.get("balancer", "")),
            scripts=["page.js"],
        )

    def _facts(self) -> list[str]:
        result = self.found
        knobs = listed([named(knob.name).short for knob in result.space.changeable])
        games = [result.looks[contender.look - 1] for contender in (result.base, *self._tried)]
        span = numbers.count(min(games)) + (f" to {numbers.count(max(games))}" if min(games) < max(games) else "")
        return [
            plural(result.scenario.base.players, "player"),
            f"{len(self._tried)} of {plural(len(result.space.candidates), 'change')} of {knobs} tried",
            f"{span} games each",
            f"seed {result.scenario.seed}",
            f"{numbers.confidence(result.confidence)} confidence in all verdicts together",
        ]

    @property
    def _tried(self) -> list[Contender]:
        return [contender for contender in self.found.contenders if contender.verdict]

    def _check_command(self) -> str:
        """Return the command that checks the chosen change; '' if there is none, or no scenario file."""
        file = self.found.scenario.file
        if not self.found.chosen or file is None:
            return ""
        options = options_of(self.found.chosen[0].candidate)
        given = [option for option in self.found.scenario.options if _still_counts(option, options)]
        return f"balancer check {shlex.quote(str(file))} {' '.join([*given, *options])}"

    def _notable(self) -> list[Contender]:
        """Return the base rules and the most informative candidates, in their order."""
        order = (PASS, UNDECIDED, FAIL)
        best = sorted(self._tried, key=lambda contender: (order.index(contender.final), *_miss(contender)))
        notable = (*self.found.chosen, *best[:MAX_ROWS])
        return [self.found.base, *(contender for contender in self._tried if contender in notable)]

    def _table(self, contenders: Sequence[Contender], **more: Any) -> Table:
        rows = [TableRow(self._row(contender), marked=contender in self.found.chosen) for contender in contenders]
        return Table("The base rules and the changes, the smallest first", COLUMNS, rows, **more)

    def _row(self, contender: Contender) -> tuple[str, ...]:
        verdict, worst = SHOWN.get(contender.final, ""), deciding(contender)
        names = [self._head_starts(change) or change.words for change in contender.candidate.changes]
        name = ", ".join(names) or BASE
        if contender.replayed is None:
            verdict = NOT_CONFIRMED if contender.final == PASS else verdict
            games = numbers.count(self.found.looks[contender.look - 1])
        else:
            games = f"{numbers.count(_fresh_games(contender))} fresh"
        if worst is None:
            return (name, verdict, games, "", "", "")
        judged, where, now = judged_figure(worst), _where(worst), worst.now
        figure = f"{judged.name}{f', {where},' if where else ''} {value_words(worst)}"
        picture = bullet(now.value, (now.low, now.high), worst.claim.bound[:2], label=judged.name)
        return (name, verdict, games, figure, picture, judged.bound_text)

    # For programs -----------------------------------------------------------------------------------------------------
    @property
    def sheet(self) -> Sheet:
        """The columns of candidates.csv: the candidate, one for each knob that may change, then the rest."""
        columns = tables.axis_columns([{knob.name: None for knob in self.found.space.changeable}])
        names = {axis: axis if name in CANDIDATES.meanings else name for axis, name in columns.items()}
        return CANDIDATES.after([CANDIDATES.columns[0], *placed(names, "value of this knob")])

    def _records(self) -> Iterator[dict[str, Any]]:
        contenders = {contender.candidate.name: contender for contender in self.found.contenders}
        for number, candidate in enumerate((self.found.space.base, *self.found.space.candidates)):
            contender = self.found.base if number == 0 else contenders.get(candidate.name)
            yield {"candidate": number, "axes": candidate.axes, **self._record(candidate, contender)}

    def _record(self, candidate: Candidate, contender: Contender | None) -> dict[str, Any]:
        worst = None if contender is None else deciding(contender)
        games = None if contender is None or contender.final != UNDECIDED else contender.games_to_decide
        played = contender is not None and contender.verdict != ""
        return {
            "changes": len(candidate.changes),
            "distance": candidate.distance,
            "verdict": contender.final if contender is not None else "",
            "chosen": any(contender is chosen for chosen in self.found.chosen),
            "games": self.found.looks[contender.look - 1] if contender is not None and played else None,
            "fresh_games": None if contender is None or contender.replayed is None else _fresh_games(contender),
            "check": worst.claim.check if worst else None,
            "figure": worst.claim.figure.name if worst else None,
            **({name: CHECKS.row(worst)[name] for name in JUDGED} if worst else {}),
            "games_to_decide": None if games is None else math.ceil(games),
            "options": " ".join(options_of(candidate)),
        }

    def tables(self) -> list[TableRows]:
        """Return the tables for CSV files and DataFrames."""
        return [(self.sheet, self._records())]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`; docs/seek.md explains it."""
        result = self.found
        return {
            "verdict": result.verdict,
            "answer": self.answer(),
            "scenario": result.scenario.name,
            "file": result.scenario.file.as_posix() if result.scenario.file else None,
            "title": result.scenario.title,
            "game": result.scenario.game.name,
            "seed": result.scenario.seed,
            "confidence": result.confidence,
            "seconds": result.seconds,
            "smallest": [_candidate_json(contender.candidate) for contender in result.chosen],
            "base": self._contender_json(result.base),
            "candidates": [self._contender_json(contender) for contender in result.contenders],
            "not_played": len(result.space.candidates)
            - sum(contender.verdict != "" for contender in result.contenders),
            "refused": dict(result.space.refused),
        }

    def _contender_json(self, contender: Contender) -> dict[str, Any]:
        fresh = contender.replayed
        return {
            **_candidate_json(contender.candidate),
            "verdict": contender.final or None,
            "games": self.found.looks[contender.look - 1] if contender.look else 0,
            "fresh": None if fresh is None else {"seed": fresh.scenario.seed, "games": _fresh_games(contender)},
            "not_about": dict(contender.not_about),
            "figures": [CHECKS.row(result) for result in contender.final_results],
        }


# Parts of sentences ---------------------------------------------------------------------------------------------------
def options_of(candidate: Candidate) -> list[str]:
    """Return the command-line options that set a candidate's rules."""
    return [shlex.join(named(change.name).option(change.value)) for change in candidate.changes]


def _weaker_words(weaker: Weaker) -> str:
    was, now = (
        spread_words(spread.value, (spread.low, spread.high), numbers.unit_of(spread.unit))
        for spread in (weaker.before, weaker.after)
    )
    return f"Among {weaker.players}: {was} → {now}."


def _still_counts(given: str, options: Sequence[str]) -> bool:
    """Return whether an option given before sets a rule, players or a line-up that `options` do not set."""
    if given.startswith("--set "):
        knob = given.partition("=")[0].replace(" rules.", " ")
        return not any(option.startswith(f"{knob}=") for option in options)
    name = given.partition(" ")[0]
    return name in {"--players", "--lineup"} and not any(option.startswith(f"{name} ") for option in options)


def _candidate_json(candidate: Candidate) -> dict[str, Any]:
    return {
        "changes": [dataclasses.asdict(change) for change in candidate.changes],
        "distance": candidate.distance,
        "options": options_of(candidate),
    }


def judged_figure(result: Result) -> JudgedFigure:
    """Return the figure of a result, as sentences name it."""
    claim = result.claim
    offer = claim.setting.offers.get(claim.figure.metric)
    difference = claim.against is not None
    return JudgedFigure(claim.figure, offer, result.now, claim.bound, result.verdict, difference)


def deciding(contender: Contender) -> Result | None:
    """Return the result that decides a candidate: the worst failure, or if it passes the one nearest to its bound."""
    results = [result for result in contender.final_results if result.verdict == contender.final]
    if not results:
        return None
    if contender.final == PASS:
        return min(results, key=_room)
    return max(results, key=lambda result: judged_figure(result).relative_excess)


def _room(result: Result) -> float:
    """Return the distance of a passing figure from the nearer end of its bound, in half-widths of its interval."""
    now, ends = result.now, [end for end in result.claim.bound[:2] if end is not None]
    if now.value is None or now.low is None or now.high is None:
        return math.inf
    half = max(now.high - now.value, now.value - now.low)
    return min((abs(end - now.value) for end in ends), default=math.inf) / half if half else math.inf


def _miss(contender: Contender) -> tuple[int, float]:
    """Return how clearly a candidate fails: the number of failed checks, and the largest excess over a bound."""
    failed = _failed(contender)
    return len({result.claim.where for result in failed}), max(
        (judged_figure(result).relative_excess for result in failed), default=0.0
    )


def _failed(contender: Contender) -> list[Result]:
    return [result for result in contender.final_results if result.verdict == FAIL]


def _reason(contender: Contender) -> str:
    """Return why a candidate fails or is undecided: `instant 1.8%, at most 1.5%, and 1 more check`."""
    worst = deciding(contender)
    if worst is None:
        return "not judged"
    same = {result.claim.where for result in contender.final_results if result.verdict == contender.final}
    more = f", and {plural(len(same) - 1, 'more check')}" if len(same) > 1 else ""
    where = _where(worst)
    return f"{judged_figure(worst).miss}{f' ({where})' if where else ''}{more}"


def _where(result: Result) -> str:
    """Return the variant of a figure, or both sides of a difference; '' for the candidate itself."""
    place, against = result.claim.setting.name, result.claim.against
    if against is not None:
        return f"{place.removeprefix(VARIANT)} against {against.name.removeprefix(VARIANT)}"
    return "" if place == BASE_RULES else place


def _fresh_games(contender: Contender) -> int:
    assert contender.replayed is not None  # noqa: S101  only of those that were
    return min((cell.games for cell in contender.replayed.cells), default=0)


def _fresh_words(contender: Contender) -> str:
    return f"{numbers.count(_fresh_games(contender))} fresh games"


def _checks(contender: Contender) -> str:
    """Return the number of checks as the beginning of a sentence."""
    number = len(contender.scenario.checks)
    if contender.not_about:
        return f"All {number} checks that apply" if number > 1 else "The only check that applies"
    return {1: "The check", 2: "Both checks"}.get(number, f"All {number} checks")


def _all_checks(contender: Contender) -> str:
    text = _checks(contender)
    return text[0].lower() + text[1:]
