"""The part of the contract that runs where rules are plain Python: python -m tests.games.contract_plain GAME FOLDER.

Writes FOLDER/rows.npz (the rows of `contract.plain_cases`) and FOLDER/honesty.json: for the room's own appraisals, and
for each planted cheat, how many choices of each node were looked at, in how many of them something hidden could be
dealt anew, and the choices that then changed.
"""

import importlib
import json
import pathlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from balancer.core import choice
from balancer.core.compile import PLAIN, empty
from balancer.core.game import Game
from balancer.games import load
from tests.games.contract import Case, at_the_ends, plain_cases, play
from tests.games.contract_cheats import CHEATS, Cheats

ROW_GAMES = 3
ENOUGH = 60
"""Choices of each node that are looked at."""
SECONDS = 40.0
"""At most; a game whose nodes come up too seldom in that time fails the test that counts them."""
SEED = 4


class Watcher:
    """Makes thoughtful choices twice: as they stand, and with everything unseen dealt anew."""

    def __init__(self, game: Game, cheats: Cheats, wanted: dict[str, int]) -> None:
        """Watch so many choices of each node."""
        self.game, self.hidden, self.wanted = game, cheats.hidden, wanted
        self.moves = importlib.import_module(f"{game.room.__name__}.moves")
        self.offered: list[tuple[int, int]] = []
        self.seen = {node.name: 0 for node in game.nodes}
        self.redealt = dict(self.seen)
        self.changed: dict[str, list[str]] = {node.name: [] for node in game.nodes}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Listen in as `balancer trace` does."""
        offer = choice.offer
        chooses = {node.name: getattr(self.moves, f"choose_{node.name}") for node in self.game.nodes}

        def heard(table: Any, option: int, value: int) -> None:
            self.offered.append((int(option), int(value)))
            offer(table, option, value)

        choice.offer = heard
        for name, choose in chooses.items():
            setattr(self.moves, f"choose_{name}", self.twice(name, choose))
        try:
            yield
        finally:
            choice.offer = offer
            for name, choose in chooses.items():
                setattr(self.moves, f"choose_{name}", choose)

    def twice(self, node: str, choose: Callable[..., int]) -> Callable[..., int]:
        """The same choice; before it, the same choice on a copy whose unseen things were dealt anew."""

        def watched(table: Any, seat: int, *others: Any) -> int:
            if table.lineup[table.entry[seat]].at_random or self.seen[node] >= self.wanted.get(node, 0):
                return choose(table, seat, *others)
            copy = empty(self.game.table, 1)
            copy[0] = table
            other_table = copy[0]
            self.game.reshuffle_unseen(other_table, seat)
            other_table.dice = table.dice
            other_table.choice = table.choice
            dealt_anew = self.hidden(other_table, seat) != self.hidden(table, seat)
            self.offered = []
            blind = choose(other_table, seat, *others), self.offered
            self.offered = []
            option = choose(table, seat, *others)
            if self.offered:
                self.seen[node] += 1
                self.redealt[node] += dealt_anew
                if blind != (option, self.offered):
                    self.changed[node].append(f"game {table.game_number}, turn {table.turn}, seat {seat}")
            return option

        return watched

    def told(self) -> dict[str, Any]:
        return {"seen": self.seen, "redealt": self.redealt, "changed": self.changed}


def watch(game: Game, cheats: Cheats, cases: list[Case], wanted: dict[str, int]) -> dict[str, Any]:
    """Play games of all cases in turn until enough choices have been watched, or time is up."""
    watcher = Watcher(game, cheats, wanted)
    begun = time.monotonic()
    with watcher.watching():
        number = 0
        while any(watcher.seen[node] < least for node, least in wanted.items()) and time.monotonic() < begun + SECONDS:
            play(game, cases[number % len(cases)], number, 1, SEED)
            number += 1
    return watcher.told()


def honest_cases(game: Game, cheats: Cheats) -> list[Case]:
    """All personas that think, and those with every habit at an end; every node is asked often."""
    thinkers = [persona for persona in game.personas if not persona.at_random]
    lineup = (*thinkers, *at_the_ends(game))
    often = {**game.defaults, **cheats.often}
    return [
        Case(often, game.usual_players, lineup),
        Case(game.defaults, game.usual_players, lineup),
        Case(often, game.least_players, lineup),
    ]


@contextmanager
def planted(game: Game, node: str, cheat: Callable[..., int]) -> Iterator[None]:
    """Let everybody who thinks at a node think as the cheat does."""
    name = f"appraise_{node}"
    modules = [importlib.import_module(f"{game.room.__name__}.{module}") for module in ("players", "moves")]
    places = [(module, getattr(module, name)) for module in modules if hasattr(module, name)]
    for module, _ in places:
        setattr(module, name, cheat)
    try:
        yield
    finally:
        for module, appraise in places:
            setattr(module, name, appraise)


def honesty(game: Game) -> dict[str, Any]:
    cheats = CHEATS[game.name]
    cases = honest_cases(game, cheats)
    told = {"honest": watch(game, cheats, cases, {node.name: ENOUGH for node in game.nodes})}
    for node, cheat in cheats.appraisals.items():
        with planted(game, node, cheat):
            told[node] = watch(game, cheats, cases, {node: ENOUGH // 4})
    return told


def plain_rows(game: Game) -> dict[str, Any]:
    found = {}
    for number, case in enumerate(plain_cases(game)):
        rows = play(game, case, 0, ROW_GAMES)
        found[f"case{number}"] = np.frombuffer(np.asarray(rows).tobytes(), np.uint8)
    return found


def main() -> None:
    assert PLAIN
    name, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    game = load(name)
    np.savez(folder / "rows.npz", **plain_rows(game))
    told = honesty(game) if name in CHEATS else {}
    (folder / "honesty.json").write_text(json.dumps(told), encoding="utf-8")


if __name__ == "__main__":
    main()
