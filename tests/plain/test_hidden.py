"""What a player can't see is dealt anew, and nothing else; thinkers and choices made together keep secrets."""

import pathlib
from collections import Counter, deque
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from balancer.core.dice import CHANCE
from balancer.core.rule_errors import RuleError
from balancer.plain import Game, Pile
from balancer.plain.dealing import deal_anew
from balancer.plain.dice import Dice
from balancer.plain.files import load_file
from balancer.plain.pile import piles_in
from balancer.plain.thinking.search import PERSONA, PlainThinkers, Replay
from balancer.questions.tryout import watching
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob
from tests.plain.coins import written


def dice(number: int = 0) -> Dice:
    made = Dice(1, number)
    made.go_to(CHANCE, 0)
    return made


class Seat:
    choose = None


ME: Any = Seat()
OTHER: Any = Seat()


def test_only_unseen_cards_of_a_kind_mix() -> None:
    mine, ours, theirs = Pile([1, 2], seen_by=ME), Pile([3, 4], seen_by=[ME, OTHER]), Pile([5, 6, 7], seen_by=OTHER)
    deck, wish = Pile([8, 9]), Pile("ab", kind="wish")

    deal_anew([mine, ours, theirs, deck, wish], ME, dice(), CHANCE)

    assert (mine, ours) == ([1, 2], [3, 4])
    assert (len(theirs), len(deck), len(wish)) == (3, 2, 2)
    assert sorted([*theirs, *deck]) == [5, 6, 7, 8, 9]
    assert sorted(wish) == ["a", "b"]


def test_every_deal_that_is_possible_is_as_likely() -> None:
    """Of 4 cards, where one pile takes no 1 and no 2: {3, 4} lie there, or ... 3 of the 4 may, two at a time."""
    found: Counter[tuple[int, ...]] = Counter()
    for number in range(3000):
        picky, deck = Pile([3, 4], only=lambda card: card > 1), Pile([1, 2])
        deal_anew([picky, deck], ME, dice(number), CHANCE)
        found[tuple(sorted(picky))] += 1

    assert set(found) == {(2, 3), (2, 4), (3, 4)}
    assert all(abs(times - 1000) < 5.5 * np.sqrt(1000 * 2 / 3) for times in found.values())  # 1 in 10 000 000


def test_piles_are_found_in_lists_dicts_and_objects() -> None:
    class Market:
        def __init__(self) -> None:
            self.stall = Pile([1])

    class Slotted:
        __slots__ = ("pile",)

        def __init__(self) -> None:
            self.pile = Pile([4])

    inner, twice, chain = Pile([2]), Pile([3]), Pile([6])
    owner = SimpleNamespace(market=Market(), rows=[[inner]], by_name={"a": twice, "b": twice}, other=[4])
    owner.slotted, owner.row = Slotted(), deque([Pile([5])])
    owner.chain = chain
    for _ in range(2000):
        owner.chain = [owner.chain]

    assert piles_in([owner]) == [[1], [2], [3], [4], [5], [6]]


def job(folder: pathlib.Path, *changes: tuple[str, str], search: int = 20) -> CellJob:
    written(folder, "coins", *changes)
    personas = {"sage": {"base": "greedy", "search": search}}
    found = load({"game": "coins", "personas": personas, "lineup": ["sage", "greedy", "random"], "games": 4})
    return CellJob.of(plan.base_cell(found))


def test_a_search_plays_the_same_game_again(here: pathlib.Path) -> None:
    one, two = np.asarray(job(here).play(0, 4)), np.asarray(job(here).play(0, 4))

    assert one.tobytes() == two.tobytes()


def test_trial_games_begin_like_the_true_game(here: pathlib.Path) -> None:
    """A trial in which the persona decides, with the true world in place of a dealt one, ends like the game itself."""
    game = load_file(written(here))
    table = game.lay_table(game.defaults, 3, game.read_parts(), [game.persona("greedy")])
    whole, _ = game.played(table, 1, 0)
    thinkers = PlainThinkers(game, table)
    course = game.begun(table, 1, 0)
    thinkers.watch(course, 1, 0)
    course.play(60)
    again = game.begun(table, 1, 0)
    again.director = Replay(thinkers, thinkers.fork_at(again.seats[0], 2, 10**6, None), 0, PERSONA)
    again.play(60)

    assert course.standings == again.standings == whole.standings


def test_rules_that_take_another_course_are_found_by_thinkers(here: pathlib.Path) -> None:
    ends = "        N.append(1)\n        if len(N) > 1:\n            self.end('bare')\n        self.left_over"
    changed = job(here, ("class Coins", "N = []\n\n\nclass Coins"), ("        self.left_over", ends))

    with pytest.raises(RuleError, match="a game took another course when it was played again"):
        changed.play(0, 1)


PENNIES = '''
from balancer.plain import Game, Persona, ending


class Pennies(Game):
    seats, usual = range(2, 3), 2
    shown = ending("Both have shown a side.")

    def round(self):
        self.begin_turn()
        mine, other = self.players
        sides = self.choose_together("show", {other: [0, 1], mine: [0, 1]})
        self.differ = sides[mine] != sides[other]
        self.end("shown")

    def score(self, player):
        return int(self.differ == (player.seat == 0))


class Player(Persona):
    """Shows any side."""

    def other(self, game, me, option):
        return 0
'''


def test_choices_made_together_are_unknown_in_trial_games(here: pathlib.Path) -> None:
    """Who knew the other's side, which is asked for first, would win every game."""
    (here / "pennies.py").write_text(PENNIES, encoding="utf-8")
    personas = {"sage": {"base": "player", "search": 20, "knows": "everybody"}}
    scenario = {"game": "pennies.py", "personas": personas, "lineup": ["sage", "random"], "seating": "fixed"}
    games = 200

    rows = np.asarray(CellJob.of(plan.base_cell(load(scenario))).play(0, games))

    won = int((rows["winners"] == 1).sum())
    assert abs(won - games / 2) < 5.5 * np.sqrt(games / 4)  # a false alarm in 10 000 000 runs


VOID = """
from balancer.plain import Game, Persona, Pile, ending


class Void(Game):
    seats, usual = range(4, 5), 4
    over = ending("Seat 1 has guessed.")

    def setup(self):
        deal = ["xyz", "yzx"][self.below(2)]  # the only deals in which nobody has what nobody can have
        for player, may, card in zip(self.players[1:], {may}, deal):
            player.hand = Pile([card], seen_by=player, only=may.__contains__)

    def round(self):
        self.begin_turn()
        who = self.players[0].choose("who", [1, 3])
        self.right = "x" in self.players[who].hand
        self.end("over")

    def score(self, player):
        return int((player.seat == 0) == self.right)


class Cheat(Persona):
    "Looks into the hands of the others."

    def who(self, game, me, option):
        return "x" in game.players[option].hand


class Honest(Persona):
    "Always names the same."

    def who(self, game, me, option):
        return option
"""


def void(folder: pathlib.Path, may: str, search: int = 0) -> CellJob:
    (folder / "void.py").write_text(VOID.replace("{may}", may), encoding="utf-8")
    personas = {"sage": {"base": "honest", "search": search or 10}}
    lineup = ["sage", "honest", "honest", "honest"] if search else ["cheat", "honest"]
    return CellJob.of(
        plan.base_cell(load({"game": "void.py", "personas": personas, "lineup": lineup, "seating": "fixed"}))
    )


def test_who_thinks_does_not_know_what_three_hands_must_exchange(here: pathlib.Path) -> None:
    rows = void(here, '["xy", "yz", "zx"]', search=20).play(0, 200)

    assert 65 < int((np.asarray(rows["winners"]) == 1).sum()) < 135  # 100 +- 5 standard deviations; all where it knows


def test_who_looks_is_found_where_three_hands_must_exchange(here: pathlib.Path) -> None:
    seen = watching.seen_in([], [void(here, '["xy", "yz", "zx"]')])

    assert any("looks at what it can't see: who" in one.sentence for one in watching.hidden(seen))


def test_cards_that_lie_where_they_can_not_are_an_error_with_its_line(here: pathlib.Path) -> None:
    with pytest.raises(RuleError, match=r"line 16, in round: [xy] lies in a Pile whose `only` says that it can't"):
        void(here, '["", "yz", "zx"]', search=20).play(0, 5)


def test_the_sentence_for_the_others_has_the_same_values() -> None:
    heard: list[Any] = []
    listener = SimpleNamespace(on_say=lambda _game, *sentence: heard.append(sentence))
    game: Any = Game.__new__(Game)
    game._course = SimpleNamespace(said=0, most_said=9, listener=listener)

    game.say("{} takes {}", "Ann", 3, seen_by=[], instead="{0} takes a card")

    assert heard == [("Ann takes 3", [], "Ann takes a card")]
