"""The pages of the documentation site: every link leads to a page or picture of it, every page is in the menu."""

import pathlib
import re

import pytest
from ruamel.yaml import YAML

from balancer.compiler.choice import AUTO, VARIABLE
from docs import make_site

MENU = YAML(typ="safe").load((make_site.ROOT / "mkdocs.yml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("site")
    make_site.gather(folder, plays=False)
    return folder


def lost(folder: pathlib.Path) -> list[str]:
    """Return links of pages below a folder that lead nowhere."""
    return [
        f"{page.relative_to(folder)}: {match[3]}"
        for page in sorted(folder.rglob("*.md"))
        for match in make_site.LINK.finditer(
            re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        )
        if match[3] and not (page.parent / match[3]).exists()
    ]


def test_every_link_leads_somewhere(site: pathlib.Path) -> None:
    assert lost(site) == []


def test_lost_links_are_found(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.md").write_text("[b](b.md) [a](a.md#top)", encoding="utf-8")

    assert lost(tmp_path) == ["a.md: b.md"]


def test_the_menu_has_every_page_and_no_other(site: pathlib.Path) -> None:
    entries = [one for part in MENU["nav"] for pages in part.values() for one in pages]
    listed = {page for one in entries for page in (one.values() if isinstance(one, dict) else [one])}
    pages = {page.relative_to(site).as_posix() for page in site.rglob("*.md")}

    assert listed == {page for page in pages if not page.endswith("_rules.md")}
    assert MENU["theme"]["font"] is False  # nothing comes from the network


def test_reference_pages_say_what_the_program_says(site: pathlib.Path) -> None:
    text = {
        name: (site / f"{name}.md").read_text(encoding="utf-8") for name in ("commands", "scenario", "json", "python")
    }

    assert "## sensitivity\n\n```text\nUsage: balancer sensitivity" in text["commands"]
    assert "| `sweep.mode` |" in text["scenario"] or "## sweep" in text["scenario"]
    assert "| `seats[].win` | share of the games won, ties shared |" in text["json"]
    assert "## run\n\n```python\nrun(" in text["python"]


def test_the_gallery_has_an_own_game_that_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, AUTO)
    page = make_site.page_that_plays(make_site.OWN_GAME)

    assert 'id="play-module"' in page
    assert len(page.encode()) < 400_000
