"""The export of the app BG Stats (JSON), read as a table with a row for each player of a play.

Players are distinguished by their number only; their names are not read.
"""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from balancer.core.text_table import Mistake, ParsedTable, Row, TableError, decode
from balancer.scenario.logs.columns import (
    GAME,
    MINUTES,
    PLAY,
    PLAYER,
    ROUNDS,
    SCORE,
    SEAT,
    STARTS,
    TEAM,
    WON,
)
from balancer.wording import plural

OF_PLAYS = {GAME: "gameRefId", MINUTES: "durationMin", ROUNDS: "rounds"}
OF_PLAYERS = {  # our column -> the field of the export that is read
    PLAYER: "playerRefId",
    SCORE: "score",
    WON: "winner",
    STARTS: "startPlayer",
    SEAT: "seatOrder",
    TEAM: "team",
}

AGAIN = "export the plays again"
NO_EXPORT = "JSON, but not an export of BG Stats, which has plays and games; export CSV, or all plays from BG Stats"


@dataclass(frozen=True)
class ExportTable(ParsedTable):
    """The plays of an export; a row's line is the number of its play, its end that of the player, from 0."""

    def mistake(self, row: Row, cell: int | None, message: str, like: str = "") -> Mistake:
        """Return a mistake; its place is that of the value in the JSON text."""
        place, name = f"plays[{row.line}]", self.header.cells[cell or 0]
        if name in OF_PLAYS:
            place = f"{place}.{OF_PLAYS[name]}"
        elif name in OF_PLAYERS:
            place = f"{place}.playerScores[{row.end}].{OF_PLAYERS[name]}"
        return Mistake(row.line, row.end, message, place, like)


def is_export(raw: bytes) -> bool:
    """Return whether a file may be an export: JSON with an object."""
    return raw[:100].removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"").lstrip(b"\xff\xfe \t\r\n").startswith(b"{")


def read_export(raw: bytes, path: pathlib.Path) -> ExportTable:
    """Return the plays of an export without those that BG Stats ignores.  TableError."""
    text, _, notes = decode(raw, path)
    try:  # numbers stay text: Python would refuse thousands of digits, and round others
        content = json.loads(text.removeprefix("\ufeff"), parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        message = f"not JSON ({error.msg}); {AGAIN}"
        raise TableError(path, [Mistake(error.lineno, error.colno, message)]) from None
    except RecursionError:
        raise TableError(path, [Mistake(1, 1, f"JSON nested too deeply; {AGAIN}")]) from None
    plays, games = (content.get(name) if isinstance(content, dict) else None for name in ("plays", "games"))
    if not (_are_objects(plays) and _are_objects(games)):
        raise TableError(path, [Mistake(1, 1, NO_EXPORT)])
    header = Row(0, 0, [PLAY, *OF_PLAYS, *OF_PLAYERS])
    counted = [(number, play) for number, play in enumerate(plays) if play.get("ignored") is not True]
    empty = sum(play.get("playerScores") == [] for _, play in counted)
    rows = list(_rows(counted, {str(game.get("id")): game.get("name") for game in games}, path))
    fields = ", ".join(f"{field} = {name}" for name, field in {**OF_PLAYS, **OF_PLAYERS}.items() if field != name)
    notes = (*notes, f"BG Stats' export is read: {fields}, rounds, score, team; nothing else of it")
    for number, which in ((len(plays) - len(counted), "that BG Stats ignores"), (empty, "without players")):
        if number:
            notes = (*notes, f"left out: {plural(number, 'play')} {which}")
    return ExportTable(path, header, rows, notes)


def _are_objects(value: Any) -> TypeGuard[list[dict[str, Any]]]:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _rows(
    plays: Sequence[tuple[int, Mapping[str, Any]]], games: Mapping[str, Any], path: pathlib.Path
) -> Iterator[Row]:
    """Yield a row for each player of each play; TableError: all values that are neither text nor numbers."""
    mistakes = list[Mistake]()

    def cell(content: Mapping[str, Any], field: str, place: str) -> str:
        value = content.get(field)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if value is None or isinstance(value, str):
            return (value or "").strip()
        mistakes.append(Mistake(len(mistakes), 1, f"neither text nor a number; {AGAIN}", f"{place}.{field}"))
        return ""

    for number, play in plays:
        place = f"plays[{number}]"
        of_play = {name: cell(play, field, place) for name, field in OF_PLAYS.items()}
        of_play[GAME] = str(games.get(of_play[GAME]) or of_play[GAME])
        players = play.get("playerScores")
        if not _are_objects(players):
            mistakes.append(Mistake(len(mistakes), 1, f"not a list of players; {AGAIN}", f"{place}.playerScores"))
            continue
        for seat, player in enumerate(players):
            of_player = [cell(player, field, f"{place}.playerScores[{seat}]") for field in OF_PLAYERS.values()]
            yield Row(number, seat, [str(number), *of_play.values(), *of_player])
    if mistakes:
        raise TableError(path, mistakes)
