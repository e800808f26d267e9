"""The report of a run or a sweep: its answer, findings, checks and caveats."""

from __future__ import annotations

import functools
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from balancer import games
from balancer.analysis import cell_json
from balancer.analysis.conclusions.ranking import far_from_fair
from balancer.analysis.figure_ref import WHERE
from balancer.analysis.results import CellResult, PairResult
from balancer.checks import variant_checks
from balancer.checks.cell_verdicts import as_dict, judge_cells
from balancer.players.ladder import PART as LADDER
from balancer.players.stakes import Stakes
from balancer.reporting.figure_reader import FigureReader, HeadlineFigure
from balancer.reporting.findings import among_best, asked, who_plays
from balancer.reporting.findings.axis_line import Headline
from balancer.reporting.findings.caveats import caveats, persona_sentence, seat_sentence
from balancer.reporting.findings.headline_findings import HeadlineFinding, find
from balancer.reporting.findings.ladder import Ladder
from balancer.reporting.findings.other_players import RetuneFindings
from balancer.reporting.findings.real_plays import PART, RealPlays
from balancer.reporting.findings.robustness import Robustness
from balancer.reporting.findings.single_changes import SingleChanges
from balancer.reporting.findings.verdict_answer import VerdictAnswer
from balancer.reporting.findings.who_plays import AMONG_THESE, WeakPlayers, weak_players
from balancer.reporting.reading import Reading
from balancer.reporting.report import ScenarioReport
from balancer.reporting.sweep_grid import Sweep
from balancer.scenario.levers import named
from balancer.wording import plural

MANY_AS_LONG = 0.05  # the longest game is not notable if a larger share of the games is as long

WRITE_CHECKS = (  # shown when a sweep has nothing to judge
    "The scenario has no checks; bounds under `checks:` (docs/checks.md) are judged in every setting, and the answer "
    "then names the settings that pass."
)


@dataclass(frozen=True)
class RunReport(ScenarioReport):
    """The settings of a run or a sweep, with its manifest."""

    cells: Sequence[CellResult]
    other_tables: Sequence[CellResult] = ()  # the same settings with other line-ups (`robustness`)
    tuned: Sequence[CellResult] = ()  # settings in which a better player was found, played by such players (`retuned`)
    pairs: Sequence[PairResult] = ()  # of settings on the same dice (`paired`)
    rungs: Sequence[CellResult] = ()  # of the base rules, from random players to the best (`ladder`)
    variants: Sequence[CellResult] = ()  # in the settings that pass all other checks (`variant_checks`)

    @property
    def title(self) -> str:
        """The title of the scenario, or of the game."""
        return self.question.title or self.cells[0].title or self.cells[0].game

    @property
    def game_title(self) -> str:
        """The title of the game."""
        return self.card.title or self.cells[0].title or self.cells[0].game

    @cached_property
    def reading(self) -> Reading:
        """The results as findings read them."""
        between = self.manifest.part("pairs").get("between") or ()
        return Reading(self.question, self.card, self.cells, dict(zip(map(tuple, between), self.pairs, strict=False)))

    @property
    def reader(self) -> FigureReader:
        """The reader of single figures."""
        return self.reading.reader

    @property
    def sweep(self) -> Sweep:
        """The settings along their axes."""
        return self.reading.sweep

    @property
    def headline(self) -> list[HeadlineFigure]:
        """The figures of the headline."""
        return self.reading.headline

    @property
    def headlines(self) -> list[Headline]:
        """The figures of the headline as sentences need them."""
        return self.reading.headlines

    @property
    def verdict_rows(self) -> list[dict[str, Any]]:
        """The verdicts as plain values, a row per figure of a check and setting."""
        judged = self.verdicts.found
        return [as_dict(verdict, judged, self.cells[verdict.cell]) for verdict in judged.verdicts]

    def answer(self) -> list[str]:
        """Return the sentences that lead every output."""
        return self._sentences

    @cached_property
    def _sentences(self) -> list[str]:
        """The answer: first the scenario's own question, then the verdict, or the effect of a change.

        Without checks the best setting or that effect comes first.  If nobody in the line-up is competent, that comes
        before everything else.
        """
        sentences = self.verdict_sentences
        if self.leads:
            place = 1 if self.asked == WHERE else 0
            sentences = [*sentences[:place], *self.leads, *sentences[place:]]
        elif not self.verdicts.found.judged and self.findings:
            changed = next((finding for finding in self.findings if finding.moves), self.findings[0])
            finding = next((finding for finding in self.findings if finding.best), changed)
            sentences = [finding.best or finding.lead, *sentences]
        dead = [self.changes.dead_sentence] if self.changes and self.changes.dead else []
        answer = [*sentences, *dead]
        if Stakes.of_result(self.reading.base).is_share:  # where points are played for, few wins are no fault
            far_from = functools.partial(far_from_fair, self.cells, self.reader.of_persona, self.reader.confidence)
            answer += filter(None, [seat_sentence(far_from("seat"), self.sweep)])
            answer += [persona_sentence(persona, self.sweep) for persona in far_from("persona")]
        if self.reservation and answer:
            answer = [who_plays.among_weak(self.manifest, answer[0]), *answer[1:], self.reservation]
        return [*self.weak_sentences, *answer]

    @cached_property
    def weak(self) -> WeakPlayers | None:
        """The finding that nobody in the line-up is competent; None if somebody is, or it is not known."""
        return weak_players(self.reading, self.robustness)

    @property
    def weak_sentences(self) -> list[str]:
        """Sentences that nobody beats random players, who is weak, how good players do; [] if somebody is competent."""
        dice = "" if self.reservation else who_plays.no_better_than_dice(self.manifest)
        return [*([dice] if dice else []), *(self.weak.sentences if self.weak else [])]

    @cached_property
    def reservation(self) -> str:
        """The sentence that nobody beats random players, with which the answer of a sweep ends; '' otherwise."""
        return "" if self.weak or len(self.cells) < 2 else who_plays.no_better_than_dice(self.manifest)

    @cached_property
    def asked(self) -> str:
        """The topic that the answer begins with: one of `figure_ref.ANSWERS`."""
        return asked.asked(self.reading, self.verdicts, self.changes)

    @cached_property
    def leads(self) -> list[str]:
        """Sentences on the effect of a change on the first headline figure, if there is a verdict, too; else []."""
        verdict = self.verdicts.found.judged and len(self.cells) > 1
        if not verdict or not self.findings:
            return []
        return asked.Leads(self.reading, self.findings, self.changes, self.robustness).sentences(self.asked)

    @property
    def description(self) -> str:
        """The answer in a line, for lists and previews."""
        return self.answer()[0] if self.answer() else self.title

    @property
    def verdict_sentences(self) -> list[str]:
        """The settings in which the checks pass; without checks, how to write them."""
        if self.verdicts.found.judged:
            return self.verdicts.sentences
        return [WRITE_CHECKS] if len(self.cells) > 1 and not self.question.checks else []

    @cached_property
    def changes(self) -> SingleChanges | None:
        """The effects of single changes of the base, from pairs on the same dice; None for other sweeps."""
        if not self.pairs or not self.sweep.lists_changes:
            return None
        return SingleChanges(self.spec, self.pairs, [self.sweep.single_change(k + 1) for k in range(len(self.pairs))])

    @cached_property
    def findings(self) -> list[HeadlineFinding]:
        """A finding for each figure of the headline."""
        named = self.sweep.named_in(self.title)
        findings = [find(headline, self.sweep, self.reader.confidence, named) for headline in self.headlines]
        if self.changes is None:
            return findings
        return [self._of_changes(finding, headline) for finding, headline in zip(findings, self.headlines, strict=True)]

    def _of_changes(self, finding: HeadlineFinding, headline: Headline) -> HeadlineFinding:
        """Replace the comparisons between settings by what the pairs show."""
        changes = self.changes
        figures = changes.of_headline(headline.ref) if changes else []
        if changes is None or not figures:
            return finding
        moved = [sentence for figure in figures if (sentence := changes.sentence(figure))]
        lead, *more = moved or [changes.flat_sentence(figures[0])]
        more += [finding.best] if finding.best else []
        step, off = changes.step(figures[0], self.sweep), changes.is_off(figures[0])
        return replace(finding, lead=lead, more=more, moves=bool(moved), step=step, at_base_only=off)

    @cached_property
    def caveats(self) -> list[str]:
        """Reservations about the results, as sentences."""
        return caveats(self.sweep, self.reader, self.headlines, self.card, self.manifest.warnings)

    @cached_property
    def verdicts(self) -> VerdictAnswer:
        """The scenario's checks, judged in every setting."""
        variants = variant_checks.played(self.manifest.part(variant_checks.PART), self.variants)
        judged = judge_cells(self.question.checks, self.cells, self.spec, variants)
        if self.weak:
            return VerdictAnswer(self.sweep, judged, AMONG_THESE)
        answer = VerdictAnswer(self.sweep, judged)
        return replace(answer, reservation=among_best.of_checks(self.robustness, answer))

    @cached_property
    def robustness(self) -> Robustness | None:
        """The conclusions with other line-ups; None if none were played."""
        ladder, line_ups = self.manifest.part(LADDER), self.manifest.part("tables")
        stakes = Stakes.of_result(self.reading.base)  # line-ups that the scenario names were not judged by payoffs
        # Whoever found the best player played the counterparts.
        record = {
            "unit": stakes.unit,
            "fair": stakes.fair_of_seat,
            "counterparts": ladder.get("counterparts"),
            **line_ups,
        }
        tuned = self.retuned.as_other_line_up if self.retuned else None
        return Robustness(self.reading, record, self.other_tables, tuned) if self.other_tables else None

    @cached_property
    def ladder(self) -> Ladder | None:
        """The base rules from random players to the best; None if they were not played."""
        unasked = bool(self.manifest.part("tables").get("unasked"))
        level = self.robustness.level if self.robustness else ()
        return Ladder(self.reading, self.manifest.part(LADDER), self.rungs, unasked, level) if self.rungs else None

    @cached_property
    def retuned(self) -> RetuneFindings | None:
        """The settings in which a better player was found, and the changes among such players; None if not searched."""
        record = self.manifest.part("retuned")
        return RetuneFindings(self.reading, record, self.tuned) if record else None

    @cached_property
    def real_plays(self) -> RealPlays | None:
        """Plays of real people next to the settings; None if there are none."""
        record = self.manifest.part(PART)
        return RealPlays(self.reading, record, self.scenario_word) if record else None

    def cells_json(self) -> list[dict[str, Any]]:
        """Return the figures of every setting."""
        spec = self.spec
        return [cell_json.to_json(cell, spec.confidence, spec.seconds_per_decision) for cell in self.cells]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `sweep --json`: the answer, all settings and verdicts, and what else was played."""
        base = self.sweep.base if self.sweep.base_played else None
        cells = [{"label": "base" if n == base else None, **cell} for n, cell in enumerate(self.cells_json())]
        content = {
            "answer": [*filter(None, [self.reservation]), *self.weak_sentences, *self.verdict_sentences],
            "cells": cells,
            "verdicts": self.verdict_rows,
        }
        changes = {"changes": self.changes.rows()} if self.changes else {}
        return {**content, **self.players_json, **changes}

    @property
    def players_json(self) -> dict[str, Any]:
        """The part of `--json` on other players, skill, tuned players and real plays."""
        parts = {"robustness": self.robustness, "ladder": self.ladder, "retuned": self.retuned, PART: self.real_plays}
        return {name: part.to_json() for name, part in parts.items() if part is not None}

    @property
    def seconds(self) -> float:
        """Seconds of simulation; 0 if they are not known."""
        return sum(float(cell.seconds or 0) for cell in self.cells) + sum(
            float(result.seconds or 0) for result in self.pairs
        )

    @property
    def games(self) -> int:
        """The number of games in all settings."""
        return sum(cell.games for cell in self.cells)

    @property
    def scenario_word(self) -> str:
        """The scenario on a command line: its file as given, else its game."""
        return self.manifest.scenario_file or self.question.game or self.cells[0].game

    @property
    def not_played(self) -> list[str]:
        """Sentences on the scenario's checks and variants that this run did not play."""
        left = self.verdicts.found.left_out
        sentences = []
        variants = len(self.question.variants)
        for number, noun, command in ((len(left), "check of a variant", "check"), (variants, "variant", "compare")):
            if number:
                named = plural(number, noun).replace("check of a variants", "checks of variants")
                them = "it" if number == 1 else "them"
                sentences.append(f"{named}: `balancer {command} {self.scenario_word}` plays {them}.")
        return sentences

    def notable(self, number: int) -> dict[str, int]:
        """Return the notable games of a setting by kind: without the longest, if many games are as long."""
        cell = self.cells[number]
        games = {name: game for name, game in (cell.notable or {}).items() if game is not None}
        turns = cell.tally["histograms"]["turns"]["counts"]
        if turns and turns[max(turns, key=int)] > MANY_AS_LONG * sum(turns.values()):
            games.pop("longest", None)
        return games

    def endings_to_trace(self, number: int) -> list[str]:
        """Return the endings of fewer than half of a setting's games; a command finds a game for each."""
        cell = self.cells[number]
        return [name for name, games in cell.tally["endings"].items() if 0 < games < cell.games / 2]

    # Commands ---------------------------------------------------------------------------------------------------------
    def trace_command(self, number: int, game: int | str) -> str:
        """Return the command that narrates a game by its number, or the first game with an ending."""
        words_ = [
            "balancer",
            "trace",
            self.scenario_word,
            *self.carried_options(),
            *self._settings(number),
            "--ending" if isinstance(game, str) else "--game",
            str(game),
        ]
        return shlex.join(words_)

    @property
    def page_command(self) -> str:
        """The command that writes a page in which the rules can be changed; '' for a plain Python file."""
        if self.question.game not in games.installed_names():
            return ""
        return shlex.join(["balancer", "page", self.scenario_word, *self.carried_options()])

    def _settings(self, number: int) -> list[str]:
        """Return the options that change the base rules into those of a setting."""
        if number == self.sweep.base and self.sweep.base_played:
            return []
        options = []
        for name, value in self.cells[number].axes.items():
            lever = named(name)
            if value != lever.plain(self.question.base):
                options += lever.option(value)
        return options
