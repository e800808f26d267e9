"""Who wins together: a table, teams, players against a bank; draws, who begins, solo games."""

import pathlib

import pytest
from click.testing import CliRunner

import balancer
import balancer.cli
from balancer.analysis.estimates.metric_names import names_for, parse
from balancer.analysis.estimates.metrics import estimate
from tests.cli.test_commands import balance

HEAD = "from balancer.plain import Game, Persona, ending, knob\n\n\nclass Toy(Game):\n"

COIN = """
    def setup(self):
        self.heads = 0

    def turn(self, player):
        self.heads += self.below(2)

    def score(self, player):
        return {score}
"""


def written(folder: pathlib.Path, body: str, score: str = "self.heads") -> str:
    file = folder / "toy.py"
    file.write_text(HEAD + body + COIN.format(score=score))
    return str(file)


def run(file: str, **options):
    return balancer.run(file, games=2000, seed=5, **options)


TABLE = """
    seats = range(1, 5)
    together = True
    max_rounds = 2
    won_it = ending("Two heads at least.", "are won", won=True)
    lost_it = ending("Fewer.", "are lost")

    def finished(self):
        if self.rounds == 1:
            return "won_it" if self.heads >= 2 else "lost_it"
"""


def test_a_table_wins_or_loses_as_a_whole(tmp_path):
    """Four coins: at least two heads in 11 of 16 games.  False alarms: 5 standard errors, below 1e-6."""
    cell = run(written(tmp_path, TABLE), players=4).to_json()
    rate = cell["metrics"]["win_rate"]["table"]

    assert abs(rate["value"] - 11 / 16) < 5 * (11 * 5) ** 0.5 / 16 / 2000**0.5
    assert rate["value"] == cell["endings"]["won_it"]
    for name in ("seat_spread", "seat_win_rate", "tie_rate", "margin", "lead_changes", "persona_lift"):
        metric = cell["metrics"][name]
        assert "together" in (metric["reason"]), name


def test_a_table_may_have_a_single_seat(tmp_path):
    cell = run(written(tmp_path, TABLE.replace("heads >= 2", "heads >= 1")), players=1).to_json()

    assert abs(cell["metrics"]["win_rate"]["table"]["value"] - 0.5) < 5 * 0.5 / 2000**0.5
    assert cell["turns"]["mean"] == 1


TEAMS = """
    seats = range(4, 5)
    over = ending("One round is played.", "end")

    def team(self, player):
        return player.seat // 3

    def finished(self):
        return "over"
"""


def test_a_team_wins_as_a_whole_whatever_its_size(tmp_path):
    """Seats 1 to 3 against seat 4: the better mean wins; their scores are 0, 0, 3 and 1 or 0, a coin."""
    file = written(tmp_path, TEAMS, "[0, 0, 3, 2 * (self.heads % 2)][player.seat]")
    cell = run(file).to_json()
    rates = cell["metrics"]["win_rate"]

    assert list(rates) == ["0", "1"]
    assert rates["0"]["value"] + rates["1"]["value"] == pytest.approx(1)
    assert abs(rates["0"]["value"] - 0.5) < 5 * 0.5 / 2000**0.5
    assert cell["metrics"]["tie_rate"]["value"] == 0
    assert cell["metrics"]["margin"]["mean"] == 1  # 3 / 3 against 0 or 2


def test_a_draw_is_an_equal_share_to_all_sides_and_nobody_is_none(tmp_path):
    drawn = TEAMS.replace('ending("One round is played.", "end")', 'ending("A draw.", "are drawn", draw=True)')
    cell = run(written(tmp_path, drawn)).to_json()
    assert [rate["value"] for rate in cell["metrics"]["win_rate"].values()] == [0.5, 0.5]
    assert cell["metrics"]["tie_rate"]["value"] == 1

    nobody = TEAMS + "\n    def winners(self):\n        return []\n"
    cell = run(written(tmp_path, nobody)).to_json()
    assert [rate["value"] for rate in cell["metrics"]["win_rate"].values()] == [0, 0]


BANK = """
    seats = range(1, 4)
    against_bank = True
    over = ending("One round is played.", "end")

    def winners(self):
        return [player for player in self.players if player.seat == 0 or self.heads % 2]

    def finished(self):
        return "over"
"""


def test_each_player_wins_or_not_against_a_bank(tmp_path):
    """Seat 1 always wins, the others with a coin: no victory is shared."""
    cell = run(written(tmp_path, BANK), players=3).to_json()
    first, *others = (seat["win"] for seat in cell["seats"])

    assert first == 1
    assert others[0] == others[1]
    assert abs(others[0] - 0.5) < 5 * 0.5 / 2000**0.5
    assert "no rivals" in cell["metrics"]["seat_advantage"]["reason"]
    assert cell["metrics"]["player_win_rate"]["value"] == pytest.approx((first + sum(others)) / 3)


def test_seats_alike_are_spoken_of_as_one(tmp_path):
    """Against a bank every seat has the same task: a headline `win_rate` is that of a player."""
    ref = parse(names_for(balancer.run(written(tmp_path, BANK), players=3, games=10).cells[0]), "win_rate")
    report = balancer.run(written(tmp_path, BANK), players=3, games=400)

    assert ref.name == "player_win_rate"
    assert report.answer[0].startswith("A player's win rate is")


def test_who_begins_is_whom_the_rules_name(tmp_path):
    """The last seat begins and always has the best score."""
    body = """
    seats = range(3, 4)
    over = ending("One round is played.", "end")

    def round(self):
        self.starts = self.players[-1]
        self.begin_turn()
        self.end("over")
"""
    cell = run(written(tmp_path, body, "player.seat")).to_json()
    assert cell["metrics"]["starter_win_rate"]["value"] == 1
    assert cell["metrics"]["starter_advantage"]["value"] == pytest.approx(2 / 3)
    result = CliRunner().invoke(
        balancer.cli.balancer, ["run", written(tmp_path, body, "player.seat"), "--games", "100"]
    )
    assert "(starts)" not in result.output


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("    together = True\n    over = ending('Over.')\n", "together: no ending is won"),
        ("    over = ending('Over.', won=True)\n", "over is won=True, which needs together = True"),
        ("    against_bank = True\n    over = ending('Over.')\n", "against_bank: write winners(self)"),
        (TABLE + "\n    def team(self, player):\n        return 0\n", "has together and team"),
        (BANK.replace("= True", "= 1"), "against_bank is 1; write True or False"),
        (TEAMS + "    aim = 'points'\n", "aim is 'points'"),
        (TEAMS.replace("player.seat // 3", "-1"), "team returns -1"),
        (TEAMS + "    one_loses = True\n", "one_loses is said of single players"),
        (
            TEAMS.replace(
                "def team(self, player):\n        return player.seat // 3",
                "def winners(self):\n        self.starts = 3\n        return []",
            ),
            "self.starts is 3",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path, body, message):
    result = CliRunner().invoke(balancer.cli.balancer, ["run", written(tmp_path, body), "--games", "10"])

    assert result.exit_code in (2, 4)
    assert message in result.output
    assert "toy.py" in result.output


def test_nobody_leads_before_somebody_is_ahead(tmp_path):
    """At 0 : 0 until the last of three rounds: no lead changes, no runaway."""
    body = """
    seats = range(2, 3)
    over = ending("Three rounds are played.", "end")

    def standing(self, player):
        return self.score(player) if self.rounds == 3 else 0

    def finished(self):
        return "over" if self.rounds == 3 else None
"""
    cell = run(written(tmp_path, body, "(self.heads + player.seat) % 2")).to_json()
    assert cell["metrics"]["lead_changes"]["mean"] == 0
    assert cell["metrics"]["decisiveness"]["mean"] == 1
    assert cell["metrics"]["runaway_index"]["25"]["value"] is None


def test_aims_are_chosen_on_the_command_line_and_in_scenarios(tmp_path):
    file = written(tmp_path, TEAMS)
    by_score = run(file, aim="score")
    assert str(by_score.answer).startswith("The final score") or "score" in str(by_score.answer)
    result = CliRunner().invoke(balancer.cli.balancer, ["run", file, "--aim", "luck", "--games", "10"])
    assert result.exit_code == 2
    assert "win" in result.output


def test_metrics_name_the_table_and_teams(tmp_path):
    """Where there is one side, nothing is listed of each, and nobody plays against the other personas."""
    table = " ".join(balance("metrics", str(written(tmp_path, TABLE))).output.split())
    teams = " ".join(balance("metrics", str(written(tmp_path, TEAMS))).output.split())

    assert "played together. of the table" in table
    assert "against the other personas" not in table
    assert "side" not in table.partition("Not assessed")[0].split()
    assert "of each team" in teams
    assert "team: 0, 1" in teams


def test_a_victory_that_is_one_ending_has_one_interval(tmp_path):
    """Side by side, the same share with two intervals would look like two figures."""
    (cell,) = run(written(tmp_path, TABLE), players=4).report.cells
    rate, share = (estimate(cell, name, of=of) for name, of in (("win_rate", "table"), ("ending_share", "won_it")))
    by_itself = estimate(cell, "ending_share", of="won_it", simultaneous=False)

    assert share.figure == by_itself.figure
    assert share.figure.ends == pytest.approx(rate.figure.ends)
    lost = estimate(cell, "ending_share", of="lost_it").figure
    assert lost.half_width > share.figure.half_width, "others are simultaneous as before"
