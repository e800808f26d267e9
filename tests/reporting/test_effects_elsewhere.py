"""Effects of a variant at other tables."""

from balancer.analysis.conclusions.sameness import SAME, UNKNOWN, compared
from balancer.analysis.figure import Figure
from balancer.reporting.findings.other_players import EffectsElsewhere
from balancer.reporting.findings.robustness import Conclusion


def change(value: float, half: float) -> Figure:
    return Figure.around(value, half)


def test_effects_that_differ_come_first() -> None:
    figures = {"a alone": change(-4, 1), "b alone": change(0, 1)}
    verdicts = {name: compared(change(-6, 1), one, 1) for name, one in figures.items()}
    one = Conclusion("effect", -1, "seat 4", "", change(-6, 1), figures, verdicts)
    same = Conclusion("effect", -1, "rounds", "", change(-6, 1), {"a alone": change(-6, 1)}, {"a alone": SAME})
    unknown = Conclusion("effect", -1, "ties", "", change(-6, 1), {"a alone": change(-6, 1)}, {"a alone": UNKNOWN})

    first, *others = EffectsElsewhere([], [same, one, unknown]).sentences
    assert first == (
        "Seat 4: −6.0 ± 1.0 with the scenario's line-up; differs when all seats play b (0.0 ± 1.0); "
        "undecided when all seats play a."
    )
    assert others == [
        "The same among other players: rounds.",
        "Undecided among other players: ties.",
    ]
