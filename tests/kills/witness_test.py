"""The witness of tools/kills sees every way in which a study could break its promises, and nothing else."""

from __future__ import annotations

import pathlib
import sys
import unittest
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "kills"))

from objective import Evaluation
from witness import History, Kill, judge

RUNNER, OTHER = 100, 200


def evaluation(number: int, began: float, ended: float | None, value: float | None = 1.0, **more: Any) -> Evaluation:
    known = {"attempt": f"trial-{number}", "process": 1, "parent": RUNNER, "x": (0.5, float(number)), **more}
    return Evaluation(number, began=began, ended=ended, value=value if ended is not None else None, **known)


def trial(number: int, value: float | None = 1.0, state: str = "complete") -> dict[str, Any]:
    return {"number": number, "state": state, "source": "search", "params": {"a": 0.5, "b": float(number)},
            "value": value}


def is_of_parent(reason: Kill, earlier: Evaluation) -> bool:
    return reason.process == earlier.parent


class Witness(unittest.TestCase):
    def broken(self, log: list[Evaluation], trials: list[dict[str, Any]], history: History | None = None) -> list[str]:
        return judge(history or History(), log, trials, is_of_parent).broken

    def test_says_nothing_of_a_study_that_went_well(self) -> None:
        log = [evaluation(0, 1, 2), evaluation(1, 1.5, 3)]
        self.assertEqual(self.broken(log, [trial(0), trial(1)]), [])

    def test_sees_an_evaluation_begun_again_without_a_reason(self) -> None:
        log = [evaluation(0, 1, 2), evaluation(0, 3, 4)]
        self.assertIn("without a reason", self.broken(log, [trial(0)])[0])

    def test_takes_the_kill_of_its_runner_meanwhile_as_a_reason_and_no_other(self) -> None:
        log = [evaluation(0, 1, None), evaluation(0, 3, 4, parent=OTHER)]
        good = judge(History(kills=[Kill(2, 2.1, "runner", RUNNER)]), log, [trial(0)], is_of_parent)
        self.assertEqual((good.broken, good.begun_again), ([], 1))
        for kill in (Kill(2, 2.1, "runner", OTHER), Kill(0.5, 0.6, "runner", RUNNER), Kill(5, 6, "runner", RUNNER)):
            self.assertEqual(len(self.broken(log, [trial(0)], History(kills=[kill]))), 1, kill)

    def test_measures_the_time_from_an_end_to_the_kill(self) -> None:
        log = [evaluation(0, 1, 2), evaluation(0, 3, 4, parent=OTHER)]
        verdict = judge(History(kills=[Kill(2.2, 2.25, "runner", RUNNER)]), log, [trial(0)], is_of_parent)
        self.assertAlmostEqual(verdict.longest_window, 0.25)

    def test_sees_a_stored_value_that_is_lost_or_changed(self) -> None:
        history = History()
        history.look(5.0, [trial(0), trial(1)])
        log = [evaluation(0, 1, 2), evaluation(1, 1, 2, value=7.0)]
        found = self.broken(log, [trial(0), trial(1, 7.0)], history)
        self.assertEqual(found, ["trial 1 was 1.0 at 5.000 and is 7.0 now"])
        found = self.broken([evaluation(0, 1, 2)], [trial(0)], history)
        self.assertEqual(found, ["trial 1 was complete at 5.000 and is lost"])

    def test_sees_an_evaluation_of_what_was_stored_already_even_after_a_kill(self) -> None:
        history = History(kills=[Kill(3, 3.1, "runner", RUNNER)])
        history.look(5.0, [trial(0)])
        log = [evaluation(0, 1, 2), evaluation(0, 6, 7, parent=OTHER)]
        self.assertEqual(len(self.broken(log, [trial(0)], history)), 1)

    def test_sees_a_value_that_no_evaluation_gave(self) -> None:
        self.assertEqual(
            self.broken([evaluation(0, 1, 2)], [trial(0, 3.0)]), ["trial 0 is 3.0, which no evaluation in the log gave"]
        )

    def test_sees_a_trial_that_has_no_end_and_a_failure_that_is_none(self) -> None:
        self.assertEqual(self.broken([evaluation(0, 1, None)], [trial(0, None, "running")]),
                         ["trial 0 is running at the end"])
        self.assertEqual(self.broken([evaluation(0, 1, 2)], [trial(0, None, "failed")]),
                         ["trial 0 is failed at the end"])
        failed = evaluation(0, 1, 2, value=None)
        self.assertEqual(self.broken([failed], [trial(0, None, "failed")]), [])

    def test_sees_evaluations_of_trials_that_are_not_there(self) -> None:
        self.assertEqual(
            self.broken([evaluation(0, 1, 2), evaluation(1, 1, 2)], [trial(0)]),
            ["the log has an evaluation of trial 1, which is not there"],
        )

    def test_sees_a_point_that_was_asked_for_twice(self) -> None:
        same = {**trial(1), "params": {"a": 0.5, "b": 0.0}}
        log = [evaluation(0, 1, 2), evaluation(1, 1, 2, x=(0.5, 0.0))]
        self.assertEqual(self.broken(log, [trial(0), same]), ["two trials are at the same point"])

    def test_sees_an_evaluation_at_another_point_than_the_trial_says(self) -> None:
        found = self.broken([evaluation(0, 1, 2, x=(0.5, 9.0))], [trial(0)])
        self.assertEqual(found, ["trial 0 was evaluated at another point than it says"])


if __name__ == "__main__":
    unittest.main()
