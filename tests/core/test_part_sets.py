"""Sets of parts of more than a word: a game of up to 392 kinds of cards, compiled (tests/core/draft) and plain."""

import dataclasses
import pathlib
import shutil
from collections import defaultdict
from typing import Any

import numpy as np
import pytest

import balancer
from balancer import games
from balancer.analysis.comparisons.comparison import missing
from balancer.core.authoring.row_checks import named_figures
from balancer.core.part_sets import has_part, part_sets, part_words
from balancer.core.result_row import CREDIT, RESULT, result_record
from balancer.games import registry
from balancer.questions.cards.study import CardsStudy
from balancer.scenario.errors import ScenarioError
from balancer.scenario.load import load
from balancer.simulation.experiments.worth_jobs import Believed, WorthJob
from balancer.simulation.jobs import Batch

FOLDER = pathlib.Path(__file__).parent / "draft"
KINDS = [63, 64, 65, 128, 129, 392]
GAMES = 40


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return a folder with the plain game, of which no other test knows; the compiled one can be named as `draft`."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "_plain", {})
    info = tmp_path / "site" / "draft-1.0.dist-info"  # as pip leaves it
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: draft\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[balancer.games]\ndraft = tests.core.draft\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    shutil.copy(FOLDER / "plain_draft.py", tmp_path)
    return tmp_path


def write_cards(folder: pathlib.Path, kinds: int) -> pathlib.Path:
    """Write a table of so many cards, their values all over the range."""
    path = folder / "components.csv"
    rows = [f"card {k},{37 * k % 100}" for k in range(kinds)]
    path.write_text("\n".join(["name,value", *rows, ""]), encoding="utf-8")
    return path


def laid(game: Any, path: pathlib.Path) -> Any:
    parts = game.read_parts({"deck": path})
    return game.lay_table(game.defaults, 4, parts, [game.persona(name) for name in game.lineup])


def test_a_set_takes_a_word_up_to_64_kinds_and_then_a_power_of_two() -> None:
    counts = {0: 1, 1: 1, 63: 1, 64: 1, 65: 2, 128: 2, 129: 4, 256: 4, 257: 8, 392: 8, 513: 16, 1024: 16}
    assert {kinds: part_words(kinds) for kinds in counts} == counts


def test_no_figure_of_a_row_moves_where_there_are_more_words() -> None:
    assert result_record(1) is RESULT
    for words in (2, 4, 8, 16):
        wide = result_record(words)
        assert wide.names == (*RESULT.names, "more_parts")
        assert all(wide.fields[name] == RESULT.fields[name] for name in RESULT.names)


def test_parts_are_found_in_all_words() -> None:
    rows = np.zeros(1, result_record(4))
    rows["parts"][0, 1] = 1 << 63
    rows["more_parts"][0, 1, 0] = 1
    rows["more_parts"][0, 2, 2] = 1 << 5
    sets = part_sets(rows)[0]
    held = [{k for k in range(256) if has_part(sets[seat], k)} for seat in range(4)]
    assert held == [set(), {63, 64}, {197}, set()]


@pytest.mark.parametrize("kinds", KINDS)
def test_plain_and_compiled_play_the_same(folder: pathlib.Path, kinds: int) -> None:
    path = write_cards(folder, kinds)
    plain, compiled = games.load(games.add_file(folder / "plain_draft.py")), games.load("draft")
    table, other = laid(plain, path), laid(compiled, path)
    rows, others = (
        np.asarray(game.play(one, game.history(game.defaults), 7, 0, GAMES))
        for game, one in ((plain, table), (compiled, other))
    )
    assert rows.dtype == result_record(part_words(kinds))
    assert others.dtype == result_record(8)
    for name in set(RESULT.names) - {"parts", "lead"}:
        assert (rows[name] == others[name]).all(), name
    assert rows["lead"].tobytes() == others["lead"].tobytes()
    names = plain.read_parts({"deck": path}).names
    assert [named_figures(plain, row, names)["parts"] for row in rows] == [
        named_figures(compiled, row, names)["parts"] for row in others
    ]
    assert not part_sets(others)[..., part_words(kinds) :].any()

    dealt, as_dealt = (game.dealt(one, 7, 0, GAMES) for game, one in ((plain, table), (compiled, other)))
    assert (np.bitwise_count(dealt).sum(axis=-1)[:, :4] == 2).all()
    assert (as_dealt[..., : dealt.shape[-1]] == dealt).all()
    assert not as_dealt[..., dealt.shape[-1] :].any()

    taken, as_taken = (
        game.taken(one, game.defaults, 7, range(GAMES)) for game, one in ((plain, table), (compiled, other))
    )
    assert taken.shape == (5, 1, kinds)
    assert (as_taken[..., :kinds] == taken).all()
    assert not as_taken[..., kinds:].any()
    assert taken[0].sum() * 2 == taken[1].sum() == GAMES * 4 * 5 * 2


def naive_holders(game: Any, table: Any, seed: int, count: int) -> list[tuple[list[set[str]], list[float]]]:
    """Per game, by seat: the names of the cards held at the end, and the share of the win."""
    found = []
    for number in range(count):
        course, _ = game.played(table, seed, number)
        players = course.game.players
        scores = [sum(card.value for card in player.held) for player in players]
        winners = scores.count(max(scores))
        shares = [(score == max(scores)) / winners for score in scores]
        found.append(([{str(card) for card in player.held} for player in players], shares))
    return found


@pytest.mark.parametrize("kinds", [64, 65, 392])
def test_raw_lift_is_what_holders_win_more_than_an_equal_share(folder: pathlib.Path, kinds: int) -> None:
    path = write_cards(folder, kinds)
    name = games.add_file(folder / "plain_draft.py")
    game = games.load(name)
    won: dict[str, list[float]] = defaultdict(list)
    for held, shares in naive_holders(game, laid(game, path), 3, GAMES):
        for cards, share in zip(held, shares, strict=True):
            for card in cards:
                won[card].append(share)
    for played in (name, "draft"):
        scenario = {"game": played, "games": GAMES, "seed": 3, "rules": {"deck": str(path)}}
        lifts = balancer.run(scenario, jobs=1).parts.set_index("part")["lift"]
        assert len(lifts) == kinds
        assert lifts.dropna().to_dict() == pytest.approx({card: np.mean(those) - 0.25 for card, those in won.items()})


@pytest.mark.parametrize("kinds", [64, 129])
def test_worth_is_that_of_every_game_played_again(
    folder: pathlib.Path, kinds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sums from all games; those in which nobody has the part are not played again: nothing of them is added up."""
    path = write_cards(folder, kinds)
    plain = games.add_file(folder / "plain_draft.py")
    replayed: list[int] = []
    play = Believed.play

    def counting(self: Believed, numbers: Any) -> Any:
        replayed.append(len(numbers))
        return play(self, numbers)

    monkeypatch.setattr(Believed, "play", counting)
    jobs: list[WorthJob] = []
    for name in (plain, "draft"):
        scenario = load({"game": name, "games": GAMES, "seed": 3, "rules": {"deck": str(path)}})
        (found,) = CardsStudy.of(scenario).jobs
        assert isinstance(found, WorthJob)
        jobs.append(found)
    sums, others = (job.tallied(Batch(job, job.play(0, GAMES)))[0].to_dict() for job in jobs)
    assert sums == others
    job = jobs[0]
    assert sum(replayed) < 2 * len(job.changes) * GAMES * 28 / kinds * 1.2

    base = naive_holders(games.load(plain), laid(games.load(plain), path), 3, GAMES)
    for change, believed in list(zip(job.changes, job.believed, strict=True))[-6:]:
        x = m = 0
        rows = play(believed, np.arange(GAMES))
        for (held, shares), row in zip(base, rows, strict=True):
            winners = int(row["winners"])
            for seat, cards in enumerate(held):
                share = (winners >> seat & 1) / winners.bit_count()
                x += change.sign * round(CREDIT * (share - shares[seat])) * (change.part in cards)
                m += change.part in cards
        assert sums[f"{change.name}_held.{change.part}"][:2] == [x, m]


def test_tables_of_one_word_and_of_several_are_compared(folder: pathlib.Path) -> None:
    """The short deck lacks 70 cards, of which not all are named."""
    for kinds in (60, 130):
        write_cards(folder, kinds).rename(folder / f"{kinds}.csv")
    name = games.add_file(folder / "plain_draft.py")
    scenario = {"game": name, "games": GAMES, "rules": {"deck": str(folder / "130.csv")}}
    short = {"short": {"rules": {"deck": str(folder / "60.csv")}}}
    (pair,) = balancer.compare({**scenario, "variants": short}, jobs=1).pairs
    assert (len(pair.base.scope.parts), len(pair.variant.scope.parts)) == (130, 60)
    first = ", ".join(f"card {k}" for k in range(60, 72))
    assert missing(pair) == [f"parts only in the base: {first}, and 58 more"]
    assert pair.base.games == pair.variant.games == GAMES


@pytest.mark.usefixtures("folder")
def test_a_game_may_not_declare_more_parts_than_sets_have_room_for() -> None:
    game = games.load("draft")
    tables = {"deck": dataclasses.replace(game.components["deck"], max_parts=1025)}
    with pytest.raises(ValueError, match="components: max_parts: 1025; at most 1024"):
        dataclasses.replace(game, components=tables)


def test_more_kinds_than_can_be_counted_are_refused_with_the_reason(folder: pathlib.Path) -> None:
    write_cards(folder, 1000)
    path = folder / "plain_draft.py"
    source = path.read_text(encoding="utf-8")
    path.write_text(source.replace("    over =", '    more = cards("more.csv")\n    over =', 1), encoding="utf-8")
    name = games.add_file(path)
    for rows in (24, 25):
        (folder / f"{rows}.csv").write_text(
            "\n".join(["name", *(f"other {k}" for k in range(rows)), ""]), encoding="utf-8"
        )
    scenario = {"game": name, "games": 3, "rules": {"more": str(folder / "24.csv")}}
    assert len(balancer.run(scenario, jobs=1).parts) == 1024
    with pytest.raises(ScenarioError, match="1025 kinds of parts in all tables; at most 1024, because holders"):
        balancer.run({**scenario, "rules": {"more": str(folder / "25.csv")}}, jobs=1)
