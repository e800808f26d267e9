"""Effects of better players: where one beats the line-up of a setting, and effects with other competent line-ups."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis.comparisons.comparison import main_effects
from balancer.analysis.comparisons.effect import Difference, Effect
from balancer.analysis.conclusions.sameness import DIFFERS, SAME, UNKNOWN, compared, counts_as_same
from balancer.analysis.figure import Figure
from balancer.analysis.figure_ref import ReportSpec
from balancer.analysis.results import CellResult, PairResult
from balancer.analysis.sheet import Sheet
from balancer.players.exploit import mixture_words
from balancer.players.other_line_ups import TUNED
from balancer.players.tournament import share_unfinished
from balancer.players.tuning import Share
from balancer.reporting import numbers, phrases
from balancer.reporting.findings.robustness import NOT_FOR, Conclusion, OtherLineUp, competence, not_played
from balancer.reporting.numbers import CELL, DIFFERENCE, SHARE, VALUE, text
from balancer.reporting.reading import Reading
from balancer.reporting.sweep_grid import BASE_NAME
from balancer.wording import capital, listed, plural


@dataclass(frozen=True)
class TunedDifference:
    """A headline figure with the scenario's line-up and among tuned players."""

    label: str
    unit: str
    as_set_up: Figure  # with the scenario's line-up
    tuned: Figure
    differs: bool  # certainly, by more than the margin
    whole_game: bool  # not one of several seats, endings or cards

    @property
    def words(self) -> str:
        """The two figures as `endings: instant 40.1% instead of 8.0%`."""
        tuned, as_set_up = (text(figure, self.unit, VALUE) for figure in (self.tuned, self.as_set_up))
        return f"{self.label} {tuned} instead of {as_set_up}"

    def to_json(self) -> dict[str, Any]:
        """Return the content for `--json`."""
        return {
            "label": self.label,
            "as_set_up": self.as_set_up.value,
            "tuned": self.tuned.value,
            "differs": self.differs,
        }


@dataclass(frozen=True)
class RetunedCell:
    """A setting whose line-up was tested for better players."""

    where: str
    record: Mapping[str, Any]  # from the manifest, with the keys `cell`, `beaten`, `by`, `base`, `share`, `fair`, …
    changes: Sequence[TunedDifference]  # [] where the line-up was not beaten
    confidence: float
    one_loses: bool

    @property
    def beaten(self) -> bool:
        """Whether a better player was found."""
        return bool(self.record["beaten"])

    @property
    def excess(self) -> float:
        """The gain of the best player found over equals."""
        more = float(self.record["share"]) - float(self.record["fair"])
        return -more if self.record.get("low_is_best") else more

    @property
    def excess_words(self) -> str:
        """The same with half its interval: `9.1 ± 0.5 pp`."""
        excess = Share(self.excess, float(self.record.get("excess_se", self.record["share_se"]))).at(self.confidence)
        return text(excess, DIFFERENCE, CELL) if self.unit == SHARE else f"{text(excess, self.unit, CELL)} {self.unit}"

    @property
    def unit(self) -> str:
        """The unit of payoffs: share or points; early records have shares."""
        return str(self.record.get("unit", SHARE))

    def _payoff(self, key: str) -> str:
        payoff = float(self.record[key])
        return numbers.plain(payoff, SHARE, 1) if self.unit == SHARE else f"{numbers.fixed(payoff, 2)} {self.unit}"

    @property
    def who(self) -> str:
        """The player that beats the line-up: `a tuned player (habits near racer)`, `careful`."""
        return str(self.record["by"]) or f"a tuned player (habits near {self.record['base']})"

    @property
    def mixture_words(self) -> str:
        """The mixture that adapting players reach, the largest share first: `racer_tuned 73%, builder 27%`."""
        return mixture_words(dict(sorted(self.record["mixture"].items(), key=lambda item: -item[1])))

    @property
    def settled_words(self) -> str:
        """The players of the second run: `Among tuned players (racer_tuned 100%)`."""
        if set(self.record["mixture"]) & set(self.record["tuned"]):
            return f"Among tuned players ({self.mixture_words})"
        return f"Among the mixture that adapting players reach there ({self.mixture_words}; nobody tuned)"

    @property
    def sentence(self) -> str:
        """The player that beats the line-up, by how much, and the figures among tuned players."""
        equal = "an equal share" if self.record.get("equal", True) else "the line-up itself"
        if not self.beaten:
            best = f"; the best, {self.who}, gets {self.excess_words} over {equal}"
            return f"{capital(self.where)}: no player was found that beats the line-up{best}."
        verb = "scores" if self.unit != SHARE else "avoids losing in" if self.one_loses else "wins"
        gets = f"{verb} {self._payoff('share')}{' of the games' if self.unit == SHARE else ''}"
        does = "is" if self.record.get("equal", True) else "gets"
        lead = (
            f"{capital(self.where)}: {self.who} beats the line-up by {self.excess_words}: it {gets}; "
            f"{equal} {does} {self._payoff('fair')}"
        )
        return f"{lead}. {self._among_tuned}"

    @property
    def _among_tuned(self) -> str:
        """`Among tuned players (racer_tuned 100%) endings: instant 40% instead of 8%; the same: rounds`."""
        whole_game = [change for change in self.changes if change.whole_game]
        differing = [change.words for change in whole_game if change.differs]
        same = [change.label for change in whole_game if not change.differs]
        items = sum(change.differs for change in self.changes if not change.whole_game)
        verb = "differs" if items == 1 else "differ"
        differing += [f"{plural(items, 'figure')} for individual seats, endings or cards {verb}"] if items else []
        if not differing:
            return f"{self.settled_words} the headline figures are the same: {listed(same)}." if same else ""
        return f"{self.settled_words} {', '.join(differing)}{f'; the same: {listed(same)}' if same else ''}."

    def to_json(self) -> dict[str, Any]:
        """Return the content for `--json`; cells are counted from 1 there."""
        changes = [change.to_json() for change in self.changes]
        return {**self.record, "cell": self.record["cell"] + 1, "where": self.where, "changes": changes}


@dataclass(frozen=True)
class RetuneFindings:
    """The results of `balancer sweep --retune`."""

    reading: Reading
    record: Mapping[str, Any]  # what the manifest says of the search
    tuned: Sequence[CellResult]

    @cached_property
    def places(self) -> list[RetunedCell]:
        """The tested settings, in the order of the search."""
        results, places = iter(self.tuned), []
        confidence, one_loses = self.reading.spec.confidence, self.reading.cells[0].one_loses
        for record in self.record["tested"]:
            number = record["cell"]
            changes = list(self._changes(number, next(results))) if record["beaten"] else []
            where = self.reading.sweep.phrase(number) if len(self.reading.cells) > 1 else f"under the {BASE_NAME}"
            places.append(RetunedCell(where, record, changes, confidence, one_loses))
        return places

    @property
    def as_other_line_up(self) -> OtherLineUp | None:
        """The line-up of tuned players, where the scenario's is beaten; elsewhere that stands for it."""
        if not self.beaten:
            return None
        results, cells = iter(self.tuned), list(self.reading.cells)
        for place in self.places:
            if place.beaten:
                cells[place.record["cell"]] = next(results)
        reason = f"tuned to the rules of {plural(len(self.beaten), 'setting')} where a better player beats the line-up"
        at = frozenset(place.record["cell"] for place in self.places)
        return OtherLineUp(TUNED, cells, competent=True, reason=reason, counts=at, played=at)

    def _changes(self, number: int, tuned: CellResult) -> Iterator[TunedDifference]:
        """Yield each headline figure of a cell, with the scenario's line-up and among tuned players."""
        reader, own = self.reading.reader, self.reading.cells[number]
        for headline in self.reading.headline:
            if headline.offer.metric.of == NOT_FOR:
                continue
            for item, (before, now) in headline.read(reader, [own, tuned], reader.confidence).items():
                if before.known and now.known:
                    margin = counts_as_same(self.reading.spec, headline.ref, before, headline.unit)
                    label = f"{headline.label} {item}".strip()
                    differs = compared(before, now, margin) == DIFFERS
                    yield TunedDifference(label, headline.unit, before, now, differs, not headline.per_item)

    @property
    def beaten(self) -> list[RetunedCell]:
        """The settings where the line-up is beaten, largest excess first."""
        return sorted((place for place in self.places if place.beaten), key=lambda place: -place.excess)

    @property
    def summary(self) -> str:
        """The number of settings where the line-up is beaten, in a sentence."""
        tested = plural(len(self.places), "setting")
        if not self.beaten:
            return f"No player was found that beats the line-up, in {tested} where habits were searched for."
        number = len(self.beaten)
        where = f"in {number} of {tested}" if len(self.places) > 1 else self.places[0].where
        return f"A better player beats the line-up {where} where habits were searched for."

    @property
    def sentences(self) -> list[str]:
        """A sentence for each setting where the line-up is beaten; if there is none, for the one nearest to it."""
        nearest = sorted(self.places, key=lambda place: -place.excess)[:1]
        return [place.sentence for place in self.beaten or nearest]

    def to_json(self) -> dict[str, Any]:
        """Return the content for `--json`."""
        return {"summary": self.summary, "cells": [place.to_json() for place in self.places]}

    def rows(self) -> list[dict[str, Any]]:
        """Return the table retuned.csv: a row for each headline figure of a beaten setting, one for every other."""
        return [row for place in self.places for row in _rows(place)]


RETUNED = Sheet.of_rows(
    "retuned",
    "where the line-up is beaten, and the headline figures among tuned players",
    {
        "cell": "number of the cell in cells.csv",
        "where": "the cell in words",
        "beaten": "whether a better player beats the line-up",
        "by": "the persona that gets most against the line-up; of habits found by a search the persona nearest to them",
        "found": "whether these habits were found by the search",
        "share": "what that player gets, in held-out games",
        "share_se": "its standard error",
        "fair": "the share of equals",
        "mixture": "the mixture that adapting players reach there, with personas tuned to the rules of that setting",
        "figure": "headline figure",
        "as_set_up": "the figure with the scenario's line-up",
        "tuned": "the figure among tuned players",
        "tuned_low": "lower end of its interval",
        "tuned_high": "upper end of its interval",
        "games": "games of tuned players",
        "differs": "whether the two certainly differ by more than the margin",
    },
)


def _rows(place: RetunedCell) -> Iterator[dict[str, Any]]:
    record = place.record
    head = {
        "cell": record["cell"] + 1,
        "where": place.where,
        "beaten": place.beaten,
        "by": record["by"] or record["base"],
        "found": not record["by"],
        "share": record["share"],
        "share_se": record["share_se"],
        "fair": record["fair"],
        "mixture": place.mixture_words if place.beaten else "",
    }
    if not place.changes:
        yield head
    for change in place.changes:
        tuned = change.tuned
        yield {
            **head,
            "figure": change.label,
            "as_set_up": change.as_set_up.value,
            "tuned": tuned.value,
            "tuned_low": tuned.low,
            "tuned_high": tuned.high,
            "games": tuned.games,
            "differs": change.differs,
        }


# Effects of a changed rule with other line-ups ------------------------------------------------------------------------
@dataclass(frozen=True)
class EffectsElsewhere:
    """The effects of one variant with the scenario's line-up and with others."""

    line_ups: Sequence[OtherLineUp]
    conclusions: Sequence[Conclusion]

    @property
    def sentences(self) -> list[str]:
        """A sentence for each effect that differs; then the others."""
        return [conclusion.sentence for conclusion in self.conclusions if conclusion.verdict == DIFFERS] + self.others

    @property
    def others(self) -> list[str]:
        """A sentence on the effects that are the same, and one on those that are undecided."""
        labels = {
            verdict: [conclusion.words for conclusion in self.conclusions if conclusion.verdict == verdict]
            for verdict in (SAME, UNKNOWN)
        }
        return [
            f"{begin} among other players: {listed(labels[verdict])}."
            for verdict, begin in ((SAME, "The same"), (UNKNOWN, "Undecided"))
            if labels[verdict]
        ]

    @property
    def note(self) -> str:
        """A sentence on the line-ups that count."""
        weak = [line_up.name for line_up in self.line_ups if not line_up.competent]
        left = f"; {listed(weak)} {'is' if len(weak) == 1 else 'are'} too weak to count" if weak else ""
        count = [line_up.shown for line_up in self.line_ups if line_up.competent]
        return (
            f"Other competent line-ups: {listed(count) or 'none'}{left}. Only effects that are already certain with "
            "the scenario's line-up are compared."
        )

    def to_json(self) -> dict[str, Any]:
        """Return the content for `--json`."""
        return {
            "tables": [{"name": t.name, "competent": t.competent, "reason": t.reason} for t in self.line_ups],
            "effects": [conclusion.to_json() for conclusion in self.conclusions],
        }


def elsewhere(
    pair: PairResult,
    others: Mapping[str, PairResult],
    record: Mapping[str, Any],
    effects: Sequence[Effect],
    spec: ReportSpec,
) -> EffectsElsewhere:
    """Compare the certain main effects of a variant with those of other line-ups.

    others: the same pair played by each other line-up, by name; record: of these line-ups, from the manifest.
    """
    one_loses = pair.base.one_loses
    line_ups = []
    for name, other in others.items():
        unfinished_share = max(share_unfinished(other.base), share_unfinished(other.variant))
        counts, reason = competence(record, name, unfinished_share, one_loses=one_loses)
        line_ups.append(OtherLineUp(name, (), counts, reason))
    line_ups += not_played(record, one_loses=one_loses)
    effects_of = {
        t.words: {other_effect.name: other_effect for other_effect in main_effects(others[t.name], spec)}
        for t in line_ups
        if t.competent
    }
    conclusions = []
    for effect in effects:
        own = _figure(effect)
        if not effect.main or effect.offer.metric.of == NOT_FOR or own is None or not own.direction:
            continue
        figures = {
            table: figure
            for table, other_effects in effects_of.items()
            if effect.name in other_effects and (figure := _figure(other_effects[effect.name])) is not None
        }
        verdicts = {table: compared(own, figure, effect.margin) for table, figure in figures.items()}
        if figures:
            label, unit = phrases.label(effect.offer, effect.ref), numbers.as_difference(numbers.unit_of(effect.unit))
            conclusions.append(Conclusion("effect", -1, label, unit, own, figures, verdicts))
    return EffectsElsewhere(line_ups, conclusions)


def _figure(difference: Difference) -> Figure | None:
    """Return a difference as a figure; None without an interval."""
    if difference.value is None or difference.low is None or difference.high is None:
        return None
    if not math.isfinite(difference.low) or not math.isfinite(difference.high):
        return None
    return Figure(difference.value, difference.low, difference.high)
