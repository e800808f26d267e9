"""What a sentence must not do is found in its source and in all that it calls, with its place."""

import sys
import types

import pytest

from balancer.core.authoring import sentence_lint
from balancer.core.cache import sources

MODULE = '''
from balancer.core import bits, cards, dice, memory
from balancer.core.compile import rule
from balancer.core.dice import CHANCE
from balancer.core.events import say, seat_name

LOG = []


@rule
def take(table, seat):
    """Take a card."""
    table.cards[seat] -= 1
    return table.cards[seat]


@rule
def seen(table, seat):
    """Look at the cards."""
    player = table.players[seat]
    return bits.count(player.hand) if table.cards[seat] else seen(table, 0)


def words(table, seat):
    """Return what a seat has."""
    lines = [str(seen(table, seat))]
    lines[0] = "none"
    lines.append("more")
    return ", ".join(sorted({{line: 1 for line in lines}}))


def through(table, seat):
    """Take by another function."""
    return take(table, seat)


def noted(seat):
    """Keep a list."""
    LOG.append(seat)


def kept(table, seat):
    """Write through a variable."""
    player = table.players[seat]
    player.hand = 0


@rule
def play(table, seat):
    {}
'''


@pytest.fixture
def faults(tmp_path, monkeypatch):
    """faults(line): what is wrong with a rule that has it, without the place of the file."""

    def found(line):
        path = tmp_path / "spoken_rules.py"
        text = MODULE.format(line)
        path.write_text(text)
        module = types.ModuleType("spoken_rules")
        module.__file__ = str(path)
        monkeypatch.setitem(sys.modules, "spoken_rules", module)
        exec(compile(text, path, "exec"), vars(module))  # noqa: S102  our own text
        monkeypatch.setattr(sources, "read", lambda path: path.read_bytes())
        sentence_lint._function_changes.cache_clear()
        return [fault.removeprefix(f"{path}:") for fault in sentence_lint.faults(tmp_path)]

    return found


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('say("{}", take(table, seat))', "calls take, which changes table.cards[seat]"),
        ('say("{}", through(table, seat))', "calls through, which calls take, which changes table.cards[seat]"),
        ('say("{}", dice.below(table.dice, CHANCE, 6))', "calls dice.below, which "),
        ('say("{}", cards.swap(table.hand, 1, 2))', "calls cards.swap, which changes cards[i]"),
        ('say("{}", memory.copy(table, table))', "calls memory.copy, which changes what it is given"),
        ('say("{}", setattr(table, "k", 1))', "calls setattr, which changes what it is given"),
        ('say("{}", table.hand.sort())', "calls table.hand.sort, which changes its object"),
        ('say("{}", noted(seat))', "calls noted, which calls LOG.append, which changes its object"),
        ('say("{}", kept(table, seat))', "calls kept, which changes player.hand"),
        ('say("{}", seat := 3)', "sets seat"),
        ('say("{}", 1, seen_by=[take(table, 0)])', "calls take, which "),
        ('say("{}", 1, instead=f"{take(table, 0)}")', "calls take, which "),
    ],
)
def test_what_would_change_the_game_is_found(faults, line, what):
    """Compiled rules have no sentences, so another game would be narrated than is played."""
    (fault,) = faults(line)

    row = MODULE.splitlines().index("    {}") + 1
    assert fault.startswith(f"{row}:5: play says something that {what}")
    assert fault.endswith("; a sentence may only read, as compiled rules have none")


def test_what_only_reads_may_be_said(faults):
    line = (
        'say("{} {}", seat_name(seat), words(table, seat), seen_by=[k for k in range(table.seats) if seen(table, k)])'
    )

    assert faults(line) == []


def test_a_sentence_stands_on_a_line_of_its_own(faults):
    row = MODULE.splitlines().index("    {}") + 1
    wrong = "play uses the value of say, which has none; write it on a line of its own"

    assert faults('k = say("nothing")') == [f"{row}:9: {wrong}"]
