"""Points of which the lowest is best: every figure mirrors that of the same game with minus these points."""

import dataclasses
import json
import pathlib
import re
from typing import Any

import pytest

import balancer
from balancer.core.jit import PLAIN
from balancer.plain import Game, Persona, Pile, cards, counter, ending, habit, knob
from balancer.players import among_random
from balancer.questions.tryout import strength
from balancer.questions.tryout.settings import Settings
from balancer.reporting.findings import who_plays
from balancer.reporting.findings.variant import games_words
from balancer.scenario import plan
from balancer.scenario.load import from_dict
from balancer.simulation.jobs import CellJob
from balancer.simulation.manifest import Manifest

pytestmark = pytest.mark.skipif(PLAIN, reason="hundreds of games")


class Strokes(Game):
    """Each turn take a die as it lies, or another; the fewest strokes are best."""

    seats, usual = range(2, 4), 2
    max_rounds = 9
    aim, lowest_wins = "score", True
    lineup: tuple[str, ...] = ("picky", "lazy")
    over = ending("All holes.", "play all holes")
    holes = knob(3, range(1, 5), "Holes.")
    spare = knob(0, range(2), "Without effect on the score.")
    spares = counter("Counts what has no effect.", "spares")

    def setup(self):
        for player in self.players:
            player.strokes = 0

    def turn(self, player):
        self.spares += self.spare
        self.die = self.roll(9)
        player.strokes += self.die if player.choose("keep", [True, False]) else self.roll(9)

    def finished(self):
        return "over" if self.rounds == self.holes else None

    def score(self, player):
        return player.strokes


class Credits(Strokes):
    """Each turn take a die as it lies, or another; what it shows is lost, and the most points are best."""

    lowest_wins = False

    def score(self, player):
        return -player.strokes


class OneStroke(Strokes):
    """One player takes dice as they lie, or others; the fewest strokes are best."""

    seats, usual = range(1, 2), 1
    lineup = ("picky",)


class OneCredit(Credits):
    """One player takes dice as they lie, or others; what they show is lost."""

    seats, usual = range(1, 2), 1
    lineup = ("picky",)


class Picky(Persona):
    """Keeps low dice."""

    limit = habit(4, range(10), "The highest die that it keeps.")

    def keep(self, game, _me, option):
        return option == (game.die <= self.limit)


class Lazy(Picky):
    """Keeps high dice."""

    limit = habit(9, range(10), "The highest die that it keeps.")

    def keep(self, game, _me, option):
        return option == (game.die > 5)


TWINS = [pytest.param(Strokes, Credits, id="rivals"), pytest.param(OneStroke, OneCredit, id="solo")]


def mirrored(figure: Any) -> Any:
    return dataclasses.replace(figure, value=-figure.value, low=-figure.high, high=-figure.low)


@pytest.mark.parametrize(("low", "high"), TWINS)
def test_a_tournament_is_mirrored(low: type[Game], high: type[Game]) -> None:
    """Scores are shown as they are; equilibrium, gains, ranks and stability are those of the twin."""
    mine, twin = (balancer.tournament(game, games=200, jobs=1).report for game in (low, high))
    held, other = mine.tournaments[0], twin.tournaments[0]

    assert held.stakes.low_is_best
    assert held.ranking == other.ranking
    assert held.names[held.ranking[0]] == "picky"
    assert held.skill_gain["picky"].low > 0
    assert [edge.dominates for edge in held.dominance] == [edge.dominates for edge in other.dominance]
    for line_up, payoffs in held.payoffs.measured.items():
        for persona, payoff in payoffs.items():
            assert payoff.value == pytest.approx(-other.payoffs.measured[line_up][persona].value)
    assert list(held.skill) == list(other.skill)
    for name, gain in held.skill_gain.items():
        assert gain.ends == pytest.approx(other.skill_gain[name].ends)
    if held.has_rivals:
        assert held.equilibrium.shares == pytest.approx(other.equilibrium.shares)
        assert held.fair == pytest.approx(-other.fair)
        for figure, twin_figure in zip(held.against_equilibrium, other.against_equilibrium, strict=True):
            assert figure.ends == pytest.approx(mirrored(twin_figure).ends)
        assert [s.stable for s in held.stabilities] == [s.stable for s in other.stabilities]
    said = " ".join(mine.answer())
    assert "(lower is better)" in said
    assert said.partition("Skill:")[2].partition(" with picky")[0].endswith(" less"), "the score itself falls"
    assert json.loads(json.dumps(mine.to_json()))["tournaments"][0]["low_is_best"]


@pytest.mark.parametrize(("low", "high"), TWINS)
def test_a_search_is_mirrored(low: type[Game], high: type[Game]) -> None:
    """It finds the same habits, and the same gain."""
    report, other = (balancer.exploit(game, lineup=["lazy"], games=600, jobs=1).report for game in (low, high))
    mine, twin = report.search, other.search

    assert mine.response.persona.habits == twin.response.persona.habits
    assert mine.response.incumbent == twin.response.incumbent == "picky"
    assert mine.response.held_out.value == pytest.approx(-twin.response.held_out.value)
    assert mine.response.gain.value == pytest.approx(twin.response.gain.value)
    assert mine.exploitability.value == pytest.approx(twin.exploitability.value)
    assert mine.exploitability.value > 3
    assert mine.fair == pytest.approx(-twin.fair)
    words = " ".join(report.answer())
    assert "(lower is better)" in words
    assert re.search(r"\+[\d.]+ ± [\d.]+ points better than what the line-up itself gets", words)


@pytest.mark.parametrize(("low", "high"), TWINS)
def test_better_than_random_is_mirrored(low: type[Game], high: type[Game]) -> None:
    """By `run` only if nobody is better, by `try` always."""
    games = low, high
    good, bad = (
        [among_random.record(from_dict({"game": game, "lineup": [name]})) for game in games]
        for name in ("picky", "lazy")
    )
    assert good == [{}, {}]
    mine, twin = (record["personas"]["lazy"] for record in bad)
    assert [mine[end] for end in ("value", "low", "high")] == pytest.approx(
        [-twin[e] for e in ("value", "high", "low")]
    )
    assert mine["fair"] == pytest.approx(-twin["fair"])
    manifest = Manifest.begun(from_dict({"game": low}))
    warned = who_plays.no_better_than_dice(manifest.completed([], 1.0, cells=[], among_random=bad[0]))
    assert re.match("No persona in this line-up (beats|plays better than) random players", warned)
    assert warned.count("(lower is better)") == 1

    sentences = [
        [finding.sentence for finding in strength.strengths(Settings(from_dict({"game": game})))]
        for game in (low, high)
    ]
    assert "no better than random" not in sentences[0][0]
    assert "no better than random" in sentences[0][1]


@pytest.mark.parametrize(("low", "high"), TWINS)
def test_weak_players_are_mirrored(low: type[Game], high: type[Game]) -> None:
    """The better persona is found, and its payoff in the place of a weak one is said; nobody is called `All 1`."""
    scenario = {"lineup": ["lazy"], "games": 400, "report": {"robustness": "personas"}}
    mine, twin = (balancer.run({"game": game, **scenario}, jobs=1).report for game in (low, high))
    records = [report.manifest.part("tables") for report in (mine, twin)]

    competent = [{name: judged["competent"] for name, judged in record["competence"].items()} for record in records]
    assert competent == [{"picky": True, "lazy": False}] * 2
    assert records[0]["in_place"]["value"] == pytest.approx(-records[1]["in_place"]["value"])
    assert records[0]["in_place"]["fair"] == pytest.approx(-records[1]["in_place"]["fair"])
    weak = next(sentence for sentence in mine.answer() if "of this line-up" in sentence)
    assert weak.startswith("The only player of this line-up is weak" if low is OneStroke else "Both players")


@pytest.mark.parametrize(("low", "high"), TWINS)
def test_thinkers_and_chances_are_mirrored(low: type[Game], high: type[Game]) -> None:
    """A thinker takes the same decisions, and as much of the scores is resolved at each moment."""
    games, personas = [], {"sage": {"base": "lazy", "search": 20}}
    for game in (low, high):
        scenario = from_dict({"game": game, "personas": personas, "lineup": ["sage", "lazy"][: game.usual]})
        games.append(CellJob.of(plan.base_cell(scenario)).play(0, 8)["score"][:, : game.usual])
    answers = [balancer.chances(game, games=10, trials=10, jobs=1).answer for game in (low, high)]

    assert games[0].tolist() == (-games[1]).tolist()
    assert answers[0] == answers[1]


def test_a_comparison_for_one_player_is_about_the_score() -> None:
    """Who plays by itself and for points has nobody to win against: pairs differ in the score."""
    report = balancer.compare(
        {"game": OneStroke, "variants": {"low": {"rules": {"holes": 2}}, "same": {"rules": {"spare": 1}}}},
        games=200,
        jobs=1,
    ).report
    low, same = (" ".join(games_words(pair, 0.95)) for pair in report.pairs)

    assert re.match(r"The score changes in 100\.0% \([\d.]+ to 100%\) of the pairs; 0", low)
    assert "winner" not in low + same
    assert same.startswith("The score changes in 0.0% (0 to ")


def test_a_standing_is_said_to_be_minus_a_low_score() -> None:
    class Own(Strokes):
        """It has a standing of its own."""

        def standing(self, player):
            return player.strokes

    meanings = [from_dict({"game": game}).game.standing_meaning for game in (Strokes, Credits, Own)]

    assert meanings == ["minus the score so far", "the score so far", "the score so far"]


class Burdens(Strokes):
    """Each player is dealt a card, whose number counts."""

    burdens = cards("burdens.csv", strokes=range(50))

    def setup(self):
        super().setup()
        self.pile = Pile(self.burdens)
        self.shuffle(self.pile)
        for player in self.players:
            player.card = self.pile.pop()
            player.strokes = player.card.strokes

    def dealt(self, player):
        return [player.card]

    def parts(self, player):
        return [player.card]


class Gifts(Burdens):
    """Each player is dealt a card, whose number is lost."""

    lowest_wins = False

    def score(self, player):
        return -player.strokes


def test_cards_are_mirrored(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card that helps most comes first, and its effect on the score is said as it is."""
    monkeypatch.chdir(tmp_path)  # where a class has its tables
    pathlib.Path("burdens.csv").write_text("name,strokes\none,1\nfive,20\nnine,40\n", encoding="utf-8")
    mine, twin = (balancer.cards(game, games=300, jobs=1).report for game in (Burdens, Gifts))

    assert [row.part for row in mine.parts] == [row.part for row in twin.parts] == ["one", "five", "nine"]
    sentence = next(sentence for sentence in mine.answer() if "the lowest of" in sentence)
    assert re.search(r"one −.*, the lowest of .*; the highest: nine \+", sentence)
    assert "the most of" in " ".join(twin.answer())
