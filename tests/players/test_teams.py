"""Tournaments and searches in games of teams: each persona plays all seats of a team, however many these are."""

import re

import pytest

import balancer
from balancer.core.jit import PLAIN
from balancer.players import among_random
from balancer.players import tournament as tournaments
from balancer.players.opponents import CANDIDATE, around_teams, from_mixture
from balancer.players.stakes import Stakes
from balancer.players.tournament import Stop
from balancer.reporting.findings.tournament import sentences
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob
from tests.cli.test_commands import balance
from tests.players.table_games import DrawnPairs

pytestmark = pytest.mark.skipif(PLAIN, reason="hundreds of games")

HUNT = '''\
from balancer.plain import Game, Persona, ending, habit


class Hunt(Game):
    """One hunter against two hares: hares need the large die both, the hunter needs it once."""

    seats, usual = range(3, 4), 3
    over = ending("All have chosen.")

    def team(self, player):
        return {team}

    def setup(self):
        for player in self.players:
            player.die = 0

    def turn(self, player):
        player.die = player.choose("die", [2, 8])
        if player is self.players[-1]:
            self.end("over")

    def score(self, player):
        return player.die

    def winners(self):
        hares = [player for player in self.players if self.team(player) == 1]
        brave = all(player.die == 8 for player in hares)
        hunter = next(player for player in self.players if self.team(player) == 0)
        if brave == (hunter.die == 8):
            return [hunter, *hares]
        return hares if brave else [hunter]


class Small(Persona):
    """Chooses the small die."""

    liked = habit(2, range(1, 9), "Sides of the die that it likes.")

    def die(self, _game, _me, option):
        return -abs(option - self.liked)


class Large(Small):
    """Chooses the large die."""

    liked = 8
'''


@pytest.fixture(params=["player.seat > 0", "player.seat % 2 == 0"], ids=["adjacent", "around"], scope="module")
def hunt(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> str:
    """Return a game with a team of one seat and one of two."""
    file = tmp_path_factory.mktemp("hunt") / f"hunt_{'ab'['%' in request.param]}.py"
    file.write_text(HUNT.replace("{team}", f"int({request.param})"), encoding="utf-8")
    return str(file)


def test_a_persona_plays_all_seats_of_a_team(hunt: str) -> None:
    """A team of large wins against one of small as hunter or hares; were hares mixed, the small one would spoil it."""
    report = balancer.tournament(hunt, games=60, jobs=1).report
    (tournament,) = report.tournaments
    said = " ".join(" ".join(report.answer()).split())

    assert tournament.line_ups == (3, 3)
    assert [tournament.payoffs.against_alike(*pair).value for pair in ((0, 1), (1, 0))] == [0.0, 1.0]
    assert [tournament.payoffs.against_alike(k, k).value for k in (0, 1)] == pytest.approx([0.5, 0.5])
    assert "3 players in 2 teams" in report.document().facts
    assert "a payoff is the share of the wins per team" in report.document().facts
    assert "not stable: small (a single team of large gains" in said.lower()


def test_teams_of_unequal_size_are_told_apart(hunt: str) -> None:
    """A hunter of small wins only against small hares, which it never does: both win, or the hares do."""
    (tournament,) = balancer.tournament(hunt, games=60, jobs=1).report.tournaments
    hunter, hares = tournament.stakes.roles

    assert {len(seats) for seats in tournament.stakes.roles.values()} == {1, 2}
    if len(tournament.stakes.roles[hunter]) == 2:
        hunter, hares = hares, hunter
    for team, persona, share in ((hunter, "small", 1 / 4), (hunter, "large", 3 / 4), (hares, "small", 1 / 4)):
        assert tournament.in_role(team, persona).value == pytest.approx(share), (team, persona)
    words = " ".join(sentences(tournament))
    assert "Each persona plays both teams equally often, and its payoff is the mean." in words
    assert re.search(r"team 0 \(seats? [\d and]+\) wins [\d.]+% ± [\d.]+ pp with small and ", words)

    searched = balancer.exploit(hunt, lineup=["small"], games=300, jobs=1)
    assert "That is the mean of the teams, each played equally often: large wins as team 0 (seat" in " ".join(
        searched.answer
    )
    assert set(searched.to_json()["by_team"]) == {"0", "1"}


def test_where_partners_are_drawn_a_persona_has_one_seat() -> None:
    report = balancer.tournament(DrawnPairs, games=40, jobs=1).report
    facts, stakes = report.document().facts, report.tournaments[0].stakes
    searched = balancer.exploit(DrawnPairs, games=100, jobs=1)

    assert (stakes.entry, stakes.places, stakes.fair) == ("player", 4, 0.5)
    assert report.tournaments[0].line_ups == (5, 5), "of two personas in four seats"
    assert "a payoff is the share of the wins per seat" in facts
    assert "partners are drawn in every game" in " ".join(facts)
    assert "in one player's place" in " ".join(searched.answer).lower()


def test_cells_seat_whole_teams_each_team_equally_often(hunt: str) -> None:
    scenario = load(hunt)
    cells = tournaments.cells_of(scenario, Stop({}, scenario.base), ["small", "large"], 61)
    teams = scenario.game.team_of_seats(3, scenario.base.rules)

    assert sorted(teams) in ([0, 1, 1], [0, 0, 1], [0, 1, 1])
    assert len({cell.most_games for cell in cells}) == 1
    for cell in cells:
        assert cell.seating == "fixed"
        assert len(set(zip(teams, cell.lineup, strict=True))) == 2
    assert {cell.lineup[0] for cell in cells} == {"small", "large"}


def test_a_candidate_plays_all_seats_of_a_team_and_others_as_the_setting_seats_them(hunt: str) -> None:
    scenario = load({"game": hunt, "lineup": ["small", "large"]})
    teams = scenario.game.team_of_seats(3, scenario.base.rules)
    for opponents in (around_teams(scenario.base, teams), from_mixture({"small": 0.5, "large": 0.5}, 3, teams)):
        tables = opponents.tables(600, 1)
        led = dict.fromkeys(teams, 0)
        for table, games in tables:
            (own,) = {team for team, name in zip(teams, table, strict=True) if name == CANDIDATE}
            assert all((name == CANDIDATE) == (team == own) for team, name in zip(teams, table, strict=True))
            led[own] += games

        assert sum(led.values()) == 600
        assert all(abs(games - 300) <= 1 for games in led.values())


def test_exploit_and_tune_count_teams(hunt: str) -> None:
    """Against small, a team of large wins always: 50 pp more than an equal share, whichever team it is."""
    found = balancer.exploit(hunt, lineup=["small"], games=300, jobs=1)
    answer = " ".join(found.answer)

    assert "In one team's place large wins 100" in answer
    assert found.report.search.exploitability.value == pytest.approx(0.5)
    tuned = balance("tune", hunt, "--games", "300", "-q")
    assert tuned.exit_code == 0, tuned.output
    assert "equal share is 50.0%" in " ".join(tuned.output.split())


def test_among_random_players_a_persona_plays_a_whole_team(hunt: str) -> None:
    """A team of large never loses, and shares the win where all others happen to choose it, too.

    It is hunter and hares in equally many games, wherever the teams sit.
    """
    scenario = load(hunt)
    record = among_random.record(load({"game": hunt, "lineup": ["small"]}))
    stakes, random = Stakes.of(scenario.game, scenario.base), scenario.game.persona("random")
    persona = scenario.base.personas["large"]
    base = plan.base_cell(scenario)
    jobs = [CellJob.of(cell) for cell in among_random.cells_of(base, "large", persona, random, stakes)]
    others = CellJob.of(among_random.cells_of(base, "random", random, random, stakes)[0]).play(0, 200)
    played = [among_random.PlayedAmongRandom(job, job.play(0, 200), others) for job in jobs]
    found = among_random.share_among_random(played, "large", 0.95, 1)
    chance = (1 / 4 + 1 / 2) / 2  # that the others choose the large die: as hunter, and as hares

    assert found.share.value == pytest.approx(1 - chance / 2, abs=0.11)
    assert found.better
    assert record["personas"]["small"]["fair"] == pytest.approx(1 / 2, abs=0.06)
