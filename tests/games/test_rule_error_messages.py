"""Mistakes that people make in a game of their own: each in a copy of Windfall, told with file, line and what to do."""

import os
import pathlib
import shutil
import subprocess
import sys
from typing import NamedTuple

import pytest

ROOT = pathlib.Path(__file__).parents[2]
WINDFALL = ROOT / "examples" / "windfall"


class Mistake(NamedTuple):
    """`wrong` stands in `file` where `right` was; `told` is said of it."""

    file: str
    right: str
    wrong: str
    told: tuple[str, ...]


RULES = {
    "a loop of turns that nothing ends": Mistake(
        "rules.py",
        "            if table.left == 0:\n                table.ending = BARE\n                break\n",
        "            while True:\n                begin_turn(table)\n",
        ("game 0 of seed 1, round 1, turn ", "rules.py, line 9", "in play: turns without end"),
    ),
    "a choice among no options": Mistake(
        "decisions.py",
        "kinds_picked(table))\n",
        "0)\n",
        ("decisions.py, line 25, in choose_give: a choice among 0 options",),
    ),
    "a choice of which nothing was offered": Mistake(
        "decisions.py",
        "        if table.picked[kind]:\n            decision.offer",
        "        if table.picked[kind] > 99:\n            decision.offer",
        ("decisions.py, line 32, in choose_give: a choice of which no option was offered",),
    ),
    "an index past the end": Mistake(
        "rules.py",
        "    card = table.tree[table.left]\n",
        "    card = table.tree[table.left + 200]\n",
        ("rules.py, line 129, in next_card: IndexError: index 254 is out of bounds for axis 0 with size 158",),
    ),
    "an index below 0": Mistake(
        "rules.py",
        "    table.hanging[card] -= 1\n",
        "    table.hanging[card - 99] -= 1\n",
        ("rules.py, line 130, in next_card: IndexError: index -9", "is below 0; -1 is never the last"),
    ),
    "a field misspelt": Mistake(
        "rules.py",
        "    table.stings = 0\n",
        "    table.sting = 0\n",
        ("rules.py, line 40, in setup: AttributeError: the record has no field sting; did you mean stings?",),
    ),
    "a rule misspelt": Mistake(
        "rules.py",
        "decisions.choose_give(table, seat)",
        "decisions.choose_gift(table, seat)",
        ("rules.py, line 138, in give_one", "has no attribute 'choose_gift'; did you mean choose_give?"),
    ),
    "an event misspelt": Mistake(
        "rules.py",
        "EVENT.STUNG, seat",
        "EVENT.STING, seat",
        ("rules.py, line 105, in take_turn", "'Event' object has no attribute 'STING'; did you mean STUNG?"),
    ),
    "standings noted twice": Mistake(
        "rules.py",
        "    end_standing(table)\n",
        "    end_standing(table)\n    end_standing(table)\n",
        ("rules.py, line 180, in note_standings: standings are noted once a round begun",),
    ),
    "no standings": Mistake(
        "rules.py", "    end_standing(table)\n", "", ("in write_result: standings are noted once a round begun",)
    ),
    "a figure too large": Mistake(
        "rules.py",
        "= table.given\n",
        "= table.given * 10_000_000\n",
        ("game 0: extra given is ", "too large to be summed, the largest is 8_388_608"),
    ),
    "an ending that is none": Mistake(
        "rules.py",
        "table.ending = BARE\n",
        "table.ending = 7\n",
        ("game 0: its ending is 7; endings of windfall: 1 unfinished, 2 bare, 3 full_basket",),
    ),
    "a seat that is none wins": Mistake(
        "rules.py", "write_winner(row, seat)", "write_winner(row, 9)", ("game 0: a winner is 9; seats are 0..3",)
    ),
    "a field laid that is none": Mistake(
        "rules.py",
        "    table.box_cards = len(box)\n",
        "    table.boxcards = len(box)\n",
        ("lay of windfall fails, at ", "rules.py, line 34, in lay", "no field boxcards; did you mean box_cards?"),
    ),
    "a check that answers nothing": Mistake(
        "rules.py",
        "    return []\n",
        "    return None\n",
        ("check of windfall returns None; it returns a list of Problems, [] where all is right",),
    ),
    "a check that fails": Mistake(
        "rules.py",
        "    del rules\n",
        "    rules['nonsense']\n",
        ("check of windfall fails, at ", "rules.py, line 18, in check: KeyError: 'nonsense'"),
    ),
}

CARD = {
    "a node renamed": Mistake(
        "__init__.py",
        'Node("give"',
        'Node("gift"',
        (
            "decisions.py has no choose_gift, for the node gift of GAME; did you mean choose_give?",
            "decisions.py has choose_give, but GAME has no node give",
            "table.py: NODE has pick, give, but GAME.nodes are pick, gift",
        ),
    ),
    "a node forgotten": Mistake(
        "__init__.py",
        '        Node("give", "player who stopped with two cards or more", "each kind picked in this turn"),\n',
        "",
        ("decisions.py has choose_give, but GAME has no node give", "N_NODES is 2, but GAME has 1 nodes (pick)"),
    ),
    "words misspelt": Mistake(
        "narration.py",
        "def option_words",
        "def options_words",
        ("narration.py has no option_words; did you mean options_words?",),
    ),
    "extras in another order": Mistake(
        "table.py",
        "    STINGS: int = 0\n    GIVEN: int = 1\n",
        "    GIVEN: int = 0\n    STINGS: int = 1\n",
        ("table.py: EXTRA.GIVEN is 0, but given is number 1 of GAME.extras",),
    ),
    "an extra too many": Mistake(
        "table.py",
        "    GIVEN: int = 1\n",
        "    GIVEN: int = 1\n    LOST: int = 2\n",
        ("table.py: EXTRA.LOST is 2, but GAME has 2 extras",),
    ),
    "a field of GAME misspelt": Mistake(
        "__init__.py", "    summary=", "    sumary=", ("unexpected keyword argument 'sumary'", "__init__.py, line 13)")
    ),
    "words with a mistake": Mistake(
        "narration.py",
        "from windfall.rules import score",
        "from windfall.rules import scores",
        ("narration.py, line 4)",),
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


def balance(home: pathlib.Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "balancer", *words],
        cwd=home,
        env={**os.environ, "BALANCER_GAMES": str(home), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", RULES)
def test_a_mistake_in_the_rules_is_told_before_they_are_compiled(name: str, tmp_path: pathlib.Path) -> None:
    told = balance(copy(tmp_path, RULES[name]), "run", "windfall", "--games", "100")

    assert told.returncode == 4, told.stderr
    assert "Error: a mistake in the rules, not in your scenario: " in told.stderr
    assert "Traceback" not in told.stderr
    assert "please report" not in told.stderr
    for words in RULES[name].told:
        assert words in told.stderr


@pytest.mark.parametrize("name", CARD)
def test_what_does_not_hold_together_is_told_when_the_game_is_loaded(name: str, tmp_path: pathlib.Path) -> None:
    told = balance(copy(tmp_path, CARD[name]), "run", "windfall", "--games", "100")

    assert told.returncode == 2, told.stderr
    for words in CARD[name].told:
        assert words in told.stderr


def test_the_trace_tells_a_game_until_it_goes_wrong(tmp_path: pathlib.Path) -> None:
    told = balance(copy(tmp_path, RULES["a choice among no options"]), "trace", "windfall")

    assert told.returncode == 4
    assert "Round 1\n  turn 1\n    seat 1 picks" in told.stdout
    assert "a choice among 0 options" in told.stderr
