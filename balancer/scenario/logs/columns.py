"""Columns of a log, found by our names, by those that people and programs use, or as the user says."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from balancer.scenario.literals import clipped, names_in_a_row
from balancer.wording import did_you_mean, printable

PLAY, GAME, SEAT, PLAYER, SCORE, WON, RANK, STARTS, TEAM = (
    *("play", "game", "seat", "player", "score", "won", "rank", "starts", "team"),
)
PLAYERS, VERSION, MINUTES, ENDING, ROUNDS, TURNS = "players", "version", "minutes", "ending", "rounds", "turns"

OF_SEATS = (SEAT, PLAYER, SCORE, WON, RANK, STARTS, TEAM)  # columns of a seat; all others are of the play as a whole
NOT_READ = "-"  # what `--columns` says of a column that is not to be read

OTHER_NAMES: Mapping[str, Sequence[str]] = {  # column -> its other names; words may also be joined, or by - or _
    PLAY: ("play id", "uuid", "play uuid", "session", "session id", "match", "match id", "partie", "partie id", "#"),
    SEAT: ("seat order", "seat number", "start position", "turn order", "player order", "sitz", "sitzplatz"),
    PLAYER: ("player name", "player ref id", "player id", "name", "user", "username", "spieler", "spielername"),
    SCORE: ("points", "final score", "total score", "total", "vp", "victory points", "punkte", "siegpunkte"),
    WON: ("winner", "win", "wins", "is winner", "result", "outcome", "gewonnen", "gewinner", "sieger", "sieg"),
    RANK: ("place", "placement", "standing", "finish", "rang", "platz", "platzierung"),
    STARTS: ("start player", "starting player", "first player", "starter", "is starter", "startspieler", "beginnt"),
    TEAM: ("side", "mannschaft"),
    PLAYERS: ("player count", "number of players", "num players", "players count", "spielerzahl", "anzahl spieler"),
    VERSION: ("variant", "variante"),
    MINUTES: ("min", "duration", "duration min", "length", "play time", "playing time", "time", "dauer", "spielzeit"),
    ROUNDS: ("round count", "number of rounds", "runden"),
    TURNS: ("turn count", "number of turns", "züge"),
    ENDING: ("end", "ended by", "ende"),
    GAME: ("game name", "game title", "spiel", "spielname"),
}

WEAK_PLAY_NAMES = ("game id", "game number", "game no", "game nr", GAME, "spiel", "id", "nr")  # if there is no better


@dataclass(frozen=True)
class Columns:
    """The columns of a log."""

    places: Mapping[str, int]  # our name -> position in the file
    others: Mapping[str, str]  # our name -> the file's, if it differs
    unused: Sequence[str]  # names in the file that mean nothing here

    def __contains__(self, name: str) -> bool:
        return name in self.places

    def find(self, names: Iterable[str]) -> list[str]:
        """Return those of the names that the log has."""
        return [name for name in names if name in self.places]

    @property
    def taken(self) -> str:
        """The file's names and how they were understood: `uuid = play, winner = won`; '' if all are ours."""
        return ", ".join(f"{as_said(written)} = {name}" for name, written in self.others.items())


def as_said(name: str) -> str:
    """Return a name from a file for a sentence: in one line, and not too long."""
    return printable(clipped(name))


def spelling(name: str) -> str:
    """Return a name without case, spaces and hyphens: `startplayer` for `Start Player` and `start_player`."""
    return re.sub(r"[\s_\-.]+", "", name.casefold())


def wanted_names(given: Iterable[str] = ()) -> list[str]:
    """Return all names that identify a header, as two words and as one; given: names by the user."""
    names = {*OTHER_NAMES, *given, *(name for names in OTHER_NAMES.values() for name in names)} - {"#"}
    return sorted({name.replace(" ", joint) for name in names for joint in (" ", "")})


def parse_option(text: str) -> dict[str, str]:
    """Parse `--columns "Spieler=player,Punkte=score"` into our names by the file's; ValueError."""
    given = {}
    for part in next(csv.reader([text], skipinitialspace=True), []):
        written, equals, name = part.rpartition("=")
        if not (equals and written.strip() and name.strip()):
            raise ValueError(f"{part!r} is not NAME=column; write it as in Spieler=player,Punkte=score")
        given[written.strip()] = name.strip()
    return given


def assign(header: Sequence[str], own: Collection[str], given: Mapping[str, str]) -> Columns:
    """Assign the columns of a header; own: names of rules and figures of the game; given: our names by the file's.

    ValueError: `given` names a column that the file or a log does not have, or one of ours twice.
    """
    places = dict(_given(header, own, given))
    spellings = [spelling(name) for name in header]
    left = [place for place, name in enumerate(header) if name and name not in given]

    def take(name: str, candidates: Iterable[int]) -> None:
        place = next((candidate for candidate in candidates if candidate in left), None)
        if name not in places and place is not None:
            places[name] = place
            left.remove(place)

    by_name = {name: place for place, name in reversed(list(enumerate(header)))}
    by_spelling = {name: place for place, name in reversed(list(enumerate(spellings)))}
    ours = [name for name in (*OTHER_NAMES, *own) if name != GAME]
    for name in ours:
        take(name, [by_name[name]] if name in by_name else [])
    for name in ours:
        names = map(spelling, (name, *OTHER_NAMES.get(name, ())))
        take(name, [by_spelling[word] for word in names if word in by_spelling])
    take(PLAY, [by_spelling[word] for word in map(spelling, WEAK_PLAY_NAMES) if word in by_spelling])
    take(GAME, [by_spelling[word] for word in map(spelling, (GAME, *OTHER_NAMES[GAME])) if word in by_spelling])
    if WON in places and RANK in places and RANK not in given.values():
        left.append(places.pop(RANK))  # a rank may break ties that the column won leaves
    others = {name: header[place] for name, place in places.items() if header[place] != name}
    return Columns(places, others, [header[place] for place in sorted(left)])


def _given(header: Sequence[str], own: Collection[str], given: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    ours = [*OTHER_NAMES, *own, NOT_READ]
    for written, name in given.items():
        if written not in header:
            names = f"the file has: {names_in_a_row(map(as_said, filter(None, header)))}"
            raise ValueError(f"no column {written!r}; {did_you_mean(written, header) or names}")
        if name not in ours:
            raise ValueError(f"{written}={name}: {name!r} is no column of a log; allowed: {', '.join(ours)}")
    twice = [name for name, number in Counter(given.values()).items() if number > 1 and name != NOT_READ]
    if twice:
        raise ValueError(f"two columns are {twice[0]}; name one of them")
    yield from ((name, header.index(written)) for written, name in given.items() if name != NOT_READ)
