"""The functions of the Python interface: each carries out the study of the command of its name.

Arguments that they share are keys of the groups in `questions/playing.py`; `listing` puts them into signature and help.
"""

import contextlib
import dataclasses
import pathlib
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from balancer import games as registry
from balancer.analysis import tables as result_tables
from balancer.analysis.estimates.metric_names import names_for
from balancer.analysis.results import Scope
from balancer.api.answered import Folder, Target, carried_out, listing, loaded, open_runner
from balancer.api.results import (
    Cards,
    Checks,
    Comparisons,
    Exploits,
    OtherPlayers,
    Plays,
    PositionWorths,
    Results,
    Seeks,
    Sensitivities,
    Tournaments,
    Tunings,
    WinChances,
)
from balancer.narration import worker
from balancer.narration.review import Review
from balancer.players import exploit as searches
from balancer.players import position_worth as position_worths
from balancer.players import tournament as tournaments
from balancer.players import tuning
from balancer.questions.cards import study as cards_study
from balancer.questions.chances import study as chances_study
from balancer.questions.check.study import CheckStudy
from balancer.questions.compare.study import CompareStudy
from balancer.questions.exploit.report import ExploitReport
from balancer.questions.page.one_file import page_text
from balancer.questions.playing import (
    CellOptions,
    ChangeOptions,
    CountOptions,
    DecidingOptions,
    FixedOptions,
    SearchOptions,
)
from balancer.questions.plays.study import PlaysStudy
from balancer.questions.seek.even_seats import WITHIN
from balancer.questions.seek.study import SeekStudy
from balancer.questions.sensitivity import study as sensitivity_study
from balancer.questions.sweep.study import Retune, RunStudy, SweepStudy
from balancer.questions.tournament.study import GAMES as TOURNAMENT_GAMES
from balancer.questions.tournament.study import TournamentStudy
from balancer.questions.trace.study import traced_cell
from balancer.questions.tryout.report import Tryout
from balancer.questions.tryout.study import try_against, try_out
from balancer.questions.tune.report import TuneReport
from balancer.questions.tune.worth_report import WorthReport
from balancer.scenario import play_log
from balancer.scenario.check_spec import scope_of_game
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.file.yaml_source import from_mapping
from balancer.scenario.literals import sentence
from balancer.scenario.resolved import Scenario, usual_games
from balancer.simulation.experiments.observed_games import GAMES as OBSERVED_GAMES
from balancer.simulation.experiments.observed_games import TRIALS
from balancer.simulation.store import Store, write_atomically
from balancer.wording import did_you_mean

if TYPE_CHECKING:
    import pandas as pd


def _listed(names: str | Sequence[str]) -> Sequence[str]:
    return [names] if isinstance(names, str) else names


# Effects of rules -----------------------------------------------------------------------------------------------------
@listing()
def run(scenario: Target, **playing: Unpack[CellOptions]) -> Results:
    """Play one set of rules: of a game by its name, or the base rules of a scenario (a file, or a dict of its keys).

    Arguments override the scenario.  ScenarioError, a ValueError, lists all that is wrong.
    """
    resolved = loaded(scenario, playing)
    base = dataclasses.replace(resolved, axes=(), swept=(({}, resolved.base),), base_apart=False)
    return _play(RunStudy.of_base(base), playing)


@listing()
def sweep(scenario: Target, *, retune: bool | Literal["all"] = False, **playing: Unpack[CellOptions]) -> Results:
    """Play every setting of a scenario's sweep (a file, or a dict of its keys); arguments as for `run`.

    retune: search for personas that beat the line-up at the base rules and the ends of each axis ("all": in every
    setting), and replay these settings among tuned personas (``.retuned``, ``.tuned``); takes many times the games.
    """
    where: Retune = "all" if retune == "all" else "ends" if retune else ""
    return _play(SweepStudy.of(loaded(scenario, playing), where=where), playing)


def _play(study: SweepStudy, playing: CellOptions) -> Results:
    study = study.with_plays(playing.get("plays"))
    output = playing.get("output")
    if not playing.get("keep_games"):
        return Results(carried_out(study, playing), study)
    with tempfile.TemporaryDirectory(prefix="balancer-") as folder:
        kept_in = folder if output is None else output
        report = carried_out(study, {**playing, "output": kept_in})
        return Results(report, study, _kept(study, report.cells, Store(pathlib.Path(kept_in))))


def _kept(study: SweepStudy, cells: Sequence[Any], store: Store) -> "pd.DataFrame":
    """Return the games of all settings; columns before them: cell and axes, named as in the other tables."""
    import pandas as pd

    frames = []
    named = result_tables.axis_columns(cell.axes for cell in cells)
    for number, (job, cell) in enumerate(zip(study.jobs, cells, strict=True), start=1):
        frame = pd.read_parquet(store.games_path(job.key, cell.games))
        for place, (name, value) in enumerate(cell.axes.items()):
            frame.insert(place, named[name], result_tables.shown(value))
        frame.insert(0, "cell", number)
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


@listing()
def compare(
    scenario: Target,
    other: Target | None = None,
    *,
    variants: str | Sequence[str] = (),
    **playing: Unpack[DecidingOptions],
) -> Comparisons:
    """Compare a scenario's base rules with its variants (all, or those named), or with another scenario of its game.

    Both sides play the same game numbers on the same dice.  Arguments override both scenarios.  ScenarioError, a
    ValueError, lists all that is wrong.
    """
    first = loaded(scenario, playing)
    second = None if other is None else loaded(other, playing)
    if second is not None and variants:
        raise ValueError("variants are of one scenario: leave them out, or the other scenario")
    study = CompareStudy.of(first, second, list(_listed(variants)))
    return Comparisons(carried_out(study, playing), study.scenario)


@listing()
def sensitivity(scenario: Target, *, knobs: str | Sequence[str] = (), **playing: Unpack[CountOptions]) -> Sensitivities:
    """Change every rule by itself (or the knobs named) on the same dice, and rank the effects on the headline figures.

    games: of each change, 10 000 unless given.  ScenarioError, a ValueError, lists all that is wrong.
    """
    resolved = loaded(scenario, playing)
    if playing.get("games") is None and playing.get("precision") is None:
        resolved = loaded(scenario, playing, games=usual_games(resolved.game, sensitivity_study.GAMES))
    return Sensitivities(carried_out(sensitivity_study.SensitivityStudy.of(resolved, _listed(knobs)), playing))


@listing()
def cards(
    scenario: Target, *, parts: str | Sequence[str] = (), games: int | None = None, **playing: Unpack[FixedOptions]
) -> Cards:
    """Measure what each card (or those named) is worth to its holder: as dealt, and secretly blank.

    games: 40 000 unless given, each replayed on the same dice for every changed card.  ScenarioError, a ValueError,
    lists all that is wrong.
    """
    games = usual_games(loaded(scenario, {}).game, cards_study.GAMES, is_plain=True) if games is None else games
    study = cards_study.CardsStudy.of(loaded(scenario, playing, games=games), _listed(parts))
    return Cards(carried_out(study, playing))


# Judge and design -----------------------------------------------------------------------------------------------------
@listing()
def check(scenario: Target, *, robustness: bool = False, **playing: Unpack[DecidingOptions]) -> Checks:
    """Judge every check of a scenario, and every figure of its accepted baseline.

    robustness: also report every check with line-ups of other competent players (``.elsewhere``).  games, precision: at
    the first look.  ScenarioError, a ValueError, lists all that is wrong.
    """
    most = playing.get("max_games")
    resolved = loaded(scenario, playing, max_games=None if playing.get("precision") is None else most)
    return Checks(carried_out(CheckStudy.of(resolved, most, everywhere=robustness), playing))


@listing()
def seek(
    scenario: Target,
    *,
    knobs: Iterable[str] | Mapping[str, Any] | None = None,
    even_seats: bool = False,
    within: str | float = WITHIN,
    games: int | None = None,
    max_games: int | None = None,
    **playing: Unpack[FixedOptions],
) -> Seeks:
    """Find the smallest change of the rules with which all checks of a scenario pass.

    knobs: rules that may change instead of the sweep's axes: names, or names with the values to try (None: the axis of
    the sweep, else the declared range); even_seats: instead of the checks, all seats must win equally often, `within`
    that spread; then head starts may change where no knobs are named; games: that confirm the change found;
    max_games: of a candidate at most.  ScenarioError, a ValueError, lists all that is wrong.
    """
    values = None if knobs is None else _values(knobs)
    even_within = within if even_seats else None
    resolved = loaded(scenario, playing, games=games)
    return Seeks(carried_out(SeekStudy.of(resolved, most=max_games, values=values, even_within=even_within), playing))


def _values(knobs: Iterable[str] | Mapping[str, Any]) -> dict[str, list[Any] | None]:
    """Return names with their values as plain lists; a single value becomes a list of one."""
    if isinstance(knobs, str):
        return {knobs: None}
    if not isinstance(knobs, Mapping):
        return dict.fromkeys(knobs)
    given = {
        name: list(values) if isinstance(values, Iterable) and not isinstance(values, (str, bytes)) else [values]
        for name, values in knobs.items()
        if values is not None
    }
    return {**dict.fromkeys(knobs), **from_mapping(given).value}


# Players --------------------------------------------------------------------------------------------------------------
@listing(but=["lineup"])
def tournament(
    scenario: Target,
    *,
    entrants: Sequence[str] = (),
    variants: str | Sequence[str] = (),
    sweep: bool = False,
    games: int = TOURNAMENT_GAMES,
    **playing: Unpack[FixedOptions],
) -> Tournaments:
    """Play personas against each other in every line-up, of a game or under a scenario's base rules.

    entrants: personas that take part, by default all that think; variants: also play by their rules; sweep: play in
    every setting of the sweep instead of the base rules; games: per line-up.  ScenarioError.
    """
    resolved = loaded(scenario, playing)
    study = TournamentStudy.of(resolved, entrants, _listed(variants), sweep=sweep, games=games)
    return Tournaments(carried_out(study, playing), resolved)


@listing()
def robustness(
    scenario: Target,
    *,
    tables: Sequence[str] = (),
    sweep: bool = True,
    games: int | None = None,
    **playing: Unpack[FixedOptions],
) -> OtherPlayers:
    """Replay a scenario's sweep, or its base rules, with line-ups of other players, and draw every conclusion there.

    tables: personas, each filling all seats of a line-up; by default those of the scenario's ``report:
    robustness``, else all competent ones; a persona that thinks ahead takes part only where it is named.
    sweep: False for only the base rules.  games: each line-up plays a tenth of them, at least 1000.  ScenarioError.
    """
    resolved = _with_tables(loaded(scenario, playing, games=games), tables)
    study = SweepStudy.of(resolved) if sweep and resolved.axes else RunStudy.of_base(resolved)
    report = carried_out(study, playing)
    assert report.robustness is not None  # noqa: S101  the scenario has other line-ups now
    return OtherPlayers(report.robustness, resolved)


def _with_tables(scenario: Scenario, names: Sequence[str]) -> Scenario:
    """Return the scenario with the personas named as other line-ups, else with its own; ScenarioError."""
    allowed = list(scenario.base.personas)
    faults = [
        Fault(
            f"tables: {name}",
            sentence(f"unknown persona {name!r}", f"allowed: {', '.join(allowed)}", did_you_mean(name, allowed)),
        )
        for name in names
        if name not in allowed
    ]
    if faults:
        raise ScenarioError(faults)
    personas = tuple(names) or scenario.report.robustness or ()
    return dataclasses.replace(scenario, report=dataclasses.replace(scenario.report, robustness=personas))


@listing()
def exploit(
    scenario: Target,
    *,
    variant: str = "",
    games: int | None = None,
    precision: float | str | None = None,
    max_games: int | None = None,
    **playing: Unpack[SearchOptions],
) -> Exploits:
    """Search for the habits that win most in one player's place of a line-up, confirmed in games held out.

    variant: play by its rules and line-up; games: that confirm the result, 40 000 by default; the search plays
    proportionally many; precision: play on until the interval of the gain is at most this wide (±), 0.002 or
    "0.2pp"; max_games: most games then.  ScenarioError, also where the game has no habits.
    """
    resolved, stop, budget = _search(scenario, variant, playing, games, precision, max_games)
    with open_runner(playing) as runner:
        return Exploits(ExploitReport(searches.exploit(resolved, stop, runner, budget)))


@listing(but=["lineup"])
def tune(
    scenario: Target,
    *,
    persona: str = "",
    variant: str = "",
    games: int | None = None,
    precision: float | str | None = None,
    max_games: int | None = None,
    **playing: Unpack[SearchOptions],
) -> Tunings:
    """Search for better habits, round by round, against the mixture that adapting players end up with.

    persona: the only one to start from, by default all; games: that confirm the result; precision: instead of games,
    as for `exploit`; max_games: most games then; the others: as for `exploit`.  ScenarioError.
    """
    resolved, stop, budget = _search(scenario, variant, playing, games, precision, max_games)
    with open_runner(playing) as runner:
        return Tunings(TuneReport(searches.tune(resolved, stop, runner, persona, budget)))


@listing()
def position_worth(
    scenario: Target, *, variant: str = "", games: int | None = None, **playing: Unpack[SearchOptions]
) -> PositionWorths:
    """Estimate what a point of the standing, and each quantity that a game names, is worth at the end of a round.

    By least squares of the final score, and of the win; games: 4000 by default.  ScenarioError: too few positions.
    """
    resolved, stop = _setting(scenario, variant, playing)
    count = games or usual_games(resolved.game, position_worths.GAMES, is_plain=True)
    with open_runner(playing) as runner:
        return PositionWorths(WorthReport(position_worths.position_worth(resolved, stop, runner, count)))


def _setting(
    scenario: Target, variant: str, playing: SearchOptions, **lengths: float | str | None
) -> tuple[Scenario, tournaments.Stop]:
    resolved = loaded(scenario, playing, **lengths)
    return resolved, tournaments.stops(resolved, [variant] if variant else [])[-1]


def _search(
    scenario: Target,
    variant: str,
    playing: SearchOptions,
    games: int | None,
    precision: float | str | None,
    max_games: int | None,
) -> tuple[Scenario, tournaments.Stop, tuning.SearchBudget]:
    lengths = {} if precision is None else {"precision": precision, "max_games": max_games}
    resolved, stop = _setting(scenario, variant, playing, **lengths)
    limits = (resolved.precision, resolved.max_games) if lengths else ()
    return resolved, stop, tuning.scaled(games, resolved.game, *limits)


@listing()
def plays(
    file: Folder,
    scenario: Target,
    *,
    games: int | None = None,
    columns: Mapping[str, str] | None = None,
    game: str | None = None,
    **playing: Unpack[SearchOptions],
) -> Plays:
    """Compare logged games of real people (CSV, a workbook, BG Stats' export) with a scenario or a game.

    games: to simulate of each setting; columns: meanings of the log's columns, as in {"Spieler": "player"}; game: the
    one whose plays are read, where the log has several.  ScenarioError lists all errors of scenario and file.
    """
    resolved = loaded(scenario, playing, games=games)
    study = PlaysStudy.of(resolved, play_log.read(pathlib.Path(file), resolved, columns, game), games)
    return Plays(carried_out(study, playing))


# One game -------------------------------------------------------------------------------------------------------------
@listing()
def chances(
    scenario: Target,
    *,
    games: int = OBSERVED_GAMES,
    trials: int = TRIALS,
    choices: bool = False,
    jobs: int | None = None,
    **playing: Unpack[ChangeOptions],
) -> WinChances:
    """Estimate each seat's chance to win, round by round, from what it can see: drama, luck and skill.

    games: to observe, at least two; trials: trial games per seat and look; choices: also measure what the options of
    every decision are worth, by as many trial games each; jobs: threads, all cores by default.  ScenarioError.
    """
    resolved = loaded(scenario, playing)
    return WinChances(chances_study.chances_of(resolved, games=games, trials=trials, choices=choices, jobs=jobs))


class Trace(tuple[str, ...]):
    """The lines of a narrated game; prints as text."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return the game in words."""
        return "\n".join(self)


@listing()
def trace(
    scenario: Target,
    game: int = 0,
    *,
    variant: str | None = None,
    seat: int | None = None,
    brief: bool = False,
    all_options: bool = False,
    chances: bool = False,
    **playing: Unpack[ChangeOptions],
) -> Trace:
    """Narrate game number `game`: every decision, the options weighed, and the standings; the first line says who won.

    variant: play by the rules of this variant; seat: show only what this seat sees, counted from 1; brief: one line per
    turn; all_options: not only the best four of each decision; chances: show each seat's chance before every round, and
    moves that lost more than 5 percentage points.  ScenarioError, a ValueError, lists all that is wrong; WorkerError:
    the rules go wrong.
    """
    cell = traced_cell(loaded(scenario, playing), variant)
    if game < 0:
        raise ValueError(f"game {game}: games are counted from 0")
    if seat is not None and not 1 <= seat <= cell.players:
        raise ValueError(f"seat {seat}: there are {cell.players} seats, counted from 1")
    viewer = None if seat is None else seat - 1
    review = Review.of(cell, game) if chances else None
    from balancer.narration.narrate import lines_of

    (lines,) = worker.ask(
        [(lines_of, cell, (game, all_options, brief, viewer, review))], plain=True, seconds=worker.SECONDS
    )
    return Trace(lines)


def try_game(game: Target, against: Target | None = None) -> Tryout:
    """Play a game in many ways: `wrong` lists errors, `look` what is worth a look, a sentence each.

    game: its file or name, or a scenario, whose base rules, personas and line-up are tried; against: another game that
    should be the same: both play on the same dice, and `wrong` names the first difference.  ScenarioError.
    """
    tried = loaded(game, {})
    return try_out(tried) if against is None else try_against(tried, loaded(against, {}))


# A page that plays, and what there is ---------------------------------------------------------------------------------
@listing()
def page(scenario: Target, file: Folder, **playing: Unpack[ChangeOptions]) -> pathlib.Path:
    """Write a page that plays a scenario or a game in the browser into an HTML file, and return its path.

    Works for games that ship and for compiled ones.  ScenarioError; NoModuleError: a page can't play this game.
    """
    path, text = pathlib.Path(file), page_text(loaded(scenario, playing), contextlib.nullcontext)
    write_atomically(path, text)
    return path


@listing()
def validate(scenario: Target, **playing: Unpack[ChangeOptions]) -> list[str]:
    """Check a scenario for errors without playing it, and return its warnings, a sentence each.

    ScenarioError, a ValueError, lists all that is wrong.
    """
    return list(loaded(scenario, playing).warnings)


def metrics(game: Target | None = None) -> "pd.DataFrame":
    """Return the metrics that checks, headlines and plots may name: of a game or a scenario, or of every game.

    Columns: metric, unit, meaning, of (the seats, personas, endings … that it exists for), statistics, and why the game
    has no value of it ('' if it has one).  ScenarioError: no such game.
    """
    import pandas as pd

    scope = Scope() if game is None else scope_of_game(loaded(game, {}).game)
    rows = [
        (
            name,
            offer.metric.unit,
            offer.meaning,
            ", ".join(offer.of),
            ", ".join(offer.metric.stats_offered),
            offer.reason,
        )
        for name, offer in names_for(scope).items()
    ]
    return pd.DataFrame(rows, columns=["metric", "unit", "meaning", "of", "statistics", "not_assessed"])


def list_games() -> "pd.DataFrame":
    """Return the games that there are, shipped and installed: name, title, players and a summary."""
    import pandas as pd

    games, _ = registry.load_all()
    rows = [(game.name, game.title, game.player_words, game.summary) for game in games.values()]
    return pd.DataFrame(rows, columns=["game", "title", "players", "summary"])
