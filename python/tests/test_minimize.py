"""One call: the forms in which a problem is given, what comes back, and what an objective may do."""

from __future__ import annotations

import json
import math
import re
import traceback

import numpy as np
import pytest

import sweetspot as ss

BOUNDS = {"width": (1, 10), "height": (2, 20)}


def bowl(design):
    return (design["width"] - 3) ** 2 + (design["height"] - 9) ** 2 / 4


def test_named_bounds_give_the_objective_a_mapping_with_those_names():
    seen = []
    ss.minimize(lambda d: seen.append(d) or bowl(d), BOUNDS, {"width": 0.2, "height": "5%"}, evaluations=4)
    assert all(type(d) is dict and list(d) == ["width", "height"] for d in seen)


def test_a_sequence_of_bounds_gives_the_objective_an_array_of_its_own():
    def f(x):
        assert x.shape == (2,)
        value = float(x @ x)
        x[:] = 99  # what f does to its argument changes nothing
        return value

    result = ss.minimize(f, [(-1, 1), (-2, 2)], 0.1, evaluations=6)
    assert np.abs(result.inputs).max() <= 2
    assert list(result.params) == ["x1", "x2"]


def test_bounds_may_be_an_array():
    result = ss.minimize(lambda x: float(x @ x), np.array([[-1, 1], [-2, 2]]), 0.1, evaluations=4)
    assert result.optimizer.problem == ss.Problem([(-1, 1), (-2, 2)], 0.1)


def test_the_answer_lies_where_the_bowl_is_lowest_and_its_worst_is_that_of_the_region():
    result = ss.minimize(bowl, BOUNDS, {"width": 0.5, "height": 1.0}, evaluations=30)
    assert abs(result.params["width"] - 3) < 0.1 and abs(result.params["height"] - 9) < 0.2
    assert result.worst == pytest.approx(0.25, abs=0.03)  # at ±0.5 alone, or ±1 alone
    lower, upper = result.interval
    assert lower < result.worst < upper


@pytest.mark.parametrize(
    ("tolerance", "half_widths"),
    [
        (0.5, [0.5, 0.5]),
        ("10%", [0.5, 0.9]),
        ({"width": 0.5, "height": "10%"}, [0.5, 0.9]),
        ({"height": 0.5}, [0.0, 0.5]),
        ([0.25, 0.5], [0.25, 0.5]),
        ((np.float32(0.25), "10%"), [0.25, 0.9]),
        (np.array([0.25, 0.5]), [0.25, 0.5]),
        (None, [0.0, 0.0]),
    ],
)
def test_a_tolerance_has_the_size_that_was_said(tolerance, half_widths):
    problem = ss.Problem(BOUNDS, tolerance, norm="inf")
    builds, _ = problem.builds({"width": 5, "height": 9}, 2000)
    reached = np.abs(builds - [5, 9]).max(axis=0)
    # Per cent are meant of the nominal value, in logarithms: a little more above than below.
    assert reached == pytest.approx(half_widths, rel=0.12)
    assert np.all(reached <= np.array(half_widths) * 1.12)


def test_the_tolerance_of_a_parameter_may_stand_in_its_description():
    there = ss.Problem({"a": ss.Parameter(0, 1, tolerance=0.1)})
    assert there.centre_bounds == pytest.approx(np.array([[0.1, 0.9]]))


def test_a_log_scale_lays_the_first_points_over_the_decades():
    result = ss.minimize(
        lambda d: math.log10(d["c"]) ** 2, {"c": ss.Parameter(1e-4, 1e4, scale="log")}, "10%", evaluations=12
    )
    assert 2 <= (result.inputs < 1).sum() <= 10
    assert result.params["c"] == pytest.approx(1, rel=0.5)


def test_steps_and_series_are_recommended_as_they_are_sold():
    series = ss.Series([10, 12, 15, 18, 22], tolerance="5%")
    answer = ss.minimize(
        lambda d: abs(d["r"] - 15) + abs(d["n"] - 4), {"r": series, "n": ss.Parameter(1, 9, step=1)}, evaluations=12
    )
    assert answer.params["r"] in (10, 12, 15, 18, 22)
    assert type(answer.params["n"]) is int


def test_choices_are_names_for_the_objective_and_in_the_answer():
    seen = set()

    def f(d):
        seen.add(d["material"])
        return {"steel": 2.0, "aluminium": 1.0, "brass": 3.0}[d["material"]] + d["x"] ** 2

    result = ss.minimize(f, {"material": ["steel", "aluminium", "brass"], "x": (-1, 1)}, {"x": 0.1}, evaluations=15)
    assert seen == {"steel", "aluminium", "brass"}
    assert result.params["material"] == "aluminium"


def test_one_tolerance_for_all_leaves_choices_alone():
    problem = ss.Problem({"material": ["steel", "brass"], "x": (-1, 1)}, 0.1)
    assert problem.contains({"material": "brass", "x": 0}, {"material": "brass", "x": 0.05})
    assert not problem.contains({"material": "brass", "x": 0}, {"material": "steel", "x": 0})


def test_the_environment_is_suggested_too_and_belongs_whole_to_every_region():
    result = ss.minimize(
        lambda d: (d["x"] - 0.3) ** 2 + d["x"] * d["t"] / 10, {"x": (-1, 1)}, 0.1, environment={"t": (-40, 85)},
        evaluations=12,
    )
    assert list(result.params) == ["x", "t"]
    assert np.ptp(result.inputs[:, 1]) > 50
    problem = result.optimizer.problem
    for centre in ({"x": 0, "t": 0}, {"x": 0}, [0, -40]):
        assert problem.contains(centre, {"x": 0.05, "t": 84}) and problem.contains(centre, {"x": 0, "t": -39})
        assert not problem.contains(centre, {"x": 0.15, "t": 20})
    drawn = ss.Problem({"x": (-1, 1)}, 0.1, environment={"t": ss.Environment(-40, 85, law="normal")})
    assert drawn != problem


def test_a_limit_on_another_output_moves_the_answer_away_from_the_free_optimum():
    def f(d):
        return {"value": d["x"] ** 2, "stress": 1 - d["x"], "unlimited": 3}

    free = ss.minimize(lambda d: d["x"] ** 2, {"x": (-1, 1)}, 0.1, evaluations=12)
    limited = ss.minimize(f, {"x": (-1, 1)}, 0.1, evaluations=15, limits=[ss.Limit("stress", at_most=0.5)])
    assert abs(free.params["x"]) < 0.1
    assert limited.params["x"] > 0.55  # at x - 0.1 the stress is at most 0.5
    (limit,) = limited.best.limits
    assert limit.of == "stress" and limit.known == 15 and limited.best.feasible
    assert "stress" in repr(limited)


def test_the_callback_sees_every_evaluation_and_ends_the_search_with_true():
    seen = []

    def callback(optimizer, suggestion, value):
        seen.append((optimizer.observations, bowl(suggestion.params) == value))
        return len(seen) == 5

    result = ss.minimize(bowl, BOUNDS, 0.1, evaluations=30, callback=callback)
    assert seen == [(n, True) for n in range(1, 6)]
    assert result.nfev == 5 and "callback" in result.message


@pytest.mark.parametrize("returned", [None, 1, "yes"])
def test_a_callback_that_does_not_say_true_ends_nothing(returned):
    assert ss.minimize(bowl, BOUNDS, 0.1, evaluations=3, callback=lambda *_: returned).nfev == 3


def test_standard_errors_are_taken_with_the_value():
    result = ss.minimize(lambda d: (bowl(d), 0.5), BOUNDS, 0.1, evaluations=5)
    assert result.optimizer.standard_errors.tolist() == [0.5] * 5
    named = ss.minimize(lambda d: {"value": bowl(d), "standard_error": 0.25}, BOUNDS, 0.1, evaluations=5)
    assert named.optimizer.standard_errors.tolist() == [0.25] * 5


@pytest.mark.parametrize("number", [3, np.float32(3), np.int64(3), np.array(3.0), np.array([3.0]), np.array([[3]])])
def test_a_number_of_numpy_is_a_number(number):
    assert ss.minimize(lambda d: number, BOUNDS, 0.1, evaluations=2).outputs.tolist() == [3.0, 3.0]


def test_what_a_result_holds_can_be_read_as_attributes_and_as_keys():
    result = ss.minimize(bowl, BOUNDS, 0.1, evaluations=6)
    assert result["x"] is result.x and result["fun"] == result.fun == result.best.quality
    assert result.nfev == 6 and result.inputs.shape == (6, 2) and result.outputs.shape == (6,)
    assert result.success is True and "6 evaluations" in result.message
    assert {"x", "fun", "worst", "interval", "nfev"} <= set(dir(result))
    assert result.x.tolist() == list(result.params.values())
    with pytest.raises(AttributeError):
        result.nothing  # noqa: B018


def test_the_text_of_a_result_has_names_values_and_the_promise():
    result = ss.minimize(bowl, BOUNDS, {"width": 0.2, "height": "5%"}, evaluations=15)
    text = repr(result)
    assert "15 evaluations" in text and "width" in text and "height" in text
    assert re.search(r"worst value of its region \S+ \(.* … .*\)", text)
    few = repr(ss.minimize(bowl, BOUNDS, 0.1, evaluations=2))
    assert "too few values" in few
    other = ss.minimize(bowl, BOUNDS, 0.1, evaluations=6, measure="mean")
    assert other.optimizer.problem.measure in repr(other)


def test_the_picture_of_a_result_is_static_and_hostile_names_are_escaped():
    name = "<script>alert(1)</script>"
    result = ss.minimize(lambda d: d[name] ** 2, {name: (-1, 1), "b&b": (0, 1)}, 0.1, evaluations=8)
    html = result._repr_html_()
    assert "<svg" in html and "&lt;script&gt;" in html and "b&amp;b" in html
    assert not re.search(r"<script|javascript:|\son\w+\s*=|<link|<iframe|https?://(?!www\.w3\.org)", html, re.IGNORECASE)
    assert ss.Result()._repr_html_()


def test_an_exception_of_the_objective_comes_through_with_the_frame_that_raised_it():
    def f(design):
        return 1 / 0

    with pytest.raises(ZeroDivisionError) as raised:
        ss.minimize(f, BOUNDS, 0.1, evaluations=5)
    assert "f" in [frame.name for frame in traceback.extract_tb(raised.value.__traceback__)]
    assert raised.traceback[-1].name == "f"


def test_an_exception_keeps_its_cause_and_its_own_type():
    class OfMine(Exception):
        pass

    def f(design):
        try:
            json.loads("{")
        except ValueError as error:
            raise OfMine("no result", 7) from error

    with pytest.raises(OfMine) as raised:
        ss.minimize(f, BOUNDS, 0.1, evaluations=5)
    assert raised.value.args == ("no result", 7)
    assert isinstance(raised.value.__cause__, json.JSONDecodeError)


@pytest.mark.parametrize("kind", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_what_ends_a_program_comes_through_too(kind):
    def f(design):
        raise kind

    with pytest.raises(kind):
        ss.minimize(f, BOUNDS, 0.1, evaluations=5)


def test_a_problem_takes_the_place_of_bounds_and_the_same_search_is_made():
    problem = ss.Problem(BOUNDS, 0.1, measure="mean")
    one = ss.minimize(bowl, problem, evaluations=8, seed=3)
    other = ss.minimize(bowl, BOUNDS, 0.1, measure="mean", evaluations=8, seed=3)
    assert np.array_equal(one.inputs, other.inputs) and np.array_equal(one.x, other.x)


def test_the_search_behind_a_result_can_be_gone_on_with():
    result = ss.minimize(bowl, BOUNDS, 0.1, evaluations=8)
    more = ss.minimize(bowl, BOUNDS, 0.1, evaluations=9)
    suggestion = result.optimizer.ask()
    assert np.array_equal(suggestion.x, more.inputs[8])
