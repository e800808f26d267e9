"""Chances to win along games, luck and skill, in words: for terminal and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.chances import AHEAD, DECIDED, LOST, Chances
from balancer.analysis.choices import HOPELESS, SWAYED, Choices, NodeChoices
from balancer.analysis.figure import Figure
from balancer.analysis.luck import Luck
from balancer.reporting import numbers
from balancer.reporting.axis import shown
from balancer.reporting.console import Console
from balancer.reporting.numbers import CELL, DIFFERENCE, SHARE, text
from balancer.scenario.resolved import Scenario
from balancer.wording import listed

SOURCES = {
    "who_plays": "who plays, and in which seat",
    "setup": "the setup: deals, and the order of decks",
    "chance": "chance during play",
    "own": "own choices at a toss-up",
    "others": "the others' choices at a toss-up",
}
"""Sources of luck and skill in words."""


ROUNDED = 8
"""Decimals of sums of chances that are more than rounding errors."""


def share(figure: Figure) -> str:
    """A share with its uncertainty: `31% ± 4 pp`, `0% (0 to 15%)`; noise may make one of the variance negative."""
    value, low, high = (round(end, ROUNDED) for end in figure.ends)
    return text(Figure(value, max(min(0.0, value), low), min(max(1.0, value), high)), SHARE, CELL)


def within(figure: Figure) -> str:
    """A share with its uncertainty in the middle of a sentence; a negative one, which noise alone makes, as 0."""
    return share(figure if figure.value > 0 else Figure.around(0.0, figure.half_width))


@dataclass(frozen=True)
class ChancesReport:
    """What the chances of some games of a scenario say.

    every: rounds between two looks; thinkers: who is taken for its base persona.
    """

    scenario: Scenario
    chances: Chances
    luck: Luck
    trials: int
    every: int
    thinkers: Sequence[str] = ()
    choices: Choices | None = None

    @property
    def winner(self) -> str:
        """Whose chance is meant."""
        return "loser" if self.scenario.game.one_loses else "winner"

    @property
    def verb(self) -> str:
        """What a chance is of."""
        return "loses" if self.scenario.game.one_loses else "wins"

    def answer(self) -> str:
        """The answer in one sentence."""
        found = self.chances
        if found.half_known.value != found.half_known.value:
            return "In these games every seat gets the same: there is nothing to decide."
        deal = within(found.deal)
        if found.half_known.value <= 0:
            return (
                f"More than half of what decides who {self.verb} is known before the first round: {deal} of it by the "
                f"setup, {within(found.who_plays)} by who plays, and where."
            )
        late = found.half_known.reversed().moved(1)
        return (
            f"Half of what decides who {self.verb} becomes known in the last {share(late)} of a game's rounds; "
            f"{deal} of it is known after the setup."
        )

    def played_words(self) -> str:
        """What was played."""
        scenario = self.scenario
        sure = numbers.confidence(scenario.report.confidence)
        luck = f"luck and skill from {numbers.count(self.luck.games)} games"
        looks = "every round" if self.every == 1 else f"every {self.every} rounds"
        return (
            f"{scenario.game.title}, {scenario.base.players} players ({shown(scenario.base.lineup)}), "
            f"{numbers.count(self.chances.games)} games, seed {scenario.seed}; before {looks} each seat's chance from "
            f"{self.trials} trial games of what it can see; {luck}, intervals "
            f"(±) at {sure} confidence"
        )

    def to_json(self) -> dict[str, Any]:
        """The content of `--json`."""
        return {
            "game": self.scenario.game.name,
            "players": self.scenario.base.players,
            "lineup": list(self.scenario.base.lineup),
            "seed": self.scenario.seed,
            "confidence": self.scenario.report.confidence,
            "trials": self.trials,
            "every": self.every,
            "answer": self.answer(),
            "chances": self.chances.to_json(),
            "luck": self.luck.to_json(),
            "choices": {} if self.choices is None else self.choices.to_json(),
            "kingmaking": {} if self.choices is None else self.choices.kings_to_json(),
        }

    def show(self, console: Console) -> None:
        """Print it, the answer first."""
        console.sentence(self.answer())
        console.title(self.scenario.title)
        console.paragraph(self.played_words())
        for name in self.thinkers:
            console.paragraph(f"{name} thinks ahead in other commands; here it plays as its base persona.")
        console.figures(KNOWN, list(known_rows(self.chances)), f"When it becomes known who {self.verb}")
        console.paragraph(total_words(self.chances))
        console.title("The course of a game")
        for line in course_lines(self.chances, self.winner):
            console.bullet(line)
        console.figures(CAME, came_rows(self.chances), "Do the chances come true?")
        console.paragraph(came_words(self.chances))
        console.figures(("source", "share"), luck_rows(self.luck), f"What decides how often a seat {self.verb}")
        console.paragraph(LUCK_WORDS)
        if self.choices is not None:
            console.figures(CHOICES, choice_rows(self.choices), "What choices are worth, in chances to win")
            for line in choice_lines(self.choices):
                console.paragraph(line)


LUCK_WORDS = (
    "By drawing the dice of some sources anew and keeping the others; what only several decide together is "
    "divided between them."
)
KNOWN = ("when", "becomes known", "known by then")
CAME = ("chance", "looks", "said", "came", "difference")


def known_rows(chances: Chances) -> Iterator[tuple[str, str, str]]:
    """What becomes known when, as `KNOWN` names it."""
    phases = {"before the setup: who plays, and where": chances.who_plays, "the setup": chances.deal}
    phases |= {f"{10 * tenth} to {10 * tenth + 10}% of the rounds": one for tenth, one in enumerate(chances.tenths)}
    known = 0.0
    for phase, figure in phases.items():
        known += figure.value
        yield phase, share(figure), numbers.plain(known, SHARE, 0)


def total_words(chances: Chances) -> str:
    """Whether the steps of the chances add up to the variance of the win."""
    total = chances.total
    right = "as right chances do" if total.low <= 1 <= total.high else "where right chances give 100%"
    words = numbers.written(total.value, total.half_width, SHARE) if total.defined else numbers.NO_VALUE
    return f"The steps of the chances add up to {words} of the variance of the win, {right}."


def course_lines(chances: Chances, winner: str) -> list[str]:
    """How the lead changes, how low the winner's chance is, and when a game is decided."""
    changes = text(chances.lead_changes, "", CELL)
    ahead, lost, decided = (numbers.plain(level, SHARE, 0) for level in (AHEAD, LOST, DECIDED))
    lines = [f"The lead in chances changes {changes} times (another is ahead by {ahead})."]
    if chances.lowest.value == chances.lowest.value:
        nearly = f"in {share(chances.nearly_lost)} of the games it is below {lost}"
        lines += [
            f"The {winner}'s lowest chance is {share(chances.lowest)} in the mean; {nearly}.",
            f"At half time the {winner}'s chance is {share(chances.at_half_time)}.",
            f"From {share(chances.decided)} of the rounds on, in the mean, it stays at {decided} or more.",
        ]
    return lines


def came_rows(chances: Chances) -> list[tuple[str, ...]]:
    """Chances said and what came, as `CAME` names it."""
    return [
        (
            f"{100 * one.low:.0f} to {100 * one.high:.0f}%",
            numbers.count(one.looks),
            numbers.plain(one.said, SHARE, 0),
            numbers.plain(one.came, SHARE, 0),
            numbers.change(round(one.difference.value, ROUNDED), round(one.difference.half_width, ROUNDED), SHARE),
        )
        for one in chances.calibration
    ]


def came_words(chances: Chances) -> str:
    """Whether chances come true."""
    off = [one for one in chances.calibration if not one.difference.low <= 0 <= one.difference.high]
    if off:
        classes = listed([f"{100 * one.low:.0f} to {100 * one.high:.0f}%" for one in off])
        return f"Chances of {classes} do not come true: the difference is beyond its interval (all hold together)."
    widest = round(max((one.difference.half_width for one in chances.calibration), default=0.0), ROUNDED)
    return (
        f"No class differs beyond its interval (all hold together); the widest is {numbers.uncertainty(widest, SHARE)}."
    )


def luck_rows(luck: Luck) -> list[tuple[str, str]]:
    """Each source with its share."""
    return [(SOURCES[name], share(figure)) for name, figure in {"who_plays": luck.who_plays, **luck.sources}.items()]


CHOICES = ("node", "per game", "best over second", "best over worst", "the persona loses", "no consequence")


def choice_rows(choices: Choices) -> list[tuple[str, ...]]:
    """What choices are worth at each node, as `CHOICES` names it."""
    return [_choice_row(name, one) for name, one in {**choices.nodes, "all": choices.all}.items()]


def _choice_row(name: str, one: NodeChoices) -> tuple[str, ...]:
    worth = [text(each, DIFFERENCE, CELL) for each in (one.gap, one.range, one.lost)]
    return name, numbers.fixed(one.per_game, 1), *worth, share(one.idle)


def choice_lines(choices: Choices) -> list[str]:
    """How options and players without hope fare."""
    hopeless, swayed = numbers.plain(HOPELESS, SHARE, 0), numbers.plain(SWAYED, DIFFERENCE, 0)
    halves = "The best, second and worst option are found by one half of the trial games and judged by the other"
    dominated = f"Of the options, {share(choices.all.dominated)} are dominated: another was never worse, and better"
    in_games = f"{share(choices.kingmaking_games)} of the games"
    without_hope = f"{share(choices.hopeless)} of the decisions are made by a player whose chance is below {hopeless}"
    moved = f"more than {swayed}, in {in_games} at least once."
    if choices.kingmaking.value == 0:
        made = f"none of these moved another's chance by more than {swayed} (in {in_games})."
    else:
        made = f"by {share(choices.kingmaking)} of all decisions such a player moves another's chance by {moved}"
    return [f"{halves}; opponents are known. {dominated}.", f"Kingmaking: {without_hope} whatever is chosen; {made}"]
