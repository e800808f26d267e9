"""What plays of real people say about a scenario, for the terminal, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from balancer.analysis.few_plays import DIFFERS, FITS, OPEN, Fit, Held, Pace, Verdict, judged
from balancer.analysis.sheet import Sheet, column, number
from balancer.reporting import numbers
from balancer.reporting.console import Console
from balancer.reporting.findings.real_plays import remarks_of_log
from balancer.reporting.report import ScenarioReport
from balancer.wording import listed, plural

if TYPE_CHECKING:
    import pandas as pd

LIKE_IT = 5.99
"""Deviance beyond the likeliest table's within which another plays as much like people."""

VAGUE = 0.5
"""Width of the interval of a rate of mistakes from which nothing is known of it."""


class Compared(NamedTuple):
    """A figure of the plays against the tables as set up, and against players who make mistakes as people seem to."""

    name: str
    label: str
    unit: str
    margin: float
    setup: Held
    fitted: Held | None

    @property
    def judged(self) -> Verdict:
        """What the plays say of it, beside the tables as set up."""
        return judged(self.setup, self.margin, is_share=self.unit == numbers.SHARE)

    @property
    def judged_fitted(self) -> Verdict | None:
        """The same beside the table that plays most like people."""
        return judged(self.fitted, self.margin, is_share=self.unit == numbers.SHARE) if self.fitted else None

    @property
    def verdict(self) -> str:
        """Whether it differs from the tables as set up."""
        return self.judged.verdict

    @property
    def wanted(self) -> int:
        """How many plays can tell the margin from no difference; two digits."""
        return round(numbers.round_up(self.judged.wanted))


class Player(NamedTuple):
    """A table that may play as people do, and its rate of mistakes."""

    name: str
    fit: Fit

    @property
    def words(self) -> str:
        """``builder with 8% mistakes (3 to 15)``."""
        rate = self.fit.rate
        return f"{self.name} with {rate.value:.0%} mistakes ({100 * rate.low:.0f} to {100 * rate.high:.0f})"

    def to_json(self) -> dict[str, Any]:
        """Return it as `--json` prints it."""
        rate = self.fit.rate
        ends = {"rate": rate.value, "low": rate.low, "high": rate.high}
        return {"table": self.name, **ends, "deviance": self.fit.deviance}


HEADINGS = ("figure", "plays", "yours", "simulated", "difference", "verdict")
"""Of the table on the terminal and the page."""

FIGURES = Sheet(
    "figures",
    "each figure of the plays, and what is simulated",
    [
        column("figure", "name of the figure, as checks have it", "name"),
        column("unit", "share, points, rounds ..."),
        number("plays", "plays that know it", "setup.plays"),
        number("value", "its mean over these plays", "setup.value"),
        number("simulated", "its mean over games by the same rules, players as set up", "setup.expected"),
        number("difference", "plays less simulation", "judged.difference.value"),
        number(
            "half_width", "of the interval of the difference; the intervals of all figures hold together", "judged.half"
        ),
        number("margin", "the difference that counts as none"),
        column("verdict", f"{DIFFERS}, {FITS} (the interval lies within the margin), {OPEN}"),
        number("plays_wanted", "plays that can tell the margin from no difference", "wanted"),
        number(
            "simulated_fitted", "the same as simulated, of the table that plays most like people", "fitted.expected"
        ),
        number("half_width_fitted", "the same as half_width, of that table", "judged_fitted.half"),
        column("verdict_fitted", "the same as verdict, of that table", "judged_fitted.verdict"),
    ],
)


@dataclass(frozen=True)
class Answer:
    """All that is found; by_setting: plays of each setting, in words; few: figures that too few plays know."""

    file: str
    plays: int
    by_setting: Sequence[tuple[str, int]]
    figures: Sequence[Compared]
    players: Sequence[Player]
    pace: Pace | None
    few: Sequence[str] = ()
    unused: Sequence[str] = ()
    notes: Sequence[str] = ()  # of the log: contradictions, what was taken for what


@dataclass(frozen=True)
class PlaysReport(ScenarioReport):
    """Manifest and answer."""

    answer: Answer

    @property
    def differing(self) -> list[Compared]:
        """The figures that differ from the tables as set up."""
        return [one for one in self.answer.figures if one.verdict == DIFFERS]

    # Sentences --------------------------------------------------------------------------------------------------------
    def sentences(self) -> Iterator[str]:
        """The answer, the most important first."""
        answer = self.answer
        if not answer.figures:
            yield "Nothing can be compared: no figure is known of enough plays."
        for kind, begin in ((DIFFERS, "Differs"), (FITS, "Fits within its margin"), (OPEN, "Not known yet")):
            of_kind = [
                _difference(one) if kind == DIFFERS else one.label for one in answer.figures if one.verdict == kind
            ]
            if of_kind:
                yield f"{begin}: {listed(of_kind)}."
        yield from self._plays_wanted()
        yield from self._who_plays()
        if answer.pace:
            pace = answer.pace.seconds
            seconds = f"{pace.value:.3g} s ({pace.low:.3g} to {pace.high:.3g})"
            timed = f"by {plural(pace.games, 'play')} with minutes"
            yield f"A decision takes {seconds}, {timed}; at that pace a game takes {answer.pace.minutes:.0f} minutes."

    def _plays_wanted(self) -> Iterator[str]:
        """How many plays would do: of the seats, and of the figure that takes the fewest."""
        left = sorted((one for one in self.answer.figures if one.verdict == OPEN), key=lambda one: one.wanted)
        seats = [one for one in left if one.name.startswith("seat_win_rate")]
        for one in dict.fromkeys([*seats[:1], *left[:1]]):
            size = numbers.amount(one.margin, one.unit)
            many = numbers.count(one.wanted)
            yield f"{plural(one.setup.plays, 'play')} can't tell {size} from 0 ({one.label}): about {many} could."

    def _who_plays(self) -> Iterator[str]:
        players = self.answer.players
        if not players:
            return
        best, *others = players
        if best.fit.rate.high - best.fit.rate.low >= VAGUE:
            yield (
                f"How many mistakes people make is not known: {best.words} plays most like them, and much else as well."
            )
            return
        yield f"Your tables play like {best.words}."
        alike = [one.words for one in others if one.fit.deviance <= best.fit.deviance + LIKE_IT]
        if alike:
            yield f"As much like them: {listed(alike)}."
        still = [one.label for one in self.answer.figures if one.fitted and one.fitted.differs]
        gone = [one.label for one in self.differing if one.label not in still]
        if still:
            yield f"Such players differ from yours, too: {listed(still)}; mistakes do not explain that."
        elif gone:
            yield f"Such mistakes explain what differs: {listed(gone)}."

    # Shown ------------------------------------------------------------------------------------------------------------
    def show(self, console: Console) -> None:
        """Print it."""
        console.title(self.question.title)
        console.paragraph(self.played_words)
        if rows := self.rows():
            console.figures(HEADINGS, rows)
        for sentence in [*self.sentences(), *self.remarks()]:
            console.bullet(sentence)

    @property
    def played_words(self) -> str:
        """How many plays of what, and the confidence of the intervals."""
        by = "; ".join(f"{words}: {number}" for words, number in self.answer.by_setting)
        sure = numbers.confidence(self.spec.confidence)
        return (
            f"{plural(self.answer.plays, 'play')} of {self.answer.file} ({by}); "
            f"{sure} confidence for all figures together"
        )

    def rows(self) -> list[tuple[str, ...]]:
        """Each figure in words, as `HEADINGS` name them."""
        return [(one.label, str(one.setup.plays), *_cells(one), one.verdict) for one in self.answer.figures]

    def remarks(self) -> Iterator[str]:
        """What of the plays was not compared."""
        if self.answer.few:
            yield f"Known of too few plays to be compared: {listed(self.answer.few)}."
        yield from remarks_of_log(self.answer.notes, self.answer.unused)

    @property
    def sheet(self) -> Sheet:
        """The columns of the table."""
        return FIGURES

    def frame(self) -> pd.DataFrame:
        """One row per figure."""
        return self.sheet.frame(self.answer.figures)

    def to_json(self) -> dict[str, Any]:
        """The content of `--json`."""
        answer = self.answer
        return {
            "game": self.question.game,
            "file": answer.file,
            "plays": answer.plays,
            "settings": [{"setting": words, "plays": number} for words, number in answer.by_setting],
            "confidence": self.spec.confidence,
            "figures": [FIGURES.row(one) for one in answer.figures],
            "players": [one.to_json() for one in answer.players],
            "pace": answer.pace and _pace(answer.pace),
            "too_few": list(answer.few),
            "unused_columns": list(answer.unused),
            "notes": list(answer.notes),
            "answer": list(self.sentences()),
        }


def _cells(one: Compared) -> tuple[str, str, str]:
    held = one.setup
    decimals = numbers.readable_decimals(held.value, one.judged.half, one.unit)
    value, expected = (numbers.plain(each, one.unit, decimals) for each in (held.value, held.expected))
    return value, expected, _change(one)


def _change(one: Compared) -> str:
    return numbers.text(one.judged.difference, one.unit, numbers.CHANGE)


def _difference(one: Compared) -> str:
    return f"{one.label} ({_change(one)})"


def _pace(pace: Pace) -> dict[str, float]:
    seconds = pace.seconds
    ends = {"seconds": seconds.value, "low": seconds.low, "high": seconds.high}
    return {"plays": seconds.games, **ends, "minutes": pace.minutes}
