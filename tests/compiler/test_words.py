"""Words of numbers, texts, players and tuples in one place: equal only where the values are, or a flag is raised."""

import pytest

from balancer.compiler.errors import NotCompilable
from balancer.compiler.flags import ErrorFlag
from balancer.compiler.lowering import lower
from balancer.plain.files import load_file
from tests.compiler.both_ways import check_equal, compiled, file_of, played

LARGE = {
    "equal to a player": "x = self.players[0]\nself.out += (1 << 33) + n - n == (x if n < 9 else 5)",
    "among words": "row = ['a', 'b']\nself.out += row.count((1 << 34) * (n // n if n else 1))",
    "in a dict by words": "d = {'a': 1, 'b': 2}\nself.out += d.get((1 << 34) + n - n, 7)",
    "joined to words": "row = [(1 << 34) + n - n]\nself.out += (row + ['a']).index('a')",
    "added to words": "row = ['b']\nrow.extend([(1 << 34) + n - n])\nself.out += 'a' in row",
}


@pytest.mark.parametrize("name", LARGE)
def test_a_number_as_large_as_words_of_other_kinds_raises_a_flag(name, tmp_path):
    game, lowered, code = compiled(file_of(tmp_path, LARGE[name]))
    assert ErrorFlag.OVERFLOW in {ErrorFlag(int(flag)) for flag in played(game, lowered, code, ["random"], 4, 2)[1]}


def test_players_and_words_are_not_among_large_numbers(tmp_path):
    lines = """
        numbers = [(1 << 33) + n - n, (1 << 34) + n - n, n]
        x = self.players[0] if n > 1 else "a"
        self.out += (x in numbers) * 3 + numbers.count(x) + (self.players[0] in numbers)
    """
    check_equal(file_of(tmp_path, lines), games=8)


def test_zero_below_zero(tmp_path):
    check_equal(file_of(tmp_path, "x = -0.0 if n > 1 else 0.0 // -1\nself.out += n + (x == 0) + int(max(x, -1.0))"), 5)


def test_items_of_a_set_are_computed_in_its_order_where_that_changes_something(tmp_path):
    lines = "self.out += any(self.noted(x) for x in {3, 1, n + 200})\nself.out = self.out % 1009"
    path = file_of(tmp_path, lines)
    method = "\n    def noted(self, x):\n        self.out = self.out * 3 + x\n        return False\n"
    path.write_text(path.read_text().replace("\n    def score(", f"{method}\n    def score("))
    check_equal(path, games=5)


def test_after_an_error_new_objects_lead_nowhere(tmp_path):
    lines = """
        self.out += sum([x for x in [1, 2, 3] * 9])
        t = ((1 << 40) + n, n, n, n)
        thing = Thing(n)
        self.out += sum(thing.row) + t[1]
    """
    top = "class Thing:\n    def __init__(self, x):\n        self.row = [x]\n"
    game, lowered, code = compiled(file_of(tmp_path, lines, top=top))
    assert {ErrorFlag(int(flag)) for flag in played(game, lowered, code, ["random"], 3, 2)[1]} == {ErrorFlag.TOO_LARGE}


def test_numbers_of_a_knob_are_no_list(tmp_path):
    path = file_of(tmp_path, "self.out += (list(self.prices) == [3, 4]) + n * self.prices[1]")
    knob = "    max_rounds = 3\n    prices = knob([3, 4], range(10), 'Prices.')\n"
    path.write_text(path.read_text().replace("    max_rounds = 3\n", knob))
    check_equal(path, games=5)
    path.write_text(path.read_text().replace("list(self.prices)", "self.prices"))
    with pytest.raises(NotCompilable, match="comparing a list with a tuple"):
        lower(load_file(path))
