"""What every room must do; a room is tested by being listed in `balancer.games`.

Its own part is small: what is hidden from a seat and how to cheat, in contract_cheats.py.
"""

import dataclasses
import functools
import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from balancer.core.compile import empty
from balancer.core.game import Persona
from balancer.core.knobs import Table
from balancer.core.result import CREDIT, LARGEST, RESULT, UNDEFINED
from balancer.core.table import RUNNING, UNFINISHED
from balancer.games import load, own_names
from tests.games import contract
from tests.games.contract import Case
from tests.games.contract_cheats import CHEATS

ROOT = pathlib.Path(__file__).parents[2]

GAMES = own_names()
every_game = pytest.mark.parametrize("name", GAMES)

WITHOUT_EFFECT: dict[str, set[str]] = {}
"""Knobs that can't change a game, by game, each with its reason.  There is none."""


# Any rules, any players, any line-up ----------------------------------------------------------------------------------
@every_game
@given(data=st.data())
def test_every_game_ends_and_its_row_is_sound(name: str, data: st.DataObject) -> None:
    game = load(name)
    case = data.draw(contract.cases(game))
    first = data.draw(st.sampled_from([0, 1, 2**31, 2**40]))
    table = contract.lay(game, case)
    history = game.history(case.rules)

    for number in range(first, first + 3):
        row = game.play(table, history, 8, number, 1)[0]

        assert row.game_number == number
        assert row.rounds == table.standings, "a line of standings a round"
        assert_sound(game, case, row)


def assert_sound(game: Any, case: Case, row: Any) -> None:
    assert row.ending != RUNNING
    assert row.ending < len(game.endings_by_number)
    assert row.rounds <= case.rules["max_rounds"]
    assert row.rounds <= row.turns
    assert row.ending != UNFINISHED or row.rounds == case.rules["max_rounds"]

    winners = [seat for seat in range(64) if int(row.winners) >> seat & 1]
    assert all(seat < case.players for seat in winners)
    assert (row.ending == UNFINISHED) == (not winners)
    assert not winners or CREDIT % len(winners) == 0
    assert not winners or not game.one_loses or len(winners) == case.players - 1

    assert row.seats == case.players
    assert [row.entry[seat] for seat in range(case.players)] == [
        (int(row.game_number) + seat) % len(case.lineup) for seat in range(case.players)
    ]
    nodes = range(len(game.nodes))
    assert row.decisions == sum(int(row.node_decisions[node]) for node in nodes)
    assert row.options == sum(int(row.node_options[node]) for node in nodes)
    assert all(row.node_options[node] >= 2 * row.node_decisions[node] >= 0 for node in nodes)
    assert row.forced >= 0
    assert max(row.options, row.turns, row.forced) <= LARGEST
    assert all(abs(int(row.score[seat])) <= LARGEST for seat in range(case.players))
    assert all(row.extras[k] == UNDEFINED or abs(int(row.extras[k])) <= LARGEST for k in range(len(game.extras)))
    names = contract.parts_of(game, case.rules).names
    assert all(int(row.parts[seat]) >> len(names) == 0 for seat in range(case.players))
    assert_story_sound(game, row, winners)


def assert_story_sound(game: Any, row: Any, winners: list[int]) -> None:
    told_of = row.seats - len(winners) if game.one_loses and winners else len(winners)
    assert row.story.defined == (told_of == 1 and row.rounds >= 2)
    if row.story.defined:
        assert 0 <= row.story.changes < row.rounds
        assert 0 <= row.story.drama <= 2**20
        assert 0 < row.story.decisiveness <= 2**20


@every_game
def test_each_end_of_each_range_is_played_to_the_end(name: str) -> None:
    """Printed rules but for one knob, at every number of players it allows, every habit at an end too."""
    game = load(name)
    lineup = (*contract.usual_lineup(game), *contract.at_the_ends(game), Persona("slips", "", mistakes=1000))
    played = set()

    for knob in game.knobs:
        for value in contract.noted_values(game, knob):
            for players in range(game.least_players, game.most_players + 1):
                rules = contract.playable(game, {knob.name: value}, players)
                if rules and rules[knob.name] == value:
                    played.add((knob.name, str(value)))
                    case = Case(rules, players, lineup)
                    for row in contract.play(game, case, count=2):
                        assert_sound(game, case, row)

    wanted = {(knob.name, str(value)) for knob in game.knobs for value in contract.noted_values(game, knob)}
    assert wanted - played == set(), "declared, but refused at any number of players"


@every_game
def test_each_knob_changes_something(name: str) -> None:
    game = load(name)
    without_effect = {knob.name for knob in game.knobs if not any(effects(game, knob))}

    assert without_effect == WITHOUT_EFFECT.get(name, set())


def effects(game: Any, knob: Any) -> Iterator[bool]:
    """Whether rows differ from those of the printed rules, for each noted value, line-up, number of players."""
    if isinstance(knob, Table) and len(contract.noted_values(game, knob)) == 1:
        pytest.fail(f"tests/games/{game.name} has no second component table to try {knob.name} with")
    for lineup in contract.lineups(game):
        for players in (game.usual_players, game.least_players, game.most_players):
            printed = printed_rows(game.name, players, lineup)
            for value in contract.noted_values(game, knob):
                rules = contract.playable(game, {knob.name: value}, players)
                if value != knob.default and rules and set(changed(game, rules)) == {knob.name}:
                    yield bool(
                        contract.differing(printed, contract.play(game, Case(rules, players, lineup), count=200))
                    )


def changed(game: Any, rules: dict[str, Any]) -> list[str]:
    return [name for name, value in rules.items() if value != game.defaults[name]]


@functools.cache
def printed_rows_of(name: str, players: int, personas: tuple[str, ...]) -> Any:
    game = load(name)
    lineup = tuple(game.persona(persona) for persona in personas)
    return contract.play(game, Case(game.defaults, players, lineup), count=200)


def printed_rows(name: str, players: int, lineup: tuple[Persona, ...]) -> Any:
    return printed_rows_of(name, players, tuple(persona.name for persona in lineup))


@every_game
def test_each_habit_changes_what_somebody_does(name: str) -> None:
    """A weight that nobody's play ever depends on would be a lie in the scenario."""
    game = load(name)
    idle = [habit.name for habit in game.habits if not any(habit_effects(game, habit))]

    assert idle == []


def habit_effects(game: Any, habit: Any) -> Iterator[bool]:
    others = contract.usual_lineup(game)
    for persona in game.personas:
        if persona.at_random:
            continue
        for value in (habit.low, habit.high):
            other = dataclasses.replace(persona, habits={**persona.habits, habit.name: value})
            rows = [
                contract.play(game, Case(game.defaults, game.usual_players, (who, *others)), count=200)
                for who in (persona, other)
            ]
            yield bool(contract.differing(*rows))


@every_game
def test_personas_are_what_they_say(name: str) -> None:
    """Habits within their ranges and known by name, one random persona, no two alike, a line-up of known ones."""
    game = load(name)
    habits = {habit.name: habit for habit in game.habits}

    for persona in game.personas:
        assert set(persona.habits) <= set(habits)
        assert all(habits[key].low <= value <= habits[key].high for key, value in persona.habits.items())
    assert [persona.name for persona in game.personas if persona.at_random] == ["random"]
    assert all(habit.low <= habit.default <= habit.high for habit in game.habits)
    others = contract.usual_lineup(game)
    tables = [Case(game.defaults, game.usual_players, (persona, *others)) for persona in game.personas]
    assert len({contract.play(game, case, count=200).tobytes() for case in tables}) == len(game.personas)
    assert set(game.lineup) <= {persona.name for persona in game.personas}


@every_game
def test_mistakes_lie_between_the_persona_and_random(name: str) -> None:
    """0 per mille never throws for mistakes, 1000 per mille leaves no thought."""
    game = load(name)
    thinkers = [persona for persona in game.personas if not persona.at_random]

    def rows(persona: Persona, mistakes: int) -> Any:
        lineup = (dataclasses.replace(persona, mistakes=mistakes),)
        return contract.play(game, Case(game.defaults, game.usual_players, lineup))

    assert contract.differing(rows(thinkers[0], 0), rows(thinkers[0], 300))
    assert contract.differing(rows(thinkers[0], 300), rows(thinkers[0], 1000))
    assert contract.differing(rows(thinkers[0], 1000), rows(thinkers[-1], 1000)) == []


# The same game everywhere ---------------------------------------------------------------------------------------------
def mixed_case(game: Any) -> Case:
    """A table at which everybody sits, some of them making mistakes."""
    slips = [dataclasses.replace(persona, mistakes=100) for persona in game.personas if not persona.at_random]
    return Case(game.defaults, game.usual_players, (*game.personas, *slips))


@every_game
def test_any_chunks_give_the_same_rows(name: str) -> None:
    game = load(name)
    case = mixed_case(game)
    whole = contract.play(game, case, 0, 1000)

    for size in (1, 7, 333):
        table, history = contract.lay(game, case), game.history(case.rules)
        count = min(1000, 60 * size)
        chunks = [game.play(table, history, 20, first, min(size, count - first)) for first in range(0, count, size)]

        assert contract.differing(np.concatenate(chunks), whole[:count]) == []


@every_game
def test_a_game_is_found_by_its_number(name: str) -> None:
    """Games 500..509 alone, backwards, or after games of other rules at the same table size, are games 500..509."""
    game = load(name)
    case = mixed_case(game)
    whole = contract.play(game, case, 0, 510)
    table, history = contract.lay(game, case), game.history(case.rules)
    backwards = [game.play(table, history, 20, number, 1) for number in range(509, 499, -1)]

    assert contract.differing(contract.play(game, case, 500, 10), whole[500:]) == []
    assert contract.differing(np.concatenate(backwards[::-1]), whole[500:]) == []


@every_game
def test_any_threads_give_the_same_rows(name: str) -> None:
    game = load(name)
    case = mixed_case(game)
    whole = contract.play(game, case, 0, 800)

    with ThreadPoolExecutor(4) as pool:
        chunks = pool.map(lambda first: contract.play(game, case, first, 50), range(0, 800, 50))

    assert contract.differing(np.concatenate(list(chunks)), whole) == []


@every_game
def test_seeds_and_game_numbers_make_different_games(name: str) -> None:
    game = load(name)
    case = Case(game.defaults, game.usual_players, (game.persona("random"),))
    rows = np.concatenate([contract.play(game, case, 0, 300, seed) for seed in (0, 1, 2, 2**62)])
    rows["game_number"] = 0

    assert len({row.tobytes() for row in rows}) > 1190, "two of 1200 games of this length are hardly ever alike"


@every_game
def test_nothing_of_an_earlier_row_remains(name: str) -> None:
    """Rows are reused: whatever a reader of a row may look at is written anew."""
    game = load(name)
    case = mixed_case(game)
    clean = contract.play(game, case, 0, 200)
    rows = empty(RESULT, 200)
    rows.view(np.uint8).fill(0x55)
    game.play_games(contract.lay(game, case), game.history(case.rules), rows, 20, 0)

    for fresh, used in zip(clean, rows, strict=True):
        assert looked_at(game, fresh) == looked_at(game, used)


def looked_at(game: Any, row: Any) -> list[Any]:
    """What the tally reads of a row."""
    seats, nodes = int(row.seats), len(game.nodes)
    scalars = ("game_number", "winners", "rounds", "turns", "ending", "decisions", "options", "forced")
    lists = [row[field][:seats].tolist() for field in ("score", "entry", "parts")]
    lists += [row[field][:nodes].tolist() for field in ("node_decisions", "node_options")]
    story = row.story.tolist() if row.story.defined else None
    return [seats, *(row[field] for field in scalars), *lists, row.extras[: len(game.extras)].tolist(), str(story)]


# Plain Python ---------------------------------------------------------------------------------------------------------
class PlainRun:
    """One game's contract_plain.py, begun early and asked late."""

    def __init__(self, name: str, folder: pathlib.Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "tests.games.contract_plain", name, str(folder)],
            cwd=ROOT,
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.told = ""

    def wait(self) -> None:
        if not self.told:
            self.told = f"{self.process.communicate()[0]}\nexit status {self.process.returncode}"
        assert self.process.returncode == 0, self.told

    def rows(self) -> dict[str, Any]:
        self.wait()
        with np.load(self.folder / "rows.npz") as found:
            return {key: found[key].view(RESULT) for key in found}

    def honesty(self) -> Any:
        self.wait()
        return json.loads((self.folder / "honesty.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module", autouse=True)
def plain_runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, PlainRun]]:
    """All games as plain Python, on another core while the tests above run."""
    runs = {name: PlainRun(name, tmp_path_factory.mktemp(name)) for name in GAMES}
    yield runs
    for run in runs.values():
        if not run.told:
            run.process.kill()
            run.process.communicate()


@every_game
def test_compiled_rules_and_plain_python_play_the_same(name: str, plain_runs: dict[str, PlainRun]) -> None:
    """Every persona, every noted value of every knob; every field of every row."""
    game = load(name)
    plain = plain_runs[name].rows()
    cases = contract.plain_cases(game)

    assert len(plain) == len(cases)
    for number, case in enumerate(cases):
        rows = plain[f"case{number}"]
        assert contract.differing(contract.play(game, case, 0, len(rows)), rows) == [], case


@every_game
def test_no_choice_depends_on_what_is_unseen(name: str, plain_runs: dict[str, PlainRun]) -> None:
    """Every option weighs the same when all that the chooser can't see is dealt anew; every node is looked at often."""
    assert name in CHEATS, f"tests/games/contract_cheats.py says nothing of {name}"
    game = load(name)
    honest = plain_runs[name].honesty()["honest"]

    assert honest["changed"] == {node.name: [] for node in game.nodes}
    assert min(honest["seen"].values()) >= 60
    for node, seen in honest["seen"].items():
        assert honest["redealt"][node] >= seen / 2, f"{node}: too little changed to say anything"


@every_game
def test_a_planted_cheat_is_caught(name: str, plain_runs: dict[str, PlainRun]) -> None:
    """The test above would notice: an appraisal that looks at something hidden is caught at its node."""
    game = load(name)
    told = plain_runs[name].honesty()

    assert set(CHEATS[name].appraisals) == {node.name for node in game.nodes}
    for node in CHEATS[name].appraisals:
        assert told[node]["changed"][node], f"nobody notices who cheats at {node}"


# Compiled with every index checked ------------------------------------------------------------------------------------
CHECKED = """
from balancer.games import load
from tests.games import contract
game = load({name!r})
for case in contract.plain_cases(game):
    contract.play(game, case, 0, 40)
"""


@pytest.mark.verify
@every_game
def test_no_index_is_out_of_bounds(name: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", CHECKED.format(name=name)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert told.returncode == 0, told.stderr
