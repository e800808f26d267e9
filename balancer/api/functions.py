"""The functions of the Python interface: each carries out the study of the command of its name.

Arguments that they share are keys of the groups in `questions/playing.py`: `listing` puts them into signature and help.
"""

import dataclasses
import pathlib
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from balancer.analysis import tables as result_tables
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
from balancer.scenario.errors import Fault, ScenarioError
from balancer.scenario.file.yaml_source import from_mapping
from balancer.scenario.literals import sentence
from balancer.scenario.resolved import Scenario, usual_games
from balancer.simulation.experiments.observed_games import GAMES as OBSERVED_GAMES
from balancer.simulation.experiments.observed_games import TRIALS
from balancer.simulation.store import Store
from balancer.wording import did_you_mean

if TYPE_CHECKING:
    import pandas as pd


def _listed(names: str | Sequence[str]) -> Sequence[str]:
    return [names] if isinstance(names, str) else names


# What a rule does -----------------------------------------------------------------------------------------------------
@listing()
def run(scenario: Target, **playing: Unpack[CellOptions]) -> Results:
    """Play one set of rules: of a game by its name, or the base rules of a scenario (a file, or a dict of its keys).

    Arguments override the scenario.  ScenarioError, a ValueError, lists all that is wrong.
    """
    asked = loaded(scenario, playing)
    asked = dataclasses.replace(asked, axes=(), swept=(({}, asked.base),), base_apart=False)
    return _play(RunStudy.of_base(asked), playing)


@listing()
def sweep(scenario: Target, *, retune: bool | Literal["all"] = False, **playing: Unpack[CellOptions]) -> Results:
    """Play every cell of a scenario's sweep (a file, or a dict of its keys); as `run`.

    retune: search for players that beat the table at the base and the ends of each axis ("all": at every cell), and
    play beaten cells again among tuned ones (``.retuned``, ``.tuned``): many times the games of a sweep.
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
    """Return the games of all cells, with cell and axes as columns before them, called as in the other tables."""
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
    """Change every rule by itself (or the knobs named) on the same dice, and rank what it does to the headline.

    games: of each change, 10 000 unless given.  ScenarioError, a ValueError, lists all that is wrong.
    """
    asked = loaded(scenario, playing)
    if playing.get("games") is None and playing.get("precision") is None:
        asked = loaded(scenario, playing, games=usual_games(asked.game, sensitivity_study.GAMES))
    return Sensitivities(carried_out(sensitivity_study.SensitivityStudy.of(asked, _listed(knobs)), playing))


@listing()
def cards(
    scenario: Target, *, parts: str | Sequence[str] = (), games: int | None = None, **playing: Unpack[FixedOptions]
) -> Cards:
    """Return what each part (or those named) is worth: as dealt, and knocked out behind the players' backs.

    games: 40 000 unless given, each played again on the same dice for every changed part.  ScenarioError, a ValueError,
    lists all that is wrong.
    """
    games = usual_games(loaded(scenario, {}).game, cards_study.GAMES, is_plain=True) if games is None else games
    study = cards_study.CardsStudy.of(loaded(scenario, playing, games=games), _listed(parts))
    return Cards(carried_out(study, playing))


# Judge and design -----------------------------------------------------------------------------------------------------
@listing()
def check(scenario: Target, *, robustness: bool = False, **playing: Unpack[DecidingOptions]) -> Checks:
    """Judge every check of a scenario, and what moved since its baseline was accepted.

    robustness: report every check at tables of other competent players, too (``.elsewhere``).  games, precision: at the
    first look.  ScenarioError, a ValueError, lists all that is wrong.
    """
    most = playing.get("max_games")
    asked = loaded(scenario, playing, max_games=None if playing.get("precision") is None else most)
    return Checks(carried_out(CheckStudy.of(asked, most, everywhere=robustness), playing))


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
    """Find the smallest change of the rules that keeps all checks of a scenario.

    knobs: what may change in place of the sweep's axes: names, or names with the values to be tried (None: the axis of
    the sweep, else the declared range); even_seats: in place of the checks all seats are to win as often, `within` that
    spread, and the game's head starts may change where nothing else is named; games: on which the change found is
    confirmed; max_games: of a candidate at most.  ScenarioError, a ValueError, lists all that is wrong.
    """
    values = None if knobs is None else _values(knobs)
    even_within = within if even_seats else None
    asked = loaded(scenario, playing, games=games)
    return Seeks(carried_out(SeekStudy.of(asked, most=max_games, values=values, even_within=even_within), playing))


def _values(knobs: Iterable[str] | Mapping[str, Any]) -> dict[str, list[Any] | None]:
    """Return names with their values as plain lists; a single value is a list of one."""
    if isinstance(knobs, str):
        return {knobs: None}
    if not isinstance(knobs, Mapping):
        return dict.fromkeys(knobs)
    return {name: None if values is None else _plain(values) for name, values in knobs.items()}


def _plain(values: Any) -> list[Any]:
    several = isinstance(values, Iterable) and not isinstance(values, (str, bytes))
    plain: list[Any] = from_mapping({"values": list(values) if several else [values]}).value["values"]
    return plain


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

    entrants: who takes part, all that think by default; variants: also by their rules; sweep: in every cell of the
    sweep instead of the base rules; games: per line-up.  ScenarioError.
    """
    asked = loaded(scenario, playing)
    study = TournamentStudy.of(asked, entrants, _listed(variants), sweep=sweep, games=games)
    return Tournaments(carried_out(study, playing), asked)


@listing()
def robustness(
    scenario: Target,
    *,
    tables: Sequence[str] = (),
    sweep: bool = True,
    games: int | None = None,
    **playing: Unpack[FixedOptions],
) -> OtherPlayers:
    """Play a scenario's sweep, or its base rules, again at tables of other players and draw every conclusion there.

    tables: personas, each of which fills a table of its own; where none are named those of the scenario's
    ``report: robustness``, else all competent ones; a persona that thinks ahead takes part where it is named.
    sweep: False for the base rules alone.  games: other tables play a tenth of them, 1000 at least.  ScenarioError.
    """
    asked = _with_tables(loaded(scenario, playing, games=games), tables)
    study = SweepStudy.of(asked) if sweep and asked.axes else RunStudy.of_base(asked)
    report = carried_out(study, playing)
    assert report.robustness is not None  # noqa: S101  the scenario wants other tables now
    return OtherPlayers(report.robustness, asked)


def _with_tables(scenario: Scenario, names: Sequence[str]) -> Scenario:
    """Return the scenario with the other tables named, or with those it wants anyway; ScenarioError."""
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
    wanted = tuple(names) or scenario.report.robustness or ()
    return dataclasses.replace(scenario, report=dataclasses.replace(scenario.report, robustness=wanted))


@listing()
def exploit(
    scenario: Target, *, variant: str = "", games: int | None = None, **playing: Unpack[SearchOptions]
) -> Exploits:
    """Search for habits that win most in one player's place at a table, confirmed on games held out.

    variant: by its rules and line-up; games: of the confirmation, 40 000 by default, the search scales.
    ScenarioError, also where the game has no habits.
    """
    asked, stop = _setting(scenario, variant, playing)
    with open_runner(playing) as runner:
        return Exploits(ExploitReport(searches.exploit(asked, stop, runner, tuning.scaled(games, asked.game))))


@listing(but=["lineup"])
def tune(
    scenario: Target,
    *,
    persona: str = "",
    variant: str = "",
    games: int | None = None,
    **playing: Unpack[SearchOptions],
) -> Tunings:
    """Search for better habits, round by round, against the mixture on which the personas known so far settle.

    persona: the only one to start from, all by default; variant, games: as in `exploit`.  ScenarioError.
    """
    asked, stop = _setting(scenario, variant, playing)
    with open_runner(playing) as runner:
        return Tunings(TuneReport(searches.tune(asked, stop, runner, persona, tuning.scaled(games, asked.game))))


@listing()
def position_worth(
    scenario: Target, *, variant: str = "", games: int | None = None, **playing: Unpack[SearchOptions]
) -> PositionWorths:
    """Return what a point of the standing, and whatever else a game names, is worth at the end of a round.

    By least squares of the final score, and of the win; games: 4000 by default.  ScenarioError: too few positions.
    """
    asked, stop = _setting(scenario, variant, playing)
    count = games or usual_games(asked.game, position_worths.GAMES, is_plain=True)
    with open_runner(playing) as runner:
        return PositionWorths(WorthReport(position_worths.position_worth(asked, stop, runner, count)))


def _setting(scenario: Target, variant: str, playing: SearchOptions) -> tuple[Scenario, tournaments.Stop]:
    """Return the scenario with those changes, and the setting that is played."""
    asked = loaded(scenario, playing)
    return asked, tournaments.stops(asked, [variant] if variant else [])[-1]


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
    """Hold logged plays of real people (CSV, a workbook, BG Stats' export) against a scenario or a game.

    games: simulated of each setting; columns: what those of the log are, as in {"Spieler": "player"}; game: whose plays
    are read, where the log has several.  ScenarioError lists all that is wrong, in the scenario or in the file.
    """
    asked = loaded(scenario, playing, games=games)
    study = PlaysStudy.of(asked, play_log.read(pathlib.Path(file), asked, columns, game), games)
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
    """Return each seat's chance to win along games, from what it can see: what it says of drama, luck and skill.

    games: to observe, two at least; trials: trial games per seat and look; choices: also what the options of every
    decision are worth, by as many trial games each; jobs: threads, all cores by default.  ScenarioError.
    """
    asked = loaded(scenario, playing)
    return WinChances(chances_study.chances_of(asked, games=games, trials=trials, choices=choices, jobs=jobs))


class Trace(tuple[str, ...]):
    """The lines of a game; prints as text."""

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
    """Narrate game number `game`: every decision, what it weighed, and the standings; the first line says who won.

    variant: under the rules of this variant; seat: only what this seat sees, counted from 1; brief: one line per turn;
    all_options: not only the best four of each decision; chances: each seat's before every round, and moves that lost
    more than 5 percentage points.  ScenarioError, a ValueError, lists all that is wrong; WorkerError: the rules go
    wrong.
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
