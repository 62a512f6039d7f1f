"""The bounds of tools/soak see whatever grows too fast, and nothing else."""

from __future__ import annotations

import pathlib
import sys
import unittest
from collections.abc import Callable
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tools" / "soak"))

from bounds import MEGABYTE, Bounds, Sample, blocks_of, flaws_of, table_of

BOUNDS = Bounds(seconds_grow=True, runner_matrices=0)


def study(**grows: Callable[[int], Any]) -> list[Sample]:
    """A thousand evaluations, ten a second, a millisecond of the runner each; what is named goes by their number."""

    def sample(done: int) -> Sample:
        known: dict[str, Any] = {
            "runner_memory": 20 * MEGABYTE + 600 * done, "server_memory": 40 * MEGABYTE + 2000 * done,
            "runner_files": 12, "server_files": 10, "runner_seconds": 0.001 * done, "database": 20000 + 150 * done, "log": 4 * MEGABYTE,
        }
        return Sample(done / 10, done, **{**known, **{name: value(done) for name, value in grows.items()}})

    return [sample(done) for done in range(0, 1001, 10)]


def flaws(**grows: Callable[[int], Any]) -> list[str]:
    return flaws_of(blocks_of(study(**grows)), BOUNDS)


class TheBounds(unittest.TestCase):
    def one(self, word: str, **grows: Callable[[int], Any]) -> None:
        found = flaws(**grows)
        self.assertEqual(len(found), 1, found)
        self.assertIn(word, found[0])

    def test_say_nothing_of_a_study_that_grows_as_it_may(self) -> None:
        self.assertEqual(flaws(), [])

    def test_see_memory_that_leaks(self) -> None:
        self.one("memory of the runner", runner_memory=lambda done: 20 * MEGABYTE + 50_000 * done)
        self.one("memory of the server", server_memory=lambda done: 40 * MEGABYTE + 120_000 * done)

    def test_allow_the_matrices_of_a_model_where_there_is_one(self) -> None:
        grows = lambda done: 20 * MEGABYTE + 3 * 8 * done * done
        self.assertEqual(flaws(server_memory=grows), [])
        self.one("memory of the runner", runner_memory=lambda done: grows(done) + 16 * MEGABYTE * done // 1000)

    def test_let_a_program_warm_up(self) -> None:
        self.assertEqual(flaws(runner_memory=lambda done: 200 * MEGABYTE if done > 100 else MEGABYTE), [])

    def test_see_files_that_are_left_open(self) -> None:
        self.one("the server had", server_files=lambda done: 10 + done // 20)

    def test_see_a_database_that_grows_with_the_square(self) -> None:
        self.one("database", database=lambda done: 20000 + done * done)

    def test_see_a_log_that_never_ends(self) -> None:
        self.one("log", log=lambda done: 40_000 * done)

    def test_take_pages_of_a_small_database_as_they_come(self) -> None:
        self.assertEqual(flaws(database=lambda done: 4096 * (5 + 150 * done // 4096)), [])

    def test_see_evaluations_that_cost_more_and_more(self) -> None:
        self.one("costs the runner", runner_seconds=lambda done: 0.001 * done + 1e-5 * done * done)

    def test_ask_for_enough_evaluations(self) -> None:
        samples = [s for s in study() if s.done in (0, 500, 1000)]
        self.assertIn("too few to judge", flaws_of(blocks_of(samples), BOUNDS)[0])

    def test_blocks_have_the_rate_of_their_own_evaluations(self) -> None:
        samples = [s for s in study()]
        slow = [Sample(**{**vars(s), "time": s.time if s.done <= 500 else 5 * s.time - 200}) for s in samples]
        rates = [round(b.rate, 1) for b in blocks_of(slow)]
        self.assertEqual(rates, [10.0] * 5 + [2.0] * 5)
        self.assertEqual(len(table_of(blocks_of(slow)).splitlines()), 11)


if __name__ == "__main__":
    unittest.main()
