"""What a sentence must not do is found in its source and in all that it calls, with its place."""

import os
import sys
import types

import pytest

from balancer.core.authoring import sentence_lint
from balancer.core.cache import sources

MODULE = '''
from balancer.core import bits, cards, dice
from balancer.core.compile import rule
from balancer.core.dice import CHANCE
from balancer.core.events import say, seat_name


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
    lines.append("more")
    return ", ".join(sorted({{line: 1 for line in lines}}))


def through(table, seat):
    """Take by another function."""
    return take(table, seat)


def sorted_hand(table, seat):
    """Sort the hand on the table."""
    table.hand.sort()


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
        return [fault.removeprefix(f"{path}:") for fault in sentence_lint.faults(tmp_path)]

    return found


@pytest.mark.parametrize(
    ("line", "what", "where"),
    [
        ('say("{}", take(table, seat))', "take", "table.cards[seat] -= 1"),
        ('say("{}", through(table, seat))', "take", "table.cards[seat] -= 1"),
        ('say("{}", kept(table, seat))', "kept", "player.hand = 0"),
        ('say("{}", sorted_hand(table, seat))', "sorted_hand", "table.hand.sort()"),
        ('say("{}", setattr(table, "k", 1))', "module", ""),
        ('say("{}", table.hand.sort())', "module", ""),
        ('say("{}", [table.hand.fill(0) for _ in range(2)])', "listcomp", ""),
        ('say("{}", (seat := 3))', "module", ""),
        ('say("{}", 1, seen_by=[take(table, 0)])', "take", "table.cards[seat] -= 1"),
        ('say("{}", 1, instead=f"{take(table, 0)}")', "take", "table.cards[seat] -= 1"),
    ],
)
def test_what_would_change_the_game_is_found(faults, tmp_path, line, what, where):
    """Compiled rules have no sentences, so another game would be narrated than is played."""
    (fault,) = faults(line)

    row = MODULE.splitlines().index("    {}") + 1
    at = next((n for n, text in enumerate(MODULE.splitlines(), 1) if where and where in text), row)
    assert fault == (
        f"{row}:5: play calls say with something that changes the game: "
        f"{what} writes at {tmp_path / 'spoken_rules.py'}:{at}; "
        "a sentence may only read, because compiled rules leave it out"
    )


@pytest.mark.parametrize("call", ["dice.below(table.dice, CHANCE, 6)", "cards.swap(table.hand, 1, 2)"])
def test_dice_and_cards_of_the_core_change_the_game(faults, call):
    (fault,) = faults(f'say("{{}}", {call})')

    assert "calls say with something that changes the game: " in fault
    assert f"core{os.sep}{call.split('.')[0]}" in fault


def test_what_only_reads_may_be_said(faults):
    line = (
        'say("{} {}", seat_name(seat), words(table, seat), seen_by=[k for k in range(table.seats) if seen(table, k)])'
    )

    assert faults(line) == []


def test_a_sentence_stands_on_a_line_of_its_own(faults):
    row = MODULE.splitlines().index("    {}") + 1
    wrong = "play uses the value of say, which has none; write it on a line of its own"

    assert faults('k = say("nothing")') == [f"{row}:9: {wrong}"]
