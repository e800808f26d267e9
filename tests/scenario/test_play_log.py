"""Logged plays: what is read, and every mistake of a file with its place."""

import pathlib

import pytest

from balancer.scenario import play_log
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import from_dict
from balancer.scenario.logs.play import PlayLog, Seated

SCENARIO = {"game": "black_death", "players": 3, "variants": {"more": {"rules": {"suits": 6}}}}


def read(folder: pathlib.Path, text: str) -> PlayLog:
    (folder / "p.csv").write_text(text, encoding="utf-8")
    return play_log.read(folder / "p.csv", from_dict(SCENARIO))


def test_rows_of_a_play_are_taken_together_and_what_is_missing_is_missing(tmp_path: pathlib.Path) -> None:
    log = read(
        tmp_path,
        "# a comment\n"
        "play,seat,player,score,won,rounds,minutes,version,ranks,players,mood\n"
        "a,2,Ann,3,no,8,,more,,,fine\n"
        "b,1,Ann,−1.5,Yes,,12,,9,4,\n"
        "a,1,Bob,,1,,,,,,\n",
    )

    first, second = log.plays
    assert first.seated == (Seated(2, 3, False), Seated(1, None, True))
    assert dict(first.figures) == {"rounds": 8}
    assert second.seated == (Seated(1, -1.5, True),)
    assert dict(second.figures) == {"minutes": 12}
    assert log.unused == ("mood",)
    settings = [log.settings[play.setting] for play in log.plays]
    assert [(one.players, one.rules["suits"], one.rules["ranks"]) for one in settings] == [(2, 6, 14), (4, 4, 9)]


def test_a_row_may_be_a_whole_play(tmp_path: pathlib.Path) -> None:
    log = read(tmp_path, "rounds,players,rules.suits\n9,4,6\n8,4,6\n7,,\n")

    assert [play.setting for play in log.plays] == [0, 0, 1]
    assert [(one.players, one.rules["suits"]) for one in log.settings] == [(4, 6), (3, 4)]


def test_an_ending_is_one_and_all_others_none(tmp_path: pathlib.Path) -> None:
    log = read(tmp_path, "rounds,ending\n9,death_held\n8,\n")

    assert [dict(play.figures) for play in log.plays] == [
        {"rounds": 9, "ending_share.unfinished": 0, "ending_share.death_held": 1},
        {"rounds": 8},
    ]


def test_all_that_is_wrong_is_said_at_once_with_its_place_and_without_names(tmp_path: pathlib.Path) -> None:
    text = (
        "play,seat,player,score,won,rounds,version,suits\n"
        "1,Ann,Ann,3,no,8,,\n"
        "1,2,Bob,x,perhaps,9,,\n"
        "2,1,Ann,3,yes,8,mor,\n"
        "2,1,Bob,3,yes,-8,,99\n"
        ",1,Cy,3,yes,8,,,,Dora\n"
    )

    with pytest.raises(ScenarioError) as caught:
        read(tmp_path, text)
    # cells that are too many end the reading of the file; the others come when there is none
    assert str(caught.value) == f"{tmp_path}/p.csv:6:1: 10 cells where the header has 8"

    with pytest.raises(ScenarioError) as caught:
        read(tmp_path, text.replace(",,Dora", ""))
    said = str(caught.value).replace(f"{tmp_path}/", "")
    assert said.splitlines() == [
        "p.csv:2:3: a seat is a number, 1 for the player who begins; people's names go into the column player",
        "p.csv:3:9: score is a number; leave the cell empty if unknown",
        "p.csv:3:11: won is yes or no; leave the cell empty if unknown; or write who it is, as in the column player",
        "p.csv:3:19: rounds differs from line 2, of the same play",
        "p.csv:4:17: no variant of the scenario has that name; it has: base, more; did you mean more?",
        "p.csv:5:3: seat 1 appears twice in this play",
        "p.csv:5:15: rounds differs from line 4, of the same play",
        "p.csv:5:15: rounds is a number, 0 or more; leave the cell empty if unknown",
        "p.csv:5:19: suits: 99 is not allowed; allowed: 2, 4, 6",
        "p.csv:6:1: players: 1 is out of range; allowed: 2..10 (Black Death)",
        "p.csv:6:1: this play has 1 row: log every seat, or the number as `players`",
        "p.csv:6:1: which play is it? write its number, or any word of its own",
    ]
    assert not any(name in said for name in ("Ann", "Bob", "Cy"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "p.csv:1:1: no plays in the file: write a header"),
        ("play,won\n", "p.csv:1:1: no plays in the file"),
        ("seat,won\n1,yes\n", "p.csv:1:1: a row for each seat needs a column play"),
        ("play,wnner\n1,2\n", "no figure of a play in the file; columns: score, won, ending, rounds, turns, minutes"),
        ("play,won,won\n1,1,1\n", "p.csv:1:10: column 'won' appears twice"),
        ("play,rounds,rules.siuts\n1,1,1\n", "unknown rule of black_death 'siuts'"),
        (
            "rounds,ending\n8,deth_held\n",
            "p.csv:2:3: no ending of the game has that name; Black Death ends by: unfinished",
        ),
        ("rounds,suits\n8,99\n", "p.csv:2:3: suits: 99 is not allowed; allowed: 2, 4, 6"),
        ("rounds,players\n8,99\n", "p.csv:2:3: players"),
        ('rounds\n"8\n', "p.csv:2:1: this quotation mark is never closed"),
        ("play,rounds,minutes\n1,-3,nan\n", "p.csv:2:3: rounds is a number, 0 or more"),
    ],
)
def test_a_file_that_cannot_be_read_names_the_place(text: str, message: str, tmp_path: pathlib.Path) -> None:
    with pytest.raises(ScenarioError) as caught:
        read(tmp_path, text)

    assert message in str(caught.value)
