"""The report of `balancer chances`: when games are decided, whether chances come true, luck and skill, choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from balancer.analysis.figure import Figure
from balancer.analysis.play.chances import AHEAD, DECIDED, LOST, CalibrationClass, Chances
from balancer.analysis.play.choices import HOPELESS, SWAYED, Choices, NodeChoices
from balancer.analysis.play.luck import Luck
from balancer.analysis.sheet import Column, Sheet, column, number
from balancer.players.stakes import Stakes
from balancer.reporting import numbers
from balancer.reporting.axis import shown
from balancer.reporting.document.model import Block, Document, Item, Section, Sentences, Text
from balancer.reporting.document.parts import answer_section, charted, footer, reproduced_by, table_of_words
from balancer.reporting.drawing import charts
from balancer.reporting.numbers import CELL, DIFFERENCE, SHARE, text
from balancer.reporting.report import TableRows
from balancer.scenario.resolved import Scenario
from balancer.sides import BANK, POINTS, SCORE, TEAMS, TOGETHER
from balancer.simulation import provenance
from balancer.wording import capital, listed, plural, titled

SOURCES = {  # sources of luck and skill -> their words
    "who_plays": "who plays, and in which seat",
    "setup": "the setup: deals, and the order of decks",
    "chance": "chance during play",
    "own": "own random choices (odds, ties, mistakes)",
    "others": "the others' random choices (odds, ties, mistakes)",
}

ALIKE = 0.95  # share of the games with one result from which there is hardly anything to resolve

SEATING = "before the setup: who plays in which seat"  # the first phase

CLEAR = 0.1  # half-width, in share of the rounds, of an answer to when a result is decided

USEFUL = 0.25  # half-width of a difference of shares beyond which a class of chances tells nothing

ROUNDED = 8  # decimals of sums of chances that are more than rounding errors

LUCK_WORDS = (
    "What decides in the end, known early or not: games are replayed with some sources redrawn and the others kept; "
    "joint effects are shared equally."
)


# For programs ---------------------------------------------------------------------------------------------------------
NAMED = [  # columns of named figures; a row is a name and its figure
    column("name", "name of the figure", lambda row: row[0]),
    number("value", "its value", lambda row: row[1].value),
    number("low", "lower end of its interval", lambda row: row[1].low),
    number("high", "upper end of its interval", lambda row: row[1].high),
]

KNOWN = Sheet(
    "known",
    "share of the variance of the result that is resolved before and in the setup, and by tenths of the rounds",
    NAMED,
)
COURSE = Sheet("course", "changes of the favourite, the winner's lowest chance, when games are decided", NAMED)
LUCK = Sheet("luck", "share of the variance of a seat's result by source", NAMED)

CALIBRATION = Sheet(
    "calibration",
    "predicted chances (or scores) and how often they came true, by class",
    [
        number("low", "lower end of the class"),
        number("high", "upper end of the class"),
        number("looks", "number of predictions in the class", "moments"),
        number("said", "mean of the predictions", "predicted"),
        number("came", "share of them that came true, or the mean score", "happened"),
        number("difference", "came less said", "difference.value"),
        number("difference_low", "lower end of its interval; those of all classes are simultaneous", "difference.low"),
        number("difference_high", "upper end of its interval", "difference.high"),
    ],
)


def _of_node(name: str, meaning: str, way: str) -> list[Column]:
    """Return the columns of a figure of a node's decisions: its value and the ends of its interval."""
    return [
        number(name, meaning, lambda row: getattr(row[1], way).value),
        number(f"{name}_low", f"lower end of the interval of {name}", lambda row: getattr(row[1], way).low),
        number(f"{name}_high", f"upper end of the interval of {name}", lambda row: getattr(row[1], way).high),
    ]


CHOICES = Sheet(
    "choices",
    "worth of choices by node, as differences of the chance to win (of the score, where points are played for)",
    [
        column("node", "the kind of decision; all: of all kinds", lambda row: row[0]),
        number("per_game", "decisions per game", lambda row: row[1].per_game),
        *_of_node("choice_gap", "chance of the best option less that of the second", "gap"),
        *_of_node("choice_range", "chance of the best option less that of the worst", "range"),
        *_of_node("choice_lost", "chance of the best option less that of the persona's choice", "lost"),
        *_of_node("idle_choices", "share of the decisions without consequence in any world", "idle"),
        *_of_node(
            "dominated_options", "share of options to which another was never worse, and sometimes better", "dominated"
        ),
    ],
)


# The report -----------------------------------------------------------------------------------------------------------
def share(figure: Figure) -> str:
    """Return a share with its interval: `31% ± 4 pp`, `0% (0 to 15%)`; noise may make a share of variance negative."""
    value, low, high = (round(end, ROUNDED) for end in figure.ends)
    return text(Figure(value, max(min(0.0, value), low), min(max(1.0, value), high)), SHARE, CELL)


def within(figure: Figure) -> str:
    """Return a share with its interval inside a sentence; a negative one, which only noise makes, as 0."""
    return share(figure if figure.value > 0 else Figure.around(0.0, figure.half_width))


@dataclass(frozen=True)
class ChancesReport:
    """Chances of all seats along observed games of a scenario, luck and skill, and the worth of choices."""

    scenario: Scenario
    chances: Chances
    luck: Luck
    trials: int
    every: int  # rounds between two looks
    thinkers: Sequence[str] = ()  # personas that think ahead, which play as their base personas here
    choices: Choices | None = None
    command: str = ""  # reproduces it; '' from Python

    @property
    def is_scored(self) -> bool:
        """Whether points are played for: final scores are predicted, not chances to win."""
        return self.scenario.base.aim == SCORE

    @property
    def unit(self) -> str:
        """The unit of predictions: SHARE of the wins, or POINTS."""
        return POINTS if self.is_scored else SHARE

    @property
    def are_teams_drawn(self) -> bool:
        """Whether the seats of a team change from game to game, so that the setup decides who wins together."""
        return self.scenario.game.sides == TEAMS and not Stakes.of(self.scenario.game, self.scenario.base).team_of_seats

    @property
    def matter(self) -> str:
        """The words for the uncertain end of a game: `who wins`."""
        game = self.scenario.game
        if self.is_scored:
            return "the scores"
        by_sides = {
            TEAMS: "which players win" if self.are_teams_drawn else "which team wins",
            TOGETHER: "whether the table wins",
            BANK: "who wins against the bank",
        }
        return by_sides.get(game.sides, "who loses" if game.one_loses else "who wins")

    @property
    def whose(self) -> str:
        """The words for the side whose chance is followed along a game, in the genitive."""
        game = self.scenario.game
        by_sides = {
            TEAMS: "a winner's" if self.are_teams_drawn else "the winning team's",
            TOGETHER: "a winning table's",
            BANK: "a winner's",
        }
        return by_sides.get(game.sides, "the loser's" if game.one_loses else "the winner's")

    @property
    def how_often(self) -> str:
        """The words for the subject of luck and skill: `how often a seat wins`."""
        if self.is_scored:
            return "how much a seat scores"
        team = "a seat" if self.are_teams_drawn else "a team"
        winner = {TEAMS: team, TOGETHER: "the table"}.get(self.scenario.game.sides, "a seat")
        return f"how often {winner} {'loses' if self.scenario.game.one_loses else 'wins'}"

    @property
    def is_one_table(self) -> bool:
        """Whether all win together and play alike, so that it does not matter who plays in which seat."""
        return self.scenario.game.sides == TOGETHER and len(set(self.scenario.base.lineup)) == 1

    def answer(self) -> list[str]:
        """Return one sentence: when the result is decided."""
        half, deal = self.chances.half_known, within(self.chances.deal)
        alike, played = self.chances.most_alike, self.chances.games
        if alike >= ALIKE * played and not self.is_scored:
            ended = f"{f'All {played}' if alike == played else f'{alike} of {played}'} games ended with the same result"
            return [f"{ended}: there is hardly anything to resolve about {self.matter}."]
        if half.value != half.value:
            return ["In these games every seat always gets the same result: there is nothing to decide."]
        if half.value <= 0:
            first = f"More than half of the uncertainty about {self.matter} is resolved before the first round"
            seating = "" if self.is_one_table else f", {within(self.chances.who_plays)} by who plays in which seat"
            return [f"{first}: {deal} of it by the setup{seating}."]
        late = share(half.reversed().moved(1))
        if half.half_width > CLEAR:
            games = self.chances.games * (half.half_width / CLEAR) ** 2
            enough = f"about {numbers.short_count(numbers.round_up(games))} games (--games) would tell to ± 10 pp"
            first = f"Too few games to tell when half of the uncertainty about {self.matter} is resolved"
            return [f"{first}: so far in the last {late} of the rounds; {enough}. The setup resolves {deal} of it."]
        first = f"Half of the uncertainty about {self.matter} is resolved in the last {late} of the rounds"
        return [f"{first}; the setup resolves {deal} of it."]

    def document(self) -> Document:
        """Return the document for terminal, page and Markdown."""
        thinkers = [
            Text(f"{name} thinks ahead in other commands; here it plays as its base persona.") for name in self.thinkers
        ]
        sections = [
            answer_section(self.answer(), *thinkers),
            Section("known", f"When {self._known_when}", [self._known()]),
            Section("course", "The course of a game", [Sentences(self._course())]),
            Section("luck", "Luck and skill", [self._luck()]),
            Section("calibration", f"Do the {self._predictions} come true?", [self._calibration()]),
            Section("choices", "The worth of choices", self._choices()),
            *([reproduced_by(self.command, [sheet for sheet, _ in self.tables()])] if self.command else []),
        ]
        return Document(
            titled(self.scenario.title, "chances"),
            sections,
            kicker=self.scenario.game.title,
            about=f"each seat's {'expected score' if self.is_scored else 'chance to win'}, round by round",
            description=self.answer()[0],
            facts=self._facts(),
            footer=footer(provenance.versions()["balancer"]),
            scripts=["page.js"],
        )

    def _facts(self) -> list[str]:
        scenario = self.scenario
        what = "expected score" if self.is_scored else "chance"
        rhythm = "every round" if self.every == 1 else f"every {self.every} rounds"
        return [
            f"{plural(scenario.base.players, 'player')} ({shown(scenario.base.lineup)})",
            f"{numbers.count(self.chances.games)} games",
            f"seed {scenario.seed}",
            *([f"a score is: {scenario.game.score_words}"] if self.is_scored else []),
            f"each seat's {what} before {rhythm}, estimated from what it can see by {self.trials} trial games",
            f"luck and skill from {numbers.count(self.luck.games)} games",
            f"intervals (±) at {numbers.confidence(scenario.report.confidence)} confidence",
        ]

    @property
    def _known_when(self) -> str:
        return "the scores become known" if self.is_scored else f"it becomes known {self.matter}"

    @property
    def _predictions(self) -> str:
        return "predicted scores" if self.is_scored else "chances"

    def _course(self) -> list[str]:
        if self.is_scored:
            return ["Nobody is a favourite to win where points are played for."]
        return course_lines(self.chances, self.whose)

    def _known(self) -> Item:
        """Return the share of the uncertainty that each phase resolves: seating, setup, each tenth of the rounds."""
        if not self.chances.total.defined:
            return Text("Nothing is uncertain where all games end with the same result, so no phase has a share in it.")
        shares = phases(self.chances)
        if self.is_one_table:
            del shares[SEATING]
        return charted(
            "known",
            f"when {self._known_when}; share of the variance by phase",
            charts.bars,
            shares,
            table_of_words("", ("when", "resolved", "in total"), list(known_rows(shares))),
            text=total_words(self.chances, self._predictions),
            unit=SHARE,
            across="resolved",
        )

    def _luck(self) -> Block:
        """Return the share of the variance of a seat's result by source."""
        sources = {SOURCES[name]: figure for name, figure in self._shares()}
        if self.scenario.base.players == 1:
            del sources[SOURCES["others"]]
        return charted(
            "luck",
            f"what decides {self.how_often}",
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
        """Return predicted chances and how often they came true."""
        return charted(
            "calibration",
            "score less the predicted one; by class of predictions"
            if self.is_scored
            else "share that came true, less the predicted chance; by class of chances",
            charts.intervals,
            {f"predicted {_level(row.predicted, self.unit)}": row.difference for row in self.chances.calibration},
            table_of_words(
                "",
                ("score" if self.is_scored else "chance", "moments", "predicted", "happened", "difference"),
                came_rows(self.chances, self.unit),
            ),
            text=came_words(self.chances, self.unit),
            unit=numbers.as_difference(self.unit),
            across="happened less predicted",
            reference=0.0,
            reference_name="as predicted",
        )

    def _choices(self) -> list[Item]:
        """Return the worth of options by node, if it was measured."""
        if self.choices is None:
            return []
        headings = (
            "decision",
            "per game",
            "best less second",
            "best less worst",
            "lost by the persona",
            "no consequence",
        )
        unit = numbers.as_difference(self.unit)
        rows = [
            (
                name,
                numbers.fixed(choices.per_game, 1),
                *(text(figure, unit, CELL) for figure in (choices.gap, choices.range, choices.lost)),
                share(choices.idle),
            )
            for name, choices in self._nodes()
        ]
        what = "final score, in points" if self.is_scored else "chance to win"
        table = table_of_words(f"Differences of the {what}", headings, rows)
        return [table, Sentences(choice_lines(self.choices, kings=not self.is_scored))]

    def _nodes(self) -> list[tuple[str, NodeChoices]]:
        return [] if self.choices is None else [*self.choices.nodes.items(), ("all", self.choices.all)]

    def tables(self) -> list[TableRows]:
        """Return the tables, for CSV files and Python."""
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
            "aim": self.scenario.base.aim,
            "unit": self.unit,
            "answer": self.answer()[0],
            "chances": self.chances.to_json(),
            "luck": self.luck.to_json(),
            "choices": {} if self.choices is None else self.choices.to_json(),
            "kingmaking": {} if self.choices is None else self.choices.kings_to_json(),
        }


# Words ----------------------------------------------------------------------------------------------------------------
def phases(chances: Chances) -> dict[str, Figure]:
    """Return the share of the uncertainty that each phase resolves, by the words of the phase."""
    tenths = {f"{10 * place} to {10 * place + 10}% of the rounds": tenth for place, tenth in enumerate(chances.tenths)}
    return {SEATING: chances.who_plays, "the setup": chances.deal, **tenths}


def known_rows(shares: Mapping[str, Figure]) -> Iterator[tuple[str, str, str]]:
    """Yield each phase, the share that it resolves, and the share resolved by its end."""
    total = 0.0
    for phase, figure in shares.items():
        total += figure.value
        yield phase, share(figure), numbers.plain(total, SHARE, 0)


def total_words(chances: Chances, predictions: str) -> str:
    """Return whether changes of the predictions add up to the variance of a result that differs; as in `chances`.

    Correct chances are a martingale: the variances of its steps add up to that of its end.
    """
    total = chances.total
    verdict = "within the interval" if total.low <= 1 <= total.high else "outside the interval"
    words = numbers.written(total.value, total.half_width, SHARE)
    changes = f"Consistency: changes of the {predictions} add up to {words} of the variance of the result"
    return f"{changes}; correct {predictions} give 100%, which is {verdict}."


def course_lines(chances: Chances, whose: str) -> list[str]:
    """Return how often the favourite changes, how low the winner's chance gets, and when a game is decided."""
    changes, ahead = text(chances.lead_changes, "", CELL), numbers.plain(AHEAD, DIFFERENCE, 0)
    lost, decided = (numbers.plain(level, SHARE, 0) for level in (LOST, DECIDED))
    if not (chances.lead_changes.defined or chances.lowest.defined):
        return ["There is no favourite: no game had a single winner."]
    lines = []
    if chances.lead_changes.defined:
        lines.append(f"The favourite changes {changes} times per game; a new one must lead by {ahead}.")
    if chances.lowest.value == chances.lowest.value:
        nearly_lost = f"it falls below {lost} in {share(chances.nearly_lost)} of the games"
        lines += [
            f"{capital(whose)} lowest chance averages {share(chances.lowest)}; {nearly_lost}.",
            f"At half time {whose} chance averages {share(chances.at_half_time)}.",
            f"On average {whose} chance stays at {decided} or more from {share(chances.decided)} of the rounds on.",
        ]
    return lines


def _level(value: float, unit: str) -> str:
    """Return a predicted chance or score: `30%`, `12.4`."""
    return numbers.plain(value, unit, 0 if unit == SHARE else 1)


def _class_words(row: CalibrationClass, unit: str) -> str:
    low, high = _level(row.low, unit), _level(row.high, unit)
    return f"{low.removesuffix('%')} to {high}"


def came_rows(chances: Chances, unit: str) -> list[tuple[str, ...]]:
    """Return the rows of the table of predicted chances, or scores; unit: SHARE or POINTS."""
    return [
        (
            _class_words(row, unit),
            numbers.count(row.moments),
            _level(row.predicted, unit),
            _level(row.happened, unit),
            numbers.change(round(row.difference.value, ROUNDED), round(row.difference.half_width, ROUNDED), unit),
        )
        for row in chances.calibration
    ]


def came_words(chances: Chances, unit: str) -> str:
    """Return whether predicted chances, or scores, come true; unit: SHARE or POINTS."""
    off = [row for row in chances.calibration if not row.difference.low <= 0 <= row.difference.high]
    if off:
        classes = listed([_class_words(row, unit) for row in off])
        predicted = "Chances" if unit == SHARE else "Predicted scores"
        return f"{predicted} of {classes} do not come true: 0 lies outside the simultaneous interval of the difference."
    halves = ""
    if any(not row.low <= row.predicted <= row.high for row in chances.calibration):
        halves = (
            " One half of the trial games sorts a moment into its class, the other half predicts; so the mean of few "
            "moments may lie outside their class."
        )
    widths = [round(row.difference.half_width, ROUNDED) for row in chances.calibration]
    useful = [width for width in widths if unit != SHARE or width <= USEFUL]
    unclear = len(widths) - len(useful)
    few = f"{unclear} {'class' if unclear == 1 else 'classes'} of chances"
    if not useful:
        return f"Too few games to tell whether predicted chances come true.{halves}"
    width = numbers.uncertainty(max(useful), unit)
    agree = f"Predictions and results agree within their simultaneous intervals (the widest is {width})"
    return f"{agree}.{halves}" if len(useful) == len(widths) else f"{agree}; too few games to tell for {few}.{halves}"


def choice_lines(choices: Choices, *, kings: bool) -> list[str]:
    """Return how options are judged, how many are dominated, and how often a player without a chance decides.

    kings: whether this last sentence is included.
    """
    hopeless, swayed = numbers.plain(HOPELESS, SHARE, 0), numbers.plain(SWAYED, DIFFERENCE, 0)
    halves = "One half of the trial games finds the best, second and worst option, the other half judges them"
    dominated = (
        f"{share(choices.all.dominated)} of the options are dominated: another was never worse, sometimes better"
    )
    in_games = f"{share(choices.kingmaking_games)} of the games"
    without_hope = f"{share(choices.hopeless)} of the decisions are made by a player whose chance is below {hopeless}"
    if choices.kingmaking.value == 0:
        moves = f"none of these moves another player's chance by more than {swayed} (in {in_games})."
    else:
        kingmaking = f"{share(choices.kingmaking)} of all decisions are of that kind and move another player's chance"
        moves = f"{kingmaking} by more than {swayed}, at least once in {in_games}."
    lines = [f"{halves}; the opponents' personas are known. {dominated}."]
    return [*lines, f"Kingmaking: {without_hope} whatever they choose; {moves}"] if kings else lines
