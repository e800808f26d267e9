"""Rules that turn the order of players round: all figures go by seat, turns and neighbours by the order."""

import contextlib
import os
import pathlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import balancer.cli
from balancer.core.rule_errors import RuleError
from balancer.plain import Game, Persona, Player, cards, ending
from balancer.plain.files import load_class, load_file
from balancer.plain.lane import PlainGame
from balancer.plain.rows import rows_of
from balancer.plain.turn import always_happens
from balancer.questions.tryout import watching
from balancer.questions.tryout.finding import LOOK
from balancer.questions.tryout.settings import Settings
from balancer.scenario import plan
from balancer.scenario.load import load
from balancer.simulation.jobs import CellJob

JIT = {"NUMBA_DISABLE_JIT": os.environ.get("NUMBA_DISABLE_JIT")}  # `trace` sets it for its process


# Any order, at any time -----------------------------------------------------------------------------------------------
WAYS: dict[str, Callable[[Any], Any]] = {
    "reverse": lambda game: game.players.reverse(),
    "rotate": lambda game: game.players.append(game.players.pop(0)),
    "sort": lambda game: game.players.sort(key=lambda player: (player.points, -player.seat)),
    "slice": lambda game: game.players.__setitem__(slice(0, 2), game.players[1::-1]),
    "shuffle": lambda game: game.shuffle(game.players),
    "assign": lambda game: setattr(game, "players", [*game.players[2:], *game.players[:2]]),
    "tuple": lambda game: setattr(game, "players", tuple(game.players)),
    "nothing": lambda _: None,
}


class Turning(Game):
    """Players gain points; at some turns and after some rounds their order changes."""

    seats, usual = range(2, 6), 4
    max_rounds = 9
    over = ending("Five rounds were played.")

    def setup(self) -> None:
        self.log: list[tuple[int, int]] = []  # seat and points of each turn
        self.orders = [[player.seat for player in self.players]]  # at the beginning of each round
        for player in self.players:
            player.points = 0

    def turn(self, player: Player) -> None:
        gained = player.choose("gain", [1, 2, 3]) + 10 * player.seat * self.below(3)
        player.points += gained
        self.log.append((player.seat, gained))
        self.change()
        self.check_neighbours()

    def finished(self) -> str | None:
        self.change()
        self.orders.append([player.seat for player in self.players])
        return "over" if self.rounds == 5 else None

    def change(self) -> None:
        way = SCRIPT[(self.turns + self.rounds) % len(SCRIPT)]
        if way == "shuffle":
            self.players = list(self.players)
        WAYS[way](self)

    def check_neighbours(self) -> None:
        """Compare neighbours with the order as it is, gone through by hand."""
        seats = [player.seat for player in self.players]
        for player in self.players:
            at = seats.index(player.seat)
            after = [seats[(at + k) % len(seats)] for k in range(1, len(seats))]
            assert [other.seat for other in player.others] == after
            assert player.left.seat == after[0]
            assert [other.seat for other in self.players_from(player.seat + 7 * len(seats))] == [player.seat, *after]

    def score(self, player: Player) -> int:
        return int(player.points)

    def quantities(self, player: Player) -> dict[str, int]:
        return {"seat": player.seat}


SCRIPT: list[str] = []


def table_of(game: PlainGame, players: int) -> Any:
    return game.lay_table(game.defaults, players, game.read_parts(), [game.persona("random")])


@given(
    st.lists(st.sampled_from(sorted(set(WAYS) - {"tuple"})), min_size=1, max_size=7),
    st.integers(2, 5),
    st.integers(0, 99),
)
def test_figures_go_by_seat_and_turns_by_the_order(script: list[str], players: int, number: int) -> None:
    SCRIPT[:] = script
    game = load_class(Turning)
    table = table_of(game, players)
    course, figures = game.played(table, 1, number)
    played: Any = course.game

    assert [seat for seat, _ in played.log] == [seat for order in played.orders[:-1] for seat in order]
    points = [sum(gained for who, gained in played.log if who == seat) for seat in range(players)]
    assert figures.score == points
    assert figures.winners == sum(1 << seat for seat in range(players) if points[seat] == max(points))
    for round_, line in enumerate(figures.standings, 1):
        begun = played.log[: round_ * players]
        assert line == [sum(gained for who, gained in begun if who == seat) for seat in range(players)]
    positions = game.noted(table, {}, 1, number, 1)
    assert (positions.values[0, : positions.counts[0], :, -1] == np.arange(players)).all()


def test_a_tuple_of_all_players_will_do() -> None:
    SCRIPT[:] = ["tuple"]
    game = load_class(Turning)

    assert game.played(table_of(game, 3), 1, 0)[1].rounds == 5


class Start(Game):
    """Whoever sits at seat 2 is rich; who starts goes round."""

    seats, usual = range(2, 5), 4
    max_rounds = 6
    kinds = cards("start.csv", value=range(9))
    over = ending("Six rounds were played.")

    def setup(self) -> None:
        self.shuffle(self.players)
        for player in self.players:
            player.points, player.card = 0, self.kinds[player.seat]

    def turn(self, player: Player) -> None:
        player.points += player.choose("gain", [0, 1]) + 5 * (player.seat == 1)

    def finished(self) -> str | None:
        self.players.append(self.players.pop(0))
        return "over" if self.rounds == 6 else None

    def score(self, player: Player) -> int:
        return int(player.points)

    def parts(self, player: Player) -> list[Any]:
        return [player.card]

    def dealt(self, player: Player) -> list[Any]:
        return [player.card]


class Lazy(Persona):
    """Takes nothing."""

    def gain(self, _game: Game, _me: Player, option: int) -> int:
        return -option


FILE = pathlib.Path(__file__)


@pytest.fixture
def start(here: pathlib.Path) -> pathlib.Path:
    """Return `Start` in a file of its own."""
    text = FILE.read_text(encoding="utf-8")
    rules = text[text.index("class Start(Game)") : text.index("FILE = ")]
    head = "from typing import Any\nfrom balancer.plain import Game, Persona, Player, cards, ending\n\n\n"
    (here / "start.csv").write_text("name,value\na,1\nb,2\nc,3\nd,4\n", encoding="utf-8")
    (here / "start.py").write_text(head + rules, encoding="utf-8")
    return here / "start.py"


def test_cards_and_what_was_dealt_go_by_seat(start: pathlib.Path) -> None:
    game = load_file(start)
    table = table_of(game, 4)
    rows = game.play(table, None, 1, 0, 20)

    assert (np.asarray(rows["parts"])[:, :4] == [1, 2, 4, 8]).all()
    assert (game.dealt(table, 1, 0, 20)[:, :4, 0] == [1, 2, 4, 8]).all()
    assert (np.asarray(rows["winners"]) == 2).all()


def test_who_looks_on_knows_seats(start: pathlib.Path) -> None:
    game = load_file(start)
    table = game.lay_table(game.defaults, 4, game.read_parts(), [game.persona("lazy")])
    observed = game.observer(table, {}).observe(1, 0, 4, 1, 2)

    assert (observed.points.sum(axis=2) == [0, 2, 0, 0]).all(), "seat 2 wins all trials of both halves"


def test_a_thinker_knows_its_seat(start: pathlib.Path) -> None:
    """It takes what lets it lead after the round, unlike the persona as which it plays on."""
    personas = {"sage": {"base": "lazy", "search": 24, "until": 1}}
    found = load(
        {"game": str(start), "personas": personas, "lineup": ["sage", "lazy"], "players": 2, "seating": "fixed"}
    )
    row, _ = CellJob.of(plan.base_cell(found)).play_with_standings(0)

    assert [row.score[seat] for seat in range(2)] == [6, 30]


# What is no order of all players --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("self.players.remove(player)", "self.players has lost seat 1"),
        ("self.players.pop()", "self.players has lost seat 3"),
        ("del self.players[1]", "self.players has lost seat 2"),
        ("self.players[1] = player", "self.players has lost seat 2"),
        ("self.players.append(player)", "self.players holds seat 1 too often"),
        ("self.players = [player]", "self.players has lost seat 2 and seat 3"),
        ("self.players = 3", "self.players is 3; it must be a list of all players"),
        ("self.players.insert(0, 'bank')", "self.players holds bank too often"),
    ],
)
def test_a_lost_or_doubled_player_is_an_error_with_its_line(change: str, message: str, here: pathlib.Path) -> None:
    (here / "lost.py").write_text(
        "from balancer.plain import Game, ending\n\n\nclass Lost(Game):\n    over = ending('Over.')\n\n"
        "    def round(self):\n        player = self.players[0]\n        self.begin_turn()\n"
        f"        if self.rounds == 2:\n            {change}\n\n    def score(self, player):\n        return 0\n",
        encoding="utf-8",
    )
    game = load_file(here / "lost.py")

    with pytest.raises(RuleError) as error:
        game.played(table_of(game, 3), 1, 0)

    assert f"round 2, turn 2, set in {here / 'lost.py'}, line 11: {message}" in str(error.value)


def test_who_is_not_among_the_players_has_no_neighbour() -> None:
    course = load_class(Turning)
    SCRIPT[:] = ["nothing"]
    begun = course.begun(table_of(course, 3), 1, 0)
    one = begun.game.players.pop(1)

    with pytest.raises(Exception, match=r"seat 2 is not in self\.players, so it has no neighbour"):
        one.left.seat  # noqa: B018


def test_a_change_within_a_round_is_worth_a_look(here: pathlib.Path) -> None:
    rules = (
        "from balancer.plain import Game, ending\n\n\nclass Uno(Game):\n    over = ending('Over.')\n\n"
        "    def turn(self, player):\n        if player.choose('turn', [False, True]):\n            {change}\n\n"
        "    def finished(self):\n        {after}\n        return 'over' if self.rounds == 4 else None\n\n"
        "    def score(self, player):\n        return player.seat\n"
    )
    reverse = "self.players.reverse()"
    found = []
    for name, change, after in (("within", reverse, "pass"), ("between", "pass", reverse)):
        (here / f"{name}.py").write_text(rules.format(change=change, after=after), encoding="utf-8")
        tables = Settings(load(f"{name}.py"))
        seen = watching.seen_in([], [CellJob.of(tables.cell(["random"]))])
        found.append([(one.mark, one.sentence) for one in watching.order_of_turns(seen)])

    assert found[1] == []
    ((mark, sentence),) = found[0]
    assert mark == LOOK
    assert "the rules change the order of self.players within a round (game " in sentence
    assert "write round(self) with player.left" in sentence


# Who is out -----------------------------------------------------------------------------------------------------------
class Duel(Game):
    """The last one standing."""

    seats, usual = range(2, 6), 4
    max_rounds = 60
    last = ending("One was left.")
    way = "early return"

    def setup(self) -> None:
        self.taken = 0
        self.hits: dict[int, list[int]] = {player.seat: [] for player in self.players}
        self.storms = [0]
        for player in self.players:
            player.life = 5

    def turn(self, player: Player) -> None:
        if player.life <= 0:
            return
        self.taken += 1
        target = player.choose("hit", [other for other in player.others if other.life > 0])
        hit = self.roll(3)
        self.hits[player.seat].append(hit)
        target.life -= hit
        if self.way == "out" and target.life <= 0:
            target.out = True
        if sum(other.life > 0 for other in self.players) == 1:
            self.end("last")

    def finished(self) -> None:
        self.storms.append(self.below(1000))  # by the dice of the last turn that counts

    def score(self, player: Player) -> int:
        return 1000 * int(player.life > 0) + self.storms[-1]


class Out(Duel):
    """The same, where who is out says so."""

    way = "out"


@pytest.mark.parametrize("players", [2, 3, 5])
def test_turns_of_who_is_out_do_not_count_however_that_is_written(players: int) -> None:
    made = []
    for definition in (Duel, Out):
        game = load_class(definition)
        table = table_of(game, players)
        played = [game.played(table, 3, number) for number in range(40)]
        assert all(figures.turns == vars(course.game)["taken"] for course, figures in played)
        made.append(rows_of([figures for _, figures in played], 0, table, game).tobytes())

    assert made[0] == made[1], "the same dice, too"


def test_whether_a_player_is_out_is_true_or_false(here: pathlib.Path) -> None:
    rules = (
        "from balancer.plain import Game, ending\n\n\nclass Out(Game):\n    over = ending('Over.')\n\n"
        "    def setup(self):\n        for player in self.players:\n            player.out = []\n\n"
        "    def turn(self, player):\n        self.end('over')\n\n    def score(self, player):\n        return 0\n"
    )
    (here / "out.py").write_text(rules, encoding="utf-8")
    game = load_file(here / "out.py")

    with pytest.raises(
        RuleError, match=r"set in .*out\.py, line 9: player\.out is \[\]; it says whether a player takes"
    ):
        game.played(table_of(game, 2), 1, 0)


CHANGES = {
    "an attribute": "player.points = self.rounds",
    "an attribute of the game": "self.income = self.rounds",
    "a list": "player.hand.append(1)",
    "an order within a list": "player.hand.reverse()",
    "a list in a list": "self.board[0][1] = self.rounds",
    "a dict": "self.by_name['a'] += 1",
    "a list in a dict": "self.by_name['b'].append(1)",
    "a set": "self.met.add(self.rounds)",
    "an object": "self.thing.size += 1",
    "a list of an object": "self.thing.parts.append(1)",
    "slots": "self.slotted.size += 1",
    "a deque": "self.row.rotate(1)",
    "an array": "self.array[0] += 1",
    "bytes": "self.bytes[0] = self.rounds",
    "who sees a pile": "self.deck.seen_by = player if self.deck.seen_by is None else None",
    "the order of players": "self.players.reverse()",
    "a player in a list": "self.order.append(self.order.pop(0))",
    "the end of a long chain": "self.last.size += 1",
    "what can't be looked into": "next(self.counting)",
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_turn_that_changes_anything_counts(name: str, here: pathlib.Path) -> None:
    (here / "counts.py").write_text(
        "import collections\nimport itertools\nimport numpy as np\n"
        "from balancer.plain import Game, Pile, ending\n\n\n"
        "class Thing:\n    def __init__(self):\n        self.size, self.parts, self.itself = 0, [], self\n\n\n"
        "class Slotted:\n    __slots__ = ('size',)\n    def __init__(self):\n        self.size = 0\n\n\n"
        "class Counts(Game):\n    over = ending('Over.')\n\n    def setup(self):\n"
        "        self.board, self.by_name, self.met = [[0, 0], [0, 0]], {'a': 0, 'b': []}, set()\n"
        "        self.thing, self.slotted, self.row = Thing(), Slotted(), collections.deque([1, 2])\n"
        "        self.array, self.bytes, self.deck = np.zeros(2), bytearray(2), Pile([1, 2])\n"
        "        self.order, self.income = list(self.players), 0\n"
        "        self.chain = self.last = Thing()\n"
        "        for _ in range(2000):\n            self.chain, self.chain.size = Thing(), self.chain\n"
        f"        {'self.counting = itertools.count()' if 'next' in CHANGES[name] else 'pass'}\n"
        "        for player in self.players:\n            player.hand, player.points = [1, 2], 0\n\n"
        "    def turn(self, player):\n"
        f"        if player.seat == 1:\n            {CHANGES[name]}\n\n"
        "    def finished(self):\n        return 'over' if self.rounds == 4 else None\n\n"
        "    def score(self, player):\n        return 0\n",
        encoding="utf-8",
    )
    game = load_file(here / "counts.py")
    every = 3 if "next" in CHANGES[name] else 1  # what can't be compared counts for all

    assert game.played(table_of(game, 3), 1, 0)[1].turns == 4 * every


def test_what_is_only_called_as_dice_and_choices_are_is_compared() -> None:
    class Named(Game):
        over = ending("Over.")

        def setup(self) -> None:
            for player in self.players:
                player.roll, player.cup = 1, Cup()

        def say(self, _text: str) -> None:  # type: ignore[override]
            """Say nothing."""

        def turn(self, player: Player) -> None:
            self.say("...")
            if player.roll and player.cup.roll() > 1:
                player.roll = 0

        def finished(self) -> str | None:
            return "over" if self.rounds == 3 else None

        def score(self, _player: Player) -> int:
            return 0

    class Cup:
        def __init__(self) -> None:
            self.shown = 6

        def roll(self) -> int:
            return self.shown

    game = load_class(Named)

    assert game.played(table_of(game, 4), 1, 0)[1].turns == 4


def test_a_round_keeps_a_turn_and_one_that_always_asks_is_not_compared() -> None:
    class Idle(Game):
        over = ending("Over.")

        def turn(self, player: Player) -> None:
            if player.seat > 5:
                player.choose("never", [1, 2])

        def finished(self) -> str | None:
            return "over" if self.rounds == 3 else None

        def score(self, _player: Player) -> int:
            return 0

    game = load_class(Idle)

    assert game.played(table_of(game, 4), 1, 0)[1].turns == 3


class Turns(Game):
    """Turns that always ask, throw or say something, and others."""

    def asks_after_a_loop(self, player: Player) -> None:
        options = [1, 2]
        for number in range(self.rounds):
            if number > 1:
                options.reverse()
        player.choose("number", [*options, *(option + 10 for option in options)])

    def asks_on_both_ways(self, player: Player) -> None:
        if self.rounds > 2:
            self.roll(6)
        else:
            self.say("{} waits", player)

    def may_leave(self, player: Player) -> None:
        for number in range(self.rounds):
            if number > 1:
                return
        player.choose("number", [1, 2])

    def asks_in_a_loop(self, player: Player) -> None:
        for _ in range(self.rounds):
            player.choose("number", [1, 2])

    def asks_another(self, player: Player) -> None:
        player = self  # type: ignore[assignment]
        player.choose("number", [1, 2])

    def asks_in_a_part(self, player: Player) -> None:
        _ = self.rounds > 2 and player.choose("number", [1, 2])

    def asks_or_is_caught(self, player: Player) -> None:
        with contextlib.suppress(ZeroDivisionError):
            player.choose("number", [1 // self.rounds])


@pytest.mark.parametrize(
    ("turn", "always"),
    [
        (Turns.asks_after_a_loop, True),
        (Turns.asks_on_both_ways, True),
        (Turns.may_leave, False),
        (Turns.asks_in_a_loop, False),
        (Turns.asks_another, False),
        (Turns.asks_in_a_part, False),
        (Turns.asks_or_is_caught, False),
    ],
)
def test_turns_are_compared_unless_something_happens_on_every_path(turn: Any, always: bool) -> None:
    assert always_happens(type("Made", (Game,), {"turn": turn})) is always


def test_a_turn_in_which_nothing_happens_is_not_told(here: pathlib.Path) -> None:
    text = FILE.read_text(encoding="utf-8")
    rules = text[text.index("class Duel(Game)") : text.index("class Out(Duel)")]
    head = "from balancer.plain import Game, Player, ending\n\n\n"
    (here / "duel.py").write_text(head + rules, encoding="utf-8")
    told = CliRunner(env=JIT).invoke(balancer.cli.balancer, ["trace", "duel.py", "--game", "1"])
    turns = [int(line.split()[1]) for line in told.output.splitlines() if line.strip().startswith("turn ")]

    assert told.exit_code == 0
    assert turns == list(range(1, len(turns) + 1))
