"""Tables of words: readable on a desk's terminal and on a narrow one."""

import pytest

from balancer.reporting.console import Console

HEADINGS = ("verdict", "figure", "where", "value (interval)", "allowed")
ROW = ("undecided", "loss rate by seat: seat 1 (starts)", "base rules", "24.9% (24.4 to 25.3)", "20 to 30%")


def lines(width: int) -> list[str]:
    """Return the table as a terminal of that width shows it."""
    result = Console()
    result.rich.width = width
    result.table(HEADINGS, [ROW], wrapped=(1, 2))
    return result.lines


@pytest.mark.parametrize("width", [120, 80, 60])
def test_no_word_is_broken(width: int) -> None:
    shown = lines(width)

    assert max(map(len, shown)) <= width
    words = " ".join(shown).split()
    assert all(word in words for cell in ROW for word in cell.split())


def test_a_pipe_is_as_wide_as_columns_says(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns, width in (("110", 110), ("", 80), ("wide", 80)):
        monkeypatch.setenv("COLUMNS", columns)
        assert Console().width == width


def test_figures_are_not_wrapped_where_there_is_room() -> None:
    assert any(ROW[3] in line for line in lines(80))


@pytest.mark.parametrize("width", range(24, 80))
def test_no_line_ends_within_a_figure(width: int) -> None:
    """`38 000 games`, `3.8% ± 0.4 pp` and `instant-win` hang together wherever a line ends."""
    result = Console()
    result.rich.width = width
    thousands = "38\N{NARROW NO-BREAK SPACE}000"
    result.sentence(f"- Instant-win games: 3.8% ± 0.4 pp (−3.9 ± 0.9 pp; margin ±1 pp) of {thousands}.", indent=2)

    whole = ("Instant-win", "3.8% ± 0.4 pp", "(−3.9 ± 0.9 pp;", "±1 pp)", "38 000.")
    assert all(any(figure in line for line in result.lines) for figure in whole)
    assert max(map(len, result.lines)) < width
