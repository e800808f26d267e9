"""`balancer try` of games of one plain file: an error planted of each kind is found, sound games are called sound."""

import itertools
import pathlib
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from balancer.plain import Game, ending, watch
from balancer.questions.tryout import course, effects, strength, study, watching
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.settings import Settings
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob

ROOT = pathlib.Path(__file__).parents[3]
STARTER = ROOT / "balancer" / "plain" / "starter"
NUMBERS = itertools.count()

Trial = Callable[[Settings], Iterator[TryoutFinding]]


def seen(tables: Settings) -> Iterator[TryoutFinding]:
    """Yield what the other process sees, in this one."""
    jobs = [CellJob.of(tables.cell(tables.thinking))]
    found = watching.watched(jobs)
    yield from watching.hidden(found)
    yield from watching.options(found)
    yield from watching.replaced_endings(found)


def watched_elsewhere(tables: Settings) -> Iterator[TryoutFinding]:
    """Yield what the other process finds."""
    yield from watching.Watching(tables).findings()


def game(folder: pathlib.Path, *planted: tuple[str, str], before: str = "") -> Settings:
    """Return the game that `balancer new --game` writes, with changes (text, replacement), under its own name."""
    source = (STARTER / "my_game.py.txt").read_text(encoding="utf-8")
    for text, other in planted:
        assert text in source, text
        source = source.replace(text, other, 1)
    path = folder / f"planted_{next(NUMBERS)}.py"
    path.write_text(f"{before}{source}", encoding="utf-8")
    (folder / "my_game.csv").write_text((STARTER / "my_game.csv").read_text(encoding="utf-8"), encoding="utf-8")
    return Settings(load(str(path)))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds for what takes some time only because it is patient."""
    monkeypatch.setattr(watch, "SECONDS", 0.5)
    monkeypatch.setattr(watching, "SECONDS", 0.4)
    monkeypatch.setattr(effects, "PATIENCE", 0.2)
    monkeypatch.setattr(course, "SECONDS", 0.03)
    monkeypatch.setattr(strength, "SECONDS", 0.1)


TURN = "    def turn(self, player):"
DRAW = 'player.choose("draw", ["deck", *sorted(set(self.display))])'
DISCARD = 'player.choose("discard", sorted(set(player.hand)))'
VALUE = "return -self.liking(card, me.hand.count(card) - 1)"
BLIND = 'return 500 if option == "deck"'
HAND = "Pile((self.deck.pop() for _ in range(self.hand_size)), seen_by=player)"
KEEPS = "        self.kept.append(1)\n        self.deck = Pile(self.kinds.deck()[len(self.kept) // 9 % 2 :])"
ENDLESS = "    def round(self):\n        while True:\n            self.begin_turn()\n\n"
LOOP = "        self.blind += 0\n        while not self.blind < 0:\n            self.blind += 0\n"

WINNERS = """    def winners(self):
        best = {first}(self.score(player) for player in self.players)
        return [player for player in self.players if self.score(player) == best]

"""
LOWEST, HIGHEST = (WINNERS.format(first=first) for first in ("min", "max"))

WRONG_RULES: dict[str, tuple[Trial, list[tuple[str, str]], str]] = {
    "a set of options": (
        course.courses,
        [("sorted(set(player.hand)))\n", "set(player.hand))\n")],
        "turn 1, at {file}, line 38, in turn: discard: the options are a set, which has no fixed order; write sorted",
    ),
    "random": (
        course.again,
        [("self.shuffle(self.deck)", "__import__('random').shuffle(self.deck)")],
        "the rules throw the dice of random, not those of the game; write self.roll, self.below or self.shuffle",
    ),
    "the same seed in each game": (
        course.again,
        [("self.shuffle(self.deck)", "r = __import__('random'); r.seed(1); r.shuffle(self.deck)")],
        "the rules throw the dice of random, not those of the game",
    ),
    "dice of numpy": (
        course.again,
        [("self.shuffle(self.deck)", "__import__('numpy').random.seed(1)")],
        "the rules throw the dice of numpy.random, not those of the game",
    ),
    "the clock": (
        course.again,
        [("self.shuffle(self.deck)", "self.deck += self.deck[: __import__('time').perf_counter_ns() % 9]")],
        "another course when the same game is played again; the rules use `random` or `time`, or keep something",
    ),
    **{
        f"{what} in the file": (
            course.declared,
            [("        self.shuffle(self.deck)", f"        {statement}\n        self.shuffle(self.deck)")],
            "{file}, line 24 uses " + what,
        )
        for what, statement in {
            "random": "import random as r; r.Random(1)",
            "numpy.random": "import numpy as np; np.random.default_rng(1)",
            "secrets": "from secrets import randbelow; randbelow(5)",
            "uuid": "import uuid; uuid.uuid4()",
            "os.urandom": "import os; os.urandom(1)",
            "time": "from time import time; time()",
            "datetime.datetime.now": "import datetime; datetime.datetime.now()",
        }.items()
    },
    "a line that can't be put together": (
        watched_elsewhere,
        [("        self.shuffle(self.deck)", "        self.say('{} {}', 1)\n        self.shuffle(self.deck)")],
        "at {file}, line 24, in setup: IndexError: Replacement index 1 out of range",
    ),
    "a persona that ends the game": (
        course.courses,
        [(VALUE, "game.end('empty')\n        return 1")],
        "Careful.discard ({file}, line 60) ends the game while it values an option; it may only look",
    ),
    "a persona that begins a turn": (
        course.courses,
        [(VALUE, "game.begin_turn()\n        return 1")],
        "while it values an option; it may only look",
    ),
    "a file opened in a game": (
        course.courses,
        [("        self.shuffle(self.deck)", "        open('x')\n        self.shuffle(self.deck)")],
        "during a game the code opens ",
    ),
    "sys.exit": (
        course.courses,
        [("        self.shuffle(self.deck)", "        raise SystemExit(0)")],
        "at {file}, line 24, in setup: SystemExit: 0",
    ),
    "state outside the game": (
        course.again,
        [("    max_rounds", "    kept = []\n    max_rounds"), ("        self.deck = Pile(self.kinds.deck())", KEEPS)],
        "another course when the same game is played again",
    ),
    "a loop that never stops": (course.courses, [(f"{TURN}", f"{TURN}\n{LOOP}        # ")], "no end after"),
    "turns without end": (
        course.courses,
        [(TURN, f"{ENDLESS}    def other(self, player):")],
        "turns without end in one round: does a loop never stop?",
    ),
    "an empty deck": (
        course.courses,
        [('            self.end("empty")', "            pass")],
        "at {file}, line 36, in turn: IndexError: pop from empty list",
    ),
    "games that never end": (
        course.courses,
        [('            self.end("empty")', "            self.deck += self.kinds.deck()")],
        "had no end after 50 rounds (max_rounds)",
    ),
    "an ending misspelt": (
        course.courses,
        [('self.end("empty")', 'self.end("emty")')],
        "there is no ending 'emty'; declare emty = ending(...) in the class; did you mean empty?",
    ),
    "an attribute misspelt": (course.courses, [("hand.append(card)", "hnad.append(card)")], "did you mean hand?"),
    "half a point": (course.courses, [("return sum(", "return 0.5 + sum(")], "it must be a whole number"),
    "no option": (
        course.courses,
        [(DISCARD, 'player.choose("discard", [])')],
        "discard: a choice among 0 options",
    ),
    "an unknown decision": (
        course.courses,
        [('player.choose("discard", ', 'name = "discard"\n        out = player.choose(name, ')],
        "there is no decision 'discard': its name must stand in the call",
    ),
    "an error at the end of a range": (
        effects.knobs,
        [("range(1, 7)", "range(1, 9)")],
        "hand_size: 8, random players: ",
    ),
    "a persona that knows the deck": (
        seen,
        [(BLIND, 'return 100 * game.deck[-1].value if option == "deck"')],
        "careful and plain look at what they can't see: draw, game 0, round 1, turn 1, seat 1: ",
    ),
    "a persona that knows a hand": (
        seen,
        [(VALUE, "return -self.liking(card, me.left.hand.count(card))")],
        "careful looks at what it can't see: discard, game 0",
    ),
    "a persona that throws dice": (
        seen,
        [(VALUE, "return game.roll(6)")],
        "a persona changes the game, or throws its dice, while it values an option",
    ),
    "a persona that changes the game": (
        seen,
        [(VALUE, "me.hand.sort() or me.hand.append(me.hand.pop(0))\n        return 1")],
        "discard, game 0, round 1, turn 1, seat 1 (careful): a persona changes the game",
    ),
    "a turn begun for a player": (
        course.courses,
        [(TURN, f"{TURN}\n        self.begin_turn(player)")],
        "begin_turn counts a turn, whoever takes it: write self.begin_turn() without a player",
    ),
    "a persona at random": (
        seen,
        [(VALUE, "return __import__('random').random()")],
        "a persona's values differ when it is asked twice",
    ),
    "the lowest score wins, and nothing says so": (
        course.standings,
        [("    def worth(", f"{LOWEST}    def worth(")],
        "figures of leads and comebacks are wrong; if the lowest score wins, write `lowest_wins = True` in the class",
    ),
    "a standing upside down": (
        course.standings,
        [("    def worth(", "    def standing(self, player):\n        return -self.score(player)\n\n    def worth(")],
        "write standing(self, player): how far ahead a player is",
    ),
    "the lowest score wins, and does not": (
        course.standings,
        [("    max_rounds", "    lowest_wins = True\n    max_rounds"), ("    def worth(", f"{HIGHEST}    def worth(")],
        "write standing(self, player): how far ahead a player is",
    ),
    "a loop of choices of one option": (
        course.courses,
        [(DISCARD, 'card\n        while True:\n            player.choose("discard", [card])')],
        "at {file}, line 40, in turn: discard: choices of one option without end in one round",
    ),
    "an error after the end": (
        watched_elsewhere,
        [('            self.end("empty")', '            self.end("empty")\n            [].pop()')],
        "at {file}, line 43, in turn: IndexError: pop from empty list; the game had ended by 'empty': the code runs on",
    ),
    "no ending": (
        course.declared,
        [('    empty = ending("The deck was nearly empty after a turn.", "empty the deck")\n', "")],
        "no ending is declared",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG_RULES)
def test_what_is_wrong_is_found(name: str, tmp_path: pathlib.Path) -> None:
    trial, planted, expected = WRONG_RULES[name]
    tables = game(tmp_path, *planted)
    wrong = [one.sentence for one in trial(tables) if one.mark == WRONG]

    assert wrong, name
    assert expected.format(file=tmp_path / f"{tables.game.name}.py") in wrong[0]


END = '            self.end("empty")'
LOOKS: dict[str, tuple[Trial, list[tuple[str, str]], str]] = {
    "an ending that replaces another": (
        seen,
        [
            (END, f'{END}\n            self.end("sold")'),
            ("    empty =", '    sold = ending("All was sold.")\n    empty ='),
        ],
        'a game ends twice: self.end("empty"), then self.end("sold") (planted_',
    ),
    "a dead rule": (
        effects.knobs,
        [("for _ in range(self.hand_size)", "for _ in range(5)")],
        "hand_size changes nothing, from 1 to 6",
    ),
    "a dead habit": (
        effects.habits,
        [("self.pairs * others", "0 * others")],
        "the habit pairs changes nothing that a persona does, from 0 to 300",
    ),
    "an ending never reached": (
        course.courses,
        [("    blind =", '    rich = ending("Somebody was rich.")\n    blind =')],
        "no game ended by rich, in ",
    ),
    "a decision always forced": (
        course.courses,
        [("sorted(set(player.hand)))\n", "player.hand[:1])\n")],
        "discard: by the printed rules nobody ever has two options",
    ),
    "a game of chance": (
        course.declared,
        [(DRAW, '"deck"'), (DISCARD, "player.hand[0]")],
        "a game of chance: nobody decides anything; if players choose",
    ),
    "an option that nobody takes": (
        seen,
        [(BLIND, 'return -1 if option == "deck"')],
        "draw: no persona ever chose 'deck', offered ",
    ),
    "a persona no better than dice": (
        strength.strengths,
        [(VALUE, "return card.value"), (BLIND, 'return 999 if option == "deck"')],
        "no better than random",
    ),
    "a method misspelt": (
        course.declared,
        [("def discard(self, game", "def discrad(self, game")],
        "Careful has no method discard, so it decides that at random; did you mean discrad?",
    ),
    "a list on the class": (
        course.again,
        [("    def setup(self):", "    log = []\n\n    def setup(self):\n        self.log.append(1)")],
        ", line 25: all games share it, so one game may depend on another; set it in setup(self)",
    ),
    "a dict in the module": (
        course.again,
        [
            ("class MyGame", "TIMES = {}\n\n\nclass MyGame"),
            ("    def setup(self):", "    def setup(self):\n        TIMES[len(TIMES)] = 1"),
        ],
        "TIMES is kept in the module and changes during games",
    ),
    "a rule that changes nothing": (
        effects.knobs,
        [("range(self.hand_size)", "range(5)")],
        "; rules are tried one by one, so it may matter where other rules are changed, too",
    ),
    "a question about a file": (
        course.declared,
        [("        self.shuffle(", "        __import__('os').path.exists('x')\n        self.shuffle(")],
        ", line 24 asks about a file with exists, and the answer can't be recorded; open it at the top of the file",
    ),
    "nothing hidden": (
        seen,
        [("Pile(self.kinds.deck())", "self.kinds.deck()"), (HAND, "[self.deck.pop() for _ in range(self.hand_size)]")],
        "nothing is hidden: every player sees everything; what a player draws, rolls or chooses in secret belongs in",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LOOKS)
def test_what_deserves_a_look_is_mentioned(name: str, tmp_path: pathlib.Path) -> None:
    trial, planted, expected = LOOKS[name]
    found = list(trial(game(tmp_path, *planted)))

    assert [one for one in found if one.mark == WRONG] == []
    assert any(expected in one.sentence for one in found if one.mark == LOOK), found


def test_texts_in_no_fixed_order_are_found_in_another_process(tmp_path: pathlib.Path) -> None:
    tables = game(
        tmp_path,
        ('["deck", *sorted(set(self.display))]', "[*{str(n) + 'x' for n in range(9)}]"),
        ('if card == "deck":', "self.blind += int(card[0])\n        if True:"),
        (f"{BLIND} else self.liking(option, me.hand.count(option))", "return 1"),
    )
    process = watching.Watching(tables)
    (wrong,) = [one for one in process.findings() if one.mark == WRONG]

    assert "another course in another process" in wrong.sentence
    assert next(course.again(tables)).mark == OK, "here they are in one order"


def test_the_game_that_is_written_passes(tmp_path: pathlib.Path) -> None:
    tables = game(tmp_path)
    found = list(study.findings(tables))

    assert [one for one in found if one.mark != OK] == []
    assert {one.about for one in found} == {"game", "course", "again", "knob", "habit", "persona", "hidden"}


class Coins(Game):
    """A game that stands in no file of its own, as in a notebook."""

    over = ending("Ten turns were played.")

    def setup(self) -> None:
        for player in self.players:
            player.coins = 0

    def turn(self, player: Any) -> None:
        player.coins += player.choose("take", [1, 2])
        if self.turns >= 10:
            self.end("over")

    def score(self, player: Any) -> int:
        return int(player.coins)


class Race(Game):
    """Who has fewest coins in the end wins."""

    lowest_wins = True
    over = ending("Ten turns were played.")
    setup, turn, score = Coins.setup, Coins.turn, Coins.score


class Chance(Coins):
    """Nobody decides anything."""

    def turn(self, player: Any) -> None:
        player.coins += self.roll(6)
        if self.turns >= 10:
            self.end("over")


@pytest.mark.parametrize("definition", [Race, Chance])
def test_nothing_is_wrong_where_the_lowest_wins_or_nobody_decides(definition: type[Game]) -> None:
    found = list(study.findings(Settings(load(definition))))

    assert [one for one in found if one.mark == WRONG] == []


def test_a_module_imported_in_vain_is_no_use_of_it(tmp_path: pathlib.Path) -> None:
    tables = game(tmp_path, before="import random, time\nfrom datetime import date, timedelta\n")

    assert [one.about for one in course.declared(tables)] == ["game"]


def test_all_decisions_of_a_persona_at_random_are_one_error(tmp_path: pathlib.Path) -> None:
    random_value = "return __import__('random').random()"
    tables = game(tmp_path, (VALUE, random_value), (BLIND, f'{random_value} if option == "deck"'))
    watched = watching.watched([CellJob.of(tables.cell(tables.thinking))])

    assert len(watched["twice"]) == 2
    assert len([finding for finding in watching.hidden(watched) if finding.mark == WRONG]) == 1


def test_state_outside_that_stays_as_it_is_is_none(tmp_path: pathlib.Path) -> None:
    tables = game(tmp_path, ("class MyGame", "BOARD = [[0] * 9] * 9\nNAMES = {'a': {1, 2}}\n\n\nclass MyGame"))

    assert [finding.mark for finding in course.again(tables)] == [OK]


def test_nobody_is_compared_with_random_players_in_a_game_of_chance(tmp_path: pathlib.Path) -> None:
    found = list(study.findings(game(tmp_path, (DRAW, '"deck"'), (DISCARD, "player.hand[0]"))))

    assert [finding for finding in found if finding.mark == WRONG] == []
    assert [finding for finding in found if "random player" in finding.sentence and finding.about == "persona"] == []


def test_python_s_own_dice_are_where_they_were(tmp_path: pathlib.Path) -> None:
    before = random.getstate()
    list(course.again(game(tmp_path, ("self.shuffle(self.deck)", "__import__('random').random()"))))

    assert random.getstate() == before


def test_a_class_in_no_file_is_tried_too() -> None:
    found = list(study.findings(Settings(load(Coins))))

    assert [one for one in found if one.mark == WRONG] == []
    assert [one.sentence for one in found if one.mark == LOOK] == ["there is no persona: everybody plays at random"]


EXAMPLES = sorted(path for folder in ("examples", "examples/public") for path in (ROOT / folder).glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_nothing_is_wrong_with_the_examples(path: pathlib.Path) -> None:
    tables = Settings(load(str(path)))
    trials: list[Trial] = [course.declared, course.courses, course.again, effects.knobs]
    if tables.thinking:  # in a game of chance nobody sees anything
        trials.append(seen)
    found = [one for trial in trials for one in trial(tables)]

    assert [one for one in found if one.mark == WRONG] == []
