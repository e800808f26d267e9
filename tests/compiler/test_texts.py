"""Texts that are composed while a game runs: plain Python and compiled games have equal rows."""

import pathlib

import pytest

from balancer.compiler.block import ERROR, SCRATCH, TEXT
from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import lower
from balancer.compiler.runtime.texts import ROWS, forget_texts, letters_of, text_of
from balancer.plain.files import load_file
from tests.compiler.both_ways import check_equal, compiled, file_of, played

SAMPLES = pathlib.Path(__file__).with_name("texts.txt").read_text().split("# ")[1:]
LINES = dict(sample.split("\n", 1) for sample in SAMPLES)
TEXTS = "text = ''.join('ab' for _ in range(n))\n"
REFUSED = {
    "order in tuples": (
        "self.out += (text, 1) < ('b', 2)",
        "the order of a text that is composed",
        "`key=` of one text",
    ),
    "order in lists": ("rows = [(text, n), ('b', 2)]\nrows.sort()", "the order of a text", "`key=` of one text"),
    "a method": (
        "self.out += len(text.title())",
        "this `.title()` of a text that is composed",
        "a loop over its letters",
    ),
    "more arguments": (
        "self.out += text.count('a', 1)",
        "this `.count()` of a text that is",
        "a loop over its letters",
    ),
    "a fraction": ("self.out += text == f'{n / 3:.2f}'", "can be said, but not compared", "choose among words"),
    "a part with a fraction": ("self.out += f'{n / 3:.2f}' in text", "a text that is composed", "choose among words"),
    "a set in order": (
        "for each in {text, 'b'}:\n    self.out = 2 * self.out + (each == 'b')",
        "hash of a text",
        "write `sorted(...)`",
    ),
    "an attribute": ("self.out += getattr(self, text)", "a name that is a text can't be compiled", "in the call"),
}


@pytest.mark.parametrize("name", LINES)
def test_both_play_alike(name, tmp_path):
    check_equal(file_of(tmp_path, LINES[name]))


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_the_reason(name, tmp_path):
    lines, reason, advice = REFUSED[name]
    with pytest.raises(NotCompilable) as refusal:
        lower(load_file(file_of(tmp_path, TEXTS + lines)))
    assert reason in str(refusal.value)
    assert advice in str(refusal.value)
    assert refusal.value.line


TOP = """
import functools

class Move(NamedTuple):
    name: str
    at: int

@dataclass(frozen=True)
class Token:
    name: str
    worth: int = 1

@dataclass
class Thing:
    name: str = "x"
    parts: list = field(default_factory=list)

@functools.cache
def named(k):
    return "".join("n" for _ in range(k))
"""
KEPT = """
self.text += "abc"[n % 3]
self.seen[self.text] = self.seen.get(self.text, 0) + n
self.log.append(f"{n}:{self.out % 7}")
move, token = Move("m" + self.text[-1], n), Token(f"c{self.out}", n)
thing = Thing(self.text, [token.name])
thing.name += "!"
self.out += len(self.seen) + self.log.count("1:0") + len({move: 1, Move("ma", 2): 2}) + len({token, Token("c3", n)})
self.out += len(thing.name) + (thing.parts[0] == "c3") + len(named(n)) + (named(n) == "nn") + ("mb" == move.name)
for p in self.players:
    p.word = p.word[::-1] + str(p.seat)
    self.out += p.choose("word", [p.word, self.text, "".join(p.word)]).count("a")
"""


def test_texts_are_kept_over_rounds(tmp_path):
    setup = "self.text, self.seen, self.log = '', {}, []\nfor p in self.players:\n    p.word = 'ab' + 'c' * p.seat"
    persona = """
    class Speller(Persona):
        "Wants what is early in the alphabet, and long."

        def word(self, game, me, option):
            return len(option) - 3 * ("b" + option > "ba" + me.word) + game.seen.get(option, 0)
    """
    check_equal(file_of(tmp_path, KEPT, top=TOP, setup=setup, personas=persona))


def test_turns_that_compose_equal_texts_are_idle(tmp_path):
    rules = "self.texts = [''.join(text) for text in self.texts]\nif n:\n    self.texts[0] = self.texts[1][::-1]"
    path = file_of(tmp_path, rules, setup="self.texts = ['x' + str(self.below(12)), '1x']")
    path.write_text(path.read_text().replace("def round(self):\n        self.begin_turn()", "def turn(self, p):"))
    path.write_text(
        path.read_text().replace("n = self.below(5)", "n = self.rounds % 2").replace("self.out %", "self.turns %")
    )
    check_equal(path)


def test_too_many_texts_need_more_memory(tmp_path):
    rules = "for i in range(4000):\n    text = ''.join('ab'[i >> k & 1] for k in range(12))\nself.out += len(text)"
    game, lowered, code = compiled(file_of(tmp_path, rules))
    flags = played(game, lowered, code, ["random"], 1, 2)[1]
    assert {ErrorFlag(int(flag)).name for flag in flags} == {"MEMORY_FULL"}


def letters(memory, at, *numbers):
    memory[at : at + 2 + len(numbers)] = [len(numbers), len(numbers), *(TEXT + number for number in numbers)]
    return at


def test_equal_letters_are_one_text_until_they_are_forgotten():
    table, room = 40, 4
    memory = [0] * 200
    begin = table + ROWS + 3 * room
    memory[table : table + 6] = 0, begin, room, begin + 15, 1, begin + 4
    row = 120
    assert text_of(memory, table, letters(memory, row, 0)) == TEXT
    two = text_of(memory, table, letters(memory, row, 0, 0))
    three = text_of(memory, table, letters(memory, row, 0, 0, 0))
    assert [two, three] == [TEXT + 1, TEXT + 2]
    assert text_of(memory, table, letters(memory, row, 0, 0)) == two
    assert memory[letters_of(memory, table, three) + 1] == 3
    forget_texts(memory, table)
    assert text_of(memory, table, letters(memory, row, 0, 0, 0)) == TEXT + 1
    assert text_of(memory, table, letters(memory, row, 0)) == TEXT
    assert memory[ERROR] == 0
    text_of(memory, table, letters(memory, row, *[0] * SCRATCH))
    assert memory[ERROR] == ErrorFlag.MEMORY_FULL
