"""The report of `balancer chances`: when games are decided, whether chances come true, luck and skill, choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.chances import AHEAD, DECIDED, LOST, Chances
from balancer.analysis.choices import HOPELESS, SWAYED, Choices, NodeChoices
from balancer.analysis.figure import Figure
from balancer.analysis.luck import Luck
from balancer.analysis.sheet import Column, Sheet, column, number
from balancer.reporting import numbers
from balancer.reporting.axis import shown
from balancer.reporting.document.model import Block, Document, Item, Section, Sentences, Text
from balancer.reporting.document.parts import answer_section, charted, footer, reproduced_by, table_of_words
from balancer.reporting.drawing import charts
from balancer.reporting.numbers import CELL, DIFFERENCE, SHARE, text
from balancer.reporting.report import TableRows
from balancer.scenario.resolved import Scenario
from balancer.simulation import provenance
from balancer.wording import listed

SOURCES = {  # sources of luck and skill -> their words
    "who_plays": "who plays, and in which seat",
    "setup": "the setup: deals, and the order of decks",
    "chance": "chance during play",
    "own": "own choices at a toss-up",
    "others": "the others' choices at a toss-up",
}

ROUNDED = 8  # decimals of sums of chances that are more than rounding errors

LUCK_WORDS = (
    "By drawing the dice of some sources anew and keeping the others; what only several decide together is "
    "divided between them."
)


# For programs ---------------------------------------------------------------------------------------------------------
NAMED = [  # columns of named figures; a row is a name and its figure
    column("name", "name of the figure", lambda row: row[0]),
    number("value", "its value", lambda row: row[1].value),
    number("low", "lower end of its interval", lambda row: row[1].low),
    number("high", "upper end of its interval", lambda row: row[1].high),
]

KNOWN = Sheet("known", "share of the variance of the win that becomes known before and in the setup, by tenths", NAMED)
COURSE = Sheet("course", "lead changes of chances, the winner's lowest chance, when games are decided", NAMED)
LUCK = Sheet("luck", "share of the variance of a seat's result by source", NAMED)

CALIBRATION = Sheet(
    "calibration",
    "chances said, and what came, by class",
    [
        number("low", "lower end of the class"),
        number("high", "upper end of the class"),
        number("looks", "how many chances of seats were in the class"),
        number("said", "their mean"),
        number("came", "the share of them that came true"),
        number("difference", "came less said", "difference.value"),
        number("difference_low", "lower end of its interval; those of all classes hold together", "difference.low"),
        number("difference_high", "upper end of its interval", "difference.high"),
    ],
)


def _of_node(name: str, meaning: str, way: str) -> list[Column]:
    """Return the columns of a figure of the decisions at a node: its value and the ends of its interval."""
    return [
        number(name, meaning, lambda row: getattr(row[1], way).value),
        number(f"{name}_low", f"lower end of the interval of {name}", lambda row: getattr(row[1], way).low),
        number(f"{name}_high", f"upper end of the interval of {name}", lambda row: getattr(row[1], way).high),
    ]


CHOICES = Sheet(
    "choices",
    "what choices are worth by node, in chances to win",
    [
        column("node", "the kind of decision; all: of all kinds", lambda row: row[0]),
        number("per_game", "decisions per game", lambda row: row[1].per_game),
        *_of_node("choice_gap", "what the best option is worth more than the second", "gap"),
        *_of_node("choice_range", "what the best option is worth more than the worst", "range"),
        *_of_node("choice_lost", "what the best option is worth more than what the persona does", "lost"),
        *_of_node("idle_choices", "share of the decisions without consequence in any world", "idle"),
        *_of_node(
            "dominated_options", "share of the options than which another was never worse, and better", "dominated"
        ),
    ],
)


# The report -----------------------------------------------------------------------------------------------------------
def share(figure: Figure) -> str:
    """A share with its uncertainty: `31% ± 4 pp`, `0% (0 to 15%)`; noise may make one of the variance negative."""
    value, low, high = (round(end, ROUNDED) for end in figure.ends)
    return text(Figure(value, max(min(0.0, value), low), min(max(1.0, value), high)), SHARE, CELL)


def within(figure: Figure) -> str:
    """A share with its uncertainty in the middle of a sentence; a negative one, which noise alone makes, as 0."""
    return share(figure if figure.value > 0 else Figure.around(0.0, figure.half_width))


@dataclass(frozen=True)
class ChancesReport:
    """What the chances of some games of a scenario say."""

    scenario: Scenario
    chances: Chances
    luck: Luck
    trials: int
    every: int  # rounds between two looks
    thinkers: Sequence[str] = ()  # who is taken for its base persona
    choices: Choices | None = None
    command: str = ""  # reproduces it; '' from Python

    @property
    def winner(self) -> str:
        """Return whose chance is meant."""
        return "loser" if self.scenario.game.one_loses else "winner"

    @property
    def verb(self) -> str:
        """Return what a chance is of."""
        return "loses" if self.scenario.game.one_loses else "wins"

    def answer(self) -> list[str]:
        """Return when it is decided who wins, in a sentence."""
        half, deal = self.chances.half_known, within(self.chances.deal)
        if half.value != half.value:
            return ["In these games every seat gets the same: there is nothing to decide."]
        if half.value <= 0:
            first = f"More than half of what decides who {self.verb} is known before the first round"
            return [f"{first}: {deal} of it by the setup, {within(self.chances.who_plays)} by who plays, and where."]
        late = share(half.reversed().moved(1))
        first = f"Half of what decides who {self.verb} becomes known in the last {late} of a game's rounds"
        return [f"{first}; {deal} of it is known after the setup."]

    def document(self) -> Document:
        """Return what people read."""
        thinkers = [
            Text(f"{name} thinks ahead in other commands; here it plays as its base persona.") for name in self.thinkers
        ]
        sections = [
            answer_section(self.answer(), *thinkers),
            Section("known", f"When it becomes known who {self.verb}", [self._known()]),
            Section("course", "The course of a game", [Sentences(course_lines(self.chances, self.winner))]),
            Section("luck", "Luck and skill", [self._luck()]),
            Section("calibration", "Do the chances come true?", [self._calibration()]),
            Section("choices", "What choices are worth", self._choices()),
            *([reproduced_by(self.command, [sheet for sheet, _ in self.tables()])] if self.command else []),
        ]
        return Document(
            f"{self.scenario.title}: chances",
            sections,
            kicker=self.scenario.game.title,
            about="each seat's chance to win along its games",
            description=self.answer()[0],
            facts=self._facts(),
            footer=footer(provenance.versions()["balancer"]),
            scripts=["page.js"],
        )

    def _facts(self) -> list[str]:
        scenario = self.scenario
        looks = "every round" if self.every == 1 else f"every {self.every} rounds"
        return [
            f"{scenario.base.players} players ({shown(scenario.base.lineup)})",
            f"{numbers.count(self.chances.games)} games",
            f"seed {scenario.seed}",
            f"before {looks} each seat's chance from {self.trials} trial games of what it can see",
            f"luck and skill from {numbers.count(self.luck.games)} games",
            f"intervals (±) at {numbers.confidence(scenario.report.confidence)} confidence",
        ]

    def _known(self) -> Block:
        """Return how much of the result becomes known before the setup, in it, and in each tenth of the rounds."""
        return charted(
            "known",
            f"when it becomes known who {self.verb}; share of the variance by phase",
            charts.bars,
            phases(self.chances),
            table_of_words("", ("when", "becomes known", "known by then"), list(known_rows(self.chances))),
            text=total_words(self.chances),
            unit=SHARE,
            across="becomes known",
        )

    def _luck(self) -> Block:
        """Return what decides how often a seat wins."""
        sources = {SOURCES[name]: figure for name, figure in self._shares()}
        return charted(
            "luck",
            f"what decides how often a seat {self.verb}",
            charts.bars,
            sources,
            table_of_words("", ("source", "share"), [(name, share(figure)) for name, figure in sources.items()]),
            text=LUCK_WORDS,
            unit=SHARE,
            across="share of the variance",
        )

    def _shares(self) -> list[tuple[str, Figure]]:
        return [("who_plays", self.luck.who_plays), *self.luck.sources.items()]

    def _calibration(self) -> Block:
        """Return chances said, and what came."""
        return charted(
            "calibration",
            "what came less what was said; by class of chances",
            charts.intervals,
            {f"said {100 * came.said:.0f}%": came.difference for came in self.chances.calibration},
            table_of_words("", ("chance", "looks", "said", "came", "difference"), came_rows(self.chances)),
            text=came_words(self.chances),
            unit=DIFFERENCE,
            across="came less said",
            reference=0.0,
            reference_name="as said",
        )

    def _choices(self) -> list[Item]:
        """Return what options are worth by node, if they were examined."""
        if self.choices is None:
            return []
        headings = ("node", "per game", "best over second", "best over worst", "the persona loses", "no consequence")
        table = table_of_words("In chances to win", headings, [_choice_row(*row) for row in self._nodes()])
        return [table, Sentences(choice_lines(self.choices))]

    def _nodes(self) -> list[tuple[str, NodeChoices]]:
        return [] if self.choices is None else [*self.choices.nodes.items(), ("all", self.choices.all)]

    def tables(self) -> list[TableRows]:
        """Return what programs read."""
        content = self.chances
        tenths = [(f"tenth {place}", figure) for place, figure in enumerate(content.tenths, 1)]
        course = ("half_known", "total", "lead_changes", "lowest", "nearly_lost", "at_half_time", "decided")
        return [
            (KNOWN, [("who_plays", content.who_plays), ("deal", content.deal), *tenths]),
            (COURSE, [(name, getattr(content, name)) for name in course]),
            (LUCK, self._shares()),
            (CALIBRATION, content.calibration),
            (CHOICES, self._nodes()),
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the content of `--json`."""
        return {
            "game": self.scenario.game.name,
            "players": self.scenario.base.players,
            "lineup": list(self.scenario.base.lineup),
            "seed": self.scenario.seed,
            "confidence": self.scenario.report.confidence,
            "trials": self.trials,
            "every": self.every,
            "answer": self.answer()[0],
            "chances": self.chances.to_json(),
            "luck": self.luck.to_json(),
            "choices": {} if self.choices is None else self.choices.to_json(),
            "kingmaking": {} if self.choices is None else self.choices.kings_to_json(),
        }


# Words ----------------------------------------------------------------------------------------------------------------
def phases(chances: Chances) -> dict[str, Figure]:
    """Return what becomes known before the setup, in it, and in each tenth of the rounds."""
    tenths = {f"{10 * place} to {10 * place + 10}% of the rounds": tenth for place, tenth in enumerate(chances.tenths)}
    return {"before the setup: who plays, and where": chances.who_plays, "the setup": chances.deal, **tenths}


def known_rows(chances: Chances) -> Iterator[tuple[str, str, str]]:
    """Yield each phase, what becomes known in it, and what is known by then."""
    total = 0.0
    for phase, figure in phases(chances).items():
        total += figure.value
        yield phase, share(figure), numbers.plain(total, SHARE, 0)


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
