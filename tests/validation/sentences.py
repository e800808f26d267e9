"""First sentences of the answers about public games: ``python -m tests.validation.sentences`` prints all of them.

Copy those that are true of the game into first_sentences.txt; the others are faults.
"""

from __future__ import annotations

import pathlib

import balancer
from balancer.scenario.errors import ScenarioError
from tests.validation.figures import PUBLIC

PINNED = pathlib.Path(__file__).with_name("first_sentences.txt")

# A sweep of each game: a rule and its values.
SWEEPS = {
    "pig": ("goal", [50, 100]),
    "noughts_and_crosses": ("max_rounds", [4, 5]),
    "connect_four": ("length", [3, 4]),
    "chutes_and_ladders": ("spinner", [6, 8]),
    "left_center_right": ("chips", [2, 3]),
    "risk_dice": ("attackers", [8, 10]),
    "efrons_dice": ("length", [1, 5]),
    "nim": ("max_rounds", [30, 60]),
    "craps": ("max_rounds", [100, 300]),
    "first_orchard": ("steps", [4, 5, 6]),
    "kuhn_poker": ("hands", [1, 10]),
    "chutes_in_teams": ("exact", [False, True]),
    "liars_dice": ("sides", [4, 6]),
    "blackjack": ("natural_pays", [2, 3]),
}
COMMANDS = ("run", "sweep", "tournament", "exploit")


def first_sentence(game: str, command: str) -> str:
    """Return the first sentence of the answer, of few games at seed 1 in plain Python.  ScenarioError."""
    path = str(PUBLIC / f"{game}.py")
    if command == "run":
        return balancer.run(path, games=200, compiled="off").answer[0]
    if command == "sweep":
        rule, values = SWEEPS[game]
        question = {"game": path, "sweep": {"axes": {f"rules.{rule}": values}}}
        return balancer.sweep(question, games=200, compiled="off").answer[0]
    if command == "tournament":
        return balancer.tournament(path, games=60, compiled="off").answer[0]
    return balancer.exploit(path, games=200, compiled="off").answer[0]


def pinned() -> list[list[str]]:
    """Return game, command and sentence of each line."""
    return [line.split(" | ") for line in PINNED.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    for game in SWEEPS:
        for command in COMMANDS:
            try:
                print(f"{game} | {command} | {first_sentence(game, command)}", flush=True)  # noqa: T201
            except ScenarioError as error:
                print(f"{game} | {command} | {error}", flush=True)  # noqa: T201
