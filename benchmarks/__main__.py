"""Measure and write benchmarks/results.json: ``python -m benchmarks [--quick]``.

Machines differ and are shared, so every speed is given as a ratio to the naive reference (the rulebook in plain Python)
that was measured in the same run, and every figure is the best of several tries: what disturbs one only slows it.
"""

from __future__ import annotations

import csv
import importlib
import json
import pathlib
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

from balancer import games
from balancer.core.tallies.tally import Tally
from balancer.plain.files import load_file
from balancer.scenario.plan import Cell
from balancer.simulation import provenance, runner
from balancer.simulation.backends.backend import CHUNK
from balancer.simulation.backends.threads import threads
from balancer.simulation.experiments.observed_games import TRIALS, ObservedGames
from balancer.simulation.jobs import CellJob
from balancer.simulation.progress import Quiet
from balancer.simulation.stopping import FixedGames
from benchmarks.browser import page_speed
from benchmarks.cost import Cost, cost_of
from benchmarks.lineups import CASES, OBSERVED_PERSONAS, Case

HERE = pathlib.Path(__file__).parent
REFERENCES = HERE.parent / "tests" / "games"
TRIES = 3
THREADS = 2
"""Beside one: what two bring is comparable from machine to machine."""
OBSERVED = 10
"""Games whose chances are looked at."""
FEW_TRIALS = 4
"""Per option of a decision, of which usually there are `TRIALS`."""
EXPERT_GAMES = 20
"""Games of four experts, who think ahead."""
MANY_GAMES = (100_000, 10_000_000)
"""Numbers of games whose memory is compared: it does not grow with them."""
SWEEP = HERE.parent / "scenarios" / "oktoberfest.yaml"
NAIVE_GAMES = {
    "black_death": 300,
    "oktoberfest": 100,
    "biergarten": 5,
    "devils_tarok": 30,
    "bartender": 100,
    "festo": 10,
    "shit_head": 3,
}


def best_time(action: Callable[[], Any], tries: int = TRIES) -> float:
    """Return the shortest time, in seconds, that `action` took in so many tries."""
    times = []
    for _ in range(tries):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return min(times)


def cell_of(case: Case, scale: float) -> Cell:
    """Return the case as a cell of the printed rules."""
    game = games.load(case.game)
    known = {persona.name: persona for persona in game.all_personas}
    return Cell(
        axes={},
        game=case.game,
        players=case.players,
        lineup=case.lineup,
        personas={name: known[name] for name in case.lineup},
        seating="rotate",
        rules=game.defaults,
        table_files={},
        tables=(),
        seed=1,
        games=max(int(case.games * scale), 2000),
        precision=None,
        max_games=None,
        confidence=0.95,
    )


def rows_as_text(path: pathlib.Path) -> list[dict[str, str]]:
    """Return the rows of a component table, for references that read no table themselves."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def naive_speed(case: Case) -> float:
    """Games a second of the naive reference, random players, at the same number of players."""
    count = NAIVE_GAMES[case.game]
    plain = REFERENCES / case.game / "plain.py"
    if plain.exists():
        reference = load_file(plain)
        lineup = [reference.persona("random")]
        table = reference.lay_table(reference.defaults, case.players, reference.read_parts(), lineup)
        return count / best_time(lambda: reference.play_plain(table, 1, 0, count), 2)
    naive = importlib.import_module(f"tests.games.{case.game}.naive")
    game = games.load(case.game)
    rows_of = getattr(naive, "rows_of", rows_as_text)
    arguments: list[Any] = [{}, *(rows_of(game.own_table(knob)) for knob in game.components)]

    def play() -> None:
        for number in range(count):
            naive.play(1, number, case.players, *arguments)

    return count / best_time(play, 2)


def speed(cell: Cell, jobs: int) -> float:
    """Games a second of a whole cell, tallies included, on so many threads."""
    job, rule = CellJob.of(cell), FixedGames(cell.most_games)
    with threads(jobs) as pool:
        runner.compile_game([cell], pool, Quiet())
        return cell.most_games / best_time(lambda: runner.Runner(pool).play([job], rule))


def tally_share(cell: Cell) -> float:
    """Return the share of a chunk's time on one thread that goes into its tally."""
    job = CellJob.of(cell)
    rows = job.play(0, CHUNK)
    tally: Tally = job.empty_tally()
    played = best_time(lambda: job.play(0, CHUNK))
    reduced = best_time(lambda: tally.merge(tally.reduced(rows)))
    return reduced / (played + reduced)


def measure(case: Case, scale: float, naive: float) -> dict[str, Any]:
    """All figures of one case."""
    cell = cell_of(case, scale)
    one, many = speed(cell, 1), speed(cell, THREADS)
    return {
        "game": case.game,
        "lineup": case.name,
        "players": case.players,
        "games_per_second_1_thread": round(one),
        "threads": THREADS,
        "ratio_threads_to_1": round(many / one, 3),
        "naive_random_games_per_second": round(naive, 1),
        "ratio_to_naive": round(one / naive, 1),
        "tally_share": round(tally_share(cell), 3),
    }


def observed_speed(name: str, persona: str) -> dict[str, Any]:
    """Games a second of one thread whose chances are looked at, and whose every decision is examined.

    Decisions take as much time as trials per option: fewer are measured.
    """
    cell = cell_of(Case(name, persona, (persona,), games.load(name).usual_players, 0), 1)
    chances, choices = ObservedGames.of(cell), ObservedGames.of(cell, 2, FEW_TRIALS)
    chances.observed(0), choices.observed(0)
    return {
        "game": name,
        "lineup": persona,
        "every": chances.every,
        "chances_per_second": round(OBSERVED / best_time(lambda: [chances.observed(n) for n in range(OBSERVED)], 2), 1),
        "choices_per_second": round(FEW_TRIALS / TRIALS / best_time(lambda: choices.observed(0), 2), 2),
    }


def expert_speed(name: str) -> dict[str, Any]:
    """Games a second of one thread in which the game's expert sits in every seat."""
    job = CellJob.of(cell_of(Case(name, "expert", ("expert",), games.load(name).usual_players, 0), 1))
    job.play(0, 1)
    seconds = best_time(lambda: job.play(0, EXPERT_GAMES), 2)
    return {"game": name, "lineup": "expert", "games_per_second": round(EXPERT_GAMES / seconds, 1)}


def commands() -> dict[str, Cost]:
    """Measure whole commands: start, warm run, first run of each game, page of a sweep, many games."""
    balancer = [sys.executable, "-m", "balancer"]
    run = [*balancer, "run", "black_death", "--games"]
    warm = {
        "python alone": [sys.executable, "-c", "pass"],
        "balancer --help": [*balancer, "--help"],
        "run black_death, 1000 games": [*run, "1000"],
        **{f"run black_death, {games:_} games": [*run, str(games)] for games in MANY_GAMES},
    }
    costs = {name: min(cost_of(command) for _ in range(TRIES)) for name, command in warm.items()}
    for name in games.own_names():
        with tempfile.TemporaryDirectory() as empty:
            costs[f"first run of {name}"] = cost_of([*balancer, "run", name, "--games", "1"], BALANCER_CACHE=empty)
    return costs | {"page of a sweep of 40 cells": page_of_a_sweep(balancer)}


def page_of_a_sweep(balancer: list[str]) -> Cost:
    """Measure writing tables, charts and page of a sweep of which everything has been played."""
    with tempfile.TemporaryDirectory() as folder:
        sweep = [*balancer, "sweep", str(SWEEP), "--games", "500", "--output", str(pathlib.Path(folder) / "sweep")]
        cost_of(sweep)
        return cost_of(sweep)


def main() -> None:
    """Measure all cases, say each, and write results.json."""
    scale = 0.1 if "--quick" in sys.argv else 1.0
    measured = []
    for case in CASES:
        figures = measure(case, scale, naive_speed(case))
        measured.append(figures)
        print(
            f"{case.game:12} {case.name:20} {figures['games_per_second_1_thread']:>9,} games/s on one thread"
            f" = {figures['ratio_to_naive']:>6,.0f} × naive,"
            f" {figures['threads']} threads × {figures['ratio_threads_to_1']:.2f}, tally {figures['tally_share']:.1%}"
        )
    observed = [observed_speed(name, persona) for name, persona in OBSERVED_PERSONAS.items()]
    for one in observed:
        print(
            f"{one['game']:12} {one['lineup']:20} chances {one['chances_per_second']:>6} games/s, choices"
            f" {one['choices_per_second']:>6} games/s"
        )
    experts = [expert_speed(name) for name in OBSERVED_PERSONAS]
    for one in experts:
        print(f"{one['game']:12} {one['lineup']:20} {one['games_per_second']:>6} games/s")
    pages = [page_speed(case, best_time) for case in CASES if case.name == "mixed"]
    for one in filter(None, pages):
        print(
            f"{one['game']:12} {one['lineup']:20} {one['page_games_per_second']:>9,} games/s in a worker of a page"
            f" = {one['ratio']:.2f} × native"
        )
    costs = commands()
    for name, cost in costs.items():
        print(
            f"{name:36} {cost.seconds:6.2f} s, {cost.processor_seconds:6.2f} s of processor, {cost.peak_mib:5.0f} MiB"
        )
    results = {
        "measured": provenance.now(),
        "versions": provenance.versions(),
        "speed": measured,
        "chances": observed,
        "experts": experts,
        "pages": pages,
        "commands": {name: cost._asdict() for name, cost in costs.items()},
    }
    (HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
