"""The fitted model against itself and, where it is tight, against brute force on the function that it knows."""

from __future__ import annotations

import numpy as np
import pytest

import sweetspot as ss

TOLERANCE = np.array([0.3, 0.2])
CENTRE = np.array([0.4, -0.2])


def plane(x):
    return x @ np.array([2.0, 1.0]) + 1


def valley(x):
    return (x[..., 0] - 0.1) ** 2 + 2 * (x[..., 1] + 0.3) ** 2


def tight(function, norm="inf", law="uniform", measure="worst"):
    """A model that knows a smooth function almost exactly."""
    problem = ss.Problem([(-1, 1), (-1, 1)], TOLERANCE, norm=norm, law=law, measure=measure)
    optimizer = ss.Optimizer(problem, kernel="squared-exponential", model={"effects": False, "warp": "none"})
    side = np.linspace(-1, 1, 6)
    for x in np.array(np.meshgrid(side, side)).reshape(2, -1).T:
        optimizer.tell(x, float(function(x)))
    return optimizer.model()


@pytest.fixture(scope="module")
def loose():
    """A model that has much to learn yet."""
    optimizer = ss.Optimizer(ss.Problem([(-1, 1), (-1, 1)], 0.2), model={"warp": "none"})
    for x in np.random.default_rng(1).uniform(-1, 1, (8, 2)):
        optimizer.tell(x, float(np.sin(4 * x[0]) + x[1]))
    return optimizer.model()


@pytest.fixture(scope="module")
def of_valley():
    return tight(valley)


def built(count=200_000, norm="inf"):
    u = np.random.default_rng(2).uniform(-1, 1, (count, 2))
    if norm == 2:
        u = u[(u**2).sum(axis=1) <= 1]
    return CENTRE + u * TOLERANCE


def test_draws_have_the_mean_and_the_standard_deviation_that_the_model_states(loose):
    points = np.random.default_rng(3).uniform(-1, 1, (6, 2))
    draws = loose.samples(points, 4000)
    mean, sd = loose.mean(points), loose.sd(points)
    assert draws.shape == (4000, 6)
    # Five standard errors: false alarm of 12 checks below 1e-5, had the seed not been fixed.
    assert (np.abs(draws.mean(axis=0) - mean) < 5 * sd / np.sqrt(4000) + 1e-9).all()
    assert (np.abs(draws.std(axis=0) - sd) < 5 * sd / np.sqrt(8000) + 1e-9).all()


def test_draws_are_joint_and_depend_on_the_seed_alone(loose):
    near = np.array([[0.5, 0.5], [0.5001, 0.5]])
    draws = loose.samples(near, 500, seed=7)
    assert np.corrcoef(draws.T)[0, 1] > 0.999
    assert np.array_equal(draws, loose.samples(near, 500, seed=7))
    assert not np.array_equal(draws, loose.samples(near, 500, seed=8))


def test_a_tight_model_knows_the_function(of_valley):
    points = np.random.default_rng(4).uniform(-1, 1, (100, 2))
    assert of_valley.mean(points) == pytest.approx(valley(points), abs=5e-3)
    assert of_valley.sd(points).max() < 0.02


def test_many_rows_are_what_each_row_is(loose):
    points = np.random.default_rng(5).uniform(-1, 1, (3000, 2))
    mean = loose.mean(points)
    assert mean.shape == (3000,) and mean.dtype == np.float64
    for row in (0, 1234, 2999):
        assert loose.mean(points[row : row + 1])[0] == pytest.approx(mean[row], rel=1e-12)
    assert loose.mean(np.empty((0, 2))).shape == (0,)


@pytest.mark.parametrize("norm", ["inf", 2])
def test_the_worst_of_a_region_is_that_of_brute_force(norm):
    region = tight(valley, norm).region(CENTRE)
    truth = valley(built(norm=norm)).max()
    worst = region.worst
    assert worst.value == pytest.approx(truth, abs=0.02)
    assert worst.lower <= worst.value <= worst.upper
    assert valley(np.array(list(worst.where.values()))) == pytest.approx(truth, abs=0.03)


def test_the_average_is_that_of_brute_force(of_valley):
    average = of_valley.region(CENTRE).average
    assert average.value == pytest.approx(valley(built()).mean(), abs=5e-3)
    assert average.lower <= average.value <= average.upper


def test_the_yield_is_the_share_of_brute_force(of_valley):
    values = valley(built())
    for share in (0.2, 0.5, 0.9):
        limit = float(np.quantile(values, share))
        found = of_valley.region(CENTRE).yield_(limit)
        assert found.value == pytest.approx(share, abs=0.03)
        assert 0 <= found.lower <= found.value <= found.upper <= 1
    assert of_valley.region(CENTRE).yield_(100).value == 1
    assert of_valley.region(CENTRE).yield_(-100).value == 0


def test_the_sigma_level_is_the_distance_to_the_limit_in_standard_deviations(of_valley):
    values = valley(built())
    limit = float(values.mean() + 2.5 * values.std())
    assert of_valley.region(CENTRE).sigma_level(limit).value == pytest.approx(2.5, abs=0.1)


def test_nothing_varies_where_everything_is_built_exactly():
    optimizer = ss.Optimizer(ss.Problem([(-1, 1), (-1, 1)]))
    for x in np.random.default_rng(6).uniform(-1, 1, (8, 2)):
        optimizer.tell(x, float(valley(x)))
    region = optimizer.model().region(CENTRE)
    assert region.sigma_level(1) is None
    assert region.worst.value == pytest.approx(region.value.value)


def test_the_largest_tolerance_of_a_plane_is_known():
    region = tight(plane).region([0, 0])
    # The worst of the box grows by 2 · 0.3 + 1 · 0.2 = 0.8 per unit of the factor.
    room = region.largest_tolerance(1 + 0.8 * 1.5)
    assert room.by_mean == pytest.approx(1.5, abs=0.03)
    assert room.safely <= room.by_mean + 1e-9
    assert room.centre == pytest.approx({"x1": 0, "x2": 0})
    one = region.largest_tolerance(1 + 0.8 + 0.6, parameter="x1")  # the first alone: 0.2 + 0.6 · factor
    assert one.by_mean == pytest.approx(2, abs=0.04)
    moved = region.largest_tolerance(1 + 0.8 * 1.5, move=True)
    assert moved.by_mean > room.by_mean
    assert region.largest_tolerance(-100).by_mean == 0


def test_contributions_of_a_plane_are_the_shares_of_its_variance():
    parts = tight(plane).region([0, 0]).contributions()
    # Variances of a uniform deviation: (2 · 0.3)² / 3 and (1 · 0.2)² / 3.
    expected = {"x1": 0.36 / 0.40, "x2": 0.04 / 0.40}
    assert [part.parameter for part in parts] == ["x1", "x2"]
    for part in parts:
        assert part.alone == pytest.approx(expected[part.parameter], abs=5 * part.alone_error + 0.02)
        assert part.total == pytest.approx(part.alone, abs=5 * part.total_error + 0.02)
    assert parts[0].worst_cost == pytest.approx(0.6, abs=0.05)
    assert parts[1].worst_cost == pytest.approx(0.2, abs=0.05)


def test_the_measure_of_a_region_is_what_the_problem_makes_small():
    of_mean = tight(valley, measure="mean").region(CENTRE)
    assert of_mean.measure.value == pytest.approx(of_mean.average.value, abs=2e-3)
    quantile = tight(valley, measure="quantile,q=0.9").region(CENTRE)
    assert quantile.measure.value == pytest.approx(np.quantile(valley(built()), 0.9), abs=0.03)


def test_the_law_moves_the_average(of_valley):
    narrow = tight(valley, law="normal,sd=0.2").region(CENTRE).average.value
    wide = of_valley.region(CENTRE).average.value
    centre = float(valley(CENTRE))
    assert centre < narrow < wide


def test_draws_over_a_region_have_its_places_and_weights(of_valley):
    places, weights, values = of_valley.region(CENTRE).draws(50)
    assert values.shape == (50, len(places)) and weights.sum() == pytest.approx(1)
    assert (np.abs(places - CENTRE) <= TOLERANCE + 1e-9).all()
    assert values.mean(axis=0) == pytest.approx(valley(places), abs=0.05)


def test_intervals_are_wider_where_less_is_known(loose, of_valley):
    def width(estimate):
        return estimate.upper - estimate.lower

    assert width(loose.region([0, 0]).worst) > 10 * width(of_valley.region(CENTRE).worst)
    value = loose.region([0, 0]).value
    assert value.lower <= value.value <= value.upper and value.interval == (value.lower, value.upper)
    assert float(value) == value.value


def test_a_model_tells_what_it_is(loose):
    assert "8 observations" in repr(loose)
    assert loose.kernel == "matern52" and loose.lengthscales.shape == (2,) and (loose.lengthscales > 0).all()
    assert loose.noise >= 0 and np.isfinite(loose.log_marginal_likelihood)
    assert all(isinstance(sentence, str) for sentence in loose.warnings)


def test_a_region_may_be_asked_for_by_name_array_or_best():
    result = ss.minimize(lambda d: d["a"] ** 2, {"a": (-1, 1)}, 0.1, evaluations=8)
    model = result.optimizer.model()
    values = {model.region(centre).worst.value for centre in (result.best, result.x, result.params)}
    assert len(values) == 1
    assert model.region(result.x).centre == result.params


def test_the_model_of_a_search_promises_what_best_promises():
    result = ss.minimize(lambda x: float(valley(x)), [(-1, 1), (-1, 1)], 0.2, evaluations=15)
    worst = result.optimizer.model().region(result.x).worst
    assert worst.value == result.worst and worst.interval == result.interval
