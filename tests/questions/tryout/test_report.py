"""What people and programs read of a game that was tried out."""

import csv
import json
import pathlib

from balancer.questions.tryout.finding import LOOK, OK, WRONG, TryoutFinding
from balancer.questions.tryout.report import Tryout
from balancer.reporting import writer

FINDINGS = [
    TryoutFinding(OK, "course", "10 games end"),
    TryoutFinding(WRONG, "hidden", "a <hand> is seen"),
    TryoutFinding(LOOK, "knob", "dead"),
]


def test_a_folder_takes_errors_first_and_every_finding(tmp_path: pathlib.Path) -> None:
    tried = Tryout("gems", "Gems", FINDINGS, 0.5, "balancer try gems.py")
    page = writer.write(tried, tmp_path / "out").read_text(encoding="utf-8")
    text = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")

    assert "**1 error of the rules; 1 finding to look at.**" in text
    assert text.index("### Wrong") < text.index("### Worth a look") < text.index("### Tried, and sound")
    assert "a &lt;hand&gt; is seen" in page
    assert "balancer try gems.py" in page
    with (tmp_path / "out" / "findings.csv").open(encoding="utf-8") as file:
        assert [tuple(row.values()) for row in csv.DictReader(file)] == [tuple(finding) for finding in FINDINGS]
    written = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert (written["sound"], len(written["findings"])) == (False, 3)
    assert "a &lt;hand&gt; is seen" in tried._repr_html_()


def test_a_sound_game_has_nothing_to_look_at() -> None:
    tried = Tryout("gems", "Gems", FINDINGS[:1], 0.5)
    assert tried.answer() == ["No error of the rules was found; nothing to look at."]
    assert [section.id for section in tried.document().sections] == ["answer", "sound"]
