"""Plain references of shipped games: on dice that share no line with the package, and with faults planted in them."""

import pathlib
import shutil
from typing import Any

import pytest

from balancer import games
from balancer.plain import course
from balancer.plain.files import load_file
from balancer.testing import naive_dice
from balancer.testing.agreement import assert_same_as_plain

HERE = pathlib.Path(__file__).parent
REFERENCES = sorted(path.parent.name for path in HERE.glob("*/plain.py"))


class IndependentDice:
    """The dice of `testing.naive_dice` in place of those of plain games."""

    def __init__(self, seed: int, game: int) -> None:
        self.dice, self.addresses = naive_dice.NaiveDice(seed, game), dict[int, int]()

    def go_to(self, stream: int, address: int) -> None:
        self.addresses[stream] = address

    def go_to_node(self, seat: int, turn: int, node: int) -> None:
        self.dice.come(seat, turn, node)

    def below(self, stream: int, n: int) -> int:
        if stream >= naive_dice.CHOICES:
            return self.dice.choose(stream - naive_dice.CHOICES, n)
        return self.dice.below(stream, self.addresses[stream], n)

    def shuffle(self, row: list[Any], stream: int) -> None:
        self.dice.shuffle(row, stream, self.addresses[stream])


@pytest.mark.parametrize("name", REFERENCES)
def test_games_on_independent_dice_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of the reference, the dice and the leader (`assert_same_lead`) share no line with a package."""
    monkeypatch.setattr(course, "Dice", IndependentDice)
    game = games.load(name)

    assert_same_as_plain(game, load_file(HERE / name / "plain.py"), {}, game.usual_players, seed=3, games=3)


@pytest.mark.parametrize("name", REFERENCES)
def test_a_reference_declares_what_the_package_does(name: str) -> None:
    game, reference = games.load(name), load_file(HERE / name / "plain.py")
    knobs = {knob.name: knob for knob in reference.knobs}

    assert [node.name for node in reference.nodes] == [node.name for node in game.nodes]
    assert {extra.name for extra in reference.extras} == {extra.name for extra in game.extras}
    assert reference.player_counts == game.player_counts
    assert (reference.one_loses, reference.lowest_wins) == (game.one_loses, game.lowest_wins)
    assert {knob.name: knob.default for knob in game.knobs} == {name: knobs[name].default for name in game.defaults}


FAULTS = {
    "black_death": (
        ("self.death_moves += 1", "self.death_moves += len(slots) > 2"),
        ("(self.active, after) if self.order", "(after, self.active) if self.order"),
        ("follows if follows.hand else self.next_in(follows)", "self.next_in(follows)"),
    ),
    "devils_tarok": (
        ("if card.number > 10:", "if card.number > 11:"),
        ("or card == FOOL] if demanded", "] if demanded"),
        ("for player in order:\n            if self.pile", "for player in self.players:\n            if self.pile"),
    ),
    "shit_head": (
        ("self.identities()) if card == FOOL else self.fits(card)", "self.identities()) or self.fits(card)"),
        ("last.count(identity) == 4", "last.count(identity) >= 3"),
        ("self.active.others", "self.active.others[::-1]"),
    ),
}


@pytest.mark.parametrize(("name", "fault"), [(name, fault) for name in REFERENCES for fault in FAULTS[name]])
def test_a_planted_fault_is_found(name: str, fault: tuple[str, str], tmp_path: pathlib.Path) -> None:
    folder = shutil.copytree(HERE / name, tmp_path / name)
    rules = (folder / "plain.py").read_text(encoding="utf-8")
    assert rules.count(fault[0]) == 1
    (folder / "plain.py").write_text(rules.replace(*fault), encoding="utf-8")
    game, reference = games.load(name), load_file(folder / "plain.py")

    with pytest.raises(AssertionError, match=r"game \d+: "):
        assert_same_as_plain(game, reference, {}, game.usual_players, seed=7, games=12)
