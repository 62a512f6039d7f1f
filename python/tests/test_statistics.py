"""The tests by which methods are compared, against hand values and SciPy's."""

from __future__ import annotations

import numpy as np
import pytest

from sweetspot import statistics

SCORES = np.array([[1.0, 2, 3], [1, 3, 2], [2, 1, 3], [1, 2, 3], [1, 2, 3], [2, 1, 3]])


def test_average_ranks_share_ties():
    assert statistics.average_ranks([[1.0, 2, 2], [5, 1, 3]]).tolist() == [2.0, 1.75, 2.25]


def test_friedman_by_hand():
    found = statistics.friedman(SCORES)
    ranks = np.array([8, 11, 17]) / 6
    chi = 12 * 6 / (3 * 4) * (ranks @ ranks - 3 * 16 / 4)
    assert found["average_ranks"] == pytest.approx(ranks)
    assert found["chi_square"] == pytest.approx(chi)
    assert found["f"] == pytest.approx(5 * chi / (6 * 2 - chi))


def test_friedman_is_that_of_scipy_also_with_ties():
    stats = pytest.importorskip("scipy.stats", reason="SciPy has the same tests, and is not installed")
    random = np.random.default_rng(3)
    for scores in (random.normal(size=(12, 4)), random.integers(0, 4, (15, 5)).astype(float)):
        found = statistics.friedman(scores)
        theirs = stats.friedmanchisquare(*scores.T)
        assert found["chi_square"] == pytest.approx(theirs.statistic, rel=1e-10)
        assert found["chi_square_p"] == pytest.approx(theirs.pvalue, rel=1e-8)


def test_wilcoxon_by_hand():
    found = statistics.wilcoxon([1.0, 2.0, 3.5], [2.0, 3.5, 5.5])
    assert (found["positive_rank_sum"], found["negative_rank_sum"], found["pairs"]) == (0, 6, 3)
    assert found["exact"] and found["p"] == pytest.approx(2 / 8)
    assert statistics.wilcoxon([1.0, 2.0, 3.5], [2.0, 3.5, 5.5], "less")["p"] == pytest.approx(1 / 8)
    assert statistics.wilcoxon([1.0, 2.0, 3.5], [2.0, 3.5, 5.5], "greater")["p"] == pytest.approx(1)


@pytest.mark.parametrize("alternative", ["two-sided", "less", "greater"])
@pytest.mark.parametrize("count", [8, 20])
def test_wilcoxon_is_that_of_scipy(alternative, count):
    stats = pytest.importorskip("scipy.stats", reason="SciPy has the same tests, and is not installed")
    x, y = np.random.default_rng(count).normal(size=(2, count))
    found = statistics.wilcoxon(x, y + 0.3, alternative)
    theirs = stats.wilcoxon(x, y + 0.3, alternative=alternative, method="exact" if found["exact"] else "approx")
    assert found["p"] == pytest.approx(theirs.pvalue, rel=1e-6)


def test_pairs_without_a_difference_are_no_evidence():
    assert statistics.wilcoxon([1, 2], [1, 2])["p"] == 1


def test_holm_by_hand_in_any_order():
    assert statistics.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert statistics.holm([0.6, 0.9]).tolist() == [1.0, 1.0]
    assert statistics.holm([]).tolist() == []


def test_quartiles_are_those_of_numpy():
    values = np.random.default_rng(5).normal(size=17)
    assert statistics.quartiles(values) == pytest.approx(np.quantile(values, [0.25, 0.5, 0.75]))


def test_methods_that_differ_clearly_are_in_different_groups():
    by = np.arange(1.0, 16)
    # The first two win against one another as often and as far; the third is behind both everywhere.
    scores = np.concatenate([np.stack([by, -by, by + 40], axis=1), np.stack([-by, by, by + 40], axis=1)])
    found = statistics.critical_difference(scores)
    assert found["order"][-1] == 2
    assert found["p"].shape == (3, 3) and found["p"][0, 2] < 0.001 and found["p"][0, 1] == pytest.approx(1)
    assert any({0, 1} <= set(group) for group in found["groups"])
    assert not any({0, 2} <= set(group) for group in found["groups"])
