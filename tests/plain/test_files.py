"""What is no game is refused with its place, and errors of the rules are reported with theirs."""

import io
import pathlib
import sys
from typing import Any, cast

import pytest
from click.testing import CliRunner

import balancer
import balancer.cli
from balancer.plain import Game
from balancer.plain.errors import PlainGameError
from balancer.plain.files import load_class, load_file
from tests.plain.coins import written

HEAD = "from balancer.plain import Game, Persona, cards, ending, habit, knob\n"


def output(*words: str, code: int) -> str:
    result = CliRunner().invoke(balancer.cli.balancer, words)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "bad.py holds no game: write a class of Game"),
        (f"{HEAD}class A(Game): pass\nclass B(Game): pass\n", "bad.py holds 2 games, A, B; one file holds one game"),
        ("import no_such_thing\n", "bad.py, line 1: ModuleNotFoundError: No module named 'no_such_thing'"),
        ("def f(:\n", "bad.py:1:7: invalid syntax"),
        (
            f"{HEAD}class A(Game):\n    n = knob(9, range(3), 'N.')\n",
            "bad.py, line 3: the knob's default 9 is not in 0..2",
        ),
        (f"{HEAD}class A(Game):\n    n = knob(9)\n", "bad.py, line 3: a knob needs the values allowed"),
        (
            f"{HEAD}class A(Game):\n    n = knob(5, (5, 'a'), 'N.')\n",
            "values of a knob are whole numbers or words, not 5, a",
        ),
        (
            f"{HEAD}class A(Game):\n    n = knob([4], range(0, 9, 2), 'N.')\n",
            "all of a range, as range(31), not range(0, 9, 2)",
        ),
        (
            f"{HEAD}class A(Game):\n    def __init__(self): pass\n",
            "bad.py, line 2: A has an __init__; write setup(self)",
        ),
        (f"{HEAD}class A(Game):\n    c = cards('a.csv', real=range(3))\n", "line 3: a column can't be called real"),
        (f"{HEAD}class A(Game):\n    lineup = ('careful',)\n", "lineup: there is no persona careful"),
        ("raise SystemExit(3)\n", "bad.py, line 1: SystemExit: 3"),
        ("class Odd(BaseException): pass\nraise Odd('odd')\n", "bad.py, line 2: Odd: odd"),
        (f"{HEAD}class A(Game):\n    seats = 4\n", "bad.py, line 3: seats is 4; write a range of numbers of players"),
        (f"{HEAD}class A(Game):\n    seats = range(4, 2)\n", "bad.py, line 3: seats is range(4, 2); write a range"),
        (
            f"{HEAD}class A(Game):\n    seats = range(5)\n",
            "bad.py, line 3: seats is range(0, 5), 0 to 4 players; allowed: 1 to 10",
        ),
        (
            f"{HEAD}class A(Game):\n    seats = range(2, 9, 2)\n    usual = 3\n",
            "line 4: usual is 3; seats allow 2, 4, 6, 8",
        ),
        (f"{HEAD}class A(Game):\n    usual = 9\n", "bad.py, line 3: usual is 9; seats allow 2 to 4"),
        (
            f"{HEAD}class A(Game):\n    max_rounds = 'many'\n",
            "line 3: max_rounds is 'many'; write a whole number from 1",
        ),
        (
            f"{HEAD}class A(Game):\n    max_rounds = knob(0, range(3))\n",
            "line 3: max_rounds is a knob of other than one",
        ),
        (f"{HEAD}class A(Game):\n    lineup = 'bold'\n", "line 3: lineup is 'bold'; write the names of personas"),
        (f"{HEAD}class A(Game):\n    title = 5\n", "bad.py, line 3: title is 5; write a text"),
        (
            f"{HEAD}class A(Game): pass\nclass B(Persona):\n    def __init__(self, x): pass\n",
            "bad.py, line 4: B can't be made",
        ),
    ],
)
def test_what_is_no_game_is_refused_with_its_place(text: str, message: str, here: pathlib.Path) -> None:
    (here / "bad.py").write_text(text, encoding="utf-8")

    assert message in output("run", "bad.py", code=2)


def test_a_wrong_cell_of_a_table_is_named(here: pathlib.Path) -> None:
    path = written(here)
    path.with_suffix(".csv").write_text("name,value,count\nlow,20,4\n", encoding="utf-8")

    assert "coins.csv:2:5: value 20 is out of range 1..9" in output("run", "coins.py", code=2)


def test_a_table_that_is_missing_is_named_with_its_place(here: pathlib.Path) -> None:
    windfall = pathlib.Path(__file__).parents[2] / "examples" / "plain_windfall.py"
    (here / "windfall.py").write_text(windfall.read_text(encoding="utf-8"), encoding="utf-8")
    (here / "plain_windfal.csv").write_text("name,value,count\n", encoding="utf-8")

    found = " ".join(output("run", "windfall.py", code=2).split())

    assert f"can't read the component table {here}/plain_windfall.csv" in found
    assert "did you mean plain_windfal.csv?" in found


def test_names_that_are_taken_or_none_are_refused(here: pathlib.Path) -> None:
    written(here, "festo")
    (here / "My-Game.py").write_text("", encoding="utf-8")

    assert "balancer has a game called festo; rename the file" in output("run", "festo.py", code=2)
    assert "'My-Game' can't be the name of a game" in output("run", "My-Game.py", code=2)


def test_two_files_of_one_name_do_not_mix(here: pathlib.Path) -> None:
    (here / "other").mkdir()
    for folder in (here, here / "other"):
        written(folder)

    output("run", "coins.py", "--games", "5", code=0)
    assert "have the same name; rename one of them" in output("run", "other/coins.py", "--games", "5", code=2)


def test_a_file_that_was_not_named_is_never_run(here: pathlib.Path) -> None:
    written(here)
    (here / "evil.py").write_text("raise SystemExit('run')\n", encoding="utf-8")

    output("run", "coins.py", "--games", "5", code=0)
    assert "evil.py" not in output("games", code=0)
    assert " evil " not in output("games", code=0)
    assert "no such file, and no game of that name" in output("run", "evil", code=2)


def test_a_file_that_closes_the_output_is_refused(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(here)
    path.write_text(f"import sys\nsys.stdout.close()\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", io.StringIO())

    with pytest.raises(PlainGameError, match=r"the file closes sys\.stdout"):
        load_file(path)


# Errors of the rules --------------------------------------------------------------------------------------------------
TURN = "            self.begin_turn()\n"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("self.end('bear')", "there is no ending 'bear'; declare bear = ending(...) in the class; did you mean bare?"),
        ("player.choose('take', {1, 2})", "take: the options are a set, which has no fixed order; write sorted(...)"),
        ("player.choose('take', [])", "take: a choice among 0 options"),
        ("player.choose(str('tak'), [1, 2])", "there is no decision 'tak': its name must stand in the call"),
        ("player.cions += 1", "AttributeError: 'Player' object has no attribute 'cions'; did you mean coins?"),
        ("player.card[0].value = 3", "a card is the same in all games: keep value somewhere else"),
        ("self.ones += 0.5", "ones is "),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("raise type('Odd', (BaseException,), {})('odd')", "Odd: odd"),
        ("self.players[2:] = []", "self.players has lost seat 3"),
        ("__import__('sys').stdout = None", "the rules close or replace sys.stdout or sys.stderr"),
        ("self.shuffle((1, 2))", "only a list can be shuffled, not a tuple"),
        ("[self.begin_turn() for _ in range(10**6)]", "turns without end in one round"),
        ("[player.choose('take', [1, 2]) for _ in range(10**6)]", "decisions without end in one round"),
        ("[player.choose('take', [1]) for _ in range(10**6)]", "take: choices of one option without end in one round"),
        ("[self.say('{}', 1) for _ in range(10**6)]", "lines of say without end in one round"),
        ("self.below(2**32 + 1)", "below(4294967297): write a whole number from 1 to 4294967296; draw a larger number"),
        ("self.below(0)", "below(0): write a whole number from 1 to 4294967296"),
        ("self.below(2.0)", "below(2.0): write a whole number"),
        ("self.below(True)", "below(True): write a whole number"),
        ("self.below('6')", "below('6'): write a whole number"),
        ("self.roll(0)", "roll(0): write a whole number sides from 1"),
        ("self.roll(2**33)", "roll(8589934592): write a whole number sides from 1"),
    ],
)
def test_errors_of_the_rules_name_game_round_turn_and_line(wrong: str, message: str, here: pathlib.Path) -> None:
    path = written(here, "coins", (TURN, f"{TURN}            {wrong}\n"))
    line = path.read_text(encoding="utf-8").splitlines().index(f"            {wrong}") + 1

    found = output("run", "coins.py", "--games", "5", code=4)

    assert message in found
    if "ones" in wrong:  # only seen when the game is over
        assert f", set in {path}, line {line} or {line + 6}: ones is " in found
        return
    if "players" in wrong or "stdout" in wrong:
        assert "coins, game 0 of seed 1, " in found
        return
    assert "coins, game 0 of seed 1, round 1, turn " in found
    assert f"coins.py, line {line}, in " in found


@pytest.mark.parametrize(
    ("rule", "wrong", "message"),
    [
        ("score", "player.coins / 2", "it must be a whole number"),
        ("standing", "str(player.coins)", "it must be a whole number"),
        ("winners", "[0]", "winners returns 0, which is no player; write a list of players"),
        ("winners", "self.players[0].coins", "which is no player"),
        ("parts", "['one']", "parts returns 'one', which is no card of a component table"),
    ],
)
def test_what_is_wrong_at_the_end_of_a_game_is_named_with_its_rule(
    rule: str, wrong: str, message: str, here: pathlib.Path
) -> None:
    player = "" if rule == "winners" else ", player"
    path = written(
        here,
        "coins",
        ("    def finished(", f"    def {rule}(self{player}):\n        return {wrong}\n\n    def finished("),
    )
    text = path.read_text(encoding="utf-8")
    head, _, tail = text.rpartition(f"    def {rule}(")
    if f"    def {rule}(" in head:  # the game's own comes later
        path.write_text(f"{head}    def other_{rule}({tail}", encoding="utf-8")
    line = path.read_text(encoding="utf-8").splitlines().index(f"    def {rule}(self{player}):") + 1

    found = output("run", "coins.py", "--games", "5", code=4)

    assert message in found
    assert f"coins.py, line {line}, in {rule}: " in found


LOOPS = ["player.choose('take', [1])", "self.say('{}', 1)", "self.begin_turn()", "self.roll(6)", "self.shuffle([1])"]


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("where", ["setup", "round"])
def test_loops_without_end_are_ended_whatever_they_do(
    loop: str, where: str, here: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("balancer.plain.watch.SECONDS", 0.3)
    place = f"    def {where}(self):\n"
    change = f"{place}        player = self.players[0]\n        while True:\n            {loop}\n"
    path = written(here, "coins", (place, change))
    line = path.read_text(encoding="utf-8").splitlines().index(f"            {loop}") + 1

    found = output("run", "coins.py", "--games", "5", code=4)

    assert f"coins.py, line {line}, in {where}: " in found or f"coins.py, line {line - 1}, in {where}: " in found
    assert "never stop" in found


def test_dice_take_whole_numbers_of_numpy(here: pathlib.Path) -> None:
    rolls = "__import__('numpy').int32(100)"
    written(here, "coins", ("self.below(len(self.players))", f"self.below({rolls}) % len(self.players)"))
    asked = {"game": "coins.py", "rules": {"start": "lot"}, "games": 20}
    first = balancer.run(asked).cells[0].tally
    written(here, "coins", ("self.below(len(self.players))", "self.below(100) % len(self.players)"))

    assert balancer.run(asked).cells[0].tally == first


def test_a_loop_that_never_stops_is_ended(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balancer.plain.watch.SECONDS", 0.3)
    written(here, "coins", (TURN, f"{TURN}            while True:\n                pass\n"))

    assert ", in round: no end after 0 s: a loop that never stops?" in output("run", "coins.py", code=4)


@pytest.mark.parametrize("value", ["None", "'many'", "(n,)", "float('nan')", "n if n < 2 else float('nan')", "1j"])
def test_a_persona_that_returns_no_number_is_named(value: str, here: pathlib.Path) -> None:
    path = written(here, "coins", ("        return self.keen * n", f"        return {value}"))
    line = path.read_text(encoding="utf-8").splitlines().index("    def take(self, game, me, n):") + 1

    found = output("run", "coins.py", code=4)

    assert f"Greedy.take ({path}, line {line}) returns " in found
    assert f" for the option {2 if '< 2' in value else 1}; it must return a number for every option" in found


@pytest.mark.parametrize("value", ["float('inf') * n", "__import__('fractions').Fraction(n, 3)", "n > 1"])
def test_a_persona_may_return_any_number(value: str, here: pathlib.Path) -> None:
    written(here, "coins", ("        return self.keen * n", f"        return {value}"))

    output("run", "coins.py", "--games", "20", code=0)


def test_rules_that_exit_pass_no_check(here: pathlib.Path) -> None:
    written(here, "coins", (TURN, f"{TURN}            if self.below(9) == 3: raise SystemExit(0)\n"))
    (here / "q.yaml").write_text("game: coins\ngames: 40\nchecks: [{metric: rounds, at_most: 1}]\n", encoding="utf-8")

    for words in (
        "check q.yaml",
        "run coins.py",
        "trace coins.py",
        "chances coins.py --games 4",
        "tournament coins.py",
    ):
        assert "SystemExit: 0" in output(*words.split(), code=4), words
    assert "SystemExit: 0" in output("try", "coins.py", code=1)
    assert "SystemExit: 0" in output("exploit", "coins.py", "--games", "24", code=4)


def test_a_process_that_rules_end_is_missed(here: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("balancer.simulation.backends.processes.HELP_AFTER", 0.0)
    wrong = "import os, sys\nHELPS = 'processes' in ' '.join(sys.orig_argv)\n"
    path = written(here, "coins", (TURN, f"{TURN}            if HELPS: os._exit(0)\n"))
    path.write_text(f"{wrong}{path.read_text(encoding='utf-8')}", encoding="utf-8")

    said = output("run", "coins.py", "--games", "40_000", "-j", "2", code=4)

    assert "a process that played games has ended with status 0; do the rules call os._exit?" in said


# Numbers of players ---------------------------------------------------------------------------------------------------
def test_numbers_of_a_knob_may_be_listed(here: pathlib.Path) -> None:
    (here / "sides.py").write_text(
        f"{HEAD}class Sides(Game):\n    side = knob(7, (11, 5, 7), 'Side.')\n    few = knob(2, (1, 2, 3), 'Few.')\n"
        "    def round(self): pass\n    def score(self, player): return self.side\n"
    )
    side, few, _ = cast("Any", load_file(here / "sides.py").knobs)
    assert (side.low, side.high, side.only, few.only) == (5, 11, (5, 7, 11), ())
    assert "allowed: 5, 7, 11" in output("run", "sides.py", "--set", "side=6", code=2)


def test_seats_with_a_step_are_obeyed(here: pathlib.Path) -> None:
    written(here, "coins", ("range(2, 5), 3", "range(2, 9, 2), 4"))
    axis = "game: coins\ngames: 20\nsweep: {axes: {players: {from: 2, to: 8}}}\n"
    (here / "q.yaml").write_text(axis, encoding="utf-8")

    assert "--players 3: 3 is not allowed; allowed: 2, 4, 6, 8 (Coins)" in output(
        "run", "coins.py", "--players", "3", code=2
    )
    assert "--players 9: 9 is out of range; allowed: 2..8 (Coins)" in output(
        "run", "coins.py", "--players", "9", code=2
    )
    assert "in an axis {from: …, to: …, step: 2}" in output("sweep", "q.yaml", code=2)
    (here / "q.yaml").write_text(axis.replace("to: 8", "to: 8, step: 2"), encoding="utf-8")
    assert "8" in output("sweep", "q.yaml", code=0)
    assert "Players: 2, 4, 6, 8, usually 4" in output("games", "coins.py", code=0)
    assert "Coins, 2, 4, 6, 8 players" in output("try", "coins.py", code=0)
    output("new", "coins.py", "mine.yaml", code=0)
    assert "players: {from: 2, to: 6, step: 2}" in (here / "mine.yaml").read_text(encoding="utf-8")
    output("validate", "mine.yaml", code=0)
    assert '"enum": [2, 4, 6, 8]' in " ".join(output("schema", code=0).split()).replace("[ ", "[").replace(" ]", "]")


# Long ranges ------------------------------------------------------------------------------------------------------
FAR = 10**15


def test_long_ranges_take_no_time(here: pathlib.Path) -> None:
    """Were one of them gone through, this test would not end."""
    path = written(
        here,
        "coins",
        (
            "    most = knob(3, range(1, 7)",
            f"    far = knob(3, range(1, {FAR}, 2), 'F.')\n    most = knob(3, range(1, {FAR})",
        ),
        ("keen = habit(100, range(-100, 301)", f"keen = habit(100, range({FAR}, -{FAR}, -1)"),
        ("value=range(1, 10)", f"value=range({FAR}, 0, -2)"),
        ("    heap =", f"    two = knob([1, 2], range({FAR}), 'T.')\n    heap ="),
    )
    game = load_file(path)
    knobs: dict[str, Any] = {knob.name: knob for knob in game.knobs}

    assert (knobs["most"].low, knobs["most"].high, knobs["two"].high) == (1, FAR - 1, FAR - 1)
    assert (game.habits[0].low, game.habits[0].high) == (1 - FAR, FAR)
    assert knobs["far"].check(4) == "not allowed"
    assert "far" in output("games", "coins.py", code=0)
    output("run", "coins.py", "--games", "20", "--set", f"far={FAR - 1}", code=0)


@pytest.mark.parametrize("default", ["2.5", "'2'", "None", "-1"])
def test_a_default_outside_a_long_range_is_refused_at_once(default: str, here: pathlib.Path) -> None:
    rules = f"{HEAD}class A(Game):\n    n = knob({default}, range({FAR}), 'N.')\n"
    (here / "bad.py").write_text(rules, encoding="utf-8")

    assert f"bad.py, line 3: the knob's default {default} is not in 0..{FAR - 1}" in output("run", "bad.py", code=2)


NAMES_THAT_ARE_TAKEN = {
    "    finished = ending('Done.')\n": "bad.py:3:5: `finished` is a method of the toolkit",
    "    turns = 3\n": "bad.py:3:5: `turns` belongs to the toolkit: the turn that is played",
    "    title = knob(1, range(3), 'T.')\n": "bad.py:3:5: `title` belongs to the toolkit: what the game is called",
    "    score: int = 5\n": "bad.py:3:5: `score` is a method of the toolkit: return a player's score",
    "    players = ()\n": "bad.py:3:5: `players` belongs to the toolkit: all players, in the order of turns",
    "    def setup(self):\n        self.turns = 0\n": "bad.py:4:9: `turns` belongs to the toolkit",
    "    def setup(me):\n        for me.end in (1, 2):\n            pass\n": "for example self.own_end",
    "    def turn(self, p):\n        self.turns += 1\n": "bad.py:4:9: `turns` belongs",
    "    def setup(self):\n        x, self.winners = 1, []\n": "bad.py:4:12: `winners` is a method of the toolkit",
    "    def setup(self):\n        self.max_rounds = 5\n": "`max_rounds` belongs to the toolkit: the rounds",
}


@pytest.mark.parametrize("lines", NAMES_THAT_ARE_TAKEN)
def test_a_name_of_the_toolkit_that_a_game_hides_or_sets_is_named_before_it_is_played(lines: str, here: Any) -> None:
    (here / "bad.py").write_text(f"{HEAD}class A(Game):\n{lines}", encoding="utf-8")

    message = " ".join(output("try", "bad.py", code=2).split())

    assert NAMES_THAT_ARE_TAKEN[lines] in message
    assert "call yours otherwise, for example" in message


def test_a_name_of_the_toolkit_is_found_in_classes_above_and_in_notebooks(here: pathlib.Path) -> None:
    (here / "above.py").write_text("class Above:\n    def deal(self):\n        self.roll = 3\n", encoding="utf-8")
    (here / "bad.py").write_text(f"{HEAD}from above import Above\nclass A(Above, Game):\n    pass\n", encoding="utf-8")

    assert "above.py:3:9: `roll` is a method of the toolkit" in output("run", "bad.py", code=2)

    class Noted(Game):
        def setup(self) -> None:
            self.rounds = 3  # type: ignore[misc]

    with pytest.raises(PlainGameError, match=r"test_files\.py:\d+:13: `rounds` belongs to the toolkit"):
        load_class(Noted)


def test_a_game_may_write_what_it_inherits_and_set_what_nothing_reads_on_self(here: pathlib.Path) -> None:
    path = written(here)
    lines = "\n    def roll(self, sides=6):\n        return max(super().roll(sides), 2)\n\n    def score("
    text = path.read_text(encoding="utf-8").replace("\n    def score(", lines, 1)
    text = text.replace("    bare = ending(", "    won = ending('Won.')\n    bare = ending(", 1)
    path.write_text(text.replace("def setup(self):\n", "def setup(self):\n        self.aim = self.team = 3\n", 1))

    assert load_file(path).name == "coins"


def test_a_property_of_a_player_that_rules_set_is_explained(here: pathlib.Path) -> None:
    path = written(here)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("def setup(self):\n", "def setup(self):\n        self.players[0].left = 3\n", 1))

    message = " ".join(output("run", str(path), "--games", "20", code=4).split())

    assert "`left` is the next player in the order of turns as it is now; call yours otherwise" in message
