"""Mistakes that people make in a game of their own: each in a copy of Windfall, reported with file, line and remedy."""

import os
import pathlib
import shutil
import subprocess
import sys
import types
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result

import balancer.cli
from balancer import games
from balancer.core.rule_errors import RuleError
from balancer.scenario.load import load
from balancer.scenario.plan import base_cell
from balancer.simulation.dry_run import dry_run

ROOT = pathlib.Path(__file__).parents[2]
WINDFALL = ROOT / "examples" / "windfall"

Balance = Callable[..., Result]


class Mistake(NamedTuple):
    """`wrong` is in `file` in place of `right`; `words` are in the message."""

    file: str
    right: str
    wrong: str
    words: tuple[str, ...]


RULES = {
    "a loop of turns that nothing ends": Mistake(
        "rules.py",
        "        if table.left == 0:\n            table.ending = ENDING.BARE\n            return\n",
        "        while True:\n            begin_turn(table)\n",
        ("game 0 of seed 1, round 1, turn ", "rules.py, line ", "in play_round: turns without end"),
    ),
    "a choice among no options": Mistake(
        "decisions.py",
        "bits.count(kinds))\n",
        "0)\n",
        ("decisions.py, line 26, in choose_give: a choice among 0 options",),
    ),
    "a choice of which nothing was offered": Mistake(
        "decisions.py",
        "        if bits.has(kinds, kind):\n            decision.offer",
        "        if kind > 99:\n            decision.offer",
        ("decisions.py, line 33, in choose_give: a choice without any offered option",),
    ),
    "an index past the end": Mistake(
        "rules.py",
        "    card = table.tree[table.left]\n",
        "    card = table.tree[table.left + 200]\n",
        ("rules.py, line 113, in next_card: IndexError: index 254 is out of bounds for axis 0 with size 158",),
    ),
    "an index below 0": Mistake(
        "rules.py",
        "    table.hanging[card] -= 1\n",
        "    table.hanging[card - 99] -= 1\n",
        ("rules.py, line 114, in next_card: IndexError: index -9", "is below 0; -1 is never the last"),
    ),
    "a field misspelt": Mistake(
        "rules.py",
        "    table.picked_cards = 0\n",
        "    table.picked_card = 0\n",
        ("in clear_picked: AttributeError: the record has no field picked_card; did you mean picked_cards?",),
    ),
    "a rule misspelt": Mistake(
        "rules.py",
        "decisions.choose_give(table, seat)",
        "decisions.choose_gift(table, seat)",
        ("rules.py, line 122, in give_one", "has no attribute 'choose_gift'; did you mean choose_give?"),
    ),
    "an extra misspelt": Mistake(
        "rules.py",
        "EXTRA.STINGS",
        "EXTRA.STUNG",
        ("rules.py, line 89, in take_turn", "'Extra' object has no attribute 'STUNG'; did you mean STINGS?"),
    ),
    "rounds counted by the rules": Mistake(
        "rules.py",
        "    begin_turn(table)\n",
        "    begin_turn(table)\n    table.rounds += 1\n",
        ("standings",),
    ),
    "a figure too large": Mistake(
        "rules.py",
        "+= table.values[kind]\n",
        "+= table.values[kind] * 10_000_000\n",
        ("game 0: extra given is ", "too large to be summed, the largest is 8_388_608"),
    ),
    "an ending that is none": Mistake(
        "rules.py",
        "table.ending = ENDING.BARE\n",
        "table.ending = 7\n",
        ("game 0: its ending is 7; endings of windfall: 1 unfinished, 2 bare, 3 full_basket",),
    ),
    "a seat that is none wins": Mistake(
        "rules.py",
        "    write_highest_score_wins(table, row)\n",
        "    row.winners = bits.bit(9)\n",
        ("game 0: a winner is 9; seats are 0..3",),
    ),
    "a field laid that is none": Mistake(
        "rules.py",
        "    table.box_cards = len(box)\n",
        "    table.boxcards = len(box)\n",
        ("prepare of windfall fails, at ", ", in prepare", "boxcards"),
    ),
    "a field prepared that every game clears": Mistake(
        "rules.py",
        "    table.box_cards = len(box)\n",
        "    table.box_cards = table.left = len(box)\n",
        ("prepare of windfall sets left, which every game clears", "`table_record(..., prepared=[...])`"),
    ),
    "a check that answers nothing": Mistake(
        "rules.py",
        "    return []\n",
        "    return None\n",
        ("check of windfall returns None; it must return a list of Problems, [] if there are none",),
    ),
    "a check that fails": Mistake(
        "rules.py",
        "    if len(parts.data) < players:\n",
        "    if len(parts.data) < rules['nonsense']:\n",
        ("check of windfall fails, at ", "rules.py, line 19, in check: KeyError: 'nonsense'"),
    ),
}

SENTENCES = {
    "a sentence with a mistake": Mistake(
        "rules.py",
        "seat_name(seat), fruit_name(card)",
        "seat_name(seat), fruit_name(cards.kind)",
        ("rules.py, line 94, in take_turn", "has no attribute 'kind'"),
    ),
    "a sentence that changes the game": Mistake(
        "rules.py",
        "seat_name(seat), fruit_name(card)",
        "seat_name(seat), fruit_name(next_card(table))",
        (
            "rules.py:94:9: take_turn calls say with something that changes the game: next_card writes at ",
            "rules.py:112; ",
            "a sentence may only read, because compiled rules leave it out",
        ),
    ),
}

CARD = {
    "a node renamed": Mistake(
        "table.py",
        'Node("give"',
        'Node("gift"',
        (
            "game windfall of ",
            " is incomplete: ",
            "decisions.py has no choose_gift, for the node gift; did you mean choose_give?",
            "decisions.py has choose_give, but NODE declares no node give",
        ),
    ),
    "a node forgotten": Mistake(
        "table.py",
        '    Node("give", "player who stopped with two cards or more", "each kind picked in this turn"),\n',
        "",
        ("decisions.py has choose_give, but NODE declares no node give",),
    ),
    "a node declared twice": Mistake("table.py", 'Node("give"', 'Node("pick"', ("ValueError: pick is declared twice",)),
    "an extra with a name that is none": Mistake(
        "table.py", 'Extra("given"', 'Extra("Given"', ("ValueError: 'Given' is not a name; allowed: lower-case",)
    ),
    "endings that are not numbered": Mistake(
        "table.py", "ENDING = numbered(", "ENDING = (", ("table.py: declare the endings as ENDING = numbered(...)",)
    ),
    "a function misspelt": Mistake(
        "narration.py",
        "def option_words",
        "def options_words",
        ("narration.py has no option_words; did you mean options_words?",),
    ),
    "a hook forgotten": Mistake(
        "rules.py", "def play_round(", "def play_rounds(", ("rules.py has no play_round; did you mean play_rounds?",)
    ),
    "hidden cards that nobody deals anew": Mistake(
        "rules.py", "def reshuffle_unseen(", "def reshuffle(", ("rules.py has no reshuffle_unseen",)
    ),
    "a component table without its reader": Mistake(
        "components.py", "COMPONENTS = ", "COMPONENT = ", ("components.py has no COMPONENTS; did you mean COMPONENT?",)
    ),
    "a field of GAME misspelt": Mistake(
        "__init__.py", "    summary=", "    sumary=", ("unexpected keyword argument 'sumary'", "__init__.py, line 5)")
    ),
    "narration with a mistake": Mistake(
        "narration.py",
        "from windfall.rules import standing_of",
        "from windfall.rules import standings_of",
        ("narration.py, line 5)",),
    ),
}


def copy(folder: pathlib.Path, mistake: Mistake) -> pathlib.Path:
    """Windfall with a mistake."""
    home = folder / "windfall"
    shutil.copytree(WINDFALL, home, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    path = home / "src" / "windfall" / mistake.file
    text = path.read_text(encoding="utf-8")
    assert text.count(mistake.right) == 1
    path.write_text(text.replace(mistake.right, mistake.wrong), encoding="utf-8")
    return home


@pytest.fixture
def balance(monkeypatch: pytest.MonkeyPatch) -> Iterator[Balance]:
    """balance(home, *words): the command in a game's folder, where no other windfall has been imported."""
    imported = forgotten()

    def invoke(home: pathlib.Path, *words: str) -> Result:
        monkeypatch.chdir(home)
        monkeypatch.setenv(games.FOLDERS, str(home))
        return CliRunner().invoke(balancer.cli.balancer, words)

    yield invoke
    forgotten()
    sys.modules.update(imported)


def forgotten() -> dict[str, types.ModuleType]:
    """Return the modules of windfall, which Python imports anew."""
    return {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "windfall"}


@pytest.mark.parametrize("name", RULES)
def test_a_mistake_in_the_rules_is_reported_before_they_are_compiled(
    name: str, tmp_path: pathlib.Path, balance: Balance
) -> None:
    done = balance(copy(tmp_path, RULES[name]), "run", "windfall", "--games", "100")

    assert done.exit_code == 4, done.stderr
    assert "Error: an error in the rules, not in your scenario: " in done.stderr
    assert "Traceback" not in done.stderr
    assert "please report" not in done.stderr
    for words in RULES[name].words:
        assert words in done.stderr


@pytest.mark.usefixtures("balance")
@pytest.mark.parametrize("name", SENTENCES)
def test_a_mistake_in_a_sentence_is_reported_by_the_dry_run(
    name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`balancer try` always has one; `run` has none where the rules are compiled, of which sentences are no part."""
    monkeypatch.setenv(games.FOLDERS, str(copy(tmp_path, SENTENCES[name])))
    with pytest.raises(RuleError) as error:
        dry_run([base_cell(load("windfall"))])
    for words in SENTENCES[name].words:
        assert words in str(error.value)


@pytest.mark.parametrize("name", CARD)
def test_what_is_missing_is_reported_when_the_game_is_loaded(
    name: str, tmp_path: pathlib.Path, balance: Balance
) -> None:
    done = balance(copy(tmp_path, CARD[name]), "run", "windfall", "--games", "100")

    assert done.exit_code == 2, done.stderr
    for words in CARD[name].words:
        assert words in done.stderr


def test_the_trace_tells_a_game_until_it_goes_wrong(tmp_path: pathlib.Path) -> None:
    """In a process of its own, in which no rule has been compiled."""
    home = copy(tmp_path, RULES["a choice among no options"])
    words = [sys.executable, "-m", "balancer", "trace", "windfall"]
    env = {**os.environ, games.FOLDERS: str(home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(words, cwd=home, env=env, capture_output=True, text=True, check=False)

    assert done.returncode == 4
    assert "Round 1\n  turn 1\n    seat 1 picks" in done.stdout
    assert "a choice among 0 options" in done.stderr
