"""`balancer try` of games that are won together, in teams, alone, or against a bank: sound games are called sound."""

import pathlib
import re

import pytest

from balancer.core.rule_errors import RuleError
from balancer.questions.tryout import course, effects, strength
from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.settings import Settings, checked
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob

RULES = '''
from balancer.plain import Game, Persona, ending


class Race(Game):
    """Who throws most in five rounds."""

    {attributes}
    over = ending("Five rounds were played.", "play five rounds"{words})
    late = ending("The sum was 4 after five rounds.", "come late")

    def setup(self):
        for player in self.players:
            player.sum = 0

    def turn(self, player):
        player.sum += self.roll(player.choose("die", [4, 6]))

    {method}

    def finished(self):
        if self.rounds == 5:
            return "late" if self.players[0].sum < 14 else "over"

    def score(self, player):
        return player.sum


class Large(Persona):
    """Throws the larger die."""

    def die(self, game, me, option):
        return option
'''

GAMES = {
    "together": ("seats, together = range(1, 5), True", ", won=True", ""),
    "teams": ("seats, usual = range(4, 5), 4", "", "def team(self, player): return player.seat % 2"),
    "alone": ("seats, usual, aim = range(1, 2), 1, 'score'", "", ""),
    "bank": (
        "seats, against_bank = range(1, 5), True",
        "",
        "winners = lambda self: [p for p in self.players if p.sum > 15]",
    ),
    "draws": ("seats, usual = range(2, 4), 2", ", draw=True", ""),
}


def settings_of(here: pathlib.Path, name: str) -> Settings:
    attributes, words, method = GAMES[name]
    text = RULES.format(attributes=attributes, words=words, method=method)
    (here / f"race_{name}.py").write_text(text, encoding="utf-8")
    return Settings(load(str(here / f"race_{name}.py")))


def findings(here: pathlib.Path, name: str) -> list[TryoutFinding]:
    settings = settings_of(here, name)
    return [*course.declared(settings), *course.courses(settings), *course.again(settings)]


@pytest.mark.parametrize("name", GAMES)
def test_games_that_are_sound_are_called_so(name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "SECONDS", 0.05)

    assert [finding for finding in findings(tmp_path, name) if finding.mark != OK] == []


def test_rows_of_teams_have_leader_metrics_unless_nobody_led(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "teams_that_lead", GAMES["teams"])
    job = CellJob.of(course.mixed(settings_of(tmp_path, "teams_that_lead")))
    rows = job.play(0, 20)
    checked(job, rows)
    rows["lead"]["defined"] = 0

    with pytest.raises(RuleError, match="leader metrics are missing, though somebody is ahead"):
        checked(job, rows)
    object.__setattr__(job, "play_with_standings", lambda _: (None, [[7, 5, 5, 7]] * 5))  # both teams have 6
    checked(job, rows)


def test_a_table_that_never_wins_deserves_a_look(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "SECONDS", 0.05)
    monkeypatch.setitem(GAMES, "lost", ("seats, together = range(1, 5), True", "", "def won(self): return False"))

    (look,) = [finding for finding in findings(tmp_path, "lost") if finding.mark == LOOK]
    assert look.sentence.startswith("nobody wins ")


def test_a_decision_has_a_name(tmp_path: pathlib.Path) -> None:
    text = RULES.format(attributes="", words="", method="").replace('"die"', '"a die"')
    (tmp_path / "race_name.py").write_text(text, encoding="utf-8")

    with pytest.raises(Exception, match=r"race_name\.py, line 17: 'a die' is no name of a decision: write lower-case"):
        load(str(tmp_path / "race_name.py"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("together", r"the table wins \d+% .* with only large players; with only random players \d+%$"),
        ("alone", r"large scores 17\..* points in \d+ games; a random player scores 1[45]\.\d+ points$"),
        ("bank", r"large wins \d+% .* among random players; a random player in the same seats wins \d+%$"),
    ],
)
def test_who_plays_well_gets_more_than_random_players(
    name: str, words: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A persona that throws the larger die scores 5 x 3.5 = 17.5; one that chooses at random 15."""
    monkeypatch.setitem(GAMES, f"strong_{name}", GAMES[name])
    (finding,) = strength.strengths(settings_of(tmp_path, f"strong_{name}"))

    assert finding.mark == OK
    assert re.search(words, finding.sentence), finding.sentence


def test_nothing_is_said_of_rules_where_there_are_none(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "no_rules", GAMES["teams"])
    assert list(effects.knobs(settings_of(tmp_path, "no_rules"))) == []


def test_a_game_is_looked_on_from_before_the_setup() -> None:
    traitor = pathlib.Path(__file__).parents[2] / "plain" / "traitor.py"

    assert list(course.looked_on(Settings(load(str(traitor))))) == []


def test_rules_that_fail_where_hidden_cards_are_dealt_again_are_wrong(tmp_path: pathlib.Path) -> None:
    text = (pathlib.Path(__file__).parents[2] / "plain" / "traitor.py").read_text(encoding="utf-8")
    text = text.replace("        self.starts =", "        self.roles = roles\n        self.starts =")
    text = text.replace(
        "        if player is", "        assert player.role[0] == self.roles[player.seat]\n        if player is"
    )
    (tmp_path / "remembered.py").write_text(text, encoding="utf-8")
    (finding,) = course.looked_on(Settings(load(str(tmp_path / "remembered.py"))))

    assert (finding.mark, finding.about) == (WRONG, "chances")
    assert "remembered.py, line 27" in finding.sentence


NOT_FIRST = {
    "bust": (
        "seats, against_bank = range(2, 6), True",
        "",
        "winners = lambda self: [p for p in self.players if p.sum < 18]",
    ),
    "means": (
        "seats, usual = range(4, 5), 4",
        "",
        """team = lambda self, player: player.seat % 2
    winners = lambda self: [player for player in self.players if player.seat % 2]
    standing = lambda self, player: {0: 40, 2: -60}.get(player.seat, 0)""",
    ),
}


@pytest.mark.parametrize("name", NOT_FIRST)
def test_winners_need_not_be_first_against_a_bank_nor_one_by_one_in_teams(
    name: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who goes bust has most points; the best player may be in the team with the lower mean."""
    monkeypatch.setitem(GAMES, name, NOT_FIRST[name])

    assert list(course.standings(settings_of(tmp_path, name))) == []
