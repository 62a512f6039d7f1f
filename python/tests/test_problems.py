"""The built-in problems: values, true worst cases and optima."""

from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest

import sweetspot as ss


def test_every_problem_has_a_line_about_it():
    names = ss.problems.names()
    assert {"bumped-bowl", "bertsimas", "push4"} <= set(names)
    assert all(line for line in names.values())


def test_the_bumped_bowl_is_what_the_paper_says_it_is():
    bowl = ss.problems.get("bumped-bowl", dimension=3)
    for x in np.random.default_rng(1).uniform(-4, 4, (20, 3)):
        assert bowl(x) == pytest.approx(math.log(x @ x + math.exp(-10 * (x @ x))), rel=1e-12)
    assert bowl.dimension == 3 and bowl.bounds == [(-4, 4)] * 3 and bowl.tolerance == 1


@pytest.mark.parametrize("norm", [1, 2, math.inf, "inf"])
def test_no_point_of_the_region_is_worse_than_the_worst_case_and_one_comes_near(norm):
    bowl = ss.problems.get("bumped-bowl")
    centre = [0.7, -0.4]
    worst = bowl.worst_case(centre, tolerance=0.5, norm=norm)
    builds, _ = bowl.problem(tolerance=0.5, norm=norm).builds(centre, 4000)
    values = [bowl(x) for x in builds]
    assert max(values) <= worst + 1e-9
    assert max(values) == pytest.approx(worst, abs=0.05)


def test_no_centre_beats_the_stated_optimum():
    bowl = ss.problems.get("bertsimas")
    optimum = bowl.optimum()
    assert bowl.worst_case(optimum.x) == pytest.approx(optimum.worst, abs=max(1e-6, optimum.accuracy))
    bounds = bowl.problem().centre_bounds
    for x in np.random.default_rng(2).uniform(bounds[:, 0], bounds[:, 1], (50, 2)):
        assert bowl.worst_case(x) >= optimum.worst - 1e-6
    assert optimum.how and optimum.accuracy >= 0


def test_a_problem_of_one_dimension_only_has_that_one():
    assert ss.problems.get("push4").dimension == 4


def test_instances_of_a_random_problem_differ_and_are_the_same_every_time():
    def of(instance):
        return ss.problems.get("push4", instance=instance)

    x = np.full(4, 0.3)
    assert of(1)(x) == of(1)(x) != of(2)(x)


def test_its_problem_has_its_tolerance_unless_another_is_given():
    bowl = ss.problems.get("bumped-bowl")
    assert bowl.problem().centre_bounds.tolist() == [[-3, 3], [-3, 3]]
    assert bowl.problem(tolerance=0.5, measure="mean").centre_bounds.tolist() == [[-3.5, 3.5], [-3.5, 3.5]]
    assert bowl.problem(measure="mean").measure == "average"


def test_a_search_finds_the_robust_optimum_of_the_bowl():
    bowl = ss.problems.get("bumped-bowl")
    result = ss.minimize(bowl, bowl.problem(), evaluations=40)
    assert bowl.worst_case(result.x) < bowl.optimum().worst + 0.3
    assert bowl([0.0, 0.0]) == pytest.approx(0)


def test_a_problem_survives_copying_and_pickling():
    push = ss.problems.get("push4", instance=4)
    x = [0.4, 0.5, 0.6, 0.7]
    for other in (copy.deepcopy(push), copy.copy(push), pickle.loads(pickle.dumps(push))):
        assert other(x) == push(x) and other.name == push.name and repr(other) == repr(push)
