"""Games put together from nasty statements: a command ends as it promises, and says whose error it is.

A statement stands in each place of a game where its designer could write it.  No game is a bug of balancer, none leaves
a traceback, and none ends with 0 unless it shows figures.
"""

import itertools
import json
import pathlib
import random

import pytest
from click.testing import CliRunner

import balancer.cli
from balancer.plain import watch
from balancer.questions.tryout import course, effects, strength, watching

GAME = """\
import contextlib, fractions, math, os, sys, threading
from balancer.plain import Card, Game, Persona, Pile, cards, counter, ending, figure, habit, knob

class Odd(BaseException):
    pass

class Mute(Exception):
    def __str__(self):
        raise ValueError("no words")
    __repr__ = __str__

class Nasty(Game):
    seats, usual, max_rounds = range(2, 4), 3, 4
    over = ending("All have moved.")
    moves = counter("Moves.", "moves")
    pace = knob(1, range(1, 4), "Steps at once.")
{in_class}

    def setup(self):
{in_setup}
        for player in self.players:
            player.points, player.hand = 0, Pile([1, 2], seen_by=player)

    def turn(self, player):
        player.points += self.pace * player.choose("step", [1, 2, 3]) + self.roll(2)
        self.moves += 1
{in_turn}
        if player.points > 9:
            self.end("over")

    def finished(self):
{in_finished}
        return None

    def score(self, player):
{in_score}
        return player.points

class Fast(Persona):
    "Takes most."
    push = habit(1, range(3), "Force.")

    def step(self, game, me, option):
{in_persona}
        return option * self.push

{in_module}
"""

PLACES = ("in_module", "in_class", "in_setup", "in_turn", "in_finished", "in_score", "in_persona")

EVERYWHERE = """\
raise SystemExit
raise SystemExit(0)
sys.exit("stop")
raise Odd("odd")
raise Odd
raise GeneratorExit
raise Mute
raise SyntaxError
raise StopIteration
raise PlainError
raise RecursionError("too deep")
raise MemoryError
raise AssertionError
raise UnicodeDecodeError("utf-8", b"x", 0, 1, "odd")
1 / 0
[].pop()
{}["x"]
int("9" * 5000)
"{} {}".format(1)
None.x
(lambda f: f(f))(lambda f: f(f))
sys.stdout.close()
sys.stdout = None
sys.stderr = None
sys.path.clear()
sys.path.remove(os.path.dirname(__file__))
sys.path = []
sys.setrecursionlimit(150)
os.chdir("/")
os.environ["NASTY"] = "1"
open("no such file")
open(__file__).read()
os.listdir(".")
os.system("true")
import no_such_module
from balancer.plain import no_such_name
from . import nothing
import balancer.core.dice
__import__("importlib").import_module("nasty")
del sys.modules["json"]
threading.Thread(target=sys.exit).start()
exec("raise Odd")
eval("1 +")
warnings.warn("odd")
print("hello")
globals().clear()
""".splitlines()

IN_GAMES = """\
self.players.pop()
self.players.clear()
self.players.append(self.players[0])
self.players = []
self.players = None
del self.players
self.players[0].seat = 7
self.players[0].seat = "one"
self.players[0].points = None
self.players[-1].points = float("nan")
self.players[-1].points = 2**70
self.players[-1].points = 1.5
self.players[-1].points = "many"
self.players[-1].points = fractions.Fraction(1, 3)
self.players[-1].points = [1]
self.moves = "many"
self.moves = None
del self.moves
self.pace = "fast"
self.end("bear")
self.end(None)
self.end("over")
self.end = None
self.score = None
self.begin_turn()
self.say("{} {}", self.players[0])
self.say("{x}")
self.say("{0.nothing}", self)
self.say(None)
self.say(5, 5)
self.say("hello", seen_by=5)
self.say("{:d}", "x")
self.shuffle(5)
self.roll(0)
self.below(-1)
self.below("x")
self.players[0].choose("step", [])
self.players[0].choose("step", None)
self.players[0].choose("step", {1, 2})
self.players[0].choose("stop", [1, 2])
self.players[0].choose(None, [1, 2])
self.players[0].choose("step", [Mute(), Mute()])
self.players[0].choose("step", [[], {}])
self.choose_together("step", {5: [1, 2]})
self.choose_together("step", [1, 2])
self.players_from(None)
self._course = None
self._course.standings.append([1])
self._course.standings.clear()
self._course.rounds = "one"
self.__class__ = object
self.__dict__.clear()
self.winners = lambda: 5
self.winners = lambda: [None]
self.winners = lambda: None
self.standing = lambda player: "ahead"
self.parts = lambda player: ["x"]
self.dealt = lambda player: 5
type(self).score = lambda self, player: "x"
self.players[0].hand = Mute()
self.players[0].hand.seen_by = 5
self.players[0].hand.append(Mute())
""".splitlines()

IN_PERSONAS = """\
return None
return "good"
return (option,)
return float("nan")
return float("inf")
return -math.inf
return 1j
return option if option < 2 else "x"
return option if option < 2 else float("nan")
return Mute()
return True
return fractions.Fraction(option, 3)
game.end("over")
game.begin_turn()
me.choose("step", [1, 2])
game.players.clear()
me.points = None
game.say("{x}")
self.push = None
del self.push
del me.points
""".splitlines()

IN_CLASSES = """\
seats = 4
seats = range(4, 2)
seats = range(1, 5)
seats = range(2, 99)
seats = [2, 3]
seats = "two"
seats = None
usual = 9
usual = "three"
usual = 2.0
max_rounds = "many"
max_rounds = 0
max_rounds = None
max_rounds = knob(True, "Cut.")
max_rounds = knob("a", ("a", "b"), "Cut.")
title = 5
title = None
lineup = "fast"
lineup = 5
lineup = ("slow",)
lineup = (Fast,)
one_loses = "yes"
over = None
turn = None
score = 5
setup = "x"
finished = "over"
players = 3
pace = knob()
pace = knob(1, range(0), "Pace.")
pace = knob(1.5, (1.5, 2.5), "Pace.")
pace = knob("x", ("x",), 5)
pace = knob(None, (None,), "Pace.")
moves = counter(5, 5)
over = ending(5)
kinds = cards("nothing.csv")
kinds = cards(5)
kinds = cards("..", value=range(3))
__init__ = None
__slots__ = ("points",)
__getattr__ = None
__doc__ = 5
def __new__(cls): raise Odd
def __setattr__(self, name, value): raise Odd
def __init_subclass__(cls): raise Odd
def score(self): return 1
def winners(self): return sys.exit()
def parts(self, player): return sys.exit()
def standing(self, player): raise Mute
def round(self): pass
def turn(self): pass
def setup(self): return sys.exit()
""".splitlines()

IN_MODULES = """\
class Second(Game): pass
class Fast(Persona):\n    def __init__(self, x): pass
class Fast(Persona):\n    def __init__(self): raise Odd
class Fast(Persona):\n    step = 5
class Fast(Persona):\n    step = property(lambda self: sys.exit())
class Fast(Persona):\n    __doc__ = 5
class Fast(Persona):\n    push = habit(5, range(3), "x")
class Fast(Persona):\n    push = "x"
class Random(Persona):\n    "Is called as one that is always there."
class Balanced(Fast):\n    push = 99
class fast(Persona):\n    "Has the same name."
Nasty = 5
del Nasty
Nasty.seats = 9
Nasty.score = None
Nasty.__name__ = "5 x"
Nasty.__module__ = "elsewhere"
__name__ = "elsewhere"
__file__ = None
__builtins__ = {}
__builtins__.clear()
""".replace("\\n", "\n").splitlines()  # fmt: skip

OF_PLACE = {
    "in_module": [*EVERYWHERE, *IN_MODULES],
    "in_class": [*EVERYWHERE, *IN_CLASSES],
    "in_setup": [*EVERYWHERE, *IN_GAMES],
    "in_turn": [*EVERYWHERE, *IN_GAMES],
    "in_finished": [*EVERYWHERE, *IN_GAMES],
    "in_score": [*EVERYWHERE, *IN_GAMES],
    "in_persona": [*EVERYWHERE, *IN_PERSONAS],
}
NUMBERS = itertools.count()


def written(folder: pathlib.Path, place: str, statement: str) -> str:
    """Return the name of a game with a statement at a place."""
    deep = {"in_module": "", "in_class": "    "}.get(place, "        ")
    lines = {
        each: "" if each == "in_module" else f"{'    ' if each == 'in_class' else '        '}pass" for each in PLACES
    }
    lines[place] = "\n".join(f"{deep}{line}" for line in statement.split("\n"))
    name = f"nasty_{next(NUMBERS)}"
    (folder / f"{name}.py").write_text(GAME.format(**lines), encoding="utf-8")
    question = f"game: {name}\ngames: 12\nchecks: [{{metric: rounds, at_most: 3}}]\n"
    (folder / f"{name}.yaml").write_text(question, encoding="utf-8")
    return name


def complaint(words: list[str], code: set[int], shown: str) -> str:
    """Return what is wrong with how a command ends, '' if nothing; shown: a word of its figures."""
    result = CliRunner().invoke(balancer.cli.balancer, words)
    text = result.output
    if "a bug" in text or "Traceback" in text:
        return f"called a bug of balancer: {text[-1500:]}"
    if result.exit_code not in code:
        return f"ends with {result.exit_code}: {text[-300:]}"
    if result.exit_code in {0, 1, 3} and shown not in text:
        return f"ends with {result.exit_code} and shows no figures: {text[-300:]}"
    if result.exit_code == 4 and "an error in the rules" not in text:
        return f"does not say whose error it is: {text[-300:]}"
    if result.exit_code == 2 and not any(kind in text for kind in (".py", ".csv")):
        return f"does not say where: {text[-300:]}"
    return ""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "SECONDS", 0.5)
    monkeypatch.setattr(watching, "SECONDS", 0.1)
    monkeypatch.setattr(effects, "PATIENCE", 0.05)
    monkeypatch.setattr(course, "SECONDS", 0.03)
    monkeypatch.setattr(strength, "SECONDS", 0.05)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("seed", [pytest.param(None, marks=pytest.mark.verify, id="all"), 20])
def test_whatever_rules_do_a_run_ends_as_it_promises(place: str, seed: int | None, here: pathlib.Path) -> None:
    found, every = {}, OF_PLACE[place]
    for statement in random.Random(seed).sample(every, 14) if seed else every:
        name = written(here, place, statement)
        found[statement] = complaint(["run", f"{name}.py", "--games", "12"], {0, 2, 4}, "seat 1")

    if wrong := [f"{statement!r} {words}" for statement, words in found.items() if words]:
        pytest.fail("\n".join(wrong))


COMMANDS = (
    (("check", "{}.yaml"), {0, 1, 2, 3, 4}, "rounds"),
    (("trace", "{}.py"), {0, 2, 4}, "round 1"),
    (("chances", "{}.py", "--games", "4", "--trials", "4"), {0, 2, 4}, "known"),
    (("try", "{}.py"), {0, 1, 2}, "players"),
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("command", COMMANDS, ids=[words[0] for words, _, _ in COMMANDS])
def test_whatever_rules_do_other_commands_end_as_they_promise(
    command: tuple[tuple[str, ...], set[int], str], here: pathlib.Path
) -> None:
    words, codes, shown = command
    every = [(place, statement) for place in PLACES for statement in OF_PLACE[place]]
    found = {}
    for place, statement in random.Random(1).sample(every, 4 if words[0] == "try" else 12):
        name = written(here, place, statement)
        found[place, statement] = complaint([word.format(name) for word in words], codes, shown)

    if wrong := [f"{case} {words}" for case, words in found.items() if words]:
        pytest.fail("\n".join(wrong))


def test_what_json_says_of_a_game_that_fails_is_nothing(here: pathlib.Path) -> None:
    name = written(here, "in_turn", "sys.exit(0)")

    result = CliRunner().invoke(balancer.cli.balancer, ["run", f"{name}.py", "--json", "-"])

    assert result.exit_code == 4
    with pytest.raises(json.JSONDecodeError):
        json.loads(result.stdout)
