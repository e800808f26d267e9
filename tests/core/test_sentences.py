"""Sentences are no part of rules: neither of what is compiled nor of the hash that names results."""

import ast
import pathlib
import sys
import types

import numpy as np
import pytest

from balancer import games
from balancer.core import compile as rules
from balancer.core import events, sentences
from balancer.core.cache import reach, sources
from balancer.core.cache.sources import analyse
from balancer.core.events import say, seat_name

RULES = """
from balancer.core.events import say, seat_name
from game.words import card_words

LIMIT = 3


def draw(table, seat, card=LIMIT):
    "Draw."
    table.hand[seat] += card
    say("{} draws {}", seat_name(seat), card_words(table, card), seen_by=[seat], instead="{} draws a card")
    if card > LIMIT:
        say("a high one")
    return card // 2
"""

SILENT = """
LIMIT = 3


def draw(table, seat, card=LIMIT):
    table.hand[seat] += card
    if card > LIMIT:
        pass
    return card // 2
"""


@pytest.fixture
def made(tmp_path, monkeypatch):
    """made(text): the function `draw` of a module of its own with that text."""

    def module(text):
        path = tmp_path / "spoken.py"
        path.write_text(text)
        names = types.ModuleType("spoken")
        monkeypatch.setitem(sys.modules, "spoken", names)
        vars(names)["card_words"] = str
        exec(compile(text.replace("from game.words import card_words", ""), path, "exec"), vars(names))  # noqa: S102  our own text
        return names.draw

    return module


def test_what_is_compiled_is_the_rule_without_sentences(made):
    silent = sentences.without(made(RULES))

    assert reach.digest(silent) == reach.digest(made(SILENT))
    assert (silent.__name__, silent.__qualname__, silent.__doc__, silent.__defaults__) == (
        "draw",
        "draw",
        "Draw.",
        (3,),
    )
    assert not {"say", "seat_name", "card_words"} & set(silent.__code__.co_names)


def test_lines_keep_their_numbers(made):
    """So that an error of a rule is reported where it stands."""
    spoken = made(RULES)
    lines = {line for _, _, line in sentences.without(spoken).__code__.co_lines() if line}

    assert lines < {line for _, _, line in spoken.__code__.co_lines()}
    assert max(lines) == RULES.splitlines().index("    return card // 2") + 1


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("draws a card", "takes a card", True),
        ("seen_by=[seat]", "seen_by=events", True),
        ('        say("a high one")\n', '        say("a high one")\n        say("indeed")\n', True),
        ("+= card", "+= card + 1", False),
        ("card > LIMIT", "card >= LIMIT", False),
        ("LIMIT = 3", "LIMIT = 4", False),
        ("card // 2", "card // 3", False),
    ],
)
def test_a_changed_word_keeps_both_keys_and_a_changed_rule_neither(made, old, new, same):
    """Of machine code, and of results."""
    assert RULES.count(old) == 1
    changed = RULES.replace(old, new)
    kernels = {reach.digest(sentences.without(made(text))) for text in (RULES, changed)}

    assert (len(kernels) == 1) is same
    assert (analyse(changed.encode()) == analyse(RULES.encode())) is same


def test_results_do_not_depend_on_what_sentences_import():
    assert analyse(RULES.encode()).digest == analyse(SILENT.encode()).digest
    assert analyse(RULES.encode()).imports == ()
    used = RULES.replace("card // 2", "card_words(table, card)")
    assert analyse(used.encode()).imports == ((0, "game.words", "card_words"),)


def test_only_what_comes_from_the_core_is_taken_out():
    other = RULES.replace("balancer.core.events", "game.speech")
    tree = ast.parse(other)
    sentences.strip(tree)

    assert ast.dump(tree) == ast.dump(ast.parse(other))


def test_words_of_a_game_count_only_where_rules_need_them_for_more(tmp_path, monkeypatch):
    """An edit of narration.py or words.py plays no game again; where a rule calculates with it, it does."""
    home = tmp_path / "spokengame"
    home.mkdir()
    rule = "from balancer.core.events import say\nfrom spokengame.words import name\n\n"
    rule += "def play():\n    say(name)\n    {}\n"
    files = {"__init__.py": "", "words.py": "name = 'a'\n", "narration.py": "", "rules.py": rule.format("return 1")}
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "spokengame", types.SimpleNamespace(__file__=str(home / "__init__.py")))

    def of_game(**changed):
        for name, text in (files | {f"{name}.py": text for name, text in changed.items()}).items():
            (home / name).write_text(text)
        sources.read.cache_clear()
        sources._of_folder.cache_clear()
        return sources.of_game("spokengame")

    before = of_game()
    assert of_game(words="name = 'b'\n", narration="x = 1\n") == before
    assert of_game(rules=rule.format("return 2")) != before
    read = rule.format("return len(name)")
    assert of_game(rules=read) != of_game(rules=read, words="name = 'bb'\n")


@pytest.mark.skipif(rules.PLAIN, reason="rules are not compiled")
def test_a_rule_that_says_something_is_compiled():
    assert doubled(np.int64(4)) == 8
    assert doubled.py_func.__code__.co_names == ()


@rules.rule
def doubled(k):
    say("{} doubles {}", seat_name(0), f"{k:.1f}", seen_by=[0])
    return 2 * k


def test_a_rule_inside_a_function_cannot_say_anything():
    """What it would be compiled from can't be read by itself."""

    def inner():
        say("nothing")

    with pytest.raises(
        SyntaxError, match="inner calls say or tell, so it must be defined at the top level of its module"
    ):
        sentences.without(inner)


def test_a_function_without_sentences_stays_itself():
    assert sentences.without(seat_name) is seat_name


def test_listeners_hear_sentences_and_values_are_put_in():
    heard = []

    class Ear(events.Listener):
        def on_say(self, text, seen_by, instead):
            heard.append((text, seen_by, instead))

    ear = Ear()
    events.listen(ear)
    say("{0} takes {2} of {1}", "seat 1", 3, "K", seen_by=[0], instead="{0} takes a card")
    say("{curly}")
    with events.unheard():
        say("nobody hears this")
    events.tell("on_turn", None)
    events.stop_listening(ear)
    say("nor this")

    assert heard == [("seat 1 takes K of 3", [0], "seat 1 takes a card"), ("{curly}", None, "")]


@pytest.mark.parametrize("name", games.own_names())
def test_every_game_says_what_happens(name):
    """In its rules."""
    folder = pathlib.Path(str(games.load(name).package.__file__)).parent
    assert any("    say(" in path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
