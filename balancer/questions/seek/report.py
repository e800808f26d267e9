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
from balancer.checks.claims import BASE_PLACE, VARIANT
from balancer.checks.judge import Result
from balancer.core.knobs import Numbers
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
from balancer.reporting.reports.check_report import CHECKS, SHOWN, spread_words, value_words
from balancer.scenario.levers import named
from balancer.scenario.question import BASE, KnobCard
from balancer.wording import listed, plural

MAX_NAMED = 3  # candidates in a sentence

MAX_ROWS = 12  # candidates where there is little room

COLUMNS = (
    TableColumn("change"),
    TableColumn("verdict"),
    TableColumn("games", "of the race; fresh: of another seed, which confirm what the race chose", number=True),
    TableColumn("deciding figure (interval)", "missed by most; where all checks hold the one nearest to its bound"),
    TableColumn("against what is allowed", brief=False),
    TableColumn("allowed", number=True),
)

NOT_CONFIRMED = "passes so far"  # the verdict of a candidate that passed the race, and was not judged on fresh games

JUDGED = ("value", "low", "high", "at_least", "at_most")  # columns of the check that decides on a candidate

CANDIDATES = Sheet.of_rows(  # the table of `balancer seek`, besides one column for each knob that may change
    "candidates",
    "one row per candidate",
    {
        "candidate": "number of the candidate, from 1, the smallest change first; 0: the base rules",
        "changes": "how many knobs it changes",
        "distance": "how far they go: the sum of the distances of its knobs (docs/seek.md)",
        "verdict": "pass, fail or undecided on all checks together; empty: not played",
        "chosen": "whether it is the smallest change that passes (one of them, if several are as small)",
        "games": "games of the race behind the verdict",
        "fresh_games": "games of another seed behind the verdict; empty: it did not get so far",
        "check": "the check that decides: the one missed by most; where all hold, the one nearest to its bound",
        "figure": "dotted name of its figure",
        **{name: CHECKS.meanings[name] for name in JUDGED},
        "games_to_decide": "games that would decide an undecided candidate, 80% likely; empty: none would",
        "options": "how a command line sets these rules",
    },
)


@dataclass(frozen=True)
class SeekReport(ScenarioReport):
    """Manifest and result of a goal seek; weaker: seat spreads among weaker players, where head starts may change."""

    found: SeekResult
    weaker: Sequence[Weaker] = ()

    # The answer -------------------------------------------------------------------------------------------------------
    def answer(self) -> list[str]:
        """Return the smallest change that passes, then what is closer to the base rules."""
        if self.found.base.final == PASS:
            games = _fresh_words(self.found.base)
            keeps = f"The base rules keep {_all_checks(self.found.base)} ({games}): nothing needs to change."
            return [keeps, *self._apart(self.found.base)]
        answer = [*self._even(), *self._chosen()] if self.found.chosen else [*self._none(), *self._even()]
        return [*answer, *self._never(), *self._base(), *self._misses(), *self._refused()]

    def _even(self) -> list[str]:
        """Where one figure alone is judged: `seat spread 6.1 → 0.8 pp`, and among weaker players."""
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
        """The smallest change, or those that are as small, and what is closer and undecided."""
        chosen = self.found.chosen
        first = chosen[0]
        holds = f"{_checks(first)} hold{'s' if len(first.scenario.checks) == 1 else ''}"
        phrases = [self.phrase(one.candidate) for one in chosen]
        if len(chosen) == 1:
            made = [f"{holds} {phrases[0]} ({_fresh_words(first)})."]
        else:
            each = f"({_fresh_words(first)} each)"
            made = [f"{holds} with any of {len(chosen)} changes that are as small {each}: {'; '.join(phrases)}."]
        made += self._apart(first)
        undecided = [one for one in self.found.closer if one.final == UNDECIDED]
        return [*made, *self._undecided(undecided, "Closer, but undecided")]

    def _none(self) -> list[str]:
        """That no candidate passes, or none yet."""
        undecided = [one for one in self.found.contenders if one.final == UNDECIDED]
        number = plural(len(self.found.space.candidates), "change")
        if not undecided:
            alone = len(self.found.space.candidates) == 1
            none = "The only change does not keep" if alone else f"None of {number} keeps"
            return [f"{none} {_all_checks(self.found.base)}."]
        first = f"None of {number} is certain yet to keep {_all_checks(self.found.base)}."
        return [first, *self._undecided(undecided, "Still possible")]

    def _undecided(self, some: Sequence[Contender], begin: str) -> list[str]:
        """Undecided candidates with what leaves them open, and the games that would decide them."""
        if not some:
            return []
        enough = enough_words([one.games_to_decide for one in some], " per candidate" if len(some) > 1 else "")
        enough = f"{enough} (--max-games)" if enough else "no number of games decides a figure on its bound"
        return [f"{begin}: {self._named(some)}; {enough}."]

    def _base(self) -> list[str]:
        """How the base rules miss the checks."""
        base = self.found.base
        if base.final == UNDECIDED:
            return self._undecided([base], "The base rules are undecided")
        return [f"The base rules fail: {_reason(base)}."]

    def _never(self) -> list[str]:
        """The checks that no candidate keeps, nor the base rules: other knobs, or other bounds, are needed."""
        tried = [one for one in (self.found.base, *self.found.contenders) if one.verdict]
        failed = [{result.claim.where for result in _failed(one)} for one in tried]
        never = set.intersection(*failed) if len(tried) > 1 else set()
        names = dict.fromkeys(_check_words(one) for one in _failed(self.found.base) if one.claim.where in never)
        return [f"Whatever of this changes, it fails: {'; '.join(names)}."] if names else []

    def _misses(self) -> list[str]:
        """The candidates that fail by least, of those closer to the base where a change was found."""
        failed = sorted((one for one in self.found.closer if one.final == FAIL), key=_miss)
        if not failed:
            return []
        begin = "Nearest misses" if not self.found.chosen else "Closer changes that fail"
        if len(failed) == 1:
            begin = begin.replace("misses", "miss").replace("changes that fail", "change that fails")
        return [f"{begin}: {self._named(failed)}."]

    def _named(self, some: Sequence[Contender]) -> str:
        """`instant-win threshold 21 (instant 1.8%, at most 1.5%); and 4 more`."""
        names = [
            _reason(one) if one is self.found.base else f"{self.name(one.candidate)} ({_reason(one)})"
            for one in some[:MAX_NAMED]
        ]
        more = len(some) - MAX_NAMED
        return "; ".join([*names, *([f"and {more} more"] if more > 0 else [])])

    def _apart(self, one: Contender) -> list[str]:
        return [f"Not judged there: {'; '.join(f'{name} ({why})' for name, why in one.apart.items())}."] * bool(
            one.apart
        )

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

    def _starts(self, change: KnobChange) -> str:
        """A change of head starts, seat by seat; '' of anything else."""
        knob = next(one.knob for one in self.found.space.changeable if one.name == change.name)
        return even_seats.words(change.value, knob) if isinstance(knob, Numbers) and knob.by_seat else ""

    def phrase(self, candidate: Candidate) -> str:
        """`at an instant-win threshold of 20 instead of 22`."""
        each = [(self._starts(one), self._axis(one.name, one.base, one.value)) for one in candidate.changes]
        return listed([f"with {starts} at the start" if starts else axis.instead(0, 1) for starts, axis in each])

    def name(self, candidate: Candidate) -> str:
        """`instant-win threshold 20, 5 players`, `seat 2 +1 card`; the base rules are `base`."""
        names = [self._starts(one) or self._axis(one.name, one.base, one.value).named(1) for one in candidate.changes]
        return ", ".join(names) or BASE

    # For people -------------------------------------------------------------------------------------------------------
    def document(self) -> Document:
        """Return what people read."""
        found, sentences = self.found, self.answer()
        check = self._check_command()
        advice = [Text("To check it:"), Code(check, command=True)] if check else []
        notable = self._notable()
        left = len(self._tried) + 1 - len(notable)
        more = [Text(f"… {left} more in candidates.csv")] if left else []
        candidates = [
            self._table([found.base, *self._tried], brief=False),
            Brief([self._table(notable), *more]),
        ]
        return Document(
            found.scenario.title,
            [
                answer_section(sentences, *advice),
                Section("candidates", "What was tried", candidates),
                reproduced(self.manifest, [self.sheet]),
            ],
            kicker=found.scenario.game.title,
            about="the smallest change that passes",
            name=f"{found.scenario.title}: the smallest change",
            description=sentences[0],
            facts=self._facts(),
            footer=footer(self.manifest.versions.get("balancer", "")),
            scripts=["page.js"],
        )

    def _facts(self) -> list[str]:
        found = self.found
        knobs = listed([named(knob.name).short for knob in found.space.changeable])
        games = [found.looks[contender.look - 1] for contender in (found.base, *self._tried)]
        span = numbers.count(min(games)) + (f" to {numbers.count(max(games))}" if min(games) < max(games) else "")
        return [
            f"{found.scenario.base.players} players",
            f"{len(self._tried)} of {plural(len(found.space.candidates), 'change')} of {knobs} tried",
            f"{span} games each",
            f"seed {found.scenario.seed}",
            f"all verdicts hold together with {numbers.confidence(found.confidence)} confidence",
        ]

    @property
    def _tried(self) -> list[Contender]:
        return [contender for contender in self.found.contenders if contender.verdict]

    def _check_command(self) -> str:
        """Return the command that checks the change found; '' where there is none, or no file."""
        file = self.found.scenario.file
        if not self.found.chosen or file is None:
            return ""
        options = options_of(self.found.chosen[0].candidate)
        given = [option for option in self.found.scenario.options if _counts(option, options)]
        return f"balancer check {shlex.quote(str(file))} {' '.join([*given, *options])}"

    def _notable(self) -> list[Contender]:
        """Return the base rules and the candidates that tell most, in their order."""
        order = (PASS, UNDECIDED, FAIL)
        best = sorted(self._tried, key=lambda contender: (order.index(contender.final), *_miss(contender)))
        kept = {id(contender) for contender in (*self.found.chosen, *best[:MAX_ROWS])}
        return [self.found.base, *(contender for contender in self._tried if id(contender) in kept)]

    def _table(self, contenders: Sequence[Contender], **more: Any) -> Table:
        rows = [TableRow(self._row(contender), marked=contender in self.found.chosen) for contender in contenders]
        return Table("The base rules and the changes, the smallest first", COLUMNS, rows, **more)

    def _row(self, one: Contender) -> tuple[str, ...]:
        verdict, worst = SHOWN.get(one.final, ""), deciding(one)
        names = [self._starts(change) or change.words for change in one.candidate.changes]
        name = ", ".join(names) or BASE
        if one.final == PASS and one.replayed is None:
            verdict = NOT_CONFIRMED
        fresh = one.replayed is not None
        games = f"{numbers.count(_fresh_games(one))} fresh" if fresh else numbers.count(self.found.looks[one.look - 1])
        if worst is None:
            return (name, verdict, games, "", "", "")
        judged, where, now = judged_figure(worst), _where(worst), worst.now
        figure = f"{judged.name}{f', {where},' if where else ''} {value_words(worst)}"
        drawn = bullet(now.value, (now.low, now.high), worst.claim.bound[:2], label=judged.name)
        return (name, verdict, games, figure, drawn, judged.bound_text)

    # For programs -----------------------------------------------------------------------------------------------------
    @property
    def sheet(self) -> Sheet:
        """Return the columns: what every candidate is, one for each knob that may change, the rest."""
        found = tables.axis_columns([{one.name: None for one in self.found.space.changeable}])
        names = {axis: axis if name in CANDIDATES.meanings else name for axis, name in found.items()}
        return CANDIDATES.after([CANDIDATES.columns[0], *placed(names, "value of this knob")])

    def _records(self) -> Iterator[dict[str, Any]]:
        known = {one.candidate.name: one for one in self.found.contenders}
        for number, candidate in enumerate((self.found.space.base, *self.found.space.candidates)):
            one = self.found.base if number == 0 else known.get(candidate.name)
            yield {"candidate": number, "axes": candidate.axes, **self._record(candidate, one)}

    def _record(self, candidate: Candidate, one: Contender | None) -> dict[str, Any]:
        worst = None if one is None else deciding(one)
        games = None if one is None or one.final != UNDECIDED else one.games_to_decide
        known = one is not None and one.verdict != ""
        return {
            "changes": len(candidate.changes),
            "distance": candidate.distance,
            "verdict": one.final if one is not None else "",
            "chosen": any(one is chosen for chosen in self.found.chosen),
            "games": self.found.looks[one.look - 1] if one is not None and known else None,
            "fresh_games": None if one is None or one.replayed is None else _fresh_games(one),
            "check": worst.claim.check if worst else None,
            "figure": worst.claim.figure.name if worst else None,
            **({name: CHECKS.row(worst)[name] for name in JUDGED} if worst else {}),
            "games_to_decide": None if games is None else math.ceil(games),
            "options": " ".join(options_of(candidate)),
        }

    def tables(self) -> list[TableRows]:
        """Return what programs read."""
        return [(self.sheet, self._records())]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`; docs/seek.md explains it."""
        found = self.found
        return {
            "verdict": found.verdict,
            "answer": self.answer(),
            "scenario": found.scenario.name,
            "file": found.scenario.file.as_posix() if found.scenario.file else None,
            "title": found.scenario.title,
            "game": found.scenario.game.name,
            "seed": found.scenario.seed,
            "confidence": found.confidence,
            "seconds": found.seconds,
            "smallest": [_candidate_json(one.candidate) for one in found.chosen],
            "base": self._contender_json(found.base),
            "candidates": [self._contender_json(one) for one in found.contenders],
            "not_played": len(found.space.candidates) - sum(one.verdict != "" for one in found.contenders),
            "refused": dict(found.space.refused),
        }

    def _contender_json(self, one: Contender) -> dict[str, Any]:
        fresh = one.replayed
        return {
            **_candidate_json(one.candidate),
            "verdict": one.final or None,
            "games": self.found.looks[one.look - 1] if one.look else 0,
            "fresh": None if fresh is None else {"seed": fresh.scenario.seed, "games": _fresh_games(one)},
            "not_about": dict(one.apart),
            "figures": [CHECKS.row(result) for result in one.final_results],
        }


# Parts of sentences ---------------------------------------------------------------------------------------------------
def options_of(candidate: Candidate) -> list[str]:
    """The options of a command line that make a candidate's rules."""
    return [shlex.join(named(change.name).option(change.value)) for change in candidate.changes]


def _weaker_words(one: Weaker) -> str:
    """`At tables of random players: 9.0 pp (8.1 to 9.9) → 3.1 pp`, as a sentence."""
    was, now = (spread_words(each.value, (each.low, each.high), numbers.unit_of(each.unit)) for each in one[1:])
    return f"At tables of {one.players}: {was} → {now}."


def _counts(given: str, options: Sequence[str]) -> bool:
    """Whether an option that was given counts beside others: it is about the rules, and none of them replaces it."""
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
    """A result as a figure that sentences name."""
    claim = result.claim
    offer = claim.place.offers.get(claim.figure.metric)
    difference = claim.against is not None
    return JudgedFigure(claim.figure, offer, result.now, claim.bound, result.verdict, difference)


def deciding(one: Contender) -> Result | None:
    """The result that decides a candidate: the worst miss; of one that passes the figure nearest to its bound."""
    results = [result for result in one.final_results if result.verdict == one.final]
    if not results:
        return None
    if one.final == PASS:
        return min(results, key=_room)
    return max(results, key=lambda result: judged_figure(result).relative_excess)


def _room(result: Result) -> float:
    """How far a passing figure is from the nearest end of its bound, in half-widths of its interval."""
    now, ends = result.now, [end for end in result.claim.bound[:2] if end is not None]
    if now.value is None or now.low is None or now.high is None:
        return math.inf
    half = max(now.high - now.value, now.value - now.low)
    return min((abs(end - now.value) for end in ends), default=math.inf) / half if half else math.inf


def _miss(one: Contender) -> tuple[int, float]:
    """How far a candidate is from keeping all checks: how many fail, and the largest miss."""
    failed = _failed(one)
    return len({result.claim.where for result in failed}), max(
        (judged_figure(result).relative_excess for result in failed), default=0.0
    )


def _failed(one: Contender) -> list[Result]:
    return [result for result in one.final_results if result.verdict == FAIL]


def _reason(one: Contender) -> str:
    """What a candidate fails by, or what leaves it open: `instant 1.8%, at most 1.5%, and 1 more check`."""
    worst = deciding(one)
    if worst is None:
        return "not judged"
    same = {result.claim.where for result in one.final_results if result.verdict == one.final}
    more = f", and {plural(len(same) - 1, 'more check')}" if len(same) > 1 else ""
    where = _where(worst)
    return f"{judged_figure(worst).miss}{f' ({where})' if where else ''}{more}"


def _check_words(result: Result) -> str:
    """A check with its bound: `rounds p90 at most 15`, `seat_advantage, each seat −5 to 5 pp`."""
    judged, check = judged_figure(result), result.claim.check
    return f"{check if ', each ' in check else judged.name} {judged.bound_text}"


def _where(result: Result) -> str:
    """Where a figure is, or between what it is the difference; '' for the candidate itself."""
    place, against = result.claim.place.name, result.claim.against
    if against is not None:
        return f"{place.removeprefix(VARIANT)} against {against.name.removeprefix(VARIANT)}"
    return "" if place == BASE_PLACE else place


def _fresh_games(one: Contender) -> int:
    assert one.replayed is not None  # noqa: S101  only of those that were
    return min((cell.games for cell in one.replayed.cells), default=0)


def _fresh_words(one: Contender) -> str:
    return f"{numbers.count(_fresh_games(one))} fresh games"


def _checks(one: Contender) -> str:
    """The number of checks at the beginning of a sentence."""
    number = len(one.scenario.checks)
    if one.apart:
        return f"All {number} checks that apply" if number > 1 else "The only check that applies"
    return {1: "The check", 2: "Both checks"}.get(number, f"All {number} checks")


def _all_checks(one: Contender) -> str:
    text = _checks(one)
    return text[0].lower() + text[1:]
