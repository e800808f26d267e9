"""A first scenario of a game, to edit: it has every rule, persona and habit with its meaning and range.

It is made from the `Game` only, so that it can't disagree with what is played.  Lines that begin with ``#`` and no
space after it are ready to use: without the ``#`` each line is valid.
"""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from balancer.analysis.estimates.metric_names import names_for
from balancer.core.component_table import WORKBOOK_ENDINGS
from balancer.core.declarations import SEATINGS
from balancer.core.game import Game
from balancer.core.knobs import Choice, Flag, Knob, Number, Several, TableKnob
from balancer.core.text_table import decode
from balancer.scenario.check_spec import described
from balancer.scenario.file.hints import MAX_MISTAKES
from balancer.scenario.literals import written
from balancer.scenario.resolved import usual_games
from balancer.sides import BANK, RIVALS, SCORE
from balancer.wording import listed, printable

WIDTH = 100  # maximum length of a line; words are not broken
GAMES = 20_000  # games per cell: the whole sweep takes seconds
CUT_OFF = "max_rounds"  # the knob that every game has and that says nothing about its balance

NEVER, SELDOM = "unfinished", 0.001


def scenario_text(game: Game, file: str, tables: Mapping[str, str] | None = None) -> str:
    """Return a scenario for `game`, to be written to `file`; tables: component tables next to it, by knob."""
    knob, values = swept_knob(game)
    typed, games = shlex.quote(printable(file)), usual_games(game, GAMES)
    varied = f"How does {game.title} play?"
    if knob:
        varied = f"What does {knob.noun or f'the rule {knob.name}'} change in {game.title}?"
    lines = [
        "# yaml-language-server: $schema=./balancer.schema.json",
        *_remark(f"A scenario for {game.title}. {game.summary}"),
        "#",
        *_remark(
            "It plays the printed rules; change what you like. Lines that begin with # and no space are "
            "ready to be used: take the # away."
        ),
        f"#   balancer validate {typed}    is everything right?",
        f"#   balancer sweep {typed}       plays it and writes a page with charts and tables",
        "#   balancer schema -o balancer.schema.json    lets editors complete keys; repeat it after an update",
        "version: 1",
        f"title: {written(varied)}",
        f"game: {game.name}",
        "seed: 1                  # the same seed plays the same games",
        f"games: {games:_}            # per setting; or instead  precision: 0.2pp  with  max_games: 5_000_000",
        f"players: {game.usual_players}               # {game.player_words}",
        "",
        *_personas(game),
        "",
        *_rules(game, knob, values, tables or {}),
        "",
        *_sweep(game, knob, values),
        "",
        *_wishes(game),
    ]
    return "\n".join(lines) + "\n"


def table_texts(game: Game) -> dict[str, str]:
    """Return the game's own component tables as text, by knob; ValueError: it has none, or one is a workbook."""
    if not game.components:
        message = f"{game.title} has no component table: all that can be changed of it are its rules"
        raise ValueError(message)
    paths = {knob: game.own_table(knob) for knob in game.components}
    if books := [path.name for path in paths.values() if path.suffix.lower() in WORKBOOK_ENDINGS]:
        message = f"{listed(books)} is a workbook: copy it, or change it where it is"
        raise ValueError(message)
    return {knob: decode(path.read_bytes(), path)[0] for knob, path in paths.items()}


# Personas -------------------------------------------------------------------------------------------------------------
def _personas(game: Game) -> Iterator[str]:
    yield "# Who plays. Personas of this game:"
    habits = (", ".join(f"{name} {value}" for name, value in persona.habits.items()) for persona in game.personas)
    yield from _aligned(
        (persona.name, f"{persona.claim} ({values})" if values else persona.claim)
        for persona, values in zip(game.personas, habits, strict=True)
    )
    yield f"lineup: {written(game.lineup)}"
    yield "seating: rotate"
    yield from (f"# {name}: {meaning}" for name, meaning in SEATINGS.items())
    yield ""
    yield "# Your own personas: one of the above with other habits; to play, it must be in the line-up."
    thinker = next((persona for persona in game.personas if not persona.at_random), None)
    if thinker is None:
        yield "# (None: all personas of this game choose at random.)"
        return
    if game.habits:
        yield "# Habits, with default and range:"
        yield from _aligned(
            (habit.name, f"{habit.default} ({habit.low}..{habit.high}). {habit.meaning}") for habit in game.habits
        )
    yield f"# mistakes: the number of random decisions in {MAX_MISTAKES:_}."
    yield "# search: thinks ahead, with this number of trial games per decision (slow; see docs/players.md)."
    weights = f"habits: {{{game.habits[0].name}: {game.habits[0].default}}}, " if game.habits else ""
    yield "personas:"
    yield f"  #mine: {{base: {thinker.name}, {weights}mistakes: 50}}"


# Rules ----------------------------------------------------------------------------------------------------------------
def _rules(game: Game, varied: Knob | None, values: Sequence[Any], tables: Mapping[str, str]) -> Iterator[str]:
    sections = " § is the section there." if any(knob.section for knob in game.knobs) else ""
    yield f"# The rules, in the order of the rulebook, with their printed values.{sections}"
    yield "rules:"
    longest = max((len(f"#{knob.name}: {written(knob.default)}") for knob in game.knobs), default=0)
    for knob in game.knobs:
        yield from _remark(f"§ {knob.section}. {knob.meaning}" if knob.section else knob.meaning, "  ")
        if not isinstance(knob, TableKnob):
            yield from _with_range(f"#{knob.name}: {written(knob.default)}", longest, knob)
        elif knob.name in tables:
            yield from _with_range(f"{knob.name}: {written(tables[knob.name])}", longest, knob)
        else:
            yield f"  # {knob.name}: a CSV file of yours; `balancer new {game.name} --parts` writes one to edit"
    if varied is not None:
        other = next((value for value in values if value != varied.default), varied.default)
        yield ""
        yield "# Named sets of changes, to be compared with the rules above."
        yield "variants:"
        yield f"  #changed: {{rules: {{{varied.name}: {written(other)}}}}}"


def _with_range(line: str, longest: int, knob: Knob) -> Iterator[str]:
    """Yield a line with the allowed values after it, or before it if they are long."""
    whole = f"  {line:{longest}}  # printed: {written(knob.default)}; allowed: {knob.allowed}"
    if len(whole) <= WIDTH:
        yield whole
    else:
        yield from _remark(f"printed: {written(knob.default)}; allowed: {knob.allowed}", "  ")
        yield f"  {line}"


# Sweep ----------------------------------------------------------------------------------------------------------------
def _sweep(game: Game, knob: Knob | None, values: Sequence[Any]) -> Iterator[str]:
    players = swept_players(game)
    if knob is None and len(players) == 1:
        yield "# Nothing to vary: `balancer sweep` plays only the rules above."
        return
    yield "# The sweep: every combination of these values is a setting, and a row in the tables."
    yield "sweep:"
    yield "  mode: grid             # or one_at_a_time; zip: the axes together; sample: random ones (cells: 200)"
    yield "  axes:"
    if knob is not None:
        yield f"    rules.{knob.name}: {written(values)}"
    if len(players) > 1:
        step = "" if game.player_step == 1 else f", step: {game.player_step}"
        yield f"    players: {{from: {players[0]}, to: {players[-1]}{step}}}"


def swept_players(game: Game) -> range:
    """Return the usual number of players and its neighbours."""
    counts = game.player_counts
    place = counts.index(game.usual_players)
    return counts[max(0, place - 1) : place + 2]


def swept_knob(game: Game) -> tuple[Knob | None, list[Any]]:
    """Return the first knob with several playable values around the printed one, and these values; None for no knob."""
    for kinds in ((Number,), (Choice, Flag, Several)):
        for knob in game.knobs:
            if isinstance(knob, kinds) and knob.name != CUT_OFF:
                values = [value for value in neighbours(knob) if _playable(game, knob, value)]
                if len(values) > 1:
                    return knob, values
    return None, []


def neighbours(knob: Knob) -> list[Any]:
    """Return a few values around the printed one, in order; [] if it is no number."""
    if isinstance(knob, Choice):
        return list(knob.choices)
    if isinstance(knob, Flag):
        return [False, True]
    if isinstance(knob, Several):
        return ["none", "all"]
    if not isinstance(knob, Number) or not isinstance(knob.default, int):
        return []
    if knob.listed:
        return sorted(knob.listed)
    step = max(1, round(knob.default / 5))
    near = [value for n in range(-2, 3) if knob.low <= (value := knob.default + n * step) <= knob.high]
    return list(dict.fromkeys(map(knob.lower, near)))


def _playable(game: Game, knob: Knob, value: Any) -> bool:
    parts = game.read_parts()
    rules = {**game.defaults, knob.name: value}
    return not any(game.problems(rules, players, parts) for players in swept_players(game))


# Checks and report ----------------------------------------------------------------------------------------------------
def _wishes(game: Game) -> Iterator[str]:
    offers = names_for(described(game, game.usual_players, game.lineup, game.read_parts().names))

    def available(*names: str) -> list[str]:
        return [name for name in names if not offers[name.partition(".")[0]].reason]

    own = next((extra.name for extra in game.extras if not extra.group), "turns")
    judged = {SCORE: "score"}.get(game.aim) or {RIVALS: "seat_spread", BANK: "seat_win_rate"}.get(
        game.sides, "win_rate"
    )
    margins = "{rounds: 0.25}" if judged == "score" else f"{{{judged}: 1pp, rounds: 0.25}}"
    ending = f"ending_share.{game.endings[0].name}" if len(game.endings) > 1 else own
    yield f"# Bounds that figures must keep; `balancer metrics {game.name}` lists all figures."
    yield "checks:"
    if available("seat_advantage"):
        yield "  - {metric: seat_advantage, each: seat, between: [-3pp, 3pp]}     # does it matter where one sits?"
    yield f"  - {{metric: ending_share, of: {NEVER}, at_most: {SELDOM}}}"
    yield ""
    yield "report:"
    yield "  confidence: 0.95"
    yield f"  headline: {written(available(judged, ending, 'rounds'))}      # figures in the page's answer"
    if judged == "seat_spread":
        yield "  better: {seat_spread: lower}                       # the direction that is good, in comparisons"
    yield f"{f'  margins: {margins}':51}  # what counts as the same"
    yield "  robustness: personas                               # also play other line-ups; off: don't"
    yield "  #seconds_per_decision: 10                          # gives minutes: time a game at your table"


# Words ----------------------------------------------------------------------------------------------------------------
def _remark(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=f"{indent}# ", subsequent_indent=f"{indent}# ", break_long_words=False
    )


def _aligned(words: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield comment lines with names and their meanings in two columns."""
    pairs = list(words)
    longest = max((len(name) for name, _ in pairs), default=0)
    for name, meaning in pairs:
        first = f"#   {name:{longest}}  "
        yield from textwrap.wrap(
            meaning, WIDTH, initial_indent=first, subsequent_indent=f"#{'':{len(first) - 1}}", break_long_words=False
        )
