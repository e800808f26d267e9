"""Logs as people and programs write them: names of columns, words in cells, BG Stats' export, what they leave out."""

import json
import pathlib
import random
import time

import openpyxl
import pytest

from balancer.questions.logged_plays import figure_names, notes_of, of_play
from balancer.scenario import play_log
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import from_dict
from balancer.scenario.logs import cells
from balancer.scenario.logs.columns import assign, parse_option
from balancer.scenario.logs.play import LoggedPlay, PlayLog, Seated

SCENARIO = from_dict({"game": "black_death", "players": 3, "variants": {"more": {"rules": {"suits": 6}}}})
EXTRAS = [extra.name for extra in SCENARIO.game.extras]


def read(folder: pathlib.Path, text: str | bytes, name: str = "p.csv", **named: object) -> PlayLog:
    raw = text if isinstance(text, bytes) else text.encode()
    (folder / name).write_bytes(raw)
    return play_log.read(folder / name, SCENARIO, **named)  # type: ignore[arg-type]


def refused(folder: pathlib.Path, text: str | bytes, name: str = "p.csv", **named: object) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        read(folder, text, name, **named)
    return str(caught.value).replace(f"{folder}/", "").splitlines()


def played(log: PlayLog) -> list[LoggedPlay]:
    return list(log.plays)


# Columns --------------------------------------------------------------------------------------------------------------
ROWS = [
    ("uuid,seatOrder,playerRefId,score,winner", "a,1,7,3,true\na,2,8,5,false\na,3,9,1,false\n"),
    ("Session,Turn Order,Player Name,Final Score,Is Winner", "a,1,Ann,3,✓\na,2,Bob,5,\na,3,Cy,1,\n"),
    ("play_id\tseat-number\tuser\tpoints\tresult", "a\t1\tAnn\t3\tWon\na\t2\tBob\t5\tLost\na\t3\tCy\t1\tLost\n"),
    ("Partie;Sitz;Spieler;Punkte;Sieger", "a;1;Ann;3,0;ja\na;2;Bob;5;nein\na;3;Cy;1;nein\n"),
    ("#,seat,player,score,won", "a,1,Ann,3,1st\na,2,Bob,5,2nd\na,3,Cy,1,3rd\n"),
    ("id,seat,player,score,place", "a,1,Ann,3,1\na,2,Bob,5,2\na,3,Cy,1,2.0\n"),
    ("game,seat,player,score,won", "a,1,Ann,3,x\na,2,Bob,5,\na,3,Cy,1,\n"),
    ("play,seat,player,score,winner", "a,1,Ann,3,Ann\na,2,Bob,5,Ann\na,3,Cy,1,Ann\n"),
    ("play,seat,player,score,winner", "a,1,Ann,3,Ann\na,2,Bob,5,\na,3,Cy,1,\n"),
]


@pytest.mark.parametrize(("header", "rows"), ROWS, ids=[header for header, _ in ROWS])
def test_usual_names_and_words_are_understood(header: str, rows: str, tmp_path: pathlib.Path) -> None:
    log = read(tmp_path, f"{header}\n{rows}")

    assert [play.seated for play in log.plays] == [(Seated(1, 3, True), Seated(2, 5, False), Seated(3, 1, False))]
    assert log.unused == ()
    assert not any(name in " ".join(log.notes) for name in ("Ann", "Bob", "Cy"))


def test_what_is_taken_for_what_is_said_in_one_line(tmp_path: pathlib.Path) -> None:
    log = read(tmp_path, "uuid;winner;startPlayer;mood\n1;yes;no;good\n1;no;yes;\n1;no;no;\n")

    assert log.notes == ("taken: semicolons between cells; uuid = play, winner = won, startPlayer = starts",)
    assert log.unused == ("mood",)


def test_names_of_columns_are_said_in_one_line(tmp_path: pathlib.Path) -> None:
    log = read(tmp_path, f'"Winner\u202e",rounds,"a\n::error::b",{"x" * 500}\n-,8,1,2\n')
    assert [len(name) for name in log.unused] == [7, 12, 60]
    assert log.unused[:2] == ("Winner?", "a?::error::b")


def test_our_names_and_the_games_own_come_before_others() -> None:
    columns = assign(["uuid", "play", "points", "score", "rank", "winner", "suits"], ["suits"], {})
    assert dict(columns.places) == {"play": 1, "score": 3, "won": 5, "suits": 6}
    assert columns.unused == ["uuid", "points", "rank"]
    assert assign(["points"], ["points"], {}).places == {"points": 0}


def test_the_user_says_what_a_column_is(tmp_path: pathlib.Path) -> None:
    given = parse_option('Runde=play, "Punkte, gesamt"=score,Sieg=-,won = won')
    assert given == {"Runde": "play", "Punkte, gesamt": "score", "Sieg": "-", "won": "won"}
    log = read(tmp_path, 'Runde,"Punkte, gesamt",Sieg,won\n1,3,9,yes\n1,4,9,no\n1,5,9,no\n', columns=given)

    assert [one.score for one in log.plays[0].seated] == [3, 4, 5]
    assert log.unused == ()


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"Punkte": "score"}, "no column 'Punkte'; the file has: play, points"),
        ({"point": "score"}, "no column 'point'; did you mean points?"),
        ({"points": "skore"}, "points=skore: 'skore' is no column of a log; allowed: play, seat"),
        ({"points": "score", "play": "score"}, "two columns are score; name one of them"),
    ],
)
def test_what_the_user_says_wrongly_is_refused(columns: dict[str, str], message: str, tmp_path: pathlib.Path) -> None:
    (said,) = refused(tmp_path, "play,points\n1,3\n", columns=columns)
    assert message in said
    with pytest.raises(ValueError, match="'score' is not NAME=column"):
        parse_option("points=score,score")


def test_many_mistakes_of_a_kind_are_one_sentence_with_the_first_places(tmp_path: pathlib.Path) -> None:
    rows = "".join(f"{number // 3},{number % 3 + 1},?\n" for number in range(163 * 3))
    assert refused(tmp_path, f"play,seat,score\n{rows}") == [
        "p.csv:2:5: score is a number (489 like it: 2:5, 3:5, 4:5 …); leave the cell empty if unknown"
    ]


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("score,won\n3,yes\n", ["1:1: a row for each seat needs a column play", "'NAME=play'", "'score=-,won=-'"]),
        ("a,b\n1,2\n", ["1:1: no figure of a play in the file", "--columns 'NAME=score'; the file has: a, b"]),
        ("1,1,Ann,42,yes\n1,2,Bo,40,no\n", ["1:1: no header: this row holds numbers; write one above it"]),
        ("play,seat,score\n1,1,3\n2,2,4\n", ["2:1: this play has 1 row", "by the column play every row is a play"]),
        ("play,starts,won\n1,yes\n1,yes\n1,no\n", ["3:3: two players begin this play"]),
        ("play,seat,won\n1,0\n1,1\n1,2\n", ["2:3: seats count from 1, but those of this play from 0 to 2; add 1"]),
        ("play,won\n1,Ann\n1,no\n1,no\n", ["2:3: won is yes or no"]),
        ("play,player,won\n1,Ann,Bea\n1,Bo,no\n1,C,no\n", ["2:7: won is yes or no", "as in the column player"]),
        (f"play,seat,won\n1,{'9' * 5000}\n1,1\n1,2\n", ["2:3: a seat is a number"]),
        (f"play,score\n1,{'9' * 5000}\n1,1\n1,2\n", ["2:3: score is a number"]),
        (f"rounds,players\n1,{'9' * 5000}\n", ["2:3: players"]),
        (f"rounds,suits\n1,{'9' * 5000}\n", ["2:3: suits"]),
        (f"rounds,minutes\n1,{'9' * 5000}:30\n", ["2:3: minutes is a number"]),
        ("rounds,minutes\n1,45:00\n", ["2:3: a clock is read as hours:minutes", "write minutes"]),
        ("play,place\n1,first\n1,2\n1,3\n", ["2:3: rank is a place, 1 for the winner"]),
        ("rounds\n\x001\n", ["2:1: the character U+0000 is not allowed"]),
        ('play,rounds\n1,8\n2,"9\n', ["3:3: this quotation mark is never closed"]),
        ("rounds\n8\n9,9\n", ["3:1: 2 cells where the header has 1"]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place_and_the_next_step(
    text: str, messages: list[str], tmp_path: pathlib.Path
) -> None:
    said = refused(tmp_path, text)
    assert all(message in "\n".join(said) for message in messages), said
    assert max(map(len, said)) < 500


def test_lines_are_those_of_an_editor(tmp_path: pathlib.Path) -> None:
    """A form feed or U+2028 in a cell begins none; a line break in quotes does."""
    assert refused(tmp_path, 'play,rounds,note\r\n1,8,a\x0cb\u2028c\r\n2,8,"d\r\ne"\r\n3,x,f\r\n')[0].startswith(
        "p.csv:5:3:"
    )


def test_rows_that_begin_with_a_number_sign_are_rows(tmp_path: pathlib.Path) -> None:
    text = "# of spring\nplay,rounds\n#1,8\n#2,9\n3,7\n"
    assert len(read(tmp_path, text).plays) == 3


def test_a_million_rows_take_seconds(tmp_path: pathlib.Path) -> None:
    """A hundredth of it, so in a hundredth of the time: 30 us a row on a slow machine, 9 on a usual one."""
    rows = "".join(
        f"{number // 3},{number % 3 + 1},{number % 50},{(number % 3 and 'no') or 'yes'}\n" for number in range(9999)
    )
    before = time.process_time()
    assert len(read(tmp_path, f"play,seat,score,won\n{rows}").plays) == 3333
    wide = ",".join(f"c{number}" for number in range(100_000))
    refused(tmp_path, f"{wide}\n{wide}\n")
    assert time.process_time() - before < 3


def test_a_workbook_is_a_log_too(tmp_path: pathlib.Path) -> None:
    """Numbers and check boxes are not text there; places are those of the sheet."""
    book = openpyxl.Workbook()
    sheet = book.active
    rows = [
        ["Game night"],
        ["Play ID", "Seat", "Score", "Winner"],
        [1, 1, 3.5, True],
        [1, 2, 2, False],
        [1, 3, 1, False],
    ]
    for row in rows:
        sheet.append(row)
    book.save(tmp_path / "p.xlsx")
    log = play_log.read(tmp_path / "p.xlsx", SCENARIO)
    sheet["C4"] = "two"
    book.save(tmp_path / "p.xlsx")

    assert log.plays[0].seated == (Seated(1, 3.5, True), Seated(2, 2, False), Seated(3, 1, False))
    with pytest.raises(ScenarioError, match=r"p\.xlsx:Sheet!C4: score is a number"):
        play_log.read(tmp_path / "p.xlsx", SCENARIO)


# Cells ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "minutes"),
    [("45", 45), ("0:45", 45), ("1:20:30", 80.5), ("1 h 20 min", 80), ("1.5h", 90), ("90 Min.", 90), ("1,5", 1.5)],
)
def test_minutes_are_written_in_many_ways(text: str, minutes: float) -> None:
    assert cells.read_minutes(text) == minutes


@pytest.mark.parametrize("text", ["", "nan", "inf", "1e99", "1,234", "12 34", "41ish", "--1", "9" * 41, "h", ":"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^score is a number; leave the cell empty if unknown$"):
        cells.read_number(text, "score")
    with pytest.raises(ValueError, match="minutes is a number, 0 or more"):
        cells.read_minutes(text)


# Who began ------------------------------------------------------------------------------------------------------------
def figures(log: PlayLog) -> list[dict[str, float]]:
    return [of_play(play, log.settings[play.setting].players, SCENARIO.game) for play in log.plays]


def test_a_log_that_knows_only_who_began_tells_how_often_who_begins_wins(tmp_path: pathlib.Path) -> None:
    """And nothing of other seats, which it would know only where the first wins."""
    by_seat = read(tmp_path, "play,seat,won\n1,1,no\n1,,yes\n1,,no\n2,,no\n2,1,yes\n2,,no\n")
    by_start = read(tmp_path, "play,won,first player\n1,no,yes\n1,yes,no\n1,no,no\n2,no,no\n2,yes,yes\n2,no,no\n")
    by_name = read(tmp_path, "play,player,won,starter\n1,A,no,A\n1,B,yes,\n1,C,no,\n2,A,no,B\n2,B,yes,B\n2,C,no,B\n")

    for log in (by_seat, by_start, by_name):
        rates = [{name: value for name, value in one.items() if "seat" in name} for one in figures(log)]
        assert rates == [{"seat_win_rate.1": 0}, {"seat_win_rate.1": 1}]
    why = "who began and who won is known of 2 plays; it takes 5"
    assert notes_of(by_seat, 2, SCENARIO.game)[-1] == f"no win rate of who begins: {why}"
    assert notes_of(by_seat, 5, SCENARIO.game) == list(by_seat.notes)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("play,won\n1,yes\n1,no\n1,no\n", "no column says who began; add starts"),
        ("play,seat,score\n1,1,3\n1,2,4\n1,3,5\n", "no column says who won"),
        ("play,seat,won\n1,0,yes\n1,0,no\n1,0,no\n", "no play tells both who began and who won"),
    ],
)
def test_where_there_is_no_win_rate_of_who_begins_the_reason_is_said(
    text: str, why: str, tmp_path: pathlib.Path
) -> None:
    log = read(tmp_path, text)
    assert why in notes_of(log, 0, SCENARIO.game)[-1]


def test_seats_are_counted_from_who_begins(tmp_path: pathlib.Path) -> None:
    """Chairs round a table; where not all of them are known, only who begins is."""
    whole = read(tmp_path, "play,seat,starts,won\n1,1,no\n1,2,no\n1,3,yes\n")
    part = read(tmp_path, "play,seat,starts,won\n1,2,no\n1,,no\n1,3,yes\n")

    assert [one.seat for one in whole.plays[0].seated] == [2, 3, 1]
    assert [one.seat for one in part.plays[0].seated] == [None, None, 1]
    assert "in 1 play the player who begins does not sit in seat 1" in whole.notes[0]


def test_a_log_of_winners_seats_says_of_the_others_that_they_lost(tmp_path: pathlib.Path) -> None:
    rows_of_winners = read(tmp_path, "play,seat,won,players\n1,2,yes,3\n2,1,yes,3\n")
    seats_of_winners = read(tmp_path, "play,seat,won\n1,,no\n1,2,yes\n1,,no\n2,1,yes\n2,,no\n2,,no\n")

    for log in (rows_of_winners, seats_of_winners):
        rates = [[one[f"seat_win_rate.{seat}"] for seat in (1, 2, 3)] for one in figures(log)]
        assert rates == [[0, 1, 0], [1, 0, 0]]
        assert "only winners have seats; all others count as losers (2 plays)" in log.notes


def test_nothing_is_taken_for_a_number_that_was_not_logged(tmp_path: pathlib.Path) -> None:
    log = read(tmp_path, "play,seat,won,rounds,minutes\n1,1,yes,0,0\n1,2,,,\n1,3,,,\n2,1,no,8,0:30\n2,2,,,\n2,3,,,\n")

    assert [dict(play.figures) for play in log.plays] == [{}, {"rounds": 8, "minutes": 30}]
    assert [one.won for one in log.plays[1].seated] == [False, None, None]
    assert set(log.notes) == {
        "an empty cell of won, in a play that others won, counts as no (1 play)",
        "rounds 0 counts as not logged (1 play)",
        "minutes 0 counts as not logged (1 play)",
        "minutes with a colon are read as hours:minutes",
    }


# Contradictions -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("play,score,won\n1,3,yes\n1,5,no\n1,4,no\n2,9,yes\n2,1,no\n2,1,no\n2,1,no\n",
         "in 1 of 2 plays the winner does not have the highest score"),
        ("play,score,won\n1,3,yes\n1,5,no\n1,4,no\n", ("in 1 of 1 play the winner "
         "does not have the highest score, and in 1 of them the lowest: does the lowest win?")),
        ("play,winner\n1,no\n1,no\n1,no\n", "nobody wins any of 1 play: is that what the column winner says?"),
        ("play,won\n1,no\n1,no\n1,no\n2,yes\n2,yes\n2,yes\n",
         "of 2 plays, everybody wins 1 and nobody 1; joint winners share the win"),
        ("play,won,players\n1,no,3\n2,yes,3\n",
         ("by the column play every row is a play of its own; if that is wrong, "
          "name another column with --columns 'NAME=play'")),
        ("play,player,won\n1,Ann,yes\n1,Bob,no\n1,Ann,no\n",
         "a player appears twice in 1 play: is the name of a play used again?"),
        ("play,team,won\n1,red,yes\n1,red,no\n1,blue,no\n", "in 1 play a team has winners and losers"),
    ],
)  # fmt: skip
def test_contradictions_are_sentences(text: str, sentence: str, tmp_path: pathlib.Path) -> None:
    assert sentence in read(tmp_path, text).notes


def test_teams_win_together_and_plays_may_be_lost_by_all(tmp_path: pathlib.Path) -> None:
    log = read(tmp_path, "play,seat,team,won\n1,1,a,yes\n1,2,b,\n1,3,a,\n1,4,b,\n2,1,,no\n2,2,,no\n2,3,,no\n2,4,,no\n")

    assert [one.won for one in log.plays[0].seated] == [True, False, True, False]
    assert [one["no_winner"] for one in figures(log)] == [0, 1]
    assert [one["seat_win_rate.1"] for one in figures(log)] == [0.5, 0]
    assert "no_winner" in figure_names(SCENARIO, log)


# BG Stats -------------------------------------------------------------------------------------------------------------
def export(**changes: object) -> dict[str, object]:
    """Return two plays of one game and one of another, as the app exports them."""

    def player(number: int, **more: object) -> dict[str, object]:
        usual = {"playerRefId": number, "score": "0", "winner": False, "startPlayer": False, "seatOrder": 0, "rank": 0}
        return {**usual, "newPlayer": False, **more}

    def play(game: int, *players: object, **more: object) -> dict[str, object]:
        usual = {"uuid": "same", "playDate": "2026-01-01 20:00:00", "durationMin": 0, "rounds": 0, "ignored": False}
        return {**usual, "gameRefId": game, "playerScores": list(players), **more}

    plays = [
        play(1, player(1, score="12", winner=True), player(2, score="13.5", startPlayer=True), player(3, score=None)),
        play(1, player(1, winner=True, startPlayer=True), player(2), player(3), durationMin=45, rounds=7),
        play(2, player(1), player(2)),
        play(1, player(1)),
        play(1, player(1), player(2), player(3), ignored=True),
        play(1),
    ]
    games = [{"id": 1, "name": "Black  Death"}, {"id": 2, "name": "Tic-Tac-Toe"}]
    players = [{"id": number, "name": f"Zoe{number}"} for number in (1, 2, 3)]
    return {"games": games, "players": players, "locations": [], "plays": plays, **changes}


def test_the_export_of_bg_stats_is_read_as_it_is(tmp_path: pathlib.Path) -> None:
    for raw in (
        json.dumps(export()).encode(),
        json.dumps(export()).encode("utf-16"),
        b"\xef\xbb\xbf" + json.dumps(export()).encode(),
    ):
        log = read(tmp_path, raw, "BGStatsExport.json")

        first, second = log.plays
        assert first.seated == (Seated(None, 12, True), Seated(1, 13.5, False), Seated(None, None, False))
        assert second.seated[0] == Seated(1, 0, True)
        assert dict(second.figures) == {"rounds": 7, "minutes": 45}
        assert "Zoe" not in " ".join(log.notes)
        assert "left out: 1 play that BG Stats ignores" in log.notes
        assert "left out: 1 play without players" in log.notes
        assert "read: 3 plays of Black  Death, out of 4 plays" in log.notes
        assert "left out: 1 play with 1 player, where Black Death takes 2 to 10" in log.notes


def test_of_several_games_one_is_chosen_by_its_name(tmp_path: pathlib.Path) -> None:
    text = json.dumps(export(games=[{"id": 1, "name": "Prototype"}, {"id": 2, "name": "Tic-Tac-Toe"}]))

    (said,) = refused(tmp_path, text)
    assert "plays of 2 games in the file; there are plays of Prototype (3 plays), Tic-Tac-Toe (1 play)" in said
    assert "--game NAME" in said
    assert len(read(tmp_path, text, game="prototype").plays) == 2
    assert "did you mean Tic-Tac-Toe?" in refused(tmp_path, text, game="Tic-Tac-To")[0]
    odd = "play,game,rounds\n1,a\u202eb,8\n2,a\u202eb,8\n3,c,8\n"
    assert "plays of a?b (2 plays), c (1 play)" in refused(tmp_path, odd)[0]
    assert "did you mean a?b?" in refused(tmp_path, odd, game="a b")[0]
    rows = "play,game,won\n1,A,yes\n1,A,no\n1,A,no\n2,B,no\n2,B,no\n2,B,yes\n"
    assert len(read(tmp_path, rows, game="b").plays) == 1
    assert "the file names no games" in refused(tmp_path, "play,rounds\n1,8\n", game="b")[0]


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"{", "p.json:1:2: not JSON"),
        (b'{"a": 1}', "not an export of BG Stats"),
        (b'{"plays": {}, "games": []}', "not an export of BG Stats"),
        (b'{"plays": [1], "games": []}', "not an export of BG Stats"),
        (b'{"plays": [], "games": []}', "no plays in the file"),
        (b'{"plays": [{"playerScores": 3}], "games": []}', "p.json:plays[0].playerScores: not a list of players"),
        (b'{"plays": [{"playerScores": [{"score": []}]}], "games": []}', "[0].score: neither text nor"),
        (b'{"plays": [{"playerScores": [{"score": "4x"}, {}, {}]}], "games": []}', "plays[0].playerScores[0].score"),
        (b'{"plays": [{"playerScores": [{"score": ' + b"9" * 5000 + b'}, {}, {}]}], "games": []}', "score is a number"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"plays": [NaN], "games": []}', "not an export of BG Stats"),
        (b'{"plays": "\xff"}', ""),
    ],
)  # fmt: skip
def test_an_export_that_is_none_is_refused_with_its_place(raw: bytes, message: str, tmp_path: pathlib.Path) -> None:
    assert message in refused(tmp_path, raw, "p.json")[0]


# Any log --------------------------------------------------------------------------------------------------------------
ODD = (
    *("", "", "1", "2", "3", "0", "-1", "yes", "no", "Won", "Ann", "Bob", "x", "✓", "1st", "0:45", "4,5", "1e9", "nan"),
    *(
        '"',
        '""',
        '"a',
        "#",
        "#1",
        "=1+1",
        "\x00",
        "\x0c",
        "\u2028",
        "\u202e",
        "é",
        "9" * 5000,
        "base",
        "more",
        "{",
        "[1]",
    ),
)
NAMES = (
    *(
        "play",
        "uuid",
        "seat",
        "player",
        "score",
        "won",
        "winner",
        "starts",
        "team",
        "rank",
        "rounds",
        "minutes",
        "game",
    ),
    *("players", "version", "ending", "suits", "rules.suits", "mood", "", "#", "play", "id", *EXTRAS),
)


def random_log(chance: random.Random) -> bytes:
    """Return a log with mistakes in it, or bytes that are none."""
    names = ["play", *chance.sample(NAMES, chance.randint(1, 6))] if chance.random() < 0.8 else chance.sample(NAMES, 4)
    separator = chance.choice(",,,;\t|")
    words = ODD if chance.random() < 0.4 else ODD[: chance.randint(4, 12)]
    rows = [[str(number // 3), *chance.choices(words, k=len(names) - 1)] for number in range(chance.randint(0, 12))]
    text = chance.choice(["\n", "\r\n", "\r"]).join(separator.join(row) for row in [names, *rows])
    raw = text.encode(chance.choice(["utf-8", "utf-8-sig", "utf-16", "utf-8"]), "replace")
    if chance.random() < 0.2:
        at = chance.randrange(len(raw) + 1)
        raw = raw[:at] + bytes(chance.choices(range(256), k=chance.randint(0, 3))) + raw[at + chance.randint(0, 4) :]
    return raw


def random_export(chance: random.Random) -> bytes:
    """Return an export with values of the wrong kind."""
    content = export()
    for play in content["plays"]:  # type: ignore[attr-defined]
        for holder in (play, *play["playerScores"]):
            if chance.random() < 0.2:
                holder[chance.choice(list(holder))] = chance.choice([*ODD, None, True, 3, -1.5, [], {}, [{}], 10**400])
    return json.dumps(content).encode()


def attack(folder: pathlib.Path, seed: int) -> bool:
    """Read a random log; whether it could be read.  Figures are possible ones, messages have places and no names."""
    chance = random.Random(seed)
    raw = random_export(chance) if seed % 5 == 0 else random_log(chance)
    try:
        log = read(folder, raw)
    except ScenarioError as error:
        for fault in error.faults:
            assert fault.place, (seed, fault)
            assert len(str(fault)) < 1200, seed
            assert "Zoe" not in str(fault), seed
        return False
    for play, known in zip(log.plays, figures(log), strict=True):
        assert all(-1e9 <= value <= 1e9 for value in known.values()), seed
        players = log.settings[play.setting].players
        seats = [one.seat for one in play.seated if one.seat]
        assert len(set(seats)) == len(seats) <= len(play.seated) <= players, seed
        assert sum(value for name, value in known.items() if name.startswith("seat_win_rate")) <= 1 + 1e-9, seed
    return True


def test_any_log_is_read_or_refused_in_words(tmp_path: pathlib.Path) -> None:
    found = [attack(tmp_path, seed) for seed in range(400)]
    assert 20 < sum(found) < 380
