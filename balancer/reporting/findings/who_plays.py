"""Strength of the scenario's line-up: if nobody in it plays well, a report says so before anything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from balancer.analysis.conclusions.sameness import DIFFERS, compared, counts_as_same
from balancer.analysis.figure import UNDEFINED, Figure
from balancer.checks.cell_verdicts import judge_cells
from balancer.players.among_random import PART
from balancer.players.other_line_ups import MIXTURE
from balancer.reporting import numbers
from balancer.reporting.findings.axis_line import BOTH
from balancer.reporting.findings.robustness import NOT_FOR, OtherLineUp, Robustness, equal_words, unit_of
from balancer.reporting.findings.verdict_answer import VerdictAnswer
from balancer.reporting.numbers import SHARE, SHORT, text
from balancer.reporting.reading import Reading
from balancer.reporting.sweep_grid import with_cells
from balancer.sides import BANK, RIVALS, TEAMS, TOGETHER
from balancer.simulation.manifest import Manifest
from balancer.wording import capital

AMONG_THESE = " (among these players)"  # added to a verdict on weak players


@dataclass(frozen=True)
class WeakPlayers:
    """A line-up without a player who is competent under the base rules."""

    reading: Reading
    tables: Robustness
    good: OtherLineUp  # of the best known players

    @property
    def _base(self) -> int:
        return self.reading.sweep.base

    @property
    def _good_players(self) -> str:
        return "players of the mixture" if self.good.name == MIXTURE else f"{self.good.name} players"

    @property
    def sentences(self) -> list[str]:
        """The weak players and the evidence; then the first headline figure that good players also have."""
        players = self.reading.base.players
        weak = f"{'Both' if players == BOTH else f'All {players}'} players of this line-up are weak"
        if players == 1:
            weak = "The only player of this line-up is weak"
        return [f"{weak}{self._in_place}.", *self._among_good]

    @property
    def _in_place(self) -> str:
        """A clause `: careful in one place wins 68% ± 3 pp of the games; ...`; '' where that was not played."""
        payoff = self.tables.record.get("in_place")
        if not payoff:
            return ""
        unit = unit_of(self.tables.record)
        share = f"{text(Figure.read(payoff), unit)}{' of the games' if unit == SHARE else ''}"
        does = "scores" if unit != SHARE else "avoids losing in" if self.reading.base.one_loses else "wins"
        subject = f"{payoff['persona']} in {'its place' if self.reading.base.players == 1 else 'one seat'}"
        if self.reading.base.sides == TOGETHER and unit == SHARE:
            subject = f"with {subject} the table"
        return f": {subject} {does} {share}; {equal_words(self.tables.record, payoff)}"

    @property
    def _among_good(self) -> list[str]:
        """A sentence on the first headline figure among good players; for a persona's, on the worth of its habits.

        `Among 4 careful players the share of games that are won at once is less than 0.02%; here it is 1.1%.`  A figure
        that differs is preferred.
        """
        sentences, reader = list[str](), self.reading.reader
        tables = [[cells[self._base]] for cells in (self.reading.cells, self.good.cells)]
        for figure, headline in zip(self.reading.headline, self.reading.headlines, strict=True):
            of_persona = figure.offer.metric.of == NOT_FOR
            clause = self.tables.counterpart(figure.ref.of) if of_persona else ""
            if clause and not sentences:
                return [f"{capital(clause)}."]
            own, other = (figure.read(reader, cells, reader.confidence).get("", [UNDEFINED])[0] for cells in tables)
            if of_persona or figure.per_item or not own.known or not other.known:
                continue
            players = self.good.cells[self._base].players
            never = figure.unit == SHARE and other.value == 0
            value = f"less than {numbers.plain(other.high, SHARE)}" if never else text(other, figure.unit)
            among = f"With {self.good.name}" if players == 1 else f"Among {players} {self._good_players}"
            sentence = f"{among} {headline.phrase} is {value}"
            if compared(own, other, counts_as_same(self.reading.spec, figure.ref, own, figure.unit)) == DIFFERS:
                return [f"{sentence}; here it is {text(own, figure.unit, SHORT)}."]
            sentences.append(f"{sentence}.")
        return sentences[:1]

    @cached_property
    def verdicts(self) -> VerdictAnswer:
        """The checks judged among good players, in every cell; without those of personas."""
        checks = [check for check in self.reading.question.checks if not self.tables.of_personas(check)]
        judged = judge_cells(checks, self.good.cells, self.reading.spec)
        return VerdictAnswer(with_cells(self.reading.grid, self.good.cells), judged)

    @property
    def verdict(self) -> str:
        """The settings where the checks pass among good players; '' without checks."""
        if not self.verdicts.found.judged:
            return ""
        verdict = self.verdicts.verdict
        return f"Among {self._good_players} {verdict[0].lower()}{verdict[1:]}"


def weak_players(reading: Reading, tables: Robustness | None) -> WeakPlayers | None:
    """Return the finding if nobody in the line-up is competent under the base rules; None otherwise, or if unknown."""
    if tables is None or not tables.record.get("competence") or not tables.at_base:
        return None
    cell, judged = reading.base, tables.record["competence"]
    thinking = {name for name in cell.lineup if not cell.personas.get(name, {}).get("at_random")}
    if not thinking <= set(judged) or any(judged[name]["competent"] for name in thinking):
        return None
    mixture = tables.record["mixture"]
    best = max(tables.at_base, key=lambda table: mixture.get(table.name, 0.0))
    return WeakPlayers(reading, tables, best)


def no_better_than_dice(manifest: Manifest) -> str:
    """Return a warning if no persona of the line-up clearly beats random players; '' otherwise."""
    record = manifest.part(PART)
    if not record:
        return ""
    sign = -1 if record.get("low_is_best") else 1
    name, best = max(
        record["personas"].items(), key=lambda persona: sign * (persona[1]["value"] - _equal_share(record, persona[1]))
    )
    unit, sides, players = str(record.get("unit", SHARE)), record.get("sides", RIVALS), record["players"]
    equal, share = _equal_share(record, best), text(Figure.read(best), unit)
    equal_text = numbers.fair(equal) if unit == SHARE else f"{numbers.fixed(equal, 2)} {unit}"
    beats = "beats" if sides in {RIVALS, TEAMS} and players > 1 else "plays better than"
    claim = f"No persona in this line-up {'' if _surely_weak(record) else 'clearly '}{beats} random players"
    rank = "the only" if len(record["personas"]) == 1 else "even the most successful"
    does = "scores" if unit != SHARE else "avoids losing in" if record["one_loses"] else "wins"
    games = numbers.count(record["games"])
    where = f"{share} of {games} games" if unit == SHARE else f"{share} a game in {games} games"
    equal_text += " (lower is better)" if record.get("low_is_best") else ""
    reasons = ["the personas may be weak", "the game may be mostly luck"]
    if sides == TOGETHER and players > 1:
        subject = f"the table {does}" if unit == SHARE else f"a player {does}"
        evidence = f"With {rank} persona, {name}, in all seats {subject} {where}; with random players {equal_text}"
    else:
        is_team = record.get("entry", "team" if sides == TEAMS else "player") == "team"
        whom = f"{_preposition(sides, players, is_team=is_team)} {rank} persona, {name},"
        team = "a team of random players" if is_team else "a random player"
        evidence = f"{whom} {does} {where}; {team} there {does} {equal_text}"
    if players > 1 and sides in {RIVALS, TEAMS}:
        reasons.append("skill may only pay against predictable players")
    return f"{claim}. {evidence}. {capital(', '.join(reasons[:-1]))}, or {reasons[-1]}."


def _preposition(sides: str, players: int, *, is_team: bool) -> str:
    """Return who else plays: `Against one random player`, `Against teams of random players`, `By itself`."""
    if players == 1:
        return "By itself"
    if is_team:
        return "As a team against random players"
    others = f"{players - 1} random players" if players > 2 else "one random player"
    return f"{ {BANK: 'With', TEAMS: 'Among'}.get(sides, 'Against') } {others}"


def among_weak(manifest: Manifest, answer: str) -> str:
    """Limit an answer to such players: `Among players who do not clearly beat random play, the gap ...`."""
    clearly = "" if _surely_weak(manifest.part(PART)) else "clearly "
    return f"Among players who do not {clearly}beat random play, {answer[:1].lower()}{answer[1:]}"


def _surely_weak(record: Mapping[str, Any]) -> bool:
    personas = [(persona, _equal_share(record, persona)) for persona in record["personas"].values()]
    if record.get("low_is_best"):
        return all(persona["low"] >= equal for persona, equal in personas)
    return all(persona["high"] <= equal for persona, equal in personas)


def _equal_share(record: Mapping[str, Any], persona: Mapping[str, Any]) -> float:
    return float(persona.get("fair", record["fair"]))
