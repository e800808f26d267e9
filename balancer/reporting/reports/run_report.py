"""A run as terminal and page report it: cells along their axes, headline, findings, caveats."""

from __future__ import annotations

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
from balancer.checks.cell_verdicts import as_dict, judge_cells
from balancer.players.ladder import PART as LADDER
from balancer.reporting.figure_reader import FigureReader, HeadlineFigure
from balancer.reporting.findings import asked, who_plays
from balancer.reporting.findings.axis_line import Headline
from balancer.reporting.findings.caveats import caveats, persona_sentence
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

MANY_AS_LONG = 0.05  # a longest game is no news where a larger share of the games is as long

WRITE_CHECKS = (  # shown when a sweep has nothing to judge
    "The scenario has no checks; bounds under `checks:` (docs/checks.md) are judged in every cell, and the answer "
    "then says where they hold."
)


@dataclass(frozen=True)
class RunReport(ScenarioReport):
    """Manifest and cells of a run."""

    cells: Sequence[CellResult]
    other_tables: Sequence[CellResult] = ()  # the same cells at tables of other players (`robustness`)
    tuned: Sequence[CellResult] = ()  # beaten cells, played by tuned players (`retuned`)
    pairs: Sequence[PairResult] = ()  # of cells on the same dice (`paired`)
    rungs: Sequence[CellResult] = ()  # of the base cell, from random players to the best (`ladder`)

    @property
    def title(self) -> str:
        """The scenario's title."""
        return self.question.title or self.cells[0].title or self.cells[0].game

    @property
    def game_title(self) -> str:
        """The game's title."""
        return self.card.title or self.cells[0].title or self.cells[0].game

    @cached_property
    def reading(self) -> Reading:
        """What findings read."""
        between = self.manifest.part("pairs").get("between") or ()
        return Reading(self.question, self.card, self.cells, dict(zip(map(tuple, between), self.pairs, strict=False)))

    @property
    def reader(self) -> FigureReader:
        """The reader of figures."""
        return self.reading.reader

    @property
    def sweep(self) -> Sweep:
        """The cells along their axes."""
        return self.reading.sweep

    @property
    def headline(self) -> list[HeadlineFigure]:
        """The figures of the headline."""
        return self.reading.headline

    @property
    def headlines(self) -> list[Headline]:
        """The same as sentences need them."""
        return self.reading.headlines

    @property
    def verdict_rows(self) -> list[dict[str, Any]]:
        """The verdicts as plain values, one row per figure of a check and cell."""
        found = self.verdicts.found
        return [as_dict(one, found, self.cells[one.cell]) for one in found.verdicts]

    def answer(self) -> list[str]:
        """Return the answer in a few sentences (`_sentences`)."""
        return self._sentences

    @cached_property
    def _sentences(self) -> list[str]:
        """The answer in a few sentences: what is asked first (`asked`), then the verdict, or what a change does.

        Without checks the best cell, or that effect, comes first; players of whom nobody is competent before all.
        """
        sentences = self.verdict_sentences
        if self.leads:
            place = 1 if self.asked == WHERE else 0
            sentences = [*sentences[:place], *self.leads, *sentences[place:]]
        elif not self.verdicts.found.judged and self.findings:
            led = next((one for one in self.findings if one.best), self.findings[0])
            sentences = [led.best or led.lead, *sentences]
        dead = [self.changes.dead_sentence] if self.changes and self.changes.dead else []
        far = far_from_fair(self.cells, self.reader.of_persona, self.reader.confidence)
        said = [*sentences, *dead, *(persona_sentence(one, self.sweep) for one in far)]
        if self.reservation and said:
            said = [who_plays.among_weak(self.manifest, said[0]), *said[1:], self.reservation]
        return [*self.weak_sentences, *said]

    @cached_property
    def weak(self) -> WeakPlayers | None:
        """What must be said of the players before anything else: that nobody in the line-up is competent."""
        return weak_players(self.reading, self.robustness)

    @property
    def weak_sentences(self) -> list[str]:
        """That nobody beats dice, who is weak, and what good players do; [] where somebody is competent, or unknown."""
        dice = "" if self.reservation else who_plays.no_better_than_dice(self.manifest)
        return [*([dice] if dice else []), *(self.weak.sentences if self.weak else [])]

    @cached_property
    def reservation(self) -> str:
        """That nobody beats dice, where the answer of a sweep begins with it and ends with its figures; else ''."""
        return "" if self.weak or len(self.cells) < 2 else who_plays.no_better_than_dice(self.manifest)

    @cached_property
    def asked(self) -> str:
        """What the answer says first: one of `figure_ref.ANSWERS`."""
        return asked.asked(self.reading, self.verdicts, self.changes)

    @cached_property
    def leads(self) -> list[str]:
        """What a change does to the first figure of the headline, where a verdict is beside it; else []."""
        verdict = self.verdicts.found.judged and len(self.cells) > 1
        return asked.leads(self.reading, self.asked, self.findings, self.changes) if verdict and self.findings else []

    @property
    def description(self) -> str:
        """The answer in a line, for lists and previews."""
        return self.answer()[0] if self.answer() else self.title

    @property
    def verdict_sentences(self) -> list[str]:
        """Where the checks hold; without checks, how to write them."""
        if self.verdicts.found.judged:
            return self.verdicts.sentences
        return [WRITE_CHECKS] if len(self.cells) > 1 and not self.question.checks else []

    @cached_property
    def changes(self) -> SingleChanges | None:
        """What the single changes of a base do, by pairs on the same dice; None of other sweeps."""
        if not self.pairs or not self.sweep.lists_changes:
            return None
        return SingleChanges(self.spec, self.pairs, [self.sweep.single_change(k + 1) for k in range(len(self.pairs))])

    @cached_property
    def findings(self) -> list[HeadlineFinding]:
        """The findings about each headline metric."""
        named = self.sweep.named_in(self.title)
        found = [find(headline, self.sweep, self.reader.confidence, named) for headline in self.headlines]
        if self.changes is None:
            return found
        return [self._of_changes(one, headline) for one, headline in zip(found, self.headlines, strict=True)]

    def _of_changes(self, finding: HeadlineFinding, headline: Headline) -> HeadlineFinding:
        """The finding with what the pairs show in place of comparisons between the cells."""
        changes = self.changes
        figures = changes.of_headline(headline.ref) if changes else []
        if changes is None or not figures:
            return finding
        moved = [sentence for figure in figures if (sentence := changes.sentence(figure))]
        lead, *more = moved or [changes.flat_sentence(figures[0])]
        return replace(finding, lead=lead, more=[*more, *([finding.best] if finding.best else [])])

    @cached_property
    def caveats(self) -> list[str]:
        """The caveats."""
        return caveats(self.sweep, self.reader, self.headlines, self.card, self.manifest.warnings)

    @cached_property
    def verdicts(self) -> VerdictAnswer:
        """The scenario's checks, judged in every cell."""
        found = judge_cells(self.question.checks, self.cells, self.spec)
        return VerdictAnswer(self.sweep, found, AMONG_THESE if self.weak else "")

    @cached_property
    def robustness(self) -> Robustness | None:
        """The conclusions at tables of other players; None where none were played."""
        record = self.manifest.part("tables")
        tuned = self.retuned.table if self.retuned else None
        return Robustness(self.reading, record, self.other_tables, tuned) if self.other_tables else None

    @cached_property
    def ladder(self) -> Ladder | None:
        """The base rules from random players to the best; None where they were not played."""
        unasked = bool(self.manifest.part("tables").get("unasked"))
        return Ladder(self.reading, self.manifest.part(LADDER), self.rungs, unasked) if self.rungs else None

    @cached_property
    def retuned(self) -> RetuneFindings | None:
        """Where the table is beaten, and what changes among tuned players; None where nobody searched."""
        record = self.manifest.part("retuned")
        return RetuneFindings(self.reading, record, self.tuned) if record else None

    @cached_property
    def real_plays(self) -> RealPlays | None:
        """Plays of real people beside the cells; None where none were given."""
        record = self.manifest.part(PART)
        return RealPlays(self.reading, record, self.scenario_word) if record else None

    def cells_json(self) -> list[dict[str, Any]]:
        """The figures of every cell."""
        spec = self.spec
        return [cell_json.to_json(cell, spec.confidence, spec.seconds_per_decision) for cell in self.cells]

    def to_json(self) -> dict[str, Any]:
        """The content of `sweep --json`: the verdicts in words, every cell, its verdicts, and what else was played."""
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
        """What other players and tuned ones change, and what real ones do, for `--json`: {} where none played."""
        found = {"robustness": self.robustness, "ladder": self.ladder, "retuned": self.retuned, PART: self.real_plays}
        return {name: one.to_json() for name, one in found.items() if one is not None}

    @property
    def seconds(self) -> float:
        """Seconds of simulation; 0 where they are not known."""
        return sum(float(cell.seconds or 0) for cell in self.cells) + sum(float(one.seconds or 0) for one in self.pairs)

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(cell.games for cell in self.cells)

    @property
    def scenario_word(self) -> str:
        """The scenario's name on a command line: its file as given, else its game."""
        return self.manifest.scenario_file or self.question.game or self.cells[0].game

    @property
    def not_played(self) -> list[str]:
        """Sentences about the scenario's checks and variants that need games which this run did not play."""
        left = [check for check in self.verdicts.found.checks if check.left_out]
        sentences = []
        variants = len(self.question.variants)
        for number, noun, command in ((len(left), "check of a variant", "check"), (variants, "variant", "compare")):
            if number:
                named = plural(number, noun).replace("check of a variants", "checks of variants")
                them = "it" if number == 1 else "them"
                sentences.append(f"{named}: `balancer {command} {self.scenario_word}` plays {them}.")
        return sentences

    def notable(self, number: int) -> dict[str, int]:
        """Notable games of a cell by what they are: not the longest, where many are as long."""
        cell = self.cells[number]
        known = {name: game for name, game in (cell.notable or {}).items() if game is not None}
        turns = cell.tally["histograms"]["turns"]["counts"]
        if turns and turns[max(turns, key=int)] > MANY_AS_LONG * sum(turns.values()):
            known.pop("longest", None)
        return known

    def endings_to_trace(self, number: int) -> list[str]:
        """Endings of fewer than half of a cell's games, for each of which a command finds one."""
        cell = self.cells[number]
        return [name for name, games in cell.tally["endings"].items() if 0 < games < cell.games / 2]

    # Commands ---------------------------------------------------------------------------------------------------------
    def trace_command(self, number: int, game: int | str) -> str:
        """The command that narrates a game of cell `number`, or the first that ends so."""
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
        """The command that writes a page in which the base is played beside what is changed; '' of a plain file."""
        if self.question.game not in games.installed_names():
            return ""
        return shlex.join(["balancer", "page", self.scenario_word, *self.carried_options()])

    def _settings(self, number: int) -> list[str]:
        """The options that change the base setting into that of a cell."""
        if number == self.sweep.base and self.sweep.base_played:
            return []
        options = []
        for name, value in self.cells[number].axes.items():
            lever = named(name)
            if value != lever.plain(self.question.base):
                options += lever.option(value)
        return options
