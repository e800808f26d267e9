"""A game's contract tests with uncompiled rules: python -m balancer.testing.plain_runner TRIAL FOLDER.

Reads FOLDER/firsts.json, the first game number of each case.  Writes FOLDER/rows.npz, the rows of `cases.plain_cases`,
and FOLDER/honesty.json.  A choice that changes when hidden pieces are redealt has used what its seat can't see.
honesty.json holds counts for the game's own appraisals and for each planted cheat: choices of each node that were
watched, those where something hidden could be redealt, those that then changed, and redeals of each hidden piece.
"""

import importlib
import json
import pathlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from balancer.core.game import Game
from balancer.core.jit import PLAIN
from balancer.questions.tryout.watcher import Watcher
from balancer.testing.cases import FIRSTS, ROW_GAMES, Case, at_the_ends, plain_cases, play, with_at_most
from balancer.testing.game_under_test import Trial, trial_at

ENOUGH = 60  # choices of each node that are looked at
SECONDS = 40.0  # limit of processor time per watch; a node that was seen too rarely by then fails
SEED = 4


def watch(trial: Trial, cases: list[Case], choices: dict[str, int]) -> dict[str, Any]:
    """Play games of all cases in turn until a choice has used what is hidden, enough were watched, or time is up."""
    watcher = Watcher(trial.game, choices, trial.pieces)
    end = time.process_time() + SECONDS
    with watcher.watching():
        number = 0
        while time.process_time() < end and not any(watcher.changed.values()):
            if all(watcher.seen[node] >= least for node, least in choices.items()):
                break
            play(trial.game, cases[number % len(cases)], number, 1, SEED)
            number += 1
    return watcher.counts()


def honest_cases(trial: Trial) -> list[Case]:
    """Return cases with all personas but random ones, and extreme habits, in which every node comes up often."""
    game = trial.game
    thinkers = [persona for persona in game.personas if not persona.at_random]
    lineup = with_at_most((*thinkers, *at_the_ends(game)), trial.plain_most)
    often = {**game.defaults, **trial.often}
    return [
        Case(often, game.usual_players, lineup),
        Case({**game.defaults, **trial.brief}, game.usual_players, lineup),
        Case(often, game.least_players, lineup),
    ]


@contextmanager
def planted(game: Game, node: str, cheat: Callable[..., int]) -> Iterator[None]:
    """Replace the appraisal of a node by a cheat's; raise LookupError if there is none to replace."""
    name = f"appraise_{node}"
    modules = [importlib.import_module(f"{game.package.__name__}.{module}") for module in ("appraisal", "decisions")]
    places = [(module, getattr(module, name)) for module in modules if hasattr(module, name)]
    if not places:
        files = " or ".join(str(module.__file__) for module in modules)
        message = f"no {name} in {files}: which function weighs the options of {node}?"
        raise LookupError(message)
    for module, _ in places:
        setattr(module, name, cheat)
    try:
        yield
    finally:
        for module, appraise in places:
            setattr(module, name, appraise)


def honesty(trial: Trial) -> dict[str, Any]:
    """Return the counts of `watch` for the game's own appraisals, and with a cheat at each node."""
    cases = honest_cases(trial)
    counts = {"honest": watch(trial, cases, {node.name: ENOUGH for node in trial.game.nodes})}
    for node, cheat in trial.cheats.items():
        with planted(trial.game, node, cheat):
            counts[node] = watch(trial, cases, {node: ENOUGH // 4})  # a cheat shows within a few choices
    return counts


def plain_rows(trial: Trial, firsts: Sequence[int]) -> dict[str, Any]:
    """Return the rows of all plain cases, as bytes; firsts: the first game of each."""
    rows_by_case = {}
    for number, (case, first) in enumerate(
        zip(plain_cases(trial.game, trial.tables, trial.plain_most), firsts, strict=True)
    ):
        rows = play(trial.game, case, first, ROW_GAMES)
        rows_by_case[f"case{number}"] = np.frombuffer(np.asarray(rows).tobytes(), np.uint8)
    return rows_by_case


def main() -> None:
    """Play the plain cases, watch choices, and write both."""
    if not PLAIN:
        sys.exit("rules are compiled here: set NUMBA_DISABLE_JIT=1")
    trial, folder = trial_at(sys.argv[1]), pathlib.Path(sys.argv[2])
    firsts = json.loads((folder / FIRSTS).read_text(encoding="utf-8"))
    np.savez(folder / "rows.npz", **plain_rows(trial, firsts))
    (folder / "honesty.json").write_text(json.dumps(honesty(trial)), encoding="utf-8")


if __name__ == "__main__":
    main()
