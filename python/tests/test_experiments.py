"""Comparisons of methods: runs that are stored, gone on with, and read as tables."""

from __future__ import annotations

import numpy as np
import pytest

import sweetspot as ss
from sweetspot.experiments import Experiment


@pytest.fixture
def tiny(tmp_path):
    return Experiment(
        tmp_path / "tiny.db", problems=["bumped-bowl"], methods=["random", "latin-hypercube"], repeats=3, evaluations=6
    )


def test_it_has_a_run_per_problem_method_and_repeat(tiny):
    assert len(tiny) == 6


def test_scores_are_regrets_in_the_shape_that_is_said(tiny):
    assert tiny.run() == 6
    (comparison,) = tiny.comparisons()
    assert (comparison.problem, comparison.dimension, comparison.norm) == ("bumped-bowl", 2, "2")
    assert [scores.method for scores in comparison.methods] == ["random", "latin-hypercube"]
    for scores in comparison.methods:
        assert scores.regret.shape == scores.distance.shape == (3, 6)
        after = scores.regret[:, comparison.initial - 1 :]
        assert np.isfinite(after).all() and (after >= -1e-6).all()


def test_running_again_adds_nothing_and_changes_nothing(tiny):
    tiny.run()
    before = tiny.table("runs")
    assert tiny.run() == 6
    assert tiny.table("runs") == before


def test_the_number_of_jobs_does_not_change_the_numbers(tiny, tmp_path):
    tiny.run()
    other = Experiment(
        tmp_path / "other.db", problems=["bumped-bowl"], methods=["random", "latin-hypercube"], repeats=3, evaluations=6
    )
    other.run(jobs=2)
    assert np.array_equal(tiny.comparisons()[0].methods[0].regret, other.comparisons()[0].methods[0].regret)


def test_tables_are_comma_separated_values_with_a_heading(tiny):
    tiny.run()
    for which in ("summary", "runs", "tests"):
        heading, *rows = tiny.table(which).splitlines()
        assert "problem" in heading.split(",") and all(len(row) > 0 for row in rows)
    assert "random" in tiny.table("summary")


def test_a_spec_file_makes_the_same_experiment(tiny, tmp_path):
    (tmp_path / "tiny.toml").write_text(
        '[experiment]\nname = "tiny"\nproblems = ["bumped-bowl"]\nmethods = ["random", "latin-hypercube"]\n'
        "dimensions = [2]\nrepeats = 3\nevaluations = 6\nseed = 1\n"
    )
    tiny.run()
    same = Experiment.from_file(tmp_path / "tiny.toml", tmp_path / "tiny.db")
    assert len(same) == 6 and same.run() == 6
    assert same.table("summary") == tiny.table("summary")


def test_norms_are_given_as_in_a_problem(tmp_path):
    both = Experiment(
        tmp_path / "norms.db", problems=["bumped-bowl"], methods=["random"], norms=[2.0, float("inf")], repeats=1,
        evaluations=4,
    )
    both.run()
    assert sorted(c.norm for c in both.comparisons()) == ["2", "inf"]


def test_the_scores_can_be_given_to_the_statistics(tiny):
    tiny.run()
    (comparison,) = tiny.comparisons()
    last = np.stack([scores.regret[:, -1] for scores in comparison.methods], axis=1)
    assert 0 <= ss.statistics.friedman(last)["f_p"] <= 1
