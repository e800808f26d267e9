"""The contract in plain Python: python -m balancer.testing.plain_runner TRIAL FOLDER.

Reads FOLDER/firsts.json; writes FOLDER/rows.npz (the rows of `cases.plain_cases`) and FOLDER/honesty.json: for the
game's own appraisals, and for each planted cheat, how many choices of each node were looked at, in how many of them
something hidden could be dealt anew, the choices that then changed, and in how many choices each piece of what is
hidden was dealt anew.
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

from balancer.core import events
from balancer.core.compile import PLAIN
from balancer.core.game import Game
from balancer.core.record import empty
from balancer.testing.cases import FIRSTS, ROW_GAMES, Case, at_the_ends, plain_cases, play, with_at_most
from balancer.testing.game_under_test import Trial, trial_at

ENOUGH = 60
"""Choices of each node that are looked at."""
SECONDS = 40.0
"""Processor time at most, so that a busy machine changes nothing.

A game whose nodes come up too seldom in that time fails the test that counts them.
"""
SEED = 4


class Watcher:
    """Makes thinking choices twice: on the table as it is, and with everything unseen dealt again."""

    def __init__(self, trial: Trial, wanted: dict[str, int]) -> None:
        """Watch a number of choices per node."""
        self.game, self.trial, self.wanted = trial.game, trial, wanted
        self.decisions = importlib.import_module(f"{self.game.package.__name__}.decisions")
        self.offered: list[tuple[int, int]] = []
        self.seen = {node.name: 0 for node in self.game.nodes}
        self.redealt = dict(self.seen)
        self.changed: dict[str, list[str]] = {node.name: [] for node in self.game.nodes}
        self.pieces: dict[str, int] = {}  # how often each was dealt again

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Listen in as `balancer trace` does."""
        chooses = {node.name: getattr(self.decisions, f"choose_{node.name}") for node in self.game.nodes}

        events.listen(self.hear)
        for name, choose in chooses.items():
            setattr(self.decisions, f"choose_{name}", self.twice(name, choose))
        try:
            yield
        finally:
            events.stop_listening(self.hear)
            for name, choose in chooses.items():
                setattr(self.decisions, f"choose_{name}", choose)

    def hear(self, table: Any, event: int, a: int, b: int, c: int) -> None:
        """Note every option weighed."""
        del table, c
        self.offered += events.appraised(event, a, b)

    def twice(self, node: str, choose: Callable[..., int]) -> Callable[..., int]:
        """The same choice; before it, the same choice on a copy in which everything unseen was dealt again."""

        def watched(table: Any, seat: int, *others: Any) -> int:
            if table.lineup[table.entry[seat]].at_random or self.seen[node] >= self.wanted.get(node, 0):
                return choose(table, seat, *others)
            copy = empty(self.game.table, 1)
            copy[0] = table
            other_table = copy[0]
            self.game.reshuffle_unseen(other_table, seat)
            other_table.dice = table.dice
            other_table.decision = table.decision
            before, after = (self.trial.pieces(laid, seat) for laid in (table, other_table))
            dealt_anew = [name for name in before | after if before.get(name) != after.get(name)]
            self.offered = []
            blind = choose(other_table, seat, *others), self.offered
            self.offered = []
            option = choose(table, seat, *others)
            if self.offered:
                self.seen[node] += 1
                self.redealt[node] += bool(dealt_anew)
                for name in before | after:
                    self.pieces[name] = self.pieces.get(name, 0) + (name in dealt_anew)
                if blind != (option, self.offered):
                    self.changed[node].append(f"game {table.game_number}, turn {table.turn}, seat {seat}")
            return option

        return watched

    def counts(self) -> dict[str, Any]:
        """What was seen."""
        return {"seen": self.seen, "redealt": self.redealt, "changed": self.changed, "pieces": self.pieces}


def watch(trial: Trial, cases: list[Case], wanted: dict[str, int]) -> dict[str, Any]:
    """Play games of all cases in turn until enough choices have been watched, or time is up."""
    watcher = Watcher(trial, wanted)
    end = time.process_time() + SECONDS
    with watcher.watching():
        number = 0
        while any(watcher.seen[node] < least for node, least in wanted.items()) and time.process_time() < end:
            play(trial.game, cases[number % len(cases)], number, 1, SEED)
            number += 1
    return watcher.counts()


def honest_cases(trial: Trial) -> list[Case]:
    """All personas that think, and those with every habit at an end; every node comes up often."""
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
    """Let everybody who thinks at a node think as the cheat does; LookupError where nothing can be replaced."""
    name = f"appraise_{node}"
    modules = [importlib.import_module(f"{game.package.__name__}.{module}") for module in ("appraisal", "decisions")]
    places = [(module, getattr(module, name)) for module in modules if hasattr(module, name)]
    if not places:
        files = " or ".join(str(module.__file__) for module in modules)
        message = f"no {name} in {files}: by what are the options of {node} weighed?"
        raise LookupError(message)
    for module, _ in places:
        setattr(module, name, cheat)
    try:
        yield
    finally:
        for module, appraise in places:
            setattr(module, name, appraise)


def honesty(trial: Trial) -> dict[str, Any]:
    """The counts of `watch` for the game's own appraisals, and with a cheat at each node."""
    cases = honest_cases(trial)
    counts = {"honest": watch(trial, cases, {node.name: ENOUGH for node in trial.game.nodes})}
    for node, cheat in trial.cheats.items():
        with planted(trial.game, node, cheat):
            counts[node] = watch(trial, cases, {node: ENOUGH // 4})
    return counts


def plain_rows(trial: Trial, firsts: Sequence[int]) -> dict[str, Any]:
    """The rows of all plain cases, as bytes; firsts: the first game of each."""
    found = {}
    for number, (case, first) in enumerate(
        zip(plain_cases(trial.game, trial.tables, trial.plain_most), firsts, strict=True)
    ):
        rows = play(trial.game, case, first, ROW_GAMES)
        found[f"case{number}"] = np.frombuffer(np.asarray(rows).tobytes(), np.uint8)
    return found


def main() -> None:
    """Play, look, write."""
    if not PLAIN:
        sys.exit("rules are compiled here: set NUMBA_DISABLE_JIT=1")
    trial, folder = trial_at(sys.argv[1]), pathlib.Path(sys.argv[2])
    firsts = json.loads((folder / FIRSTS).read_text(encoding="utf-8"))
    np.savez(folder / "rows.npz", **plain_rows(trial, firsts))
    (folder / "honesty.json").write_text(json.dumps(honesty(trial)), encoding="utf-8")


if __name__ == "__main__":
    main()
