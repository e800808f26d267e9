"""Sums of the worth of parts: by hand, in any chunks, and in another process."""

import pickle

import numpy as np

from balancer.core.record import empty
from balancer.core.result_row import CREDIT, RESULT
from balancer.questions.cards.study import CardsStudy
from balancer.scenario import load
from balancer.simulation.experiments.worth_jobs import WorthJob, credit_of, sums_of
from balancer.simulation.jobs import Batch

GAMES = 60


def job() -> WorthJob:
    study = CardsStudy.of(load.load_with("oktoberfest", {"games": GAMES}), ["Stein Lift", "Bench"])
    (found,) = study.jobs
    assert isinstance(found, WorthJob)
    return found


def test_credit_is_shared_and_summed_over_those_who_have_the_part() -> None:
    rows = np.asarray(empty(RESULT, 3))
    rows["winners"], rows["share"] = [0b01, 0b11, 0], [CREDIT, CREDIT // 2, CREDIT]
    credit = credit_of(rows, 3)
    assert credit.tolist() == [[CREDIT, 0, 0], [CREDIT // 2, CREDIT // 2, 0], [0, 0, 0]]
    has = np.array([[1, 1, 0], [0, 1, 0], [1, 0, 1]])
    half = CREDIT // 2
    wanted = [CREDIT + half, 5, CREDIT**2 + half**2, 2 * CREDIT + half, 4 + 1 + 4]
    assert sums_of(credit, has).tolist() == wanted


def test_sums_are_the_same_in_any_chunks_and_in_another_process() -> None:
    whole, other = job(), pickle.loads(pickle.dumps(job()))  # noqa: S301  our own
    at_once, _ = whole.tallied(Batch(whole, whole.play(0, GAMES)))
    parts = whole.empty_tally()
    for first, count in ((40, 20), (0, 40)):
        tally, _ = other.tallied(Batch(other, other.play(first, count)))
        parts.merge(tally)
    assert parts.to_dict() == at_once.to_dict()
    assert whole.key == other.key
    assert whole.tally_of(whole.result(at_once, ())).to_dict() == at_once.to_dict()
    assert at_once.sums["blank_held.Stein Lift"][0] > 0
    assert "blank_held.Bench" not in at_once.sums  # it is blank already


def test_the_key_knows_the_changes() -> None:
    scenario = load.load_with("oktoberfest", {"games": GAMES})
    keys = {CardsStudy.of(scenario, [part]).jobs[0].key for part in ("Stein Lift", "Bench", "Pretzel")}
    assert len(keys) == 3
